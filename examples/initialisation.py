"""Runs of the making of parameters."""

from __future__ import annotations

import numpy as np

from model.config import ModelConfig
from model.ops import Array, Params
from model.transformer import init_params, xavier_uniform


def xavier_matrix() -> Array:
    """A matrix of three rows and four columns."""
    return xavier_uniform(3, 4, np.random.default_rng(0))


def xavier_example(rows: int = 5, columns: int = 3) -> Array:
    """A matrix of the given size, drawn with a fixed seed."""
    return xavier_uniform(rows, columns, np.random.default_rng(1))


def init_example(T: int = 3, d: int = 4, F: int = 6, V: int = 7) -> Params:
    """Parameters of a model of the given sizes, with two blocks and one head."""
    cfg = ModelConfig(vocab_size=V, seq_len=T, emb_dim=d, num_heads=1, ff_dim=F, num_layers=2)
    return init_params(cfg, np.random.default_rng(0))
