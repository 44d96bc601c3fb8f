"""What the forward pass leaves for the backward pass: each cache, who builds it, who reads it."""

from __future__ import annotations

from docgen.views.escape import code, plain_lines, strip
from docgen.views.frame import render_frame, render_table
from docgen.views.parts import CacheKey, CacheRow, CachesPart
from docgen.views.reference import render_ref

HEAD = ("Passed as", "Holds", "Built at", "Read by")


def render_caches(part: CachesPart) -> str:
    """A table of caches as a figure in HTML."""
    rows = [_render_row(row) for row in part.rows]
    table = render_table("caches", part.title or "Caches", HEAD, rows)
    return render_frame("cache", part.title, part.caption, table)


def _render_row(row: CacheRow) -> list[str]:
    keys = "".join(f"<li>{_render_key(key)}</li>" for key in row.keys)
    return [
        code(row.passed_as),
        f'<ul class="dg-keys">{keys}</ul>' if keys else "",
        render_ref(row.built),
        f"{code(row.reader)}, at {render_ref(row.read)}",
    ]


def _render_key(key: CacheKey) -> str:
    return f"{code(key.key)}: {key.words}" if key.words else code(key.key)


def plain_caches(part: CachesPart) -> str:
    """A table of caches as text for a search index."""
    rows = (
        f"{row.passed_as}: "
        + ", ".join(" ".join(filter(None, (key.key, strip(key.words)))) for key in row.keys)
        + f". Read by {row.reader}"
        for row in part.rows
    )
    return plain_lines(part.title, strip(part.caption), *rows)
