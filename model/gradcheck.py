"""Gradients by central differences: slow, and independent of every backward pass."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from model.ops import Array


def numerical_grad(f: Callable[[], float], x: Array, h: float = 1e-5) -> Array:
    """Central differences of a scalar function in every entry of an array.

    Args:
        f: Reads `x` and gives a number; called twice for each entry.
        x: Any shape, floats; changed in place while it runs, and restored.
        h: Step, positive, in the unit of `x`.

    Returns:
        (f(x + h) - f(x - h)) / 2h for each entry: the shape of `x`, the unit of `f` over that of
        `x`.

    Raises:
        TypeError: `x` holds whole numbers, which no small step can change.

    Source:
        Goodfellow, Bengio and Courville, Deep Learning (2016), section 11.5, centred differences.
    """
    if not np.issubdtype(x.dtype, np.floating):
        raise TypeError(f"central differences need floats, not {x.dtype}")
    gradient = np.zeros_like(x)  # (...)
    for index in np.ndindex(x.shape):
        kept = x[index]
        try:
            x[index] = kept + h
            above = f()
            x[index] = kept - h
            below = f()
        finally:
            x[index] = kept
        gradient[index] = (above - below) / (2 * h)
    return gradient
