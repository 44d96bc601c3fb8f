"""A function becomes the project's functions that it runs, one call after the other.

`Callees(index).reached(ffn_forward)` is `relu_forward` and what that calls in turn.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from docgen.diagnostics import Fault
from docgen.source.index import SourceIndex
from docgen.source.module import Definition
from docgen.source.names import Names, definitions
from docgen.source.tail import expressions_of


class Callees:
    """Who calls whom, looked up as far as it is asked for.

    A function that is handed on, as in `map(f, rows)`, counts as called; of a class that is called,
    the whole class. What the text alone cannot tell is not counted.
    """

    def __init__(self, index: SourceIndex) -> None:
        self._names = Names(index)
        self._direct: dict[Definition, tuple[Definition, ...]] = {}

    def reached(self, function: Definition) -> dict[str, list[Definition]]:
        """Dotted name → its definitions, of all that calls lead to, by name.

        What stands inside of the function, or of a class that is reached, is a part of that.
        """
        found: dict[Definition, None] = {}
        pending = [function]
        while pending:
            for target in self._called(pending.pop()):
                if target not in found and target is not function:
                    found[target] = None
                    pending.append(target)
        whole = {function, *(each for each in found if each.is_class)}
        by_name: dict[str, list[Definition]] = {}
        for each in found:
            if not any(holder in whole for holder in _holders(each)):
                by_name.setdefault(each.dotted, []).append(each)
        for several in by_name.values():
            several.sort(key=lambda each: each.statement.lineno)
        return dict(sorted(by_name.items()))

    def _called(self, function: Definition) -> tuple[Definition, ...]:
        if function not in self._direct:
            # A nested function is there to be used by the one around it.
            found = dict.fromkeys([*self._mentioned(function), *function.children])
            self._direct[function] = tuple(found)
        return self._direct[function]

    def _mentioned(self, function: Definition) -> Iterator[Definition]:
        called = set()
        for _, node in expressions_of(function):
            if isinstance(node, ast.Call):
                called.add(node.func)
            if not isinstance(node, ast.Name | ast.Attribute):
                continue
            try:
                found = definitions(self._names.expression(function.module, function, node))
            except Fault:
                # A module on the way cannot be read; whoever refers to it reports that.
                continue
            # A class that is only named, as in `isinstance(x, C)`, runs nothing; nor does `self`.
            yield from (each for each in found if not each.is_class or node in called)


def _holders(definition: Definition) -> Iterator[Definition]:
    holder = definition.holder
    while holder is not None:
        yield holder
        holder = holder.holder
