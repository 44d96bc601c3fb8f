"""What terms hold: leaves, and the letters whose sizes they ask for.

`\\frac{1}{T} \\sum_t x_t` needs the size of `T`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec

from docgen.evaluation.extent import letters_of
from docgen.evaluation.term import Definition, Formula, Statement, Term
from docgen.evaluation.walk import bodies_of, reached, walk_terms


def leaf_terms(statement: Statement) -> list[Term]:
    """All leaves of a statement's sides, in order."""
    return [term for side in statement.sides for term in walk_terms(side) if term.op == "leaf"]


def needed_letters(formula: Formula) -> list[str]:
    """Letters whose sizes the terms ask for."""
    found: dict[str, None] = {}
    for term in _terms(formula):
        if term.op in ("size", "ones", "identity"):
            found.update(dict.fromkeys(letters_of(term.text)))
        elif term.op == "binder" and term.names:
            found.update(dict.fromkeys(letters_of(term.names[0])))
    for one in formula.statements:
        for free in one.free:
            found.update(dict.fromkeys(letters_of(free.axis)))
    return list(found)


def _terms(formula: Formula) -> list[Term]:
    roots = [body for one in formula.definitions for body in bodies_of(one)]
    for one in formula.statements:
        roots += [*one.sides, *one.conditions, *(term for _, term in one.locals)]
        for free in one.free:
            roots += [term for term in (free.low, free.high, free.step) if term is not None]
    return [term for root in roots for term in walk_terms(root)]


def put_in(terms: Iterable[Term], definitions: Mapping[str, Definition]) -> set[str]:
    """Names of the leaves in some terms, and in the definitions that they rest on."""
    roots = [*terms]
    roots += [body for key in reached(roots, definitions) for body in bodies_of(definitions[key])]
    return {inner.text for root in roots for inner in walk_terms(root) if inner.op == "leaf"}


def without_spans(term: Term, span: tuple[int, int]) -> Term:
    """A term of another equation: what is wrong in it stands where it was put in."""
    args = tuple(without_spans(inner, span) for inner in term.args)
    return msgspec.structs.replace(term, args=args, span=span)
