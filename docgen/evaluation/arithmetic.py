"""Sums, products and quotients entry by entry, with their rounding bounds.

`a + b` has the bound E_a + E_b + |a + b|, `a b` the bound |a| E_b + |b| E_a + |a b|.
"""

from __future__ import annotations

import numpy as np

from docgen.evaluation.quantity import (
    COLUMN,
    PLAIN,
    ROW,
    Array,
    Quantity,
    bad_of,
    meet,
    merged,
    settle,
    spread,
    unequal,
)
from docgen.evaluation.stop import stop


def pair(a: Quantity, b: Quantity) -> tuple[Array, Array, Array, Array, tuple[str, ...]]:
    """Data and bounds of both on common axes, and the letters of these."""
    rank = max(a.rank, b.rank)
    if a.letters == b.letters and a.rank == b.rank and a.data.shape == b.data.shape:
        return a.data, a.error, b.data, b.error, a.letters
    letters = merged((a, b))
    return (
        spread(a.data, a.letters, letters, rank),
        spread(a.error, a.letters, letters, rank),
        spread(b.data, b.letters, letters, rank),
        spread(b.error, b.letters, letters, rank),
        letters,
    )


def made(
    data: Array,
    error: Array,
    letters: tuple[str, ...],
    a: Quantity,
    b: Quantity,
    state: str = "",
    is_unit: bool = False,
    elastic: tuple[object, ...] = (),
) -> Quantity:
    """A value made of two, which takes over what is known of both."""
    bad = None
    if a.bad is not None or b.bad is not None:
        bad = bad_of((a, b), letters, data.shape)
    return Quantity(
        data,
        settle(data, error),
        letters,
        state,
        elastic,  # type: ignore[arg-type]
        bad,
        a.is_vague or b.is_vague,
        is_unit,
    )


def joint_state(a: Quantity, b: Quantity) -> str:
    """The orientation of two vectors side by side.

    Raises:
        Stop: One is a column and the other a row.
    """
    if a.rank != 1 or b.rank != 1:
        return a.state if a.rank == 1 and b.rank == 0 else b.state if a.rank == 0 else ""
    if a.state == PLAIN:
        return b.state
    if b.state not in (PLAIN, a.state):
        raise unequal(a, b, "transpose one of them")
    return a.state


def check_lift(a: Quantity, b: Quantity) -> None:
    """Refuse an array of fewer axes that has two readings beside the larger.

    Raises:
        Stop: A column, or what was not known to fit from rows alone.
    """
    larger, smaller = (a, b) if a.rank > b.rank else (b, a)
    if smaller.state == COLUMN:
        raise unequal(a, b, r"write the column times `\mathbf{1}^\top`")
    if smaller.rank == 1 and (a.is_vague or b.is_vague) and larger.is_square:
        raise stop(
            "ambiguous-latex",
            "a vector and a square matrix are put together",
            "reading: the vector on every row",
            "reading: the vector on every column",
            help=r"write `\mathbf{1} v^\top` or `v \mathbf{1}^\top`",
        )


def add(a: Quantity, b: Quantity, sign: float = 1.0, is_loose: bool = False) -> Quantity:
    """A sum or difference.

    Args:
        is_loose: Whether a number may meet a square matrix, as in `max(0, Z)`.

    Raises:
        Stop: `ambiguous-latex` for a number beside a square matrix.
    """
    if a.rank != b.rank:
        if a.rank and b.rank:
            check_lift(a, b)
        elif not is_loose and (a.is_vague or b.is_vague) and (a if a.rank else b).is_square:
            raise stop(
                "ambiguous-latex",
                "a number and a square matrix are added",
                "reading: the number times the identity",
                "reading: the number on every entry",
                help=r"write `\lambda I`, or indices",
            )
    state = joint_state(a, b)
    elastic = meet(a, b)
    x, ex, y, ey, letters = pair(a, b)
    data = x + y if sign > 0 else x - y
    return made(
        data,
        ex + ey + np.abs(data),
        letters,
        a,
        b,
        state,
        a.is_unit and b.is_unit,
        elastic,
    )


def times(a: Quantity, b: Quantity, u: float) -> Quantity:
    """A product entry by entry; of a number with anything, or of equal shapes."""
    if a.rank != b.rank and a.rank and b.rank:
        check_lift(a, b)
    state = joint_state(a, b)
    elastic = meet(a, b)
    x, ex, y, ey, letters = pair(a, b)
    data = x * y
    error = np.abs(x) * ey + np.abs(y) * ex + np.abs(data) + u * ex * ey
    is_unit = (a.is_unit and b.rank == 0) or (b.is_unit and a.rank == 0)
    return made(data, error, letters, a, b, state, is_unit, elastic)


def divide(a: Quantity, b: Quantity) -> Quantity:
    """A quotient by a number, or entry by entry.

    Raises:
        Stop: A division by a matrix.
    """
    if b.rank >= 2:
        raise stop(
            "unsupported-latex", "a division by a matrix", help="write the inverse, or indices"
        )
    if a.rank != b.rank and a.rank and b.rank:
        check_lift(a, b)
    state = joint_state(a, b)
    elastic = meet(a, b)
    x, ex, y, ey, letters = pair(a, b)
    data = x / y
    size = np.abs(y)
    error = (ex + np.abs(data) * ey) / size + np.abs(data)
    return made(data, error, letters, a, b, state, a.is_unit and b.rank == 0, elastic)


def negate(a: Quantity) -> Quantity:
    """`-a`, entry by entry; the rounding bounds stay as they are."""
    return Quantity(-a.data, a.error, a.letters, a.state, a.elastic, a.bad, a.is_vague, a.is_unit)


def flip(a: Quantity) -> Quantity:
    """The transpose: plain and column vectors become rows, rows columns.

    Raises:
        Stop: It has more than two axes.
    """
    if a.rank == 0:
        return a
    if a.rank == 1:
        state = COLUMN if a.state == ROW else ROW
        return Quantity(a.data, a.error, a.letters, state, a.elastic, a.bad, a.is_vague)
    if a.rank > 2:
        raise stop("unsupported-latex", f"a transpose of an array of {a.rank} axes")
    a.good()
    return Quantity(
        a.data.swapaxes(-1, -2),
        a.error.swapaxes(-1, -2),
        a.letters,
        "",
        a.elastic[::-1],
        None,
        a.is_vague,
        a.is_unit,
    )
