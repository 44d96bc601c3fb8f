"""Two sides of a relation, entry by entry, against the rounding bound of both.

Equal where |l - r| is at most 32 u (E_l + E_r); a NaN is never equal, `0 < 0` never holds.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from docgen.evaluation import arithmetic, condition, operator
from docgen.evaluation.escape import Mask, refuse_bad
from docgen.evaluation.precision import HALF
from docgen.evaluation.quantity import Array, Quantity, bad_of, meet, merged, shown_shape, spread
from docgen.evaluation.stop import stop

if TYPE_CHECKING:
    from docgen.evaluation.evaluator import Evaluator, Value

LIMIT = 32.0
_SPACING = {HALF: 2.0**-24}
"""Of the smallest numbers, by unit roundoff; those of float32 and float64 never matter."""
_ORDERS = ("<", ">", "≤", "≥", "≠")
_STRICT = ("<", ">", "≠")


@dataclass(frozen=True)
class Comparison:
    """What two sides came to; the fields are those of an `Outcome`."""

    entries: int
    gap: float
    tolerance: float
    ratio: float
    scale: float
    place: str
    left: str
    right: str
    shape: tuple[int, ...]


def compare(
    left: Value,
    right: Value,
    sign: str,
    mask: Quantity | None,
    tolerance: float,
    see: Evaluator,
    checks: int = 1,
) -> Comparison:
    """The comparison, at the entry whose gap is largest against its tolerance.

    Args:
        mask: Where the conditions of the statement hold; only there is compared.
        tolerance: Relative to the larger side; 0 for the rounding bound.
        checks: The side that computes what the other recorded: 0 or 1.

    Raises:
        Stop: The shapes differ, an entry is NaN, or there is nothing to compare.
    """
    a, b = _sides(left, right)
    is_order = sign in _ORDERS
    if a.rank != b.rank and not (is_order and 0 in (a.rank, b.rank)):
        raise stop(
            "shape-mismatch", f"the left side is {shown_shape(a)}, the right {shown_shape(b)}"
        )
    arithmetic.joint_state(a, b)
    meet(a, b)
    _check_leads(a, b)
    everything = [a, b] if mask is None else [a, b, mask]
    letters = merged(everything)
    rank = max(a.rank, b.rank)
    arrays = [
        spread(one, side.letters, letters, rank)
        for side in (a, b)
        for one in (side.data, side.error)
    ]
    if mask is not None:
        arrays.append(spread(mask.data, mask.letters, letters, rank))
    x, ex, y, ey, *more = np.broadcast_arrays(*arrays)
    on: Mask | None = None
    if more:
        if np.isnan(more[0]).any():
            raise stop("nonfinite-value", "a condition on the indices is NaN")
        on = more[0] == 1
    count = x.size if on is None else int(on.sum())
    if count == 0:
        raise stop("nonfinite-value", "nothing was compared: there is no entry")
    bad = bad_of([a, b], letters, x.shape)
    if bad is not None:
        refuse_bad(bad, letters, on)
    if mask is not None and mask.bad is not None:
        refuse_bad(mask.bad, mask.letters)
    gap, limit = _gaps(x, ex, y, ey, sign, tolerance, see.u)
    _check_finite(x, y, gap, limit, on, letters, see)
    ratio = _ratios(gap, limit, sign)
    if sign in _STRICT:
        # Rounding may hide a small difference; it makes none out of two equal numbers.
        ratio = np.where(x == y, np.inf, ratio)
    if on is not None:
        ratio = np.where(on, ratio, -1.0)
    first = np.unravel_index(int(ratio.argmax()), ratio.shape)
    at = tuple(int(n) for n in first)
    side = y if checks else x
    size = np.abs(side if on is None else side[on])
    finite = size[np.isfinite(size)]
    shown = _texts(float(x[at]), float(y[at]))
    return Comparison(
        count,
        float(gap[at]),
        float(limit[at]),
        float(ratio[at]),
        float(finite.max(initial=0.0)),
        condition.shown_place(at, letters, see),
        shown[0],
        shown[1],
        x.shape,
    )


def _sides(left: Value, right: Value) -> tuple[Quantity, Quantity]:
    """Both as arrays; beside a map, the identity is one."""
    if isinstance(left, operator.Operator) and isinstance(right, Quantity) and right.is_unit:
        right = operator.as_operator(right, left)
    elif isinstance(right, operator.Operator) and isinstance(left, Quantity) and left.is_unit:
        left = operator.as_operator(left, right)
    if isinstance(left, operator.Operator) and isinstance(right, operator.Operator):
        if left.of.shape != right.of.shape or left.by.shape != right.by.shape:
            raise stop("shape-mismatch", "derivatives of different shapes")
        return _flat(left), _flat(right)
    a = operator.to_quantity(left) if isinstance(left, operator.Operator) else left
    b = operator.to_quantity(right) if isinstance(right, operator.Operator) else right
    return a, b


def _flat(one: operator.Operator) -> Quantity:
    """The map as an array of all axes of both, hidden ones included."""
    shape = one.of.shape + one.by.shape
    return Quantity(one.data.reshape(shape), one.error.reshape(shape))


def _check_leads(a: Quantity, b: Quantity) -> None:
    """Refuse leading axes that only the right side has: the left would be spread along them."""
    more = [one for one in b.letters if one.startswith("…") and one not in a.letters]
    if more:
        sizes = tuple(b.data.shape[b.letters.index(one)] for one in more)
        raise stop(
            "shape-mismatch",
            f"the right side has leading axes {sizes} that the left side has not",
            help="write `…` in the Shape of the left side, or sum over them",
        )


def _gaps(
    x: Array, ex: Array, y: Array, ey: Array, sign: str, tolerance: float, u: float
) -> tuple[Array, Array]:
    """Distances in the wrong direction, and what is allowed of them."""
    same = x == y
    difference = np.where(same, 0.0, x - y)
    if sign in ("<", "≤"):
        gap = np.fmax(difference, 0.0)
    elif sign in (">", "≥"):
        gap = np.fmax(-difference, 0.0)
    else:
        gap = np.abs(difference)
    gap = np.where(np.isnan(x) | np.isnan(y), np.nan, gap)
    if sign == "≈" and tolerance > 0:
        limit = tolerance * np.fmax(np.abs(x), np.abs(y))
    else:
        limit = LIMIT * u * (ex + ey) + _SPACING.get(u, 0.0)
    return gap, np.where(np.isfinite(x) & np.isfinite(y), limit, 0.0)


def _ratios(gap: Array, limit: Array, sign: str) -> Array:
    if sign == "≠":
        return np.where(gap > limit, 0.0, np.inf)
    ratio = np.where(gap == 0, 0.0, gap / limit)
    # What is not provably within its bound is outside.
    return np.where((gap <= limit) | (gap == 0), np.minimum(ratio, 1.0), np.fmax(ratio, 1.0 + 1e-9))


def _check_finite(
    x: Array,
    y: Array,
    gap: Array,
    limit: Array,
    on: Mask | None,
    letters: Sequence[str],
    see: Evaluator,
) -> None:
    wrong = np.isnan(gap)
    lost = ~np.isfinite(limit)
    if on is not None:
        wrong, lost = wrong & on, lost & on
    for found, what in ((wrong, ""), (lost, "the rounding bound is infinite")):
        if not found.any():
            continue
        first = tuple(int(n) for n in np.argwhere(found)[0])
        place = condition.shown_place(first, letters, see)
        where = f" at {place}" if place else ""
        if not what:
            sides = [
                name for name, one in (("left", x), ("right", y)) if math.isnan(float(one[first]))
            ]
            what = f"the {' and the '.join(sides)} side is NaN"
        raise stop("nonfinite-value", f"{what}{where}")


def _texts(left: float, right: float) -> tuple[str, str]:
    """Both numbers, as short as shows where they differ."""
    for digits in (6, 9, 12, 17):
        texts = f"{left:.{digits}g}", f"{right:.{digits}g}"
        if texts[0] != texts[1]:
            return texts
    return f"{left:.6g}", f"{right:.6g}"
