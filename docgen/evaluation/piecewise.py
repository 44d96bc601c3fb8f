r"""What is chosen entry by entry: `cases`, and the larger or smaller of values.

`max(0, z)` of a vector is a vector; where z is positive it is z.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from docgen.evaluation import arithmetic, condition
from docgen.evaluation.escape import Bad
from docgen.evaluation.quantity import (
    Array,
    Quantity,
    bad_of,
    meet,
    merged,
    settle,
    shown_shape,
    spread,
)
from docgen.evaluation.stop import stop
from docgen.evaluation.term import Term

if TYPE_CHECKING:
    from docgen.evaluation.evaluator import Evaluator


def cases(term: Term, see: Evaluator) -> Quantity:
    """The value of the one row that holds, entry by entry.

    Raises:
        Stop: At some entry no row holds, or two do.
    """
    rows: list[Quantity | None] = [condition.conditions(row.args[1:], see) for row in term.args]
    known = [one for one in rows if one is not None]
    chosen = [one if one is not None else _otherwise(known) for one in rows]
    _check_rows(chosen, see)
    values: list[Quantity] = []
    outer = see.live
    for at, (row, where) in enumerate(zip(term.args, chosen, strict=True)):
        condition.record(term, str(at + 1), where, see)
        see.live = condition.both(outer, where)
        try:
            values.append(see.quantity(row.args[0]))
        finally:
            see.live = outer
    return choose(values, chosen)


def _otherwise(known: Sequence[Quantity]) -> Quantity:
    """Where no condition holds."""
    letters = merged(known)
    rank = max(one.rank for one in known)
    off: Array | None = None
    for one in known:
        data = 1.0 - spread(one.data, one.letters, letters, rank)
        off = data if off is None else off * data
    assert off is not None
    shape = np.broadcast_shapes(
        *(spread(one.data, one.letters, letters, rank).shape for one in known)
    )
    off = np.broadcast_to(off, shape)
    state = next((one.state for one in known if one.rank == 1), "")
    bad = bad_of(known, letters, shape)
    vague = any(one.is_vague for one in known)
    return Quantity(off, np.zeros(shape), letters, state, (), bad, vague)


def _check_rows(chosen: Sequence[Quantity], see: Evaluator) -> None:
    """Refuse entries that no row covers, or several do."""
    among = [*chosen, see.live] if see.live is not None else list(chosen)
    letters = merged(among)
    rank = max(one.rank for one in among)
    for one in chosen[1:]:
        meet(chosen[0], one)
    total = sum(spread(one.data, one.letters, letters, rank) for one in chosen)
    wrong = np.asarray((total != 1) & ~np.isnan(total))
    for one in chosen:
        if one.bad is not None:
            wrong = wrong & ~spread(one.bad.mask, one.letters, letters, rank)
    if see.live is not None:
        wrong = wrong & spread(see.live.data == 1, see.live.letters, letters, rank)
    if not wrong.any():
        return
    first = tuple(int(n) for n in np.argwhere(wrong)[0])
    place = condition.shown_place(first, letters, see)
    where = f" at {place}" if place else ""
    count = float(np.broadcast_to(total, wrong.shape)[first])
    if count == 0:
        raise stop("unsupported-latex", f"no row of `cases` holds{where}")
    raise stop("ambiguous-latex", f"{count:g} rows of `cases` hold{where}")


def choose(values: Sequence[Quantity], where: Sequence[Quantity]) -> Quantity:
    """Entry by entry the value whose condition holds; NaN where a condition is NaN.

    Raises:
        Stop: `shape-mismatch` of the rows.
    """
    everything = [*values, *where]
    letters = merged(everything)
    rank = max(one.rank for one in everything)
    for one in everything:
        if one.rank not in (0, rank):
            raise stop("shape-mismatch", f"rows of {one.rank} and {rank} axes")
    for a, b in pairwise(everything):
        if a.rank and b.rank:
            meet(a, b)
            arithmetic.joint_state(a, b)
    arrays = [spread(one.data, one.letters, letters, rank) for one in everything]
    shape = np.broadcast_shapes(*(one.shape for one in arrays))
    data = np.full(shape, np.nan)
    error = np.zeros(shape)
    mask = np.zeros(shape, np.bool_)
    escapes: list[Any] = []
    for value, chosen in zip(values, where, strict=True):
        on = spread(chosen.data == 1, chosen.letters, letters, rank)
        data = np.where(on, spread(value.data, value.letters, letters, rank), data)
        error = np.where(on, spread(value.error, value.letters, letters, rank), error)
        if value.bad is not None:
            mask |= on & spread(value.bad.mask, value.letters, letters, rank)
            escapes += value.bad.escapes
        if chosen.bad is not None:
            mask |= spread(chosen.bad.mask, chosen.letters, letters, rank)
            escapes += chosen.bad.escapes
    bad = Bad(mask, tuple(escapes)) if mask.any() else None
    state = next((one.state for one in everything if one.rank == 1), "")
    vague = any(one.is_vague for one in everything)
    return Quantity(data, settle(data, error), letters, state, (), bad, vague)


def extreme(term: Term, values: Sequence[Quantity], see: Evaluator) -> Quantity:
    """The largest or smallest of several values, entry by entry.

    Raises:
        Stop: `shape-mismatch` of the values.
    """
    is_max = term.text == "max"
    for a, b in pairwise(values):
        if a.rank != b.rank and a.rank and b.rank:
            raise stop(
                "shape-mismatch", f"`{term.text}` of shapes {shown_shape(a)} and {shown_shape(b)}"
            )
    result = values[0]
    for one in values[1:]:
        state = arithmetic.joint_state(result, one)
        elastic = meet(result, one)
        x, ex, y, ey, letters = arithmetic.pair(result, one)
        data = np.maximum(x, y) if is_max else np.minimum(x, y)
        # What is smaller by less than its bound may be the larger in the code.
        ex = np.fmax(ex - np.abs(data - x) / see.u, 0.0)
        ey = np.fmax(ey - np.abs(data - y) / see.u, 0.0)
        result = arithmetic.made(
            data, np.maximum(ex, ey), letters, result, one, state, elastic=elastic
        )
    if len(values) > 1:
        for at, one in enumerate(values):
            x, _, y, _, letters = arithmetic.pair(result, one)
            taken = np.equal(x, y).astype(np.float64)
            found = Quantity(taken, taken, letters, "", (), result.bad)
            condition.record(term, str(at + 1), found, see)
    return result
