"""Findings as the workflow commands that GitHub shows beside the lines of a change.

A finding of `docs/a.md` becomes `::error file=docs/a.md,line=3,col=5,endColumn=9,title=...::...`;
the log then ends with a line of counts.
"""

from __future__ import annotations

import posixpath
from collections.abc import Iterable, Mapping

from docgen.diagnostics import Finding
from docgen.report import in_order, render_counts, shown, where

_DATA = {"%": "%25", "\r": "%0D", "\n": "%0A"}
_PROPERTY = {**_DATA, ":": "%3A", ",": "%2C"}


def render_github(findings: Iterable[Finding], within: str = "") -> str:
    """One workflow command a finding; the last line counts.

    Args:
        within: Folder of the project in its repository, whose top paths are named from.
    """
    ordered = in_order(findings)
    return "\n".join([*(_command(one, within) for one in ordered), render_counts(ordered)]) + "\n"


def explanation(finding: Finding, within: str = "") -> list[str]:
    """Everything that a finding says, in lines of plain text: message, places, notes, help."""
    lines = [finding.message]
    lines += [finding.label] if finding.label else []
    for label in finding.related:
        words = f": {label.text}" if label.text else ""
        lines.append(posixpath.join(within, where(label.place)) + words)
    lines += [f"note: {note}" for note in finding.notes]
    lines += [f"help: {finding.help}"] if finding.help else []
    return [shown(line) for text in lines for line in text.split("\n")]


def _command(finding: Finding, within: str) -> str:
    place = finding.place
    properties = {
        "file": posixpath.join(within, place.path),
        "line": str(place.line),
        "col": str(place.column),
        "endColumn": str(place.end_column),
        "title": finding.code,
    }
    listed = ",".join(f"{key}={_escaped(text, _PROPERTY)}" for key, text in properties.items())
    message = _escaped("\n".join(explanation(finding, within)), _DATA)
    return f"::{finding.severity} {listed}::{message}"


def _escaped(text: str, escapes: Mapping[str, str]) -> str:
    return "".join(escapes.get(character, character) for character in text)
