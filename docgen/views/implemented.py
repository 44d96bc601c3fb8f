"""Implemented in: where each equation stands in the code, for a reader who goes there."""

from __future__ import annotations

from collections.abc import Sequence

from docgen.views.escape import code, escape
from docgen.views.frame import render_table
from docgen.views.links import equation_link, render_role, repeated
from docgen.views.parts import LinkRow, SourceRef
from docgen.views.reference import render_host

TITLE = "Implemented in"
HEAD = ("Equation", "Role", "File", "Function", "Lines")


def render_implemented(part: Sequence[LinkRow]) -> str:
    """The table; the host's column is there only if a row has a link."""
    host = next((row.ref.host or "Source" for row in part if row.ref.url), "")
    rows = []
    for row in part:
        cells = [
            equation_link(row),
            render_role(row.role),
            code(row.ref.label),
            code(row.function) if row.function else "",
            _lines(row.ref),
        ]
        if host:
            cells.append(render_host(row.ref))
        rows.append(cells)
    head = (*HEAD, host) if host else HEAD
    return render_table("implemented", TITLE, head, rows, repeated(part))


def _lines(ref: SourceRef) -> str:
    """Their numbers, as a link where a page shows the file.

    On a narrow screen, where no heading stands above them, the style puts their word before them.
    """
    word = "Line" if ref.line == ref.end_line else "Lines"
    if ref.page:
        return f'<a href="{escape(ref.page)}" data-t="{word}">{ref.lines}</a>'
    return f'<span data-t="{word}">{ref.lines}</span>'


def plain_implemented(part: Sequence[LinkRow]) -> str:
    """The places of equations as text, one a line."""
    return "\n".join(f"{row.equation}: {row.role}, {row.ref.label}, {row.function}" for row in part)
