"""What a call changes of what it is given, told from the code of the function that it calls.

With `def clip(g): g *= 0.5` the statement `clip(x)` changes `x`, and reads it. With
`def fill(g): g["w"] = 1.0` the statement `fill(x)` puts something into `x` without reading it.
"""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from docgen.diagnostics import Fault
from docgen.source.anchor import Anchor
from docgen.source.bindings import head_nodes
from docgen.source.chain import is_chain
from docgen.source.changes import changed_by_method, source_of, widened
from docgen.source.flow import Flow, Step
from docgen.source.index import SourceIndex
from docgen.source.module import Definition, Statement, node_key
from docgen.source.statements import definition_of

_OF_NUMPY = frozenset({"copyto", "fill_diagonal", "place", "put", "put_along_axis", "putmask"})
_NUMBERS = frozenset({"bool", "complex", "float", "int", "str"})
"""Annotations of what no function can change in place."""


@dataclass(frozen=True, eq=False)
class Alteration:
    """Something that one call changes.

    Attributes:
        name: The name or attribute whose content changes.
        node: The argument, or what the method is called on.
        is_read: The call also reads what was there.
        is_sure: The called function is known and is given the whole: it hands on all there is.
    """

    name: str
    node: ast.expr
    is_read: bool
    is_sure: bool = False


class Alterations:
    """What calls change, each function of the project read once."""

    def __init__(self, index: SourceIndex) -> None:
        self.index = index
        self._known: dict[str, dict[str, bool]] = {}

    def of(self, function: Anchor) -> Mapping[str, bool]:
        """The parameters whose content a function changes, and whether it reads that as well."""
        if function.scope not in self._known:
            # A function that calls itself changes no more than its other statements do.
            self._known[function.scope] = {}
            definition = definition_of(self.index.module_at(function.path), function)
            if definition is not None and not definition.is_class:
                self._known[function.scope] = self._changed(function, definition)
        return self._known[function.scope]

    def by(self, statement: Statement, scope: str) -> list[Alteration]:
        """What the calls of a statement change."""
        found: list[Alteration] = []
        for call in head_nodes(statement):
            if isinstance(call, ast.Call):
                found += self._by_call(call, scope, isinstance(statement, ast.Expr))
        return found

    def _by_call(self, call: ast.Call, scope: str, is_alone: bool) -> Iterator[Alteration]:
        for node in changed_by_method(call):
            if name := source_of(node):
                yield Alteration(name, node, is_read=is_chain(node))
        try:
            function = self.index.function(ast.unparse(call.func), scope)
        except Fault:
            if is_alone:
                yield from _by_unknown(call)
            return
        effects = self.of(function)
        for parameter, node in self._given(call, function):
            name = source_of(node)
            if parameter in effects and name:
                is_read = effects[parameter]
                yield Alteration(name, node, is_read, is_sure=is_read and is_chain(node))

    def _given(self, call: ast.Call, function: Anchor) -> Iterator[tuple[str, ast.expr]]:
        """The parameters of a call with what is given for them, as far as the syntax says it."""
        definition = definition_of(self.index.module_at(function.path), function)
        if definition is None:
            return
        names = [each.arg for each in definition.parameters]
        holder = definition.holder
        if holder is not None and holder.is_class and isinstance(call.func, ast.Attribute):
            names = names[1:]
        for name, node in zip(names, call.args, strict=False):
            if isinstance(node, ast.Starred):
                break
            yield name, node
        for word in call.keywords:
            if word.arg is not None:
                yield word.arg, word.value

    def _changed(self, function: Anchor, definition: Definition) -> dict[str, bool]:
        """The parameters that one of the function's own statements changes in place."""
        flow = Flow.of(self.index, function)
        steps = widened(definition, flow)
        kept = {
            each.arg
            for each in definition.parameters
            if each.annotation is None or ast.unparse(each.annotation) not in _NUMBERS
        }
        changed: set[str] = set()
        filled: set[int] = set()
        for statement in definition.statements:
            step = steps.get(node_key(statement))
            if step is None:
                continue
            calls = self.by(statement, function.scope)
            changed |= {each.name for each in calls} | _stored(statement, step)
            filled |= {id(_root(each.node)) for each in calls if not each.is_read}
            filled |= {id(_root(target)) for target in _targets(statement)}
            if not isinstance(statement, ast.AugAssign):
                kept -= set(step.binds)
        read = {
            node.id
            for statement in definition.statements
            for node in head_nodes(statement)
            if isinstance(node, ast.Name) and id(node) not in filled
        }
        roots = {name.partition(".")[0] for name in changed}
        return {name: name in read for name in flow.parameters if name in roots & kept}


def _by_unknown(call: ast.Call) -> Iterator[Alteration]:
    """What a call that is a statement may change, where its function is not of the project.

    It is made for what it changes, and any of its arguments may be that.
    """
    name = ast.unparse(call.func)
    if isinstance(call.func, ast.Name) and hasattr(builtins, name):
        return
    last = name.rpartition(".")[2]
    given = [*call.args, *(word.value for word in call.keywords)]
    is_entry_filled = False
    if isinstance(call.func, ast.Attribute):
        if last in _OF_NUMPY or name.endswith((".at", ".shuffle")):
            given = call.args[:1]
            is_entry_filled = True
        elif any(changed_by_method(call)):
            given = []
        else:
            given.insert(0, call.func.value)
    for node in given:
        if source := source_of(node):
            yield Alteration(source, node, is_read=is_chain(node) or not is_entry_filled)


def _stored(statement: Statement, step: Step) -> set[str]:
    """What a statement changes by what it binds, also under another name."""
    if isinstance(statement, ast.Expr):
        return set()
    is_added = isinstance(statement, ast.AugAssign)
    return set(step.stores if is_added else step.stores - step.rebinds - set(step.binds))


def _targets(statement: Statement) -> list[ast.expr]:
    """The entries that a statement stores into."""
    targets: list[ast.expr] = []
    if isinstance(statement, ast.Assign):
        targets = statement.targets
    elif isinstance(statement, ast.AugAssign | ast.AnnAssign):
        targets = [statement.target]
    return [each for each in targets if isinstance(each, ast.Subscript)]


def _root(node: ast.AST) -> ast.AST:
    """The name that a part is taken of."""
    while not isinstance(node, ast.Name):
        inner = getattr(node, "value", None) or getattr(node, "func", None)
        if not isinstance(inner, ast.AST):
            break
        node = inner
    return node
