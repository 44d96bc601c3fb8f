"""Names in a function become the values of modules and classes that they read.

In `def f(x): return x * SCALE` the name `SCALE` is the constant of `SCALE = 0.5`.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass

from docgen.diagnostics import Fault
from docgen.source.bindings import own_bindings
from docgen.source.module import Definition, Module, Statement
from docgen.source.names import Names

_DEPTH = 20


@dataclass(frozen=True)
class Constant:
    """A name that a module or the body of a class binds.

    Attributes:
        owner: The class; None of a module.
        statements: All that bind it or an entry of it, in code order.
    """

    module: Module
    owner: Definition | None
    name: str
    statements: tuple[Statement, ...]

    @property
    def dotted(self) -> str:
        """Its name from the top: `package.module.Class.NAME`."""
        return f"{self.owner.dotted if self.owner else self.module.name}.{self.name}"


class Constants:
    """Looks constants up as Python would, as far as the text says."""

    def __init__(self, names: Names) -> None:
        self._names = names
        self._known: dict[tuple[Module | Definition, str], tuple[Constant, ...]] = {}

    def read(
        self, module: Module, scope: Definition | None, node: ast.expr
    ) -> tuple[Constant, ...]:
        """What a name or an attribute in a function reads; nothing where that is no constant.

        Raises:
            source-unreadable: A module on the way is no Python.
        """
        if isinstance(node, ast.Name):
            return self._name(module, scope, node.id)
        if not isinstance(node, ast.Attribute):
            return ()
        found: list[Constant] = []
        for owner in self._names.expression(module, scope, node.value):
            if isinstance(owner, Module):
                found += self._of_module(owner, node.attr)
            elif isinstance(owner, Definition) and owner.is_class:
                found += self._of_class(owner, node.attr)
        return tuple(found)

    def _name(self, module: Module, scope: Definition | None, name: str) -> tuple[Constant, ...]:
        at, is_inner = scope, True
        while at is not None:
            # A class body is no scope of its methods.
            if is_inner or not at.is_class:
                if any(each.name == name for each in at.children):
                    return ()
                if any(each.text == name for each in own_bindings(at)):
                    return self._of_class(at, name) if at.is_class else ()
            at, is_inner = at.holder, False
        return self._of_module(module, name)

    def _of_module(self, module: Module, name: str, depth: int = 0) -> tuple[Constant, ...]:
        key = (module, name)
        if key not in self._known:
            self._known[key] = ()
            self._known[key] = self._looked_up(module, name, depth)
        return self._known[key]

    def _looked_up(self, module: Module, name: str, depth: int) -> tuple[Constant, ...]:
        if depth > _DEPTH or any(each.name == name for each in module.children):
            return ()
        own = _bound(module, None, name)
        if own:
            return own
        for statement in module.statements:
            if not isinstance(statement, ast.ImportFrom):
                continue
            for alias in statement.names:
                if alias.name == "*" and name.startswith("_"):
                    continue
                if alias.name == "*" or (alias.asname or alias.name) == name:
                    wanted = name if alias.name == "*" else alias.name
                    found = self._imported(module, statement, wanted, depth)
                    if found:
                        return found
        return ()

    def _imported(
        self, module: Module, statement: ast.ImportFrom, name: str, depth: int
    ) -> tuple[Constant, ...]:
        try:
            origin = self._names.origin(module, statement)
        except Fault:
            return ()
        if origin is None or origin is module:
            return ()
        return self._of_module(origin, name, depth + 1)

    def _of_class(self, owner: Definition, name: str, depth: int = 0) -> tuple[Constant, ...]:
        if depth > _DEPTH or any(each.name == name for each in owner.children):
            return ()
        own = _bound(owner.module, owner, name)
        if own:
            return own
        for base in self._names.bases(owner):
            found = self._of_class(base, name, depth + 1)
            if found:
                return found
        return ()


def _bound(module: Module, owner: Definition | None, name: str) -> tuple[Constant, ...]:
    """The constant that a module or class binds itself, not by an import."""
    starts = (f"{name}[", f"{name}.")
    statements = dict.fromkeys(
        each.statement
        for each in own_bindings(owner or module)
        if each.bound != "import" and (each.text == name or each.text.startswith(starts))
    )
    return (Constant(module, owner, name, tuple(statements)),) if statements else ()
