"""A function becomes the project's functions that it runs, and the constants that it reads.

`Callees(index).reached(ffn_forward)` is `relu_forward` and what that calls in turn;
`Callees(index).read(ffn_forward)` is the `SLOPE` of its module that one of them reads.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator

from docgen.diagnostics import Fault
from docgen.source.bindings import head_nodes
from docgen.source.constants import Constant, Constants
from docgen.source.index import SourceIndex
from docgen.source.module import Definition, FunctionNode, Module, Statement
from docgen.source.names import Names, definitions
from docgen.source.tail import expressions_of

Part = Definition | Constant


class Callees:
    """Who calls and reads what, looked up as far as it is asked for.

    A function that is handed on, as in `map(f, rows)`, counts as called; of a class that is called,
    the whole class and its bases. What the text alone cannot tell is not counted, and what is
    installed neither: it is not the project's to review.
    """

    def __init__(self, index: SourceIndex) -> None:
        self._index = index
        self._names = Names(index)
        self._constants = Constants(self._names)
        self._direct: dict[Part, tuple[Part, ...]] = {}

    def reached(self, function: Definition) -> dict[str, list[Definition]]:
        """Dotted name → its definitions, of all that calls lead to, by name.

        What stands inside of the function, or of what is reached, is a part of that.
        """
        return _by_name(self._outside([function], function))

    def read(self, function: Definition) -> dict[str, Constant]:
        """Dotted name → constant, of all that the function and what it calls read, by name."""
        return _constants(self._outside([function], function))

    def under(
        self, function: Definition, statements: Iterable[Statement]
    ) -> tuple[dict[str, list[Definition]], dict[str, Constant]]:
        """The same of some statements of a function alone."""
        first = [
            part
            for statement in statements
            for part in self._named(function.module, function, _expressions(statement))
        ]
        found = [*first, *self._outside(first, function)]
        return _by_name(found), _constants(found)

    def _outside(self, starts: Iterable[Part], function: Definition) -> list[Part]:
        """All that is led to, without what stands inside of the function or of what is reached."""
        found: dict[Part, None] = {}
        pending = list(starts)
        while pending:
            for target in self._parts(pending.pop()):
                if target not in found and target is not function:
                    found[target] = None
                    pending.append(target)
        whole = {function, *(one for one in found if isinstance(one, Definition))}
        return [each for each in found if not any(one in whole for one in _holders(each))]

    def _parts(self, part: Part) -> tuple[Part, ...]:
        if part not in self._direct:
            named: Iterable[Part]
            if isinstance(part, Constant):
                nodes = [node for one in part.statements for node in _expressions(one)]
                named = self._named(part.module, part.owner, nodes)
            else:
                # A nested function is there to be used by the one around it.
                named = [*self._mentioned(part), *part.children]
            self._direct[part] = tuple(dict.fromkeys(named))
        return self._direct[part]

    def _mentioned(self, function: Definition) -> Iterator[Part]:
        hints = {node for one in function.statements for node in _hints(one)}
        nodes = [node for _, node in expressions_of(function) if node not in hints]
        yield from self._named(function.module, function, nodes)
        # What wraps a function, and its defaults, are looked up where the function stands.
        wrappers = getattr(function.node, "decorator_list", [])
        around = [node for each in [*wrappers, *_defaults(function)] for node in _parts_of(each)]
        yield from self._named(function.module, function.holder, around, wrappers)
        if function.is_class:
            bases = self._names.bases(function)
            yield from (one for one in bases if not self._index.is_installed(one.module.name))

    def _named(
        self,
        module: Module,
        scope: Definition | None,
        nodes: Iterable[ast.expr],
        called: Iterable[ast.expr] = (),
    ) -> Iterator[Part]:
        """What some expressions name.

        Args:
            called: Expressions that run what they name, besides those that are called.
        """
        every = list(nodes)
        runs = {*called, *(node.func for node in every if isinstance(node, ast.Call))}
        for node in every:
            if not isinstance(node, ast.Name | ast.Attribute):
                continue
            try:
                found = definitions(self._names.expression(module, scope, node))
                constants = () if found else self._constants.read(module, scope, node)
            except Fault:
                # A module on the way cannot be read; whoever refers to it reports that.
                continue
            # A class that is only named, as in `isinstance(x, C)`, runs nothing; nor does `self`.
            named: list[Part] = [each for each in found if not each.is_class or node in runs]
            named += constants
            yield from (one for one in named if not self._index.is_installed(one.module.name))


def _by_name(parts: Iterable[Part]) -> dict[str, list[Definition]]:
    found: dict[str, list[Definition]] = {}
    for each in dict.fromkeys(parts):
        if isinstance(each, Definition):
            found.setdefault(each.dotted, []).append(each)
    for several in found.values():
        several.sort(key=lambda each: each.statement.lineno)
    return dict(sorted(found.items()))


def _constants(parts: Iterable[Part]) -> dict[str, Constant]:
    return dict(sorted((each.dotted, each) for each in parts if isinstance(each, Constant)))


def _expressions(statement: Statement) -> Iterator[ast.expr]:
    """Those of the head of a statement, targets and type hints left out."""
    hints = set(_hints(statement))
    for node in head_nodes(statement):
        is_target = isinstance(getattr(node, "ctx", None), ast.Store)
        if isinstance(node, ast.expr) and not is_target and node not in hints:
            yield node


def _hints(statement: Statement) -> Iterator[ast.AST]:
    """The nodes of type hints in the head of a statement: they name types and compute nothing."""
    hints: list[ast.expr | None] = []
    if isinstance(statement, ast.AnnAssign):
        hints.append(statement.annotation)
    elif isinstance(statement, FunctionNode):
        hints.append(statement.returns)
        hints += [each.annotation for each in ast.walk(statement.args) if isinstance(each, ast.arg)]
    for hint in hints:
        if hint is not None:
            yield from ast.walk(hint)


def _parts_of(expression: ast.expr) -> Iterator[ast.expr]:
    return (node for node in ast.walk(expression) if isinstance(node, ast.expr))


def _defaults(function: Definition) -> list[ast.expr]:
    if isinstance(function.node, ast.ClassDef):
        return []
    given = function.node.args
    return [*given.defaults, *(each for each in given.kw_defaults if each is not None)]


def _holders(part: Part) -> Iterator[Definition]:
    holder = part.holder if isinstance(part, Definition) else part.owner
    while holder is not None:
        yield holder
        holder = holder.holder
