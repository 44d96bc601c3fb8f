"""Runs of ReLU."""

from __future__ import annotations

import numpy as np

from model.ops import Array, relu_backward, relu_forward


def relu_example(T: int = 3, F: int = 5) -> tuple[Array, Array]:
    """ReLU and its derivative on random rows of the given size; one entry is exactly 0."""
    rng = np.random.default_rng(2)
    Z, dA = rng.normal(size=(T, F)), rng.normal(size=(T, F))
    Z[0, 0] = 0.0
    return relu_forward(Z), relu_backward(Z, dA)
