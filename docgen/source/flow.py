"""What each statement of a function stores and reads, and which statements feed others.

In `Z = x @ W; A = relu(Z); return A` the first statement feeds the `return` through `Z` and `A`.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator
from dataclasses import dataclass

from docgen.source.anchor import Anchor
from docgen.source.bindings import head_nodes, statement_bindings
from docgen.source.index import SourceIndex
from docgen.source.module import Definition, Statement, node_key
from docgen.source.statements import definition_of

NodeKey = tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class Step:
    """One statement.

    Attributes:
        binds: Targets in normalised syntax: `Z`, `self.P`, `grads[p + 'w']`.
        stores: Names and attributes whose content it may change.
        loads: Names and attributes that it reads, each as the longest chain: `self.P`.
        added: Of `+=` and `-=`: the operator and the source of what is added; else empty.
        value: Source of what a plain assignment or a `return` evaluates.
    """

    node: NodeKey
    binds: tuple[str, ...]
    stores: frozenset[str]
    loads: frozenset[str]
    added: tuple[str, str] = ("", "")
    value: str = ""
    is_return: bool = False


@dataclass(frozen=True)
class Flow:
    """The statements of a function, in code order."""

    parameters: tuple[str, ...]
    steps: tuple[Step, ...]

    @classmethod
    def of(cls, index: SourceIndex, function: Anchor) -> Flow:
        definition = definition_of(index.module_at(function.path), function)
        if definition is None:
            return cls((), ())
        steps = sorted(map(_step, _statements(definition)), key=lambda step: step.node)
        return cls(tuple(each.arg for each in definition.parameters), tuple(steps))

    def binders(self, text: str) -> list[Step]:
        """The statements that bind a name, an attribute or a subscript, in code order."""
        return [step for step in self.steps if text in step.binds]

    def step(self, node: NodeKey) -> Step | None:
        return next((step for step in self.steps if step.node == node), None)

    def feeding(self, nodes: Collection[NodeKey]) -> set[NodeKey]:
        """The statements on which the given ones may depend, themselves included.

        A loop may carry a value from any statement to any other, so order says nothing.
        """
        found = {step.node for step in self.steps if step.node in nodes}
        pending = [step for step in self.steps if step.node in nodes]
        while pending:
            loads = pending.pop().loads
            for step in self.steps:
                if step.node not in found and _meets(step.stores, loads):
                    found.add(step.node)
                    pending.append(step)
        return found


def _statements(definition: Definition) -> Iterator[Statement]:
    """Its own statements, and those of the functions inside."""
    yield from definition.statements
    for child in definition.children:
        yield from _statements(child)


def _meets(stores: frozenset[str], loads: frozenset[str]) -> bool:
    return any(
        load == store or load.startswith(f"{store}.") or store.startswith(f"{load}.")
        for store in stores
        for load in loads
    )


def _step(statement: Statement) -> Step:
    bindings = statement_bindings(statement, None)
    stores = {chain for each in bindings for chain in _stored(each.target)}
    if isinstance(statement, ast.Expr):
        # A call that is a statement is made for what it changes: np.add.at(grads, ids, dX).
        for node in head_nodes(statement):
            if isinstance(node, ast.Call):
                inside = [node.func, *node.args, *(word.value for word in node.keywords)]
                stores |= {chain for one in inside for chain in _chains(one)}
    loads = {chain for node in _roots(statement) for chain in _chains(node)}
    added, value = ("", ""), ""
    if isinstance(statement, ast.AugAssign):
        loads |= set(_stored(statement.target))
        if isinstance(statement.op, ast.Add | ast.Sub):
            sign = "+" if isinstance(statement.op, ast.Add) else "-"
            added = (sign, ast.unparse(statement.value))
    if isinstance(statement, ast.Assign | ast.AnnAssign | ast.Return) and statement.value:
        value = ast.unparse(statement.value)
    return Step(
        node_key(statement),
        tuple(each.text for each in bindings),
        frozenset(stores),
        frozenset(loads),
        added,
        value,
        isinstance(statement, ast.Return),
    )


def _stored(target: ast.AST) -> Iterator[str]:
    """The name or attribute whose content an assignment to a target changes."""
    while isinstance(target, ast.Subscript | ast.Starred):
        target = target.value
    if isinstance(target, ast.Name | ast.Attribute):
        yield _chain(target)
    elif isinstance(target, ast.NamedExpr):
        yield target.target.id
    elif isinstance(target, ast.alias):
        yield (target.asname or target.name).partition(".")[0]
    elif isinstance(target, ast.ExceptHandler | ast.MatchAs | ast.MatchStar) and target.name:
        yield target.name


def _roots(statement: Statement) -> Iterator[ast.AST]:
    """Outermost expressions of a statement's head."""
    inner: set[int] = set()
    for node in head_nodes(statement):
        if id(node) in inner:
            continue
        inner |= {id(each) for each in ast.walk(node)}
        yield node


def _chains(node: ast.AST) -> Iterator[str]:
    """Names and attributes that are read in an expression, each once in its longest form."""
    if isinstance(node, ast.Name | ast.Attribute) and _is_chain(node):
        if isinstance(node.ctx, ast.Load):
            yield _chain(node)
        return
    for child in ast.iter_child_nodes(node):
        yield from _chains(child)


def _is_chain(node: ast.AST) -> bool:
    while isinstance(node, ast.Attribute):
        node = node.value
    return isinstance(node, ast.Name)


def _chain(node: ast.AST) -> str:
    """`self.P` as text; of an attribute of a call, what stands before the call."""
    if isinstance(node, ast.Attribute) and not _is_chain(node):
        inner: ast.AST = node
        while not isinstance(inner, ast.Name) and hasattr(inner, "value"):
            inner = inner.value
        return inner.id if isinstance(inner, ast.Name) else ast.unparse(node)
    return ast.unparse(node)
