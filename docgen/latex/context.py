"""What surrounds an expression while it is read: names, letters in force, how to read inside it.

Inside a sum over `i`, `context.within(("i",))` knows that `i` is bound.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from docgen.diagnostics import Fault
from docgen.latex.bracket import whole
from docgen.latex.item import Item, fault_at, span_of
from docgen.latex.node import Node
from docgen.latex.symbol import Names
from docgen.text import Span


@dataclass(frozen=True)
class Context:
    """The surroundings of an expression.

    Attributes:
        reader: Reads items as one expression.
        letters: Undeclared letters that stand in a subscript or a bound somewhere.
        bound: Letters that a big operator around, a clause or the left side has bound.
        parameters: Arguments of the function that is being defined.
        local: Names that `where` defines.
        frame: Names of the code that may not be spelled as products of letters.
    """

    latex: str
    names: Names
    reader: Callable[[tuple[Item, ...], Context], Node]
    letters: frozenset[str] = frozenset()
    bound: frozenset[str] = frozenset()
    parameters: frozenset[str] = frozenset()
    local: frozenset[str] = frozenset()
    frame: frozenset[str] = frozenset()

    def read(self, items: tuple[Item, ...], around: Span) -> Node:
        """The items as one expression; `around` is where they lack if there are none.

        Raises:
            Fault: `unsupported-latex` where there are no items.
        """
        self.names.steps.take()
        if not items:
            raise self.unsupported("nothing stands here", around)
        return self.reader(items, self)

    def within(self, letters: tuple[str, ...]) -> Context:
        """The same surroundings with more letters bound."""
        return replace(self, bound=self.bound | set(letters))

    def text(self, span: Span) -> str:
        """The author's characters of a span, with the partners of brackets that it cuts."""
        span = whole(self.latex, span)
        return self.latex[span.start : span.end]

    def unsupported(self, message: str, span: Span, cure: str = "", *notes: str) -> Fault:
        """A fault `unsupported-latex`."""
        return fault_at("unsupported-latex", message, whole(self.latex, span), cure, *notes)

    def ambiguous(self, message: str, span: Span, cure: str, *readings: str) -> Fault:
        """A fault `ambiguous-latex` with the readings that would all be possible."""
        notes = tuple(f"reading: {reading}" for reading in readings)
        return fault_at("ambiguous-latex", message, whole(self.latex, span), cure, *notes)

    def unbound(self, span: Span) -> Fault:
        """A fault `unbound-symbol`, with the nearest name that has a row."""
        name = self.text(span)
        cure = self.names.nearest(name)
        return fault_at("unbound-symbol", f"`{name[:60]}` has no row", span, cure)


def letter_of(items: tuple[Item, ...]) -> str | None:
    """The letter, if the items are one letter without scripts."""
    if len(items) == 1 and items[0].kind == "letter" and not items[0].has_scripts:
        return items[0].text
    return None


def walk_items(items: tuple[Item, ...]) -> list[tuple[Item, bool]]:
    """Every item, nested ones included, and whether it stands in a subscript."""
    found: list[tuple[Item, bool]] = []
    _gather(items, False, found)
    return found


def _gather(items: tuple[Item, ...], is_below: bool, found: list[tuple[Item, bool]]) -> None:
    for item in items:
        found.append((item, is_below))
        for part in item.parts:
            _gather(part, is_below, found)
        for row in item.rows:
            for cell in row:
                _gather(cell, is_below, found)
        if item.sub is not None:
            _gather(item.sub, True, found)
        if item.sup is not None:
            _gather(item.sup, is_below, found)


def split_commas(items: tuple[Item, ...], signs: str = ",") -> list[tuple[Item, ...]]:
    """The stretches between commas of this level."""
    parts: list[tuple[Item, ...]] = []
    start = 0
    for at, item in enumerate(items):
        if item.kind == "sign" and item.text in signs:
            parts.append(items[start:at])
            start = at + 1
    parts.append(items[start:])
    return parts


def read_list(items: tuple[Item, ...], around: Span, context: Context) -> tuple[Node, ...]:
    """Expressions between commas, none of them empty."""
    spans = span_of(items) if items else around
    return tuple(context.read(part, spans) for part in split_commas(items))
