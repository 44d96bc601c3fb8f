"""Symbols of a concept: names, cells and shapes of its tables."""

from __future__ import annotations

from pathlib import Path

import pytest

from docgen.links.notation import is_sign
from docgen.links.shape import Shape
from docgen.links.symbol import bind_symbols, normal_latex
from docgen.markup.scan import scan
from docgen.markup.symbols import symbol_tables
from docgen.settings import DimensionSetting, Settings
from docgen.source.index import SourceIndex
from docgen.text import SourceText
from tests.conftest import MakeProject
from tests.foreign import FILES, line_of


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("W_1", "W_{1}"),
        ("W_{ff}", "W_{ f f }"),
        (r"d\,X", "d X"),
        (r"x_{\alpha}", r"x_{ \alpha }"),
        (r"\mathrm{Ff}", r"\mathrm {Ff}"),
    ],
)
def test_spelling_makes_no_difference(one: str, other: str) -> None:
    assert normal_latex(one) == normal_latex(other)


@pytest.mark.parametrize(("one", "other"), [("W_{12}", "W_12"), ("X_1", "X_2"), ("x", "X")])
def test_other_names_differ(one: str, other: str) -> None:
    assert normal_latex(one) != normal_latex(other)


SETTINGS = Settings(Path(), dimensions={"T": DimensionSetting("m.T")})


@pytest.mark.parametrize(
    ("latex", "expected"),
    [
        (r"\mathbf{1}", True),
        (r"\mathbb{1}[x]", True),
        (r"\odot", True),
        ("I", False),
        ("e", False),
        (r"\delta_1", False),
        ("T", False),
        (r"\sum_i", True),
        ("Z", False),
        ("I_1", False),
        ("t", False),
        (r"\pi_1", False),
    ],
)
def test_signs(latex: str, expected: bool) -> None:
    assert is_sign(latex) is expected


HEAD = "# P\n\n## C\n\n/// concept | advance\n///\n\n"
COLUMNS = "| Symbol | Meaning | In code | Shape |\n|---|---|---|---|\n"


def bound(make_project: MakeProject, rows: str) -> tuple[list[tuple[object, ...]], list[str]]:
    """(name, cell, expression, shape) of each symbol; faults as `line:column code message`."""
    index = SourceIndex.scan(make_project(FILES))
    page = scan(SourceText("p.md", HEAD + COLUMNS + rows))
    table, findings = symbol_tables(page)
    assert not findings
    symbols, faults = bind_symbols(table, index.function("rnn.advance"), index, SETTINGS)
    placed = [fault.at(page.source, span) for fault, span in faults]
    return (
        [(s.latex, s.cell_text, s.cell.expression if s.cell else None, s.shape) for s in symbols],
        [f"{each.place.line}:{each.place.column} {each.code} {each.message}" for each in placed],
    )


def test_rows_bind_names_to_cells(make_project: MakeProject) -> None:
    rows = (
        "| $d, p$ | two | `drive`, `pre` | (B, H) and (B, H) |\n"
        "| $r$ | row | `drive[b]` | (H,) |\n"
        "| $n$ | none | — | — |\n"
        "| $I$ | identity | `pre` | (B, H) |\n"
        "| $T$ | letter | `nothing` | scalar |\n"
    )
    shape = Shape(("B", "H"))
    assert bound(make_project, rows) == (
        [
            ("d", "drive", "drive", shape),
            ("p", "pre", "pre", shape),
            ("r", "drive[b]", "drive[0]", Shape(("H",))),
            ("n", "", None, None),
            ("I", "pre", "pre", shape),
            ("T", "nothing", None, Shape(())),
        ],
        [],
    )


@pytest.mark.parametrize(
    ("row", "mark", "message"),
    [
        (
            "| $d$ | one | `drove` | (B, H) |\n",
            "`«drove`",
            "unknown-anchor `advance` binds no `drove`",
        ),
        ("| $d$ | one | `drive` | (B; H) |\n", "«(B; H)", "malformed-block `(B; H)` is no shape"),
        ("| $d$ | one | `drive` | (…, …) |\n", "«(…, …)", "malformed-block `(…, …)` is no shape"),
        ("| $d$ | one | `drive` | (2**B,) |\n", "«(2**B", "malformed-block `(2**B,)` is no shape"),
    ],
)
def test_faulty_rows(make_project: MakeProject, row: str, mark: str, message: str) -> None:
    _, faults = bound(make_project, row)
    assert faults == [f"{line_of(HEAD + COLUMNS + row, mark)} {message}"]


