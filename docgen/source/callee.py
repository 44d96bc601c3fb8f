"""The calls of a function that a pattern matches, by the names that they call.

`layer_norm(u, ...)[0]` finds `layer_norm` in `Xn, cache = layer_norm(X, gain)`.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import replace

from docgen.source.anchor import Region
from docgen.source.bindings import own_bindings
from docgen.source.chain import parsed, width
from docgen.source.module import Definition
from docgen.source.pattern import is_match, is_wildcard, parse_pattern
from docgen.source.reads import reads, shared_names


def callees(definition: Definition, pattern: str, names: Mapping[str, str]) -> tuple[Region, ...]:
    """The names of called functions, in calls that a pattern matches.

    Letters that the function does not know, as the `u` of `relu(u)[0]`, stand for anything.

    Args:
        names: Short names in the pattern, with what they stand for.
    """
    read = parse_pattern(pattern)
    if read is None or not isinstance(read.node, ast.expr):
        return ()
    wanted: ast.AST | None = _called(read.node)
    if wanted is not None:
        wanted = _Opened(_known(definition), names).visit(wanted)
    calls = [
        node
        for statement in definition.statements
        for node in own_nodes(statement)
        if isinstance(node, ast.Call)
    ]
    hidden = {id(each.node): each.hidden for each in reads(definition)}
    regions = [
        _callee(definition, call.func)
        for call in calls
        if not _is_hidden(call.func, hidden)
        and (is_match(wanted, call) if wanted else is_match(read.node, call.func))
    ]
    return tuple(sorted({each for each in regions if each is not None}))


def _callee(definition: Definition, node: ast.expr) -> Region | None:
    """The name of a called function, without what it is an attribute of."""
    root = ast.unparse(node).partition(".")[0]
    is_local = any(each.text == root for each in own_bindings(definition))
    if is_local or root in shared_names(definition):
        return None
    region = definition.module.region(node)
    if isinstance(node, ast.Attribute):
        line = definition.module.source.line_text(region.end_line)[: region.end_column - 1]
        start = region.end_column - width(line, node.attr, at_end=True)
        return replace(region, line=region.end_line, column=start)
    return region if isinstance(node, ast.Name) else None


def _is_hidden(node: ast.AST, hidden: Mapping[int, frozenset[str]]) -> bool:
    """Whether a name is a variable of a comprehension or a lambda at its place."""
    while isinstance(node, ast.Attribute):
        node = node.value
    return isinstance(node, ast.Name) and node.id in hidden.get(id(node), ())


def _known(definition: Definition) -> frozenset[str]:
    """What the function binds or reads."""
    names = {each.text for each in own_bindings(definition)}
    return frozenset(names | {each.text for each in reads(definition)})


class _Opened(ast.NodeTransformer):
    """Puts a wildcard for letters that a function does not know, and writes short names out."""

    def __init__(self, known: frozenset[str], names: Mapping[str, str]) -> None:
        self.known = known
        self.names = names

    def visit_Call(self, node: ast.Call) -> ast.AST:
        node.args = [self.visit(each) for each in node.args]
        for word in node.keywords:
            word.value = self.visit(word.value)
        return node

    def visit_Name(self, node: ast.Name) -> ast.AST:
        written = parsed(self.names.get(node.id, ""))
        if written is not None and node.id not in self.known:
            return written
        is_open = len(node.id) == 1 and node.id not in self.known
        return ast.copy_location(ast.Constant(...), node) if is_open else node


def _called(node: ast.expr) -> ast.Call | None:
    """The call that an expression takes a part of: `f(x)` of `f(x)[0]`."""
    while isinstance(node, ast.Subscript | ast.Attribute):
        node = node.value
    return node if isinstance(node, ast.Call) and not is_wildcard(node.func) else None


def own_nodes(statement: ast.AST) -> Iterator[ast.AST]:
    """Nodes of a statement without those of its blocks."""
    pending: list[ast.AST] = [statement]
    while pending:
        node = pending.pop()
        yield node
        if not isinstance(node, ast.JoinedStr):
            pending += [
                each
                for each in ast.iter_child_nodes(node)
                if not isinstance(each, ast.stmt | ast.ExceptHandler | ast.match_case)
            ]
