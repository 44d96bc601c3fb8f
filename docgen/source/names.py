"""Names become the project's definitions, through imports, aliases and base classes.

With `from .ops import relu_forward as relu`, the name `relu` is `model.ops.relu_forward`.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from docgen.diagnostics import Fault
from docgen.source.bindings import Binding, own_bindings
from docgen.source.chain import parsed
from docgen.source.module import Definition, FunctionNode, Module, Statement

Target = Module | Definition
_DEPTH = 20


class Modules(Protocol):
    """Where modules are looked up by name."""

    def find_module(self, name: str) -> Module | None:
        """A module of the project by its dotted name; None where there is none."""

    def has_package(self, name: str) -> bool:
        """Whether there is a package of this name."""

    def module_names(self, package: str) -> list[str]:
        """The modules right below a package."""


@dataclass(frozen=True)
class Package:
    """A folder without `__init__.py`, or one that is only passed through."""

    name: str


@dataclass(frozen=True)
class External:
    """A name that is imported from outside of the project."""

    name: str
    origin: str
    module: Module
    line: int


Found = Module | Definition | Package | External


class Names:
    """Looks names up as Python would, as far as the text says."""

    def __init__(self, modules: Modules) -> None:
        self.modules = modules

    def module_member(self, module: Module, name: str, depth: int = 0) -> list[Found]:
        """What a name of a module is: its definitions, else what it imports or stands for."""
        own: list[Found] = [each for each in module.children if each.name == name]
        if own or depth > _DEPTH:
            return own
        for binding in own_bindings(module):
            if binding.text == name:
                own.extend(self._bound(module, None, binding, depth))
        if own:
            return own
        if module.is_package:
            own.extend(self._submodule(f"{module.name}.{name}"))
        return own or self._starred(module, name, depth)

    def _submodule(self, name: str) -> list[Found]:
        found = self.modules.find_module(name)
        if found is not None:
            return [found]
        return [Package(name)] if self.modules.has_package(name) else []

    def _starred(self, module: Module, name: str, depth: int) -> list[Found]:
        if name.startswith("_"):
            return []
        for statement in module.statements:
            if isinstance(statement, ast.ImportFrom) and statement.names[0].name == "*":
                origin = self._readable(_origin(module, statement))
                found = self.module_member(origin, name, depth + 1) if origin else []
                if found:
                    return found
        return []

    def _readable(self, name: str) -> Module | None:
        try:
            return self.modules.find_module(name)
        except Fault:
            return None

    def _bound(
        self, module: Module, scope: Definition | None, binding: Binding, depth: int
    ) -> list[Found]:
        if binding.bound == "import":
            assert isinstance(binding.target, ast.alias)
            return self._imported(module, binding.statement, binding.target, depth)
        value = binding.value
        is_alias = binding.bound == "name" and binding.position is None
        if is_alias and isinstance(value, ast.Name | ast.Attribute):
            return self.expression(module, scope, value, depth + 1)
        return []

    def _imported(
        self, module: Module, statement: Statement, alias: ast.alias, depth: int
    ) -> list[Found]:
        if isinstance(statement, ast.Import):
            wanted = alias.name if alias.asname else alias.name.partition(".")[0]
            return self._submodule(wanted) or [
                External(alias.asname or wanted, alias.name, module, statement.lineno)
            ]
        assert isinstance(statement, ast.ImportFrom)
        origin_name = _origin(module, statement)
        origin = self.modules.find_module(origin_name)
        found: list[Found] = []
        if origin is not None and origin is not module:
            found = self.module_member(origin, alias.name, depth + 1)
        if not found:
            found = self._submodule(f"{origin_name}.{alias.name}")
        if found or origin is not None:
            return found
        name = alias.asname or alias.name
        return [External(name, origin_name, module, statement.lineno)]

    def origin(self, module: Module, statement: ast.ImportFrom) -> Module | None:
        """The project's module that a `from` names."""
        return self.modules.find_module(_origin(module, statement))

    def class_member(self, owner: Definition, name: str, depth: int = 0) -> list[Definition]:
        """Methods and inner classes of one name, in the class itself or the first base with it."""
        own = [each for each in owner.children if each.name == name]
        if own or depth > _DEPTH:
            return own
        for base in self.bases(owner):
            found = self.class_member(base, name, depth + 1)
            if found:
                return found
        return []

    def bases(self, owner: Definition) -> Iterator[Definition]:
        """The base classes that the project defines."""
        assert isinstance(owner.node, ast.ClassDef)
        for node in owner.node.bases:
            for found in self.expression(owner.module, owner.holder, node):
                if isinstance(found, Definition) and found.is_class and found is not owner:
                    yield found

    def member(self, owner: Found, name: str, depth: int = 0) -> list[Found]:
        """An attribute of a module, a package or a class."""
        if isinstance(owner, Module):
            return self.module_member(owner, name, depth)
        if isinstance(owner, Package):
            return self._submodule(f"{owner.name}.{name}")
        if isinstance(owner, External):
            origin = f"{owner.origin}.{name}"
            return [External(f"{owner.name}.{name}", origin, owner.module, owner.line)]
        return list(self.class_member(owner, name, depth)) if owner.is_class else []

    def expression(
        self, module: Module, scope: Definition | None, node: ast.expr, depth: int = 0
    ) -> list[Found]:
        """What a name or a dotted name in a function is; nothing where that cannot be told."""
        if depth > _DEPTH:
            return []
        if isinstance(node, ast.Name):
            return self._name(module, scope, node.id, depth)
        if isinstance(node, ast.Call) and ast.unparse(node) == "super()":
            owner = class_of(scope)
            return list(self.bases(owner)) if owner else []
        if isinstance(node, ast.Attribute):
            owners = self.expression(module, scope, node.value, depth)
            owners = owners or self._instance(module, scope, node.value, depth)
            return [found for owner in owners for found in self.member(owner, node.attr, depth)]
        return []

    def _name(self, module: Module, scope: Definition | None, name: str, depth: int) -> list[Found]:
        at = scope
        is_inner = True
        while at is not None:
            # A class body is no scope of its methods.
            if is_inner or not at.is_class:
                nested: list[Found] = [each for each in at.children if each.name == name]
                if nested:
                    return nested
                bound = [each for each in own_bindings(at) if each.text == name]
                if bound:
                    if is_self(at, name):
                        owner = class_of(at)
                        return [owner] if owner else []
                    return self._bound(module, at, bound[0], depth) if len(bound) == 1 else []
            at, is_inner = at.holder, False
        return self.module_member(module, name, depth)

    def _instance(
        self, module: Module, scope: Definition | None, node: ast.expr, depth: int
    ) -> list[Found]:
        """The class of `AdamW(...)`, of a name bound once to such a call, or of `opt: AdamW`."""
        if isinstance(node, ast.Name) and scope is not None:
            bound = [each for each in own_bindings(scope) if each.text == node.id]
            if len(bound) != 1 or bound[0].position is not None:
                return []
            if isinstance(bound[0].target, ast.arg):
                return self._declared(module, scope, bound[0].target, depth)
            if bound[0].value is None:
                return []
            node = bound[0].value
        if not isinstance(node, ast.Call):
            return []
        return self._classes(module, scope, node.func, depth)

    def _declared(
        self, module: Module, scope: Definition, parameter: ast.arg, depth: int
    ) -> list[Found]:
        """The class that a parameter is declared to be one of; not of `*args` and its kind."""
        given = scope.node.args if isinstance(scope.node, FunctionNode) else None
        if given is None or parameter in (given.vararg, given.kwarg):
            return []
        kind = parameter.annotation
        if isinstance(kind, ast.Constant) and isinstance(kind.value, str):
            kind = parsed(kind.value)
        return [] if kind is None else self._classes(module, scope.holder, kind, depth)

    def _classes(
        self, module: Module, scope: Definition | None, node: ast.expr, depth: int
    ) -> list[Found]:
        found = self.expression(module, scope, node, depth + 1)
        return [each for each in found if isinstance(each, Definition) and each.is_class]


def definitions(found: Sequence[Found]) -> list[Definition]:
    """What of the found is a definition, rather than a module."""
    return [each for each in found if isinstance(each, Definition)]


def is_self(scope: Definition, name: str) -> bool:
    """Whether a name is the first parameter of a method."""
    is_method = scope.holder is not None and scope.holder.is_class
    if not is_method or not isinstance(scope.node, FunctionNode):
        return False
    decorators = [ast.unparse(each) for each in scope.node.decorator_list]
    first = scope.parameters[:1]
    return "staticmethod" not in decorators and any(each.arg == name for each in first)


def class_of(scope: Definition | None) -> Definition | None:
    """The class whose method a function is, or is nested in."""
    while scope is not None and not scope.is_class:
        scope = scope.holder
    return scope


def _origin(module: Module, statement: ast.ImportFrom) -> str:
    """The module that a `from` names, as a dotted name from the root."""
    named = statement.module or ""
    if not statement.level:
        return named
    package = module.package.split(".") if module.package else []
    kept = package[: len(package) - (statement.level - 1)]
    return ".".join([*kept, named] if named else kept)
