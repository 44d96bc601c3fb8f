"""Lines of a rendered text, mapped back by hand."""

from __future__ import annotations

from docgen.diagnostics import Finding
from docgen.markup.lines import LineMap
from docgen.text import Place, SourceText, Span

RAW = SourceText("p.md", "---\na: 1\n---\none\n{{ two }}\nthree\n\nfour\n")
SHOWN = SourceText("p.md", "one\ntwo a\ntwo b\nthree\n\nfour\n")


def mapped(line: int, column: int = 1, raw: SourceText = RAW, shown: SourceText = SHOWN) -> Place:
    start = shown.offset(line, column)
    finding = Finding("malformed-block", "m", shown.place(Span(start, start + 1)))
    return LineMap(raw, shown).to_raw(finding).place


def test_equal_lines_keep_their_columns() -> None:
    assert mapped(1, 2) == Place("p.md", 4, 2, 3, "one")
    assert mapped(4, 3) == Place("p.md", 6, 3, 4, "three")
    assert mapped(6) == Place("p.md", 8, 1, 2, "four")


def test_made_lines_are_those_that_made_them() -> None:
    whole = Place("p.md", 5, 1, 10, "{{ two }}")
    assert mapped(2, 3) == whole
    assert mapped(3, 5) == whole


def test_lines_put_in_belong_to_the_line_above() -> None:
    raw, shown = SourceText("p.md", "one\ntwo\n"), SourceText("p.md", "one\nnew\nnewer\ntwo\n")
    assert [mapped(line, 1, raw, shown).line for line in (1, 2, 3, 4)] == [1, 1, 1, 2]
    assert mapped(2, 2, raw, shown).text == "one"


def test_lines_put_in_on_top_belong_to_the_first() -> None:
    raw, shown = SourceText("p.md", "one\n"), SourceText("p.md", "new\none\n")
    assert [mapped(line, 1, raw, shown).line for line in (1, 2)] == [1, 1]


def test_places_of_other_files_stay() -> None:
    finding = Finding("malformed-block", "m", Place("other.py", 2, 1, 2, "x"))
    assert LineMap(RAW, SHOWN).to_raw(finding) is finding
    beyond = Finding("malformed-block", "m", Place("p.md", 99, 1, 2, "x"))
    assert LineMap(RAW, SHOWN).to_raw(beyond) is beyond


def test_an_empty_file() -> None:
    raw, shown = SourceText("p.md", ""), SourceText("p.md", "made\n")
    assert mapped(1, 1, raw, shown).line == 1
