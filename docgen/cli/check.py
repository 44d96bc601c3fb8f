"""`docgen check` runs every check without a site generator and prints the findings."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import click

from docgen.cli.root import open_project, root_option
from docgen.diagnostics import Finding
from docgen.report import render_full, render_json, render_short

REPORTS = ("full", "short", "json")


@click.command()
@click.argument("paths", nargs=-1, type=click.Path(path_type=Path))
@click.option("--format", "form", type=click.Choice(REPORTS), default="full", help="Report.")
@root_option
def check(paths: tuple[Path, ...], form: str, root: Path | None) -> None:
    """Check all pages, or report only what concerns PATHS.

    Every page is checked; PATHS choose what is reported. Exit codes: 0 clean, 1 findings, 2 wrong
    use.

    \b
    Examples:
        docgen check
        docgen check docs/attention.md --format short
    """
    project = open_project(root)
    wanted = [_relative(path, project.docs) for path in paths]
    project.load()
    chosen = [page for page in project.pages if _is_chosen(page, wanted)]
    for path, want in zip(paths, wanted, strict=True):
        if not any(_is_chosen(page, [want]) for page in chosen):
            raise click.UsageError(f"{path} holds no page of {project.settings.docs}/")
    findings = project.concerning(chosen) if wanted else project.findings
    render = {"full": _full, "short": render_short, "json": render_json}[form]
    click.echo(render(findings), nl=False)
    sys.exit(1 if any(finding.severity == "error" for finding in findings) else 0)


def _full(findings: list[Finding]) -> str:
    return render_full(findings, color=sys.stdout.isatty() and "NO_COLOR" not in os.environ)


def _relative(path: Path, docs: Path) -> str:
    """The path from the docs folder."""
    if not path.exists():
        raise click.UsageError(f"{path} does not exist")
    resolved = path.resolve()
    if not resolved.is_relative_to(docs.resolve()):
        raise click.UsageError(f"{path} lies outside of {docs.name}/, where the pages are")
    return resolved.relative_to(docs.resolve()).as_posix()


def _is_chosen(page: str, wanted: list[str]) -> bool:
    """Whether a page is one of those wanted, or in a folder that is; all are without any."""
    return not wanted or any(want in (".", page) or page.startswith(f"{want}/") for want in wanted)
