"""A whole file with, beside its lines, what of the site rests on them.

The line `Z = X @ W` is drawn as in a listing, and after it `<span class="dg-rest">` holds links to
the equation of Z and to the tables that show it. Their words are attributes that the stylesheet
draws, so that copied code stays code; symbols are MathML, which it keeps out of what is copied.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from docgen.views.escape import escape, strip, titled, untitled
from docgen.views.frame import render_table
from docgen.views.listing import highlight_lines
from docgen.views.parts import SourceRef
from docgen.views.reference import describe, render_host

NoteKind = Literal["concept", "equation", "symbol", "block", "test"]
_NOUNS: dict[NoteKind, str] = {
    "concept": "Concept",
    "equation": "Equation",
    "symbol": "Symbol",
    "block": "Block",
    "test": "Test",
}
HEAD = ("Name", "Lines", "Concept")
NARROW = 28
"""Characters that fit into a row on a small phone; shorter lines need no places to break."""
DEEPEST = 8
"""Steps of four blanks for which the stylesheet has a class."""
_AFTER = re.compile(
    r"(?<=[\w)\]][(\[{])(?=[^)\]}\s])"  # the bracket of a call; other ones stand after a blank
    r"|(?<=,)(?=[^\s)\]}])"
    r"|(?<=\w\.)(?=[^\W\d])"  # the point before an attribute, not that of a number
    r"|(?<=[\w)\]][-+*/@%|&^=])(?<!\d[eE][-+])(?=[\w(\[\"'-])"
    r"|(?<=[\w)\]](?:\*\*|//|==))(?=[\w(\[\"'-])"
)
_PIECE = re.compile(r"(<[^>]*>)|&[^;]+;|.", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Note:
    """Something that rests on a line.

    Attributes:
        text: As it is called, in plain text.
        url: Of its place; empty where nobody can go there.
        state: Verdict of an equation.
        words: What the line does for it; empty where that is what one expects.
        mathml: A symbol, set; empty where it cannot be set, and of all other kinds.
    """

    kind: NoteKind
    text: str
    url: str = ""
    state: str = ""
    words: str = ""
    mathml: str = ""


@dataclass(frozen=True, slots=True)
class FunctionRow:
    """A function or class of the file: its name, its lines and the concepts that document it.

    Attributes:
        concepts: (title, link) each.
    """

    name: str
    line: int
    end_line: int
    concepts: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class ModulePart:
    """A file as a page shows it.

    Attributes:
        name: Of the module, dotted.
        lines: All lines of the file.
        notes: Line → what rests on it.
    """

    html_id: str
    name: str
    ref: SourceRef
    lines: tuple[str, ...]
    functions: tuple[FunctionRow, ...]
    notes: Mapping[int, Sequence[Note]]


def render_module(part: ModulePart) -> str:
    """The functions and classes as a table, then the file."""
    names = {one.line: one.name for one in part.functions}
    made = highlight_lines("\n".join(part.lines))
    # Lines are blocks here, so each holds its own line end.
    body = "".join(
        _line(part, number, _breaking(line, part.lines[number - 1]), names)
        for number, line in enumerate(made, 1)
    )
    head = (
        '<figcaption><span class="dg-file">'
        f'<span class="dg-ref">{escape(part.ref.path)}</span></span>'
        f'<span class="dg-function">{escape(part.name)}</span>{render_host(part.ref)}</figcaption>'
    )
    digits = min(len(str(len(made))), 6)
    label = escape(f"{part.name}, {describe(part.ref)}")
    return (
        f'{_functions(part)}<figure class="dg-listing dg-module" id="{escape(part.html_id)}" '
        f'data-path="{escape(part.ref.path)}">{head}<div class="highlight dg-digits{digits}"><pre>'
        f'<code tabindex="0" aria-label="{label}">{body}</code></pre></div></figure>'
    )


def _functions(part: ModulePart) -> str:
    if not part.functions:
        return ""
    rows = []
    for one in part.functions:
        links = [f'<a href="{escape(url)}">{titled(title)}</a>' for title, url in one.concepts]
        to = f"#{escape(part.html_id)}-L{one.line}"
        start = f'<code><a href="{to}">{escape(one.name)}</a></code>'
        rows.append((start, f"{one.line}-{one.end_line}", "<br>".join(links) or "—"))
    return render_table("functions", f"Functions and classes of {part.name}", HEAD, rows)


def _line(part: ModulePart, number: int, made: str, names: Mapping[int, str]) -> str:
    name = f"{escape(part.html_id)}-L{number}"
    target = f' id="{escape(f"{part.name}.{names[number]}")}"' if number in names else ""
    text = part.lines[number - 1].expandtabs(4)
    steps = min(-(-(len(text) - len(text.lstrip())) // 4), DEEPEST)
    kind = f"dg-code dg-in{steps}" if steps and len(text) > NARROW else "dg-code"
    notes = part.notes.get(number, ())
    rest = f'<span class="dg-rest">{_notes(notes)}</span>' if notes else ""
    return (
        f'<span class="dg-line" id="{name}"><a class="dg-no" href="#{name}" '
        f'data-line="{number}" aria-label="Line {number}" tabindex="-1"></a>'
        f'<span class="{kind}"{target}>{made}\n</span>{rest}</span>'
    )


def _breaking(made: str, text: str) -> str:
    """A line as HTML that may break after brackets, commas, points and operators.

    Args:
        text: Its characters; each is one in the HTML, or one entity.
    """
    gaps = {found.start() for found in _AFTER.finditer(text)} if len(text) > NARROW else ()
    if not gaps:
        return made
    out: list[str] = []
    at = 0
    for piece in _PIECE.finditer(made):
        if not piece[1]:
            out += ["<wbr>"] if at in gaps else []
            at += 1
        out.append(piece[0])
    return "".join(out)


def _notes(notes: Sequence[Note]) -> str:
    """All notes of a line; of tests of one file, the others say `…` for it."""
    out: list[str] = []
    file = ""
    for note in notes:
        words = f" ({note.words})" if note.words else ""
        text = f"{note.text}{words}"
        shown = words if note.mathml else text
        if note.kind == "test":
            path, colon, line = note.text.rpartition(":")
            shown = f"test …{colon}{line}" if path == file else text
            file = path
        out.append(_note(note, text, shown))
    return "".join(out)


def _note(note: Note, text: str, shown: str) -> str:
    """A link whose words are drawn by the stylesheet and told to screen readers."""
    # What is told holds what is seen, so that whoever says what they see is understood.
    name = strip(note.mathml) + shown if note.mathml else text
    told = escape(f"{_NOUNS[note.kind]}: {name}{f', {note.state}' if note.state else ''}")
    drawn = f' data-t="{escape(shown)}"' if shown else ""
    mark = '<span class="dg-mark" aria-hidden="true"></span>' if note.state else ""
    kind = f' data-state="{note.state}"' if note.state else ""
    held = f"{note.mathml}{mark}"
    if not note.url:
        return f'<span role="img" aria-label="{told}"{drawn}>{held}</span>'
    far = ' rel="noopener"' if note.kind == "test" else ""
    return f'<a href="{escape(note.url)}"{far} aria-label="{told}"{drawn}{kind}>{held}</a>'


def plain_module(part: ModulePart) -> str:
    """The names of the functions: a search finds them, and not each line of the code twice."""
    return untitled("\n".join([part.name, *(one.name for one in part.functions)]))
