"""A traced function statement by statement: all steps in order, each with its vectors.

`assets/script/stepper.js` makes `<dg-stepper>` go through them; without it the page shows every
step, in the author's row. A step is `<li id="step-stream-2">`, its vectors in row 1 are
`step-stream-2-r1`.
"""

from __future__ import annotations

from docgen.text import counted
from docgen.views.code import marked_code
from docgen.views.escape import code, escape, plain_lines, strip, titled, untitled
from docgen.views.example import CHIP
from docgen.views.frame import render_frame, scroll
from docgen.views.matrix import COLUMNS, number_rows, render_cells
from docgen.views.reference import render_ref
from docgen.views.steps import Operand, StepperPart, StepperStep, StepVectors

IS_SUM = ' class="dg-sum"'


def render_stepper(part: StepperPart) -> str:
    """A stepper in HTML: a bar to choose the row, and all steps in order."""
    steps = "".join(
        _render_step(part, step, number) for number, step in enumerate(part.steps, start=1)
    )
    body = f'{_render_legend(part)}<ol class="dg-steps-list">{steps}</ol>'
    if part.steps:
        row = f' data-row="{escape(part.row)}"' if part.row else ""
        body = f"<dg-stepper{row}>{_render_bar(part)}{body}</dg-stepper>"
    return render_frame("stepper", part.title, part.caption, body, CHIP)


def _render_bar(part: StepperPart) -> str:
    """The controls; the stylesheet shows them once the script runs."""
    held = _held(part)
    choices = "".join(
        f'<label><input type="radio" name="{escape(part.html_id)}" value="{escape(row)}"'
        f"{' checked' * (row == part.row)}>{escape(row)}</label>"
        for row in held
    )
    rows = f'<span role="radiogroup" aria-label="Row">Row {choices}</span>'
    return (
        '<div class="dg-bar" hidden><span><button type="button">Previous</button>'
        f'<input type="range" min="1" max="{len(part.steps)}" value="1" aria-label="Step">'
        '<button type="button">Next</button></span><button type="button">Play</button>'
        f"{rows if len(held) > 1 else ''}"
        '<label><input type="checkbox">All steps</label><span role="status"></span></div>'
    )


def _held(part: StepperPart) -> list[str]:
    """The rows that the page holds; none where whole arrays are shown."""
    return [each.row for step in part.steps[:1] for each in step.vectors if each.row]


def _render_legend(part: StepperPart) -> str:
    sentences = []
    if part.row:
        sentences.append(
            f'Row <span class="dg-rowno">{escape(part.row)}</span> of each array is shown; rows'
            " count from 0, as in the code."
        )
    held = _held(part)
    if len(held) < part.rows:
        first = [row for number, row in enumerate(held) if row == str(number)]
        named = f"the first {len(first)}" + f" and row {held[-1]}" * (len(first) < len(held))
        sentences.append(f"Of {counted(part.rows, 'row')}, this page holds {named}.")
    if any(_same(each) for step in part.steps for each in step.vectors):
        sentences.append("A dotted line marks what is as in the first vector of its step.")
    return f'<p class="dg-legend">{" ".join(sentences)}</p>' if sentences else ""


def _render_step(part: StepperPart, step: StepperStep, number: int) -> str:
    html_id = escape(f"{part.html_id}-{number}")
    count = f'<span class="dg-count">Step {number} of {len(part.steps)}</span>'
    label = f'<span class="dg-label">{step.label}</span>' if step.label else ""
    words = f'<p class="dg-words">{step.words}</p>' if step.words else ""
    vectors = "".join(_render_row(part, step, each, html_id) for each in step.vectors)
    return (
        f'<li id="{html_id}"><p class="dg-stephead">{count} {label}</p>{words}{vectors}'
        f"{_render_code(step)}{_render_equation(step)}</li>"
    )


def _render_code(step: StepperStep) -> str:
    return f'<p class="dg-codeline">{render_ref(step.ref)} {marked_code(step.code, step.marks)}</p>'


def _render_equation(step: StepperStep) -> str:
    """The equation under its title, which leads to where it is said what it rests on."""
    if not step.equation_id:
        return ""
    title = untitled(step.equation) or "Equation"
    link = f'<a href="#{escape(step.equation_id)}">{titled(step.equation) or title}</a>'
    label = f"Equation: {link}" if step.equation else link
    math = (
        f'<div class="dg-math" tabindex="0" role="group" aria-label="{escape(title)}">'
        f"{step.mathml}</div>"
        if step.mathml
        else ""
    )
    return f'<p class="dg-eq">{label}</p>{math}'


def _render_row(part: StepperPart, step: StepperStep, vectors: StepVectors, html_id: str) -> str:
    """The vectors of one row of the arrays; rows that the author did not choose are hidden."""
    table = _render_vectors(step, vectors)
    if not vectors.row:
        return table
    row = escape(vectors.row)
    hidden = "" if vectors.row == part.row else " hidden"
    return f'<div id="{html_id}-r{row}" data-row="{row}"{hidden}>{table}</div>'


def _signed(vectors: StepVectors) -> list[tuple[str, Operand]]:
    """The vectors of a step in order, with the word or sign that stands before each."""
    signs = ["", *["+"] * len(vectors.terms)]
    rows = [("Before", operand) for operand in vectors.before]
    rows += list(zip(signs, vectors.terms, strict=False))
    end = "=" if vectors.terms else ("After" if vectors.before else "")
    return rows + [(end, operand) for operand in vectors.after]


def _same(vectors: StepVectors) -> frozenset[int]:
    """Positions of the result that hold what the first vector read holds there.

    Only vectors of one shape have entries to compare.
    """
    read = (*vectors.before, *vectors.terms)
    if not read or not vectors.after:
        return frozenset()
    old, new = read[0].value, vectors.after[-1].value
    if not new.shape or old.shape != new.shape:
        return frozenset()
    pairs = zip(old.data[:COLUMNS], new.data[:COLUMNS], strict=False)
    return frozenset(number for number, (left, right) in enumerate(pairs) if left == right)


def _render_vectors(step: StepperStep, vectors: StepVectors) -> str:
    rows = _signed(vectors)
    if not rows:
        return ""
    texts = number_rows([operand.value for _, operand in rows])
    width = max(map(len, texts))
    same = [frozenset[int]()] * (len(rows) - 1) + [_same(vectors)]
    body = "".join(
        f'<tr{IS_SUM * (sign == "=")}><td class="dg-sign">{sign}</td>'
        f'<th scope="row">{code(operand.name)}</th>'
        f"{render_cells(numbers, texts, marked)}{'<td></td>' * (width - len(numbers))}</tr>"
        for (sign, operand), numbers, marked in zip(rows, texts, same, strict=True)
    )
    table = f'<table class="dg-vectors">{_render_shape(step)}<tbody>{body}</tbody></table>'
    return scroll(table, f"Values of {strip(step.label) or rows[-1][1].name}")


def _render_shape(step: StepperStep) -> str:
    if not step.shape:
        return ""
    subject = code(step.shape_of) if step.shape_of else "Each array"
    return f"<caption>{subject} has shape {escape(step.shape)}</caption>"


def plain_stepper(part: StepperPart) -> str:
    """A stepper as text for a search index."""
    steps = (
        " ".join(filter(None, (strip(step.label), strip(step.words), " ".join(step.code.split()))))
        for step in part.steps
    )
    return plain_lines(part.title, strip(part.caption), *steps)
