"""`docgen check` runs every check without a site generator and prints the findings."""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from pathlib import Path

import click

from docgen.annotations import Repository, render_github
from docgen.baseline import Baseline, render_baseline
from docgen.cli.complete import complete_pages
from docgen.cli.output import DATA, is_colored, write_data
from docgen.cli.root import known_findings, open_project, page_of, root_option
from docgen.diagnostics import Finding
from docgen.pages.omission import unchecked
from docgen.project import Project
from docgen.report import render_full, render_json, render_short
from docgen.sarif import render_sarif

REPORTS = ("full", "short", "json", "github", "sarif")


@click.command()
@click.argument("paths", nargs=-1, type=click.Path(path_type=Path), shell_complete=complete_pages)
@click.option(
    "--format",
    "form",
    type=click.Choice(REPORTS),
    default="full",
    help="How the findings are printed.",
)
@click.option(
    "--static",
    is_flag=True,
    help="Execute nothing: check names, LaTeX, symbols and options only.",
)
@click.option(
    "--baseline",
    type=click.Path(path_type=Path),
    help="Report and fail only on what is not in FILE; without it, the `baseline` of the settings.",
    metavar="FILE",
)
@click.option(
    "--write-baseline",
    "target",
    type=click.Path(path_type=Path),
    help="Write all findings to FILE, and report none.",
    metavar="FILE",
)
@root_option
def check(
    paths: tuple[Path, ...],
    form: str,
    static: bool,
    baseline: Path | None,
    target: Path | None,
    root: Path | None,
) -> None:
    """Check all pages, or report only what concerns PATHS.

    Every page is checked; PATHS choose what is reported. With --static no code of the project is
    imported and no process started, so it is safe on code that you do not trust; the last line
    says what was not checked then. With a baseline, what it holds is neither reported nor counted.
    Exit codes: 0 no errors, or all written to a baseline; 1 there are errors; 2 wrong use.

    \b
    Examples:
        docgen check
        docgen check docs/attention.md --format short
        docgen check --static
        docgen check --format github
        docgen check --format sarif > docgen.sarif
        docgen check --write-baseline docgen-baseline.json
        docgen check --baseline docgen-baseline.json
    """
    if target is not None and (paths or static or baseline is not None):
        raise click.UsageError("--write-baseline takes all findings: leave the rest out")
    project = open_project(root)
    known = Baseline(()) if target is not None else known_findings(project, baseline)
    if target or baseline:
        # What it hides must hide nothing else: the checks have to know that there is one.
        name = (target or baseline or Path()).as_posix()
        project.settings = replace(project.settings, baseline=name)
    wanted = [page_of(path, project.docs) for path in paths]
    project.load(static=static)
    chosen = [page for page in project.pages if _is_chosen(page, wanted)]
    for path, want in zip(paths, wanted, strict=True):
        if not any(_is_chosen(page, [want]) for page in chosen):
            raise click.UsageError(f"{path} holds no page of {project.settings.docs}/")
    findings = project.concerning(chosen) if wanted else project.findings
    if target is not None:
        _write(target, findings)
        return
    findings = _fresh(known, findings, is_all=not wanted and not static)
    report = _report(form, findings, project)
    if static:
        drafts = [project.pages[page] for page in chosen]
        report = _with_unchecked(report, form, unchecked(project.site, drafts))
    if form in DATA:
        write_data(report)
    else:
        click.echo(report, nl=False)
    sys.exit(1 if any(finding.severity == "error" for finding in findings) else 0)


def _fresh(known: Baseline, findings: list[Finding], is_all: bool) -> list[Finding]:
    """The findings that are not known; what is left out is said on the error output.

    Args:
        is_all: Whether every check was made and reported, so that a missing finding is mended.
    """
    fresh = known.fresh(findings)
    hidden = len(findings) - len(fresh)
    if hidden:
        click.echo(f"{hidden} known by the baseline", err=True)
    if is_all and known.mended:
        click.echo(f"{known.mended} of the baseline are mended: write it anew", err=True)
    return fresh


def _write(target: Path, findings: list[Finding]) -> None:
    try:
        target.write_text(render_baseline(findings), encoding="utf-8", newline="\n")
    except OSError as error:
        raise click.UsageError(f"{target} cannot be written: {error.strerror}") from None
    noun = "finding" if len(findings) == 1 else "findings"
    click.echo(f"{len(findings)} {noun} in {target}", err=True)


def _report(form: str, findings: list[Finding], project: Project) -> str:
    if form == "full":
        return render_full(findings, color=is_colored())
    if form in ("github", "sarif"):
        repository = _repository(project)
        render = render_github if form == "github" else render_sarif
        return render(findings, repository)
    return {"short": render_short, "json": render_json}[form](findings)


def _repository(project: Project) -> Repository:
    index, root = project.site.index, project.root
    return Repository(_within_repository(root), lambda path: index.file(path) != root / path)


def _within_repository(root: Path) -> str:
    """The project's folder from the top of its repository, where source hosts name files from."""
    for folder in (root, *root.parents):
        if (folder / ".git").exists():
            path = root.relative_to(folder).as_posix()
            return "" if path == "." else path
    return ""


def _with_unchecked(report: str, form: str, phrases: tuple[str, ...]) -> str:
    """A report that also says what was not checked: in its last line, as a key of JSON."""
    if form == "json":
        document = {**json.loads(report), "unchecked": list(phrases)}
        return json.dumps(document, ensure_ascii=False, indent=2) + "\n"
    note = f"static: {', '.join(phrases) or 'there was nothing to execute'}"
    if form in ("full", "short"):
        return f"{report[:-1]} ({note})\n"
    # Programs read the other forms line by line; people read this one.
    click.echo(note, err=True)
    return report


def _is_chosen(page: str, wanted: list[str]) -> bool:
    """Whether a page is one of those wanted, or in a folder that is; all are without any."""
    return not wanted or any(want in (".", page) or page.startswith(f"{want}/") for want in wanted)
