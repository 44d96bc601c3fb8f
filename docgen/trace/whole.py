"""What holds of all entries of an array that is recorded in part.

`told(np.arange(10_000))` is `Whole(0, 9999)`; of a matrix it says how far it is from its transpose.
"""

from __future__ import annotations

from itertools import combinations

import numpy as np

from docgen.trace.value import Skew, Whole

_FEW = 8
"""Rows that are compared first: they tell most matrices from their transposes."""
_FAR = 0.1
"""A matrix that is further from its transpose than this is not symmetric by any rounding."""


def told(array: np.ndarray) -> Whole:
    """The bounds of whole numbers, and how far the array is from itself with two axes exchanged."""
    least = most = None
    if array.dtype.kind in "biu" and array.size:
        least, most = int(array.min()), int(array.max())
    pairs = [
        pair
        for pair in combinations(range(array.ndim), 2)
        if array.shape[pair[0]] == array.shape[pair[1]]
    ]
    return Whole(least, most, tuple(Skew(*pair, _skew(array, *pair)) for pair in pairs))


def _skew(array: np.ndarray, one: int, other: int) -> float:
    """The largest difference, of the largest entry; infinite where only one is no number."""
    data = np.moveaxis(array, (one, other), (0, 1))
    first = _gap(data[:_FEW], np.swapaxes(data, 0, 1)[:_FEW])
    if first > _FAR:
        return first
    return _gap(data, np.swapaxes(data, 0, 1))


def _gap(data: np.ndarray, turned: np.ndarray) -> float:
    kind = np.complex128 if data.dtype.kind == "c" else np.float64
    left, right = np.asarray(data, kind), np.asarray(turned, kind)
    gaps = np.abs(left - right)
    gaps[(left == right) | (np.isnan(left) & np.isnan(right))] = 0.0
    gaps[np.isnan(gaps)] = np.inf
    sizes = np.abs(left[np.isfinite(left)])
    gap, size = float(np.max(gaps, initial=0.0)), float(np.max(sizes, initial=0.0))
    if not gap:
        return 0.0
    return gap / size if size else np.inf
