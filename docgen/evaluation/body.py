r"""Variants of a statement that calls a function: one small thing is wrong in its definition.

Where nothing but `y = F(x)` checks `F(u) = 2 s u`, that becomes, among others, `y = F′(x)` with
`F′(u) = s u`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping

import msgspec

from docgen.evaluation.change import Scope
from docgen.evaluation.term import Definition, Formula, Statement, Term
from docgen.evaluation.variant import Variant, changed_sides, scope_of, within
from docgen.evaluation.walk import bodies_of, called, reached, walk_terms

_MARK = "′"


def body_variants(formula: Formula, number: int) -> tuple[Variant, ...]:
    """Variants of what a statement calls, as far as no code is compared with that."""
    return tuple(_all(formula, formula.statements[number]))


def _all(formula: Formula, statement: Statement) -> Iterator[Variant]:
    known = {one.key: one for one in formula.definitions}
    around = scope_of(formula, statement)
    scope = Scope(around.matrices, around.lengths)  # its letters are not those of a definition
    for key, call in _calls(statement, known).items():
        if not known[key].is_alone:
            continue
        callers = {one for one in known if key in (one, *reached(bodies_of(known[one]), known))}
        seen: Counter[str] = Counter()
        for text, made in _changed(known[key], scope):
            seen[text] += 1
            # What was changed is told from the rest by these words and by the call.
            told = text if seen[text] == 1 else f"{text} ({seen[text]})"
            others = [known[one] for one in callers if one != key]
            yield Variant(
                f"{told} in its definition",
                call.span,
                _renamed(statement, callers),
                call,
                tuple(_marked(one, callers) for one in (made, *others)),
            )


def _changed(one: Definition, scope: Scope) -> Iterator[tuple[str, Definition]]:
    for change in within(one.body, scope):
        if change.term != one.body:
            yield change.text, msgspec.structs.replace(one, body=change.term)
    for at, (name, body) in enumerate(one.locals):
        for change in within(body, scope):
            named = (*one.locals[:at], (name, change.term), *one.locals[at + 1 :])
            if named != one.locals:
                yield change.text, msgspec.structs.replace(one, locals=named)


def _calls(statement: Statement, known: Mapping[str, Definition]) -> dict[str, Term]:
    """Every definition that the sides which may be changed rest on, with the first call of it."""
    found: dict[str, Term] = {}
    sides = [statement.sides[at] for at in changed_sides(statement)]
    for term in (*sides, *(body for _, body in statement.locals)):
        for call in walk_terms(term):
            for key in called(call):
                if key in known:
                    for one in (key, *reached(bodies_of(known[key]), known)):
                        found.setdefault(one, call)
    return found


def _renamed(statement: Statement, keys: Collection[str]) -> Statement:
    sides = list(statement.sides)
    for at in changed_sides(statement):
        sides[at] = _renamed_term(sides[at], keys)
    named = tuple((name, _renamed_term(body, keys)) for name, body in statement.locals)
    return msgspec.structs.replace(statement, sides=tuple(sides), locals=named)


def _marked(one: Definition, keys: Collection[str]) -> Definition:
    return msgspec.structs.replace(
        one,
        key=one.key + _MARK,
        body=_renamed_term(one.body, keys),
        locals=tuple((name, _renamed_term(body, keys)) for name, body in one.locals),
    )


def _renamed_term(term: Term, keys: Collection[str]) -> Term:
    text, names = term.text, term.names
    if term.op == "apply" and text in keys:
        text += _MARK
    elif term.op == "compose":
        names = tuple(name + _MARK if name in keys else name for name in names)
    args = tuple(_renamed_term(part, keys) for part in term.args)
    return Term(term.op, args, text, names, term.span)
