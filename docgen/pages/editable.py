"""Which numbers of a statement a reader may change, and which sizes.

Of `Z = X W` the entries of X and W can be changed, those of Z are what the code computed; T, d and
F can be changed, as each axis of the three follows them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from docgen.evaluation.extent import ANY, letters_of, size_of
from docgen.evaluation.term import Formula, Leaf, Statement, Term
from docgen.latex.mathml import plain_math
from docgen.trace.sample import Numbers


def holds_all(value: Numbers) -> bool:
    """Whether the numbers are there, not the shape alone."""
    return bool(value.data) or 0 in value.shape


def axes_of(leaf: Leaf, statement: Statement, value: Numbers) -> list[str]:
    """What each axis of the recorded array is long, as arithmetic over letters; empty: fixed."""
    found = [""] * len(value.shape)
    ranges = {one.letter: one.axis for one in statement.free}
    taken = [axis % len(found) for _, axis in leaf.letters] if found else []
    for (letter, _), axis in zip(leaf.letters, taken, strict=False):
        found[axis] = ranges.get(letter, "")
    rest = [axis for axis in range(len(found)) if axis not in taken]
    declared = list(leaf.shape or ())
    if ANY in declared:
        at = declared.index(ANY)
        declared[at : at + 1] = [""] * max(0, len(rest) - len(declared) + 1)
    if len(declared) == len(rest):
        for axis, text in zip(rest, declared, strict=True):
            found[axis] = text
    return found


def resizable(axes: Mapping[str, list[str]], sizes: Mapping[str, int]) -> list[str]:
    """Letters whose size can be changed: some axis is one, and all axes with it follow."""
    every = [axis for found in axes.values() for axis in found]
    lone = [axis for axis in dict.fromkeys(every) if axis in sizes]
    return [
        letter
        for letter in lone
        if all(size_of(axis, sizes) is not None for axis in every if letter in letters_of(axis))
    ]


def recorded(formula: Formula, statement: Statement) -> set[str]:
    """Leaves that only the left side names: what a statement of the code computed."""
    if statement.is_property:
        return set()
    left = set(_names(formula, statement, [statement.sides[0]]))
    return left - set(_names(formula, statement, list(_rest(statement))))


def _rest(statement: Statement) -> Iterator[Term]:
    yield from statement.sides[1:]
    yield from statement.conditions
    yield from (term for _, term in statement.locals)
    for one in statement.free:
        yield from (term for term in (one.low, one.high, one.step) if term is not None)


def locked(formula: Formula, statement: Statement) -> dict[str, str]:
    """Leaf → why its numbers cannot be changed: code was called with them."""
    signatures = {one.key: plain_math(one.symbol) for one in formula.signatures}
    locked = dict.fromkeys(
        recorded(formula, statement), "it is what the code computed for the recorded numbers"
    )
    for term in _terms(formula, statement, [*statement.sides, *_rest(statement)]):
        keys = [key for key in (term.text, *term.names) if term.op in ("apply", "compose")]
        codes = [signatures[key] for key in keys if key in signatures]
        inner = [symbol for key in keys for symbol in _codes_within(formula, key, signatures)]
        for symbol in (*codes, *inner):
            for name in _names(formula, statement, list(term.args)):
                locked.setdefault(
                    name, f"{symbol} is code: its value is only known for the recorded numbers"
                )
        if term.op == "derivative":
            for arg in term.args:
                locked.setdefault(
                    arg.text, "a derivative by running the code is only known for these numbers"
                )
    return locked


def _codes_within(formula: Formula, key: str, signatures: Mapping[str, str]) -> list[str]:
    """Functions of the code that the definition with that key calls, at any depth."""
    found, seen, waiting = [], set(), [key]
    bodies = {one.key: [one.body, *(term for _, term in one.locals)] for one in formula.definitions}
    while waiting:
        name = waiting.pop()
        if name in seen:
            continue
        seen.add(name)
        terms = list(bodies.get(name, ()))
        while terms:
            term = terms.pop()
            terms += term.args
            if term.op in ("apply", "compose"):
                keys = [one for one in (term.text, *term.names) if one]
                found += [signatures[one] for one in keys if one in signatures]
                waiting += keys
    return found


def _terms(formula: Formula, statement: Statement, start: list[Term]) -> Iterator[Term]:
    """All terms below some, with what locals and definitions stand for, each name once."""
    names = dict(statement.locals)
    bodies = {one.key: [one.body, *(term for _, term in one.locals)] for one in formula.definitions}
    seen: set[str] = set()
    waiting = list(start)
    while waiting:
        term = waiting.pop()
        yield term
        waiting += term.args
        if term.op == "local" and term.text in names and term.text not in seen:
            seen.add(term.text)
            waiting.append(names[term.text])
        if term.op in ("apply", "compose"):
            for key in (term.text, *term.names):
                if key in bodies and key not in seen:
                    seen.add(key)
                    waiting += bodies[key]


def _names(formula: Formula, statement: Statement, start: list[Term]) -> list[str]:
    """Names of the leaves below some terms."""
    return [term.text for term in _terms(formula, statement, start) if term.op == "leaf"]
