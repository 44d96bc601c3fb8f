"""How text reaches the standard streams, whatever their encoding and whoever reads them.

At a stream of latin-1, `𝔸` is printed as `\\U0001d538`; what programs read is UTF-8 everywhere.
"""

from __future__ import annotations

import io
import os
import sys

import click


def settle_output() -> None:
    """Have the streams spell what their encoding lacks, where it would be an exception."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper) and stream.errors == "strict":
            stream.reconfigure(errors="backslashreplace")


def is_colored() -> bool:
    """Whether text for people may have colours."""
    # None where a shell closed it.
    is_terminal = sys.stdout is not None and sys.stdout.isatty()
    return is_terminal and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def write_data(text: str) -> None:
    """Print JSON; half of a surrogate pair, as of a file's name that is not UTF-8, is escaped."""
    click.echo(text.encode("utf-8", "backslashreplace"), nl=False)
