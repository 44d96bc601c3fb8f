r"""What holds entry by entry: relations, indicators, `cases`, and the larger of two values.

`z > 0` is 1 where it holds, 0 where not and NaN where z is.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from docgen.evaluation import arithmetic, indexing
from docgen.evaluation.quantity import (
    Array,
    Bad,
    Mask,
    Quantity,
    bad_of,
    merged,
    settle,
    shown_shape,
    spread,
    stop,
)
from docgen.evaluation.term import Term

if TYPE_CHECKING:
    from docgen.evaluation.evaluator import Evaluator

_RELATIONS: dict[str, Callable[[Any, Any], Any]] = {
    "=": np.equal,
    "≠": np.not_equal,
    "<": np.less,
    ">": np.greater,
    "≤": np.less_equal,
    "≥": np.greater_equal,
}


def relation(left: Quantity, right: Quantity, sign: str) -> Quantity:
    """Where a relation holds: 1, 0, or NaN where one side is NaN."""
    if left.rank != right.rank and left.rank and right.rank:
        raise stop(
            "shape-mismatch",
            f"a comparison of shapes {shown_shape(left)} and {shown_shape(right)}",
        )
    state = arithmetic.joint_state(left, right)
    elastic = arithmetic.meet(left, right)
    x, _, y, _, letters = arithmetic.pair(left, right)
    holds = _RELATIONS[sign](x, y).astype(np.float64)
    unknown = np.isnan(x) | np.isnan(y)
    if unknown.any():
        holds = np.where(unknown, np.nan, holds)
    return arithmetic.made(
        holds, np.zeros(holds.shape), letters, left, right, state, elastic=elastic
    )


def both(a: Quantity | None, b: Quantity | None) -> Quantity | None:
    """Where two conditions hold; where one is false, the other may be anything."""
    if a is None or b is None:
        return a or b
    state = arithmetic.joint_state(a, b)
    rank = max(a.rank, b.rank)
    letters = merged((a, b))
    arithmetic.meet(a, b)
    x, y = (spread(one.data, one.letters, letters, rank) for one in (a, b))
    off = (x == 0) | (y == 0)
    data = np.where(off, 0.0, x * y)
    bad = None
    if a.bad is not None or b.bad is not None:
        found = bad_of((a, b), letters, data.shape)
        assert found is not None
        off = _is_false(a, letters, rank) | _is_false(b, letters, rank)
        bad = Bad(found.mask & ~off, found.escapes)
    return Quantity(data, np.zeros(data.shape), letters, state, (), bad, a.is_vague or b.is_vague)


def _is_false(a: Quantity, letters: tuple[str, ...], rank: int) -> Mask:
    off = a.data == 0
    if a.bad is not None:
        off = off & ~a.bad.mask
    return spread(off, a.letters, letters, rank)


def compared(left: Term, right: Term, see: Evaluator) -> tuple[Quantity, Quantity]:
    """Two values side by side; an index beside a position is a position too.

    Raises:
        Stop: A numeral stands beside a position, and the page counts from 1.
    """
    return as_positions(left, right, see.quantity(left), see.quantity(right), see)


def as_positions(
    left: Term, right: Term, a: Quantity, b: Quantity, see: Evaluator
) -> tuple[Quantity, Quantity]:
    """Values of two terms, both as positions where one of them is.

    Raises:
        Stop: As `compared`.
    """
    one, other = indexing.is_position(left, see), indexing.is_position(right, see)
    if one == other:
        return a, b
    term, value = (right, b) if one else (left, a)
    base = indexing.base_of(term, see)
    if base is None and see.base and _is_numeral(term):
        raise stop(
            "ambiguous-latex",
            "a numeral beside a position",
            "reading: as the page counts, from 1",
            "reading: as the code counts, from 0",
            help="compare it with an index",
        )
    if base:
        shifted = Quantity(
            value.data - base, value.error, value.letters, value.state, (), value.bad
        )
        return (a, shifted) if one else (shifted, b)
    return a, b


def _is_numeral(term: Term) -> bool:
    if term.op in ("number", "size"):
        return True
    return bool(term.args) and all(_is_numeral(one) for one in term.args)


def condition(term: Term, see: Evaluator) -> Quantity:
    """Where a chain holds."""
    found: Quantity | None = None
    for at, sign in enumerate(term.names):
        left, right = compared(term.args[at], term.args[at + 1], see)
        found = both(found, relation(left, right, sign))
    assert found is not None
    return found


def conditions(terms: Sequence[Term], see: Evaluator) -> Quantity | None:
    """Where all chains hold; None for no chain."""
    found: Quantity | None = None
    for term in terms:
        found = both(found, condition(term, see))
    return found


def delta(term: Term, see: Evaluator) -> Quantity:
    """1 where two terms are equal."""
    left, right = compared(term.args[0], term.args[1], see)
    return relation(left, right, "=")


def indicator(term: Term, see: Evaluator) -> Quantity:
    """1 where a relation holds, entry by entry."""
    found = condition(term.args[0], see)
    record(term, "", found, see)
    return found


def record(term: Term, which: str, taken: Quantity, see: Evaluator) -> None:
    """Note whether a branch is ever taken and ever not, where its value counts."""
    yes, no = taken.data == 1, taken.data == 0
    if taken.bad is not None:
        yes, no = yes & ~taken.bad.mask, no & ~taken.bad.mask
    if see.live is not None:
        letters = merged((taken, see.live))
        rank = max(taken.rank, see.live.rank)
        on = spread(see.live.data == 1, see.live.letters, letters, rank)
        yes, no = (spread(one, taken.letters, letters, rank) & on for one in (yes, no))
    key = f"{term.op if term.op != 'call' else term.text} {term.span[0]}:{term.span[1]}"
    key = f"{key} {which}" if which else key
    if yes.any():
        see.branches.add(key + "+")
    if no.any():
        see.branches.add(key + "-")


def cases(term: Term, see: Evaluator) -> Quantity:
    """The value of the one row that holds, entry by entry.

    Raises:
        Stop: At some entry no row holds, or two do.
    """
    rows: list[Quantity | None] = [conditions(row.args[1:], see) for row in term.args]
    known = [one for one in rows if one is not None]
    chosen = [one if one is not None else _otherwise(known) for one in rows]
    _check_rows(chosen, see)
    values: list[Quantity] = []
    outer = see.live
    for at, (row, where) in enumerate(zip(term.args, chosen, strict=True)):
        record(term, str(at + 1), where, see)
        see.live = both(outer, where)
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
        arithmetic.meet(chosen[0], one)
    total = sum(spread(one.data, one.letters, letters, rank) for one in chosen)
    wrong = np.asarray((total != 1) & ~np.isnan(total))
    for one in chosen:
        if one.bad is not None:
            wrong = wrong & ~spread(one.bad.mask, one.letters, letters, rank)
    if see.live is not None:
        wrong = wrong & spread(see.live.data == 1, see.live.letters, letters, rank)
    if not wrong.any():
        return
    first = tuple(int(n[0]) for n in np.nonzero(wrong))
    place = shown_place(first, letters, see)
    where = f" at {place}" if place else ""
    count = float(np.broadcast_to(total, wrong.shape)[first])
    if count == 0:
        raise stop("unsupported-latex", f"no row of `cases` holds{where}")
    raise stop("ambiguous-latex", f"{count:g} rows of `cases` hold{where}")


def shown_place(at: Sequence[int], letters: Sequence[str], see: Evaluator) -> str:
    """`t = 2, [0, 3]`: letters with their numbers, then positions from 0."""
    parts: list[str] = []
    positions: list[str] = []
    for letter, n in zip(letters, at, strict=False):
        running = see.scope.get(letter)
        if running is not None:
            parts.append(f"{letter} = {running.numbers[n]:g}")
        elif letter.startswith("…"):
            positions.append(str(n))
        else:
            parts.append(f"position {n} of {letter.rstrip('′')}")
    positions += [str(n) for n in at[len(letters) :]]
    if positions:
        parts.append(f"[{', '.join(positions)}]")
    return ", ".join(parts)


def choose(values: Sequence[Quantity], where: Sequence[Quantity]) -> Quantity:
    """Entry by entry the value whose condition holds; NaN where a condition is NaN."""
    everything = [*values, *where]
    letters = merged(everything)
    rank = max(one.rank for one in everything)
    for one in everything:
        if one.rank not in (0, rank):
            raise stop("shape-mismatch", f"rows of {one.rank} and {rank} axes")
    for a, b in zip(everything, everything[1:], strict=False):
        if a.rank and b.rank:
            arithmetic.meet(a, b)
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
    """The largest or smallest of several values, entry by entry."""
    is_max = term.text == "max"
    for a, b in zip(values, values[1:], strict=False):
        if a.rank != b.rank and a.rank and b.rank:
            raise stop(
                "shape-mismatch", f"`{term.text}` of shapes {shown_shape(a)} and {shown_shape(b)}"
            )
    result = values[0]
    for one in values[1:]:
        state = arithmetic.joint_state(result, one)
        elastic = arithmetic.meet(result, one)
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
            record(term, str(at + 1), found, see)
    return result
