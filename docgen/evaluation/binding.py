"""Recorded arrays become values with named axes, as their Shapes say.

A leaf `(…, d)` recorded as (2, 3, 4) has the hidden axes `…0` and `…1` and one visible axis.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from docgen.evaluation.extent import (
    ANY,
    SAME,
    SAME_HALF,
    SAME_SINGLE,
    Sizes,
    shown_axes,
    shown_sizes,
    split,
)
from docgen.evaluation.given import given_array
from docgen.evaluation.masked import is_masked
from docgen.evaluation.precision import DOUBLE, HALF, SINGLE
from docgen.evaluation.quantity import Quantity
from docgen.evaluation.stop import Stop, stop
from docgen.evaluation.term import Formula, Leaf, Problem, Statement
from docgen.evaluation.walk import used_leaves

Raw = NDArray[Any]
_SAME = {DOUBLE: SAME, SINGLE: SAME_SINGLE, HALF: SAME_HALF}
_KINDS = {"c": "complex numbers", "O": "objects", "U": "text", "S": "text", "V": "records"}


def to_array(leaf: Leaf, value: object) -> Raw | Problem:
    """A recorded value as an array of numbers."""
    if is_masked(value):
        return Problem(
            "shape-mismatch",
            f"`{leaf.symbol}` holds a masked array: what is behind the mask says nothing",
            help="name `.filled(0.0)` of it, or its `.data`, in the cell",
        )
    given = value if isinstance(value, np.ndarray) else given_array(value)
    if given is not None:
        array: Raw = given
    else:
        try:
            array = np.asarray(value)
        except (ValueError, TypeError, OverflowError, RuntimeError):
            array = np.asarray(None)
    if array.dtype.kind in "fiub":
        return array
    what = _KINDS.get(array.dtype.kind, f"values of type {array.dtype}")
    if array.dtype.kind == "O" and array.ndim == 0:
        what = "None" if value is None else f"a value of type {type(value).__name__}"
    if str(getattr(value, "dtype", "")).rpartition(".")[2] == "bfloat16":
        return Problem(
            "shape-mismatch",
            f"`{leaf.symbol}` holds numbers of type bfloat16, which NumPy does not have",
            help="run the example in float32 or float64",
        )
    return Problem("shape-mismatch", f"`{leaf.symbol}` holds {what}, not numbers")


def roundoff(array: Raw) -> float:
    """Unit roundoff of the numbers of an array; of whole numbers that of float64."""
    if array.dtype.kind != "f" or array.dtype.itemsize > 4:
        return DOUBLE
    return HALF if array.dtype.itemsize == 2 else SINGLE


def _parts(leaf: Leaf, sizes: Sizes) -> tuple[list[int], list[int], Sizes, Sizes]:
    """Axes of the letters, the other axes, visible sizes and leading sizes."""
    rank = len(sizes)
    letters = [axis + rank if axis < 0 else axis for _, axis in leaf.letters]
    others = [axis for axis in range(rank) if axis not in letters]
    seen = tuple(sizes[axis] for axis in others)
    fits = all(0 <= axis < rank for axis in letters) and len(set(letters)) == len(letters)
    if leaf.shape is None:
        found: tuple[Sizes, Sizes] | None = (seen, ())
    else:
        found = split(leaf.shape, seen)
    if found is None or not fits:
        declared = shown_axes(leaf.shape or ())
        raise stop(
            "shape-mismatch",
            f"`{leaf.symbol}` is declared {declared}; the run has {shown_sizes(sizes)}",
        )
    return letters, others, found[0], found[1]


def unsymmetric(
    formula: Formula, statement: Statement, values: Mapping[str, object]
) -> Problem | None:
    """The first matrix of a statement that is declared symmetric and is not, rounding aside."""
    used = used_leaves(formula, statement)
    for leaf in formula.leaves:
        if not leaf.is_symmetric or leaf.name not in used or leaf.name not in values:
            continue
        array = to_array(leaf, values[leaf.name])
        if not isinstance(array, Problem) and not _is_symmetric(leaf, array):
            return Problem(
                "shape-mismatch",
                f"`{leaf.symbol}` is declared symmetric, the array differs from its transpose",
            )
    return None


def _is_symmetric(leaf: Leaf, array: Raw) -> bool:
    """Whether the last two axes can be exchanged; true where the shape is wrong already."""
    try:
        letters, others, _, _ = _parts(leaf, array.shape)
    except Stop:
        return True
    data = np.asarray(array, np.float64).transpose(*letters, *others)
    if len(others) < 2 or data.shape[-1] != data.shape[-2] or not np.isfinite(data).all():
        return True
    gap = np.max(np.abs(data - np.swapaxes(data, -1, -2)), initial=0.0)
    return bool(gap <= _SAME[roundoff(array)] * np.max(np.abs(data), initial=0.0))


def common_leads(leaves: Iterable[Leaf], arrays: Mapping[str, Raw]) -> Sizes:
    """Sizes of the leading axes that all leaves with `…` share.

    Raises:
        Stop: Two leaves have others, axes of length one aside.
    """
    found: dict[Sizes, Leaf] = {}
    for leaf in leaves:
        if leaf.shape is not None and ANY in leaf.shape:
            leads = _parts(leaf, arrays[leaf.name].shape)[3]
            if leads:
                found.setdefault(leads, leaf)
    if len(found) < 2:
        return next(iter(found), ())
    dropped = {_without(leads): leaf for leads, leaf in found.items()}
    if len(dropped) > 1:
        (one, first), (other, second) = list(dropped.items())[:2]
        raise stop(
            "shape-mismatch",
            f"leading axes of `{first.symbol}` are {shown_sizes(one)}, "
            f"those of `{second.symbol}` {shown_sizes(other)}",
        )
    return next(iter(dropped))


def _without(sizes: Sizes) -> Sizes:
    return tuple(size for size in sizes if size != 1)


def bind(leaf: Leaf, array: Raw, common: Sizes) -> Quantity:
    """The value of a leaf: letters of its cell, leading axes, then the axes that are seen.

    Raises:
        Stop: It has another number of axes than declared.
    """
    letters, others, visible, leads = _parts(leaf, array.shape)
    data = np.asarray(array, np.float64)
    count = len(letters)
    if letters:
        data = data.transpose(*letters, *others)
    names = tuple(letter for letter, _ in leaf.letters)
    if leaf.shape is not None and ANY in leaf.shape:
        at = count + leaf.shape.index(ANY)
        order = [
            *range(count),
            *range(at, at + len(leads)),
            *range(count, at),
            *range(at + len(leads), data.ndim),
        ]
        if order != list(range(data.ndim)):
            data = data.transpose(order)
        if leads:
            names += tuple(f"…{n}" for n in range(len(common)))
            leads = common
    sizes = data.shape[:count] + leads + visible
    if sizes != data.shape:
        data = data.reshape(sizes)
    # Whole numbers are exact: their digits carry no rounding.
    error = np.abs(data) if array.dtype.kind == "f" else np.zeros(data.shape)
    if array.dtype.kind == "f" and not np.isfinite(error.sum()):
        error = np.where(np.isfinite(data), error, 0.0)
    return Quantity(data, error, names, is_vague=leaf.shape is None)
