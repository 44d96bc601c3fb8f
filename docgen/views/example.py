"""A worked example: values that a run recorded, as steps or as whole matrices."""

from __future__ import annotations

import re

from docgen.views.code import marked_code
from docgen.views.escape import code, escape, plain_lines, strip
from docgen.views.frame import render_frame, render_table, scroll
from docgen.views.links import one_line
from docgen.views.matrix import render_matrix, render_value
from docgen.views.number import format_shape, format_value
from docgen.views.parts import ExamplePart, ExampleRow

CHIP = "Illustrative Example"
_RETURNED = re.compile(r"return\b")
_NAME = re.compile(r"<code>([^<]+)</code>")


def render_example(part: ExamplePart) -> str:
    """A worked example in HTML."""
    body = _render_matrices(part) if part.form == "matrices" else _render_steps(part)
    return render_frame("example", part.title, part.caption, body, CHIP)


def _render_steps(part: ExamplePart) -> str:
    has_words = any(row.words for row in part.rows)
    values = [escape(name) for name in part.runs] if len(part.runs) > 1 else ["Value"]
    head = ["Step", "Code", *values, *["Meaning"] * has_words]
    rows = [
        [
            row.label or marked_code(row.name, row.name_marks),
            marked_code(row.code, row.code_marks),
            *map(render_value, row.values),
            *[row.words] * has_words,
        ]
        for row in part.rows
    ]
    return render_table("steps", part.title or CHIP, head, rows)


def _render_matrices(part: ExamplePart) -> str:
    """One group a row of the block; runs stand side by side in it."""
    return "".join(_render_group(part, row) for row in part.rows)


def _render_group(part: ExamplePart, row: ExampleRow) -> str:
    # The caption repeats the words of a label, but no link.
    says = caption_of(row) == strip(row.label) or caption_of(row).startswith(
        f"{strip(row.label)} ="
    )
    is_repeated = says and "<a " not in row.label
    head = " ".join(
        filter(
            None,
            (
                f'<span class="dg-label">{row.label}</span>'
                if row.label and not is_repeated
                else "",
                f'<span class="dg-words">{row.words}</span>' if row.words else "",
            ),
        )
    )
    tables = "".join(
        _render_run(part.runs[number] if len(part.runs) > 1 else "", caption_of(row), row, number)
        for number in range(len(row.values))
    )
    title = f'<p class="dg-rowhead">{head}</p>' if head else ""
    box = scroll(f'<div class="dg-side">{tables}</div>', row.name)
    return f'<div class="dg-row">{title}{box}</div>'


def _render_run(run: str, caption: str, row: ExampleRow, number: int) -> str:
    value = row.values[number]
    name = f'<p class="dg-run">{escape(run)}</p>' if run else ""
    if value is None:
        body = f'<p class="dg-none">{code(caption)}: not reached in this run</p>'
    else:
        body = render_matrix(f"{code(caption)}{_shape(value.shape)}", value)
    return f'<div class="dg-cell">{name}{body}</div>'


def _shape(shape: tuple[int, ...] | None) -> str:
    """What a caption says after the name: `, shape (4, 3)`, `, a scalar`, or nothing."""
    if shape is None:
        return ""
    return f", shape {format_shape(shape)}" if shape else ", a scalar"


def caption_of(row: ExampleRow) -> str:
    """`dX1 = dY + dX1_branch`; the name alone where the code says no more.

    What is returned has no name in the code, so the expression stands alone, or behind a label that
    is written as code.
    """
    text = one_line(row.code)
    if _RETURNED.match(row.name):
        label = _NAME.fullmatch(row.label)
        return f"{label[1]} = {text}" if label and text not in ("", label[1]) else text or row.name
    text = text.removeprefix("return ")
    if not text or text == row.name:
        return row.name
    return text if text.startswith(f"{row.name} =") else f"{row.name} = {text}"


def plain_example(part: ExamplePart) -> str:
    """A worked example as text for a search index."""
    rows = (_plain_row(part, row) for row in part.rows)
    return plain_lines(part.title, strip(part.caption), *rows)


def _plain_row(part: ExamplePart, row: ExampleRow) -> str:
    words = " ".join(filter(None, (strip(row.label), strip(row.words))))
    if part.form == "matrices":
        return " ".join(filter(None, (caption_of(row), words)))
    values = " ".join(format_value(value) for value in row.values if value is not None)
    return " ".join(filter(None, (words, one_line(row.code), values)))
