"""Symbol tables: names, cells, shapes, qualifiers."""

from __future__ import annotations

import pytest

from docgen.diagnostics import Finding
from docgen.markup.scan import scan
from docgen.markup.sections import concepts
from docgen.markup.symbols import SymbolRow, symbol_tables
from docgen.text import SourceText

HEAD = "| Symbol | Meaning | In code | Shape |\n|---|---|---|---|\n"


def read(row: str) -> tuple[tuple[SymbolRow, ...], tuple[Finding, ...]]:
    page = scan(SourceText("docs/a.md", HEAD + row))
    assert page.findings == ()
    rows, findings = symbol_tables(page)
    for each in rows:
        for text, span in (*each.symbols, *each.cells, *each.shapes):
            assert page.source.slice(span) == text
    return rows, findings


def words(entries: tuple[tuple[str, object], ...]) -> list[str]:
    return [text for text, _ in entries]


@pytest.mark.parametrize(
    ("row", "symbols", "cells", "shapes"),
    [
        ("| $Z$ | w | `Z` | (T, F) |", ["Z"], ["Z"], ["(T, F)"]),
        (
            "| $W_1, b_1$ | w | `ff1_w`, `ff1_b` | (d, F) and (F,) |",
            ["W_1", "b_1"],
            ["ff1_w", "ff1_b"],
            ["(d, F)", "(F,)"],
        ),
        (
            "| $a$, $b$ | w | `a, f(b, c)` | (d,), scalar |",
            ["a", "b"],
            ["a", "f(b, c)"],
            ["(d,)", "scalar"],
        ),
        ("| $a$ and $b$ | w | `x` | (d,) |", ["a", "b"], ["x"], ["(d,)"]),
        ("| $p(y|x)$ | w | `p` | scalar |", ["p(y|x)"], ["p"], ["scalar"]),
        ("| $f(x, y)$ | w | none | (…) to (…) |", ["f(x, y)"], [], ["(…) to (…)"]),
        ("| $W_{1,2}\\, x$ | w | — | — |", ["W_{1,2}\\, x"], [], ["—"]),
        ("| $y$ | w | `y` | (T,) in V |", ["y"], ["y"], ["(T,) in V"]),
        ("| $P$ | w | `P` | (T, T), symmetric |", ["P"], ["P"], ["(T, T), symmetric"]),
        ("| $x$ `$y$` \\$ | w | in words | |", ["x"], [], []),
        ("| $x,$ | w | `` | |", ["x"], [], []),
    ],
)
def test_row(row: str, symbols: list[str], cells: list[str], shapes: list[str]) -> None:
    [found], findings = read(row + "\n")
    assert findings == ()
    assert (words(found.symbols), words(found.cells), words(found.shapes)) == (
        symbols,
        cells,
        shapes,
    )
    assert found.meaning.text == "w"


def test_qualifiers() -> None:
    [row], _ = read("| $x, y$ | w | `x` at `entry`, `self.P` before `self.K` | |\n")
    assert words(row.cells) == ["x", "self.P"]
    assert [each and (each.word, each.target) for each in row.qualifiers] == [
        ("at", "entry"),
        ("before", "self.K"),
    ]


@pytest.mark.parametrize(
    ("row", "column", "message"),
    [
        ("| Z | w | `Z` | |", 3, "the row names no symbol"),
        ("| | w | `Z` | |", 3, "the row names no symbol"),
        ("| $x$ | w | `a`, `b` | |", 13, "the row has 1 symbol, but 2 cells"),
        ("| $x, y, z$ | w | `a` | (d,) and (F,) |", 25, "the row has 3 symbols, but 2 shapes"),
    ],
)
def test_rows_that_do_not_add_up(row: str, column: int, message: str) -> None:
    rows, [finding] = read(row + "\n")
    assert rows == ()
    assert (finding.code, finding.place.line, finding.place.column) == (
        "malformed-block",
        3,
        column,
    )
    assert finding.message == message


@pytest.mark.parametrize(
    ("header", "count"),
    [
        ("| **symbol** |  IN  CODE |\n|---|---|\n", 1),
        ("| Sign | In code |\n|---|---|\n", 0),
        ("| Symbol | Role |\n|---|---|\n", 0),
    ],
)
def test_which_tables(header: str, count: int) -> None:
    page = scan(SourceText("docs/a.md", header + "| $x$ | `x` |\n"))
    rows, findings = symbol_tables(page)
    assert (len(rows), findings) == (count, ())


@pytest.mark.parametrize("name", ["Code", "in cod", "Incode"])
def test_column_of_another_name(name: str) -> None:
    page = scan(SourceText("docs/a.md", f"| Symbol | {name} |\n|---|---|\n| $x$ | `x` |\n"))
    _, [finding] = symbol_tables(page)
    assert (finding.place.column, finding.help) == (12, "name this column `In code`")


@pytest.mark.parametrize(
    ("header", "column", "wanted"),
    [
        ("| Symbols | In code | Shape |", 3, "Symbol"),
        ("| Symbols | Code | Shape |", 3, "Symbol"),
        ("| Symbol | Code | Shapes |", 12, "In code"),
        ("| Symbol | In code | Shapes |", 22, "Shape"),
    ],
)
def test_a_symbol_table_with_one_column_misnamed(header: str, column: int, wanted: str) -> None:
    text = f"{header}\n|---|---|---|\n| $x$ | `x` | (d,) |\n"
    rows, [finding] = symbol_tables(scan(SourceText("docs/a.md", text)))
    assert rows == ()
    assert (finding.code, finding.place.line, finding.place.column, finding.message) == (
        "malformed-block",
        1,
        column,
        f"a symbol table without the column *{wanted}*",
    )
    assert finding.help == f"name this column `{wanted}`"


@pytest.mark.parametrize(
    "header", ["| Symbol | In code | Share |", "| Symbols | Meaning | Shape |"]
)
def test_columns_of_other_tables(header: str) -> None:
    text = f"{header}\n|---|---|---|\n| $x$ | `x` | (d,) |\n"
    assert symbol_tables(scan(SourceText("docs/a.md", text)))[1] == ()


@pytest.mark.parametrize(
    ("symbols", "code"),
    [
        ("$x$", "`x at entry`"),
        ("$x$", "`x` at `entry`"),
        ("$x, y$", "`x at entry, y at entry`"),
        ("$x, y$", "`x at entry` and `y at entry`"),
        ("$x, y$", "`x, y` at `entry`"),
    ],
)
def test_both_spellings_of_a_cell_at_entry(symbols: str, code: str) -> None:
    [row], findings = read(f"| {symbols} | | {code} | |\n")
    assert findings == ()
    assert words(row.cells) == symbols.strip("$").split(", ")
    times = [(one.word, one.target) for one in row.qualifiers if one is not None]
    assert times == [("at", "entry")] * len(row.cells)


def test_tables_of_a_concept() -> None:
    page = scan(
        SourceText(
            "docs/a.md",
            f"{HEAD}| $a$ | | | |\n\n# H\n\n/// concept | f\n///\n\n{HEAD}| $b$ | | | |\n",
        )
    )
    rows, _ = symbol_tables(concepts(page)[0][0])
    assert [words(row.symbols) for row in rows] == [["b"]]
