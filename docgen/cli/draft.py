"""`docgen draft` writes a page about a function from its code and one call of it."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from docgen.cli.progress import tell
from docgen.cli.root import failed, find_root, require_settings, root_option
from docgen.diagnostics import Fault
from docgen.drafting.draft import Draft
from docgen.drafting.draft import draft as draft_page
from docgen.drafting.installed import add_installed
from docgen.project import Project
from docgen.text import counted


@click.command()
@click.argument("function")
@click.option("--call", required=True, help="An expression that calls it, with `np` and `rng`.")
@click.option("--setup", default="", help="Lines of Python that go before the call.")
@click.option(
    "--output",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Page to write; printed without it. An existing file is never written over.",
)
@root_option
def draft(function: str, call: str, setup: str, output: Path | None, root: Path | None) -> None:
    """Write a page about FUNCTION: its equations, read off its code and checked on one call.

    FUNCTION is a dotted name, of the project or of an installed package; the package is then added
    to `installed` in pyproject.toml. An equation that does not hold in the call is not written: its
    statement is listed as code, with the reason. Equal lengths of axes get one letter, so give
    axes that may differ different lengths in the call. Exit codes: 0 the page was written, 1 the
    call fails or nothing can be said of the function, 2 wrong use.

    \b
    Examples:
        docgen draft model.ops.softmax_forward --call "softmax_forward(rng.normal(size=(3, 4)))"
        docgen draft scipy.special.softmax --call "softmax(rng.normal(size=(3, 4)), axis=1)" \\
            --output docs/softmax.md
    """
    project = Project.open(find_root(root))
    require_settings(project.setting_findings)
    if output is not None and output.exists():
        raise click.UsageError(f"{output} exists; name another page, or remove it")
    if output is not None and not _first_existing(output.absolute().parent).is_dir():
        raise click.UsageError(f"{output} lies below a file; name another page")
    page = ""
    if output is not None and output.resolve().is_relative_to(project.docs.resolve()):
        page = output.resolve().relative_to(project.root.resolve()).as_posix()
    try:
        made = draft_page(project, function, call, setup, tell, page)
    except Fault as fault:
        tell("")
        raise failed(fault) from None
    tell("")
    if not made.statements:
        click.echo(
            f"the call executes no numeric statement of `{function}`: give a call that computes"
            " floats, or name the function below it that does",
            err=True,
        )
        sys.exit(1)
    if output is not None:
        try:
            output.parent.mkdir(parents=True, exist_ok=True)
            output.write_text(made.text, encoding="utf-8")
        except OSError as error:
            reason = (error.strerror or "it is no file").lower()
            raise click.UsageError(f"{output} cannot be written: {reason}") from None
    if made.package and made.package not in project.settings.installed:
        add_installed(project.root, made.package)
        click.echo(f'pyproject.toml: added "{made.package}" to `installed`', err=True)
    if output is None:
        click.echo(made.text, nl=False)
    click.echo(report(made), nl=False, err=output is None)


def report(made: Draft) -> str:
    """What became of the statements, for people."""
    total = made.independent + made.by_call
    hand = "hands" if made.copied == 1 else "hand"
    copied = f", {made.copied} of them only {hand} a value on" if made.copied else ""
    counts = ((made.independent, "independent"), (made.by_call, "by call"))
    kinds = [f"{count} {words}" for count, words in counts if count]
    lines = [
        f"{counted(made.statements, 'numeric statement')} executed, {made.written} written as"
        f" mathematics{copied}",
        counted(total, "equation") + (f": {', '.join(kinds)}" if kinds else ""),
    ]
    if made.listings:
        lines.append(f"{counted(len(made.listings), 'statement')} listed as code:")
        lines += [f"  {code}\n    {reason}" for code, reason in made.listings]
    if made.unexecuted:
        lines.append(f"{counted(len(made.unexecuted), 'statement')} not executed by the call:")
        lines += [f"  {code}" for code in made.unexecuted]
    return "\n".join(lines) + "\n"


def _first_existing(folder: Path) -> Path:
    """The folder, or the first one above it that exists."""
    return next(one for one in (folder, *folder.parents) if one.exists())
