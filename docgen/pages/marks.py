"""Every symbol of a page gets a number, under which all its places on the page light up.

A symbol is a row of a symbol table: on a page whose table has the rows `$Z$` and `$A$` they are 0
and 1. A row that a concept borrows is the symbol of that row, wherever it stands.

Three words are kept apart. A place is where the code says the value of a symbol (`source.places`),
an occurrence is where a formula names one (`latex.marks`), and a mark is what the page draws
around either, with the numbers of the symbols (`views.mark`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from docgen.diagnostics import Fault
from docgen.latex.marks import Occurrence, class_of, set_marked
from docgen.latex.node import Equation as Tree
from docgen.links.declare import declare
from docgen.links.definition import head
from docgen.links.notation import is_expression
from docgen.links.symbol import Symbol
from docgen.markup.page import InlineMath
from docgen.pages.context import ConceptFacts, PageContext
from docgen.pages.occurrence import in_text, in_tree, joined
from docgen.pages.places import symbol_places
from docgen.source.anchor import Region
from docgen.text import SourceText, Span
from docgen.views.mark import Mark

if TYPE_CHECKING:
    from docgen.pages.assemble import PageDraft

Key = tuple[str, int, str]
"""A row of the site: its page, where its symbol stands in it, and the symbol."""


@dataclass(frozen=True, slots=True)
class Marked:
    """A symbol under its number.

    Attributes:
        facts: The concept whose table declares it; of a row of another page, that page's concept.
        places: In the file of the concept's function.
        is_here: Its row stands on this page, so that links can lead to it.
    """

    number: int
    symbol: Symbol
    facts: ConceptFacts
    places: tuple[Region, ...] = ()
    is_here: bool = True

    @property
    def is_bound(self) -> bool:
        """Whether its row names code."""
        symbol = self.symbol
        return bool(self.places) or symbol.cell is not None or symbol.doubt is not None


@dataclass(frozen=True, eq=False)
class Marks:
    """The symbols of a page, by number, and where they stand."""

    context: PageContext
    concepts: Sequence[ConceptFacts]

    @cached_property
    def rows(self) -> tuple[tuple[ConceptFacts, Symbol], ...]:
        """Every symbol with the concept that declares it, in the order of their numbers."""
        own = [(facts, symbol) for facts in self.concepts for symbol in facts.symbols]
        lent = [row for facts in self.concepts for row in _borrowed(self.context, facts)]
        found = {_key(facts, symbol): (facts, symbol) for facts, symbol in (*lent, *own)}
        order = dict.fromkeys(_key(*row) for row in (*own, *lent))
        return tuple(found[key] for key in order)

    @cached_property
    def numbers(self) -> dict[Key, int]:
        """Row of the site → its number on this page."""
        return {_key(*row): number for number, row in enumerate(self.rows)}

    @cached_property
    def entries(self) -> tuple[Marked, ...]:
        """The symbols with their places in the code; asked for once the equations are tied."""
        page = self.context.page.source.path
        return tuple(
            Marked(
                number,
                symbol,
                facts,
                symbol_places(self.context, facts, symbol),
                facts.section.page.source.path == page,
            )
            for number, (facts, symbol) in enumerate(self.rows)
        )

    @cached_property
    def lines(self) -> dict[str, dict[int, tuple[Mark, ...]]]:
        """File → line → its marks, in columns from 0."""
        found: dict[str, dict[int, dict[tuple[int, int], list[Marked]]]] = {}
        for entry in self.entries:
            if not entry.places or entry.facts.function is None:
                continue
            path = entry.facts.function.path
            source = self.context.index.source(path)
            for line, start, end in _pieces(source, entry.places):
                of_line = found.setdefault(path, {}).setdefault(line, {})
                of_line.setdefault((start, end), []).append(entry)
        return {
            path: {
                line: tuple(_mark(*span, entries) for span, entries in sorted(of_line.items()))
                for line, of_line in of_file.items()
            }
            for path, of_file in found.items()
        }

    def number(self, facts: ConceptFacts, symbol: Symbol) -> int | None:
        """The number of a row that a concept of the page has or borrows."""
        for origin, one in _in_reach(self.context, facts):
            if one.span == symbol.span and one.latex == symbol.latex:
                return self.numbers.get(_key(origin, one))
        return None

    def names(self, facts: ConceptFacts) -> dict[str, int]:
        """What formulas of a concept can name, as LaTeX, with its number; the first row counts."""
        known = self._names.get(id(facts))
        if known is None:
            known = self._names[id(facts)] = self._named(facts)
        return known

    @cached_property
    def _names(self) -> dict[int, dict[str, int]]:
        return {}

    def _named(self, facts: ConceptFacts) -> dict[str, int]:
        rows = list(_in_reach(self.context, facts))
        declared = {id(one) for one in declare([one for _, one in rows]).values()}
        reach = tuple((one.latex, one.is_function) for _, one in rows)
        found: dict[str, int] = {}
        for origin, one in rows:
            number = self.numbers.get(_key(origin, one))
            is_sign = one.is_notation and not is_expression(one.latex, reach)
            if number is None or not (id(one) in declared or is_sign):
                continue
            found.setdefault(one.latex.strip(), number)
            if one.is_function or one.cell is None:
                found.setdefault(head(one.latex), number)
        return found

    def of_cell(self, facts: ConceptFacts | None, text: str) -> tuple[int, ...]:
        """The number of the symbol whose cell is written so; none where there is none."""
        symbol = facts.symbol_of(text) if facts is not None else None
        if facts is None or symbol is None or symbol.is_notation:
            return ()
        number = self.number(facts, symbol)
        return () if number is None else (number,)

    def equation(self, facts: ConceptFacts | None, latex: str, tree: Tree | None) -> str:
        """A display formula with its marks.

        Raises:
            Fault: It cannot be set.
        """
        if facts is None:
            return set_marked(latex, (), True)
        names = self.names(facts)
        found = in_text(latex, names) if tree is None else in_tree(latex, tree, names)
        return set_marked(latex, joined(found), True)

    def text(self, facts: ConceptFacts | None, latex: str, display: bool = False) -> str:
        """A formula that nothing read, with its marks.

        Raises:
            Fault: It cannot be set.
        """
        found = in_text(latex, self.names(facts)) if facts is not None else []
        return set_marked(latex, joined(found), display)

    def inline(self, facts: ConceptFacts | None, item: InlineMath) -> str:
        """A formula of the running text, or the symbols of a row where their table has them.

        Raises:
            Fault: It cannot be set.
        """
        own = facts.symbols if facts is not None else ()
        rows = [
            Occurrence(span, (self.numbers[_key(facts, one)],), declares=True)
            for one in own
            if facts is not None and (span := _within(one, item)) is not None
        ]
        if not rows:
            return self.text(facts, item.latex, item.display)
        made = set_marked(item.latex, joined(rows), item.display)
        for one in rows:
            number = one.numbers[0]
            if f'id="dg-sym-{number}"' not in made:
                # Links lead to it, so it needs a place even where its letters cannot be told.
                name = class_of((number,))
                made = f'<span class="{name}" id="dg-sym-{number}" tabindex="0">{made}</span>'
        return made


def page_marks(draft: PageDraft) -> Marks:
    """The symbols of a page: its own rows in order, then those that it borrows."""
    context = draft.context
    if context.marks is None:
        context.marks = Marks(context, draft.concepts)
    return context.marks


def _key(facts: ConceptFacts, symbol: Symbol) -> Key:
    return facts.section.page.source.path, symbol.span.start, symbol.latex


def _in_reach(context: PageContext, facts: ConceptFacts) -> Iterator[tuple[ConceptFacts, Symbol]]:
    """A concept's own rows, then those that it borrows, each with the concept that declares it."""
    for symbol in facts.symbols:
        yield facts, symbol
    yield from _borrowed(context, facts)


