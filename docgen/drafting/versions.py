"""Which value of a name each statement reads and gives, where a name has several.

In `x = f(x)` the `x` that is read is version 0, the one that is bound is version 1. Within a loop a
name has one version, which changes.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from docgen.drafting.observed import Seen, targets


@dataclass(frozen=True)
class Version:
    """The versions of all names around one statement.

    Attributes:
        read: Name → version before the statement; a name that is not in it has version 0.
        given: The same after it.
        changing: Names that the statement changes without a new version.
    """

    read: dict[str, int]
    given: dict[str, int]
    changing: frozenset[str]


def versions(seen: Sequence[Seen], is_augmented_new: bool) -> list[Version]:
    """The versions around each executed statement; of others, those of the one before.

    Args:
        is_augmented_new: Whether `x += 1` gives a new version, as `x = x + 1` does.
    """
    found: list[Version] = []
    current: dict[str, int] = {}
    made: Counter[str] = Counter()
    loop: ast.For | ast.While | None = None
    inner: frozenset[str] = frozenset()

    def renew(names: frozenset[str]) -> None:
        for name in names:
            made[name] += 1
            current[name] = made[name]

    for one in seen:
        statement = one.statement
        if loop is not None and not _holds(loop, statement):
            renew(inner)
            loop, inner = None, frozenset()
        if loop is None and isinstance(statement, ast.For | ast.While) and one.is_executed:
            loop, inner = statement, _bound_in(statement)
            renew(inner)
        read = dict(current)
        names = changed(one) if one.is_executed else frozenset()
        changing = names & inner
        if isinstance(statement, ast.AugAssign) and not is_augmented_new:
            changing = names
        renew(names - changing)
        found.append(Version(read, dict(current), changing))
    return found


def changed(seen: Seen) -> frozenset[str]:
    """Names that a statement binds, or whose object it changes."""
    if isinstance(seen.statement, ast.Expr):
        return frozenset(seen.results)
    return frozenset(filter(None, map(_root, targets(seen.statement))))


def _root(node: ast.expr) -> str:
    while isinstance(node, ast.Attribute | ast.Subscript):
        node = node.value
    return node.id if isinstance(node, ast.Name) else ""


def _holds(loop: ast.AST, statement: ast.AST) -> bool:
    return any(one is statement for one in ast.walk(loop))


def _bound_in(loop: ast.For | ast.While) -> frozenset[str]:
    found: set[str] = set()
    for one in ast.walk(loop):
        if isinstance(one, ast.stmt):
            found |= {_root(place) for place in targets(one)}
    return frozenset(found - {""})
