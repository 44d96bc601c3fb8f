"""A statement of an equation evaluated at one point: recorded values in, an outcome out.

`Z = X W` with Z, X and W recorded gives the largest gap of Z and X @ W against its rounding bound.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec
import numpy as np

from docgen.evaluation import binding, condition, domain, indexing
from docgen.evaluation.comparison import Comparison, compare
from docgen.evaluation.escape import Mask
from docgen.evaluation.evaluator import Derivatives, Evaluator, Functions, Value, letters_in
from docgen.evaluation.extent import ANY, Sizes, measure
from docgen.evaluation.operations import OPERATIONS
from docgen.evaluation.operator import Operator, to_quantity
from docgen.evaluation.precision import DOUBLE
from docgen.evaluation.quantity import Quantity, merged, spread
from docgen.evaluation.stop import Stop, stop
from docgen.evaluation.term import Formula, Outcome, Problem, Range, Statement, Term
from docgen.evaluation.walk import used_leaves

_NO_FUNCTIONS: Functions = {}
_NO_DERIVATIVES: Derivatives = {}


def evaluate(
    formula: Formula,
    number: int,
    values: Mapping[str, object],
    functions: Functions = _NO_FUNCTIONS,
    derivatives: Derivatives = _NO_DERIVATIVES,
) -> Outcome:
    """Compare the sides of one statement.

    Args:
        number: Of the statement in the formula, from 0.
        values: Recorded values by the names of leaves.
        functions: Callables by the keys of signatures.
        derivatives: What computes the derivative of one leaf by another, of shape
            `of.shape + by.shape`.

    Returns:
        The comparison; with a problem where the sides could not be compared.
    """
    statement = formula.statements[number]
    with np.errstate(all="ignore"):
        try:
            see = _prepared(formula, statement, values, functions, derivatives, None)
        except Stop as found:
            return Outcome(problem=found.problem)
        try:
            outcome: Outcome = see.settled(lambda: _compared(statement, see))
        except Stop as found:
            return Outcome(problem=found.problem, u=see.u)
        return outcome


def side(
    formula: Formula,
    number: int,
    which: int,
    values: Mapping[str, object],
    functions: Functions = _NO_FUNCTIONS,
    derivatives: Derivatives = _NO_DERIVATIVES,
    sizes: Mapping[str, int] | None = None,
) -> Quantity | Problem:
    """The value of one side of a statement.

    Args:
        which: Of the side in the statement, from 0.
        sizes: Of letters of shapes, where leaves do not tell them all.
    """
    statement = formula.statements[number]
    with np.errstate(all="ignore"):
        try:
            see = _prepared(formula, statement, values, functions, derivatives, sizes)

            def compute() -> Value:
                _open(statement, see)
                value = see.value(statement.sides[which])
                return to_quantity(value) if isinstance(value, Operator) else value.good()

            result: Quantity = see.settled(compute)
        except Stop as found:
            return found.problem
        return result


def spoken(formula: Formula, number: int, leaf: str, values: Mapping[str, object]) -> Mask | None:
    """Which entries of an array the left side of a statement names; of its recorded shape.

    Args:
        leaf: Name of the leaf whose array it is; the left side is that leaf at indices.

    Returns:
        None where the statement cannot be evaluated.
    """
    statement = formula.statements[number]
    with np.errstate(all="ignore"):
        try:
            see = _prepared(formula, statement, values, _NO_FUNCTIONS, _NO_DERIVATIVES, None)
            found: Mask = see.settled(lambda: _spoken(statement, leaf, see))
        except Stop:
            return None
        return found


def _spoken(statement: Statement, leaf: str, see: Evaluator) -> Mask:
    """The entries, found by evaluating the left side on the numbers of the entries."""
    mask = _open(statement, see)
    recorded = see.arrays
    array = recorded[leaf]
    numbers = np.arange(array.size, dtype=np.float64).reshape(array.shape)
    see.arrays = {**recorded, leaf: numbers}
    see.bound.pop(leaf, None)
    try:
        left = see.quantity(statement.sides[0])
    finally:
        see.arrays = recorded
        see.bound.pop(leaf, None)
    everything = [left] if mask is None else [left, mask]
    letters = merged(everything)
    spreads = [spread(one.data, one.letters, letters, left.rank) for one in everything]
    entries, *on = np.broadcast_arrays(*spreads)
    found = np.zeros(array.size, np.bool_)
    found[(entries[on[0] == 1] if on else entries).astype(np.int64)] = True
    return found.reshape(array.shape)


def _prepared(
    formula: Formula,
    statement: Statement,
    values: Mapping[str, object],
    functions: Functions,
    derivatives: Derivatives,
    sizes: Mapping[str, int] | None,
) -> Evaluator:
    """The state before anything is evaluated.

    Raises:
        Stop: A value is no array of numbers, or does not have its declared shape.
    """
    used = used_leaves(formula, statement)
    arrays: dict[str, binding.Raw] = {}
    for leaf in (*formula.leaves, *formula.sizing):
        if leaf.name not in values:
            continue
        array = binding.to_array(leaf, values[leaf.name])
        if isinstance(array, Problem):
            if leaf.name in used:
                raise Stop(array)
            continue
        arrays[leaf.name] = array
    measured = measure((*formula.leaves, *formula.sizing), arrays, sizes or {})
    if isinstance(measured, Problem):
        raise Stop(measured)
    bound = [leaf for leaf in formula.leaves if leaf.name in used and leaf.name in arrays]
    leads: Sizes = ()
    if any(leaf.shape is not None and ANY in leaf.shape for leaf in bound):
        leads = binding.common_leads(bound, arrays)
    coarsest = max((binding.roundoff(arrays[leaf.name]) for leaf in bound), default=DOUBLE)
    see = Evaluator(
        OPERATIONS,
        formula,
        arrays,
        measured,
        leads,
        coarsest,
        functions,
        derivatives,
    )
    see.locals = dict(statement.locals)
    return see


def _open(statement: Statement, see: Evaluator) -> Quantity | None:
    """Put the free indices in force; the result is where the statement is compared.

    Raises:
        Stop: A range is unknown.
    """
    mask: Quantity | None = None
    waiting = list(statement.free)
    names = {one.letter for one in waiting}
    uses = (*statement.sides, *(term for _, term in statement.locals), *statement.conditions)
    while waiting:
        ready = [one for one in waiting if not (_needs(one) & names) - set(see.scope)]
        if not ready:
            raise stop("unsupported-latex", "ranges of indices that depend on one another")
        for one in ready:
            running, inside = domain.run(one, see, uses)
            see.scope[one.letter] = running
            mask = condition.both(mask, inside)
        waiting = [one for one in waiting if one not in ready]
    mask = condition.both(mask, condition.conditions(statement.conditions, see))
    if mask is not None and mask.rank:
        raise stop("unsupported-latex", "a condition on arrays", help="write indices")
    see.live = mask
    return mask


def _needs(one: Range) -> set[str]:
    return letters_in(term for term in (one.low, one.high, one.step) if term is not None)


def _compared(statement: Statement, see: Evaluator) -> Outcome:
    mask = _open(statement, see)
    values = [see.value(one) for one in statement.sides]
    worst: Comparison | None = None
    place = (0, 0)
    entries = 0
    for at, sign in enumerate(statement.relations):
        left, right = values[at], values[at + 1]
        try:
            left, right = _positions(statement.sides[at : at + 2], left, right, see)
            checks = _checks(statement.sides[at], statement.sides[at + 1])
            found = compare(left, right, sign, mask, statement.tolerance, see, checks)
        except Stop as failure:
            if failure.problem.span == (0, 0):
                span = (statement.sides[at].span[0], statement.sides[at + 1].span[1])
                failure.problem = msgspec.structs.replace(failure.problem, span=span)
            raise
        entries += found.entries
        if worst is None or found.ratio > worst.ratio:
            worst = found
            place = statement.sides[at + checks].span
    if worst is None:
        raise stop("unsupported-latex", "a statement without a relation")
    return Outcome(
        entries=entries,
        gap=worst.gap,
        tolerance=worst.tolerance,
        ratio=worst.ratio,
        scale=worst.scale,
        span=place if worst.ratio > 1 else (0, 0),
        place=worst.place,
        left=worst.left,
        right=worst.right,
        shape=worst.shape,
        branches=tuple(sorted(see.branches)),
        notes=tuple(see.notes),
        u=see.u,
    )


def _checks(left: Term, right: Term) -> int:
    """Which of two sides computes: the other is what was recorded."""
    return 0 if _is_recorded(right) and not _is_recorded(left) else 1


def _is_recorded(term: Term) -> bool:
    return term.op == "leaf" or (term.op == "at" and term.args[0].op == "leaf")


def _positions(
    sides: Sequence[Term], left: Value, right: Value, see: Evaluator
) -> tuple[Value, Value]:
    """Both sides as positions where one of them is."""
    one, other = (indexing.is_position(term, see) for term in sides)
    if one == other or isinstance(left, Operator) or isinstance(right, Operator):
        return left, right
    return condition.as_positions(sides[0], sides[1], left, right, see)
