"""Runs of the feed-forward layer."""

from __future__ import annotations

import numpy as np

from examples.tiny import sized_params
from model.ops import Array, Params
from model.transformer import ffn_backward, ffn_forward


def ffn_example(T: int = 3, d: int = 6, F: int = 8) -> tuple[Array, Params]:
    """The feed-forward layer, forward and backward, at the given sizes."""
    _, params = sized_params(T, d, F)
    rng = np.random.default_rng(3)
    grads = {name: np.zeros_like(value) for name, value in params.items()}
    _, c = ffn_forward(rng.normal(size=(T, d)), params, "b0.")
    return ffn_backward(rng.normal(size=(T, d)), c, params, "b0.", grads), grads
