"""The parameter arrays that a function makes: shapes, counts, first values, weight decay."""

from __future__ import annotations

import re

from docgen.views.escape import code, plain_lines, strip
from docgen.views.frame import plain_legend, render_frame, render_legend, render_table
from docgen.views.parts import ParameterRow, ParametersPart
from docgen.views.reference import render_ref

HEAD = ("Name", "Shape", "With config", "Scalars", "Role")
_LETTER = re.compile(r"\{\w+\}")


def render_parameters(part: ParametersPart) -> str:
    """A table of parameters with their total in HTML."""
    rows = [_render_row(row) for row in part.rows]
    foot = (_all_of(part), "", "", f"{part.total:,}", "") if part.total else ()
    table = render_table("parameters", part.title or "Parameters", HEAD, rows, foot=foot)
    body = table + render_legend(part.legend)
    return render_frame("parameter", part.title, part.caption, body)


def _all_of(part: ParametersPart) -> str:
    """What the total counts: a name with a letter in braces, which holds for many, counts once."""
    letters = dict.fromkeys(found for row in part.rows for found in _LETTER.findall(row.name))
    if not letters:
        return "All of these"
    return f"All of these, names with {' or '.join(map(code, letters))} counted once"


def _render_row(row: ParameterRow) -> list[str]:
    count = f"{row.count:,}"
    if row.symbolic_count and row.symbolic_count != count:
        count = f'{code(row.symbolic_count)} <span class="dg-number">{count}</span>'
    words = f'<span class="dg-words">{row.words}</span> ' if row.words else ""
    return [
        f"{code(row.name)} {render_ref(row.ref)}",
        code(row.symbolic),
        code(row.real),
        count,
        f'{words}<span class="dg-note">{" ".join(_facts(row, as_code=True))}</span>',
    ]


def _facts(row: ParameterRow, as_code: bool) -> list[str]:
    facts = []
    if row.initial:
        facts.append(f"Starts as {code(row.initial) if as_code else row.initial}.")
    if row.decay is not None:
        facts.append("Weight decay." if row.decay else "No weight decay.")
    return facts


def plain_parameters(part: ParametersPart) -> str:
    """A table of parameters as text for a search index."""
    rows = (
        " ".join(
            filter(None, (row.name, row.symbolic, strip(row.words), *_facts(row, as_code=False)))
        )
        for row in part.rows
    )
    return plain_lines(part.title, strip(part.caption), *rows, plain_legend(part.legend))
