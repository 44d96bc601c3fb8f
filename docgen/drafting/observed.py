"""What one call showed of a function: the value of every expression of every statement.

Of `m = x.max(axis=1)` the run says that `x` is an array of shape (3, 4) and `m` one of shape (3,).
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from docgen.links.runs import Run
from docgen.pages.watch import holds_float
from docgen.source.anchor import Anchor
from docgen.source.bindings import head_nodes
from docgen.source.module import Definition, Statement, node_key
from docgen.trace.plan import Trace, When
from docgen.trace.value import Value


@dataclass(frozen=True)
class Seen:
    """One statement as it was executed first.

    Attributes:
        values: Text of an expression in it → its value; a name's value is the one it had before.
        results: Text of a target, or `return` → its value afterwards.
    """

    statement: Statement
    values: Mapping[str, Value]
    results: Mapping[str, Value]
    is_executed: bool

    def value(self, node: ast.AST) -> Value | None:
        """What an expression of the statement was; None if it was not seen."""
        return self.values.get(ast.unparse(node))

    @property
    def is_numeric(self) -> bool:
        """Whether it bound, returned or changed a float."""
        return any(map(holds_float, self.results.values()))


def is_number(value: Value | None) -> bool:
    """Whether it is a number or an array of numbers."""
    return value is not None and value.kind in ("array", "number") and value.shape is not None


class Watch:
    """Asks a run for all values of a function, and reads them from its trace."""

    def __init__(self, run: Run, function: Anchor, definition: Definition) -> None:
        self._statements = definition.statements
        self._keys: list[dict[tuple[str, str], str]] = []
        for statement in self._statements:
            node = node_key(statement)
            keys = {("", ""): run.watch(function, "before", node, "")}
            for text, when in dict.fromkeys(self._cells(statement)):
                at: When = "before" if when == "before" else "after"
                keys[text, when] = run.watch(function, at, node, text)
            self._keys.append(keys)

    def _cells(self, statement: Statement) -> Iterator[tuple[str, str]]:
        for node in head_nodes(statement, into_lambdas=False):
            if not isinstance(node, ast.expr) or isinstance(node, ast.Constant | ast.Lambda):
                continue
            if isinstance(getattr(node, "ctx", ast.Load()), ast.Load):
                is_place = isinstance(node, ast.Name | ast.Attribute)
                yield ast.unparse(node), "before" if is_place else "after"
        for target in targets(statement):
            if isinstance(statement, ast.AugAssign):
                yield ast.unparse(target), "before"
            yield ast.unparse(target), "result"
        if isinstance(statement, ast.Return) and statement.value is not None:
            yield "return", "result"
        if isinstance(statement, ast.Expr):
            for node in ast.walk(statement.value):
                if isinstance(node, ast.Name):
                    yield node.id, "result"

    def seen(self, trace: Trace) -> list[Seen]:
        """The statements in code order."""
        first: dict[str, Value] = {}
        reached: set[str] = set()
        for one in trace.observations:
            if one.call >= 0:
                reached.add(one.key)
            if one.value is not None and one.key not in first:
                first[one.key] = one.value
        found: list[Seen] = []
        for statement, keys in zip(self._statements, self._keys, strict=True):
            values: dict[str, Value] = {}
            results: dict[str, Value] = {}
            for (text, when), key in keys.items():
                if key in first and text:
                    (results if when == "result" else values)[text] = first[key]
            if isinstance(statement, ast.Expr):
                results = {name: at for name, at in results.items() if at != values.get(name)}
            found.append(Seen(statement, values, results, keys["", ""] in reached))
        return found


def targets(statement: Statement) -> list[ast.expr]:
    """The places that a statement binds, those of a tuple one by one."""
    match statement:
        case ast.Assign(targets=[target, *_]):
            return _parts(target)
        case ast.AnnAssign(target=target, value=ast.expr()) | ast.AugAssign(target=target):
            return [target]
        case ast.For(target=target):
            return _parts(target)
        case _:
            return []


def _parts(target: ast.expr) -> list[ast.expr]:
    if isinstance(target, ast.Tuple | ast.List):
        return [part for each in target.elts for part in _parts(each)]
    return [target.value] if isinstance(target, ast.Starred) else [target]
