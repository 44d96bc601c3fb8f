"""What of an expression can be broken, and what stands for what: tables and simple questions.

`TWINS["mean"]` is `sum`; `integer` of `-1` is -1; a text put together with `+` is no sum.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Literal

Kind = Literal[
    "sign",
    "operator",
    "axis",
    "dropped",
    "doubled",
    "transpose",
    "constant",
    "off by one",
    "swapped",
    "scale",
    "mask",
    "function",
]

ATOM = (ast.Name, ast.Call, ast.Subscript, ast.Attribute)
VALUE = (*ATOM, ast.BinOp)
CONVERSIONS = frozenset(
    {"float", "int", "bool", "str", "list", "tuple", "dict", "set", "print", "repr", "len"}
    | {"range", "reversed", "enumerate", "zip", "sorted", "isinstance", "copy", "linspace"}
    | {"asarray", "array", "ascontiguousarray", "arange", "zeros", "ones", "empty", "full"}
    | {"eye", "identity", "default_rng"}
)
"""Calls that stay, and whose arguments take no minus."""
COUNTED = frozenset(("range", "arange"))
REDUCTIONS = frozenset(("sum", "mean", "max", "min", "prod", "std", "var", "cumsum", "any", "all"))
TRANSPOSES = frozenset(("transpose", "swapaxes"))
MASKS = {"triu": "tril", "tril": "triu"}
TWINS = {
    "maximum": "minimum",
    "mean": "sum",
    "max": "min",
    "argmax": "argmin",
    "sin": "cos",
    "zeros": "ones",
    "zeros_like": "ones_like",
    "floor": "ceil",
    "std": "var",
}
TWINS |= {other: one for one, other in TWINS.items()}
COMPARED: dict[type[ast.cmpop], tuple[str, ...]] = {
    ast.Gt: (">=", "<"),
    ast.GtE: (">", "<="),
    ast.Lt: ("<=", ">"),
    ast.LtE: ("<", ">="),
    ast.Eq: ("!=",),
    ast.NotEq: ("==",),
}
AUGMENTED: dict[type[ast.operator], tuple[str, ...]] = {
    ast.Add: ("=", "-="),
    ast.Sub: ("=", "+="),
    ast.Mult: ("=", "/="),
    ast.Div: ("=", "*="),
}
UNBROKEN = frozenset(("keepdims", "dtype", "order", "copy", "out", "indexing", "casting"))


def imported_names(tree: ast.Module) -> frozenset[str]:
    """Names that stand for modules: `np` of `import numpy as np`."""
    return frozenset(
        alias.asname or alias.name.partition(".")[0]
        for node in ast.walk(tree)
        if isinstance(node, ast.Import)
        for alias in node.names
    )


def called_name(node: ast.Call) -> str:
    """The last name of what is called."""
    if isinstance(node.func, ast.Attribute):
        return node.func.attr
    return node.func.id if isinstance(node.func, ast.Name) else ""


def is_text(node: ast.expr) -> bool:
    """Whether an expression is a text, or one put together of texts."""
    if isinstance(node, ast.Constant):
        return isinstance(node.value, str | bytes)
    while isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add | ast.Mod | ast.Mult):
        if is_text(node.right):
            return True
        node = node.left
    return isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Constant) and is_text(node))


def is_transposed(node: ast.expr) -> bool:
    """Whether it is `x.T`, `x.mT` or a call that exchanges axes."""
    if isinstance(node, ast.Call):
        return called_name(node) in TRANSPOSES
    return isinstance(node, ast.Attribute) and node.attr in ("T", "mT")


def integer(node: ast.expr) -> int | None:
    """A whole number as it is written, with its sign."""
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        inner = integer(node.operand)
        return None if inner is None else -inner
    if isinstance(node, ast.Constant) and type(node.value) is int:
        return node.value
    return None


def parts_of(node: ast.AST) -> Iterator[ast.expr]:
    """Expressions right inside of one that has no rule of its own."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.expr):
            yield child
        elif isinstance(child, ast.comprehension):
            yield child.iter
            yield from child.ifs
