"""Entries as text for people and as JSON for programs.

A reference is three to six lines: place and verdict, what it meant, where that is now, what to
write; the last line counts.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence

from docgen.adoption.reference import VERDICTS, WRITTEN_FORMS
from docgen.adoption.survey import Entry, Spot


def render_text(entries: Sequence[Entry], elsewhere: int, unreadable: Sequence[str]) -> str:
    """Every entry, then notes and the counts."""
    parts = [_entry(entry) for entry in entries]
    lines = [f"{path}: not read: it is not UTF-8" for path in unreadable]
    if elsewhere:
        noun = "link" if elsewhere == 1 else "links"
        lines.append(f"passed over: {elsewhere} {noun} to lines of other repositories")
    lines.append(_counts(entries))
    return "\n".join([*parts, "\n".join(lines) + "\n"])


def render_json(entries: Sequence[Entry]) -> str:
    """A list with an object for each reference."""
    return json.dumps([_fields(entry) for entry in entries], ensure_ascii=False, indent=2) + "\n"


def _entry(entry: Entry) -> str:
    place, state = entry.place, "written" if entry.is_written else entry.verdict
    form = "" if entry.reference.form in WRITTEN_FORMS else f"{entry.reference.form} "
    lines = [f"{place.path}:{place.line}:{place.column}: {state}: {form}{entry.written}"]
    if entry.then is not None:
        lines.append(f"  then: {_spot(entry.then)} in {entry.then.commit[:10]}: {entry.then.code}")
    if entry.now is not None:
        word = "names" if entry.verdict == "unknown" else "now"
        lines.append(f"  {word}: {_spot(entry.now)}: {entry.now.code}")
    if entry.note:
        lines.append(f"  note: {entry.note}")
    if entry.proposal.anchor:
        word = "anchor" if entry.proposal.is_sure else "nearest anchor"
        lines.append(f"  {word}: code:{entry.proposal.anchor}")
    if entry.refusal:
        lines.append(f"  left: {entry.refusal}")
    if entry.proposal.block and not entry.is_written and entry.reference.edit is None:
        lines += ["  block:", *(f"    {row}" for row in entry.proposal.block.splitlines())]
    return "\n".join(lines) + "\n"


def _spot(spot: Spot) -> str:
    lines = f"{spot.first}" if spot.first == spot.last else f"{spot.first}-{spot.last}"
    return f"{spot.path}:{lines}"


def _counts(entries: Sequence[Entry]) -> str:
    if not entries:
        return "no line numbers found"
    by = Counter(entry.verdict for entry in entries)
    verdicts = ", ".join(f"{by[verdict]} {verdict}" for verdict in VERDICTS if by[verdict])
    noun = "reference" if len(entries) == 1 else "references"
    written = sum(entry.is_written for entry in entries)
    open_ones = sum(not entry.is_written and not entry.refusal for entry in entries)
    said = f"{len(entries)} {noun}: {verdicts}"
    if written:
        said += f"; {written} written, {len(entries) - written} left"
    if open_ones:
        said += f"; --write replaces {open_ones}"
    return said


def _fields(entry: Entry) -> dict[str, object]:
    return {
        "path": entry.place.path,
        "line": entry.place.line,
        "column": entry.place.column,
        "end_column": entry.place.end_column,
        "form": entry.reference.form,
        "written": entry.written,
        "verdict": entry.verdict,
        "note": entry.note,
        "then": _spot_fields(entry.then),
        "now": _spot_fields(entry.now),
        "anchor": entry.proposal.anchor,
        "sure": entry.proposal.is_sure,
        "block": entry.proposal.block,
        "left": entry.refusal,
        "replaced": entry.is_written,
    }


def _spot_fields(spot: Spot | None) -> dict[str, object] | None:
    if spot is None:
        return None
    fields: dict[str, object] = {"path": spot.path, "first": spot.first, "last": spot.last}
    if spot.commit:
        fields["commit"] = spot.commit
    return {**fields, "code": spot.code}
