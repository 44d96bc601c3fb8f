"""`docgen affected` names what on the pages rests on the code that changed."""

from __future__ import annotations

from pathlib import Path

import click

from docgen.cli.output import write_report
from docgen.cli.root import (
    format_option,
    misused,
    open_project,
    require_settings,
    root_option,
)
from docgen.diagnostics import Fault
from docgen.impact.affected import find_impact
from docgen.impact.report import render_full, render_json, render_markdown

REPORTS = {"full": render_full, "json": render_json, "markdown": render_markdown}


@click.command()
@click.argument("revision", metavar="REV")
@format_option(REPORTS)
@root_option
def affected(revision: str, form: str, root: Path | None) -> None:
    """List what rests on the code that changed between the git revision REV and the work tree.

    Equations, symbols, paragraphs, blocks and concepts, by page, each with the statements that
    changed. Layout, comments and code that only moved change nothing. No code is executed. Exit
    codes: 0 whatever is found, 2 wrong use.

    \b
    Examples:
        docgen affected HEAD
        docgen affected "$(git merge-base origin/main HEAD)" --format markdown
    """
    project = open_project(root)
    require_settings(project.setting_findings)
    try:
        impact = find_impact(project.root, revision)
    except Fault as fault:
        raise misused(fault) from None
    write_report(REPORTS[form](impact), form)
