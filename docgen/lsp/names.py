"""Names that the code offers: what a function binds, what a module holds.

Of `def f(x): y = x; return y, x` the names are `x`, `y`, `return[0]` and `return[1]`.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from docgen.diagnostics import Fault
from docgen.source.anchor import Anchor
from docgen.source.anchors import binding_anchor
from docgen.source.bindings import own_bindings
from docgen.source.index import SourceIndex
from docgen.source.module import Definition, Module, one_line
from docgen.source.statements import definition_of

_SHOWN = 80


@dataclass(frozen=True, slots=True)
class Name:
    """Something to type, with the code that it stands for.

    Attributes:
        kind: `parameter`, `value`, `return`, `function`, `class` or `module`.
    """

    text: str
    kind: str
    code: str


def function_names(index: SourceIndex, function: Anchor) -> list[Name]:
    """What a function binds, in code order; then what it returns."""
    try:
        module = index.module_at(function.path)
    except Fault:
        return []
    definition = definition_of(module, function)
    if definition is None:
        return []
    found: dict[str, Name] = {}
    for binding in own_bindings(definition):
        if binding.bound == "import":
            continue
        anchor = binding_anchor(module, binding, "").anchor
        kind = "parameter" if binding.bound == "parameter" else "value"
        found.setdefault(anchor.cell, Name(anchor.cell, kind, _line(anchor.code)))
    for name in _returned(definition, module):
        found.setdefault(name.text, name)
    return list(found.values())


def _returned(definition: Definition, module: Module) -> Iterator[Name]:
    for statement in definition.statements:
        if not isinstance(statement, ast.Return) or statement.value is None:
            continue
        if isinstance(statement.value, ast.Tuple):
            for number, part in enumerate(statement.value.elts):
                yield Name(f"return[{number}]", "return", _line(module.part(part)))
        else:
            yield Name("return", "return", _line(module.part(statement.value)))


def functions_of(module: Module) -> list[Name]:
    """Functions and classes of a module, methods included, in code order."""
    return [
        Name(
            each.qualname,
            "class" if each.is_class else "function",
            _line(module.source.slice(module.span(module.head(each.statement)))),
        )
        for each in module.definitions
        if each.holder is None or each.holder.is_class
    ]


def names_within(index: SourceIndex, dotted: str, scope: str) -> list[Name]:
    """What may follow `dotted.`: modules of a package, functions of a module, names of one."""
    found = [Name(name, "module", f"{dotted}.{name}") for name in index.module_names(dotted)]
    try:
        module = index.find_module(dotted)
        if module is not None:
            return [*found, *functions_of(module)]
        anchor = index.resolve(dotted, scope)
        if anchor.kind == "module":
            return [*found, *functions_of(index.module_at(anchor.path))]
    except Fault:
        return found
    if anchor.kind == "class":
        inside = f"{anchor.function}."
        return [
            Name(name.text.removeprefix(inside), name.kind, name.code)
            for name in functions_of(index.module_at(anchor.path))
            if name.text.startswith(inside)
        ]
    return [*found, *function_names(index, anchor)] if anchor.kind == "function" else found


def test_names(index: SourceIndex) -> list[Name]:
    """The tests of the suite, by file."""
    found: list[Name] = []
    for path in index.paths():
        if not index.is_test(path):
            continue
        try:
            module = index.module_at(path)
        except Fault:
            continue
        for name in functions_of(module):
            own = name.text.rpartition(".")[2]
            if name.kind == "function" and own.startswith("test"):
                found.append(Name(own, name.kind, f"{path}: {name.text}"))
    return found


def module_of(index: SourceIndex, name: str) -> Module | None:
    """The module of a dotted name, if there is one that can be read."""
    try:
        return index.find_module(name) if name else None
    except Fault:
        return None


def _line(code: str) -> str:
    return one_line(code)[:_SHOWN]
