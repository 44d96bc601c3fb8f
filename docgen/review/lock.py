"""The file `docgen.lock` becomes records, and records become the file.

A link is one line, the lines are sorted, and an empty line stands between two: so Git merges two
branches that confirmed different links, even where their lines are neighbours.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from docgen.diagnostics import Finding, undecodable
from docgen.review.record import Key, Record, decode
from docgen.text import SourceText, decode_page

FILE = "docgen.lock"
HEADER = (
    "# What `docgen review` confirmed: page and code agree at these fingerprints.\n"
    "# Written by docgen; commit it. One line a link:"
    " page, concept, link, role, anchor, nth, fingerprint, code.\n"
)
_MARKER = re.compile(r"(<{7}|={7}|>{7}|\|{7})( .*)?")
_HELP = "delete the line, then: docgen review"


@dataclass(frozen=True)
class Lock:
    """What was confirmed.

    Attributes:
        records: Key of a link → what was confirmed.
        disputed: Links with several lines that differ; none of them counts.
        findings: Faults of the file.
        ending: Of its lines.
    """

    records: dict[Key, Record]
    disputed: frozenset[Key] = frozenset()
    findings: tuple[Finding, ...] = ()
    lines: dict[Key, str] = field(default_factory=dict)
    ending: str = "\n"


def read_lock(root: Path) -> Lock | None:
    """The lock of the project at `root`; None where review is not used."""
    try:
        data = (root / FILE).read_bytes()
    except OSError as error:
        # A link that leads nowhere is a lock that cannot be read, not a review that is not used.
        if isinstance(error, FileNotFoundError) and not (root / FILE).is_symlink():
            return None
        source = SourceText(FILE, "")
        reason = (error.strerror or "it is no file").lower()
        found = _finding(source, 1, f"`{FILE}` cannot be read: {reason}", "make it a file")
        return Lock({}, findings=(found,))
    try:
        text = decode_page(data)
    except UnicodeDecodeError as error:
        return Lock({}, findings=(undecodable(FILE, error),))
    return parse_lock(text, "\r\n" if b"\r\n" in data else "\n")


def parse_lock(text: str, ending: str = "\n") -> Lock:
    """The lock of a text with plain line ends."""
    source = SourceText(FILE, text)
    records: dict[Key, Record] = {}
    lines: dict[Key, str] = {}
    disputed: set[Key] = set()
    findings: list[Finding] = []
    for number in range(1, source.line_count + 1):
        line = source.line_text(number)
        if not line.strip() or line.startswith("#"):
            continue
        if _MARKER.fullmatch(line.rstrip()):
            if line.startswith("<"):
                message = "a merge left a conflict in this file"
                help_text = "delete the lines of `<<<<<<<`, `=======`, `>>>>>>>`; docgen review"
                findings.append(_finding(source, number, message, help_text))
            continue
        try:
            record = decode(line)
        except ValueError as error:
            findings.append(_finding(source, number, f"the line {error}", _HELP))
            continue
        known = records.setdefault(record.key, record)
        lines.setdefault(record.key, line)
        if (known.nth, known.fingerprint) == (record.nth, record.fingerprint):
            continue
        if record.key not in disputed:
            disputed.add(record.key)
            message = f"a second line confirms other code of `{record.anchor}`"
            findings.append(_finding(source, number, message, "docgen review"))
    for key in disputed:
        del records[key], lines[key]
    return Lock(records, frozenset(disputed), tuple(findings), lines, ending)


def write_lock(root: Path, records: Iterable[Record], before: Lock | None) -> None:
    """Replace the file in one step; lines whose link was not confirmed anew stay as they are.

    Raises:
        OSError: It cannot be written.
    """
    ending = before.ending if before else "\n"
    texts: list[str] = []
    for record in sorted(records, key=lambda each: each.key):
        kept = before.records.get(record.key) if before else None
        is_kept = kept is not None and kept.sense == record.sense
        texts.append(before.lines[record.key] if before and is_kept else record.encode())
    text = "\n".join([HEADER, *(f"{each}\n" for each in texts)])
    data = text.replace("\n", ending).encode("utf-8", "backslashreplace")
    # What a link leads to is replaced, not the link.
    target = (root / FILE).resolve()
    if target.is_file() and target.read_bytes() == data:
        return
    fresh = target.with_name(f".{FILE}.{os.getpid()}")
    try:
        fresh.write_bytes(data)
        os.replace(fresh, target)
    finally:
        fresh.unlink(missing_ok=True)


def _finding(source: SourceText, number: int, message: str, help_text: str) -> Finding:
    at = source.line_span(number) if number <= len(source.line_starts) else source.line_span(1)
    return Finding("malformed-block", message, source.place(at), help=help_text)
