"""Findings on the page itself, at the block that they concern."""

from __future__ import annotations

from docgen.diagnostics import Finding
from docgen.text import Place, display_width, expand_tabs
from docgen.views.escape import escape, plain_lines, slug
from docgen.views.parts import FindingsPart

SHOWN = 200
"""Characters of a line that an excerpt shows."""
BEFORE = 24
"""Of these, how many may stand before the carets: a phone shows about thirty."""


def render_findings(part: FindingsPart) -> str:
    """Findings in HTML, one below the other; empty where there are none."""
    return "".join(map(_render_finding, part.findings))


def _render_finding(finding: Finding) -> str:
    notes = "".join(f"<li>{_inline(note)}</li>" for note in finding.notes)
    helps = ""
    if finding.help:
        helps = f'<p class="dg-help"><strong>Help:</strong> {_inline(finding.help)}</p>'
    related = "".join(
        f'<p class="dg-place">{escape(where(label.place))}</p>'
        f"{_render_excerpt(label.place, label.text)}"
        for label in finding.related
    )
    return (
        f'<div class="dg-finding" role="note" data-state="{slug(finding.severity)}">'
        f'<p class="dg-findinghead"><strong>{escape(finding.severity)}</strong> '
        f"<code>{escape(finding.code)}</code></p>"
        f'<p class="dg-message">{_inline(finding.message)}</p>'
        f'<p class="dg-place">{escape(where(finding.place))}</p>'
        f"{_render_excerpt(finding.place, finding.label)}{related}"
        f"{f'<ul>{notes}</ul>' if notes else ''}{helps}</div>"
    )


def where(place: Place) -> str:
    """`path:line:column`."""
    return f"{place.path}:{place.line}:{place.column}"


def _render_excerpt(place: Place, label: str) -> str:
    line, caret = excerpt(place, label)
    gutter = str(place.line)
    text = escape(f"{gutter} | {line}\n{' ' * len(gutter)} | {caret}")
    return f'<pre class="dg-excerpt" tabindex="0"><code>{text}</code></pre>'


def excerpt(place: Place, label: str) -> tuple[str, str]:
    """The line and, under it, carets as wide as the characters that they mean."""
    start = max(0, place.column - 1 - BEFORE)
    shown = place.text[start : start + SHOWN]
    before = expand_tabs(shown[: place.column - 1 - start])
    reach = expand_tabs(shown[: max(place.end_column - 1 - start, place.column - start)])
    width = max(display_width(reach) - display_width(before), 1)
    carets = " " * display_width(before) + "^" * width
    cut = "..." if len(place.text) > start + SHOWN else ""
    lead = "..." if start else ""
    line = lead + expand_tabs(shown) + cut
    return line, (" " * len(lead) + f"{carets} {label}").rstrip()


def _inline(text: str) -> str:
    """Text whose backticks become code."""
    pieces = text.split("`")
    if len(pieces) % 2 == 0:
        return escape(text)
    return "".join(
        f"<code>{escape(piece)}</code>" if number % 2 else escape(piece)
        for number, piece in enumerate(pieces)
    )


def plain_findings(part: FindingsPart) -> str:
    """Findings as text, one a line."""
    return plain_lines(
        *(
            f"{each.severity} {each.code}: {each.message} ({where(each.place)})"
            for each in part.findings
        )
    )
