"""`docgen review` shows what changed since it was confirmed, and confirms it."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from pathlib import Path

import click

from docgen.cli.progress import tell
from docgen.cli.root import known_findings, open_project, root_option
from docgen.diagnostics import suggest
from docgen.pages.lock import changes_of, subjects_of
from docgen.project import Project
from docgen.report import render_full
from docgen.review.choice import chosen, is_named, names_of
from docgen.review.compare import Change
from docgen.review.lock import FILE, Lock, read_lock, write_lock
from docgen.review.record import Key, Record
from docgen.review.show import show_subject
from docgen.review.subject import Subject

CONFIRMABLE = ("stale-link", "callee-changed")


@click.command()
@click.argument("anchors", nargs=-1, metavar="[ANCHOR]...")
@click.option("--all", "every", is_flag=True, help="Confirm without asking.")
@click.option("--show", is_flag=True, help="Only show what is not confirmed.")
@root_option
def review(anchors: tuple[str, ...], every: bool, show: bool, root: Path | None) -> None:
    """Show the code that changed since page and code were confirmed, and confirm it.

    The old and the new code of every link are shown with the equation and the paragraphs that rest
    on it. Answer yes where they still agree; else correct the page first. ANCHOR chooses: a
    statement or a function, dotted or as the page names it. The first review makes docgen.lock;
    commit it. A code change is confirmed only while all other checks pass.

    Without a terminal and without --all nothing is asked and nothing written.

    \b
    Exit codes:
        0  all that was chosen is confirmed
        1  something is left, a check fails, or docgen.lock is damaged
        2  wrong use

    \b
    Examples:
        docgen review
        docgen review ffn_forward.Z
        docgen review --show
        docgen review --all
    """
    if every and show:
        raise click.UsageError("--all confirms and --show does not; choose one")
    project = open_project(root)
    tell("checking")
    project.load()
    tell("")
    drafts = list(project.pages.values())
    lock = read_lock(project.root)
    subjects = subjects_of(project.site, drafts)
    for name in anchors:
        if not any(is_named(held, name) for subject in subjects for held in subject.held):
            near = suggest(name, names_of(subjects))
            hint = f"; did you mean `{near}`?" if near else ""
            raise click.UsageError(f"no page links `{name}`{hint}")
    _refuse_faulty(project)
    changes = changes_of(project.site, drafts, lock or Lock({}))
    wanted = chosen(changes, anchors)
    confirmed: set[Key] = set()
    may_write = every or (not show and is_terminal())
    damage = lock.findings if lock is not None else ()
    is_written = False
    try:
        _ask(project, wanted, confirmed, every, show)
    finally:
        # What was confirmed before the author stopped stays confirmed.
        is_written = may_write and (every or bool(confirmed) or bool(lock and not damage))
        if is_written:
            left_open = {each.held.record.key for each in changes} - confirmed
            try:
                write_lock(project.root, _records(subjects, left_open, lock), lock)
            except OSError as error:
                reason = (error.strerror or "it is no file").lower()
                raise click.UsageError(
                    f"{project.root / FILE} cannot be written: {reason}; nothing is confirmed"
                ) from None
    left = len(wanted) - len(confirmed)
    is_damaged = bool(damage) and not is_written
    if is_damaged:
        click.echo(render_full(damage), nl=False)
    if left or not is_damaged:
        click.echo(_summary(len(confirmed), left, may_write))
    sys.exit(1 if left or is_damaged else 0)


def is_terminal() -> bool:
    """Whether somebody is there to answer."""
    return sys.stdin.isatty()


def _refuse_faulty(project: Project) -> None:
    """End where a check fails for another reason than what a review is for, and is not known."""
    known = known_findings(project)
    failing = [
        finding
        for finding in project.findings
        if finding.severity == "error"
        and finding.code not in CONFIRMABLE
        and finding.place.path != FILE
        and not known.take(finding)
    ]
    if failing:
        click.echo(render_full(failing), nl=False)
        click.echo("nothing is confirmed while a check fails; mend it, then: docgen review")
        sys.exit(1)


def _ask(
    project: Project,
    wanted: list[Change],
    confirmed: set[Key],
    every: bool,
    show: bool,
) -> None:
    width = shutil.get_terminal_size((100, 24)).columns
    is_asking = not show and is_terminal()
    for _, several in groupby(wanted, key=lambda change: id(change.subject)):
        changes = list(several)
        if not every:
            text = show_subject(changes, project.site.index, project.root, width)
            click.echo(text)
        if every or (is_asking and click.confirm("Do page and code agree?", default=False)):
            confirmed.update(change.held.record.key for change in changes)
        if not every:
            click.echo("")


def _records(
    subjects: Sequence[Subject], left_open: set[Key], lock: Lock | None
) -> Iterator[Record]:
    """What the new lock holds: links that are gone are not in it, open ones as they were."""
    before = lock.records if lock else {}
    for held in {held.record.key: held for each in subjects for held in each.held}.values():
        record = held.record
        if record.key not in left_open:
            yield replace(record, code=held.write())
        elif record.key in before:
            yield before[record.key]


def _summary(confirmed: int, left: int, may_write: bool) -> str:
    if not confirmed and not left:
        return "everything is confirmed"
    parts = [f"{confirmed} confirmed"] if confirmed or not left else []
    parts += [f"{left} not confirmed"] if left else []
    hint = "" if may_write or not left else "; to confirm, run it in a terminal, or with --all"
    return ", ".join(parts) + hint
