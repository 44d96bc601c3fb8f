"""Whether two sides of a statement are the same expression of the same values.

`z_i = q_i` and `z = 1 q` say nothing where the rows of `z` and `q` name one cell.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import pairwise

import msgspec

from docgen.evaluation.term import Statement, Term

_STRICT = ("<", ">", "≠")


def says_nothing(statement: Statement, value_of: Callable[[str], object]) -> bool:
    """Whether every side is the same as its neighbour; a strict relation is then false.

    Args:
        value_of: Of the name of a leaf, what tells apart values that are not one and the same.
    """
    if len(statement.sides) < 2 or any(sign in _STRICT for sign in statement.relations):
        return False
    named = dict(statement.locals)
    keys = [_key(side, value_of, named, {}) for side in statement.sides]
    return all(one == other for one, other in pairwise(keys))


def stripped(term: Term) -> Term:
    """A term without what changes nothing: factors 1, an exponent or a divisor 1, a lone `+`."""
    if term.op == "product":
        return _without_ones(term)
    is_idle = term.op in ("quotient", "power") and _is_one(term.args[1])
    if is_idle or (term.op == "sum" and term.text == "+"):
        return stripped(term.args[0])
    return term


def _without_ones(term: Term) -> Term:
    factors, names = list(term.args), list(term.names)
    at = 0
    while len(factors) > 1 and at < len(factors):
        if not _is_one(factors[at]):
            at += 1
            continue
        del factors[at]
        # Of both products beside the number, the one that is no product of two values goes.
        del names[max(at - 1, 0) : max(at - 1, 0) + 1]
    if len(factors) == 1:
        return stripped(factors[0])
    return msgspec.structs.replace(term, args=tuple(factors), names=tuple(names))


def _is_one(term: Term) -> bool:
    return term.op == "number" and float(term.text) == 1


def _key(
    term: Term,
    value_of: Callable[[str], object],
    named: Mapping[str, Term],
    bound: Mapping[str, str],
) -> object:
    """What is equal for the same expressions.

    Args:
        named: What `where` defines.
        bound: Letters of the sums around it, by their depth: their names mean nothing.
    """
    term = stripped(term)
    if term.op == "leaf":
        return ("leaf", value_of(term.text))
    if term.op == "local" and term.text in named:
        return _key(named[term.text], value_of, named, bound)
    binders = [one.text for one in term.args if one.op == "binder"]
    if binders:
        bound = {**bound, **{one: f"#{len(bound) + n}" for n, one in enumerate(binders)}}
    text = bound.get(term.text, term.text) if term.op in ("index", "binder") else term.text
    names = term.names
    if term.op in ("call", "apply"):
        names = tuple(bound.get(name, name) for name in names)
    inner = tuple(_key(one, value_of, named, bound) for one in term.args)
    return (term.op, text, names, inner)
