"""Statements whose values are numbers: how a run is asked what statements come to.

`Z = X @ W` is numeric when a run records floats of `Z`; `T, d = X.shape` is not.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass

import msgspec

from docgen.source.breakable import imported_names
from docgen.source.index import SourceIndex
from docgen.source.module import Definition, Module, Statement, node_key
from docgen.syntax import NodeKey
from docgen.trace.plan import FunctionPlan, RunPlan, Trace, Watch
from docgen.trace.value import Value

_FLOATS = ("float", "complex")


@dataclass(frozen=True, slots=True, order=True)
class StatementKey:
    """Which statement of which file."""

    path: str
    node: NodeKey


@dataclass(frozen=True, slots=True)
class Watched:
    """A function with a watch on what each of its statements binds, returns or changes.

    Attributes:
        keys: Key of a watch → the statement.
        pairs: (key before, key after) of what a call without a bound result may change.
    """

    plan: FunctionPlan
    keys: Mapping[str, StatementKey]
    pairs: tuple[tuple[str, str], ...]


def watched(module: Module, definition: Definition) -> Watched:
    """Watches on all statements of a function."""
    name = f"{module.path}:{definition.qualname}:{module.twin(definition)}"
    modules = imported_names(module.tree)
    watches: list[Watch] = []
    keys: dict[str, StatementKey] = {}
    pairs: list[tuple[str, str]] = []
    for statement in definition.statements:
        node = node_key(statement)
        for cell in _cells(module, statement):
            key = f"value|{name}|{','.join(map(str, node))}|{cell}"
            watches.append(Watch(key, node, "after", cell))
            keys[key] = StatementKey(module.path, node)
        for cell in _changeable(statement, modules):
            key = f"value|{name}|{','.join(map(str, node))}|{cell}"
            pairs.append((f"{key}|before", key))
            watches.append(Watch(f"{key}|before", node, "before", cell))
            watches.append(Watch(key, node, "after", cell))
            keys[key] = StatementKey(module.path, node)
    for cell in ("return", *(parameter.arg for parameter in definition.parameters)):
        # Arguments as well: they may be changed in place.
        watches.append(Watch(f"value|{name}|{cell}", None, "exit", cell))
    line = definition.statement.lineno
    twin = module.twin(definition)
    plan = FunctionPlan(module.name, module.path, definition.qualname, line, tuple(watches), twin)
    return Watched(plan, keys, tuple(pairs))


def _cells(module: Module, statement: Statement) -> Iterator[str]:
    match statement:
        case ast.Assign(targets=targets):
            for target in targets:
                yield from _places(module, target)
        case ast.AnnAssign(target=target, value=ast.expr()) | ast.AugAssign(target=target):
            yield from _places(module, target)
        case ast.For(target=target) | ast.AsyncFor(target=target):
            yield from _places(module, target)
        case ast.Return(value=ast.expr()):
            yield "return"


def _places(module: Module, target: ast.expr) -> Iterator[str]:
    if isinstance(target, ast.Tuple | ast.List):
        for part in target.elts:
            yield from _places(module, part)
    elif isinstance(target, ast.Starred):
        yield from _places(module, target.value)
    else:
        yield module.part(target)


def _changeable(statement: Statement, modules: frozenset[str]) -> list[str]:
    """Names whose objects a call without a bound result may change."""
    if not (isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call)):
        return []
    call = statement.value
    found: dict[str, None] = {}
    for node in (call.func, *call.args, *(keyword.value for keyword in call.keywords)):
        while isinstance(node, ast.Attribute | ast.Subscript):
            node = node.value
        if isinstance(node, ast.Name) and node is not call.func and node.id not in modules:
            found[node.id] = None
    return list(found)


def values_plan(
    plan: RunPlan, replay: int, probed: Iterable[Watched], seen: Collection[str]
) -> RunPlan:
    """A plan that compares nothing and records what the statements of functions come to.

    Args:
        replay: Number of the replay; 0 for the run as it is.
        probed: Every function that is probed: which root arrays a replay changes rests on them, so
            they have to be the same wherever two traces are held against each other.
        seen: Names of those whose statements are recorded.
    """
    functions = {
        each.name: msgspec.structs.replace(each, watches=())
        for each in (*plan.functions, *(one.plan for one in probed))
    }
    functions |= {one.plan.name: one.plan for one in probed if one.plan.name in seen}
    return msgspec.structs.replace(
        plan,
        functions=tuple(functions[name] for name in sorted(functions)),
        gradients=(),
        equations=(),
        expressions=(),
        replays=0,
        once=True,
        replay=replay,
    )


def numeric_places(functions: Mapping[str, Watched], traces: list[Trace]) -> set[StatementKey]:
    """Statements of which any run recorded a float, bound, returned or changed in place."""
    keys = {key: place for each in functions.values() for key, place in each.keys.items()}
    before = {after: first for each in functions.values() for first, after in each.pairs}
    found: set[StatementKey] = set()
    for trace in traces:
        firsts = {
            (seen.key, seen.call, seen.visit): seen.value
            for seen in trace.observations
            if seen.key.endswith("|before")
        }
        for seen in trace.observations:
            place = keys.get(seen.key)
            if place is None or place in found or not holds_float(seen.value):
                continue
            first = firsts.get((before.get(seen.key, ""), seen.call, seen.visit))
            if seen.key not in before or (first is not None and first != seen.value):
                found.add(place)
    return found


def holds_float(value: Value | None) -> bool:
    """Whether a value is a float or holds one."""
    if value is None:
        return False
    if value.kind in ("array", "number"):
        return value.dtype.startswith(_FLOATS)
    return any(map(holds_float, value.items))


def module_functions(index: SourceIndex, name: str) -> list[Definition]:
    """Functions of a module, or of all modules of a package, in the order of the files.

    Tests and classes themselves are left out.
    """
    return [
        each
        for module in index.modules(name)
        if not index.is_test(module.path)
        for each in module.definitions
        if not each.is_class
    ]
