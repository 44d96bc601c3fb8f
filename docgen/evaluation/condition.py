r"""Conditions entry by entry: relations, chains, indicators, and which branches are taken.

`z > 0` is 1 where it holds, 0 where not and NaN where z is.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from docgen.evaluation import arithmetic, indexing
from docgen.evaluation.escape import Bad, Mask
from docgen.evaluation.quantity import Quantity, bad_of, meet, merged, shown_shape, spread
from docgen.evaluation.stop import stop
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
    """Where a relation holds: 1, 0, or NaN where one side is NaN.

    Raises:
        Stop: `shape-mismatch` of the two sides.
    """
    if left.rank != right.rank and left.rank and right.rank:
        raise stop(
            "shape-mismatch",
            f"a comparison of shapes {shown_shape(left)} and {shown_shape(right)}",
        )
    state = arithmetic.joint_state(left, right)
    elastic = meet(left, right)
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
    meet(a, b)
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


def conditions(
    terms: Sequence[Term], see: Evaluator, *, is_choice: bool = False
) -> Quantity | None:
    """Where all chains hold; None for no chain.

    Args:
        is_choice: Each chooses among terms, so it must be true of some and false of others.
    """
    found: Quantity | None = None
    for term in terms:
        one = condition(term, see)
        if is_choice:
            record(term, "", one, see)
        found = both(found, one)
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
    key += "".join(f" in {one}" for one in see.keys)
    if yes.any():
        see.branches.add(key + "+")
    if no.any():
        see.branches.add(key + "-")


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
