"""`docgen mutate` breaks the code and lists the breaks that no check notices."""

from __future__ import annotations

from pathlib import Path

import click

from docgen.cli.output import write_report
from docgen.cli.progress import tell
from docgen.cli.root import (
    failed,
    format_option,
    misused,
    open_project,
    require_settings,
    root_option,
)
from docgen.diagnostics import Fault
from docgen.mutation.chosen import chosen_functions
from docgen.mutation.figures import render_json, render_text
from docgen.mutation.survey import survey


@click.command()
@click.argument("names", nargs=-1, metavar="[MODULE|FUNCTION]...")
@format_option(("full", "json"))
@root_option
def mutate(names: tuple[str, ...], form: str, root: Path | None) -> None:
    """Break the code, one statement at a time, and list the breaks that no check notices.

    Files stay as they are: broken texts are loaded in memory. Without names, every function of the
    `modules` of the settings is broken. Every run of the pages has to finish within `timeout`, with
    the values of the broken functions recorded. Exit codes: 0 whatever is found, 1 a run does not
    finish, 2 wrong use.

    \b
    Examples:
        docgen mutate
        docgen mutate model.ops.softmax_forward model.transformer --format json
    """
    project = open_project(root)
    require_settings(project.setting_findings)
    project.load()
    try:
        functions = chosen_functions(project, names)
    except Fault as fault:
        raise misused(fault) from None
    try:
        found = survey(project, functions, tell=tell)
    except Fault as fault:
        tell("")
        raise failed(fault) from None
    tell("")
    render = {"full": render_text, "json": render_json}[form]
    write_report(render(found), form)
