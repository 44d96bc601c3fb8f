"""A training run as one file, from which it goes on to the same numbers.

`save_checkpoint(run, path)` writes an .npz archive: arrays of parameters and of the optimizer, and
one JSON text with everything else. Nothing in it is pickled, so loading runs no code.
"""

from __future__ import annotations

import json
import os
import zipfile
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from model.config import ModelConfig
from model.ops import Array, Params
from model.run import Run, RunSettings
from model.tokenizer import Tokenizer
from model.train import AdamW
from model.transformer import init_params

FORMAT = 1
OPTIONS = ("lr", "beta1", "beta2", "eps", "weight_decay", "steps")
"""Numbers of the optimizer."""


class CheckpointError(Exception):
    """A file that cannot be used as a checkpoint; the message says which file and why."""


@dataclass(frozen=True)
class _Facts:
    """What a checkpoint holds besides arrays, each part as JSON can write it."""

    format: int
    settings: dict[str, Any]
    cfg: dict[str, Any]
    characters: str
    opt: dict[str, Any]
    generator: dict[str, Any]


def save_checkpoint(run: Run, path: Path) -> None:
    """Write a run to a file: the old file stays as it is until the new one is whole.

    Args:
        run: The run between two steps.
        path: File to write; its folder must exist.

    Raises:
        OSError: The file cannot be written.
    """
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with beside.open("wb") as file:
            np.savez(
                file,
                facts=np.array(_written(run)),
                ids=run.ids,
                losses=np.array(run.losses, dtype=np.float64),
                **dict(_named("params", run.params)),
                **dict(_named("m", run.opt.m)),
                **dict(_named("v", run.opt.v)),
            )
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)
    finally:
        beside.unlink(missing_ok=True)


def load_checkpoint(path: Path) -> Run:
    """The run that a file holds.

    Args:
        path: File written by `save_checkpoint`.

    Returns:
        The run, equal to the one that was saved in every number.

    Raises:
        CheckpointError: There is no such file, it is no checkpoint, or its parts do not fit.
    """
    try:
        with path.open("rb") as file:
            if not zipfile.is_zipfile(file):
                raise ValueError("it is no archive, or its end is missing")
            file.seek(0)
            with np.load(file, allow_pickle=False) as archive:
                run = _read(archive)
    except FileNotFoundError:
        raise CheckpointError(f"{path}: no such file") from None
    except (OSError, EOFError, KeyError, TypeError, ValueError, zipfile.BadZipFile) as error:
        raise CheckpointError(f"{path} is no checkpoint of this version: {error}") from error
    return run


def _written(run: Run) -> str:
    """All of a run but its arrays, as JSON; floats are written so that they come back the same."""
    facts = _Facts(
        FORMAT,
        asdict(run.settings),
        asdict(run.cfg),
        run.tokenizer.characters,
        {name: getattr(run.opt, name) for name in OPTIONS},
        dict(run.rng.bit_generator.state),
    )
    return json.dumps(asdict(facts))


def _read(archive: Mapping[str, Array]) -> Run:
    """The run of an archive.

    Raises:
        KeyError, TypeError, ValueError: Parts are missing, unknown, or do not fit.
    """
    facts = _Facts(**json.loads(str(archive["facts"])))
    if facts.format != FORMAT:
        raise ValueError(f"its format is {facts.format}, and {FORMAT} is read here")
    rng = np.random.default_rng()
    rng.bit_generator.state = facts.generator
    run = Run(
        RunSettings(**facts.settings),
        ModelConfig(**facts.cfg),
        Tokenizer(facts.characters),
        archive["ids"],
        dict(_group(archive, "params")),
        AdamW(**facts.opt, m=dict(_group(archive, "m")), v=dict(_group(archive, "v"))),
        rng,
        archive["losses"].tolist(),
    )
    if len(run.tokenizer) != run.cfg.vocab_size:
        raise ValueError("its vocabulary is not that of its sizes")
    run.tokenizer.decode(run.ids)  # refuses ids without a character
    wanted = _shapes(init_params(run.cfg, np.random.default_rng()))
    if _shapes(run.params) != wanted:
        raise ValueError("its parameters are not those of its sizes")
    if not _shapes(run.opt.m) == _shapes(run.opt.v) == (wanted if run.step else {}):
        raise ValueError("its optimizer does not belong to its parameters")
    return run


def _named(group: str, held: Params) -> Iterator[tuple[str, Any]]:
    """The arrays of a group under names that no other group has: `params/tok`."""
    yield from ((f"{group}/{name}", value) for name, value in held.items())


def _group(archive: Mapping[str, Array], group: str) -> Iterator[tuple[str, Array]]:
    """The arrays of a group under their own names; undoes `_named`."""
    names = [name for name in archive if name.startswith(f"{group}/")]
    yield from ((name.removeprefix(f"{group}/"), archive[name]) for name in names)


def _shapes(held: Params) -> dict[str, tuple[int, ...]]:
    return {name: value.shape for name, value in held.items()}
