"""Dictionaries become the keys that code stores in them, loops unrolled.

In `init_params`, `p[b + "ff1_w"] = xavier_uniform(d, F, rng)` stores `b{l}.ff1_w`.
"""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from docgen.diagnostics import Fault
from docgen.source.anchor import Anchor
from docgen.source.anchors import binding_anchor, expression_anchor
from docgen.source.bindings import head_nodes, statement_bindings
from docgen.source.index import SourceIndex
from docgen.source.module import Definition, FunctionNode, Module, Statement, node_key
from docgen.source.names import Names, definitions
from docgen.source.statements import definition_of
from docgen.source.texts import Frame
from docgen.syntax import expression_tree
from docgen.text import Span

_DEPTH = 10


@dataclass(frozen=True, slots=True)
class KeyStore:
    """One key that a function stores.

    Attributes:
        pattern: The key, fields of f-strings left open: `b{l}.ff1_w`.
        anchor: The statement.
        value_code: What is stored, as the file has it.
    """

    pattern: str
    anchor: Anchor
    value_code: str


@dataclass(frozen=True, slots=True)
class Place:
    """Lines of one statement."""

    path: str
    line: int
    end_line: int


@dataclass(frozen=True, slots=True)
class Filling:
    """One key that a statement fills.

    Attributes:
        way: The statement of its function that does so, then, for each call that leads on, the
            statement in the called function; the last one stores.
    """

    key: str
    way: tuple[Place, ...]


def patterns(
    index: SourceIndex,
    function: Anchor,
    expression: str | ast.expr,
    bindings: Mapping[str, tuple[str, ...]] | None = None,
) -> tuple[str, ...]:
    """The strings that an expression of a function can be, in the order of its loops.

    Args:
        bindings: Parameters that are known, such as `{"p": ("b{l}.",)}`.

    Raises:
        unknown-anchor: The text does not say.
    """
    if isinstance(expression, str):
        expression = expression_tree(expression.strip())
    frames = [Frame(*_definition(index, function), bindings or {})]
    scope = frames[0].scope
    needed = _needed_names(frames[0], expression)
    for statement in scope.statements:
        if not isinstance(statement, ast.For):
            continue
        targets = {node.id for node in ast.walk(statement.target) if isinstance(node, ast.Name)}
        items = frames[0].items(statement.iter)
        if items is not None and targets & needed:
            frames = [frame.bind(statement.target, each) for frame in frames for each in items]
    return tuple(dict.fromkeys(text for frame in frames for text in frame.texts(expression)))


def _needed_names(frame: Frame, expression: ast.expr) -> set[str]:
    """Names that an expression rests on, through names that are bound once."""
    needed: set[str] = set()
    pending = [expression]
    while pending:
        for node in ast.walk(pending.pop()):
            if isinstance(node, ast.Name) and node.id not in needed:
                needed.add(node.id)
                value = frame.value_of(node.id)
                if value is not None:
                    pending.append(value)
    return needed


def stores(index: SourceIndex, function: Anchor, name: str) -> tuple[KeyStore, ...]:
    """Every key that a function stores in one of its dictionaries, in the order it runs.

    Raises:
        unknown-anchor: A key is not static.
    """
    module, scope = _definition(index, function)
    found: list[KeyStore] = []
    for statement, frame in Frame(module, scope).walk():
        for key, value, target in _entries(statement, name):
            code = module.part(value) if value is not None else ""
            if target is None:
                assert value is not None
                cell = f"{name}[{ast.unparse(key)}]"
                anchor = expression_anchor(module, scope, statement, value, cell).anchor
            else:
                anchor = _stored_at(module, scope, statement, target)
            found.extend(KeyStore(text, anchor, code) for text in frame.texts(key))
    return tuple(dict.fromkeys(found))


def _stored_at(module: Module, scope: Definition, statement: Statement, target: ast.expr) -> Anchor:
    binding = next(each for each in statement_bindings(statement, scope) if each.target is target)
    anchor = binding_anchor(module, binding, "").anchor
    return replace(anchor, reference=anchor.cell)


_Entry = tuple[ast.expr, ast.expr | None, ast.expr | None]


def _entries(statement: Statement, mapping: str) -> Iterator[_Entry]:
    """(key, value, target) of what a statement stores in a mapping; a display has no targets."""
    for binding in statement_bindings(statement, None):
        target = binding.target
        if isinstance(target, ast.Subscript) and ast.unparse(target.value) == mapping:
            yield target.slice, binding.value, target
        elif binding.text == mapping and binding.bound == "name":
            yield from _displayed(binding.value)
    if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call):
        call = statement.value
        if ast.unparse(call.func) == f"{mapping}.update":
            for argument in call.args:
                yield from _displayed(argument)
            yield from _keywords(call)


def _displayed(node: ast.expr | None) -> Iterator[_Entry]:
    if isinstance(node, ast.Dict):
        for key, value in zip(node.keys, node.values, strict=True):
            if key is not None:
                yield key, value, None
    elif isinstance(node, ast.Call) and ast.unparse(node.func) == "dict":
        yield from _keywords(node)


def _keywords(call: ast.Call) -> Iterator[_Entry]:
    for each in call.keywords:
        if each.arg is not None:
            yield ast.copy_location(ast.Constant(each.arg), each), each.value, None


