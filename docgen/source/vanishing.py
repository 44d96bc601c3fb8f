"""Parts of a statement that one value makes vanish: of `y = a * x + b`, `a` at 1 and `b` at 0.

Of `x / s` and `x ** p` that is the right one, at 1; of `np.where(c, x, y)` the condition, at
either. What stands in a subscript counts nowhere, and neither does what calls anything.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from docgen.source.chain import is_chain

_EITHER: dict[type[ast.operator], float] = {ast.Mult: 1.0, ast.Add: 0.0}
_RIGHT: dict[type[ast.operator], float] = {
    **_EITHER,
    ast.Div: 1.0,
    ast.Pow: 1.0,
    ast.Sub: 0.0,
}
_CHOICE = 3
"""How many arguments `np.where` has that chooses; with one it finds positions."""


@dataclass(frozen=True, slots=True)
class Operand:
    """An expression of names, attributes, items and operators.

    Attributes:
        text: Its source, which may be evaluated again without any effect.
        neutral: The number that it could as well be left out at, where all of it is that.
        names: Names and attributes in it, each as the longest chain: `self.scale`.
    """

    text: str
    neutral: float
    names: tuple[str, ...]


def vanishing(node: ast.AST) -> Iterator[Operand]:
    """Those in an expression, or in a statement such as `x *= a`, in the order of the code."""
    match node:
        case ast.BinOp(left=left, op=op, right=right):
            yield from _operand(left, _EITHER.get(type(op)))
            yield from _operand(right, _RIGHT.get(type(op)))
        case ast.AugAssign(op=op, value=value):
            yield from _operand(value, _RIGHT.get(type(op)))
        case ast.Call(func=ast.Attribute(attr="where"), args=[condition, *others]):
            if len(others) + 1 == _CHOICE:
                yield from _operand(condition, 1.0)
                yield from _operand(condition, 0.0)
    for name, child in ast.iter_fields(node):
        if isinstance(node, ast.Subscript) and name == "slice":
            continue
        for each in child if isinstance(child, list) else [child]:
            if isinstance(each, ast.expr | ast.keyword):
                yield from vanishing(each)


def _operand(node: ast.expr, neutral: float | None) -> Iterator[Operand]:
    names = tuple(dict.fromkeys(_names(node))) if _is_plain(node) else ()
    if neutral is not None and names:
        yield Operand(ast.unparse(node), neutral, names)


def _is_plain(node: ast.expr) -> bool:
    """Whether evaluating it again does nothing but give its value."""
    match node:
        case ast.Name() | ast.Constant():
            return True
        case ast.Attribute(value=inner) | ast.UnaryOp(operand=inner):
            return _is_plain(inner)
        case ast.Subscript(value=inner, slice=index):
            return _is_plain(inner) and _is_plain(index)
        case ast.BinOp(left=left, right=right):
            return _is_plain(left) and _is_plain(right)
        case ast.Compare(left=left, comparators=others) | ast.Tuple(elts=[left, *others]):
            return _is_plain(left) and all(map(_is_plain, others))
        case ast.Slice(lower=low, upper=high, step=step):
            return all(each is None or _is_plain(each) for each in (low, high, step))
        case ast.Call(func=ast.Attribute(value=inner, attr="astype"), args=arguments):
            return not node.keywords and _is_plain(inner) and all(map(_is_plain, arguments))
    return False


def _names(node: ast.AST) -> Iterator[str]:
    """Chains as `Flow` has them; a type that an array is turned into is none."""
    match node:
        case ast.Name(id=name):
            yield name
        case ast.Attribute() if is_chain(node):
            yield ast.unparse(node)
        case ast.Call(func=ast.Attribute(value=inner)):
            yield from _names(inner)
        case _:
            for child in ast.iter_child_nodes(node):
                yield from _names(child)
