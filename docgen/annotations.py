"""Findings as the workflow commands that GitHub shows beside the lines of a change.

A finding of `docs/a.md` becomes `::error file=docs/a.md,line=3,col=5,endColumn=9,title=...::...`;
the log then ends with a line of counts.
"""

from __future__ import annotations

import posixpath
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace

from docgen.diagnostics import Finding
from docgen.report import in_order, render_counts, shown, where

_DATA = {"%": "%25", "\r": "%0D", "\n": "%0A"}
_PROPERTY = {**_DATA, ":": "%3A", ",": "%2C"}


def _nothing(_: str) -> bool:
    return False


@dataclass(frozen=True)
class Repository:
    """How the files of findings are named where the project is hosted.

    Attributes:
        within: Folder of the project in its repository, whose top paths are named from.
        lacks: Whether a file is none of the project's, but of an installed package.
    """

    within: str = ""
    lacks: Callable[[str], bool] = _nothing

    def name(self, path: str) -> str:
        """The path from the root of the repository; itself where git does not hold the file."""
        return path if self.lacks(path) else posixpath.join(self.within, path)


HERE = Repository()
"""A project that is a repository."""


def render_github(findings: Iterable[Finding], repository: Repository = HERE) -> str:
    """One workflow command a finding; the last line counts."""
    ordered = in_order(findings)
    commands = [_command(one, repository) for one in ordered]
    return "\n".join([*commands, render_counts(ordered)]) + "\n"


def explanation(finding: Finding, repository: Repository = HERE) -> list[str]:
    """Everything that a finding says, in lines of plain text: message, places, notes, help."""
    lines = [finding.message]
    lines += [finding.label] if finding.label else []
    for label in finding.related:
        words = f": {label.text}" if label.text else ""
        place = replace(label.place, path=repository.name(label.place.path))
        lines.append(where(place) + words)
    lines += [f"note: {note}" for note in finding.notes]
    lines += [f"help: {finding.help}"] if finding.help else []
    return [shown(line) for text in lines for line in text.split("\n")]


def _command(finding: Finding, repository: Repository) -> str:
    place = finding.place
    properties = {
        "file": repository.name(place.path),
        "line": str(place.line),
        "col": str(place.column),
        "endColumn": str(place.end_column),
        "title": finding.code,
    }
    told = explanation(finding, repository)
    if repository.lacks(place.path):
        # There is no line of the repository to show it at.
        properties = {"title": finding.code}
        told = [where(place), *told]
    listed = ",".join(f"{key}={_escaped(text, _PROPERTY)}" for key, text in properties.items())
    message = _escaped("\n".join(told), _DATA)
    return f"::{finding.severity} {listed}::{message}"


def _escaped(text: str, escapes: Mapping[str, str]) -> str:
    return "".join(escapes.get(character, character) for character in text)
