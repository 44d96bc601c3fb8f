r"""Arrays of positions with other entries: what a run cannot tell where theirs are too plain.

With ids 2, 2, 2, `E_{i_t}` is also `E_{i_1}`; with 1, 0, 3, 2, which is its own inverse,
`y_{i_t} = x_t` is also `y_t = x_{i_t}`. docgen never changes whole numbers, so no replay tells.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from docgen.evaluation.extent import measure, size_of
from docgen.evaluation.point import Array, Point
from docgen.evaluation.term import Formula, Leaf, Problem, Statement
from docgen.evaluation.walk import used_leaves, walk_terms
from docgen.evaluation.words import FIRST, INVERSE, ONLY


@dataclass(frozen=True, slots=True)
class Moved:
    """Other entries for one array of positions.

    Attributes:
        text: What was done, in words.
        span: Where the array stands in the LaTeX.
        entries: From those of the run to the other ones.
        start: The position that they are, where they are a single one; else 0.
    """

    text: str
    span: tuple[int, int]
    leaf: Leaf
    entries: Callable[[Array], Array]
    start: int = 0

    def at(self, point: Point) -> Point:
        """A point with the other entries."""
        return _put(point, self.leaf, self.entries(np.asarray(point.values[self.leaf.name])))

    def pair(self, formula: Formula, point: Point) -> tuple[Point, Point] | None:
        """A point with entries that tell, and the same with the others; None for no such sizes."""
        sizes = measure((*formula.leaves, *formula.sizing), point.values, {})
        size = None if isinstance(sizes, Problem) else size_of(self.leaf.target, sizes)
        if not size:
            return None
        shape = np.shape(point.values[self.leaf.name])
        # Neighbours differ, and no turn by one of three or more is its own inverse.
        numbers = np.arange(int(np.prod(shape, dtype=np.int64))).reshape(shape)
        drawn = (numbers + self.start + 1) % size
        others = self.entries(drawn) % size
        return _put(point, self.leaf, drawn), _put(point, self.leaf, others)


def moved(formula: Formula, number: int, points: Sequence[Point]) -> Iterator[Moved]:
    """Other entries for each array of positions that a statement reads."""
    statement = formula.statements[number]
    used = used_leaves(formula, statement)
    for leaf in formula.leaves:
        values = [point.values[leaf.name] for point in points if leaf.name in point.values]
        if not leaf.target or leaf.name not in used or not values or len(values) < len(points):
            continue
        arrays = [np.asarray(value) for value in values]
        span = _span(statement, leaf)
        if all(array.ndim for array in arrays):
            yield Moved(FIRST, span, leaf, _first)
        elif not arrays[0].ndim:
            only = arrays[0]
            yield Moved(f"{ONLY}{only}", span, leaf, _always(only), int(only))
        is_square = leaf.shape is not None and leaf.shape[-1:] == (leaf.target,)
        if is_square and not leaf.letters and all(map(_is_permutation, arrays)):
            yield Moved(INVERSE, span, leaf, _inverse)


def _put(point: Point, leaf: Leaf, entries: Array) -> Point:
    return replace(point, values={**point.values, leaf.name: entries})


def _first(array: Array) -> Array:
    return np.full_like(array, array.flat[0]) if array.size else array


def _always(only: Array) -> Callable[[Array], Array]:
    return lambda _: only


def _inverse(array: Array) -> Array:
    return np.asarray(np.argsort(array, axis=-1))


def _is_permutation(array: Array) -> bool:
    return array.ndim > 0 and bool((np.sort(array, axis=-1) == np.arange(array.shape[-1])).all())


def _span(statement: Statement, leaf: Leaf) -> tuple[int, int]:
    """Where a statement first names an array, with its indices."""
    terms = [*statement.sides, *(body for _, body in statement.locals), *statement.conditions]
    for term in (inner for one in terms for inner in walk_terms(one)):
        base = term.args[0] if term.op == "at" else term
        if base.op == "leaf" and base.text == leaf.name:
            return term.span
    return statement.span
