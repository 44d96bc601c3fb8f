"""Every operation of a term with the function that computes it, and the small ones themselves.

`OPERATIONS["sum"]` adds and subtracts the values of the arguments.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from docgen.evaluation import (
    application,
    arithmetic,
    condition,
    elementary,
    indexing,
    operator,
    piecewise,
    products,
    reductions,
    tables,
)
from docgen.evaluation.operator import Operator
from docgen.evaluation.quantity import Quantity, constant
from docgen.evaluation.stop import stop
from docgen.evaluation.term import Term

if TYPE_CHECKING:
    from docgen.evaluation.evaluator import Evaluator, Operation, Value


def _sum(term: Term, see: Evaluator) -> Value:
    result = see.value(term.args[0])
    if term.text[:1] == "-":
        result = _negated(result)
    for sign, one in zip(term.text[1:], term.args[1:], strict=True):
        right = see.value(one)
        factor = -1.0 if sign == "-" else 1.0
        if isinstance(result, Operator) or isinstance(right, Operator):
            result = operator.add(result, right, factor)
        else:
            if 0 < result.rank != right.rank > 0 and (result.is_vague or right.is_vague):
                see.notes["arrays of different rank are added along their last axes"] = None
            result = arithmetic.add(result, right, factor)
    return result


def _negated(value: Value) -> Value:
    if isinstance(value, Operator):
        return operator.negate(value)
    return arithmetic.negate(value)


def _quotient(term: Term, see: Evaluator) -> Value:
    above = see.value(term.args[0])
    below = see.quantity(term.args[1])
    if isinstance(above, Operator):
        if below.rank:
            raise stop("unsupported-latex", "a derivative divided by an array")
        one = constant(1.0)
        return operator.product(above, arithmetic.divide(one, below), see.u)
    return arithmetic.divide(above, below)


def _transpose(term: Term, see: Evaluator) -> Value:
    value = see.value(term.args[0])
    return operator.flip(value) if isinstance(value, Operator) else arithmetic.flip(value)


def _parameter(term: Term, see: Evaluator) -> Quantity:
    found = see.parameters.get(term.text)
    if found is None:
        raise stop("unsupported-latex", f"`{term.text}` is an argument of no function here")
    return found


def _local(term: Term, see: Evaluator) -> Value:
    found = see.local_values.get(term.text)
    if found is None:
        if term.text not in see.locals:
            raise stop("unsupported-latex", f"`{term.text}` is defined nowhere")
        found = see.local_values[term.text] = see.value(see.locals[term.text])
    return found


def _derivative(term: Term, see: Evaluator) -> Value:
    of, by = term.args[0].text, term.args[1].text
    compute = see.derivatives.get((of, by))
    if compute is None:
        raise stop("run-failed", "this derivative was not computed")
    return operator.derivative(compute(), see.leaf(of), see.leaf(by), see.u)


OPERATIONS: Mapping[str, Operation] = {
    "number": tables.number,
    "constant": tables.named,
    "leaf": indexing.leaf,
    "local": _local,
    "parameter": _parameter,
    "size": tables.size,
    "index": indexing.index,
    "ones": tables.ones,
    "identity": tables.identity,
    "delta": condition.delta,
    "at": indexing.at,
    "sum": _sum,
    "product": products.product,
    "quotient": _quotient,
    "power": elementary.power,
    "root": elementary.root,
    "transpose": _transpose,
    "inverse": elementary.inverse,
    "call": elementary.call,
    "apply": application.apply,
    "absolute": elementary.absolute,
    "norm": elementary.norm,
    "reduce": reductions.reduce,
    "indicator": condition.indicator,
    "cases": piecewise.cases,
    "matrix": tables.matrix,
    "join": tables.join,
    "derivative": _derivative,
    "compose": application.compose,
}
