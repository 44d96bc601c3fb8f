"""Variants of a statement with another input of the function that had the same value in the run.

Called as `product(A, A)`, the code `Z = X @ Y` agrees with `Z = Y X` as well; with β₁ = β₂ = 0.9 an
average by one agrees with that by the other. What the function makes of its inputs is left alone:
where it comes to the value of an input, the code may say so.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from docgen.evaluation.inputs import Inputs
from docgen.evaluation.point import Point
from docgen.evaluation.spots import placed, spots
from docgen.evaluation.term import Formula, Leaf, Term
from docgen.evaluation.variant import Variant
from docgen.evaluation.words import EQUAL

_NUMBERS = "iufc"


def twins(
    formula: Formula, number: int, points: Sequence[Point], inputs: Inputs
) -> tuple[Variant, ...]:
    """The variants of one statement with an input in the place of one equal to it at all points.

    Args:
        formula: As `Inputs.widened` makes it.
    """
    if not points:
        return ()
    leaves = {leaf.name: leaf for leaf in formula.leaves if leaf.name in inputs.cells}
    statement = formula.statements[number]
    found = []
    for spot in spots(statement):
        leaf = leaves.get(spot.term.text) if spot.term.op == "leaf" else None
        if leaf is None:
            continue
        for other in _twins_of(leaf, leaves, points, inputs.cells):
            changed = spot.put(placed(Term("leaf", text=other.name), spot))
            words = f"{EQUAL}{other.symbol}{_value(points, leaf)}"
            found.append(Variant(words, spot.term.span, changed, spot.term))
    return tuple(found)


def _twins_of(
    leaf: Leaf, leaves: Mapping[str, Leaf], points: Sequence[Point], cells: Mapping[str, str]
) -> Iterator[Leaf]:
    """Other inputs of its kind with its value at every point."""
    for other in leaves.values():
        is_other = cells[other.name] != cells[leaf.name] and other.symbol != leaf.symbol
        is_alike = (other.letters, other.target) == (leaf.letters, leaf.target)
        if is_other and is_alike and all(_is_equal(point, leaf, other, cells) for point in points):
            yield other


def _is_equal(point: Point, leaf: Leaf, other: Leaf, cells: Mapping[str, str]) -> bool:
    if leaf.name not in point.values or other.name not in point.values:
        return False
    one, two = (np.asarray(point.values[each.name]) for each in (leaf, other))
    if one.dtype.kind not in _NUMBERS or two.dtype.kind not in _NUMBERS or not one.size:
        return False
    # Two entries of one dictionary may be one array by design; two arguments are so by the call.
    if one.ndim and not all(cells[each.name].isidentifier() for each in (leaf, other)):
        return False
    return one.shape == two.shape and bool(np.array_equal(one, two))


def _value(points: Sequence[Point], leaf: Leaf) -> str:
    """The number that both are, where it is one in all points."""
    values = {repr(np.asarray(point.values[leaf.name]).tolist()) for point in points}
    is_number = all(np.ndim(point.values[leaf.name]) == 0 for point in points)
    return f" = {values.pop()}" if is_number and len(values) == 1 else ""
