from __future__ import annotations

import pytest
from lsprotocol.types import Position, Range

from docgen.lsp.position import Columns, editor_text, moved_lines
from docgen.source.anchor import Region
from docgen.text import SourceText, Span

TEXT = SourceText("a.md", "x\n\té𝔸b\n")
"""The second line: a tab, é (2 bytes), 𝔸 (4 bytes, 2 units of UTF-16), b."""


@pytest.mark.parametrize(("encoding", "character"), [("utf-8", 7), ("utf-16", 4), ("utf-32", 3)])
def test_positions_and_offsets_agree(encoding: str, character: int) -> None:
    columns = Columns(encoding)
    at_b = Position(1, character)

    assert columns.position(TEXT, 5) == at_b
    assert columns.offset(TEXT, at_b) == 5
    assert columns.range_of_place(TEXT.place(Span(5, 6))) == Range(at_b, Position(1, character + 1))
    assert columns.range_of_region(TEXT, Region(2, 4, 2, 5)) == Range(
        at_b, Position(1, character + 1)
    )


@pytest.mark.parametrize(
    ("line", "character", "offset"),
    [(0, 9, 1), (1, 3, 4), (1, 99, 6), (2, 0, 7), (9, 9, 7)],
)
def test_positions_outside_of_the_text_are_its_ends(line: int, character: int, offset: int) -> None:
    # Character 3 of line 1 lies within the two units of 𝔸, which begins at offset 4.
    assert Columns("utf-16").offset(TEXT, Position(line, character)) == offset


def test_a_place_behind_the_end_of_a_line_is_cut() -> None:
    place = TEXT.place(Span(1, 2))

    assert Columns("utf-16").range_of_place(place) == Range(Position(0, 1), Position(0, 1))


def test_an_editors_text_is_read_as_files_are() -> None:
    assert editor_text("\ufeffa\r\nb\rc\ud800") == "a\nb\nc?"


def test_lines_are_followed_as_far_as_they_are_the_same() -> None:
    assert moved_lines("a\nb\nc", "a\nb\nc") == {1: 1, 2: 2, 3: 3}
    assert moved_lines("a\nb\nc", "new\na\nB\nc") == {1: 2, 3: 4}
