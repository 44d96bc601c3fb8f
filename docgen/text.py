"""Text of a file with exact positions: offsets inside, lines and columns for people.

`SourceText("docs/a.md", "x\\ny\\n").place(Span(2, 3))` is line 2, column 1. Also how numbers of
things are said: `counted(2, "run")`.
"""

from __future__ import annotations

import io
import tokenize
import unicodedata
from bisect import bisect_right
from dataclasses import dataclass
from functools import cached_property

TAB_WIDTH = 4


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """Characters `start` (included) to `end` (excluded), 0-based, of one text."""

    start: int
    end: int

    def shift(self, by: int) -> Span:
        """The same length, `by` characters further on."""
        return Span(self.start + by, self.end + by)


@dataclass(frozen=True, slots=True, order=True)
class Place:
    """A span of one file as people read it; complete without reading the file again.

    Attributes:
        path: Relative to the project's root, with `/`.
        line: 1-based.
        column: 1-based, in characters.
        end_column: 1-based, excluded; on the same line (a longer span is cut there).
        text: The whole line, without its end.
    """

    path: str
    line: int
    column: int
    end_column: int
    text: str


@dataclass(frozen=True)
class SourceText:
    """A decoded file; line ends are `\\n`, a byte-order mark is gone."""

    path: str
    text: str

    @cached_property
    def line_starts(self) -> list[int]:
        """Offsets at which lines start. Only `\\n` ends a line, as for Python and Git hosts."""
        starts = [0]
        at = self.text.find("\n")
        while at >= 0:
            starts.append(at + 1)
            at = self.text.find("\n", at + 1)
        return starts

    @property
    def line_count(self) -> int:
        """Lines of the file, a missing last line end included, an empty last line not."""
        ends_open = self.line_starts[-1] < len(self.text)
        return len(self.line_starts) - (not ends_open)

    def line_at(self, offset: int) -> int:
        """Number of the line of an offset, from 1."""
        return bisect_right(self.line_starts, offset)

    def column_at(self, offset: int) -> int:
        """Column of an offset in its line, from 1."""
        return offset - self.line_starts[self.line_at(offset) - 1] + 1

    def offset(self, line: int, column: int = 1) -> int:
        """Offset of a line and column, which both count from 1."""
        return self.line_starts[line - 1] + column - 1

    def line_span(self, line: int) -> Span:
        """The characters of a line without its end."""
        start = self.line_starts[line - 1]
        end = self.line_starts[line] - 1 if line < len(self.line_starts) else len(self.text)
        return Span(start, end)

    def line_text(self, line: int) -> str:
        """A line without its end."""
        span = self.line_span(line)
        return self.text[span.start : span.end]

    def slice(self, span: Span) -> str:
        """The characters of a span."""
        return self.text[span.start : span.end]

    def place(self, span: Span) -> Place:
        """Where a span begins, for people; a span of several lines ends with its first."""
        line = self.line_at(span.start)
        of_line = self.line_span(line)
        end = max(min(span.end, of_line.end), span.start + 1)
        column = span.start - of_line.start + 1
        text = self.line_text(line)
        return Place(self.path, line, column, end - of_line.start + 1, text)


def decode_python(data: bytes) -> str:
    """Decode a module as Python does: coding cookie, byte-order mark, universal line ends.

    Raises:
        SyntaxError: The cookie names no known encoding.
        UnicodeDecodeError: The bytes are not in that encoding.
    """
    encoding, _ = tokenize.detect_encoding(io.BytesIO(data).readline)
    return _with_newlines(data.decode(encoding))


def decode_page(data: bytes) -> str:
    """Decode a page: UTF-8 with or without byte-order mark, universal line ends.

    Raises:
        UnicodeDecodeError: The bytes are not UTF-8.
    """
    return _with_newlines(data.decode("utf-8-sig"))


def _with_newlines(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n")


def display_width(text: str) -> int:
    """Terminal cells of a text: tabs to the next multiple of 4, wide characters 2, marks 0."""
    width = 0
    for character in text:
        if character == "\t":
            width += TAB_WIDTH - width % TAB_WIDTH
        elif unicodedata.category(character) in ("Mn", "Me", "Cf"):
            continue
        else:
            width += 2 if unicodedata.east_asian_width(character) in "WF" else 1
    return width


def expand_tabs(text: str) -> str:
    """The text as `display_width` counts it, with tabs as spaces."""
    out: list[str] = []
    width = 0
    for character in text:
        cells = display_width(character) if character != "\t" else TAB_WIDTH - width % TAB_WIDTH
        out.append(" " * cells if character == "\t" else character)
        width += cells
    return "".join(out)


def counted(number: int, noun: str) -> str:
    """`1 run`, `1,200 runs`."""
    return f"{number:,} {noun}{'s' * (number != 1)}"
