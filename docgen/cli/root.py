"""Options that commands share, `--root` and `--format`, and the project that a command works on.

`open_project(None)` is the project of the nearest pyproject.toml upwards.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TypeVar

import click

from docgen.baseline import Baseline, BaselineError
from docgen.cli.progress import tell_runs
from docgen.diagnostics import Fault, Finding
from docgen.project import Project
from docgen.settings import nearest_root

_Command = TypeVar("_Command", bound=Callable[..., object])


def root_option(command: _Command) -> _Command:
    """Give a command the option `--root`, handed over as `root`."""
    return click.option(
        "--root",
        type=click.Path(path_type=Path, exists=True, file_okay=False),
        help="Folder that holds pyproject.toml; the nearest one upwards by default.",
    )(command)


def format_option(forms: Iterable[str]) -> Callable[[_Command], _Command]:
    """Give a command the option `--format`, handed over as `form`; `full` where it is left out."""
    return click.option(
        "--format",
        "form",
        type=click.Choice([*forms]),
        default="full",
        help="How the list is printed.",
    )


def find_root(given: Path | None) -> Path:
    """The given folder, else the nearest one upwards that holds pyproject.toml.

    Raises:
        UsageError: There is none.
    """
    if given is not None:
        return given.resolve()
    found = nearest_root(Path.cwd())
    if found is None:
        raise click.UsageError("no pyproject.toml here or above; name its folder with --root")
    return found


def open_project(given: Path | None) -> Project:
    """The project of a folder, which has pages; its runs show a bar at a terminal.

    Raises:
        UsageError: It has no folder of pages.
    """
    project = Project.open(find_root(given))
    project.tell = tell_runs
    if not project.docs.is_dir():
        raise click.UsageError(f"there is no folder {project.settings.docs}/ in {project.root}")
    return project


def require_settings(findings: Iterable[Finding]) -> None:
    """Refuse to answer with settings that cannot be read: the answer would be of another project.

    Args:
        findings: Those of the settings.

    Raises:
        UsageError: One of them is an error.
    """
    for finding in findings:
        if finding.severity == "error":
            place = finding.place
            help_text = f"; {finding.help}" if finding.help else ""
            raise click.UsageError(f"{place.path}:{place.line}: {finding.message}{help_text}")


def misused(fault: Fault) -> click.UsageError:
    """The error of a command that was asked for what is not there."""
    return click.UsageError("; ".join(filter(None, (fault.message, fault.help))))


def failed(fault: Fault) -> click.ClickException:
    """The error of a command that something in the project keeps from its answer."""
    return click.ClickException(
        "\n  ".join(filter(None, (fault.message, *fault.notes, fault.help)))
    )


def known_findings(project: Project, option: Path | None = None) -> Baseline:
    """The baseline of an option, else that of the settings, else an empty one.

    Raises:
        UsageError: It cannot be read.
    """
    try:
        return Baseline.read(option) if option is not None else project.known()
    except BaselineError as error:
        raise click.UsageError(str(error)) from None


def page_of(path: Path, docs: Path) -> str:
    """The path of an existing file or folder from the docs folder.

    Raises:
        UsageError: It does not exist, or lies elsewhere.
    """
    if not path.exists():
        raise click.UsageError(f"{path} does not exist")
    resolved = path.resolve()
    if not resolved.is_relative_to(docs.resolve()):
        raise click.UsageError(f"{path} lies outside of {docs.name}/, where the pages are")
    return resolved.relative_to(docs.resolve()).as_posix()
