"""`docgen where` names what on the pages rests on a line of code."""

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
from docgen.impact.where import Resting, find_resting, render_full, render_json
from docgen.project import Project

REPORTS = {"full": render_full, "json": render_json}


@click.command()
@click.argument("place", metavar="FILE:LINE")
@format_option(REPORTS)
@root_option
def where(place: str, form: str, root: Path | None) -> None:
    """List the equations, symbols, paragraphs and blocks that rest on the line FILE:LINE.

    FILE is found from the current folder, else from the project's root. The line stands for the
    statement around it. No code is executed. Exit codes: 0 whatever is found, 2 wrong use.

    \b
    Examples:
        docgen where model/transformer.py:268
        docgen where model/ops.py:33 --format json
    """
    project = open_project(root)
    require_settings(project.setting_findings)
    path, line = _place(project, place)
    project.load(static=True)
    try:
        several = [find_resting(project, each, line) for each in _names(project, path)]
    except Fault as fault:
        raise misused(fault) from None
    found = tuple(dict.fromkeys(each for resting in several for each in resting.found))
    code = next((resting.code for resting in several if resting.code), "")
    write_report(REPORTS[form](Resting(path, line, code, found)), form)


def _names(project: Project, path: str) -> list[str]:
    """The names under which the project reads a file: its own, and those of links to it."""
    file = (project.root / path).resolve()
    linked = [
        one
        for one in project.site.index.paths()
        if one != path and (project.root / one).resolve() == file
    ]
    return [path, *linked]


def _place(project: Project, text: str) -> tuple[str, int]:
    """The file from the root, and the line.

    Raises:
        UsageError: There is no such file or line.
    """
    name, _, number = text.rpartition(":")
    if not name or not (number.isascii() and number.isdigit()):
        raise click.UsageError(f"`{text}` is no FILE:LINE; write one such as model.py:12")
    file = next(
        (one for one in (Path(name), project.root / name) if one.is_file()),
        None,
    )
    if file is None:
        raise click.UsageError(f"there is no file {name}, neither here nor in {project.root}")
    if not file.resolve().is_relative_to(project.root):
        raise click.UsageError(f"{name} lies outside of {project.root}")
    count = len(file.read_bytes().splitlines())
    line = int(number)
    if not 1 <= line <= count:
        raise click.UsageError(f"{name} has no line {line}: it has {count}")
    return file.resolve().relative_to(project.root).as_posix(), line
