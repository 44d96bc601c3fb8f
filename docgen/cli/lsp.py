"""`docgen lsp` serves an editor, which starts it: findings while typing, hover, completion."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path

import click

from docgen.cli.root import root_option

NEEDED = "pygls"


@click.command()
@root_option
def lsp(root: Path | None) -> None:
    """Serve an editor, which starts this command and talks to it by standard input and output.

    Findings appear while you type; hover shows what a symbol is and what a run recorded;
    definition leads from an equation to its code, references from a line of code to its
    equations; completion knows anchors, cells, symbols, blocks and options. The project is that
    of the workspace, unless --root names one. Exit codes: 0 the editor ended it, 1 the connection
    was lost, 2 wrong use.

    \b
    Examples:
        docgen lsp
        docgen lsp --root ../model
    """
    try:
        importlib.import_module(NEEDED)
    except ModuleNotFoundError as error:
        if error.name != NEEDED:
            raise
        raise click.UsageError(
            f'the package {NEEDED} is missing; type: pip install "mkdocs-docgen[lsp]"'
        ) from None
    # Doors do not know each other; this one only starts the other.
    server = importlib.import_module("docgen.lsp.server")
    sys.exit(server.serve(root.resolve() if root is not None else None))
