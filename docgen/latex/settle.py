r"""Axes that became known while shapes were compared, written into the tree.

In `Z = X W + \mathbf{1} b^\top` the ones are as long as `Z` has rows: their `axis` is `T`.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, TypeVar

from docgen.latex.axes import Extents
from docgen.latex.node import Binder, Identity, Node, Ones
from docgen.latex.walk import parts_of

Tree = TypeVar("Tree", bound=Node)


def has_axis(node: Node) -> bool:
    """Whether a node has an axis to settle."""
    return isinstance(node, Ones | Identity | Binder)


def settle(node: Tree, extents: Extents) -> Tree:
    """The tree with the axis of every vector of ones, identity and binder; empty if unknown."""
    changed: dict[str, Any] = {
        name: new
        for name in parts_of(node)
        if (new := _settled(old := getattr(node, name), extents)) is not old
    }
    result = replace(node, **changed) if changed else node
    if isinstance(result, Ones | Identity | Binder) and result.axis:
        axis = extents.of(result.axis)
        return replace(result, axis="" if axis.startswith(("?", "(")) else axis)
    return result


def _settled(value: object, extents: Extents) -> object:
    if isinstance(value, Node):
        return settle(value, extents)
    if isinstance(value, tuple) and value and isinstance(value[0], Node | tuple):
        new = tuple(_settled(one, extents) for one in value)
        return value if all(a is b for a, b in zip(value, new, strict=True)) else new
    return value
