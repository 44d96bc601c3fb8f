r"""The text of a formula as tokens with their places.

`scan_tokens(r"48{,}512 \, x")` is a number `48512` and a letter `x`. Spacing and sizing are
dropped.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from docgen.diagnostics import Fault
from docgen.latex.table import DROPPED, FONTS, LEFT_BARS, RIGHT_BARS, SIZING
from docgen.text import Span


class Token(NamedTuple):
    r"""One sign of a formula.

    Attributes:
        kind: `letter`, `number`, `command`, `name` (letters in a font), `sign`, `begin`, `end`.
        text: The letter, the digits, the command with its backslash, the letters of the name.
        font: Of a name: `upright`, `bold`, `double`, `script`, `fraktur`, `mono`, `italic`.
    """

    kind: str
    text: str
    span: Span
    font: str = ""


_TOKEN = re.compile(
    r"""
    (?P<space>[\s~]+)
  | (?P<number>[0-9]+(?:\{,\}[0-9]+)*(?:\.[0-9]+)?|\.[0-9]+)
  | (?P<letter>[A-Za-z])
  | \\(?P<edge>begin|end)\s*\{(?P<environment>[^{}]*)\}
  | (?P<command>\\(?:[A-Za-z]+\*?|.))
  | (?P<sign>[-+*/=<>()\[\]{}|,;:.!'&^_])
    """,
    re.VERBOSE | re.DOTALL,
)
_ARGUMENT = re.compile(r"\s*(?:\{((?:[^{}\\]|\\.)*)\}|(\\[A-Za-z]+|[A-Za-z0-9]))", re.DOTALL)
_PHANTOM = re.compile(r"\s*\{[^{}]*\}")
_PLAIN_NAME = re.compile(r"[A-Za-z0-9 '()\-?,:.]*")
_SPACE_IN_NAME = re.compile(r"\\[,;:! ]")


def scan_tokens(latex: str) -> tuple[Token, ...]:
    """The tokens of a formula, all of it.

    Raises:
        Fault: `unsupported-latex` at a sign that means nothing here, a number with a comma that
            is no group of three digits, a sizing command without a delimiter.
    """
    tokens: list[Token] = []
    sides: list[Span] = []
    at = 0
    while at < len(latex):
        found = _TOKEN.match(latex, at)
        if found is None:
            raise unsupported(f"`{latex[at]}` is not read", Span(at, at + 1))
        span = Span(at, found.end())
        at = found.end()
        kind, text = str(found.lastgroup), found.group()
        if kind == "space":
            continue
        if kind == "number":
            tokens.append(Token("number", _number(latex, text, span), span))
        elif kind == "environment":
            tokens.append(Token(found["edge"], found["environment"].strip(), span))
        elif kind != "command":
            tokens.append(Token(kind, text, span))
        elif text in FONTS:
            name = _name(latex, text, span)
            tokens.append(name)
            at = name.span.end
        elif text in SIZING:
            at = _delimiter(latex, text, span, tokens, sides)
        elif text in (r"\phantom", r"\hphantom", r"\vphantom"):
            argument = _PHANTOM.match(latex, at)
            if argument is None:
                raise unsupported(f"`{text}` takes a group", span)
            at = argument.end()
        elif text not in DROPPED:
            tokens.append(Token("command", text, span))
    if sides:
        raise unsupported(r"`\left` has no `\right`", sides[-1], r"close it with `\right`")
    return tuple(tokens)


def unsupported(message: str, span: Span, cure: str = "", *notes: str) -> Fault:
    """A fault `unsupported-latex` at characters of the formula."""
    return Fault("unsupported-latex", message, within=span, notes=notes, help=cure)


def _number(latex: str, text: str, span: Span) -> str:
    groups = text.split(".")[0].split("{,}")
    if len(groups) > 1 and any(len(group) != 3 for group in groups[1:]):
        cure = "write a decimal point, `0.5`"
        raise unsupported(f"`{text}`: `{{,}}` stands before three digits only", span, cure)
    after = re.match(r",[0-9]{3}(?![0-9])", latex[span.end :])
    if after and "." not in text:
        whole = Span(span.start, span.end + after.end())
        digits, rest = text, after.group()[1:]
        raise unsupported(
            f"`{digits},{rest}`: one number or two",
            whole,
            f"write `{digits}{{,}}{rest}` for the number, `{digits}, {rest}` for a list",
        )
    return text.replace("{,}", "")


def _name(latex: str, command: str, span: Span) -> Token:
    found = _ARGUMENT.match(latex, span.end)
    if found is None:
        raise unsupported(f"`{command}` takes a name", span, f"write `{command}{{name}}`")
    whole = Span(span.start, found.end())
    inner = found[1] if found[1] is not None else found[2]
    font = FONTS[command]
    plain = _SPACE_IN_NAME.sub("" if font != "text" else " ", inner).replace(r"\_", "_")
    letters = plain.replace("_", "") if r"\_" in inner else plain
    if found[1] is None or re.fullmatch(r"\s*\\[A-Za-z]+\s*", inner):
        letters = ""
    if _PLAIN_NAME.fullmatch(letters) is None or ("_" in inner.replace(r"\_", "")):
        raise unsupported(f"`{inner.strip()}` inside `{command}` is no name", whole)
    words = " ".join(plain.split())
    if not words:
        raise unsupported(f"`{command}` without a name", whole)
    return Token("name", words, whole, "upright" if font == "text" else font)


def _delimiter(latex: str, command: str, span: Span, tokens: list[Token], sides: list[Span]) -> int:
    r"""Read the delimiter after a sizing command; a bar learns its side from `\left`, `\bigr`."""
    found = re.compile(r"\s*(\\[A-Za-z]+|\\.|[()\[\]|/.<>])", re.DOTALL).match(latex, span.end)
    if found is None:
        raise unsupported(f"`{command}` stands before a delimiter", span)
    text = found[1]
    where = Span(found.start(1), found.end(1))
    if text == "." or command == r"\middle":
        raise unsupported(f"`{command}{text}` is not read", Span(span.start, where.end))
    side = SIZING[command]
    if command == r"\left":
        sides.append(Span(span.start, where.end))
    elif command == r"\right":
        if not sides:
            raise unsupported(r"`\right` has no `\left`", Span(span.start, where.end))
        sides.pop()
    text = {"left": LEFT_BARS, "right": RIGHT_BARS}.get(side, {}).get(text, text)
    kind = "command" if text.startswith("\\") else "sign"
    tokens.append(Token(kind, text, where))
    return where.end
