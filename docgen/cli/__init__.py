"""The command `docgen`: one file a command, loaded when it is called.

`docgen check` loads `docgen.cli.check` and nothing of the other commands.
"""

from __future__ import annotations

import importlib

import click
from click.shell_completion import CompletionItem

from docgen import __version__
from docgen.cli.output import settle_output

COMMANDS = {
    "check": "Check all pages, or report only what concerns PATHS.",
    "explain": "What the finding CODE means, an example, and the cure.",
    "draft": "Write a page about a function from its code and one call of it.",
    "fill": "Write into PAGES, or into all, what docgen can propose.",
    "review": "Show what changed since it was confirmed, and confirm it.",
    "affected": "What on the pages rests on the code that changed since REV.",
    "where": "What on the pages rests on the line FILE:LINE.",
    "coverage": "Which numeric statements independent equations explain.",
    "mutate": "Break the code, one statement at a time, and list what no check notices.",
    "adopt": "Find typed line numbers in an existing docs tree, and write anchors instead.",
    "lsp": "Serve an editor: findings while typing, hover, definitions, completion.",
    "schema": "The JSON Schema of docgen.json, which every built site has.",
    "completion": "The script that completes commands, options, pages and codes in a shell.",
}
"""By the name of each command and of its module, its line in the list of commands."""


class _Commands(click.Group):
    """Finds a command in the module of its name."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        found = getattr(importlib.import_module(f"docgen.cli.{cmd_name}"), cmd_name)
        assert isinstance(found, click.Command)
        return found

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The list, without loading the commands."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Commands and options that begin so, without loading the commands."""
        own = click.Command.shell_complete(self, ctx, incomplete)
        names = [name for name in COMMANDS if name.startswith(incomplete)]
        return [*(CompletionItem(name, help=COMMANDS[name]) for name in names), *own]


@click.group(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="docgen")
def main() -> None:
    """Check documentation of numerical code against the code."""
    settle_output()
