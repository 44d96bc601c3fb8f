"""A training run: its settings, its whole state, and one step of it.

`start_run(text, RunSettings(steps=200))` draws parameters; every `advance(run)` is one step.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np

from model.batches import draw_batch
from model.config import ModelConfig, batch_size
from model.ops import Array, Params
from model.schedule import learning_rate
from model.tokenizer import Tokenizer
from model.train import AdamW, train_step
from model.transformer import init_params

TEXT = Path(__file__).with_name("text") / "harbour.txt"


@dataclass(frozen=True)
class RunSettings:
    """What a training run is told before it starts.

    Attributes:
        steps: Number of steps in all.
        batch_size: Windows in a batch.
        peak: Largest learning rate.
        floor: Learning rate of the last step, in the unit of `peak`.
        warmup: Steps in which the rate rises, below `steps`.
        max_norm: Largest joint norm of the gradients, in their unit.
        weight_decay: Share of a matrix that is taken off at each step, times the rate.
        seed: Of the generator that draws parameters and batches.
    """

    steps: int = 1000
    batch_size: int = batch_size
    peak: float = 5e-3
    floor: float = 5e-4
    warmup: int = 50
    max_norm: float = 1.0
    weight_decay: float = 0.01
    seed: int = 0

    def __post_init__(self) -> None:
        """Refuse what no run can be made with.

        Raises:
            ValueError: A number is out of range; the message says which.
        """
        if self.batch_size < 1:
            raise ValueError(f"a batch of {self.batch_size} windows is empty")
        if self.seed < 0:
            raise ValueError(f"the seed {self.seed} is negative")
        if not 0.0 <= self.floor <= self.peak:
            raise ValueError(f"the rate cannot fall from {self.peak} to {self.floor}")
        learning_rate(1, self.peak, self.floor, self.warmup, self.steps)


@dataclass
class Run:
    """The state of a training run: all that the next step depends on.

    Attributes:
        settings: What the run was told.
        cfg: Sizes of the model.
        tokenizer: Vocabulary of the text.
        ids: Ids of the text, (N,).
        params: Parameters of the model, as they are after the last step.
        opt: Optimizer with its state.
        rng: Generator that draws the batches.
        losses: Mean loss of the batch of every step so far, in nats.
    """

    settings: RunSettings
    cfg: ModelConfig
    tokenizer: Tokenizer
    ids: Array
    params: Params
    opt: AdamW
    rng: np.random.Generator
    losses: list[float] = field(default_factory=list)

    @property
    def step(self) -> int:
        """Number of steps made."""
        return len(self.losses)


def start_run(text: str, settings: RunSettings, sizes: ModelConfig | None = None) -> Run:
    """A run before its first step.

    Args:
        text: What the model is trained on, longer than `seq_len` characters.
        settings: What the run is told.
        sizes: Sizes of the model, the defaults without it; V is that of the text in any case.

    Returns:
        The run, with parameters drawn by the generator of its seed.

    Raises:
        ValueError: The text is empty or too short.
    """
    tokenizer = Tokenizer.of(text)
    cfg = replace(ModelConfig() if sizes is None else sizes, vocab_size=len(tokenizer))
    if len(text) <= cfg.seq_len:
        raise ValueError(f"a text of {len(text)} characters has no window of {cfg.seq_len}")
    rng = np.random.default_rng(settings.seed)
    opt = AdamW(weight_decay=settings.weight_decay)
    return Run(settings, cfg, tokenizer, tokenizer.encode(text), init_params(cfg, rng), opt, rng)


def advance(run: Run) -> None:
    """Make one step: draw a batch, set the rate, update the parameters.

    Args:
        run: The run; its parameters, optimizer and generator are changed in place, and the mean
            loss of the batch before the update is added to its losses.

    Raises:
        ValueError: The run has made all its steps.
    """
    told = run.settings
    run.opt.lr = learning_rate(run.step + 1, told.peak, told.floor, told.warmup, told.steps)
    batch = draw_batch(run.ids, run.cfg.seq_len, told.batch_size, run.rng)
    run.losses.append(train_step(run.params, run.opt, batch, run.cfg, told.max_norm))
