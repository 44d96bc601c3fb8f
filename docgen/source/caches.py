"""Forward and backward functions become the table of what is kept from one for the other.

`block_forward` returns `dict(ff=c_ff)`; `c_ff` comes from `ffn_forward`, which builds it in its
`return`; `block_backward` hands `c["ff"]` to `ffn_backward`.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, replace

from docgen.diagnostics import Fault
from docgen.source.anchor import Anchor
from docgen.source.anchors import statement_anchor
from docgen.source.bindings import Binding, head_nodes, own_bindings
from docgen.source.index import SourceIndex
from docgen.source.module import Definition, Module, Statement
from docgen.source.names import Names, definitions
from docgen.source.statements import definition_of
from docgen.source.tail import display_entries, element_of

_DEPTH = 10


@dataclass(frozen=True, slots=True)
class Cache:
    """One entry of what a forward function leaves behind.

    Attributes:
        passed_as: As the backward function reads it: `c["ff"]`.
        keys: What it holds; empty for a single value.
        built: The statement that builds it.
        reader: Qualname of the function that it is handed to, else of the backward function.
        read: The statement of the backward function that reads it.
    """

    passed_as: str
    keys: tuple[str, ...]
    built: Anchor
    reader: str
    read: Anchor


@dataclass(frozen=True)
class _Built:
    """A display, and the statement that it stands in."""

    value: ast.expr
    module: Module
    scope: Definition
    statement: Statement

    @property
    def anchor(self) -> Anchor:
        anchor = statement_anchor(self.module, self.scope, self.statement, "").anchor
        return replace(anchor, reference=anchor.cell)


def caches(
    index: SourceIndex, forward: Anchor, backward: Anchor, parameter: str = ""
) -> tuple[Cache, ...]:
    """The entries of a forward function's cache, in the order in which backward reads them.

    Args:
        parameter: Of the backward function, that gets the cache; found by its keys without it.

    Raises:
        unknown-anchor: The forward function returns no dictionary that the text shows, or the
            backward function reads none of its keys.
    """
    tracer = _Tracer(index)
    cache = tracer.returned_dictionary(tracer.definition(forward))
    entries = {key: value for key, value in display_entries(cache.value) if key is not None}
    reading = tracer.definition(backward)
    name = parameter or _reading_parameter(reading, entries)
    found: list[Cache] = []
    for statement, node, key in _reads(reading, name):
        if key not in entries:
            continue
        built = tracer.follow(entries[key], cache.module, cache.scope)
        keys = _keys(built.value) if built else ()
        read = statement_anchor(reading.module, reading, statement, "").anchor
        entry = Cache(
            reading.module.part(node),
            keys,
            (built or cache).anchor,
            tracer.reader(reading, statement, node),
            replace(read, reference=read.cell),
        )
        if entry not in found:
            found.append(entry)
    if not found:
        raise Fault(
            "unknown-anchor",
            f"`{reading.qualname[:30]}` reads no entry of what `{forward.function[:30]}` keeps",
            notes=("entries: " + ", ".join(f'`["{key}"]`' for key in entries),),
            help='read them by constant keys, such as `c["ff"]`',
        )
    return tuple(found)


def _keys(value: ast.expr) -> tuple[str, ...]:
    if isinstance(value, ast.Tuple | ast.List):
        return tuple(ast.unparse(each) for each in value.elts)
    return tuple(key for key, _ in display_entries(value) if key is not None)


def _reads(scope: Definition, name: str) -> Iterator[tuple[Statement, ast.Subscript, str]]:
    for statement in scope.statements:
        for node in head_nodes(statement):
            match node:
                case ast.Subscript(
                    value=ast.Name(id=base), slice=ast.Constant(value=str(key)), ctx=ast.Load()
                ) if base == name:
                    yield statement, node, key
                case _:
                    pass


def _reading_parameter(scope: Definition, entries: dict[str, ast.expr]) -> str:
    names = [
        each.arg
        for each in scope.parameters
        if any(key in entries for _, _, key in _reads(scope, each.arg))
    ]
    if len(names) == 1:
        return names[0]
    several = " and ".join(f"`{name}`" for name in names)
    raise Fault(
        "ambiguous-anchor" if names else "unknown-anchor",
        f"{several} of `{scope.qualname[:30]}` have keys of the cache"
        if names
        else f"no parameter of `{scope.qualname[:40]}` is read by keys of the cache",
        notes=("keys: " + ", ".join(f"`{key}`" for key in entries),),
        help='read the cache by constant keys, such as `c["ff"]`',
    )


class _Tracer:
    """Follows values to the statements that build them."""

    def __init__(self, index: SourceIndex) -> None:
        self.index = index
        self.names = Names(index)

    def definition(self, function: Anchor) -> Definition:
        found = definition_of(self.index.module_at(function.path), function)
        if found is None:
            raise Fault(
                "unknown-anchor",
                f"`{function.reference[:60]}` is no function",
                help="name a function",
            )
        return found

    def returned_dictionary(self, scope: Definition) -> _Built:
        """The dictionary among what a function returns, last first."""
        for statement in scope.statements:
            if not isinstance(statement, ast.Return) or statement.value is None:
                continue
            value = statement.value
            parts = value.elts[::-1] if isinstance(value, ast.Tuple) else [value]
            for part in parts:
                built = self._display(part, scope, statement)
                if built is not None and display_entries(built.value):
                    return built
        raise Fault(
            "unknown-anchor",
            f"`{scope.qualname[:50]}` returns no dictionary that the text shows",
            notes=(f"{scope.module.path}:{scope.statement.lineno}: `def {scope.name}`",),
            help="return `dict(...)` or a name bound once to it",
        )

    def _display(self, value: ast.expr, scope: Definition, statement: Statement) -> _Built | None:
        """A display as it is, or the one that a name is bound once to."""
        if isinstance(value, ast.Name):
            binding = _bound_once(scope, value.id)
            if binding is None or binding.value is None or binding.position is not None:
                return None
            value, statement = binding.value, binding.statement
        if display_entries(value) or isinstance(value, ast.Tuple | ast.List):
            return _Built(value, scope.module, scope, statement)
        return None

    def follow(
        self, value: ast.expr, module: Module, scope: Definition, depth: int = 0
    ) -> _Built | None:
        """The display that a value is, through the functions that return it."""
        if depth > _DEPTH:
            return None
        position: int | None = None
        statement: Statement = scope.statement
        if isinstance(value, ast.Name):
            binding = _bound_once(scope, value.id)
            if binding is None or binding.value is None:
                return None
            value, position, statement = binding.value, binding.position, binding.statement
        if display_entries(value) or isinstance(value, ast.Tuple | ast.List):
            return _Built(value, module, scope, statement)
        if not isinstance(value, ast.Call):
            return None
        callees = definitions(self.names.expression(module, scope, value.func))
        if len(callees) != 1:
            return None
        return self._returned(callees[0], position, depth)

    def _returned(self, callee: Definition, position: int | None, depth: int) -> _Built | None:
        returns = [
            each
            for each in callee.statements
            if isinstance(each, ast.Return) and each.value is not None
        ]
        if len(returns) != 1:
            return None
        value = returns[0].value
        assert value is not None
        if position is not None:
            part = element_of(value, position)
            if part is None or part is value:
                if isinstance(value, ast.Call):
                    return self._passed_on(value, callee, position, depth)
                return None
            value = part
        display = self._display(value, callee, returns[0])
        return display or self.follow(value, callee.module, callee, depth + 1)

    def _passed_on(
        self, value: ast.Call, scope: Definition, position: int, depth: int
    ) -> _Built | None:
        callees = definitions(self.names.expression(scope.module, scope, value.func))
        is_single = len(callees) == 1 and depth < _DEPTH
        return self._returned(callees[0], position, depth + 1) if is_single else None

    def reader(self, scope: Definition, statement: Statement, node: ast.expr) -> str:
        """Qualname of the function that gets the entry as an argument."""
        for call in head_nodes(statement):
            if not isinstance(call, ast.Call):
                continue
            if any(each is node for each in (*call.args, *(kw.value for kw in call.keywords))):
                callees = definitions(self.names.expression(scope.module, scope, call.func))
                if len(callees) == 1:
                    return callees[0].qualname
                return ast.unparse(call.func)
        return scope.qualname


def _bound_once(scope: Definition, name: str) -> Binding | None:
    bound = [each for each in own_bindings(scope) if each.text == name]
    return bound[0] if len(bound) == 1 else None
