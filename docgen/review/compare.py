"""What the code is now, against what was confirmed: changes, and the findings they make.

`Z = Xn @ W1 - b1` under an equation that was confirmed with `+` is a change, and `stale-link`.
"""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from docgen.codes import CODES
from docgen.diagnostics import Finding, Label
from docgen.review.lock import Lock
from docgen.review.record import CALLS, CONCEPT, EQUATION, PROSE, Key, Record
from docgen.review.rename import find_renamed, modules_of
from docgen.review.subject import Held, Subject
from docgen.source.index import SourceIndex
from docgen.text import Place

_LONGEST = 300


@dataclass(frozen=True)
class Change:
    """A link that is not as it was confirmed.

    Attributes:
        kind: `renumbered`: the statement is equal, but which of identical ones it is, is not.
        old: What was confirmed; None of a new link.
    """

    kind: Literal["changed", "renumbered", "new"]
    subject: Subject
    held: Held
    old: Record | None = None


def compare(
    lock: Lock, subjects: Sequence[Subject], is_unread: Callable[[str], bool] | None = None
) -> list[Change]:
    """Every link that has to be confirmed, in the order of the pages.

    A link whose page, equation or module was renamed, or whose code moved to another module, stays
    confirmed where it is plain which it was.

    Args:
        is_unread: Whether a page is there, although none of the subjects is on it.
    """
    current = {held.record.key: held.record for each in subjects for held in each.held}
    gone = [
        record
        for key, record in lock.records.items()
        if key not in current and not (is_unread and is_unread(record.page))
    ]
    fresh = [
        record
        for key, record in current.items()
        if key not in lock.records and key not in lock.disputed
    ]
    renamed = find_renamed(gone, fresh, modules_of(subjects))
    found: dict[Key, Change] = {}
    for subject in subjects:
        for held in subject.held:
            record = held.record
            old = lock.records.get(record.key)
            if old is None and record.key not in renamed:
                found[record.key] = Change("new", subject, held)
            elif old is not None and old.fingerprint != record.fingerprint:
                found[record.key] = Change("changed", subject, held, old)
            elif old is not None and old.nth != record.nth:
                found[record.key] = Change("renumbered", subject, held, old)
    return list(found.values())


def change_findings(
    lock: Lock, changes: Sequence[Change], index: SourceIndex
) -> Iterator[tuple[Subject, Finding]]:
    """The findings of changes, each with the subject on whose page it stands."""
    stale: dict[tuple[str, str], set[str]] = {}
    told: dict[str, set[str]] = {}
    by_subject: dict[int, list[Change]] = {}
    for change in changes:
        by_subject.setdefault(id(change.subject), []).append(change)
        if change.kind == "new" or _is_mention(change):
            continue
        around = set(_around(_whole_name(change.held)))
        told.setdefault(change.held.record.page, set()).update(around)
        if change.held.record.what not in (CONCEPT, CALLS):
            stale.setdefault(change.subject.home, set()).update(around)
    for several in by_subject.values():
        subject = several[0].subject
        if subject.is_faulty:
            continue
        if subject.what == CONCEPT:
            found = _of_concept(several, stale.get(subject.home, set()), index)
        else:
            page = subject.page.source.path
            found = _of_link(several, told.get(page, set()), index)
        yield from ((subject, finding) for finding in found)
        new = [each for each in several if each.kind == "new"]
        is_one = subject.what != CONCEPT or any(each.held.record.what == CONCEPT for each in new)
        # A line of the lock that cannot be read may be the one that is missed.
        if new and is_one and not lock.findings:
            yield subject, _unconfirmed(new)


def _of_concept(
    changes: Sequence[Change], stale: set[str], index: SourceIndex
) -> Iterator[Finding]:
    changed = [each for each in changes if each.kind != "new"]
    for each in changed:
        if _whole_name(each.held) not in stale:
            yield _callee(each, index)
    if not changed and all(each.held.record.what == CALLS for each in changes):
        yield from (_callee(each, index) for each in changes)


def _of_link(changes: Sequence[Change], told: set[str], index: SourceIndex) -> Iterator[Finding]:
    """Of an equation or a link in prose; a mention of a function is reported once a page."""
    for each in changes:
        if each.kind == "new":
            continue
        if not _is_mention(each):
            yield _stale(each, index)
        elif each.held.anchor.dotted not in told:
            told.add(each.held.anchor.dotted)
            yield _callee(each, index)


