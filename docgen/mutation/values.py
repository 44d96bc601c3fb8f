"""Whether two runs agree on what statements come to.

`agree(one, other, function)` holds of two traces of the same code, rounding aside.
"""

from __future__ import annotations

from docgen.pages.watch import Watched
from docgen.trace.plan import Observation, Trace
from docgen.trace.value import Number, Value

SAME = 1e-12
"""Largest difference, against the largest entry, of results that count as equal."""
_OPEN = ("array", "number", "list", "tuple", "dict")
"""Kinds of values that tell what they hold; of the others only the digest does, if anything."""


def agree(one: Trace, other: Trace, function: Watched) -> bool:
    """Whether two runs return the same and recorded the same of a function, rounding aside."""
    if (one.failure is None) != (other.failure is None) or not _same(one.result, other.result):
        return False
    keys = {watch.key for watch in function.plan.watches}
    first = [seen for seen in one.observations if seen.key in keys]
    second = [seen for seen in other.observations if seen.key in keys]
    return len(first) == len(second) and all(map(_same_observation, first, second))


def _same_observation(one: Observation, other: Observation) -> bool:
    at = (one.key, one.call, one.visit, bool(one.problem))
    return at == (other.key, other.call, other.visit, bool(other.problem)) and _same(
        one.value, other.value
    )


def _same(one: Value | None, other: Value | None) -> bool:
    if one is None or other is None:
        return one is other
    if one.digest and one.digest == other.digest:
        return True
    if one.kind not in _OPEN:
        return False
    if (one.kind, one.shape, one.keys, one.text) != (
        other.kind,
        other.shape,
        other.keys,
        other.text,
    ):
        return False
    if one.hidden or other.hidden:
        return False
    if one.items or other.items:
        return len(one.items) == len(other.items) and all(map(_same, one.items, other.items))
    return _close(one.data, other.data)


def _close(one: tuple[Number, ...], other: tuple[Number, ...]) -> bool:
    if len(one) != len(other):
        return False
    numbers = [abs(n) for n in one if isinstance(n, int | float)]
    limit = SAME * max(numbers, default=0.0)
    for left, right in zip(one, other, strict=True):
        if left == right:
            continue
        if isinstance(left, str) or isinstance(right, str) or not abs(left - right) <= limit:
            return False
    return True
