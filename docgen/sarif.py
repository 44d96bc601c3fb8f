"""Findings as a SARIF 2.1.0 log, which code hosts and editors read.

A finding becomes `{"ruleId": "unknown-anchor", "level": "error", "message": ..., "locations": ...}`
in the one run of the log; every code is a rule of it. Paths start at `%SRCROOT%`, the top of the
repository, so that a log says nothing of the machine that wrote it.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections import Counter
from collections.abc import Iterable
from typing import Any
from urllib.parse import quote

from docgen import __version__
from docgen.annotations import HERE, Repository, explanation
from docgen.codes import CODES, Code
from docgen.diagnostics import Finding
from docgen.report import LINE_LIMIT, in_order
from docgen.text import Place

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/os/schemas/sarif-schema-2.1.0.json"
ROOT = "%SRCROOT%"
PACKAGES = "%PACKAGES%"
FINGERPRINT = "docgenFinding/v1"


def render_sarif(findings: Iterable[Finding], repository: Repository = HERE) -> str:
    """The findings as one SARIF log with one run."""
    ordered = in_order(findings)
    seen: Counter[str] = Counter()
    run = {
        "tool": {
            "driver": {
                "name": "docgen",
                "semanticVersion": __version__,
                "rules": [_rule(code) for code in CODES.values()],
            }
        },
        "columnKind": "unicodeCodePoints",
        "originalUriBaseIds": {
            ROOT: {"description": _message("The top of the repository.")},
            PACKAGES: {"description": _message("The folder that a package is installed in.")},
        },
        "results": [_result(finding, repository, seen) for finding in ordered],
    }
    log = {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}
    return json.dumps(log, ensure_ascii=False, indent=2) + "\n"


def _rule(code: Code) -> dict[str, Any]:
    text = f"{code.meaning}\n\nExample:\n{code.example}\n\n{code.cure}"
    fence = "~~~~"  # examples hold fences of backticks
    markdown = f"{code.meaning}\n\n{fence}\n{code.example}\n{fence}\n\n{code.cure}"
    return {
        "id": code.name,
        "shortDescription": _message(code.title),
        "fullDescription": _message(code.meaning),
        "help": {**_message(text), "markdown": _literal(markdown)},
        "defaultConfiguration": {"level": code.severity},
    }


def _result(finding: Finding, repository: Repository, seen: Counter[str]) -> dict[str, Any]:
    rules = list(CODES)
    related = [
        {
            "id": number,
            "physicalLocation": _location(label.place, repository),
            **({"message": _message(label.text)} if label.text else {}),
        }
        for number, label in enumerate(finding.related)
    ]
    return {
        "ruleId": finding.code,
        "ruleIndex": rules.index(finding.code),
        "level": finding.severity,
        "message": _message("\n".join(explanation(finding, repository))),
        "locations": [{"physicalLocation": _location(finding.place, repository)}],
        **({"relatedLocations": related} if related else {}),
        "partialFingerprints": {FINGERPRINT: _fingerprint(finding, repository, seen)},
    }


def _location(place: Place, repository: Repository) -> dict[str, Any]:
    """Where a place is; its whole line is shown too, unless that is very long."""
    location: dict[str, Any] = {
        "artifactLocation": {
            "uri": quote(repository.name(place.path), safe="/", errors="surrogateescape"),
            "uriBaseId": PACKAGES if repository.lacks(place.path) else ROOT,
        },
        "region": {
            "startLine": place.line,
            "startColumn": place.column,
            "endColumn": place.end_column,
            "snippet": {"text": place.text[place.column - 1 : place.end_column - 1]},
        },
    }
    if len(place.text) <= LINE_LIMIT:
        line = {"startLine": place.line, "snippet": {"text": place.text}}
        location["contextRegion"] = line
    return location


def _fingerprint(finding: Finding, repository: Repository, seen: Counter[str]) -> str:
    """The same for a finding whose line moved; equal findings of one file are counted."""
    path = repository.name(finding.place.path)
    parts = (finding.code, path, finding.place.text.strip(), finding.message)
    known = hashlib.sha256("\0".join(parts).encode("utf-8", "surrogatepass")).hexdigest()[:32]
    seen[known] += 1
    return f"{known}:{seen[known]}"


def _message(text: str) -> dict[str, str]:
    return {"text": _literal(text)}


def _literal(text: str) -> str:
    """The text without what SARIF would take for a placeholder, `{0}`, or a link, `[a](b)`."""
    doubled = text.replace("{", "{{").replace("}", "}}")
    return re.sub(r"\[(?=[^\[\]]*\]\()", r"\\[", doubled)