def test_a_function_is_called_and_not_read(make_project: MakeProject) -> None:
    rows = (
        "| $\\operatorname{b}(u)$ | one | `bend` | (…) to (…) |\n"
        "| $\\operatorname{c}(u)$ | two | `bend(u)` | (…) to (…) |\n"
    )
    symbols, faults = bound(make_project, rows)
    assert [(name, cell) for name, _, cell, _ in symbols] == [
        (r"\operatorname{b}(u)", None),
        (r"\operatorname{c}(u)", None),
    ]
    assert faults == []


def test_a_function_that_is_not_there_is_a_fault(make_project: MakeProject) -> None:
    row = "| $\\operatorname{b}(u)$ | one | `bent` | (…) to (…) |\n"
    _, faults = bound(make_project, row)
    (place,) = faults
    assert place.startswith(f"{line_of(HEAD + COLUMNS + row, '`«bent`')} unknown-anchor")


def test_an_ambiguous_cell_is_left_to_the_equations(make_project: MakeProject) -> None:
    folder = make_project(FILES)
    (folder / "rnn.py").write_text("def advance(x):\n    y = x\n    y = x + 1\n    return y\n")
    index = SourceIndex.scan(folder)
    page = scan(SourceText("p.md", HEAD + COLUMNS + "| $y$ | two | `y` | scalar |\n"))
    table, _ = symbol_tables(page)
    (symbol,), faults = bind_symbols(table, index.function("rnn.advance"), index, SETTINGS)
    assert (faults, symbol.cell) == ([], None)
    assert symbol.doubt is not None
    fault, _ = symbol.doubt
    assert fault.code == "ambiguous-anchor"
    assert fault.notes == (
        "rnn.py:2: `y = x` in `advance`",
        "rnn.py:3: `y = x + 1` in `advance`",
    )


TWICE = "def advance(x):\n    y = x\n    x = 2 * x\n    z = x + y\n    return z\n"


def at_a_time(make_project: MakeProject, cell: str) -> tuple[list[object], list[str]]:
    folder = make_project(FILES)
    (folder / "rnn.py").write_text(TWICE)
    index = SourceIndex.scan(folder)
    text = HEAD + COLUMNS + f"| $x$ | one | {cell} | scalar |\n"
    page = scan(SourceText("p.md", text))
    table, findings = symbol_tables(page)
    assert not findings
    ((symbol,), faults) = bind_symbols(table, index.function("rnn.advance"), index, SETTINGS)
    found = symbol.cell
    said = [found.when, found.expression, found.node and found.node[0]] if found else []
    places = [fault.at(page.source, span).place for fault, span in faults]
    marks = [text.split("\n")[place.line - 1][place.column - 1 :].split("`")[0] for place in places]
    return said, [f"{fault.code} {mark}" for (fault, _), mark in zip(faults, marks, strict=True)]


@pytest.mark.parametrize(
    ("cell", "said"),
    [
        ("`x` at `entry`", ["entry", "x", None]),
        ("`x` before `z`", ["before", "x", 4]),
        ("`x` after `z`", ["after", "x", 4]),
    ],
)
def test_a_row_says_when_its_cell_is_read(
    make_project: MakeProject, cell: str, said: list[object]
) -> None:
    assert at_a_time(make_project, cell) == (said, [])


@pytest.mark.parametrize(
    ("cell", "fault"),
    [
        ("`x` at `exit`", "malformed-block x"),
        ("`x` before `w`", "unknown-anchor w"),
        ("`x` after `w`", "unknown-anchor w"),
    ],
)
def test_times_that_are_none(make_project: MakeProject, cell: str, fault: str) -> None:
    assert at_a_time(make_project, cell) == ([], [fault])
