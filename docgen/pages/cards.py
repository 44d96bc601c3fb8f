"""Cards of the symbols of a page: rows of its tables, with what the runs of their concepts saw.

The row `| $Z$ | widened rows | ``Z`` | (T, F) |` gets the value that `Z` has in the first call of
the first run, named with that run.
"""

from __future__ import annotations

import re

from docgen.diagnostics import Fault
from docgen.latex.mathml import set_math
from docgen.links.runs import Run
from docgen.links.symbol import Symbol
from docgen.pages.assemble import PageDraft
from docgen.pages.context import ConceptFacts, PageContext
from docgen.pages.dimension import dimension
from docgen.pages.inline import render_unlinked
from docgen.pages.marks import page_marks
from docgen.trace.plan import Observation
from docgen.views.card import CardPart, render_cards
from docgen.views.escape import escape
from docgen.views.frame import end_of, entry_text

_MARKUP = re.compile(r"[\\`*_{}\[\]<>&$!]")


def has_cards(draft: PageDraft) -> bool:
    """Whether anything on the page can be pointed at: a symbol or an equation."""
    return bool(draft.equations) or any(facts.symbols for facts in draft.concepts)


def render_page_cards(draft: PageDraft) -> str:
    """The element that ends a page, with a card for each symbol; empty where there is no use."""
    if not has_cards(draft):
        return ""
    return render_cards(page_cards(draft))


def page_cards(draft: PageDraft) -> list[CardPart]:
    """A card for each symbol of the page, in the order of their numbers."""
    cards = []
    for entry in page_marks(draft).entries:
        draft.context.concept = entry.facts
        cards.append(_card(draft.context, entry.number, entry.symbol, entry.facts))
    return cards


def _card(context: PageContext, number: int, symbol: Symbol, facts: ConceptFacts) -> CardPart:
    run, seen, note = _seen(symbol, facts)
    if symbol.is_notation:
        known = dimension(context, symbol.latex.strip())
        note = end_of(entry_text(known)) if known else ""
    return CardPart(
        number,
        _set(symbol.latex),
        _meaning(symbol.meaning, context),
        symbol.cell_text,
        symbol.is_called,
        symbol.shape_text,
        seen.value if seen is not None else None,
        f"{run.name}, call {seen.call + 1}" if run is not None and seen is not None else "",
        note,
    )


def _seen(symbol: Symbol, facts: ConceptFacts) -> tuple[Run | None, Observation | None, str]:
    """The first value of a symbol with its run, and what must be said of it or of its lack."""
    cell = symbol.cell
    if cell is None:
        is_open = symbol.doubt is not None and bool(symbol.cell_text)
        return None, None, "An equation says which of its places is meant." if is_open else ""
    for run in facts.runs:
        if run.failed or run.trace is None:
            continue
        found = [each for each in cell.observe(run) if each.value is not None]
        if not found:
            continue
        if cell.watch(run) in run.trace.unstable:
            return None, None, f"It has another value each time {run.name} runs."
        first = found[0]
        is_again = any(each.call == first.call for each in found[1:])
        return run, first, " ".join(filter(None, (_position(cell.free), _visit(is_again))))
    return None, None, "No run of an example records it."


def _position(letters: tuple[str, ...]) -> str:
    if not letters:
        return ""
    return f"The first position is shown: {', '.join(f'{letter} = 0' for letter in letters)}."


def _visit(is_again: bool) -> str:
    return "It is bound more than once in this call; the first value is shown." if is_again else ""


def _meaning(text: str, context: PageContext) -> str:
    """The words of the row; a card holds no links."""
    if not _MARKUP.search(text):
        return escape(text)
    return render_unlinked(text, context)


def _set(latex: str) -> str:
    try:
        return set_math(latex, False)
    except Fault:
        return f"<code>{escape(latex)}</code>"
