"""The command `docgen`: checks without a site generator, and explains findings."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import click

from docgen import __version__
from docgen.codes import CODES
from docgen.diagnostics import Fault, Finding, suggest
from docgen.mutation.chosen import chosen_functions
from docgen.mutation.figures import render_json as survey_json
from docgen.mutation.figures import render_text as render_survey
from docgen.mutation.survey import survey
from docgen.project import Project
from docgen.report import render_full, render_json, render_short

REPORTS = ("full", "short", "json")


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="docgen")
def main() -> None:
    """Check documentation of numerical code against the code."""


@main.command()
@click.argument("paths", nargs=-1, type=click.Path(path_type=Path))
@click.option("--format", "form", type=click.Choice(REPORTS), default="full", help="Report.")
@click.option(
    "--root",
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    help="Folder that holds pyproject.toml; found from the current folder upwards by default.",
)
def check(paths: tuple[Path, ...], form: str, root: Path | None) -> None:
    """Check all pages, or report only what concerns PATHS.

    Every page is checked; PATHS choose what is reported. Exit codes: 0 clean, 1 findings, 2 wrong
    use.

    \b
    Examples:
        docgen check
        docgen check docs/attention.md --format short
    """
    project = Project.open(_root(root))
    if not project.docs.is_dir():
        raise click.UsageError(f"there is no folder {project.settings.docs}/ in {project.root}")
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


def _root(given: Path | None) -> Path:
    """The given folder, else the nearest one upwards that holds pyproject.toml."""
    if given is not None:
        return given.resolve()
    here = Path.cwd()
    for folder in (here, *here.parents):
        if (folder / "pyproject.toml").is_file():
            return folder
    raise click.UsageError("no pyproject.toml here or above; name its folder with --root")


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


@main.command()
@click.argument("code")
def explain(code: str) -> None:
    """What the finding CODE means, an example, and the cure.

    \b
    Example:
        docgen explain unknown-anchor
    """
    entry = CODES.get(code)
    if entry is None:
        near = suggest(code, CODES)
        hint = f"did you mean {near}?" if near else f"known: {', '.join(sorted(CODES))}"
        raise click.UsageError(f"there is no finding {code}; {hint}")
    click.echo(f"{entry.name}: {entry.title}\n\n{entry.meaning}\n\n{entry.example}\n\n{entry.cure}")


@main.command()
@click.argument("names", nargs=-1, metavar="[MODULE|FUNCTION]...")
@click.option("--json", "as_json", is_flag=True, help="Figures for other programs.")
@click.option(
    "--root",
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    help="Folder that holds pyproject.toml; found from the current folder upwards by default.",
)
def mutate(names: tuple[str, ...], as_json: bool, root: Path | None) -> None:
    """Break the code, one statement at a time, and list the breaks that no check notices.

    Files stay as they are: broken texts are loaded in memory. Without names, every function of the
    `modules` of the settings is broken. Exit codes: 0 whatever is found, 2 wrong use.

    \b
    Examples:
        docgen mutate
        docgen mutate model.ops.softmax_forward model.transformer --json
    """
    project = Project.open(_root(root))
    project.load()
    try:
        functions = chosen_functions(project, names)
    except Fault as fault:
        hint = f"; {fault.help}" if fault.help else ""
        raise click.UsageError(f"{fault.message}{hint}") from None
    found = survey(project, functions, tell=_progress)
    _progress("")
    click.echo(survey_json(found) if as_json else render_survey(found), nl=False)


def _progress(line: str) -> None:
    """One line on a terminal, written over by the next."""
    if sys.stderr.isatty():
        click.echo(f"\r\x1b[K{line}", nl=False, err=True)
