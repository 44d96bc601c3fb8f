"""What a statement hands to each of its targets.

`p, q = f(x), g(x)` gives `p` what `f(x)` is and `q` what `g(x)` is; `return a, b` gives `return[0]`
what `a` is.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from docgen.source.bindings import head_nodes
from docgen.source.module import Statement


def given_by(statement: Statement) -> Iterator[tuple[str, str]]:
    """Each target in normalised syntax, with the source of the expression that becomes it."""
    if isinstance(statement, ast.Assign):
        for target in statement.targets:
            yield from _shared_out(target, statement.value)
    elif isinstance(statement, ast.AnnAssign) and statement.value is not None:
        yield from _shared_out(statement.target, statement.value)
    elif isinstance(statement, ast.Return) and statement.value is not None:
        yield from _returned("return", statement.value)
    for node in head_nodes(statement):
        if isinstance(node, ast.NamedExpr):
            yield node.target.id, ast.unparse(node.value)


def _shared_out(target: ast.expr, value: ast.expr) -> Iterator[tuple[str, str]]:
    match target, value:
        case ast.Tuple(elts=names) | ast.List(elts=names), ast.Tuple(elts=parts) | ast.List(
            elts=parts
        ) if len(names) == len(parts) and not _has_star([*names, *parts]):
            for inner, part in zip(names, parts, strict=True):
                yield from _shared_out(inner, part)
        case _:
            yield ast.unparse(target), ast.unparse(value)


def _has_star(parts: list[ast.expr]) -> bool:
    return any(isinstance(one, ast.Starred) for one in parts)


def _returned(name: str, value: ast.expr) -> Iterator[tuple[str, str]]:
    yield name, ast.unparse(value)
    if isinstance(value, ast.Tuple | ast.List):
        if not _has_star(value.elts):
            for number, part in enumerate(value.elts):
                yield from _returned(f"{name}[{number}]", part)
    elif isinstance(value, ast.Dict):
        for key, part in zip(value.keys, value.values, strict=True):
            if isinstance(key, ast.Constant):
                yield from _returned(f"{name}[{ast.unparse(key)}]", part)
