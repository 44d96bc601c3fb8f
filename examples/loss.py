"""Runs of the cross-entropy."""

from __future__ import annotations

import numpy as np

from model.ops import Array, cross_entropy_backward, cross_entropy_forward


def loss_rows() -> tuple[float, Array]:
    """Logits of three positions for four tokens, chosen by hand."""
    logits = np.array([[2.0, 0.5, -1.0, 0.0], [0.0, 1.0, 3.0, -2.0], [1.0, 1.5, 0.5, 0.0]])
    return _there_and_back(logits, np.array([0, 2, 3]))


def loss_example(T: int = 3, V: int = 7) -> tuple[float, Array]:
    """Cross-entropy and its derivative on random logits and targets of the given size."""
    rng = np.random.default_rng(8)
    return _there_and_back(2.0 * rng.normal(size=(T, V)), rng.integers(V, size=T))


def uniform_loss(T: int = 3, V: int = 7) -> tuple[float, Array]:
    """The loss of logits that are all equal: every token is as likely as any other."""
    return _there_and_back(np.full((T, V), 0.25), np.arange(T) % V)


def _there_and_back(logits: Array, targets: Array) -> tuple[float, Array]:
    loss, c = cross_entropy_forward(logits, targets)
    return loss, cross_entropy_backward(c)
