"""Lines of a page as the scanner walks them, and table rows cut at `|`.

``| $p(y|x)$ | `a|b` |`` has two cells: a bar in a formula or in code cuts nothing.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from docgen.markup.math import behind_math, match_code
from docgen.markup.page import Cell, Row
from docgen.text import TAB_WIDTH, SourceText, Span

_DELIMITER = re.compile(r"\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*")


@dataclass(slots=True)
class Line:
    """One line, or what is left of it inside a quote or beside a list marker.

    Attributes:
        indent: Columns before `body`, counted from where the enclosing quote's text starts.
        body: The text from its first visible character on.
        start: Offset of `body`.
        begin: Offset of the whole line, or of its part inside a quote.
        is_beside: Whether a list marker stands before it.
    """

    indent: int
    body: str
    start: int
    begin: int
    is_beside: bool = False

    @property
    def end(self) -> int:
        """Offset behind its last character."""
        return self.start + len(self.body)

    @property
    def span(self) -> Span:
        """Without white space at the end."""
        return Span(self.start, self.start + len(self.body.rstrip(" \t")))

    def part(self, match: re.Match[str], group: int | str) -> Span:
        """Where a group of a match in `body` stands."""
        return Span(self.start + match.start(group), self.start + match.end(group))


def cut_lines(source: SourceText, start: int) -> list[Line]:
    """The lines of a text from an offset on."""
    lines: list[Line] = []
    begin = start
    for text in source.text[start:].split("\n"):
        lines.append(cut_line(text, begin))
        begin += len(text) + 1
    return lines


def cut_line(text: str, begin: int) -> Line:
    """A line without what indents it; tabs count to the next multiple of four."""
    body = text.lstrip(" \t")
    lead = len(text) - len(body)
    indent = lead if "\t" not in text[:lead] else len(text[:lead].expandtabs(TAB_WIDTH))
    return Line(indent, body if body.strip() else "", begin + lead, begin)


def dedent(text: str, columns: int) -> str:
    """A line without its first columns of white space; a tab that reaches further leaves spaces."""
    if text[:columns].isspace() and "\t" not in text[:columns]:
        return text[columns:]
    body = text.lstrip(" \t")
    lead = text[: len(text) - len(body)].expandtabs(TAB_WIDTH)
    return lead[columns:] + body


def is_delimiter(body: str) -> bool:
    """Whether a line is the `|---|---|` below a table's header."""
    return "|" in body and _DELIMITER.fullmatch(body) is not None


def cut_row(line: Line) -> Row:
    """The cells of a line; borders are no cells, an escaped `|` cuts nothing."""
    text = line.body.rstrip()
    bars = _bars(text)
    bounds = [-1, *bars, len(text)]
    if bars and bars[0] == 0:
        bounds.pop(0)
    if len(bars) > (1 if bars and bars[0] == 0 else 0) and bars[-1] == len(text) - 1:
        bounds.pop()
    cells = [
        _cell(text[left + 1 : right], line.start + left + 1) for left, right in pairwise(bounds)
    ]
    return Row(tuple(cells), line.span)


def _cell(text: str, start: int) -> Cell:
    stripped = text.strip()
    first = start + (len(text) - len(text.lstrip()) if stripped else min(1, len(text)))
    return Cell(stripped, Span(first, first + len(stripped)))


def _bars(text: str) -> list[int]:
    bars: list[int] = []
    at = 0
    while at < len(text):
        character = text[at]
        if character == "\\":
            at += 2
        elif character == "`":
            at = match_code(text, at)[1]
        elif character == "$":
            at = behind_math(text, at)
        else:
            if character == "|":
                bars.append(at)
            at += 1
    return bars


def is_lazy(line: Line, quoted: Sequence[Line]) -> bool:
    """Whether a line without a mark goes on with the paragraph of the quote above it."""
    if not quoted or not quoted[-1].body:
        return False
    starts = ("```", "~~~", "///", "#")
    return not line.body.startswith(starts) and not quoted[-1].body.startswith(starts)
