"""Runs of LayerNorm."""

from __future__ import annotations

import numpy as np

from model.ops import Array, layer_norm_backward, layer_norm_forward


def layer_norm_rows() -> tuple[Array, Array, Array, Array]:
    """Two rows of four numbers, chosen by hand; the second has the larger mean and spread."""
    X = np.array([[1.0, 2.0, 4.0, 5.0], [10.0, 30.0, 20.0, 0.0]])
    g = np.array([1.0, 0.5, 2.0, -1.0])
    b = np.array([0.0, 0.1, -0.2, 0.3])
    dOut = np.array([[0.1, -0.2, 0.3, 0.05], [-0.1, 0.25, 0.15, -0.3]])
    return _there_and_back(X, g, b, dOut, 1e-5)


def layer_norm_example(T: int = 3, d: int = 5) -> tuple[Array, Array, Array, Array]:
    """LayerNorm, forward and backward, on random rows; epsilon is large enough to be seen."""
    rng = np.random.default_rng(7)
    X, g, b = rng.normal(size=(T, d)), rng.normal(size=d), rng.normal(size=d)
    return _there_and_back(X, g, b, rng.normal(size=(T, d)), 0.1)


def _there_and_back(
    X: Array, g: Array, b: Array, dOut: Array, eps: float
) -> tuple[Array, Array, Array, Array]:
    out, c = layer_norm_forward(X, g, b, eps)
    return out, *layer_norm_backward(dOut, c, g)
