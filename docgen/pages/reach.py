"""A linked statement becomes the code around it and behind it, on which it rests as well.

Around `y = bend(z)` stands `if flag:`; behind it are `bend`, and the constants that `bend` reads.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from docgen.diagnostics import Fault
from docgen.pages.ground import Ground, ground, statement_ground
from docgen.review.callees import Callees
from docgen.source.anchor import Anchor
from docgen.source.anchors import definition_anchor
from docgen.source.constants import Constant
from docgen.source.fingerprint import statements_by_place
from docgen.source.index import SourceIndex
from docgen.source.module import Definition, node_key
from docgen.source.statements import definition_of, enclosing

RUN, READ, AROUND = "is run by it", "is read by it", "stands around it"
REACHED = frozenset({RUN, READ, AROUND})
"""Roles of code that no text names."""


class Reach:
    """Finds what statements and functions of one project lead to."""

    def __init__(self, index: SourceIndex) -> None:
        self._index = index
        self._callees = Callees(index)

    def of_statement(self, anchor: Anchor) -> Iterator[Ground]:
        """What a linked statement runs and reads, outside of its function."""
        definition = self._definition(anchor)
        statement = statements_by_place(self._index.module_at(anchor.path)).get(anchor.node)
        if definition is not None and statement is not None:
            called, read = self._callees.under(definition, [statement])
            yield from self._grounds(called, read.values())

    def of_function(self, anchor: Anchor) -> Iterator[Ground]:
        """What a function runs and reads outside of itself."""
        definition = self._definition(anchor)
        if definition is not None:
            called = self._callees.reached(definition)
            yield from self._grounds(called, self._callees.read(definition).values())

    def around(self, anchor: Anchor) -> Iterator[Ground]:
        """The heads of the blocks in which a statement stands: whether and how often it runs."""
        definition = self._definition(anchor)
        if definition is None:
            return
        blocks = enclosing(definition)
        node = anchor.node
        while node in blocks:
            node = blocks[node][0]
            found = statement_ground(self._index, AROUND, anchor.path, node)
            if found is not None:
                yield found

    def _definition(self, anchor: Anchor) -> Definition | None:
        if not anchor.function:
            return None
        try:
            return definition_of(self._index.module_at(anchor.path), anchor)
        except Fault:
            return None

    def _grounds(
        self, called: dict[str, list[Definition]], read: Iterable[Constant]
    ) -> Iterator[Ground]:
        for dotted, definitions in called.items():
            for each in definitions:
                yield ground(RUN, definition_anchor(each, dotted).anchor)
        for constant in read:
            for statement in constant.statements:
                path, node = constant.module.path, node_key(statement)
                found = statement_ground(self._index, READ, path, node)
                if found is not None:
                    yield found
