"""Findings become diagnostics, with what docgen prints under a finding in their message.

`error[unknown-anchor]` at line 3, column 5 is a diagnostic of code `unknown-anchor` at 2:4.
"""

from __future__ import annotations

from collections.abc import Callable

from lsprotocol.types import (
    Diagnostic,
    DiagnosticRelatedInformation,
    DiagnosticSeverity,
    Location,
)

from docgen.diagnostics import Finding
from docgen.lsp.position import Columns

_SEVERITIES = {"error": DiagnosticSeverity.Error, "warning": DiagnosticSeverity.Warning}


def as_diagnostic(finding: Finding, columns: Columns, uri_of: Callable[[str], str]) -> Diagnostic:
    """The diagnostic of a finding.

    Args:
        uri_of: From a path, relative to the project's root, to what the editor calls the file.
    """
    related = [
        DiagnosticRelatedInformation(
            Location(uri_of(label.place.path), columns.range_of_place(label.place)), label.text
        )
        for label in finding.related
    ]
    return Diagnostic(
        range=columns.range_of_place(finding.place),
        message=_message(finding),
        severity=_SEVERITIES[finding.severity],
        code=finding.code,
        source="docgen",
        related_information=related or None,
    )


def _message(finding: Finding) -> str:
    lines = [finding.message]
    if finding.label:
        lines.append(finding.label)
    lines += [f"note: {note}" for note in finding.notes]
    if finding.help:
        lines.append(f"help: {finding.help}")
    return "\n".join(lines)