def fillings(index: SourceIndex, statement: Anchor, mapping: str) -> tuple[Filling, ...]:
    """Keys of a mapping that a statement fills, each with the statements that lead to its store.

    It fills what it stores itself, what functions store that it passes the mapping to, and what
    the statements right after it add to the mapping out of the names that it binds.

    Raises:
        unknown-anchor: A key is not static, or a function cannot be followed.
    """
    module, scope = _definition(index, statement)
    filler = _Filler(index)
    steps = list(Frame(module, scope).walk())
    found: list[Filling] = []
    for at, (step, frame) in enumerate(steps):
        if node_key(step) != statement.node:
            continue
        found.extend(filler.by_statement(step, frame, mapping, ()))
        if not _has_call(step):
            continue
        bound = {each.text for each in statement_bindings(step, None)}
        for later, inner in steps[at + 1 :]:
            entries = list(_entries(later, mapping))
            if not entries and _has_call(later):
                break
            for key, value, _ in entries:
                if isinstance(later, ast.AugAssign) and _names(value) & bound:
                    way = (_place(module, later),)
                    found.extend(Filling(text, way) for text in inner.texts(key))
    return tuple(dict.fromkeys(found))


def _place(module: Module, statement: Statement) -> Place:
    head = module.head(statement)
    return Place(module.path, head.line, head.end_line)


def _has_call(statement: Statement) -> bool:
    return any(isinstance(node, ast.Call) for node in head_nodes(statement))


def _names(node: ast.expr | None) -> set[str]:
    if node is None:
        return set()
    return {each.id for each in ast.walk(node) if isinstance(each, ast.Name)}


class _Filler:
    """Follows a mapping into the functions that it is passed to."""

    def __init__(self, index: SourceIndex) -> None:
        self.names = Names(index)

    def by_statement(
        self, statement: Statement, frame: Frame, mapping: str, way: tuple[Place, ...]
    ) -> Iterator[Filling]:
        here = (*way, _place(frame.module, statement))
        for node in head_nodes(statement):
            if isinstance(node, ast.Call) and _passes(node, mapping):
                yield from self._by_call(node, frame, mapping, here)
        for key, _, target in _entries(statement, mapping):
            if target is not None:
                yield from (Filling(text, here) for text in frame.texts(key))

    def _by_call(
        self, call: ast.Call, frame: Frame, mapping: str, way: tuple[Place, ...]
    ) -> Iterator[Filling]:
        if isinstance(call.func, ast.Name) and call.func.id in dir(builtins):
            return
        callees = definitions(self.names.expression(frame.module, frame.scope, call.func))
        is_known = len(callees) == 1 and isinstance(callees[0].node, FunctionNode)
        if not is_known or len(way) > _DEPTH + 1:
            raise Fault(
                "unknown-anchor",
                f"`{ast.unparse(call.func)[:40]}` gets `{mapping[:20]}` and cannot be followed",
                notes=(f"{frame.module.path}:{call.lineno}, in `{frame.scope.qualname}`",),
                help="call a function of the project by its name",
            )
        callee = callees[0]
        inner = Frame(callee.module, callee)
        inside = ""
        for name, value in arguments(call, callee, frame).items():
            if ast.unparse(value) == mapping:
                inside = name
            else:
                inner = inner.bind_name(name, value, frame)
        if inside:
            for statement, within in inner.walk():
                yield from self.by_statement(statement, within, inside, way)


def _passes(call: ast.Call, mapping: str) -> bool:
    given = [*call.args, *(each.value for each in call.keywords)]
    return any(ast.unparse(each) == mapping for each in given)


def arguments(call: ast.Call, callee: Definition, frame: Frame) -> dict[str, ast.expr]:
    """The expression for each parameter of a called function; defaults where they are constants.

    Raises:
        unknown-anchor: A `*` in the call hides which argument is which.
    """
    assert isinstance(callee.node, FunctionNode)
    signature = callee.node.args
    positional = [*signature.posonlyargs, *signature.args]
    defaults = dict(zip(reversed(positional), reversed(signature.defaults), strict=False))
    given: dict[str, ast.expr] = {
        parameter.arg: value
        for parameter, value in defaults.items()
        if isinstance(value, ast.Constant)
    }
    if any(isinstance(each, ast.Starred) for each in call.args):
        raise Fault(
            "unknown-anchor",
            f"`{ast.unparse(call.func)[:40]}` is called with `*`, its arguments are not static",
            notes=(f"{frame.module.path}:{call.lineno}, in `{frame.scope.qualname}`",),
            help="write the arguments one by one",
        )
    is_method = callee.holder is not None and callee.holder.is_class
    if is_method and isinstance(call.func, ast.Attribute):
        positional = positional[1:]
    given.update((each.arg, value) for each, value in zip(positional, call.args, strict=False))
    given.update((each.arg, each.value) for each in call.keywords if each.arg is not None)
    return given


def _definition(index: SourceIndex, anchor: Anchor) -> tuple[Module, Definition]:
    module = index.module_at(anchor.path)
    scope = definition_of(module, anchor)
    if scope is None:
        raise Fault(
            "unknown-anchor",
            f"`{anchor.reference[:60]}` stands in no function",
            within=Span(0, len(anchor.reference)),
            help="name a function, or a statement of one",
        )
    return module, scope
