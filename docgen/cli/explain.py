"""`docgen explain unknown-anchor` prints what a finding means, an example, and the cure."""

from __future__ import annotations

import click
from click.shell_completion import CompletionItem

from docgen.codes import CODES
from docgen.diagnostics import suggest


def _complete(
    _context: click.Context, _parameter: click.Parameter, typed: str
) -> list[CompletionItem]:
    """The codes that begin so, each with its title."""
    return [
        CompletionItem(code.name, help=code.title)
        for code in CODES.values()
        if code.name.startswith(typed)
    ]


@click.command()
@click.argument("code", required=False, shell_complete=_complete)
def explain(code: str | None) -> None:
    """What the finding CODE means, an example, and the cure; without CODE, all of them.

    Exit codes: 0 printed, 2 wrong use.

    \b
    Examples:
        docgen explain
        docgen explain unknown-anchor
    """
    if code is None:
        width = max(map(len, CODES))
        for entry in CODES.values():
            click.echo(f"{entry.name:<{width}}  {entry.title}")
        return
    found = CODES.get(code)
    if found is None:
        near = suggest(code, CODES)
        hint = f"did you mean {near}?" if near else "list them: docgen explain"
        raise click.UsageError(f"there is no finding {code}; {hint}")
    click.echo(f"{found.name}: {found.title}\n\n{found.meaning}\n\n{found.example}\n\n{found.cure}")
