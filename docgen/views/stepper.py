"""A traced function statement by statement: all steps in order, each with its vectors."""

from __future__ import annotations

from docgen.views.escape import code, escape, plain_lines, strip, titled
from docgen.views.example import CHIP
from docgen.views.frame import render_frame, scroll
from docgen.views.matrix import number_rows, render_cells
from docgen.views.parts import Operand, StepperPart, StepperStep
from docgen.views.reference import render_ref


def render_stepper(part: StepperPart) -> str:
    steps = "".join(
        _render_step(part, step, number) for number, step in enumerate(part.steps, start=1)
    )
    row = f'<p class="dg-legend">{_row_sentence(part)}</p>' if part.row else ""
    body = f'{row}<ol class="dg-steps-list">{steps}</ol>'
    return render_frame("stepper", part.title, part.caption, body, CHIP)


def _row_sentence(part: StepperPart) -> str:
    return f"Row {escape(part.row)} of each array is shown; rows count from 0, as in the code."


def _render_step(part: StepperPart, step: StepperStep, number: int) -> str:
    count = f'<span class="dg-count">Step {number} of {len(part.steps)}</span>'
    label = f'<span class="dg-label">{step.label}</span>' if step.label else ""
    words = f'<p class="dg-words">{step.words}</p>' if step.words else ""
    link = ""
    if step.equation:
        link = (
            f'<span class="dg-eq">Equation: <a href="#{escape(step.equation_id)}">'
            f"{titled(step.equation)}</a></span>"
        )
    return (
        f'<li><p class="dg-stephead">{count}{label}</p>{words}{_render_vectors(step)}'
        f'<p class="dg-codeline">{render_ref(step.ref)} {code(" ".join(step.code.split()))}</p>'
        f"{link}</li>"
    )


def _signed(step: StepperStep) -> list[tuple[str, Operand]]:
    """The vectors of a step in order, with the word or sign that stands before each."""
    signs = ["", *["+"] * len(step.terms)]
    rows = [("Before", operand) for operand in step.before]
    rows += list(zip(signs, step.terms, strict=False))
    end = "=" if step.terms else ("After" if step.before else "")
    return rows + [(end, operand) for operand in step.after]


def _render_vectors(step: StepperStep) -> str:
    rows = _signed(step)
    if not rows:
        return ""
    texts = number_rows([operand.value for _, operand in rows])
    width = max(map(len, texts))
    body = "".join(
        _render_vector(sign, operand, numbers, texts, width)
        for (sign, operand), numbers in zip(rows, texts, strict=True)
    )
    caption = f"<caption>Each array has shape {escape(step.shape)}</caption>" if step.shape else ""
    table = f'<table class="dg-vectors">{caption}<tbody>{body}</tbody></table>'
    return scroll(table, f"Values of {strip(step.label) or step.after[0].name}")


def _render_vector(
    sign: str, operand: Operand, numbers: list[str], texts: list[list[str]], width: int
) -> str:
    is_sum = ' class="dg-sum"' if sign == "=" else ""
    blank = "<td></td>" * (width - len(numbers))
    return (
        f'<tr{is_sum}><td class="dg-sign">{sign}</td><th scope="row">{code(operand.name)}</th>'
        f"{render_cells(numbers, texts)}{blank}</tr>"
    )


def plain_stepper(part: StepperPart) -> str:
    steps = (
        " ".join(filter(None, (strip(step.label), strip(step.words), " ".join(step.code.split()))))
        for step in part.steps
    )
    return plain_lines(part.title, strip(part.caption), *steps)
