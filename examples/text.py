"""Runs of the tokenizer and of the batches."""

from __future__ import annotations

import numpy as np

from model.batches import Batch, draw_batch, window
from model.ops import Array
from model.run import TEXT
from model.tokenizer import Tokenizer

WORDS = "a gull, a seal"


def tokenizer_example() -> str:
    """A few words to ids and back."""
    tokenizer = Tokenizer.of(WORDS)
    return tokenizer.decode(tokenizer.encode("seal a gull"))


def window_example(T: int = 4, N: int = 9) -> tuple[Array, Array]:
    """The window of T ids that starts at id 2 of N ids."""
    ids = np.random.default_rng(6).integers(0, 40, size=N)
    return window(ids, 2, T)


def batch_example(T: int = 4, N: int = 9, B: int = 3) -> Batch:
    """B windows of T ids at places that a seed gives."""
    ids = Tokenizer.of(WORDS).encode(WORDS)[:N]
    return draw_batch(ids, T, B, np.random.default_rng(1))


def text_batch() -> Batch:
    """Two windows of the text that the model is trained on."""
    text = TEXT.read_text(encoding="utf-8")
    return draw_batch(Tokenizer.of(text).encode(text), 8, 2, np.random.default_rng(0))


def character_shares() -> dict[str, list[str] | Array]:
    """How often the ten most frequent characters stand in the text of the model."""
    text = TEXT.read_text(encoding="utf-8")
    tokenizer = Tokenizer.of(text)
    counts = np.bincount(tokenizer.encode(text), minlength=len(tokenizer))
    order = np.argsort(-counts, kind="stable")[:10]
    shown = {" ": "space", "\n": "line end"}
    names = [shown.get(tokenizer.characters[each], tokenizer.characters[each]) for each in order]
    return {"characters": names, "shares": counts[order] / len(text)}
