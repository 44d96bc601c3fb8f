"""`docgen coverage` counts the numeric statements that independent equations explain."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from docgen.cli.output import write_report
from docgen.cli.progress import tell
from docgen.cli.root import (
    format_option,
    misused,
    open_project,
    require_settings,
    root_option,
)
from docgen.diagnostics import Fault
from docgen.impact.coverage import find_coverage
from docgen.impact.figures import render_full, render_json
from docgen.pages.count import shown

REPORTS = {"full": render_full, "json": render_json}


@click.command()
@click.option(
    "--fail-under",
    type=click.FloatRange(0, 100),
    metavar="N",
    help="Fail where fewer percent are explained; compared before rounding.",
)
@format_option(REPORTS)
@root_option
def coverage(fail_under: float | None, form: str, root: Path | None) -> None:
    """List numeric statements that no independent equation explains, and equations without code.

    A numeric statement is one whose value held a float in a run, in a function of the `modules` of
    the settings. Statements that no run reached count as not explained. Exit codes: 0 at or above
    N, 1 below it, 2 wrong use.

    Why a statement has no equation is said under [tool.docgen.unexplained] of pyproject.toml; it is
    printed beside the statement, which counts as not explained all the same.

    \b
    Examples:
        docgen coverage
        docgen coverage --fail-under 80
        docgen coverage --format json
    """
    project = open_project(root)
    require_settings(project.setting_findings)
    project.load()
    try:
        found = find_coverage(project, tell)
    except Fault as fault:
        raise misused(fault) from None
    tell("")
    write_report(REPORTS[form](found), form)
    if fail_under is not None and found.percentage < fail_under:
        click.echo(f"{shown(found.percentage)} % is less than {fail_under:g} %", err=True)
        sys.exit(1)
