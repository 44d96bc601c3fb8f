"""Runs of the whole model, and of the making of its parameters."""

from __future__ import annotations

import numpy as np

from examples.tiny import TINY, tiny_params
from model.config import ModelConfig
from model.ops import Array
from model.transformer import Params, forward, init_params


def forward_example() -> Array:
    """Logits of the tiny model for three tokens, (3, 7)."""
    logits, _ = forward(tiny_params(), np.array([1, 4, 2]), TINY)
    return logits


def init_params_example(T: int = 3, d: int = 4, F: int = 6, V: int = 7) -> Params:
    """Parameters of a model of the given sizes, with two blocks and one head."""
    cfg = ModelConfig(vocab_size=V, seq_len=T, emb_dim=d, num_heads=1, ff_dim=F, num_layers=2)
    return init_params(cfg, np.random.default_rng(0))
