r"""The other ways to group `\odot` beside juxtaposed arrays.

`A B \odot C` is read as `(A B) \odot C`; the other grouping is `A (B \odot C)`.
"""

from __future__ import annotations

from collections.abc import Iterator

from docgen.latex.node import Node, Product
from docgen.text import Span


def other_groupings(node: Product, latex: str) -> Iterator[tuple[Product, tuple[str, str]]]:
    """Products with the tighter reading of one `⊙`, and both readings in words.

    Scalars beside it make no difference, so only products of arrays count.
    """

    def text(span: Span) -> str:
        return latex[span.start : span.end]

    for left, right in zip(node.factors, node.factors[1:], strict=False):
        # A product in brackets is settled; the tree holds it as it holds one without.
        between = text(Span(left.span.end, right.span.start))
        is_closed = _depth(between, ")]") > _unmatched(text(left.span)[::-1], ")]", "([")
        is_opened = _depth(between, "([") > _unmatched(text(right.span), "([", ")]")
        before = (left,) if is_closed else _factors(left)
        after = (right,) if is_opened else _factors(right)
        kinds = {
            *(() if is_closed else _kinds(left)[-1:]),
            *(() if is_opened else _kinds(right)[:1]),
        }
        if not kinds & {"matrix", "dot", "outer"}:
            continue
        span = Span(before[-1].span.start, after[0].span.end)
        inner = Product(span, (before[-1], after[0]), ("⊙",))
        factors = (*before[:-1], inner, *after[1:])
        other = Product(node.span, factors, ("",) * (len(factors) - 1))
        lead = " ".join(text(one.span) for one in before[:-1])
        tail = " ".join(text(one.span) for one in after[1:])
        last, first = text(before[-1].span), text(after[0].span)
        loose = rf"({lead} {last}) \odot ({first} {tail})".replace("( ", "(").replace(" )", ")")
        tight = rf"{lead} ({last} \odot {first}) {tail}".strip()
        yield other, (loose, tight)


def _factors(node: Node) -> tuple[Node, ...]:
    return node.factors if isinstance(node, Product) else (node,)


def _kinds(node: Node) -> tuple[str, ...]:
    return node.kinds if isinstance(node, Product) else ()


def _depth(between: str, brackets: str) -> int:
    return sum(between.count(one) for one in brackets)


def _unmatched(latex: str, openers: str, closers: str) -> int:
    """How many brackets close in a text that were opened before it."""
    depth = lowest = 0
    for one in latex:
        depth += (one in openers) - (one in closers)
        lowest = min(lowest, depth)
    return -lowest
