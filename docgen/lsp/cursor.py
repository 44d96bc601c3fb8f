"""What stands at the cursor of a page: a symbol, an equation, a reference to code.

The page is scanned as the editor has it; what the last check found of the same concept, equation or
symbol is looked up by name, so that answers do not wait for the next check.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from docgen.diagnostics import Fault
from docgen.latex.name import parts_of
from docgen.links.equation import Equation
from docgen.links.symbol import Symbol
from docgen.lsp.desk import Desk
from docgen.markup.page import Block, Fence, InlineMath, Link, Options, Page
from docgen.markup.scan import scan
from docgen.markup.sections import Concept, concepts
from docgen.markup.symbols import SymbolRow, symbol_tables
from docgen.pages.assemble import PageDraft
from docgen.pages.context import ConceptFacts
from docgen.pages.names import occurrences
from docgen.source.anchor import Anchor
from docgen.text import SourceText, Span


@dataclass(frozen=True, slots=True)
class SymbolAt:
    """A symbol, in an equation, a formula of the text, or its row."""

    symbol: Symbol
    facts: ConceptFacts
    span: Span


@dataclass(frozen=True, slots=True)
class EquationAt:
    """An equation, at a place of it that is no symbol."""

    equation: Equation
    draft: PageDraft
    span: Span


@dataclass(frozen=True, slots=True)
class AnchorAt:
    """A reference to code: of a link, an option or a concept block."""

    anchor: Anchor
    span: Span


@dataclass(frozen=True, slots=True)
class ValueAt:
    """A link to a value; its text as it was checked."""

    target: str
    value: str
    span: Span


At = SymbolAt | EquationAt | AnchorAt | ValueAt


def find(desk: Desk, source: SourceText, offset: int) -> At | None:
    """What stands at an offset; None where nothing does that the last check knows."""
    draft = desk.draft(source.path)
    if draft is None:
        return None
    return _Finder(draft, scan(source), offset).find()


class _Finder:
    def __init__(self, draft: PageDraft, page: Page, offset: int) -> None:
        self.draft = draft
        self.page = page
        self.offset = offset
        self.index = draft.context.index
        self.section = _section(page, offset)
        self.facts = self._facts()

    def _facts(self) -> ConceptFacts | None:
        """The same concept as it was checked."""
        if self.section is None:
            return None
        name = self.section.block.argument
        same = [one for one in self.draft.concepts if one.section.block.argument == name]
        return same[0] if same else None

    def holds(self, span: Span | None) -> bool:
        """Whether the cursor stands in or right behind some text."""
        return span is not None and span.start <= self.offset <= span.end

    def find(self) -> At | None:
        # What stands inside of another item follows it.
        for item in reversed(self.page.items):
            title = item.title_span if isinstance(item, Fence) else None
            if not self.holds(item.span) and not self.holds(title):
                continue
            found: At | None = None
            if isinstance(item, Link):
                found = self._link(item)
            elif isinstance(item, Fence) and item.language == "math":
                found = self._fence(item)
            elif isinstance(item, InlineMath):
                found = self._formula(item.latex, item.latex_span)
            elif isinstance(item, Block):
                found = self._block(item)
            if found is not None:
                return found
        return self._row()

    # Code.

    @property
    def scope(self) -> str:
        function = self.facts.function if self.facts is not None else None
        return function.scope if function is not None else self.draft.context.module

    def _anchor(self, text: str, span: Span) -> AnchorAt | None:
        wanted = self.draft.context.settings.lookup.get(text, text)
        try:
            return AnchorAt(self.index.test(wanted, self.scope), span)
        except Fault:
            return None

    def _link(self, link: Link) -> At | None:
        if link.kind == "code":
            return self._anchor(link.target, link.target_span)
        if link.kind == "value":
            for entry in self.draft.drafts:
                if isinstance(entry.item, Link) and entry.item.target == link.target:
                    shown = getattr(entry.part, "value", "")
                    return ValueAt(link.target, shown, link.span) if shown else None
        return None

    def _options(self, options: Options) -> AnchorAt | None:
        for option in options.entries:
            if self.holds(option.value_span):
                for text, span in options.items(option.key):
                    if self.holds(span):
                        return self._anchor(text, span)
        return None

    def _block(self, block: Block) -> AnchorAt | None:
        if block.name == "concept" and self.holds(block.argument_span):
            return self._anchor(block.argument, block.argument_span)
        found = self._options(block.options)
        if found is None and block.name in ("listing", "example") and block.rows:
            for row in block.rows:
                if row.cells and self.holds(row.cells[0].span):
                    return self._anchor(row.cells[0].text.strip("` "), row.cells[0].span)
        return found

    # Mathematics.

    def _fence(self, fence: Fence) -> At | None:
        if self.holds(fence.info_span):
            found = self._options(fence.options)
            if found is not None:
                return found
        if self.holds(fence.body_span):
            symbol = self._formula(self.page.source.slice(fence.body_span), fence.body_span)
            if symbol is not None:
                return symbol
        span = fence.span if fence.title_span is None else fence.title_span
        for equation, _ in self.draft.equations:
            same_title = equation.title == fence.title
            if same_title and _plain(equation.fence.body) == _plain(fence.body):
                return EquationAt(equation, self.draft, Span(span.start, fence.span.end))
        return None

    def _symbols(self) -> list[Symbol]:
        return [*self.facts.symbols, *self.facts.borrowed] if self.facts is not None else []

    def _formula(self, latex: str, span: Span) -> SymbolAt | None:
        """The symbol of a formula at the cursor; best the one that begins there."""
        assert span.start <= self.offset
        named = dict(_named(self._symbols()))
        places = [
            (name, where.shift(span.start))
            for name, where in occurrences(latex, named)
            if where.start + span.start <= self.offset <= where.end + span.start
        ]
        places.sort(key=lambda place: -place[1].start)
        if not places or self.facts is None:
            return None
        name, where = places[0]
        return SymbolAt(named[name], self.facts, where)

    def _row(self) -> SymbolAt | None:
        """The symbol of a row of the symbol table; of several, the one at the cursor."""
        if self.section is None or self.facts is None:
            return None
        rows, _ = symbol_tables(self.section)
        for row in rows:
            if self.holds(row.span):
                number = self._number(row)
                for symbol in self.facts.symbols:
                    if symbol.latex == row.symbols[number][0]:
                        return SymbolAt(symbol, self.facts, row.span)
        return None

    def _number(self, row: SymbolRow) -> int:
        """Which of a row's symbols is meant: by its cell, or its Shape; else the first."""
        for entries in (row.symbols, row.cells, row.shapes):
            for number, (_, span) in enumerate(entries):
                if self.holds(span) and len(entries) == len(row.symbols):
                    return number
        return 0


def _section(page: Page, offset: int) -> Concept | None:
    """The innermost concept around an offset."""
    found, _ = concepts(page)
    around = [one for one in found if one.span.start <= offset <= one.span.end]
    return max(around, key=lambda one: one.span.start) if around else None


def _named(symbols: list[Symbol]) -> Iterator[tuple[str, Symbol]]:
    """Symbols by their LaTeX; those of functions also by their names without the argument."""
    for symbol in reversed(symbols):
        parts = parts_of(symbol.latex)
        if parts is not None:
            yield parts[0], symbol
    for symbol in reversed(symbols):
        yield symbol.latex, symbol


def _plain(text: str) -> str:
    return " ".join(text.split())
