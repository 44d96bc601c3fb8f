"""Runs of a linear layer."""

from __future__ import annotations

import numpy as np

from model.ops import Array, linear_backward, linear_forward


def linear_rows() -> tuple[Array, Array, Array, Array]:
    """Two rows of three numbers, widened to four; every number is chosen by hand."""
    X = np.array([[1.0, -2.0, 0.5], [0.0, 3.0, -1.0]])
    W = np.array([[0.5, 1.0, -1.0, 2.0], [0.25, 0.0, 1.5, -0.5], [1.0, -2.0, 0.0, 4.0]])
    b = np.array([0.1, -0.2, 0.3, 0.0])
    dOut = np.array([[1.0, 0.0, -1.0, 0.5], [0.5, 2.0, 0.0, -1.5]])
    return _there_and_back(X, W, b, dOut)


def linear_example(T: int = 3, d: int = 4, F: int = 5) -> tuple[Array, Array, Array, Array]:
    """A linear layer, forward and backward, on random rows of the given size."""
    rng = np.random.default_rng(5)
    X, W, b = rng.normal(size=(T, d)), rng.normal(size=(d, F)), rng.normal(size=F)
    return _there_and_back(X, W, b, rng.normal(size=(T, F)))


def _there_and_back(X: Array, W: Array, b: Array, dOut: Array) -> tuple[Array, Array, Array, Array]:
    return linear_forward(X, W, b), *linear_backward(X, W, dOut)
