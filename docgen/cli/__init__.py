"""The command `docgen`: one file a command, loaded when it is called.

`docgen check` loads `docgen.cli.check` and nothing of the other commands.
"""

from __future__ import annotations

import importlib

import click

from docgen import __version__

COMMANDS = {
    "check": "Check all pages, or report only what concerns PATHS.",
    "explain": "What the finding CODE means, an example, and the cure.",
    "mutate": "Break the code, one statement at a time, and list what no check notices.",
}
"""Name of a command, its module, → its line in the list of commands."""


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


@click.group(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="docgen")
def main() -> None:
    """Check documentation of numerical code against the code."""
