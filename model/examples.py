"""Runs at a tiny size, for the documentation: every function can be called without arguments."""

from __future__ import annotations

import numpy as np

from model.config import ModelConfig
from model.ops import Array, relu_backward, relu_forward
from model.transformer import (
    Cache,
    Params,
    block_backward,
    block_forward,
    ffn_backward,
    ffn_forward,
    forward,
    init_params,
)

TINY = ModelConfig(vocab_size=7, seq_len=3, emb_dim=4, num_heads=2, ff_dim=6, num_layers=1)


def tiny_params() -> Params:
    """Parameters of a model with one block, drawn by `init_params` with a fixed seed."""
    return init_params(TINY, np.random.default_rng(0))


def sized_params(T: int, d: int, F: int) -> tuple[ModelConfig, Params]:
    """A model with one block of the given sizes, whose parameters are all drawn at random."""
    cfg = ModelConfig(vocab_size=7, seq_len=T, emb_dim=d, num_heads=3, ff_dim=F, num_layers=1)
    rng = np.random.default_rng(1)
    params = init_params(cfg, rng)
    return cfg, {name: value + 0.3 * rng.normal(size=value.shape) for name, value in params.items()}


def relu_example(T: int = 3, F: int = 5) -> tuple[Array, Array]:
    """ReLU and its derivative on random rows of the given size; one entry is exactly 0."""
    rng = np.random.default_rng(2)
    Z, dA = rng.normal(size=(T, F)), rng.normal(size=(T, F))
    Z[0, 0] = 0.0
    return relu_forward(Z), relu_backward(Z, dA)


def ffn_example(T: int = 3, d: int = 6, F: int = 8) -> tuple[Array, Params]:
    """The feed-forward layer, forward and backward, at the given sizes."""
    _, params = sized_params(T, d, F)
    rng = np.random.default_rng(3)
    grads = {name: np.zeros_like(value) for name, value in params.items()}
    _, c = ffn_forward(rng.normal(size=(T, d)), params, "b0.")
    return ffn_backward(rng.normal(size=(T, d)), c, params, "b0.", grads), grads


def block_example(T: int = 4, d: int = 6, F: int = 8) -> tuple[Array, Params]:
    """A block, forward and backward, at the given sizes; d is a multiple of its 3 heads."""
    cfg, params = sized_params(T, d, F)
    rng = np.random.default_rng(4)
    grads = {name: np.zeros_like(value) for name, value in params.items()}
    _, c = block_forward(rng.normal(size=(T, d)), params, 0, cfg)
    return block_backward(rng.normal(size=(T, d)), c, params, 0, cfg, grads), grads


def tiny_stream() -> Array:
    """Three rows of a residual stream, chosen by hand, (3, 4)."""
    return np.array([[0.5, -1.0, 1.5, 0.25], [1.0, 0.0, -0.5, 2.0], [-0.75, 1.25, 0.5, -1.5]])


def tiny_cotangent() -> Array:
    """A gradient on the output of a block, chosen by hand, (3, 4)."""
    return np.array([[0.1, -0.2, 0.3, 0.05], [-0.1, 0.25, 0.15, -0.3], [0.2, 0.1, -0.25, 0.15]])


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


def forward_example() -> Array:
    """Logits of the tiny model for three tokens, (3, 7)."""
    logits, _ = forward(tiny_params(), np.array([1, 4, 2]), TINY)
    return logits


def init_params_example(T: int = 3, d: int = 4, F: int = 6, V: int = 7) -> Params:
    """Parameters of a model of the given sizes, with two blocks and one head."""
    cfg = ModelConfig(vocab_size=V, seq_len=T, emb_dim=d, num_heads=1, ff_dim=F, num_layers=2)
    return init_params(cfg, np.random.default_rng(0))
