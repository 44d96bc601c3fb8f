r"""What terms hold, and the definitions that they rest on.

`y = F(x)` rests on `F(u) = 2 G(u)`, and by that on what `G` is.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from docgen.evaluation.term import Definition, Formula, Statement, Term


def walk_terms(term: Term) -> Iterator[Term]:
    """The term and all inside, in order."""
    yield term
    for part in term.args:
        yield from walk_terms(part)


def called(term: Term) -> tuple[str, ...]:
    """Keys of the functions that this very term calls."""
    if term.op == "apply":
        return (term.text,)
    return term.names if term.op == "compose" else ()


def bodies_of(definition: Definition) -> list[Term]:
    """The right side of a definition, and those of what its `where` names."""
    return [definition.body, *(body for _, body in definition.locals)]


def reached(terms: Iterable[Term], definitions: Mapping[str, Definition]) -> list[str]:
    """Keys of the definitions that terms rest on, each once; the next ones come first."""
    found: dict[str, None] = {}
    waiting = [*terms]
    for term in waiting:  # grows while it is walked through
        for key in (key for inner in walk_terms(term) for key in called(inner)):
            if key in definitions and key not in found:
                found[key] = None
                waiting += bodies_of(definitions[key])
    return [*found]


def used_leaves(formula: Formula, statement: Statement) -> set[str]:
    """Names of the leaves that a statement reads, functions included."""
    found: set[str] = set()
    seen: set[str] = set()
    waiting: list[Term] = [*statement.sides, *statement.conditions]
    waiting += [term for _, term in statement.locals]
    for one in statement.free:
        waiting += [term for term in (one.low, one.high, one.step) if term is not None]
    definitions = {one.key: one for one in formula.definitions}
    while waiting:
        term = waiting.pop()
        if term.op == "leaf":
            found.add(term.text)
        elif term.op in ("apply", "compose"):
            for key in (term.text, *term.names):
                if key in definitions and key not in seen:
                    seen.add(key)
                    waiting.append(definitions[key].body)
                    waiting += [inner for _, inner in definitions[key].locals]
        waiting += term.args
    return found
