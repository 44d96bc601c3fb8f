"""Runs of attention and of its parts."""

from __future__ import annotations

import numpy as np

from examples.tiny import TINY, tiny_cotangent, tiny_params, tiny_stream
from examples.training import small_run
from model.config import ModelConfig
from model.heads import causal_mask, merge_heads, split_heads
from model.ops import Array, Cache, Params
from model.run import advance
from model.transformer import attention_backward, attention_forward, forward, init_params

SHOWN = "the boat"


def split_example(T: int = 3, H: int = 2, k: int = 2) -> Array:
    """Rows of whole numbers, counted from 0, cut into heads."""
    return split_heads(np.arange(float(T * H * k)).reshape(T, H * k), H)


def merge_example(T: int = 3, H: int = 2, k: int = 2) -> Array:
    """The heads of `split_example`, joined again."""
    return merge_heads(split_example(T, H, k))


def mask_example(T: int = 4) -> Array:
    """The mask of T positions."""
    return causal_mask(T)


def attention_example(T: int = 5, H: int = 3, k: int = 4) -> tuple[Array, Params]:
    """Attention, forward and backward, on random rows and parameters of the given sizes."""
    d = H * k
    cfg = ModelConfig(vocab_size=7, seq_len=T, emb_dim=d, num_heads=H, ff_dim=6, num_layers=1)
    rng = np.random.default_rng(5)
    params = init_params(cfg, rng)
    params = {name: value + 0.3 * rng.normal(size=value.shape) for name, value in params.items()}
    grads = {name: np.zeros_like(value) for name, value in params.items()}
    _, c = attention_forward(rng.normal(size=(T, d)), params, "b0.", cfg)
    return attention_backward(rng.normal(size=(T, d)), c, params, "b0.", cfg, grads), grads


def attention_forward_example() -> tuple[Array, Cache]:
    """Attention of the tiny model on three rows that are chosen by hand."""
    return attention_forward(tiny_stream(), tiny_params(), "b0.", TINY)


def attention_backward_example() -> tuple[Array, Params]:
    """The same, forward and backward, with biases that are not zero."""
    params = tiny_params()
    for n in "qkvo":
        params[f"b0.b{n}"][:] = [0.1, -0.2, 0.3, 0.05]
    grads = {name: np.zeros_like(value) for name, value in params.items()}
    _, c = attention_forward(tiny_stream(), params, "b0.", TINY)
    return attention_backward(tiny_cotangent(), c, params, "b0.", TINY, grads), grads


def attention_weights() -> dict[str, list[str] | Array]:
    """Weights of both heads of a trained model on a short text, and its characters.

    The model has one small block and made 400 steps on the text of this repository.
    """
    run = small_run()
    while run.step < run.settings.steps:
        advance(run)
    ids = run.tokenizer.encode(SHOWN)
    _, c = forward(run.params, ids, run.cfg)
    return {
        "characters": [{" ": "space"}.get(each, each) for each in SHOWN],
        "first": c["blocks"][0]["att"]["A"][0],
        "second": c["blocks"][0]["att"]["A"][1],
    }
