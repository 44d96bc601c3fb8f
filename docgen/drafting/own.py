"""Functions of the project: `exp` of its own is no `\\exp`, whatever one call gives.

`from project.maths import exp` and `def exp(x):` make `exp` a name of the project.
"""

from __future__ import annotations

import ast
from collections.abc import Callable


def own_names(tree: ast.Module, is_own: Callable[[str], bool]) -> frozenset[str]:
    """Names in a module that stand for functions and modules of its project.

    Args:
        is_own: Whether a dotted name is a module of the project.
    """
    found: set[str] = set()
    for node in ast.walk(tree):
        match node:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                found.add(name)
            case ast.ImportFrom(module=module, names=names, level=level):
                if level or is_own(module or ""):
                    found |= {one.asname or one.name for one in names}
            case ast.Import(names=names):
                found |= {
                    one.asname or one.name.partition(".")[0] for one in names if is_own(one.name)
                }
    return frozenset(found)


def is_called_own(function: ast.expr, names: frozenset[str]) -> bool:
    """Whether what is called is a function of the project: `exp`, `maths.exp`, `self.exp`."""
    if isinstance(function, ast.Name):
        return function.id in names
    root = function
    while isinstance(root, ast.Attribute):
        root = root.value
    return isinstance(root, ast.Name) and root.id in {"self", "cls", *names}
