"""Whether two sides of a statement are the same expression of the same values.

`z_i = q_i` and `z = 1 q` say nothing where the rows of `z` and `q` name one cell; nor does
`z = F(x)` where an equation defines `F(u) = q`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import msgspec

from docgen.evaluation.term import Definition, Statement, Term

_STRICT = ("<", ">", "≠")


def says_nothing(
    statement: Statement,
    value_of: Callable[[str], object],
    definitions: Mapping[str, Definition] | None = None,
) -> bool:
    """Whether every side is the same as its neighbour; a strict relation is then false.

    Args:
        value_of: Of the name of a leaf, what tells apart values that are not one and the same.
        definitions: Functions that are put in, by their keys.
    """
    if len(statement.sides) < 2 or any(sign in _STRICT for sign in statement.relations):
        return False
    around = _Around(value_of, definitions or {}, dict(statement.locals), {}, {})
    keys = [_key(side, around) for side in statement.sides]
    return all(one == other for one, other in pairwise(keys))


@dataclass(frozen=True, slots=True)
class _Around:
    """What names mean where a term stands.

    Attributes:
        named: What `where` defines.
        bound: Letters of the sums around it, by their depth: their names mean nothing.
        given: Arguments of the function that is put in.
    """

    value_of: Callable[[str], object]
    definitions: Mapping[str, Definition]
    named: Mapping[str, Term]
    bound: Mapping[str, str]
    given: Mapping[str, object]

    def within(self, binders: Sequence[str]) -> _Around:
        """The same inside of sums over some letters."""
        depths = {one: f"#{len(self.bound) + n}" for n, one in enumerate(binders)}
        return replace(self, bound={**self.bound, **depths})

    def put_in(self, key: str, given: Sequence[object]) -> _Around:
        """The same inside of a function, which is put in only once on the way."""
        one = self.definitions[key]
        rest = {name: other for name, other in self.definitions.items() if name != key}
        named, arguments = dict(one.locals), dict(zip(one.parameters, given, strict=True))
        return replace(self, definitions=rest, named=named, given=arguments)


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


def _key(term: Term, around: _Around) -> object:
    """What is equal for the same expressions."""
    term = stripped(term)
    if term.op == "leaf":
        return ("leaf", around.value_of(term.text))
    if term.op == "parameter" and term.text in around.given:
        return around.given[term.text]
    if term.op == "local" and term.text in around.named:
        return _key(around.named[term.text], around)
    binders = [one.text for one in term.args if one.op == "binder"]
    if binders:
        around = around.within(binders)
    bound = around.bound
    text = bound.get(term.text, term.text) if term.op in ("index", "binder") else term.text
    names = term.names
    if term.op in ("call", "apply"):
        names = tuple(bound.get(name, name) for name in names)
    inner = tuple(_key(one, around) for one in term.args)
    one = around.definitions.get(text) if term.op == "apply" else None
    if one is not None and not names and len(one.parameters) == len(inner):
        return _key(one.body, around.put_in(text, inner))
    return (term.op, text, names, inner)
