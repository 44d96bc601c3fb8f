"""The command `python -m model.train`: a run from the command line, with its progress.

At a terminal the progress is one line that is drawn over; elsewhere it is a line now and then. Both
go to stderr; stdout gets one line that says what was saved.
"""

from __future__ import annotations

import argparse
import math
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TextIO

import numpy as np

from model.checkpoint import CheckpointError, load_checkpoint, save_checkpoint
from model.run import TEXT, Run, RunSettings, advance, start_run

BAR = 24
"""Characters of the bar."""
LINES = 20
"""Lines of progress in a run of any length, where the output is no terminal."""


def smoothed(losses: Sequence[float], count: int = 20) -> float:
    """Mean of the last losses.

    Args:
        losses: Loss of every step, in nats, at least one.
        count: How many of the last ones to take.

    Returns:
        Their mean, in nats.
    """
    return float(np.array(losses)[-count:].mean())  # ()


def progress_line(run: Run) -> str:
    """Where a run stands: `step  120/1000  loss 1.934  rate 4.9e-03`.

    Args:
        run: A run after at least one step.

    Returns:
        The line without a bar; the loss is the mean of the last 20 steps, in nats.
    """
    steps = run.settings.steps
    width = len(str(steps))
    return (
        f"step {run.step:{width}}/{steps}  loss {smoothed(run.losses):.3f}  rate {run.opt.lr:.1e}"
    )


def show_progress(run: Run, stream: TextIO) -> None:
    """Write the progress of a run: a bar at a terminal, some lines elsewhere.

    Args:
        run: A run after at least one step.
        stream: Where to write.
    """
    steps = run.settings.steps
    if stream.isatty():
        filled = BAR * run.step // steps
        stream.write(f"\r[{'#' * filled}{'.' * (BAR - filled)}] {progress_line(run)}")
        stream.flush()
    elif run.step == 1 or run.step == steps or run.step % max(1, steps // LINES) == 0:
        print(progress_line(run), file=stream)


def train(run: Run, until: int, checkpoint: Path | None, save_every: int, stream: TextIO) -> None:
    """Make the steps of a run, show its progress and save it.

    Args:
        run: The run, changed in place.
        until: Number of the last step to make.
        checkpoint: File to save to, at the end and in between; nothing is saved without it.
        save_every: Steps between two saves.
        stream: Where progress is written.

    Raises:
        OSError: The file cannot be written.
        ValueError: The loss is no number any more; what was saved before stays.
    """
    while run.step < until:
        advance(run)
        if not math.isfinite(run.losses[-1]):
            raise ValueError(
                f"the loss of step {run.step} is {run.losses[-1]}: "
                f"type a --peak below {run.settings.peak}"
            )
        show_progress(run, stream)
        if checkpoint is not None and (run.step == until or run.step % save_every == 0):
            save_checkpoint(run, checkpoint)
    if stream.isatty():
        stream.write("\n")


def parser() -> argparse.ArgumentParser:
    """The options of the command."""
    told = RunSettings()
    made = argparse.ArgumentParser(
        prog="python -m model.train",
        description="Train the model on a text, one character after the other.",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        epilog="examples:\n"
        "  python -m model.train --checkpoint harbour.npz\n"
        "  python -m model.train --checkpoint harbour.npz --resume\n"
        "  python -m model.generate harbour.npz\n",
    )
    add = made.add_argument
    add("--text", type=Path, default=TEXT, help="what to learn (default: the text of the model)")
    add("--checkpoint", type=Path, help="file to resume from and to save to; it is replaced")
    add("--resume", action="store_true", help="go on with the run in the checkpoint")
    add("--stop-at", type=int, help="end after this step; --resume makes the others")
    add("--save-every", type=int, default=100, help="steps between two saves (default: 100)")
    add("--steps", type=int, help=f"steps in all (default: {told.steps})")
    add("--batch-size", type=int, help=f"windows in a batch (default: {told.batch_size})")
    add("--peak", type=float, help=f"largest learning rate (default: {told.peak})")
    add("--floor", type=float, help=f"learning rate of the last step (default: {told.floor})")
    add("--warmup", type=int, help=f"steps in which the rate rises (default: {told.warmup})")
    add("--seed", type=int, help=f"of parameters and batches (default: {told.seed})")
    return made


def opened(given: argparse.Namespace) -> Run:
    """The run that the options ask for: a new one, or the one in the checkpoint.

    Args:
        given: Options of the command.

    Returns:
        The run.

    Raises:
        ValueError: Options do not fit together, or the text is not that of the checkpoint.
        CheckpointError: The checkpoint cannot be used.
        OSError: The text cannot be read.
    """
    names = ("steps", "batch_size", "peak", "floor", "warmup", "seed")
    told = {name: value for name in names if (value := getattr(given, name)) is not None}
    try:
        text = given.text.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise ValueError(f"{given.text} is no text in UTF-8: {error}") from error
    if not given.resume:
        return start_run(text, RunSettings(**told))
    if given.checkpoint is None:
        raise ValueError("--resume needs the file: type --checkpoint FILE")
    if told:
        options = ", ".join(f"--{name.replace('_', '-')}" for name in told)
        raise ValueError(f"a resumed run keeps its own settings: leave out {options}")
    run = load_checkpoint(given.checkpoint)
    if run.tokenizer.decode(run.ids) != text:
        raise ValueError(f"{given.checkpoint} was trained on another text than {given.text}")
    return run


def kept(checkpoint: Path | None) -> str:
    """What an interrupted run leaves behind.

    Args:
        checkpoint: File that the run was saved to.

    Returns:
        What is kept, and what to type to go on.
    """
    return (
        "nothing was saved"
        if checkpoint is None or not checkpoint.exists()
        else f"{checkpoint} keeps what was saved last: go on with --resume"
    )


def main(arguments: Sequence[str] | None = None) -> int:
    """Train from the command line.

    Args:
        arguments: Words of the command line, those of the process by default.

    Returns:
        0, 2 where an argument or a file cannot be used, 130 after an interrupt.
    """
    given = parser().parse_args(arguments)
    try:
        run = opened(given)
        until = run.settings.steps if given.stop_at is None else given.stop_at
        if not run.step < until <= run.settings.steps:
            raise ValueError(
                f"a run of {run.settings.steps} steps cannot go from step {run.step} to {until}"
            )
        if given.save_every < 1:
            raise ValueError(f"--save-every {given.save_every} is not 1 or more")
        if given.checkpoint is not None and not given.checkpoint.parent.is_dir():
            raise ValueError(f"{given.checkpoint.parent}: no such folder; create it first")
        train(run, until, given.checkpoint, given.save_every, sys.stderr)
    except KeyboardInterrupt:
        print(f"\nstopped; {kept(given.checkpoint)}", file=sys.stderr)
        return 130
    except (CheckpointError, OSError, ValueError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    place = "nothing was saved" if given.checkpoint is None else f"saved in {given.checkpoint}"
    print(f"{run.step} steps, loss {smoothed(run.losses):.3f} nats; {place}")
    return 0
