"""Tiny models and rows that several examples share."""

from __future__ import annotations

import numpy as np

from model.config import ModelConfig
from model.ops import Array, Params
from model.transformer import init_params

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


def tiny_stream() -> Array:
    """Three rows of a residual stream, chosen by hand, (3, 4)."""
    return np.array([[0.5, -1.0, 1.5, 0.25], [1.0, 0.0, -0.5, 2.0], [-0.75, 1.25, 0.5, -1.5]])


def tiny_cotangent() -> Array:
    """A gradient on the output of a block, chosen by hand, (3, 4)."""
    return np.array([[0.1, -0.2, 0.3, 0.05], [-0.1, 0.25, 0.15, -0.3], [0.2, 0.1, -0.25, 0.15]])
