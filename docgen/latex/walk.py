"""The nodes inside a node.

`letters_in` of `a_i + b_j` is `{"i", "j"}`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, replace
from typing import Any, TypeVar

from docgen.latex.node import Binder, Index, Node, Reduction, Series, Symbol

Tree = TypeVar("Tree", bound=Node)
_LEAVES = ("Span", "str", "bool", "tuple[str, ...]")


_PARTS: dict[type, tuple[str, ...]] = {}


def parts_of(node: Node) -> tuple[str, ...]:
    """Fields that may hold nodes, found once for each kind: trees are walked all the time."""
    kind = type(node)
    found = _PARTS.get(kind)
    if found is None:
        names = tuple(field.name for field in fields(node) if field.type not in _LEAVES)
        found = _PARTS[kind] = names
    return found


def children(node: Node) -> list[Node]:
    """Nodes directly inside, in order."""
    found: list[Node] = []
    for name in parts_of(node):
        _gather(getattr(node, name), found)
    return found


def _gather(value: object, found: list[Node]) -> None:
    if isinstance(value, Node):
        found.append(value)
    elif isinstance(value, tuple):
        for one in value:
            _gather(one, found)


def walk(node: Node) -> Iterator[Node]:
    """The node and all inside, in order."""
    waiting = [node]
    while waiting:
        one = waiting.pop()
        yield one
        waiting += reversed(children(one))


def changed(node: Tree, **parts: Any) -> Tree:
    """The node with other parts; itself where all of them are the same objects."""
    for name, new in parts.items():
        old = getattr(node, name)
        if old is not new and not _are_same(old, new):
            return replace(node, **parts)
    return node


def _are_same(old: object, new: object) -> bool:
    if not (isinstance(old, tuple) and isinstance(new, tuple)) or len(old) != len(new):
        return False
    return all(one is other for one, other in zip(old, new, strict=True))


def letters_in(node: Node) -> set[str]:
    """Index letters that a node holds free, those of the cells of its symbols included."""
    return _letters(node, True, True)


def written_letters(node: Node) -> set[str]:
    """Index letters that a node writes and holds free."""
    return _letters(node, True, False)


def cell_letters(node: Node) -> set[str]:
    """Letters of the cells of its symbols that a node holds free."""
    return _letters(node, False, True)


def _letters(node: Node, is_written: bool, is_cell: bool) -> set[str]:
    if isinstance(node, Index):
        return {node.name} if is_written else set()
    if isinstance(node, Symbol):
        return set(node.letters) if is_cell else set()
    found: set[str] = set()
    for inner in children(node):
        found |= _letters(inner, is_written, is_cell)
    if isinstance(node, Reduction):
        bounds = {
            letter
            for one in node.binders
            for bound in (one.low, one.high)
            if bound is not None
            for letter in _letters(bound, is_written, is_cell)
        }
        found = (found - {one.letter for one in node.binders}) | bounds
    if isinstance(node, Series):
        found.discard(node.letter)
    if isinstance(node, Binder):
        found.discard(node.letter)
    return found
