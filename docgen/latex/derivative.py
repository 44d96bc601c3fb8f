r"""Fractions, and derivatives written as fractions.

`\frac{\partial Y}{\partial X}` is the derivative of one symbol by another, `\frac{d}{2}` half of d.
"""

from __future__ import annotations

from docgen.latex.context import Context
from docgen.latex.item import Item
from docgen.latex.node import Derivative, Local, Node, Parameter, Quotient, Symbol
from docgen.text import Span


def _is_partial(item: Item) -> bool:
    return item.kind == "letter" and item.text == "partial" and not item.has_scripts


def read_fraction(item: Item, context: Context) -> Node:
    """A fraction: a derivative where it is `∂Y` over `∂X`, else a quotient.

    Raises:
        Fault: `unsupported-latex` where `∂` stands in one half only, or not before one symbol.
    """
    above, below = item.parts
    if (above[:1] and _is_partial(above[0])) or (below[:1] and _is_partial(below[0])):
        if not (above[:1] and _is_partial(above[0]) and below[:1] and _is_partial(below[0])):
            message = f"`{context.text(item.span)}` is not read"
            cure = r"write `\frac{\partial Y}{\partial X}`"
            raise context.unsupported(message, item.span, cure)
        of, by = (_one_symbol(part[1:], item.span, context) for part in (above, below))
        return Derivative(item.span, of, by)
    where = item.span
    return Quotient(where, context.read(above, where), context.read(below, where))


def _one_symbol(items: tuple[Item, ...], around: Span, context: Context) -> Node:
    node = context.read(items, around)
    if not isinstance(node, (Symbol, Local, Parameter)):
        raise context.unsupported("a derivative is of one symbol by one symbol", node.span)
    return node


def read_inline(items: tuple[Item, ...], at: int, context: Context) -> tuple[Node, int]:
    r"""`\partial L/\partial W`, in one line.

    Raises:
        Fault: `unsupported-latex` for a `\partial` without a quotient.
    """
    slash = next((k for k in range(at, len(items)) if items[k].is_sign("/")), None)
    item = items[at]
    if slash is None or slash + 2 >= len(items) or not _is_partial(items[slash + 1]):
        cure = r"write `\frac{\partial Y}{\partial X}`"
        raise context.unsupported(r"`\partial` without a quotient", item.span, cure)
    start = slash + 2
    match = context.names.match(items, start)
    after = start + (match.length if match is not None else 1)
    of = _one_symbol(items[at + 1 : slash], item.span, context)
    by = _one_symbol(items[start:after], items[start].span, context)
    return Derivative(Span(item.span.start, by.span.end), of, by), after
