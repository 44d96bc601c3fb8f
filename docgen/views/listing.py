"""Source lines, highlighted, under their true line numbers.

Every line is `<span class="dg-line" id="...-L113">`; its text is the line, character for character.
The number is an attribute of a link in it, drawn by the stylesheet, so copies hold code alone.
"""

from __future__ import annotations

from functools import cache

from pygments.lexers.python import PythonLexer
from pygments.token import STANDARD_TYPES, Token, _TokenType

from docgen.views.escape import escape
from docgen.views.parts import ListingPart
from docgen.views.reference import describe, render_host, render_ref

_UNSTYLED = frozenset({"", "n", "w"})


def render_listing(part: ListingPart) -> str:
    name = f'<span class="dg-function">{escape(part.function)}</span>' if part.function else ""
    head = (
        f'<figcaption><span class="dg-file">{render_ref(part.ref)}</span>{name}'
        f"{render_host(part.ref)}</figcaption>"
    )
    marked = highlight_lines("\n".join(part.lines))
    body = "\n".join(
        _render_line(part, part.ref.line + offset, marks) for offset, marks in enumerate(marked)
    )
    width = len(str(part.ref.line + len(part.lines) - 1))
    return (
        f'<figure class="dg-listing" id="{escape(part.html_id)}">{head}'
        f'<div class="highlight dg-digits{min(width, 6)}"><pre>'
        f'<code tabindex="0" aria-label="{escape(_label(part))}">{body}</code></pre></div></figure>'
    )


def _label(part: ListingPart) -> str:
    place = describe(part.ref)
    return f"{part.function}, {place}" if part.function else place


def _render_line(part: ListingPart, number: int, marks: str) -> str:
    name = f"{escape(part.html_id)}-L{number}"
    is_marked = number in part.highlight
    kind = "dg-line dg-hl" if is_marked else "dg-line"
    label = f"Line {number}, highlighted" if is_marked else f"Line {number}"
    return (
        f'<span class="{kind}" id="{name}"><a class="dg-no" href="#{name}" '
        f'data-line="{number}" aria-label="{label}" tabindex="-1"></a>{marks}</span>'
    )


def highlight_lines(text: str) -> list[str]:
    """The lines as HTML; a token that spans lines is closed and opened again at each end.

    The lexer is asked for raw tokens: its usual entrance changes line ends and strips lines.
    """
    lines: list[str] = [""]
    open_name, run = "", ""

    def flush() -> None:
        nonlocal run
        if run:
            body = escape(run)
            lines[-1] += f'<span class="{open_name}">{body}</span>' if open_name else body
            run = ""

    for _, kind, value in _lexer().get_tokens_unprocessed(text):
        name = _short_name(kind)
        first, *others = value.split("\n")
        if name != open_name:
            flush()
            open_name = name
        run += first
        for piece in others:
            flush()
            lines.append("")
            run = piece
    flush()
    return lines


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
