"""Runs of softmax."""

from __future__ import annotations

import numpy as np

from model.ops import Array, softmax_backward, softmax_forward


def softmax_rows() -> tuple[Array, Array]:
    """Two rows of three scores, chosen by hand; the first two of row 0 are equal."""
    S = np.array([[1.0, 1.0, 3.0], [0.0, -1.0, 0.5]])
    P = softmax_forward(S)
    return P, softmax_backward(P, np.array([[0.5, -1.0, 0.25], [1.0, 0.0, -2.0]]))


def softmax_example(H: int = 2, T: int = 5) -> tuple[Array, Array]:
    """Softmax and its derivative on the random scores of H heads, T rows of T each."""
    rng = np.random.default_rng(6)
    P = softmax_forward(rng.normal(size=(H, T, T)))
    return P, softmax_backward(P, rng.normal(size=(H, T, T)))
