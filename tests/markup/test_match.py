"""Items of the file paired with those of the text that a host rendered."""

from __future__ import annotations

from docgen.diagnostics import Finding
from docgen.markup.lines import LineMap
from docgen.markup.match import alignment
from docgen.markup.scan import scan
from docgen.text import SourceText, Span


def pairs(raw: str, rendered: str) -> list[tuple[int | None, int | None]]:
    return alignment(scan(SourceText("a.md", raw)), scan(SourceText("a.md", rendered)))


def test_front_matter_gone() -> None:
    assert pairs("---\ncode: m\n---\n# H\n\n$x$\n", "# H\n\n$x$\n") == [(0, 0), (1, 1)]


def test_removed_added_and_changed() -> None:
    assert pairs("$a$ $b$ $c$", "$a$ $c$") == [(0, 0), (1, None), (2, 1)]
    assert pairs("$a$", "$x$ $a$ $a$") == [(None, 0), (0, 1), (None, 2)]
    assert pairs("$a$", "$b$") == [(0, None), (None, 0)]


def test_lines_of_the_rendered_text() -> None:
    raw = SourceText("a.md", "---\nx: y\n---\none\n{{ macro }}\nlast\n")
    rendered = SourceText("a.md", "one\nmade 1\nmade 2\nlast\n")
    lines = LineMap(raw, rendered)

    def moved(line: int, column: int) -> tuple[int, int]:
        start = rendered.offset(line, column)
        finding = Finding("malformed-block", "m", rendered.place(Span(start, start + 1)))
        place = lines.to_raw(finding).place
        return place.line, place.column

    assert [moved(1, 2), moved(2, 3), moved(3, 2), moved(4, 3)] == [(4, 2), (5, 1), (5, 1), (6, 3)]
