"""Runs of generation: from logits to a token, and from a prompt to a text."""

from __future__ import annotations

import contextlib
import io
import tempfile
from pathlib import Path

import numpy as np

from examples.training import small_run
from model.checkpoint import save_checkpoint
from model.config import ModelConfig
from model.generate import (
    apply_temperature,
    generate,
    keep_top_k,
    main,
    next_token_logits,
    next_token_probabilities,
    sample,
)
from model.ops import Array, Params
from model.run import advance
from model.transformer import forward, init_params


def temperature_example(V: int = 5) -> list[Array]:
    """Logits of V tokens at two temperatures."""
    logits = np.random.default_rng(1).normal(size=V)
    return [apply_temperature(logits, 0.5), apply_temperature(logits, 2.0)]


def top_k_example(V: int = 5) -> Array:
    """The three largest of V logits."""
    return keep_top_k(np.random.default_rng(1).normal(size=V), 3)


def probabilities_example(V: int = 5) -> Array:
    """Probabilities of V tokens at temperature 0.5, three of which may be drawn."""
    return next_token_probabilities(np.random.default_rng(1).normal(size=V), 0.5, 3)


def sample_example() -> list[int]:
    """Three draws from one distribution of four tokens."""
    probabilities = np.array([0.1, 0.4, 0.2, 0.3])
    return [sample(probabilities, u) for u in (0.05, 0.45, 0.95)]


def weights_example(V: int = 5) -> list[int]:
    """Three draws from V weights that do not sum to 1."""
    weights = np.random.default_rng(4).uniform(0.5, 2.0, size=V)
    return [sample(weights, u) for u in (0.1, 0.5, 0.8)]


def logits_example() -> list[Array]:
    """Logits after six ids and after two, by a model that reads at most four at once."""
    cfg, params, _ = _model()
    return [next_token_logits(params, tokens, cfg) for tokens in ([3, 0, 5, 1, 6, 2], [4, 1])]


def generate_example() -> Array:
    """Five tokens after a prompt of two, by a model that reads at most four at once."""
    cfg, params, rng = _model()
    return generate(params, np.array([3, 0]), 5, 0.8, 4, rng, cfg)


def _model() -> tuple[ModelConfig, Params, np.random.Generator]:
    cfg = ModelConfig(vocab_size=7, seq_len=4, emb_dim=6, num_heads=3, ff_dim=8, num_layers=2)
    rng = np.random.default_rng(2)
    params = init_params(cfg, rng)
    return (
        cfg,
        {name: value + 0.3 * rng.normal(size=value.shape) for name, value in params.items()},
        rng,
    )


def command_example() -> str:
    """What the command prints for a model that was not trained, and for a temperature of 0."""
    said = io.StringIO()
    with tempfile.TemporaryDirectory() as folder, contextlib.redirect_stdout(said):
        saved = Path(folder) / "run.npz"
        save_checkpoint(small_run(5, 2), saved)
        main([str(saved), "--prompt", "the ", "--length", "5"])
        with contextlib.redirect_stderr(said):
            main([str(saved), "--temperature", "0"])
    return said.getvalue()


def temperatures() -> dict[str, list[str] | Array]:
    """The ten most probable characters after `the boat`, at three temperatures.

    The model has one small block and made 150 steps on the text of this repository.
    """
    run = small_run(150, 15)
    while run.step < run.settings.steps:
        advance(run)
    logits = forward(run.params, run.tokenizer.encode("the boat"), run.cfg)[0][-1]
    first = np.argsort(-logits, kind="stable")[:10]
    shown = {" ": "space", "\n": "line end"}
    characters = [run.tokenizer.characters[each] for each in first]
    return {
        "characters": [shown.get(each, each) for each in characters],
        "half": next_token_probabilities(logits, 0.5, len(logits))[first],
        "one": next_token_probabilities(logits, 1.0, len(logits))[first],
        "two": next_token_probabilities(logits, 2.0, len(logits))[first],
    }
