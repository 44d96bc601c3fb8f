"""`docgen fill docs/page.md` writes into a page what docgen can propose for it."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from docgen.cli.complete import complete_pages
from docgen.cli.root import open_project, page_of, require_settings, root_option
from docgen.drafting.fill import fill as fill_pages
from docgen.drafting.fill import restore
from docgen.report import render_counts, render_short


@click.command()
@click.argument("pages", nargs=-1, type=click.Path(path_type=Path), shell_complete=complete_pages)
@click.option("--dry-run", is_flag=True, help="Say what would be written, and write nothing.")
@root_option
def fill(pages: tuple[Path, ...], dry_run: bool, root: Path | None) -> None:
    """Write into PAGES, or into all, what docgen can propose.

    That is: rows of symbols that one name of the function is spelled like, shapes that a run has,
    the statement of an equation that holds at one of several only, numbers that the code has. The
    meaning of a symbol is left to you, and typed line numbers to `docgen adopt`, which asks Git
    what they meant. Exit codes: 0 the pages are clean now, 1 findings are left, 2 wrong use.

    \b
    Examples:
        docgen fill docs/attention.md
        docgen fill --dry-run
    """
    project = open_project(root)
    require_settings(project.setting_findings)
    wanted = [page_of(path, project.docs) for path in pages]
    for path, want in zip(pages, wanted, strict=True):
        if not (project.docs / want).is_file():
            raise click.UsageError(f"{path} is no page of {project.settings.docs}/")
    filled = fill_pages(project, wanted)
    made: dict[Path, bytes] = {}
    for name, text in sorted(filled.texts.items()):
        file = project.root / name
        try:
            made[file] = restore(file.read_bytes(), text)
        except ValueError as error:
            raise click.UsageError(f"{name}: {error}; save it with one kind") from None
    if not dry_run:
        for file, data in made.items():
            try:
                file.write_bytes(data)
            except OSError as error:
                name = file.relative_to(project.root).as_posix()
                reason = (error.strerror or "it is no file").lower()
                message = f"{name} cannot be written: {reason}; make it writable"
                raise click.UsageError(message) from None
    for edit in filled.edits:
        click.echo(f"{edit.path}:{edit.line}: {edit.code}: {edit.text}")
    left = render_short(filled.findings).splitlines()[:-1]
    if left:
        click.echo("\n".join(["left:", *left]))
    verb = "would be written" if dry_run else "written"
    errors = [finding for finding in filled.findings if finding.severity == "error"]
    click.echo(f"{len(filled.edits)} {verb}, {render_counts(filled.findings)} left")
    sys.exit(1 if errors else 0)
