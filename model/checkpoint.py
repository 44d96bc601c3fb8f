"""A training run as one file, from which it goes on to the same numbers.

`save_checkpoint(run, path)` writes an .npz archive: arrays of parameters and of the optimizer, and
one JSON text with everything else. Nothing in it is pickled, so loading runs no code.
"""

from __future__ import annotations

import json
import os
import zipfile
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np

from model.config import ModelConfig
from model.ops import Array
from model.run import Run, RunSettings
from model.tokenizer import Tokenizer
from model.train import AdamW
from model.transformer import Params, init_params

FORMAT = 1


class CheckpointError(Exception):
    """A file that cannot be used as a checkpoint; the message says which file and why."""


def save_checkpoint(run: Run, path: Path) -> None:
    """Write a run to a file: the old file stays as it is until the new one is whole.

    Args:
        run: The run between two steps.
        path: File to write; its folder must exist.

    Raises:
        OSError: The file cannot be written.
    """
    opt = run.opt
    facts = {
        "format": FORMAT,
        "settings": asdict(run.settings),
        "cfg": asdict(run.cfg),
        "characters": run.tokenizer.characters,
        "opt": {
            "lr": opt.lr,
            "beta1": opt.beta1,
            "beta2": opt.beta2,
            "eps": opt.eps,
            "weight_decay": opt.weight_decay,
            "steps": opt.steps,
        },
        "generator": run.rng.bit_generator.state,
    }
    arrays: dict[str, Any] = {
        "facts": np.array(json.dumps(facts)),
        "ids": run.ids,
        "losses": np.array(run.losses, dtype=np.float64),
    }
    for group, held in (("params", run.params), ("m", opt.m), ("v", opt.v)):
        arrays.update({f"{group}/{name}": value for name, value in held.items()})
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with beside.open("wb") as file:
            np.savez(file, **arrays)
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
        with path.open("rb") as file, np.load(file, allow_pickle=False) as archive:
            arrays = {name: archive[name] for name in archive.files}
    except FileNotFoundError:
        raise CheckpointError(f"{path}: no such file") from None
    except (OSError, ValueError, EOFError, zipfile.BadZipFile, AttributeError, TypeError) as error:
        raise CheckpointError(f"{path} is no checkpoint: {error}") from error
    try:
        return _run(arrays)
    except (KeyError, TypeError, ValueError) as error:
        raise CheckpointError(f"{path} is no checkpoint of this version: {error}") from error


def _run(arrays: Params) -> Run:
    facts: dict[str, Any] = json.loads(str(arrays["facts"]))
    if facts["format"] != FORMAT:
        raise ValueError(f"its format is {facts['format']}, and {FORMAT} is read here")
    cfg = ModelConfig(**facts["cfg"])
    wanted = {
        name: value.shape for name, value in init_params(cfg, np.random.default_rng()).items()
    }
    params = _group(arrays, "params")
    if {name: value.shape for name, value in params.items()} != wanted:
        raise ValueError("its parameters are not those of its sizes")
    m, v = _group(arrays, "m"), _group(arrays, "v")
    for held in (m, v):
        if held and {name: value.shape for name, value in held.items()} != wanted:
            raise ValueError("its optimizer does not belong to its parameters")
    rng = np.random.default_rng()
    rng.bit_generator.state = facts["generator"]
    opt = AdamW(**facts["opt"], m=m, v=v)
    losses = [float(loss) for loss in arrays["losses"]]
    settings, tokenizer = RunSettings(**facts["settings"]), Tokenizer(facts["characters"])
    return Run(settings, cfg, tokenizer, arrays["ids"], params, opt, rng, losses)


def _group(arrays: Params, group: str) -> dict[str, Array]:
    start = f"{group}/"
    return {
        name.removeprefix(start): each for name, each in arrays.items() if name.startswith(start)
    }
