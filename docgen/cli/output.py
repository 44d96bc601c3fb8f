"""How text reaches the standard streams, whatever their encoding and whoever reads them.

At a stream of latin-1, `𝔸` is printed as `\\U0001d538`; what programs read is UTF-8 everywhere.
"""

from __future__ import annotations

import io
import os
import sys

import click

from docgen.report import shown

DATA = ("json", "sarif")
"""Forms that programs read as a whole."""


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


def write_report(report: str, form: str) -> None:
    """Print a report without colours in one of its forms: JSON, or text for people.

    What code and pages hold cannot steer the terminal.
    """
    if form in DATA:
        write_data(report)
    else:
        click.echo("\n".join(map(shown, report.split("\n"))), nl=False)


def write_data(text: str) -> None:
    """Print JSON; half of a surrogate pair, as of a file's name that is not UTF-8, is escaped."""
    click.echo(text.encode("utf-8", "backslashreplace"), nl=False)
