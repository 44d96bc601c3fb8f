r"""Shapes of conditions and of `cases`: one number, or by entry.

`z > 0` of a vector `(n,)` holds by entry, so its shape is `(n,)`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from docgen.latex.axes import SCALAR, Form
from docgen.latex.combine import Combiner
from docgen.latex.node import Case, Cases, Chain, Node
from docgen.latex.ranges import Ranges
from docgen.latex.symbol import Declared
from docgen.latex.walk import changed
from docgen.text import Span

# A shape, or None where nothing declares one.
Known = Form | None
Shaped = tuple[Node, Known]


class Shaper(Protocol):
    """Who reads the sides of a condition."""

    combiner: Combiner
    ranges: Ranges
    symbols: Mapping[str, Declared]

    def read(self, node: Node) -> Shaped:
        """A node with the shapes of all its parts, and its own."""


def read_condition(chain: Chain, shaper: Shaper) -> tuple[Chain, Known]:
    """A condition with its kinds, and the shape of what holds."""
    pairs = [shaper.read(side) for side in chain.sides]
    form = pairs[0][1]
    for at, relation in enumerate(chain.relations):
        left, right = chain.sides[at], chain.sides[at + 1]
        shaper.ranges.compare(left, right, relation, shaper.symbols, chain.span)
        form = join(form, pairs[at + 1][1], chain.span, shaper.combiner)
    return changed(chain, sides=tuple(node for node, _ in pairs)), form


def join(left: Known, right: Known, span: Span, combiner: Combiner) -> Known:
    """The shape of two values side by side, entry by entry; a number goes with any.

    Raises:
        Fault: `shape-mismatch` for two arrays of different shape.
    """
    if left is None or right is None:
        return None
    if left.rank != right.rank and 0 not in (left.rank, right.rank):
        raise combiner.mismatch(left, right, span)
    return combiner.add(left, right, span, loose=True)


def read_cases(node: Cases, shaper: Shaper) -> Shaped:
    """Cases with the shapes of their rows; values and conditions share one shape.

    Raises:
        Fault: `shape-mismatch` where the rows do not fit one another.
    """
    rows: list[Case] = []
    form: Known = SCALAR
    for row in node.rows:
        value, one = shaper.read(row.value)
        form = join(form, one, row.span, shaper.combiner)
        conditions: list[Chain] = []
        for condition in row.conditions:
            chain, one = read_condition(condition, shaper)
            conditions.append(chain)
            form = join(form, one, row.span, shaper.combiner)
        rows.append(changed(row, value=value, conditions=tuple(conditions)))
    return changed(node, rows=tuple(rows)), form
