"""What long work is doing, on one line of the terminal.

`tell("run 3 of 8")` writes over the line before it; nothing is written where the error output is no
terminal, so that it can be piped.
"""

from __future__ import annotations

import sys

import click

WIDTH = 24


def tell(line: str) -> None:
    """Show a line in place of the one before; an empty one clears it."""
    if sys.stderr.isatty():
        click.echo(f"\r\x1b[K{line}", nl=False, err=True)


def tell_runs(done: int, total: int) -> None:
    """Show a bar of the runs that are done; it goes away with the last one."""
    filled = WIDTH * done // total
    bar = "#" * filled + "-" * (WIDTH - filled)
    tell(f"[{bar}] {done} of {total} runs" if done < total else "")
