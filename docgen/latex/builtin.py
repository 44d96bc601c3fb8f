r"""Letters and signs that mean something without a row: `e`, `I`, `\delta_{ij}`, ones, indicators.

`\mathbf{1}_n` is a column of n ones, `\mathbb{1}[x > 0]` one where x is positive.
"""

from __future__ import annotations

from docgen.latex.context import Context, split_commas
from docgen.latex.item import Item, span_of
from docgen.latex.node import (
    Constant,
    Delta,
    Identity,
    Index,
    Indicator,
    Node,
    Number,
    Ones,
    Parameter,
    Product,
)
from docgen.latex.relation import has_relation, read_conditions
from docgen.latex.script import apply_scripts
from docgen.latex.walk import letters_in
from docgen.text import Span

ONES = ("bold:1", "double:1")


def read_letter(item: Item, context: Context) -> Node:
    """An undeclared letter: built in, a parameter or an index.

    Raises:
        Fault: `unbound-symbol` for a letter that is none of these.
    """
    where = item.nucleus
    if item.primes:
        raise context.unbound(item.span)
    if item.text == "delta" and item.sub is not None and item.text not in context.letters:
        return _delta(item, context)
    if item.text in context.parameters:
        return apply_scripts(
            Parameter(where, item.text), item.sub, item.sup, None, item.span, context
        )
    is_index = item.text in context.letters or item.text in context.bound
    if is_index and item.sub is None:
        return apply_scripts(Index(where, item.text), None, item.sup, 0, item.span, context)
    if item.text == "e" and item.sub is None:
        return apply_scripts(Constant(where, "e"), None, item.sup, 0, item.span, context)
    if item.text == "I":
        length = _length(item, context)
        return apply_scripts(Identity(where, length), None, item.sup, 2, item.span, context)
    raise context.unbound(item.span)


def _length(item: Item, context: Context) -> Node | None:
    """The length below ones or an identity: a number of rows, and no index."""
    if item.sub is None:
        return None
    length = context.read(item.sub, item.span)
    is_pair = isinstance(length, Product) and not isinstance(length.factors[0], Number)
    if is_pair or letters_in(length):
        message = f"`{context.text(length.span)}` is no length"
        raise context.unsupported(message, length.span, "write one dimension")
    return length


def _delta(item: Item, context: Context) -> Node:
    assert item.sub is not None
    parts = split_commas(item.sub)
    if len(parts) == 1 and len(item.sub) == 2 and all(one.kind == "letter" for one in item.sub):
        parts = [item.sub[:1], item.sub[1:]]
    if len(parts) != 2 or item.sup is not None:
        raise context.unbound(item.span)
    left, right = (context.read(part, item.span) for part in parts)
    return Delta(item.span, left, right)


def _indicator(items: tuple[Item, ...], span: Span, context: Context) -> Node:
    conditions = read_conditions(items, span, context)
    if len(conditions) > 1:
        raise context.unsupported("several conditions in one indicator", span, "multiply two")
    return Indicator(span, conditions[0])


def read_ones(item: Item, bracket: Item | None, context: Context) -> tuple[Node, int]:
    """A column of ones or an indicator, and how many items it takes.

    Raises:
        Fault: `unsupported-latex` for an indicator without a condition.
    """
    if item.primes:
        raise context.unbound(item.span)
    if bracket is not None and has_relation(bracket.parts[0]) and not item.has_scripts:
        if bracket.has_scripts:
            raise context.unsupported("scripts on an indicator", bracket.span)
        span = Span(item.span.start, bracket.span.end)
        return _indicator(bracket.parts[0], span, context), 2
    if item.sub is not None and has_relation(item.sub) and item.sup is None:
        return _indicator(item.sub, item.span, context), 1
    if item.text == "double:1":
        cure = r"write `\mathbf{1}` for a vector of ones, `\mathbb{1}[x > 0]` for an indicator"
        raise context.unsupported("an indicator without a condition", item.span, cure)
    length = _length(item, context)
    end = span_of(item.sub).end if item.sub else item.nucleus.end
    ones = Ones(Span(item.nucleus.start, max(end, item.nucleus.end)), length)
    return apply_scripts(ones, None, item.sup, 1, item.span, context), 1
