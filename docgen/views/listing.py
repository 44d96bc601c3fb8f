"""Source lines, highlighted, under their true line numbers.

Every line is `<span class="dg-line" id="...-L113">`; its text is the line, character for character.
The number is an attribute of a link in it, drawn by the stylesheet, so copies hold code alone.
A place of a symbol is a link to the symbol's row.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import pairwise

from pygments.lexers.python import PythonLexer
from pygments.token import STANDARD_TYPES, Token, _TokenType

from docgen.views.code import mark_links
from docgen.views.escape import escape
from docgen.views.mark import Mark
from docgen.views.parts import ListingPart
from docgen.views.reference import describe, render_home, render_host

_UNSTYLED = frozenset({"", "n", "w"})
_Run = tuple[str, str]
"""A token's class and its text."""


def render_listing(part: ListingPart) -> str:
    """Source lines in HTML, each with its number and its marks."""
    name = f'<span class="dg-function">{escape(part.function)}</span>' if part.function else ""
    head = (
        f'<figcaption><span class="dg-file">{render_home(part.ref)}</span>{name}'
        f"{render_host(part.ref)}</figcaption>"
    )
    made = highlight_lines("\n".join(part.lines), part.marks)
    body = "\n".join(_render_line(part, offset, code) for offset, code in enumerate(made))
    width = len(str(part.ref.line + len(part.lines) - 1))
    return (
        f'<figure class="dg-listing" id="{escape(part.html_id)}" '
        f'data-path="{escape(part.ref.path)}">{head}'
        f'<div class="highlight dg-digits{min(width, 6)}"><pre>'
        f'<code tabindex="0" aria-label="{escape(_label(part))}">{body}</code></pre></div></figure>'
    )


def _label(part: ListingPart) -> str:
    place = describe(part.ref)
    return f"{part.function}, {place}" if part.function else place


def _render_line(part: ListingPart, offset: int, code: str) -> str:
    number = part.ref.line + offset
    name = f"{escape(part.html_id)}-L{number}"
    is_marked = number in part.highlight
    kind = "dg-line dg-hl" if is_marked else "dg-line"
    label = f"Line {number}, highlighted" if is_marked else f"Line {number}"
    equations = escape(" ".join(part.equations[offset])) if part.equations else ""
    told = f' data-eq="{equations}"' if equations else ""
    return (
        f'<span class="{kind}" id="{name}"{told}><a class="dg-no" href="#{name}" '
        f'data-line="{number}" aria-label="{label}" tabindex="-1"></a>{code}</span>'
    )


def highlight_lines(text: str, marks: Sequence[Sequence[Mark]] = ()) -> list[str]:
    """The lines as HTML; a token that spans lines is closed and opened again at each end.

    Args:
        marks: Of each line, the places of symbols in it, which become links.
    """
    lines = _runs(text)
    of_lines = marks or [()] * len(lines)
    return [_render_runs(runs, own) for runs, own in zip(lines, of_lines, strict=True)]


def _runs(text: str) -> list[list[_Run]]:
    """Of each line its tokens, neighbours of one class as one.

    The lexer is asked for raw tokens: its usual entrance changes line ends and strips lines.
    """
    lines: list[list[_Run]] = [[]]
    for _, kind, value in _lexer().get_tokens_unprocessed(text):
        name = _short_name(kind)
        first, *others = value.split("\n")
        _append(lines[-1], name, first)
        for piece in others:
            lines.append([])
            _append(lines[-1], name, piece)
    return lines


def _append(runs: list[_Run], name: str, text: str) -> None:
    if runs and runs[-1][0] == name:
        runs[-1] = (name, runs[-1][1] + text)
    elif text:
        runs.append((name, text))


def _render_runs(runs: Sequence[_Run], marks: Sequence[Mark]) -> str:
    """A line as HTML; tokens are cut where marks begin and end."""
    tags = mark_links(marks)
    edges = sorted({edge for tag in tags for edge in (tag.start, tag.end)})
    out: list[str] = []
    at = 0
    for name, text in runs:
        end = at + len(text)
        cuts = [edge for edge in edges if at < edge < end]
        for start, stop in pairwise([at, *cuts, end]):
            out += [tag.close for tag in reversed(tags) if tag.end == start]
            out += [tag.open for tag in tags if tag.start == start]
            body = escape(text[start - at : stop - at])
            out.append(f'<span class="{name}">{body}</span>' if name else body)
        at = end
    out += [tag.close for tag in reversed(tags) if tag.end == at]
    return "".join(out)


@cache
def _lexer() -> PythonLexer:
    return PythonLexer()


@cache
def _short_name(kind: _TokenType) -> str:
    """The class of a token in the theme's stylesheet; empty where the theme has no own colour."""
    if kind is Token.Error:
        return ""
    while kind not in STANDARD_TYPES:
        assert kind.parent is not None
        kind = kind.parent
    name = STANDARD_TYPES[kind]
    return "" if name in _UNSTYLED else name


def plain_listing(part: ListingPart) -> str:
    """The code without numbers."""
    return "\n".join((part.function, *part.lines)) if part.function else "\n".join(part.lines)
