"""The nodes inside a node.

`letters_in` of `a_i + b_j` is `{"i", "j"}`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields

from docgen.latex.node import Binder, Index, Node, Reduction, Series


def children(node: Node) -> Iterator[Node]:
    """Nodes directly inside, in order."""
    for field in fields(node):
        yield from _nodes(getattr(node, field.name))


def _nodes(value: object) -> Iterator[Node]:
    if isinstance(value, Node):
        yield value
    elif isinstance(value, tuple):
        for one in value:
            yield from _nodes(one)


def walk(node: Node) -> Iterator[Node]:
    """The node and all inside, in order."""
    yield node
    for inner in children(node):
        yield from walk(inner)


def letters_in(node: Node) -> set[str]:
    """Index letters that a node holds free."""
    if isinstance(node, Index):
        return {node.name}
    found: set[str] = set()
    for inner in children(node):
        found |= letters_in(inner)
    if isinstance(node, Reduction):
        bounds = {
            letter
            for one in node.binders
            for bound in (one.low, one.high)
            if bound is not None
            for letter in letters_in(bound)
        }
        found = (found - {one.letter for one in node.binders}) | bounds
    if isinstance(node, Series):
        found.discard(node.letter)
    if isinstance(node, Binder):
        found.discard(node.letter)
    return found
