"""Left sides of equations, as the reader sees them."""

from __future__ import annotations

import pytest

from docgen.links.left import find_lefts
from docgen.links.shape import parse_shape
from docgen.links.symbol import Symbol
from docgen.text import Span

NOWHERE = Span(0, 0)


def row(latex: str, shape: str) -> Symbol:
    return Symbol(latex, "c", None, parse_shape(shape), "", NOWHERE, NOWHERE, NOWHERE)


ROWS = [row("X", "(T, d)"), row("Y", "(T, d)"), row("y", "(d,)"), row("s", "scalar")]


@pytest.mark.parametrize(
    ("latex", "expected"),
    [
        ("Y = X", [(0, "Y", False)]),
        ("Y_{tj} = X_{tj}", [(0, "Y", False)]),
        ("y_1 = s", [(0, "y", False)]),
        (r"Y \leftarrow Y + X", [(0, "Y", False)]),
        # Properties: no symbol on the left, or no equation.
        (r"\lVert y \rVert = 1", [(0, None, True)]),
        (r"X^\top X = Y^\top Y", [(0, None, True)]),
        (r"y_i \le s", [(0, None, True)]),
        # What limits an equation or stands under `where` is no part of its own.
        (
            r"y_i = s \quad\text{for } i = 2, \dots, d",
            [(0, "y", False)],
        ),
        (r"y = s z \quad\text{where } z = y", [(0, "y", False)]),
        # Undeclared, and what cannot be read: as it is written.
        ("q = s", [(0, None, False)]),
        (r"Y_{tj} = \unknown{X}", [(0, "Y", False)]),
        (r"q = \unknown{X}", [(0, None, False)]),
    ],
)
def test_left_sides(latex: str, expected: list[tuple[int, str | None, bool]]) -> None:
    found = [
        (one.offset, one.symbol.latex if one.symbol else None, one.is_property)
        for one in find_lefts(latex, ROWS)
    ]
    assert found == expected


def test_a_row_of_notation_is_no_left_side() -> None:
    square = row("y^2", "(d,)")
    (left,) = find_lefts("y^2 = s", [*ROWS, square])
    assert (left.symbol, left.is_property) == (None, True)
