"""What a statement binds and which expressions stand in it, without the blocks below it.

Of `for i, Zs[0] in rows(x):` the targets are `i` and `Zs[0]`, and `rows(x)` is an occurrence.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from docgen.syntax import NodeKey, expression_tree

Function = ast.FunctionDef | ast.AsyncFunctionDef
Scope = Function | ast.Lambda | ast.Module
_POSITION = ("lineno", "col_offset", "end_lineno", "end_col_offset")
BLOCKS = ("body", "orelse", "finalbody", "handlers")
_WITHIN = (ast.stmt, ast.ExceptHandler, ast.match_case)
_STORING = (
    ast.Assign,
    ast.AugAssign,
    ast.AnnAssign,
    ast.For,
    ast.AsyncFor,
    ast.With,
    ast.AsyncWith,
)
_NOT_CELLS = (ast.Constant, ast.JoinedStr, ast.FormattedValue, ast.Starred)
"""Forms that are read in the frame: wrapping them could break the f-string they belong to."""


def places(node: ast.stmt) -> Iterator[tuple[NodeKey, ast.AST]]:
    """Positions that mean this statement, and the part that binds there (the statement itself)."""
    yield key(node), node
    for handler in getattr(node, "handlers", []):
        yield key(handler), handler
    for case in getattr(node, "cases", []):
        for pattern in ast.walk(case.pattern):
            if isinstance(pattern, ast.pattern):
                yield key(pattern), case


def key(node: ast.AST) -> NodeKey:
    """Line, column, end line and end column: what tells the nodes of a file apart."""
    line, column, end, end_column = (getattr(node, name) for name in _POSITION)
    return (line, column, end, end_column)


def inner_statements(node: ast.AST) -> Iterator[ast.AST]:
    """Statements, handlers and cases directly below a node; no expression holds one."""
    for name in node._fields:
        parts = getattr(node, name, None)
        if isinstance(parts, list) and parts and isinstance(parts[0], _WITHIN):
            yield from parts


def binding_blocks(node: ast.stmt, cell: str) -> list[ast.AST]:
    """Parts whose block starts with the name bound: loops, `with`, handlers, cases."""
    if isinstance(node, ast.For | ast.AsyncFor):
        return [node] if _binds(node.target, cell) else []
    if isinstance(node, ast.With | ast.AsyncWith):
        held = [item.optional_vars for item in node.items if item.optional_vars]
        return [node] if any(_binds(target, cell) for target in held) else []
    if isinstance(node, ast.Try | ast.TryStar):
        return [handler for handler in node.handlers if handler.name == cell]
    if isinstance(node, ast.Match):
        return [case for case in node.cases if cell in _captures(case.pattern)]
    return []


def _binds(target: ast.expr, cell: str) -> bool:
    named = (one for one in ast.walk(target) if isinstance(one, ast.Name))
    return any(one.id == cell and isinstance(one.ctx, ast.Store) for one in named)


def _captures(pattern: ast.pattern) -> set[str]:
    names = {getattr(one, "name", None) for one in ast.walk(pattern)}
    names |= {getattr(one, "rest", None) for one in ast.walk(pattern)}
    return {name for name in names if name}


def targets(node: ast.stmt) -> Iterator[ast.expr]:
    """Names, attributes and subscripts that a statement stores to."""
    if isinstance(node, ast.AnnAssign) and node.value is None:
        return
    if not isinstance(node, _STORING):
        return
    for part in header(node):
        if not isinstance(part, ast.Name | ast.Attribute | ast.Subscript):
            continue
        if isinstance(part.ctx, ast.Store) and not _is_inner_target(node, part):
            yield part


def _is_inner_target(node: ast.stmt, name: ast.expr) -> bool:
    return any(
        isinstance(part, ast.NamedExpr | ast.comprehension) and name in ast.walk(part.target)
        for part in header(node)
    )


def header(node: ast.stmt) -> Iterator[ast.AST]:
    """All nodes of a statement but those of its blocks."""
    for name, child in ast.iter_fields(node):
        if name in BLOCKS:
            continue
        for one in child if isinstance(child, list) else [child]:
            if isinstance(one, ast.match_case):
                yield from ast.walk(one.guard) if one.guard else ()
            elif isinstance(one, ast.AST):
                yield from ast.walk(one)


def occurrences(node: ast.stmt, cell: str) -> list[ast.expr]:
    """Expressions of a statement's header that are the cell; a bare name is read in the frame."""
    wanted = dump_text(cell)
    if not wanted or cell.isidentifier():
        return []
    if isinstance(node, Function | ast.ClassDef):
        return []
    kind = wanted.partition("(")[0]  # to dump every part of a statement takes long
    return [
        part
        for part in header(node)
        if type(part).__name__ == kind
        and isinstance(part, ast.expr)
        and not isinstance(part, _NOT_CELLS)
        and isinstance(getattr(part, "ctx", None), ast.Load | None)
        and dump(part) == wanted
    ]


def may_change(node: ast.stmt, part: ast.expr) -> bool:
    """Whether a statement may change the place that a part of it names, as `fill(self.y)` may.

    So may any statement with `out=self.y`. A part that is computed is no place.
    """
    inside = list(header(node))
    if any(isinstance(one, ast.NamedExpr | ast.Yield | ast.YieldFrom) for one in inside):
        return False
    if not is_place(part):
        return False
    if isinstance(node, ast.Expr):
        return True
    is_simple = isinstance(node, ast.Assign | ast.AnnAssign | ast.AugAssign | ast.Return)
    return is_simple and any(
        isinstance(one, ast.keyword) and one.arg == "out" and one.value is part for one in inside
    )


def is_place(part: ast.expr) -> bool:
    """Whether it is a name, attribute or subscript that the frame alone tells the value of."""
    root = part
    while isinstance(root, ast.Attribute | ast.Subscript):
        root = root.value
    called = (ast.Call, ast.Await, ast.NamedExpr, ast.Lambda, ast.IfExp, ast.BoolOp)
    return isinstance(root, ast.Name) and not any(isinstance(one, called) for one in ast.walk(part))


def dump_text(cell: str) -> str:
    """The syntax of an expression without its spelling; empty where the text is none."""
    try:
        return dump(expression_tree(cell.strip()))
    except (SyntaxError, ValueError):
        return ""


def dump(node: ast.expr) -> str:
    """The syntax of an expression; equal whether it is read or bound."""
    return ast.dump(node).replace("ctx=Store()", "ctx=Load()")


def parameters(scope: Scope) -> tuple[str, ...]:
    """Names of all parameters of a function in their order; none of a module."""
    if isinstance(scope, ast.Module):
        return ()
    a = scope.args
    plain = [*a.posonlyargs, *a.args]
    rest = [a.vararg] if a.vararg else []
    named = [a.kwarg] if a.kwarg else []
    return tuple(argument.arg for argument in [*plain, *rest, *a.kwonlyargs, *named])


def first_statement(body: list[ast.stmt]) -> int:
    """Index of the first statement that is no docstring and no import from the future."""
    at = 0
    for statement in body:
        is_future = isinstance(statement, ast.ImportFrom) and statement.module == "__future__"
        if not (is_future or (at == 0 and _is_text(statement))):
            break
        at += 1
    return at


def _is_text(node: ast.stmt) -> bool:
    match node:
        case ast.Expr(value=ast.Constant(value=str())):
            return True
    return False
