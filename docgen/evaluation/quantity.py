"""Values with a rounding bound beside each entry, aligned by the letters of their axes.

`X_{ij} + b_j` adds arrays with hidden axes `i`, `j` and `j`: the second is spread along `i`.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from docgen.evaluation.escape import Bad, Escape, refuse_bad
from docgen.evaluation.extent import shown_sizes
from docgen.evaluation.stop import Stop
from docgen.evaluation.stop import stop as stop
from docgen.evaluation.stretch import Stretch

Array = NDArray[np.float64]

_LARGEST = 2**26
"""Numbers along named axes of one value: half a gigabyte."""

PLAIN, COLUMN, ROW = "plain", "column", "row"


class Quantity:
    """A value.

    Attributes:
        data: Named axes first, then the axes that the equation sees.
        error: Rounding bound of each entry in units of u; finite wherever the entry is.
        letters: Of the named axes: indices, free letters of cells, leading axes `…0`, `…1`.
        state: Of a vector: `plain`, `column` or `row`.
        elastic: Of each visible axis the stretch that is to give its length; empty for none.
        bad: Entries that an index left.
        is_vague: Its shape is not known from rows alone, so a square matrix may be an accident.
        is_unit: A multiple of the identity.
    """

    __slots__ = (
        "bad",
        "data",
        "elastic",
        "error",
        "is_unit",
        "is_vague",
        "letters",
        "rank",
        "state",
    )

    def __init__(
        self,
        data: Array,
        error: Array,
        letters: tuple[str, ...] = (),
        state: str = "",
        elastic: tuple[Stretch | None, ...] = (),
        bad: Bad | None = None,
        is_vague: bool = False,
        is_unit: bool = False,
    ) -> None:
        self.data = data
        self.error = error
        self.letters = letters
        self.rank = data.ndim - len(letters)
        self.state = (state or PLAIN) if self.rank == 1 else ""
        self.elastic = elastic
        self.bad = bad
        self.is_vague = is_vague
        self.is_unit = is_unit

    @property
    def visible(self) -> tuple[int, ...]:
        """Lengths of the axes that no index addresses: what a reader calls the shape."""
        return self.data.shape[len(self.letters) :]

    @property
    def is_square(self) -> bool:
        """Whether it is a matrix with as many rows as columns in this run."""
        return self.rank == 2 and self.data.shape[-1] == self.data.shape[-2] and not self.elastic

    def like(self, data: Array, error: Array) -> Quantity:
        """Other entries on the same axes."""
        return Quantity(
            data, error, self.letters, self.state, self.elastic, self.bad, self.is_vague
        )

    def good(self) -> Quantity:
        """Itself, where no index left its axis.

        Raises:
            Stop: One did.
        """
        if self.bad is not None:
            refuse_bad(self.bad, self.letters)
        return self


def constant(value: float, is_exact: bool = True) -> Quantity:
    """A number without axes; its rounding bound is 0 where exact, else its size."""
    return Quantity(np.asarray(value, np.float64), np.asarray(0.0 if is_exact else abs(value)))


def settle(data: Array, error: Array) -> Array:
    """The bound with 0 where the value is not finite: an infinity is exact."""
    if math.isfinite(error.sum()):
        return error
    finite = np.isfinite(data)
    error = np.where(finite, error, 0.0)
    # A finite value whose bound is lost must not pass for verified.
    return np.where(np.isnan(error), np.inf, error)


def merged(values: Sequence[Quantity]) -> tuple[str, ...]:
    """Letters of all, in order of appearance.

    Raises:
        Stop: One letter has two lengths.
    """
    first = values[0]
    letters = first.letters
    count = len(letters)
    sizes: dict[str, int] = {}
    for one in values:
        if one.letters == letters and one.data.shape[:count] == first.data.shape[:count]:
            continue
        if not sizes:
            sizes = dict(zip(first.letters, first.data.shape, strict=False))
        for letter, size in zip(one.letters, one.data.shape, strict=False):
            known = sizes.setdefault(letter, size)
            if known != size:
                name = "leading axes are" if letter.startswith("…") else f"axis `{letter}` is"
                raise stop("shape-mismatch", f"{name} {known} long here and {size} there")
    if sizes and math.prod(sizes.values()) > _LARGEST:
        shown = " × ".join(map(str, sizes.values()))
        raise stop(
            "run-failed", f"{shown} numbers at once are too many", help="use a smaller example"
        )
    return tuple(sizes) if sizes else letters


def spread(
    array: NDArray[Any], own: tuple[str, ...], letters: tuple[str, ...], rank: int
) -> NDArray[Any]:
    """A view with an axis for each of `letters`, then `rank` axes; length one where it has none."""
    lead = len(own)
    mine = array.ndim - lead
    if own == letters and mine == rank:
        return array
    if own:
        order = sorted(range(lead), key=lambda k: letters.index(own[k]))
        if order != list(range(lead)):
            array = array.transpose(*order, *range(lead, array.ndim))
        sizes = {own[k]: array.shape[at] for at, k in enumerate(order)}
        front = tuple(sizes.get(letter, 1) for letter in letters)
    else:
        front = (1,) * len(letters)
    return array.reshape(front + (1,) * (rank - mine) + array.shape[lead:])


def meet(a: Quantity, b: Quantity) -> tuple[Stretch | None, ...]:
    """Check that the last axes agree; the result is what stays elastic.

    Raises:
        Stop: They do not.
    """
    left, right = a.visible, b.visible
    count = min(len(left), len(right))
    if not (a.elastic or b.elastic):
        if count and left[-count:] != right[-count:]:
            raise unequal(a, b)
        return ()
    rank = max(a.rank, b.rank)
    ones = (None,) * (rank - a.rank) + (a.elastic or (None,) * a.rank)
    others = (None,) * (rank - b.rank) + (b.elastic or (None,) * b.rank)
    result: list[Stretch | None] = []
    for at in range(-rank, 0):
        one, other = ones[at], others[at]
        if at < -count:
            result.append(one or other)
        elif one is not None and other is not None:
            one.join(other)
            result.append(one)
        elif one is not None or other is not None:
            size = right[at] if one is not None else left[at]
            found = one or other
            assert found is not None
            found.fix(size)
            result.append(None)
        else:
            if left[at] != right[at]:
                raise unequal(a, b)
            result.append(None)
    return tuple(result) if any(result) else ()


def unequal(a: Quantity, b: Quantity, help: str = "") -> Stop:
    """The `shape-mismatch` of two values that do not fit."""
    return stop(
        "shape-mismatch",
        f"shapes {shown_shape(a)} and {shown_shape(b)} do not fit",
        help=help,
    )


def shown_shape(value: Quantity) -> str:
    """The shape as messages have it: `(3,) column`."""
    text = shown_sizes(value.visible)
    return f"{text} {value.state}" if value.state in (COLUMN, ROW) else text


def bad_of(
    values: Sequence[Quantity], letters: tuple[str, ...], shape: tuple[int, ...]
) -> Bad | None:
    """Where any of the values is bad, on the axes of what is made of them."""
    found = [one for one in values if one.bad is not None]
    if not found:
        return None
    rank = len(shape) - len(letters)
    mask = np.zeros(shape, np.bool_)
    escapes: dict[Escape, None] = {}
    for one in found:
        assert one.bad is not None
        mask |= spread(one.bad.mask, one.letters, letters, rank)
        escapes.update(dict.fromkeys(one.bad.escapes))
    return Bad(mask, tuple(escapes))
