"""Batches: windows of a text, each with the ids that follow, one place later.

The window of 3 ids that starts at id 0 of [5, 6, 7, 8] is [5, 6, 7], and its targets [6, 7, 8].
Letters of shapes: N ids of the text, T positions of a window.
"""

from __future__ import annotations

import numpy as np

from model.ops import Array

Batch = list[tuple[Array, Array]]


def window(ids: Array, start: int, T: int) -> tuple[Array, Array]:
    """T ids of a text from a place on, and the id that follows each of them.

    Args:
        ids: Ids of the text, (N,), integers.
        start: Where the window starts, from 0 to N - T - 1.
        T: Length of the window.

    Returns:
        Inputs and targets, each (T,).

    Raises:
        ValueError: The window or its last target lies outside of the text.
    """
    if not 0 <= start < len(ids) - T:
        raise ValueError(
            f"no window of {T} ids with their targets starts at {start} in {len(ids)} ids"
        )
    inputs = ids[start : start + T]  # (T,)
    targets = ids[start + 1 : start + 1 + T]  # (T,)
    return inputs, targets


def draw_batch(ids: Array, T: int, size: int, rng: np.random.Generator) -> Batch:
    """Windows of a text that start at random places, each place with the same probability.

    Args:
        ids: Ids of the text, (N,), integers.
        T: Length of a window, below N.
        size: Number of windows; the same window may be drawn twice.
        rng: Source of randomness.

    Returns:
        Pairs of inputs and targets, each (T,).

    Raises:
        ValueError: The text is too short for a window and its targets.
    """
    if len(ids) <= T:
        raise ValueError(f"a window of {T} ids and its targets need more than {len(ids)} ids")
    starts = rng.integers(0, len(ids) - T, size=size)  # (size,)
    return [window(ids, int(start), T) for start in starts]
