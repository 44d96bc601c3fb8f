"""Findings: faults in the user's files, as data.

A fault knows what is wrong with a piece of text it was given; whoever knows where that text
stands turns it into a finding with `Fault.at`.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from docgen.text import Place, SourceText, Span

Severity = Literal["error", "warning"]
LONGEST = 90
"""Characters of a headline."""
_NAME = re.compile(r"`[^`]*`")
_SHORTEST = 8
"""Characters that are left of a name at least."""


@dataclass(frozen=True, slots=True)
class Label:
    """A second place that matters, with a word about it."""

    place: Place
    text: str


@dataclass(frozen=True, slots=True)
class Fix:
    """What docgen may write: text in place of the characters at a span of the finding's file."""

    span: Span
    text: str


@dataclass(frozen=True, slots=True)
class Finding:
    """One fault: where, what, why, and what to type.

    Attributes:
        code: Kebab-case; an entry of `docgen.codes`.
        message: Headline, lower case, no full stop; fitted by `headline`.
        place: Primary place, the caret.
        label: Words beside the caret.
        related: Other places, such as the statement that was compared.
        notes: Facts, one a line.
        help: What to type.
        fix: The edit that `help` asks for, where there is only one; `docgen fill` writes it.
        state: Of the code that it is about, where the words would be the same of any; a baseline
            holds it, no report shows it.
    """

    code: str
    message: str
    place: Place
    label: str = ""
    related: tuple[Label, ...] = ()
    notes: tuple[str, ...] = ()
    help: str = ""
    severity: Severity = "error"
    fix: Fix | None = None
    state: str = ""

    def __post_init__(self) -> None:
        """Cut the message to the length of a headline."""
        object.__setattr__(self, "message", headline(self.message))

    @property
    def sort_key(self) -> tuple[str, int, int, str, str]:
        """Path, line, column, code, message: the order of every report."""
        return (self.place.path, self.place.line, self.place.column, self.code, self.message)


@dataclass
class Fault(Exception):
    """A fault in a piece of text whose place the raiser does not know.

    Attributes:
        within: The faulty characters of that text; all of it if None.
        fix: As of a finding; its span is that of the file.
    """

    code: str
    message: str
    within: Span | None = None
    label: str = ""
    notes: tuple[str, ...] = ()
    help: str = ""
    related: tuple[Label, ...] = ()
    fix: Fix | None = None

    def __post_init__(self) -> None:
        """Cut the message to the length of a headline."""
        self.message = headline(self.message)

    def __str__(self) -> str:
        """`code: message`, as a traceback shows it."""
        return f"{self.code}: {self.message}"

    def at(self, source: SourceText, span: Span) -> Finding:
        """The finding for the text that stands at `span` of `source`."""
        where = span
        if self.within is not None:
            where = Span(span.start + self.within.start, span.start + self.within.end)
        return Finding(
            self.code,
            self.message,
            source.place(where),
            self.label,
            self.related,
            self.notes,
            self.help,
            fix=self.fix,
        )


def headline(sentence: str) -> str:
    """The sentence, its longest names in backticks cut so that it has at most 90 characters.

    The words around the names stay whole; only where they alone are too long, the last are left
    out.
    """
    fitted, room = sentence, LONGEST
    while len(fitted) > LONGEST and room >= _SHORTEST:
        fitted, room = _with_names(sentence, room), room - 1
    if len(fitted) > LONGEST:
        kept, _, last = fitted[: LONGEST - 1].rpartition(" ")
        fitted = (kept or last) + "…"
    return fitted


def _with_names(sentence: str, room: int) -> str:
    """The sentence with names of some characters at most, backticks included."""
    return _NAME.sub(
        lambda name: name[0] if len(name[0]) <= room else f"{name[0][: room - 2]}…`", sentence
    )


def suggest(name: str, known: Iterable[str], cutoff: float = 0.6) -> str | None:
    """The known name nearest to `name`, if one is near.

    Args:
        cutoff: How near it must be, from 0 to 1, the same name.
    """
    names = sorted(set(known))
    by_folded = {known_name.casefold(): known_name for known_name in reversed(names)}
    if name.casefold() in by_folded:
        return by_folded[name.casefold()]
    near = difflib.get_close_matches(name, names, n=1, cutoff=cutoff)
    return near[0] if near else None


def undecodable(path: str, error: UnicodeDecodeError) -> Finding:
    """`source-unreadable` at the first byte of a file that is no UTF-8."""
    before = error.object[: error.start].decode()
    lines = before.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    place = Place(path, len(lines), len(lines[-1]) + 1, len(lines[-1]) + 2, lines[-1] + "\ufffd")
    return Finding(
        "source-unreadable",
        f"`{path}` is not UTF-8",
        place,
        f"byte 0x{error.object[error.start]:02x}",
        help="save the file as UTF-8",
    )
