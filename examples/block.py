"""Runs of one block."""

from __future__ import annotations

import numpy as np

from examples.tiny import TINY, sized_params, tiny_cotangent, tiny_params, tiny_stream
from model.ops import Array, Cache, Params
from model.transformer import block_backward, block_forward


def block_example(T: int = 4, d: int = 6, F: int = 8) -> tuple[Array, Params]:
    """A block, forward and backward, at the given sizes; d is a multiple of its 3 heads."""
    cfg, params = sized_params(T, d, F)
    rng = np.random.default_rng(4)
    grads = {name: np.zeros_like(value) for name, value in params.items()}
    _, c = block_forward(rng.normal(size=(T, d)), params, 0, cfg)
    return block_backward(rng.normal(size=(T, d)), c, params, 0, cfg, grads), grads


def block_forward_example() -> tuple[Array, Cache]:
    """The first block of the tiny model on three rows."""
    return block_forward(tiny_stream(), tiny_params(), 0, TINY)


def block_backward_example() -> tuple[Array, Params]:
    """The same block, forward and backward."""
    return _there_and_back(tiny_params())


def identity_path_example() -> tuple[Array, Params]:
    """The same with both LayerNorm scales at zero: no gradient comes back from a branch."""
    params = tiny_params()
    params["b0.ln1_g"][:] = 0.0
    params["b0.ln2_g"][:] = 0.0
    return _there_and_back(params)


def _there_and_back(params: Params) -> tuple[Array, Params]:
    _, c = block_forward(tiny_stream(), params, 0, TINY)
    grads = {name: np.zeros_like(value) for name, value in params.items()}
    return block_backward(tiny_cotangent(), c, params, 0, TINY, grads), grads
