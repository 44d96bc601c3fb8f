"""A form's LaTeX, read and evaluated on its values."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import msgspec

from docgen.diagnostics import Fault
from docgen.evaluation.evaluate import evaluate
from docgen.evaluation.term import Formula, Outcome
from docgen.latex.parse import read_equation
from docgen.links.formula import lower_equation
from tests.forms.form import Form, Values


def formula_of(form: Form, latex: str) -> Formula:
    """The formula of some LaTeX on the form's page.

    Raises:
        Fault: As the reader does.
    """
    equation = read_equation(latex, form.declared)
    formula = lower_equation(equation, form.declared, form.base)
    elsewhere = [
        lower_equation(read_equation(one, form.declared), form.declared, form.base)
        for one in form.definitions
    ]
    definitions = [one for page in elsewhere for one in page.definitions]
    defined = {one.key for one in definitions}
    signatures = tuple(one for one in formula.signatures if one.key not in defined)
    return msgspec.structs.replace(
        formula, definitions=(*formula.definitions, *definitions), signatures=signatures
    )


def outcomes(form: Form, formula: Formula, point: Values) -> list[Outcome]:
    """Every statement at one point."""
    functions = dict(form.functions or {})
    return [
        evaluate(formula, number, point, functions) for number in range(len(formula.statements))
    ]


def is_mismatch(outcome: Outcome) -> bool:
    return not outcome.ratio <= 1


@dataclass(frozen=True)
class Verdict:
    """`refused`, `mismatch`, `empty` or `passed`, and why."""

    kind: str
    reason: str = ""


def judge(form: Form, latex: str, points: Sequence[Values]) -> Verdict:
    """What becomes of some LaTeX at the points; the first objection counts."""
    try:
        formula = formula_of(form, latex)
    except Fault as fault:
        return Verdict("refused", f"{fault.code}: {fault.message}")
    if not formula.statements:
        return Verdict("refused", "no statement")
    for point in points:
        for outcome in outcomes(form, formula, point):
            if outcome.problem is not None:
                return Verdict("refused", f"{outcome.problem.code}: {outcome.problem.message}")
            if is_mismatch(outcome):
                return Verdict("mismatch", f"{outcome.left} and {outcome.right}")
            if not outcome.entries:
                return Verdict("empty", "nothing was compared")
    return Verdict("passed")
