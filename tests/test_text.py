"""Offsets, lines, columns and display cells of a text agree with one another."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from docgen.text import (
    Place,
    SourceText,
    Span,
    decode_page,
    decode_python,
    display_width,
    expand_tabs,
)

TEXTS = st.text(alphabet=st.sampled_from("ab\n\t\f\x0b\x85\u2028 é漢\u0301😀"), max_size=60)


@given(TEXTS, st.data())
@settings(max_examples=80, deadline=None)
def test_an_offset_and_its_line_and_column_are_the_same_place(
    text: str, data: st.DataObject
) -> None:
    source = SourceText("a.py", text)
    offset = data.draw(st.integers(0, len(text)))
    line, column = source.line_at(offset), source.column_at(offset)

    assert source.offset(line, column) == offset
    assert text[:offset].count("\n") == line - 1
    assert column - 1 == len(text[:offset].rpartition("\n")[2])


@given(TEXTS)
@settings(max_examples=80, deadline=None)
def test_lines_joined_again_are_the_text(text: str) -> None:
    source = SourceText("a.py", text)
    lines = [source.line_text(line) for line in range(1, len(source.line_starts) + 1)]

    assert "\n".join(lines) == text
    assert source.line_count == len(lines) - (lines[-1] == "")


@given(TEXTS, st.data())
@settings(max_examples=80, deadline=None)
def test_a_place_stays_on_its_line_and_is_never_empty(text: str, data: st.DataObject) -> None:
    source = SourceText("a.py", text)
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    place = source.place(Span(start, end))

    assert place.line == source.line_at(start)
    assert place.column < place.end_column <= max(len(place.text) + 1, place.column + 1)
    marked = place.text[place.column - 1 : place.end_column - 1]
    if start < end and text[start] != "\n":
        assert text[start:end].startswith(marked)


@given(TEXTS)
@settings(max_examples=80, deadline=None)
def test_expanded_text_is_as_wide_as_the_text(text: str) -> None:
    line = text.replace("\n", "")

    assert "\t" not in expand_tabs(line)
    assert display_width(expand_tabs(line)) == display_width(line)


def test_place_of_a_span_over_two_lines_ends_with_the_first() -> None:
    source = SourceText("docs/a.md", "one two\nthree\n")

    assert source.place(Span(4, 11)) == Place("docs/a.md", 1, 5, 8, "one two")
    assert source.slice(Span(4, 11)) == "two\nthr"


def test_place_at_the_end_of_the_text_is_one_character_wide() -> None:
    assert SourceText("a.md", "x").place(Span(1, 1)) == Place("a.md", 1, 2, 3, "x")
    assert SourceText("a.md", "").place(Span(0, 0)) == Place("a.md", 1, 1, 2, "")


def test_span_shifts_whole() -> None:
    assert Span(2, 5).shift(10) == Span(12, 15)


@pytest.mark.parametrize(
    ("text", "count"), [("", 0), ("# only a comment", 1), ("a\n", 1), ("a\nb", 2), ("\n\n", 2)]
)
def test_c034_line_count_of_files_without_a_last_line_end(text: str, count: int) -> None:
    assert SourceText("note.py", text).line_count == count


def test_c029_form_feed_and_other_separators_end_no_line() -> None:
    source = SourceText("a.py", "a\fb\x0bc\x1cd\x85e\u2028f\ng")

    assert source.line_count == 2
    assert source.line_at(source.text.index("f")) == 1


def test_c028_byte_order_mark_is_gone() -> None:
    data = b"\xef\xbb\xbfZ = 1\r\n"

    assert decode_python(data) == "Z = 1\n"
    assert decode_page(data) == "Z = 1\n"


def test_c032_every_line_end_is_one_line_end() -> None:
    assert decode_page(b"a\r\nb\rc\nd") == "a\nb\nc\nd"
    assert decode_python(b"a\r\nb\rc\nd") == "a\nb\nc\nd"


def test_cookie_says_how_a_module_is_encoded() -> None:
    assert decode_python("# coding: latin-1\ns = 'é'\n".encode("latin-1")).endswith("'é'\n")


def test_unreadable_bytes_are_refused() -> None:
    with pytest.raises(SyntaxError):
        decode_python(b"# coding: no-such-code\n")
    with pytest.raises(SyntaxError):
        decode_python(b"s = '\xff'\n")
    with pytest.raises(UnicodeDecodeError):
        decode_python(b"\n\ns = '\xff'\n")
    with pytest.raises(UnicodeDecodeError):
        decode_page(b"\xff")


@pytest.mark.parametrize(
    ("text", "cells"),
    [
        ("", 0),
        ("abc", 3),
        ("\t", 4),
        ("abc\td", 5),
        ("漢字", 4),
        ("ｆ", 2),
        ("e\u0301", 1),
        ("😀\ufe0f", 2),
        ("a\u200bb", 2),
    ],
)
def test_display_width(text: str, cells: int) -> None:
    assert display_width(text) == cells


def test_tabs_become_spaces_up_to_the_next_stop() -> None:
    assert expand_tabs("\ta\tb漢\tc") == "    a   b漢 c"
