"""Where the code of a concept holds the value of each of its symbols.

The symbol `Z` whose cell is `Z` stands at the statement that binds `Z` and wherever that very
binding is read. What is meant comes from the row as it was tied to the code, and from the equations
that read it; no text is compared.
"""

from __future__ import annotations

from docgen.links.cell import Cell, base_name
from docgen.links.runs import plan_name
from docgen.links.symbol import Symbol
from docgen.pages.context import ConceptFacts, PageContext
from docgen.pages.tie import Check
from docgen.source.anchor import Anchor, Region
from docgen.source.callee import callees
from docgen.source.flow import NodeKey
from docgen.source.places import ENTRY, Moment, Places

_PARTS = ("return", "expression", "call")


def symbol_places(context: PageContext, facts: ConceptFacts, symbol: Symbol) -> tuple[Region, ...]:
    """The places of a symbol in the file of its concept's function, in order."""
    if facts.function is None or symbol.is_notation:
        return ()
    if symbol.cell is not None:
        return _of_cell(context, symbol.cell)
    if symbol.doubt is not None:
        return _of_equations(context, facts, symbol)
    if symbol.is_called:
        places = _places(context, facts.function)
        if places is not None:
            return callees(places.definition, symbol.cell_text, context.settings.lookup)
    return ()


def _of_cell(context: PageContext, cell: Cell) -> tuple[Region, ...]:
    anchor = cell.anchor
    if anchor.path != cell.function.path or cell.when == "exit":
        return ()
    if anchor.kind in _PARTS and not cell.fixed:
        if not cell.exact and not cell.free:
            return ()
        if anchor.kind != "return" or anchor.cell != "return":
            return (anchor.region,)
        places = _places(context, context.index.holder(anchor))
        return places.returned(anchor.node) if places is not None else ()
    holder = cell.function if cell.when == "entry" else context.index.holder(anchor)
    if cell.when == "before" and anchor.kind == "parameter":
        holder = cell.function  # what a call hands over is written in this function
    places = _places(context, holder)
    if places is None:
        return ()
    text = cell.expression
    if cell.free:
        text = base_name(context.settings.lookup.get(cell.text, cell.text))
    return places.valued(text, Moment(cell.when, cell.node))


def _of_equations(context: PageContext, facts: ConceptFacts, symbol: Symbol) -> tuple[Region, ...]:
    """Of a cell that is bound several times: the bindings that the equations read."""
    assert facts.function is not None
    wanted = context.settings.lookup.get(symbol.cell_text, symbol.cell_text)
    places = _places(context, facts.function)
    if places is None or not wanted.isidentifier():
        return ()
    givers: set[NodeKey] = set()
    checks: list[Check] = [one for one in context.site.checks.values() if one.facts is facts]
    for check in checks:
        for _, bound in check.ways:
            for leaf in bound.formula.leaves:
                place = bound.places.get(leaf.name)
                if leaf.symbol != symbol.latex or place is None:
                    continue
                is_own = plan_name(place.function) == plan_name(facts.function)
                if not is_own or place.is_paired or place.is_part or place.expression != wanted:
                    continue
                if place.node is None:
                    givers.add(ENTRY)
                else:
                    is_after = place.when == "after"
                    givers |= places.reaching.of(place.node, wanted, is_after=is_after)
    return places.named(wanted, givers) if givers else ()


def _places(context: PageContext, function: Anchor) -> Places | None:
    known = context.site.places
    if function.scope not in known:
        flow = context.site.flows.get(function.scope)
        known[function.scope] = Places.of(context.index, function, flow)
    return known[function.scope]
