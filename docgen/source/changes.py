"""What statements may change besides what they bind: things by another name, receivers of calls.

In `a = x; a += 1` the second statement may change `x` as well, and `y = x.pop()` changes `x`.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace

from docgen.source.bindings import head_nodes, statement_bindings
from docgen.source.chain import differ, is_chain, key_of
from docgen.source.flow import Flow, NodeKey, Step
from docgen.source.module import Definition, Statement, node_key

_CHANGING = frozenset(
    {
        *("append", "clear", "extend", "fill", "insert", "pop", "popitem", "popleft"),
        *("remove", "resize", "reverse", "setdefault", "sort", "update"),
    }
)
"""Methods that change what they are called on, whatever becomes of their result."""
_VIEWS = frozenset({"reshape", "view", "ravel", "transpose", "squeeze", "swapaxes"})

Change = tuple[str, ast.expr | None]
"""A name or attribute whose content changes, and at which key if only there."""


@dataclass(frozen=True, eq=False)
class _Link:
    """A statement from which on `name` is `source`, or what that has at a key."""

    node: NodeKey
    name: str
    source: str
    key: ast.expr | None
    is_whole: bool


def widened(definition: Definition, flow: Flow) -> dict[NodeKey, Step]:
    """The steps of a flow, each with all that it may change among what it stores."""
    statements = {node_key(each): each for each in _statements(definition)}
    links = [link for each in statements.values() for link in _links(each)]
    made: dict[NodeKey, Step] = {}
    for step in flow.steps:
        statement = statements.get(step.node)
        if statement is None:
            made[step.node] = step
            continue
        known = [
            link
            for link in links
            if link.node in flow.reaching.of(step.node, link.name, is_after=False)
        ]
        called = [*_called(statement)]
        changes = [*_bound(statement), *((name, None) for name in _given(step)), *called]
        stores = {name for name, _ in called} | _others(changes, known)
        made[step.node] = replace(step, stores=step.stores | stores)
    return made


def _statements(definition: Definition) -> Iterator[Statement]:
    yield from definition.statements
    for child in definition.children:
        yield from _statements(child)


def _links(statement: Statement) -> Iterator[_Link]:
    key = node_key(statement)
    for each in statement_bindings(statement, None):
        values = [each.value] if each.value is not None else []
        if isinstance(statement, ast.For | ast.AsyncFor):
            values = [node for node in ast.walk(statement.iter) if isinstance(node, ast.expr)]
        if isinstance(statement, ast.AugAssign) or isinstance(each.target, ast.Subscript):
            continue
        for value in values:
            source = source_of(value)
            if source:
                name = each.text
                is_whole = is_chain(value) and each.bound != "loop"
                yield _Link(key, name, source, key_of(value, source), is_whole)


def source_of(value: ast.expr) -> str:
    """What a value is a part or a view of; empty where it may be something new."""
    node: ast.expr = value
    while not is_chain(node):
        if isinstance(node, ast.Subscript | ast.Attribute):
            node = node.value
        elif (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Attribute)
            and node.func.attr in _VIEWS
        ):
            node = node.func.value
        else:
            return ""
    return ast.unparse(node)


def _bound(statement: Statement) -> Iterator[Change]:
    """What a statement changes by what it binds or deletes: `x` of `x["A"] = 1`."""
    targets = [each.target for each in statement_bindings(statement, None)]
    if isinstance(statement, ast.Delete):
        targets += statement.targets
    for target in targets:
        if isinstance(statement, ast.AugAssign) and is_chain(target):
            yield ast.unparse(target), None
        if isinstance(target, ast.Subscript | ast.Attribute):
            yield from _changed(target.value, target)


def _given(step: Step) -> Iterator[str]:
    """What a call that is a statement changes, as its flow says."""
    if not step.binds:
        yield from step.stores


def _called(statement: Statement) -> Iterator[Change]:
    """What calls change: what methods belong to, and what `out=` names."""
    for call in head_nodes(statement):
        if not isinstance(call, ast.Call):
            continue
        if isinstance(call.func, ast.Attribute) and isinstance(statement, ast.Expr):
            yield from _changed(call.func.value)
        for part in changed_by_method(call):
            yield from _changed(part)


def changed_by_method(call: ast.Call) -> Iterator[ast.expr]:
    """What a call is known to change: what its method belongs to, and what `out=` names."""
    if isinstance(call.func, ast.Attribute):
        name = call.func.attr
        is_in_place = name.endswith("_") and not name.startswith("_")
        if name in _CHANGING or is_in_place:
            yield call.func.value
    for word in call.keywords:
        if word.arg == "out":
            yield from word.value.elts if isinstance(word.value, ast.Tuple) else [word.value]


def _changed(node: ast.expr, whole: ast.expr | None = None) -> Iterator[Change]:
    source = source_of(node)
    if source:
        yield source, key_of(whole or node, source)


def _others(changes: list[Change], links: Collection[_Link]) -> set[str]:
    """What changes with them, under other names."""
    given = {name for name, _ in changes}
    found: set[Change] = set()
    pending = changes
    while pending:
        name, key = pending.pop()
        if (name, key) in found:
            continue
        found.add((name, key))
        for link in links:
            if _touches(name, link.name):
                pending.append((link.source, key if link.is_whole else link.key))
            is_apart = link.key is not None and key is not None and differ(link.key, key)
            if _touches(name, link.source) and not is_apart:
                pending.append((link.name, key if link.is_whole else None))
    return {name for name, _ in found} - given


def _touches(changed: str, name: str) -> bool:
    return changed == name or changed.startswith(f"{name}.")
