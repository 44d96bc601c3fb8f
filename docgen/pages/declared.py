"""Whether a recorded value is what a Shape declares: its axes, its symmetry, its positions.

`(d, d), symmetric` against a matrix that differs from its transpose is a sentence that says so.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from docgen.evaluation.extent import ANY, SAME, SAME_HALF, SAME_SINGLE
from docgen.links.shape import Shape, unify
from docgen.trace.value import Number, Value


def disagreement(shape: Shape, value: Value, bound: dict[str, int]) -> str:
    """Why a recorded value has not the declared shape; empty where it has."""
    if value.shape is None:
        return f"declared {shape}, the run has a value of type {value.dtype or value.kind}"
    why = unify(shape, value.shape, bound)
    if why:
        return why
    if (shape.symmetric or shape.target) and value.kind == "object":
        claim = "symmetric" if shape.symmetric else f"in {shape.target}"
        return f"declared {claim}, the entries of a {value.text or value.dtype} are not read"
    if shape.symmetric and not _is_symmetric(shape, value):
        return "declared symmetric, the array differs from its transpose"
    size = bound.get(shape.target)
    if shape.target and size is None:
        return f"declared in {shape.target}, which no shape of this call gives a size"
    if size is not None and not _are_positions(value, size):
        return f"declared in {shape.target} = {size}, an entry is no position from 0 to {size - 1}"
    return ""


def _are_positions(value: Value, size: int) -> bool:
    """Whether all entries are whole numbers from 0 to below a size."""
    numbers = value.data
    if value.hidden:
        assert value.whole is not None
        if value.whole.least is None or value.whole.most is None:
            return False
        numbers = (value.whole.least, value.whole.most)
    return all(isinstance(n, int) and 0 <= n < size for n in numbers)


def _is_symmetric(shape: Shape, value: Value) -> bool:
    """Whether the last two declared axes can be exchanged; of a stack, in each of its matrices."""
    sizes = value.shape or ()
    own = [*range(len(sizes))]
    if ANY in shape.axes:
        first = shape.axes.index(ANY)
        del own[first : len(own) - (len(shape.axes) - 1 - first)]
    if len(own) < 2:
        return True
    one, other = own[-2:]
    if sizes[one] != sizes[other]:
        return False
    if value.hidden:
        assert value.whole is not None
        gaps = {(each.one, each.other): each.gap for each in value.whole.skews}
        return gaps[one, other] <= _rounding(value)
    steps = [math.prod(sizes[at + 1 :]) for at in range(len(sizes))]
    turned = []
    for at in range(len(value.data)):
        row, column = (at // steps[axis] % sizes[axis] for axis in (one, other))
        turned.append(value.data[at + (column - row) * (steps[one] - steps[other])])
    return _are_near(value, turned)


def _rounding(value: Value) -> float:
    """How far a symmetric matrix may be from its transpose, of its largest entry."""
    return {"float32": SAME_SINGLE, "float16": SAME_HALF}.get(value.dtype, SAME)


def _are_near(value: Value, others: Sequence[Number]) -> bool:
    """Whether two rows of entries are equal, rounding aside."""
    share = _rounding(value)
    sizes = [abs(one) for one in value.data if isinstance(one, int | float)]
    limit = share * max(sizes, default=0.0)
    return all(
        one == other
        or (
            isinstance(one, int | float)
            and isinstance(other, int | float)
            and abs(one - other) <= limit
        )
        for one, other in zip(value.data, others, strict=True)
    )
