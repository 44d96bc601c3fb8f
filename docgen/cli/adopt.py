"""`docgen adopt` finds typed line numbers in an existing docs tree and writes anchors instead."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import click

from docgen.adoption.figures import render_json, render_text
from docgen.adoption.rewrite import write_anchors
from docgen.adoption.survey import SUFFIXES, Survey
from docgen.cli.output import write_report
from docgen.cli.progress import tell
from docgen.cli.root import format_option, require_settings, root_option


@click.command()
@click.argument("paths", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--write", is_flag=True, help="Replace what has a sure anchor in Markdown files.")
@format_option(("full", "json"))
@root_option
def adopt(paths: tuple[Path, ...], write: bool, form: str, root: Path | None) -> None:
    """Find typed line numbers in PATHS and say whether they still mean what they meant.

    PATHS are Markdown or reStructuredText files, or folders of them. Found are numbers in prose
    and inline code (`ops.py:12`, `ops.py#L10-L20`, "line 12 of ops.py"), links to files and to
    source hosts with lines, and the line ranges and highlights of includes; not what fenced code
    holds besides. Git tells what each meant when it was written: "same", "moved", "changed",
    "gone", "never" or "unknown". With --write those that are the same or moved become links to
    anchors; reStructuredText and includes are only reported. Without --root, the root is the
    nearest folder above the first path with pyproject.toml or .git, else the current folder.

    Exit codes: 0 nothing found, or all written; 1 references are left, or a file could not be read;
    2 wrong use.

    \b
    Examples:
        docgen adopt docs
        docgen adopt docs --write
        docgen adopt docs README.md --format json
    """
    for path in paths:
        if not path.exists():
            raise click.UsageError(f"{path} does not exist")
    top = _root(paths[0]) if root is None else root.resolve()
    files = list(dict.fromkeys(file for path in paths for file in _files(path)))
    for file in files:
        if not file.resolve().is_relative_to(top):
            raise click.UsageError(f"{file} lies outside of {top}; name a folder with --root")
    survey = Survey(top)
    require_settings(survey.setting_findings)
    entries = survey.entries(files, tell)
    tell("")
    if write:
        entries = write_anchors(top, survey.settings, survey.index, entries)
    if form == "json":
        report = render_json(entries)
        for name in survey.unreadable:
            click.echo(f"{name}: not read: it is not UTF-8", err=True)
    else:
        report = render_text(entries, survey.elsewhere, survey.unreadable)
    write_report(report, form)
    is_done = all(entry.is_written for entry in entries) and not survey.unreadable
    sys.exit(0 if is_done else 1)


def _root(path: Path) -> Path:
    """The nearest folder with pyproject.toml or .git, else the current one, else the path's."""
    start = path.resolve()
    folder = start if start.is_dir() else start.parent
    for each in (folder, *folder.parents):
        if (each / "pyproject.toml").is_file() or (each / ".git").exists():
            return each
    here = Path.cwd().resolve()
    return here if folder.is_relative_to(here) else folder


def _files(path: Path) -> Iterator[Path]:
    """The documents of a folder, hidden ones left out; a file is itself."""
    if path.is_file():
        if path.suffix not in SUFFIXES:
            raise click.UsageError(f"{path} is neither Markdown nor reStructuredText")
        yield path
        return
    for file in sorted(path.rglob("*")):
        inner = file.relative_to(path).parts
        is_hidden = any(part.startswith(".") or part == "node_modules" for part in inner)
        if file.suffix in SUFFIXES and file.is_file() and not is_hidden:
            yield file
