"""Places in docgen's characters ↔ positions in the units that an editor counts.

In UTF-16 the `b` of `𝔸b` stands at character 2; docgen's column of it is 2, counted from 1.
"""

from __future__ import annotations

from difflib import SequenceMatcher

from lsprotocol.types import Position, Range

from docgen.source.anchor import Region
from docgen.text import Place, SourceText, Span, decode_page


def editor_text(text: str) -> str:
    """A document as docgen reads files: `\\n` ends a line, a byte-order mark is gone."""
    return decode_page(text.encode("utf-8", "replace"))


class Columns:
    """Counts columns in the encoding that client and server agreed on.

    Args:
        encoding: `utf-8`, `utf-16` or `utf-32`.
    """

    def __init__(self, encoding: str) -> None:
        self.encoding = encoding

    def units(self, text: str) -> int:
        """How long a piece of one line is."""
        if text.isascii() or self.encoding == "utf-32":
            return len(text)
        if self.encoding == "utf-8":
            return len(text.encode("utf-8", "replace"))
        return len(text) + sum(character > "\uffff" for character in text)

    def characters(self, line: str, units: int) -> int:
        """How many characters of a line end within its first units."""
        at = used = 0
        while at < len(line):
            used += self.units(line[at])
            if used > units:
                break
            at += 1
        return at

    def offset(self, source: SourceText, position: Position) -> int:
        """The offset of a position; behind the end of a line or text, that end."""
        if position.line >= len(source.line_starts):
            return len(source.text)
        text = source.line_text(position.line + 1)
        return source.offset(position.line + 1) + self.characters(text, position.character)

    def position(self, source: SourceText, offset: int) -> Position:
        """An offset as line and column, both counted from 0."""
        line = source.line_at(offset)
        before = source.text[source.line_starts[line - 1] : offset]
        return Position(line - 1, self.units(before))

    def range_of_span(self, source: SourceText, span: Span) -> Range:
        """Characters of a file as a range of the editor."""
        return Range(self.position(source, span.start), self.position(source, span.end))

    def range_of_place(self, place: Place) -> Range:
        """The range of a place, which knows its line; cut at the line's end."""
        start, end = place.text[: place.column - 1], place.text[: place.end_column - 1]
        line = place.line - 1
        return Range(Position(line, self.units(start)), Position(line, self.units(end)))

    def range_of_region(self, source: SourceText, region: Region) -> Range:
        """Lines and columns of a file as a range of the editor."""
        start = source.offset(region.line, region.column)
        end = source.offset(region.end_line, region.end_column)
        return self.range_of_span(source, Span(start, end))


def moved_lines(old: str, new: str) -> dict[int, int]:
    """The lines of a text that another still has → where they stand there, both from 1."""
    if old == new:
        return {line: line for line in range(1, old.count("\n") + 2)}
    matcher = SequenceMatcher(None, old.split("\n"), new.split("\n"), autojunk=False)
    return {
        block.a + step + 1: block.b + step + 1
        for block in matcher.get_matching_blocks()
        for step in range(block.size)
    }
