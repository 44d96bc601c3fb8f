"""Writes every command of docgen, as its --help has it, into the page of commands."""

from __future__ import annotations

from typing import Any

import click

from docgen.cli import COMMANDS, main

MARK = "<!-- commands -->"
WIDTH = 80


def sections() -> str:
    """A section in Markdown for each command."""
    top = click.Context(main, info_name="docgen", terminal_width=WIDTH, **main.context_settings)
    return "\n\n".join(_section(name, top) for name in COMMANDS)


def _section(name: str, top: click.Context) -> str:
    command = main.get_command(top, name)
    assert command is not None
    text = command.get_help(click.Context(command, info_name=name, parent=top))
    # In a fence nothing of it is read as Markdown, nor as a claim about the code.
    return f"## {name}\n\n{COMMANDS[name]}\n\n```text\n{text}\n```"


def on_page_markdown(markdown: str, *, page: Any, **_: object) -> str:
    if page.file.src_uri != "manual/commands.md":
        return markdown
    if MARK not in markdown:
        raise ValueError(f"{page.file.src_uri} has lost its mark {MARK}")
    return markdown.replace(MARK, sections())
