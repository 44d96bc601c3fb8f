"""A statement with the numbers that a reader is shown, and which of its arrays are one.

Where the rows of x and X name the cells `X[t]` and `X`, both leaves hold one array: `twins` says
so, and whoever changes a number of one changes that of the other.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, replace

from docgen.evaluation.term import Formula, Leaf, Statement
from docgen.links.bound import BoundEquation
from docgen.links.place import Place, Surroundings, normal
from docgen.links.runs import Run
from docgen.pages.editable import holds_all, recorded
from docgen.syntax import expression_tree
from docgen.trace.sample import Sample


@dataclass(frozen=True, slots=True)
class Tried:
    """One statement with the run whose numbers are shown."""

    bound: BoundEquation
    number: int
    run: Run
    sample: Sample

    @property
    def formula(self) -> Formula:
        """The equation that it belongs to."""
        return self.bound.formula

    @property
    def statement(self) -> Statement:
        """The statement itself."""
        return self.formula.statements[self.number]


def cells(tried: Tried) -> Iterator[tuple[Leaf, object]]:
    """The leaves of which numbers are shown, each with what tells its cell from others."""
    for leaf in tried.formula.leaves:
        value = tried.sample.values.get(leaf.name)
        if value is None or not holds_all(value):
            continue
        place = tried.bound.places.get(leaf.name)
        yield leaf, cell_of(place, tried.bound.surroundings) if place is not None else None


def cell_of(place: Place, around: Surroundings) -> object:
    """What is equal for places that hold one array; None where that cannot be told.

    A name is told by the statements that may have given it its content. Letters free in a cell
    do not matter: the whole array is recorded.
    """
    index = "" if set(place.index) <= set("[:, ]") else place.index
    plain = replace(place, index=index, letters=())
    step = around.flow.step(place.node) if place.node is not None else None
    if step is not None and step.loops:
        return None
    is_elsewhere = place.function != around.function or place.is_paired or place.is_part
    if is_elsewhere or place.when == "exit":
        return plain
    try:
        tree = expression_tree(place.expression.strip())
    except (SyntaxError, ValueError):
        return plain  # what is returned has no name
    if any(isinstance(each, ast.Call) for each in ast.walk(tree)):
        return plain
    givers = frozenset(
        giver
        for each in ast.walk(tree)
        if isinstance(each, ast.Name) and place.node is not None
        for giver in around.flow.reaching.of(place.node, each.id, is_after=place.when == "after")
    )
    if any((one := around.flow.step(giver)) is None or one.loops for giver in givers):
        return None
    return (normal(place.expression), givers, index)


def twins(tried: Tried) -> tuple[dict[str, str], dict[str, list[str]]]:
    """Leaves that are one array, and leaves of which one is a part of the other.

    Returns:
        Leaf → the first leaf of the same array, where that is another; leaf → the symbols of
        leaves that share entries with it in a way that is not followed.
    """
    fixed = recorded(tried.formula, tried.statement)
    read = [(leaf, key) for leaf, key in cells(tried) if leaf.name not in fixed]
    same: dict[str, str] = {}
    parts: dict[str, list[str]] = {}
    for at, (leaf, key) in enumerate(read):
        for other, mine in read[:at]:
            if key is not None and key == mine and _is_equal(tried, leaf, other):
                same[leaf.name] = same.get(other.name, other.name)
                break
            if _overlaps(tried, leaf, other):
                parts.setdefault(leaf.name, []).append(other.symbol)
                parts.setdefault(other.name, []).append(leaf.symbol)
    return same, parts


def _is_equal(tried: Tried, one: Leaf, other: Leaf) -> bool:
    return tried.sample.values[one.name] == tried.sample.values[other.name]


def _overlaps(tried: Tried, one: Leaf, other: Leaf) -> bool:
    """Whether one cell, read when the other is, holds a part of it."""
    first, second = (tried.bound.places.get(leaf.name) for leaf in (one, other))
    if first is None or second is None:
        return False
    times = [(each.function, each.when, each.node, each.is_paired) for each in (first, second)]
    texts = [f"{normal(each.expression)}{each.index}" for each in (first, second)]
    whole, part = sorted(texts, key=len)
    return times[0] == times[1] and (part == whole or part.startswith((f"{whole}[", f"{whole}.")))
