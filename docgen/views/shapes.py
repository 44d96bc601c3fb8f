"""Tensor shapes: every array with its symbolic shape and its shape under the real settings."""

from __future__ import annotations

from docgen.views.code import marked_code
from docgen.views.escape import code, plain_lines, strip
from docgen.views.frame import plain_legend, render_frame, render_legend, render_table
from docgen.views.parts import ShapeRow, ShapesPart
from docgen.views.reference import render_ref


def render_shapes(part: ShapesPart) -> str:
    """The table; columns that no row fills are left out."""
    has_real = any(row.real for row in part.rows)
    has_ref = any(row.ref for row in part.rows)
    has_words = any(row.words for row in part.rows)
    head = ["Array", "Shape"]
    head += ["With config"] * has_real + ["Line"] * has_ref + ["Meaning"] * has_words

    def cells(row: ShapeRow) -> list[str]:
        found = [marked_code(row.name, row.marks), code(row.symbolic)]
        if has_real:
            found.append(code(row.real) if row.real else "")
        if has_ref:
            found.append(render_ref(row.ref) if row.ref else "")
        if has_words:
            found.append(row.words)
        return found

    table = render_table(
        "shapes", part.title or "Tensor shapes", head, [cells(row) for row in part.rows]
    )
    return render_frame("shape", part.title, "", table + render_legend(part.legend))


def plain_shapes(part: ShapesPart) -> str:
    """A table of shapes as text for a search index."""
    rows = (
        " ".join(filter(None, (row.name, row.symbolic, row.real, strip(row.words))))
        for row in part.rows
    )
    return plain_lines(part.title, *rows, plain_legend(part.legend))
