"""The places of a statement where another term may stand: of `Z = X W + b`, `X W + b`, `X W`, `X`.

Each knows how to put a term in its place: `put(Y)` of the spot `X` is `Z = Y W + b`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import msgspec

from docgen.evaluation.term import Statement, Term
from docgen.evaluation.variant import changed_sides
from docgen.evaluation.walk import walk_terms

Put = Callable[[Term], Statement]


@dataclass(frozen=True, slots=True)
class Spot:
    """A term within a statement, and the statement with another term in its place.

    Attributes:
        is_position: It is an index, or what an index runs along.
    """

    term: Term
    put: Put
    is_position: bool = False
    is_exponent: bool = False


def spots(statement: Statement) -> Iterator[Spot]:
    """Every term of the sides that are varied, and of what `where` defines."""
    for at in changed_sides(statement):

        def side(term: Term, at: int = at) -> Statement:
            sides = (*statement.sides[:at], term, *statement.sides[at + 1 :])
            return msgspec.structs.replace(statement, sides=sides)

        yield from _within(Spot(statement.sides[at], side))
    for at, (name, body) in enumerate(statement.locals):

        def local(term: Term, at: int = at, name: str = name) -> Statement:
            named = (*statement.locals[:at], (name, term), *statement.locals[at + 1 :])
            return msgspec.structs.replace(statement, locals=named)

        yield from _within(Spot(body, local))


def placed(term: Term, spot: Spot) -> Term:
    """The term where the spot stands in the LaTeX."""
    return msgspec.structs.replace(term, span=spot.term.span)


def _within(spot: Spot) -> Iterator[Spot]:
    yield spot
    term = spot.term
    if term.op == "derivative":
        return
    for at, part in enumerate(term.args):

        def put(other: Term, at: int = at) -> Statement:
            args = (*term.args[:at], other, *term.args[at + 1 :])
            return spot.put(Term(term.op, args, term.text, term.names, term.span))

        is_bound = term.op in ("binder", "ones", "identity") or (
            term.op in ("at", "series") and at > 0
        )
        # `10^{-3}` is one number, in two parts.
        is_exponent = term.op == "power" and (at == 1 or _is_number(term.args[1]))
        yield from _within(
            Spot(part, put, spot.is_position or is_bound, spot.is_exponent or is_exponent)
        )


def _is_number(term: Term) -> bool:
    return all(part.op in ("number", "sum") for part in walk_terms(term))
