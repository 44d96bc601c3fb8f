"""A gradient check: what the backward code gave beside central differences of the forward code."""

from __future__ import annotations

from collections.abc import Callable

from docgen.trace.value import Value
from docgen.views.escape import code, escape, plain_lines, strip
from docgen.views.example import CHIP
from docgen.views.frame import render_frame, render_table
from docgen.views.matrix import format_lines, render_value
from docgen.views.number import format_number
from docgen.views.parts import GradcheckPart, GradientRow

HEAD = ("Gradient", "From the backward formula", "From central differences", "Largest gap")
BESIDE = 80
"""Characters that a name and two values side by side may have; else the values are stacked."""
NOISE = 1e-9
"""Differences cannot tell a smaller number from zero: their rounding error is about as large."""


def render_gradcheck(part: GradcheckPart) -> str:
    """A gradient check in HTML; wide arrays stand below one another."""
    rows = [_render_row(row) for row in part.rows]
    kind = "gradients" if all(map(_fits, part.rows)) else "gradients dg-stacked"
    table = render_table(kind, part.title or "Gradient check", HEAD, rows)
    sentence = f'<p class="dg-legend">{_sentence(part, code)}</p>'
    return render_frame("gradcheck", part.title, part.caption, table + sentence, CHIP)


def _render_row(row: GradientRow) -> list[str]:
    note = f'<span class="dg-note">{escape(row.note)}</span>' if row.note else ""
    return [
        f"{code(row.name)}{note}",
        render_value(row.backward),
        render_value(row.numeric, floor=NOISE),
        f'<span class="dg-gap">{escape(row.gap)}</span>',
    ]


def _fits(row: GradientRow) -> bool:
    widths = [
        max(map(len, format_lines(value).split("\n"))) for value in (row.backward, row.numeric)
    ]
    return len(row.name) + sum(widths) <= BESIDE


def _sentence(part: GradcheckPart, mark: object) -> str:
    """How the check was made; figures marked as code where `mark` is `code`."""
    as_code = code if mark is code else str
    text = (
        "docgen made the central differences when it built this page: it moved every entry up and "
        f"down by {as_code(part.step)} and measured how {as_code(part.objective)} changed. "
        f"Values are {as_code(part.dtype)}; the check fails if a gap is larger than its tolerance, "
        f"here at most {as_code(part.tolerance)}."
    )
    text += _points(part, escape if mark is code else str)
    if any(_has_noise(row.numeric) for row in part.rows):
        zero = as_code(format_number(0.0))
        least = as_code("1e-9")
        text += f" A central difference smaller than {least} is rounding and shown as {zero}."
    return text


def _points(part: GradcheckPart, shown: Callable[[str], str]) -> str:
    """With how many sets of numbers it was made."""
    if part.points == 1:
        reason = f": {shown(part.fixed.rstrip('.'))}" if part.fixed else ""
        return f" It was made with the numbers of this run only{reason}."
    times = {2: "once", 3: "twice"}.get(part.points, f"{part.points - 1} times")
    return (
        f" The run was made again {times} with other numbers in its arrays, and its gradients "
        f"checked in a random direction: {part.points} points in all. An array without negative "
        "numbers was given no negative ones."
    )


def _has_noise(value: Value) -> bool:
    return any(isinstance(entry, float) and 0 < abs(entry) < NOISE for entry in value.data)


def plain_gradcheck(part: GradcheckPart) -> str:
    """A gradient check as text for a search index."""
    rows = (
        " ".join(filter(None, (row.name, "largest gap", row.gap, row.note))) for row in part.rows
    )
    return plain_lines(part.title, strip(part.caption), *rows, _sentence(part, str))
