"""Left sides that the code changes again behind the statement that an equation is linked to.

In `w = 2 * x; w[0] = 0; return w` the equation `W = 2 X` holds for a `w` that nobody gets: that is
`symbol-clash` at the equation, unless its `code` says that this very statement is meant.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from docgen.diagnostics import Fault, Label
from docgen.links.bound import BoundEquation
from docgen.links.compare import left_leaf
from docgen.links.place import Place, normal
from docgen.pages.context import PageContext
from docgen.pages.tie import Check, flow_of
from docgen.source.flow import Flow, NodeKey, Step


def check_later(context: PageContext, check: Check, checks: Sequence[Check]) -> None:
    """Report statements that change a left side later, and that no equation is linked to."""
    if check.bound is None or check.equation.fence.options.option("code") is not None:
        return
    flow = flow_of(context, check.facts)
    told: set[NodeKey] = set()
    known = set(_known(check, checks))
    for name, place in _lefts(check.bound):
        for step in _changes(flow, place):
            if step.node in known or step.node in told:
                continue
            told.add(step.node)
            check.gap = "its left side is changed again later"
            source = context.index.source(place.function.path)
            label = Label(source.place(source.line_span(step.node[0])), "changed here")
            context.fault(
                Fault(
                    "symbol-clash",
                    f"`{place.expression[:30]}` is changed behind the statement of `{name[:20]}`",
                    notes=("one symbol has one value in a call, and no equation says the later",),
                    help="link the later statement to an equation, or give the earlier value a"
                    " symbol of its own: `x` before `statement`",
                    related=(label,),
                ),
                check.equation.fence.info_span,
            )


def _known(check: Check, checks: Sequence[Check]) -> Iterator[NodeKey]:
    """Statements that an equation of the concept is linked to, or that a row names."""
    for other in checks:
        if other.facts is check.facts:
            yield from (link.anchor.node for link in other.equation.links)
    for symbol in (*check.facts.symbols, *check.facts.borrowed):
        if symbol.cell is not None and symbol.cell.node is not None:
            yield symbol.cell.node


def _lefts(bound: BoundEquation) -> Iterator[tuple[str, Place]]:
    """Symbols on the left sides of an equation, each with the place where it is read."""
    names = {leaf.name: leaf.symbol for leaf in bound.formula.leaves}
    for one in bound.comparisons:
        left = None if one.statement.is_property else left_leaf(one.statement)
        place = bound.places.get(left.text) if left is not None else None
        if left is None or place is None or left.text.startswith("+"):
            continue
        if place.when == "after" and not place.is_paired and not place.is_part:
            yield names[left.text], place


def _changes(flow: Flow, place: Place) -> Iterator[Step]:
    """Statements that bind a cell, or a part of it, behind the one where it is read."""
    text = normal(place.expression)
    if place.node is None or "(" in text:
        return
    here = flow.step(place.node)
    for step in flow.steps:
        is_later = step.node > place.node and here is not None and step.owner == here.owner
        is_apart = here is not None and not flow.ways([place.node, step.node])[0][1:]
        changes = (bind == text or bind.startswith((f"{text}[", f"{text}.")) for bind in step.binds)
        if is_later and not is_apart and not step.is_blank and any(changes):
            yield step
