"""Variants of a statement: the same equation with one small thing wrong, for each such thing.

`Z = X W + b` becomes, among others, `Z = X W`, `Z = X W - b` and `Z = X^T W + b`. A check that
accepts one of them could not have told the equation from it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from docgen.evaluation.change import Change, Scope, changes, doubled, is_matrix, negated
from docgen.evaluation.extent import letters_of
from docgen.evaluation.term import Definition, Formula, Statement, Term

_TURNED = {"<": ">", ">": "<", "≤": "≥", "≥": "≤", "≠": "="}


@dataclass(frozen=True, slots=True)
class Variant:
    """A statement with one thing changed: what, in words, and where in the LaTeX.

    Attributes:
        part: The term that was changed or left out; the side where a relation was.
        definitions: What the statement calls besides those of its formula.
    """

    text: str
    span: tuple[int, int]
    statement: Statement
    part: Term
    definitions: tuple[Definition, ...] = ()


def variants(formula: Formula, number: int) -> tuple[Variant, ...]:
    """All variants of one statement of a formula, none twice.

    What computes the left side is changed: every side but the first, and what `where` defines; of
    a property, every side. A side that is only compared by order (`≤`) is left alone, for a bound
    that is a little off is no other claim; there the relation is turned round.
    """
    statement = formula.statements[number]
    found: dict[Statement, Variant] = {}
    for variant in _all(formula, statement):
        if variant.statement != statement:
            found.setdefault(variant.statement, variant)
    return tuple(found.values())


def changed_sides(statement: Statement) -> list[int]:
    """The sides that variants change, as `variants` says, by their numbers."""
    relations = statement.relations
    beside = [relations[max(at - 1, 0) : at + 1] for at in range(len(statement.sides))]
    first = 0 if statement.is_property else 1
    return [
        at
        for at in range(first, len(statement.sides))
        if not all(relation in _TURNED for relation in beside[at])
    ]


def _all(formula: Formula, statement: Statement) -> Iterator[Variant]:
    scope = scope_of(formula, statement)
    relations = statement.relations
    for number in changed_sides(statement):
        side = statement.sides[number]
        others = (*statement.sides[:number], *statement.sides[number + 1 :])
        is_nought = any(_is_zero(other) for other in others)
        for change in _of_side(side, scope, is_nought):
            sides = (*statement.sides[:number], change.term, *statement.sides[number + 1 :])
            yield _variant(change, _with(statement, sides=sides))
    for number, (name, body) in enumerate(statement.locals):
        for change in within(body, scope):
            local = ((name, change.term),)
            changed = statement.locals[:number] + local + statement.locals[number + 1 :]
            yield _variant(change, _with(statement, named=changed))
    for number, relation in enumerate(relations):
        if relation in _TURNED:
            turned = _TURNED[relation]
            signs = (*relations[:number], turned, *relations[number + 1 :])
            other = _with(statement, relations=signs)
            text = f"with {turned} for {relation}"
            yield Variant(text, statement.span, other, statement.sides[number])


def _is_zero(term: Term) -> bool:
    return term.op == "number" and float(term.text) == 0


def _of_side(side: Term, scope: Scope, is_nought: bool) -> Iterator[Change]:
    """Changes of a side; `is_nought` says that it is compared with the number 0."""
    yield from within(side, scope)
    if is_nought:
        return  # a multiple of what is zero is zero as well
    # Of a side that is zero everywhere no change at all would be noticed.
    yield Change("with the other sign", side.span, negated(side), side)
    yield Change("doubled", side.span, doubled(side), side)


def within(term: Term, scope: Scope) -> Iterator[Change]:
    """Changes at a term and, put back into it, at each of its parts."""
    for change in changes(term, scope):
        yield Change(change.text, _place(change.span, term.span), change.term, change.part)
    if term.op == "derivative":
        return
    inner = _inner(term, scope)
    for number, part in enumerate(term.args):
        for change in within(part, _at(term, number, inner)):
            args = (*term.args[:number], change.term, *term.args[number + 1 :])
            whole = Term(term.op, args, term.text, term.names, term.span)
            yield Change(change.text, _place(change.span, term.span), whole, change.part)


def _inner(term: Term, scope: Scope) -> Scope:
    """The scope within a term: what it binds is in force there."""
    bound: tuple[tuple[str, str], ...] = ()
    if term.op == "reduce":
        binders = [part for part in term.args if part.op == "binder"]
        bound = tuple((part.text, part.names[0] if part.names else "") for part in binders)
    if not bound:
        return scope
    return Scope(scope.matrices, scope.lengths, scope.letters + bound, scope.is_position)


def _at(term: Term, number: int, scope: Scope) -> Scope:
    """The scope of one part of a term."""
    is_subscript = term.op == "at" and number > 0
    is_bound = term.op == "binder" or (term.op == "series" and number > 0)
    if is_subscript or is_bound:
        return Scope(scope.matrices, scope.lengths, scope.letters, True)
    if term.op in ("at", "transpose") and term.args[0].op == "leaf":
        # `A^T` has a change of its own, and exchanged subscripts say what a transpose would.
        return Scope(frozenset(), scope.lengths, scope.letters, scope.is_position)
    return scope


def scope_of(formula: Formula, statement: Statement) -> Scope:
    """What changes of a statement may draw on."""
    shapes = [leaf.shape or () for leaf in (*formula.leaves, *formula.sizing)]
    for signature in formula.signatures:
        shapes += [shape or () for shape in (*signature.shapes, signature.result)]
    letters = {letter for shape in shapes for axis in shape for letter in letters_of(axis)}
    return Scope(
        matrices=frozenset(leaf.name for leaf in formula.leaves if is_matrix(leaf)),
        lengths=tuple(sorted(letters)),
        letters=tuple((free.letter, free.axis) for free in statement.free),
    )


def _with(
    statement: Statement,
    sides: tuple[Term, ...] | None = None,
    relations: tuple[str, ...] | None = None,
    named: tuple[tuple[str, Term], ...] | None = None,
) -> Statement:
    return Statement(
        statement.sides if sides is None else sides,
        statement.relations if relations is None else relations,
        statement.free,
        statement.conditions,
        statement.locals if named is None else named,
        statement.is_property,
        statement.tolerance,
        statement.span,
    )


def _variant(change: Change, statement: Statement) -> Variant:
    return Variant(change.text, _place(change.span, statement.span), statement, change.part)


def _place(span: tuple[int, int], outer: tuple[int, int]) -> tuple[int, int]:
    return outer if span == (0, 0) else span
