"""Reports: findings as text for people (full, short) and for programs (json).

A finding of `docs/a.md` becomes
`docs/a.md:3:5: error[unknown-anchor]: ...` in the short form; the full form adds the line itself, a
caret under the faulty characters, notes and help. Every report ends with a line of counts.
"""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Iterable

from docgen.diagnostics import Finding, Label
from docgen.text import Place, counted, display_width, expand_tabs

LINE_LIMIT = 200
VERSION = 1

_BEFORE_CARET = 60
_BOLD, _RED, _YELLOW, _BLUE, _CYAN = "1", "1;31", "1;33", "1;34", "1;36"
_SEVERITY_COLORS = {"error": _RED, "warning": _YELLOW}


def render_full(findings: Iterable[Finding], *, color: bool = False) -> str:
    """Every finding with its lines, carets, notes and help; the last line counts."""
    ordered = in_order(findings)
    parts = [render_finding(finding, color=color) for finding in ordered]
    return "\n".join([*parts, render_counts(ordered) + "\n"])


def render_short(findings: Iterable[Finding]) -> str:
    """One line a finding, as editors and terminals make links of; the last line counts."""
    ordered = in_order(findings)
    lines = [
        f"{where(finding.place)}: {finding.severity}[{finding.code}]: {shown(finding.message)}"
        for finding in ordered
    ]
    return "\n".join([*lines, render_counts(ordered)]) + "\n"


def render_json(findings: Iterable[Finding]) -> str:
    """The findings as one JSON object of schema version 1.

    `{"version": 1, "findings": [{"code", "severity", "message", "path", "line", "column",
    "end_column", "text", "label", "related": [{"path", "line", "column", "end_column", "text",
    "label"}], "notes": [...], "help"}], "counts": {"errors": 1, "warnings": 0}}`.
    """
    ordered = in_order(findings)
    errors, warnings = _tally(ordered)
    document = {
        "version": VERSION,
        "findings": [
            {
                "code": finding.code,
                "severity": finding.severity,
                "message": finding.message,
                **_place_fields(finding.place),
                "label": finding.label,
                "related": [
                    {**_place_fields(label.place), "label": label.text} for label in finding.related
                ],
                "notes": list(finding.notes),
                "help": finding.help,
            }
            for finding in ordered
        ],
        "counts": {"errors": errors, "warnings": warnings},
    }
    return json.dumps(document, ensure_ascii=False, indent=2) + "\n"


def render_counts(findings: Iterable[Finding]) -> str:
    """`2 errors, 1 warning`, or `no findings`."""
    totals = zip(_tally(findings), ("error", "warning"), strict=True)
    words = [counted(count, noun) for count, noun in totals if count]
    return ", ".join(words) or "no findings"


def render_finding(finding: Finding, *, color: bool = False) -> str:
    """The full form of one finding, without counts."""
    painter = _Painter(color)
    accent = _SEVERITY_COLORS[finding.severity]
    numbers = [finding.place.line, *(label.place.line for label in finding.related)]
    indent = " " * len(str(max(numbers)))
    edge = painter.paint(_BLUE, f"{indent} |")
    head = painter.paint(accent, f"{finding.severity}[{finding.code}]")
    lines = [
        head + painter.paint(_BOLD, f": {shown(finding.message)}"),
        f"{indent}{painter.paint(_BLUE, '-->')} {where(finding.place)}",
        edge,
        *_excerpt(Label(finding.place, finding.label), "^", indent, accent, painter),
    ]
    for label in finding.related:
        lines += [
            f"{indent}{painter.paint(_BLUE, ':::')} {where(label.place)}",
            edge,
            *_excerpt(label, "-", indent, _BLUE, painter),
        ]
    remarks = [("note", note) for note in finding.notes]
    remarks += [("help", finding.help)] if finding.help else []
    if remarks:
        lines.append(edge)
    for kind, text in remarks:
        lead = f"{indent} {painter.paint(_BLUE, '=')} {painter.paint(_CYAN, kind)}: "
        rest = " " * (len(indent) + len(f" = {kind}: "))
        first, *others = text.split("\n")
        lines += [lead + shown(first), *(rest + shown(other) for other in others)]
    return "\n".join(line.rstrip() for line in lines) + "\n"


class _Painter:
    """Puts terminal colours around text, if colours are wanted."""

    def __init__(self, color: bool) -> None:
        self._color = color

    def paint(self, style: str, text: str) -> str:
        return f"\x1b[{style}m{text}\x1b[0m" if self._color else text


def _excerpt(label: Label, mark: str, indent: str, style: str, painter: _Painter) -> list[str]:
    """The line of a place and the marks under it."""
    text, start, end = _window(label.place)
    padded = text.ljust(end)
    before = display_width(padded[:start])
    width = max(display_width(padded[:end]) - before, 1)
    number = painter.paint(_BLUE, f"{str(label.place.line).rjust(len(indent))} |")
    under = painter.paint(style, mark * width + (f" {shown(label.text)}" if label.text else ""))
    edge = painter.paint(_BLUE, f"{indent} |")
    return [f"{number} {expand_tabs(text)}", f"{edge} {' ' * before}{under}"]


def _window(place: Place) -> tuple[str, int, int]:
    """The part of a place's line that is shown, and the marked characters in it.

    Returns:
        At most `LINE_LIMIT` characters, with `…` where the line was cut.
    """
    text = shown(place.text)
    start = min(place.column - 1, len(text))
    end = max(min(place.end_column - 1, len(text)), start + 1)
    if len(text) <= LINE_LIMIT:
        return text, start, end
    room = LINE_LIMIT - 2
    first = max(min(start - _BEFORE_CARET, len(text) - room), 0)
    last = first + room
    left = "…" if first else ""
    right = "…" if last < len(text) else ""
    shift = len(left) - first
    return left + text[first:last] + right, start + shift, min(end, last + 1) + shift


def shown(text: str) -> str:
    """The text without characters that would steer a terminal or turn its direction."""
    return "".join(map(_visible, text)) if not text.isprintable() else text


def _visible(character: str) -> str:
    if character == "\t" or unicodedata.category(character) != "Cc":
        return "\N{REPLACEMENT CHARACTER}" if character in _DIRECTIONS else character
    code = ord(character)
    return chr(0x2400 + code) if code < 0x20 else "\N{REPLACEMENT CHARACTER}"


_DIRECTIONS = frozenset(map(chr, [0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A)]))


def where(place: Place) -> str:
    """`docs/a.md:3:5`, as editors and terminals make links of."""
    return f"{place.path}:{place.line}:{place.column}"


def _place_fields(place: Place) -> dict[str, str | int]:
    text = place.text if len(place.text) <= LINE_LIMIT else _window(place)[0]
    return {
        "path": place.path,
        "line": place.line,
        "column": place.column,
        "end_column": place.end_column,
        "text": text,
    }


def in_order(findings: Iterable[Finding]) -> list[Finding]:
    """The findings as every report lists them: by file, line and column."""
    return sorted(findings, key=lambda finding: finding.sort_key)


def _tally(findings: Iterable[Finding]) -> tuple[int, int]:
    severities = [finding.severity for finding in findings]
    return severities.count("error"), severities.count("warning")
