"""LaTeX with rows of symbols and values, evaluated: what the tests of the evaluator share."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import msgspec

from docgen.evaluation.evaluate import evaluate, side
from docgen.evaluation.quantity import Quantity
from docgen.evaluation.term import Formula, Outcome, Problem
from docgen.latex.parse import read_equation
from docgen.latex.symbol import Declared
from docgen.links.formula import lower_equation
from docgen.links.shape import is_function_shape, parse_shape

Rows = Mapping[str, str]


def declared(latex: str, text: str) -> Declared:
    """A row: its symbol and its Shape, `(n,) to (n,)` for a function, `to` for one without."""
    if is_function_shape(text):
        given, gives = text.split(" to ")
        argument, result = parse_shape(given), parse_shape(gives)
        assert argument is not None
        assert result is not None
        return Declared(latex, result.axes, True, "", argument.axes)
    if text == "to":
        return Declared(latex, None, True)
    shape = parse_shape(text)
    return (
        Declared(latex, None) if shape is None else Declared(latex, shape.axes, False, shape.target)
    )


def formula(latex: str, rows: Rows, base: int = 1) -> Formula:
    symbols = [declared(name, text) for name, text in rows.items()]
    return lower_equation(read_equation(latex, symbols), symbols, base)


def run(
    latex: str,
    rows: Rows,
    values: Mapping[str, object],
    functions: Mapping[str, Callable[..., object]] | None = None,
    derivatives: Mapping[tuple[str, str], Callable[[], object]] | None = None,
    base: int = 1,
    number: int = 0,
    tolerance: float = 0.0,
) -> Outcome:
    """The outcome of one statement of an equation."""
    made = formula(latex, rows, base)
    if tolerance:
        changed = tuple(
            msgspec.structs.replace(one, tolerance=tolerance) for one in made.statements
        )
        made = msgspec.structs.replace(made, statements=changed)
    return evaluate(made, number, values, functions or {}, derivatives or {})


def holds(latex: str, rows: Rows, values: Mapping[str, object], **more: object) -> bool:
    """Whether a statement was compared and is right."""
    outcome = run(latex, rows, values, **more)  # type: ignore[arg-type]
    assert outcome.problem is None, outcome.problem
    return outcome.ratio <= 1


def right(
    latex: str,
    rows: Rows,
    values: Mapping[str, object],
    functions: Mapping[str, Callable[..., object]] | None = None,
    base: int = 1,
) -> Quantity:
    """The value of the right side of the first statement."""
    made = formula(latex, rows, base)
    value = side(made, 0, len(made.statements[0].sides) - 1, values, functions or {})
    assert isinstance(value, Quantity), value
    return value


def problem(latex: str, rows: Rows, values: Mapping[str, object], **more: object) -> Problem:
    outcome = run(latex, rows, values, **more)  # type: ignore[arg-type]
    assert outcome.problem is not None, outcome
    return outcome.problem
