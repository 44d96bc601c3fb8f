"""A function becomes the list of what it binds and returns, in code order.

For `def f(x): y = x; return y` that is `x`, `y`, `return`.
"""

from __future__ import annotations

import ast
from dataclasses import replace
from typing import TYPE_CHECKING

from docgen.source.anchor import Anchor
from docgen.source.anchors import binding_anchor, statement_anchor
from docgen.source.bindings import own_bindings, statement_bindings
from docgen.source.module import BLOCKS, Definition, FunctionNode, Module, node_key

if TYPE_CHECKING:
    from docgen.source.flow import NodeKey


def statements(module: Module, function: Anchor) -> list[Anchor]:
    """Every statement of a function that does something; each target has an anchor of its own.

    Parameters come first. Heads of blocks that bind nothing (`if`, `while`, `try`), `pass` and the
    docstring are left out; nested functions are not looked into.
    """
    found: list[Anchor] = []
    definition = definition_of(module, function)
    if definition is None:
        return found
    for binding in own_bindings(definition):
        if binding.bound == "parameter":
            found.append(binding_anchor(module, binding, binding.text).anchor)
    for statement in definition.statements:
        bindings = statement_bindings(statement, definition)
        for each in bindings:
            anchor = binding_anchor(module, each, "").anchor
            found.append(replace(anchor, reference=anchor.cell))
        if not bindings and _does_something(statement):
            anchor = statement_anchor(module, definition, statement, "").anchor
            found.append(replace(anchor, reference=anchor.cell or anchor.part))
        elif isinstance(statement, ast.Return | ast.Assert):
            # A walrus in it binds; the statement itself counts as well.
            anchor = statement_anchor(module, definition, statement, "").anchor
            found.append(replace(anchor, reference=anchor.cell or anchor.kind))
    return found


def definition_of(module: Module, function: Anchor) -> Definition | None:
    """The definition whose anchor was resolved, told from others of its name by its place."""
    named = [each for each in module.definitions if each.qualname == function.function]
    line = function.statement.line
    placed = [
        each for each in named if module.whole(each).line <= line <= module.whole(each).end_line
    ]
    return next(iter(placed or named), None)


def standing(module: Module, line: int) -> int:
    """How many statements stand in a line; of one that holds a block, its head and decorators."""
    count = 0
    scopes: list[Module | Definition] = [module, *module.definitions]
    for scope in scopes:
        for statement in scope.statements:
            head = module.head(statement)
            wrappers = getattr(statement, "decorator_list", None)
            first = module.region(wrappers[0]).line if wrappers else head.line
            count += first <= line <= head.end_line
    return count


def enclosing(scope: Module | Definition) -> dict[NodeKey, tuple[NodeKey, str]]:
    """Statement → the one in whose block it stands, and which block of that."""
    return {
        node_key(inner): (node_key(outer), block)
        for outer in scope.statements
        if not isinstance(outer, FunctionNode | ast.ClassDef)
        for block in BLOCKS
        for inner in getattr(outer, block, ())
    }


def _does_something(statement: object) -> bool:
    if isinstance(statement, ast.Expr):
        return not isinstance(statement.value, ast.Constant)
    return isinstance(statement, ast.Return | ast.Assert | ast.Delete | ast.Raise)


def is_blank(statement: object) -> bool:
    """Whether a statement binds `None`, a text or a truth value: no number."""
    if not isinstance(statement, ast.Assign | ast.AnnAssign):
        return False
    value = statement.value
    if isinstance(value, ast.JoinedStr):
        return True
    return isinstance(value, ast.Constant) and isinstance(
        value.value, str | bytes | bool | type(None)
    )
