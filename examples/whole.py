"""Runs of the whole model, and of the making of its parameters."""

from __future__ import annotations

import numpy as np

from examples.tiny import TINY, tiny_params
from model.config import ModelConfig
from model.embeddings import head_backward, head_forward
from model.ops import Array, Params
from model.transformer import forward, init_params, loss_and_grads


def forward_example() -> Array:
    """Logits of the tiny model for three tokens, (3, 7)."""
    logits, _ = forward(tiny_params(), np.array([1, 4, 2]), TINY)
    return logits


def init_params_example(T: int = 3, d: int = 4, F: int = 6, V: int = 7) -> Params:
    """Parameters of a model of the given sizes, with two blocks and one head."""
    cfg = ModelConfig(vocab_size=V, seq_len=T, emb_dim=d, num_heads=1, ff_dim=F, num_layers=2)
    return init_params(cfg, np.random.default_rng(0))


def whole_example(
    T: int = 5, H: int = 3, k: int = 4, F: int = 7, V: int = 8
) -> tuple[float, Params]:
    """Loss and gradients of a model of two blocks, whose parameters are all drawn at random."""
    cfg = ModelConfig(vocab_size=V, seq_len=T, emb_dim=H * k, num_heads=H, ff_dim=F, num_layers=2)
    rng = np.random.default_rng(7)
    params = init_params(cfg, rng)
    params = {name: value + 0.3 * rng.normal(size=value.shape) for name, value in params.items()}
    ids, targets = rng.integers(0, V, size=T), rng.integers(0, V, size=T)
    ids[-1] = ids[0]
    return loss_and_grads(params, ids, targets, cfg)


def loss_and_grads_example() -> tuple[float, Params]:
    """Loss and gradients of the tiny model for three tokens."""
    return loss_and_grads(tiny_params(), np.array([1, 4, 2]), np.array([4, 2, 5]), TINY)


def head_example(T: int = 3, d: int = 5, V: int = 7) -> tuple[Array, Params]:
    """The head, forward and backward, on random rows and parameters of the given sizes."""
    cfg = ModelConfig(vocab_size=V, seq_len=T, emb_dim=d, num_heads=1, ff_dim=3, num_layers=0)
    rng = np.random.default_rng(8)
    params = init_params(cfg, rng)
    params = {name: value + 0.3 * rng.normal(size=value.shape) for name, value in params.items()}
    grads = {name: np.zeros_like(value) for name, value in params.items()}
    _, c = head_forward(rng.normal(size=(T, d)), params, cfg)
    return head_backward(rng.normal(size=(T, V)), c, params, grads), grads


def causality_example() -> dict[str, Array]:
    """How far the logits of every position move when the token at position 3 is another one.

    Positions count from 0, as in the code.
    """
    cfg = ModelConfig(vocab_size=9, seq_len=6, emb_dim=6, num_heads=2, ff_dim=8, num_layers=2)
    params = init_params(cfg, np.random.default_rng(9))
    before, _ = forward(params, np.array([1, 4, 2, 7, 0, 3]), cfg)
    after, _ = forward(params, np.array([1, 4, 2, 8, 0, 3]), cfg)
    return {"position": np.arange(6), "moved": np.abs(after - before).max(axis=1)}


def count_example() -> dict[str, list[int]]:
    """Numbers in all parameters of three models, counted, and by a formula.

    The first has the sizes of `model.config`. The run fails where the two differ.
    """
    counted, formula = [], []
    for cfg in (ModelConfig(), TINY, ModelConfig(9, 5, 6, 3, 11, 4)):
        params = init_params(cfg, np.random.default_rng(0))
        counted.append(sum(value.size for value in params.values()))
        V, T, d, F, n = cfg.vocab_size, cfg.seq_len, cfg.emb_dim, cfg.ff_dim, cfg.num_layers
        block = 4 * d * d + 9 * d + 2 * d * F + F
        formula.append((2 * V + T + 2) * d + V + n * block)
    assert counted == formula
    return {"counted": counted, "formula": formula}
