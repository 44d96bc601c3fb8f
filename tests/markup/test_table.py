"""Tables of the page: cells, ends, ragged rows."""

from __future__ import annotations

import pytest

from docgen.markup.scan import scan
from docgen.text import SourceText


def texts(text: str) -> list[list[list[str]]]:
    page = scan(SourceText("docs/a.md", text))
    for table in page.tables:
        for row in (table.header, *table.rows):
            assert [page.source.slice(cell.span) for cell in row.cells] == [
                cell.text for cell in row.cells
            ]
    return [
        [[cell.text for cell in row.cells] for row in (table.header, *table.rows)]
        for table in page.tables
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("| a | b |\n|---|:-:|\n| c | d |\n", [[["a", "b"], ["c", "d"]]]),
        ("a | b\n--- | ---\nc | d\n", [[["a", "b"], ["c", "d"]]]),
        ("| a |\n|---|\n", [[["a"]]]),
        ("||a|\n|-|-|\n|b||\n", [[["", "a"], ["b", ""]]]),
        ("| a |\n|---|\n| b |\n\n| c |\n", [[["a"], ["b"]]]),
        ("| a |\n|---|\n| b |\n# H\n", [[["a"], ["b"]]]),
        ("| a |\n|---|\n| b |\n/// listing\n///\n", [[["a"], ["b"]]]),
        ("- x\n\n    | a |\n    |---|\n    | b |\n", [[["a"], ["b"]]]),
        ("> | a |\n> |---|\n> | b |\n", [[["a"], ["b"]]]),
        ("| a |\n| b |\n", []),
        ("|---|\n|---|\n", []),
        ("| ` | b |\n|---|---|\n", [[["`", "b"]]]),
    ],
)
def test_cells(text: str, expected: list[list[list[str]]]) -> None:
    assert texts(text) == expected


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [
        ("| a | b |\n|---|---|\n| c |\n", 3, 1),
        ("| a | b |\n|---|---|\n| c | d | e |\n", 3, 11),
        ("| a | b |\n|---|\n| c | d |\n", 2, 1),
    ],
)
def test_ragged(text: str, line: int, column: int) -> None:
    [finding] = scan(SourceText("docs/a.md", text)).findings
    assert (finding.code, finding.place.line, finding.place.column) == (
        "malformed-block",
        line,
        column,
    )