def _whole_name(held: Held) -> str:
    """Of what a finding is about: the function, the class, the constant."""
    is_constant = held.record.what == CALLS and not held.is_whole
    return held.record.anchor if is_constant else held.anchor.dotted


def _is_mention(change: Change) -> bool:
    """Whether prose links a whole function or class: what it says may well be true still."""
    return change.subject.what == PROSE and change.held.is_whole


def _around(dotted: str) -> Iterator[str]:
    while dotted:
        yield dotted
        dotted = dotted.rpartition(".")[0]


def _stale(change: Change, index: SourceIndex) -> Finding:
    subject, held, old = change.subject, change.held, change.old
    assert old is not None
    name = subject.page.source.slice(held.span) if subject.what != CONCEPT else subject.name
    if subject.what.startswith(EQUATION):
        record = held.record
        name = record.anchor.removeprefix(f"{held.anchor.dotted}.")
        message = f"`{name}` changed since equation `{subject.name}` was confirmed"
    else:
        message = f"`{name}` changed since this text was confirmed"
    if change.kind == "renumbered":
        was, now = _count(old.nth), _count(held.record.nth)
        message = f"`{name}` was {was} identical statements; now it is {now}"
    notes = _codes(old.code, held.write())
    label = Label(_code_place(held, index), "changed" if change.kind == "changed" else "now")
    return Finding(
        "stale-link",
        message,
        subject.page.source.place(held.span),
        "",
        (label,),
        notes,
        f"read both, then: {command(held.record.anchor)}",
        CODES["stale-link"].severity,
        state=held.record.fingerprint,
    )


def _callee(change: Change, index: SourceIndex) -> Finding:
    subject, held = change.subject, change.held
    name = _whole_name(held).rpartition(".")[2]
    own = subject.name
    verb = "runs" if held.is_whole else "reads"
    what = "text" if held.record.what == PROSE else "section"
    notes: tuple[str, ...] = ()
    if held.record.what == PROSE:
        message = f"`{own}` changed since this text was confirmed"
    elif held.record.what == CONCEPT:
        message = f"`{own}` changed since this section was confirmed"
        notes = ("no statement that the section links is changed",)
    elif change.kind == "new":
        message = f"`{own}` leads to `{name}`, which was never confirmed"
    else:
        message = f"`{name}`, which `{own}` {verb}, changed since that was confirmed"
    return Finding(
        "callee-changed",
        message,
        subject.page.source.place(held.span),
        "",
        (Label(_code_place(held, index), "this function" if held.is_whole else "this value"),),
        notes,
        f"read the {what} again, then: {command(held.record.anchor)}",
        CODES["callee-changed"].severity,
        state=held.record.fingerprint,
    )


def _unconfirmed(new: Sequence[Change]) -> Finding:
    subject = new[0].subject
    kind = "this link to code"
    if subject.what.startswith(EQUATION):
        kind = f"equation `{subject.name}`"
    elif subject.what == CONCEPT:
        kind = f"the section of `{subject.name}`"
    names = [each.held.record.anchor for each in new if each.held.record.what != CALLS]
    rest = f" and {len(names) - 1} more" if len(names) > 1 else ""
    return Finding(
        "stale-link",
        f"{kind} was never confirmed",
        subject.page.source.place(new[0].held.span),
        "",
        (),
        (f"it rests on `{names[0][:120]}`{rest}",),
        "read page and code, then: docgen review",
        CODES["stale-link"].severity,
    )


def command(anchor: str) -> str:
    """The command that confirms what rests on an anchor, to be pasted into a shell."""
    return f"docgen review {shlex.quote(anchor)}"


def _count(nth: str) -> str:
    number, _, count = nth.partition("/")
    return f"{number} of {count}" if nth else "not one of several"


def _codes(old: str, new: str) -> tuple[str, ...]:
    """Old and new statement, one above the other."""
    if not (old and new) or old == new:
        return ()
    return (f"confirmed: {_cut(old)}", f"      now: {_cut(new)}")


def _cut(code: str) -> str:
    return code if len(code) <= _LONGEST else code[: _LONGEST - 1] + "…"


def _code_place(held: Held, index: SourceIndex) -> Place:
    module = index.module_at(held.anchor.path)
    region = held.anchor.region if held.is_whole else held.anchor.statement
    return module.source.place(module.span(region))
