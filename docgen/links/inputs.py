"""What a function was given: symbols of a page that are its arguments, or parts of them.

In `product(X, Y)` the rows of `X` and `Y` are; so is `b1` with the cell `self.b1`, unless a
statement of the function changes it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from docgen.evaluation.inputs import Inputs
from docgen.evaluation.term import Formula, Leaf
from docgen.links.place import Place, Surroundings
from docgen.links.symbol import Symbol


def inputs_of(
    around: Surroundings,
    formula: Formula,
    places: Mapping[str, Place],
    symbols: Iterable[Symbol],
    idle: Sequence[tuple[Place, float]],
) -> tuple[Inputs, dict[str, Place]]:
    """The leaves of an equation that are inputs, and other inputs of their shapes.

    Args:
        places: Leaf → where it is read.
        symbols: Rows in reach.
        idle: What the code computes with and the equation leaves out, see `unnamed`.

    Returns:
        Also where each of what the equation does not name is read.
    """
    numbers = {f"!{at}": one for at, one in enumerate(idle)}
    unnamed = {name: (place.expression, number) for name, (place, number) in numbers.items()}
    beside = {name: place for name, (place, _) in numbers.items()}
    leaves = {
        leaf.name: leaf
        for leaf in formula.leaves
        if not leaf.target and around.is_input(places[leaf.name])
    }
    if not leaves:
        return Inputs(unnamed=unnamed), beside
    cells = {name: places[name].expression for name in leaves}
    named = {leaf.symbol for leaf in formula.leaves}
    shapes = {leaf.shape for leaf in leaves.values() if not leaf.letters}
    others: list[Leaf] = []
    for symbol, place in _rows(around, symbols):
        axes = symbol.shape.axes if symbol.shape is not None else None
        if symbol.latex in named or place.expression in cells.values() or axes not in shapes:
            continue
        leaf = f"~{len(others)}"
        others.append(Leaf(leaf, symbol.latex, axes))
        beside[leaf] = place
        cells[leaf] = place.expression
    return Inputs(cells, tuple(others), unnamed), beside


def _rows(around: Surroundings, symbols: Iterable[Symbol]) -> Iterator[tuple[Symbol, Place]]:
    for symbol in symbols:
        cell = symbol.cell
        is_value = not (symbol.borrowed or symbol.is_function or symbol.is_notation)
        if cell is None or cell.free or not is_value or symbol.shape is None:
            continue
        place = around.natural(symbol)
        if around.is_input(place):
            yield symbol, place
