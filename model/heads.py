"""Rows cut into the heads of attention and joined again, and the mask over later positions.

Letters of shapes: T positions, d entries of a row, H heads of k = d / H entries. `split_heads` and
`merge_heads` move entries and change none, and undo each other, so each is the backward pass of the
other. The mask is a constant and needs none.
"""

from __future__ import annotations

import numpy as np

from model.ops import Array


def split_heads(X: Array, heads: int) -> Array:
    """Rows cut into heads: head h takes the entries h k to (h + 1) k - 1 of every row.

    Args:
        X: Rows, (T, d).
        heads: Number of heads, H, a divisor of d.

    Returns:
        Rows of every head, (H, T, k) with k = d / H.

    Raises:
        ValueError: d is not a multiple of `heads`.

    Source:
        Vaswani et al., Attention Is All You Need (2017), section 3.2.2.
    """
    T, d = X.shape
    return X.reshape(T, heads, d // heads).transpose(1, 0, 2)  # (H, T, k)


def merge_heads(Xh: Array) -> Array:
    """Heads joined to rows; undoes `split_heads`.

    Args:
        Xh: Rows of every head, (H, T, k).

    Returns:
        Rows, (T, d) with d = H k.

    Source:
        Vaswani et al., Attention Is All You Need (2017), section 3.2.2.
    """
    H, T, k = Xh.shape
    return Xh.transpose(1, 0, 2).reshape(T, H * k)  # (T, d)


def causal_mask(T: int) -> Array:
    """What is added to scores so that no position looks at a later one.

    Args:
        T: Number of positions.

    Returns:
        (T, T): 0 where a position may look, at itself and earlier ones, minus infinity elsewhere.

    Source:
        Vaswani et al., Attention Is All You Need (2017), section 3.2.3.
    """
    later = np.triu(np.ones((T, T), dtype=bool), k=1)  # (T, T)
    return np.where(later, -np.inf, 0.0)  # (T, T)
