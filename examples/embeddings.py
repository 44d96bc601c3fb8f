"""Runs of the embeddings."""

from __future__ import annotations

import numpy as np

from model.config import ModelConfig
from model.embeddings import embed_backward, embed_forward
from model.ops import Array, Params
from model.transformer import init_params


def embed_example(T: int = 4, d: int = 5, V: int = 7) -> Params:
    """Embeddings of T ids, forward and backward; the first id comes again at the end."""
    cfg = ModelConfig(vocab_size=V, seq_len=T + 2, emb_dim=d, num_heads=1, ff_dim=3, num_layers=0)
    rng = np.random.default_rng(6)
    params = init_params(cfg, rng)
    ids = rng.integers(0, V, size=T)
    ids[-1] = ids[0]
    embed_forward(ids, params)
    grads = {name: np.zeros_like(value) for name, value in params.items()}
    embed_backward(rng.normal(size=(T, d)), ids, grads)
    return grads


def repeated_id_example() -> tuple[Array, Params]:
    """Three positions, the first and the last of which hold the same id, forward and backward."""
    params = {
        "tok": np.array([[0.5, -1.0], [1.5, 0.25], [-0.75, 2.0], [1.0, 1.25]]),
        "pos": np.array([[0.1, 0.2], [0.3, 0.4], [0.5, 0.6], [0.7, 0.8], [0.9, 1.0]]),
    }
    ids = np.array([2, 0, 2])
    rows = embed_forward(ids, params)
    grads = {name: np.zeros_like(value) for name, value in params.items()}
    embed_backward(np.array([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]), ids, grads)
    return rows, grads
