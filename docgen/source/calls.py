"""The project's functions become a graph of who calls whom.

`CallGraph.scan(index).callers("model.transformer.ffn_forward")` is the call in `block_forward`.
What the text alone cannot tell, such as a function taken out of a dictionary, is not counted.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from docgen.diagnostics import Fault
from docgen.source.anchor import Anchor, Region
from docgen.source.anchors import definition_anchor
from docgen.source.importers import importers
from docgen.source.index import SourceIndex
from docgen.source.module import Definition, Module
from docgen.source.names import Names, definitions
from docgen.source.tail import expressions_of


@dataclass(frozen=True, slots=True)
class CallSite:
    """One call.

    Attributes:
        caller: Function that holds the call; of a test, the test itself.
        region: The call.
        code: The call on one line.
    """

    caller: Anchor
    region: Region
    path: str
    line: int
    code: str

    @property
    def order(self) -> tuple[str, int, int]:
        """Path, line and column."""
        return (self.path, self.line, self.region.column)


class CallGraph:
    """Calls between functions, found by name."""

    def __init__(
        self,
        calls: dict[str, list[CallSite]],
        tests: dict[str, list[tuple[CallSite, str]]],
        edges: dict[str, set[str]],
    ) -> None:
        self._calls = calls
        self._tests = tests
        self._edges = edges

    @classmethod
    def scan(cls, index: SourceIndex, root: str = "") -> CallGraph:
        """Read the modules of the project that can be read.

        Args:
            root: Top-level package or module whose callers are wanted; empty for all.
        """
        names = Names(index)
        calls: dict[str, list[CallSite]] = {}
        tests: dict[str, list[tuple[CallSite, str]]] = {}
        edges: dict[str, set[str]] = {}
        for module in _modules(index, root):
            in_tests = index.is_test(module.path)
            for function in module.definitions:
                test = _test_of(function) if in_tests else None
                if function.holder is not None and not function.holder.is_class:
                    # A nested function is there to be used by the one around it.
                    edges.setdefault(function.holder.dotted, set()).add(function.dotted)
                caller = definition_anchor(test or function, "").anchor
                for node, targets in _calls(module, function, names):
                    region = module.region(node)
                    site = CallSite(caller, region, module.path, region.line, module.part(node))
                    for target in targets:
                        edges.setdefault(function.dotted, set()).add(target)
                        if test is not None and not target.startswith(test.dotted + "."):
                            tests.setdefault(test.dotted, []).append((site, target))
                        if not in_tests:
                            calls.setdefault(target, []).append(site)
        return cls(calls, tests, edges)

    def callers(self, dotted: str) -> tuple[CallSite, ...]:
        """Calls of a function outside of the tests, by path and line."""
        return _sorted(self._calls.get(dotted, []))

    def tests_calling(self, dotted: str) -> tuple[CallSite, ...]:
        """Calls of a function in tests."""
        return _sorted(
            [site for sites in self._tests.values() for site, target in sites if target == dotted]
        )

    def tests_reaching(self, dotted: str) -> tuple[CallSite, ...]:
        """Of every test that only reaches a function through others, the calls that lead there."""
        leading = self._leading_to(dotted)
        found: list[CallSite] = []
        for sites in self._tests.values():
            if all(target != dotted for _, target in sites):
                found.extend(site for site, target in sites if target in leading)
        return _sorted(found)

    def _leading_to(self, dotted: str) -> set[str]:
        """Every function from which calls lead to one."""
        backward: dict[str, set[str]] = {}
        for caller, targets in self._edges.items():
            for target in targets:
                backward.setdefault(target, set()).add(caller)
        found: set[str] = set()
        pending = [dotted]
        while pending:
            for caller in backward.get(pending.pop(), ()):
                if caller not in found:
                    found.add(caller)
                    pending.append(caller)
        return found


def _sorted(sites: list[CallSite]) -> tuple[CallSite, ...]:
    return tuple(sorted(dict.fromkeys(sites), key=lambda site: site.order))


def _calls(
    module: Module, function: Definition, names: Names
) -> Iterator[tuple[ast.Call, list[str]]]:
    for _, node in expressions_of(function):
        if isinstance(node, ast.Call):
            targets = call_targets(names, module, function, node)
            if targets:
                yield node, targets


def call_targets(names: Names, module: Module, scope: Definition, node: ast.Call) -> list[str]:
    """Dotted names of what a call runs; of a class, its `__init__` as well."""
    found: list[str] = []
    try:
        called = definitions(names.expression(module, scope, node.func))
    except Fault:
        # A module on the way cannot be read; whoever refers to it reports that.
        return []
    for target in called:
        found.append(target.dotted)
        if target.is_class:
            found.extend(each.dotted for each in names.class_member(target, "__init__"))
    return list(dict.fromkeys(found))


def _modules(index: SourceIndex, root: str) -> Iterator[Module]:
    for path in importers(index, root):
        try:
            yield index.module_at(path)
        except Fault:
            continue


def _test_of(function: Definition) -> Definition | None:
    """The test that a function is, or is nested in."""
    at: Definition | None = function
    while at is not None:
        holder = at.holder
        in_class = holder is not None and holder.is_class and holder.name.startswith("Test")
        if at.name.startswith("test") and not at.is_class and (holder is None or in_class):
            return at
        at = holder
    return None
