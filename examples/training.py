"""Runs of training: gradients of a batch, clipping, the optimizer, the rate, and whole runs."""

from __future__ import annotations

import contextlib
import io
import tempfile
from collections import Counter
from pathlib import Path

import numpy as np

from model.batches import Batch
from model.checkpoint import load_checkpoint
from model.config import ModelConfig
from model.ops import Array, Params
from model.run import TEXT, Run, RunSettings, advance, start_run
from model.schedule import learning_rate
from model.train import AdamW, batch_loss_and_grads, clip_grad_norm, train_step
from model.trainer import main, smoothed
from model.transformer import init_params


def _model(T: int, d: int, F: int, V: int) -> tuple[ModelConfig, Params]:
    cfg = ModelConfig(vocab_size=V, seq_len=T, emb_dim=d, num_heads=2, ff_dim=F, num_layers=1)
    rng = np.random.default_rng(1)
    params = init_params(cfg, rng)
    return cfg, {name: value + 0.3 * rng.normal(size=value.shape) for name, value in params.items()}


def _batch(T: int, V: int, B: int) -> Batch:
    rng = np.random.default_rng(2)
    return [(rng.integers(0, V, size=T), rng.integers(0, V, size=T)) for _ in range(B)]


def batch_example(
    T: int = 3, d: int = 4, F: int = 6, V: int = 7, B: int = 2
) -> tuple[float, Params]:
    """Loss and gradients of B sequences for a model of the given sizes."""
    cfg, params = _model(T, d, F, V)
    return batch_loss_and_grads(params, _batch(T, V, B), cfg)


def clip_example(n: int = 3, m: int = 2) -> list[float]:
    """Gradients that are scaled down to the norm 1.5, and the same below a norm of 100."""
    rng = np.random.default_rng(3)
    norms = []
    for most in (1.5, 100.0):
        grads = {"b": rng.normal(size=n), "w": rng.normal(size=(n, m))}
        norms.append(clip_grad_norm(grads, most))
    return norms


def adamw_example(n: int = 3, m: int = 2) -> Params:
    """Three updates of a matrix (n, m) and a vector (n,)."""
    rng = np.random.default_rng(4)
    params = {"w": rng.normal(size=(n, m)), "b": rng.normal(size=n)}
    opt = AdamW(lr=0.1, beta1=0.8, beta2=0.9, eps=1e-3, weight_decay=0.05)
    for _ in range(3):
        opt.step(params, {name: rng.normal(size=value.shape) for name, value in params.items()})
    return params


def vector_example(n: int = 3) -> Params:
    """Two updates of a vector (n,)."""
    rng = np.random.default_rng(5)
    params = {"b": rng.normal(size=n)}
    opt = AdamW(lr=0.1, beta1=0.8, beta2=0.9, eps=1e-3, weight_decay=0.05)
    for _ in range(2):
        opt.step(params, {"b": rng.normal(size=n)})
    return params


def rate_example() -> dict[str, list[int] | list[float]]:
    """The rate of every step of a run of 12 steps, 4 of them warm-up."""
    steps = list(range(1, 13))
    return {"steps": steps, "rates": [learning_rate(step, 0.4, 0.05, 4, 12) for step in steps]}


def step_example(T: int = 3, d: int = 4, F: int = 6, V: int = 7, B: int = 2) -> list[float]:
    """One training step of a model of the given sizes, without clipping and with it."""
    losses = []
    for most in (50.0, 0.5):
        cfg, params = _model(T, d, F, V)
        losses.append(train_step(params, AdamW(lr=0.02), _batch(T, V, B), cfg, most))
    return losses


def smoothed_example() -> list[float]:
    """Means of the last losses, of fewer than are asked for and of more."""
    losses = [3.5, 3.0, 2.75, 2.0, 1.875]
    return [smoothed(losses, 3), smoothed(losses[:2], 4)]


def advance_example() -> Params:
    """Three steps of a run of 5, of which 2 are warm-up."""
    run = small_run(5, 2)
    for _ in range(3):
        advance(run)
    return run.params


def command_example() -> list[float]:
    """Losses of a run that the command stops after two steps and resumes from its checkpoint."""
    words = ["--steps", "4", "--batch-size", "1", "--warmup", "1", "--save-every", "2"]
    with tempfile.TemporaryDirectory() as folder, contextlib.redirect_stderr(io.StringIO()):
        saved = Path(folder) / "run.npz"
        with contextlib.redirect_stdout(io.StringIO()):
            main(["--checkpoint", str(saved), "--stop-at", "2", *words])
            main(["--checkpoint", str(saved), "--resume"])
        return load_checkpoint(saved).losses


def refused_example() -> list[int]:
    """Exit codes of the command for options that do not fit, and for an interrupt at a terminal."""
    words = ["--steps", "1", "--batch-size", "1", "--warmup", "0"]
    with contextlib.redirect_stderr(io.StringIO()), contextlib.redirect_stdout(io.StringIO()):
        codes = [main(["--resume", "--checkpoint", "none.npz", *words]), main(words)]
    with contextlib.redirect_stderr(_Terminal()), contextlib.redirect_stdout(io.StringIO()):
        codes.append(main(words))
    with contextlib.redirect_stderr(_Terminal(interrupted=True)):
        codes.append(main(words))
    return codes


class _Terminal(io.StringIO):
    """A terminal at which somebody may press Ctrl+C once, as the first progress is shown."""

    def __init__(self, interrupted: bool = False) -> None:
        super().__init__()
        self._interrupted = interrupted

    def isatty(self) -> bool:
        return True

    def flush(self) -> None:
        if self._interrupted:
            self._interrupted = False
            raise KeyboardInterrupt
        super().flush()


def small_run(steps: int = 400, warmup: int = 40) -> Run:
    """A run on the text of the model, with one small block."""
    sizes = ModelConfig(emb_dim=16, num_heads=2, ff_dim=48, num_layers=1)
    told = RunSettings(steps=steps, batch_size=4, peak=1e-2, floor=1e-3, warmup=warmup)
    return start_run(TEXT.read_text(encoding="utf-8"), told, sizes)


def loss_curve() -> dict[str, list[int] | Array]:
    """Loss and rate of 400 steps, each loss the mean of 10 steps, beside two guesses.

    The first guess gives every character the same probability, the second its share of the text.
    """
    run, rates = small_run(), []
    while run.step < run.settings.steps:
        advance(run)
        rates.append(run.opt.lr)
    losses = np.array(run.losses).reshape(-1, 10).mean(axis=1)
    text = run.tokenizer.decode(run.ids)
    shares = np.array(list(Counter(text).values())) / len(text)
    return {
        "steps": list(range(10, 401, 10)),
        "losses": losses,
        "rates": np.array(rates)[9::10],
        "equal": np.full(len(losses), np.log(len(run.tokenizer))),
        "shares": np.full(len(losses), -(shares * np.log(shares)).sum()),
    }
