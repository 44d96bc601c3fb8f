"""Code in symbol tables: `Z` in the column `In code` is a place of its symbol.

A host may hand a page over without its front matter, so a place is told by table, row and cell.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from docgen.latex.marks import class_of
from docgen.links.symbol import Symbol
from docgen.markup.page import Page, Row, Table
from docgen.pages.assemble import Draft, PageDraft
from docgen.pages.indexes import Markup
from docgen.pages.marks import page_marks
from docgen.text import Span
from docgen.views.escape import escape


@dataclass(frozen=True, slots=True)
class CellCode:
    """Inline code of a rendered page, its backticks included, and what stands there instead."""

    span: Span
    draft: Draft


def cell_codes(rendered: Page, draft: PageDraft) -> Iterator[CellCode]:
    """The code of the bound symbols of a page as a host renders it."""
    marks = page_marks(draft)
    bound = {id(entry.symbol): entry for entry in marks.entries if entry.is_bound}
    for facts in draft.concepts:
        own = [symbol for symbol in facts.symbols if id(symbol) in bound]
        for shown, entry in zip(rendered.items, draft.drafts, strict=True):
            table = entry.item
            if not isinstance(table, Table) or not isinstance(shown, Table):
                continue
            numbers: dict[tuple[Span, str], list[int]] = {}
            for symbol in own:
                if table.span.start <= symbol.span.start < table.span.end:
                    span = _found(table, shown, symbol, rendered.source.text)
                    if span is not None:
                        number = bound[id(symbol)].number
                        numbers.setdefault((span, symbol.cell_text), []).append(number)
            for (span, text), of in numbers.items():
                html = f'<code class="{class_of(of)}">{escape(text)}</code>'
                yield CellCode(span, Draft(table, part=Markup(html), concept=facts))


def _found(table: Table, shown: Table, symbol: Symbol, text: str) -> Span | None:
    """The code of a symbol's cell in the rendered table; None where it is not that very text."""
    place = _place(table, symbol)
    if place is None:
        return None
    row, column, offset = place
    if row >= len(shown.rows) or column >= len(shown.rows[row].cells):
        return None
    start = shown.rows[row].cells[column].span.start + offset
    end = start + len(symbol.cell_text)
    if text[start:end] != symbol.cell_text:
        return None
    left, right = start, end
    while text[left - 1] == " " and text[left - 2] in " `":
        left -= 1
    while text[right : right + 1] == " " and text[right + 1 : right + 2] in (" ", "`"):
        right += 1
    ticks = 0
    while text[left - 1 - ticks] == "`":
        ticks += 1
    is_code = ticks > 0 and text[right : right + ticks] == "`" * ticks
    return Span(left - ticks, right + ticks) if is_code else None


def _place(table: Table, symbol: Symbol) -> tuple[int, int, int] | None:
    """Row, cell and characters into it at which a symbol's code stands."""
    at = symbol.cell_span.start
    for number, row in enumerate(table.rows):
        column = _column(row, at)
        if column is not None:
            return number, column, at - row.cells[column].span.start
    return None


def _column(row: Row, at: int) -> int | None:
    for number, cell in enumerate(row.cells):
        if cell.span.start <= at < cell.span.end:
            return number
    return None
