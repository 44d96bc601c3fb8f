r"""Relations: chains of sides, and the conditions of sums, indicators and cases.

`0 < i \le n` is one chain of three sides. What joins conditions is a comma or the word "and".
"""

from __future__ import annotations

from docgen.latex.context import Context, split_commas
from docgen.latex.item import Item, span_of
from docgen.latex.node import Chain, Node
from docgen.text import Span

_ORDERS = {"<", ">", "≤", "≥", "=", "≠"}


def has_relation(items: tuple[Item, ...]) -> bool:
    """Whether `=`, `<` or another relation stands between the items."""
    return any(item.kind == "relation" for item in items)


def read_chain(items: tuple[Item, ...], context: Context) -> Chain:
    """The items as sides with relations between; one side is a chain without relations.

    Raises:
        Fault: `unsupported-latex` for a side that is empty or scripts on a relation.
    """
    sides: list[Node] = []
    relations: list[str] = []
    start = 0
    for at, item in enumerate((*items, None)):
        if item is not None and item.kind != "relation":
            continue
        if item is not None and item.has_scripts:
            raise context.unsupported(f"scripts on `{item.text}`", item.span)
        if at == start:
            where = item or items[at - 1]
            side = "left" if item is not None else "right"
            message = f"`{context.text(where.span)}` has nothing on its {side}"
            raise context.unsupported(message, where.span)
        sides.append(context.read(items[start:at], span_of(items)))
        if item is not None:
            relations.append(item.text)
            start = at + 1
    return Chain(span_of(items), tuple(sides), tuple(relations))


def read_conditions(items: tuple[Item, ...], around: Span, context: Context) -> tuple[Chain, ...]:
    """Conditions joined by commas or "and"; each is a comparison.

    Raises:
        Fault: `unsupported-latex` for what is no comparison.
    """
    joined = tuple(
        item
        if not (item.kind == "name" and item.text == "and")
        else Item("sign", ",", item.span, item.nucleus)
        for item in items
    )
    conditions: list[Chain] = []
    for part in split_commas(joined):
        if not part:
            raise context.unsupported("a condition is missing", around)
        if not has_relation(part):
            span = span_of(part)
            message = f"`{context.text(span)}` is no condition"
            raise context.unsupported(message, span, r"write a comparison, such as `x > 0`")
        chain = read_chain(part, context)
        for relation in chain.relations:
            if relation not in _ORDERS:
                raise context.unsupported(f"`{relation}` in a condition", chain.span)
        conditions.append(chain)
    return tuple(conditions)