def _borrowed(context: PageContext, facts: ConceptFacts) -> Iterator[tuple[ConceptFacts, Symbol]]:
    for text, _ in facts.section.block.options.items("with"):
        try:
            function = context.index.function(text, context.module)
        except Fault:
            continue  # reported where it is borrowed
        others = context.site.concepts.get(function.dotted, [])
        for symbol in others[0].symbols if len(others) == 1 else ():
            yield others[0], symbol


def _within(symbol: Symbol, item: InlineMath) -> Span | None:
    """Where a formula of a symbol table has a symbol."""
    span = symbol.span.shift(-item.latex_span.start)
    is_inside = 0 <= span.start < span.end <= len(item.latex)
    return span if is_inside and item.latex[span.start : span.end] == symbol.latex else None


def _pieces(source: SourceText, places: Sequence[Region]) -> Iterator[tuple[int, int, int]]:
    """Places line by line, without the indentation of the lines behind the first."""
    for place in places:
        for line in range(place.line, place.end_line + 1):
            text = source.line_text(line)
            start = place.column - 1 if line == place.line else len(text) - len(text.lstrip())
            end = place.end_column - 1 if line == place.end_line else len(text.rstrip())
            if start < end:
                yield line, start, end


def _mark(start: int, end: int, entries: Sequence[Marked]) -> Mark:
    numbers = tuple(dict.fromkeys(entry.number for entry in entries))
    link = next((entry.number for entry in entries if entry.is_here), None)
    return Mark(start, end, numbers, link)
