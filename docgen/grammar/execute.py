r"""Examples of the reference, read and evaluated.

`value_of(Row(one(r"\sqrt"), "", r"\sqrt{x}", {"x": 9}, 3), row.spellings[0])` is 3. It imports
NumPy: a site that is being built asks `python -m docgen.grammar`.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import msgspec

from docgen.diagnostics import Fault
from docgen.evaluation.evaluate import evaluate, side
from docgen.evaluation.term import Formula, Problem, Statement
from docgen.grammar.row import FUNCTION, HOLDS, Given, Refusal, Row, Spelling, Value
from docgen.latex.parse import read_formula
from docgen.latex.symbol import Declared
from docgen.latex.table import COMMANDS
from docgen.links.formula import lower_equation


class Unfit(Exception):
    """A row of the reference whose example is refused or gives something else."""


@dataclass(frozen=True, slots=True)
class Objection:
    """What the reader or the evaluation says to an example."""

    code: str
    message: str
    help: str


def spelled(text: str, spelling: Spelling) -> str:
    """A text of a row in one of the spellings."""
    keys = [rf"\operatorname{{{key}}}" if _is_word(key) else key for key in spelling]
    made = text
    for mark, key in zip("@#", keys, strict=False):
        made = "".join(_joined(made.split(mark), key))
    return made


def _joined(pieces: list[str], key: str) -> Iterator[str]:
    """Pieces with the key between them, and a space where letters would run together."""
    for number, piece in enumerate(pieces):
        if number:
            yield key
            if key[-1:].isalpha() and key.startswith("\\") and piece[:1].isalpha():
                yield " "
        yield piece


def _is_word(key: str) -> bool:
    return key.isalnum() and key in COMMANDS


def declared(given: Mapping[str, Given]) -> list[Declared]:
    """The rows of a symbol table that declare what an example is given."""
    rows = []
    for latex, value in given.items():
        shape: tuple[str, ...] = ()
        target = ""
        if isinstance(value, tuple):
            axes, _, target = value[0].partition(" in ")
            shape = tuple(axes.split(", "))
        is_function = value == FUNCTION
        argument = () if is_function else None
        rows.append(Declared(latex, shape, is_function, target, argument))
    return rows


def value_of(row: Row, spelling: Spelling) -> Value | str:
    """What the example of a row gives in one of the spellings.

    Raises:
        Unfit: It is refused, or states an equation that does not hold.
    """
    latex = spelled(row.latex, spelling)
    given = {spelled(name, spelling): value for name, value in row.given.items()}
    slopes = {pair: (lambda value=value: value) for pair, value in row.slopes.items()}
    try:
        formula = _formula(latex, given)
    except Fault as fault:
        raise Unfit(f"`{latex}` is refused: {fault}") from fault
    values = _values(given)
    last = len(formula.statements) - 1
    if not formula.statements[last].relations:
        found = side(formula, last, 0, values, {}, slopes)
        if isinstance(found, Problem):
            raise Unfit(f"`{latex}` has no value: {found.message}")
        # Adding 0 turns a negative zero into a plain one.
        result: Value = (found.data + 0.0).tolist()
        return result
    for number in range(len(formula.statements)):
        outcome = evaluate(_loose(formula, row.tolerance), number, values, {}, slopes)
        if outcome.problem is not None:
            raise Unfit(f"`{latex}` is not compared: {outcome.problem.message}")
        if not outcome.ratio <= 1 or not outcome.entries:
            raise Unfit(f"`{latex}` does not hold: {outcome.left} and {outcome.right}")
    return HOLDS


def objection_to(row: Refusal, spelling: Spelling) -> Objection:
    """Why the example of a row is refused.

    Raises:
        Unfit: It is read and evaluated.
    """
    latex = spelled(row.latex, spelling)
    try:
        formula = _formula(latex, row.given)
    except Fault as fault:
        return Objection(fault.code, fault.message, fault.help)
    values = _values(row.given)
    for number, statement in enumerate(formula.statements):
        problem = _problem(formula, number, statement, values)
        if problem is not None:
            return Objection(problem.code, problem.message, problem.help)
    raise Unfit(f"`{latex}` is not refused")


def _problem(
    formula: Formula, number: int, statement: Statement, values: Mapping[str, Value]
) -> Problem | None:
    if statement.relations:
        return evaluate(formula, number, values).problem
    found = side(formula, number, 0, values)
    return found if isinstance(found, Problem) else None


def _formula(latex: str, given: Mapping[str, Given]) -> Formula:
    rows = declared(given)
    return lower_equation(read_formula(latex, rows), rows)


def _values(given: Mapping[str, Given]) -> dict[str, Value]:
    values: dict[str, Value] = {}
    for name, value in given.items():
        if isinstance(value, tuple):
            values[name] = value[1]
        elif not isinstance(value, str):
            values[name] = value
    return values


def _loose(formula: Formula, tolerance: float) -> Formula:
    statements = tuple(
        msgspec.structs.replace(one, tolerance=tolerance) for one in formula.statements
    )
    return msgspec.structs.replace(formula, statements=statements)


def is_same(one: Value | str, other: Value | str) -> bool:
    """Whether a value is the one that was worked out by hand, up to rounding."""
    if isinstance(one, str) or isinstance(other, str):
        return one == other
    if isinstance(one, float | int) and isinstance(other, float | int):
        return math.isclose(one, other, rel_tol=1e-12, abs_tol=1e-15)
    if isinstance(one, float | int) or isinstance(other, float | int):
        return False
    return len(one) == len(other) and all(map(is_same, one, other))
