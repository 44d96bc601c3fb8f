r"""Views of an array: the same numbers at other places, `x.T[:, None]`, `x[1:]`, `np.flip(x)`.

A view knows where its entry stands in the array that it shows.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import dataclass

from docgen.drafting.calls import Values, arguments, axes_of, called
from docgen.drafting.observed import is_number
from docgen.drafting.piece import UnwritableError
from docgen.drafting.subscript import Place, fixed
from docgen.drafting.symbols import Symbols

Places = tuple[Place | None, ...]
_ARRAYS = frozenset({"asarray", "asanyarray", "array", "ascontiguousarray", "float64"})
_SHAPED = _ARRAYS | frozenset(
    [
        "reshape",
        "squeeze",
        "expand_dims",
        "ravel",
        "flatten",
        "atleast_1d",
        "atleast_2d",
        "atleast_nd",
        "broadcast_to",
    ]
)


@dataclass(frozen=True)
class View:
    """Attributes:
    source: The array that is shown.
    places: Where an entry of the view stands in it.
    """

    source: ast.expr
    places: Callable[[Places], Places]


def viewed(node: ast.expr, value: Values, symbols: Symbols) -> View | None:
    """The view that an expression is; None where it is none."""
    match node:
        case ast.Attribute(value=source, attr="T" | "mT") if is_number(value(source)):
            return View(source, lambda places: places[::-1])
        case ast.Attribute(value=source, attr="real") if _is_real(source, value):
            return View(source, lambda places: places)
        case ast.Subscript(value=source, slice=index) if is_number(value(source)):
            return _sliced(source, index, value, symbols)
        case ast.Call():
            return _called(node, value, symbols)
        case _:
            return None


def _is_real(node: ast.expr, value: Values) -> bool:
    found = value(node)
    return found is not None and is_number(found) and not found.dtype.startswith("complex")


def _called(node: ast.Call, value: Values, symbols: Symbols) -> View | None:
    name = called(node)
    try:
        values, named = arguments(node, value)
    except UnwritableError:
        return None
    if not values or not is_number(value(values[0])):
        return None
    source, known = values[0], value(values[0])
    assert known is not None
    assert known.shape is not None
    rank = len(known.shape)
    if name == "transpose" and not named:
        return _transposed(source, values[1:], rank, value)
    if name == "swapaxes" and len(values) == 3:
        one, other = (axes_of(each, value, rank, None)[0] for each in values[1:])
        return View(source, lambda places: _swapped(places, one, other))
    if name == "moveaxis" and len(values) == 3:
        start, stop = (axes_of(each, value, rank, None)[0] for each in values[1:])
        return View(source, lambda places: _moved(places, start, stop))
    if name == "flip":
        given = named.get("axis") or (values[1] if len(values) > 1 else None)
        axes = axes_of(given, value, rank, None)
        lengths = known.shape
        return View(
            source,
            lambda places: tuple(
                _reversed(place, symbols.size(lengths[axis])) if axis in axes else place
                for axis, place in enumerate(places)
            ),
        )
    if name == "diag" and rank == 2 and len(values) == 1:
        return View(source, lambda places: (places[0], places[0]))
    result = value(node)
    if name in _SHAPED and result is not None and result.shape is not None:
        return _reshaped(source, known.shape, result.shape)
    return None


def _transposed(source: ast.expr, given: list[ast.expr], rank: int, value: Values) -> View | None:
    """`x.transpose()`, `x.transpose(0, 2, 1)` or `np.transpose(x, (0, 2, 1))`."""
    if len(given) == 1 and isinstance(given[0], ast.Tuple):
        given = list(given[0].elts)
    order = [axes_of(each, value, rank, None)[0] for each in given] or list(range(rank))[::-1]
    if sorted(order) != list(range(rank)):
        return None
    return View(source, lambda places: tuple(places[order.index(axis)] for axis in range(rank)))


def _swapped(places: Places, one: int, other: int) -> Places:
    found = list(places)
    found[one], found[other] = found[other], found[one]
    return tuple(found)


def _moved(places: Places, start: int, stop: int) -> Places:
    found = list(places)
    found.insert(start, found.pop(stop))
    return tuple(found)


def _reversed(place: Place | None, top: str) -> Place | None:
    if place is None:
        return None
    return Place(place.letter, -place.factor, 1 - place.shift, top)


def _reshaped(source: ast.expr, old: tuple[int, ...], new: tuple[int, ...]) -> View | None:
    """A view in which only axes of length 1 come and go, or entries are repeated along new ones."""
    long = [length for length in old if length != 1]
    if old == new or (not long and all(length == 1 for length in new)):
        return View(source, lambda places: places if old == new else (None,) * len(old))
    if [length for length in new if length != 1] == long:

        def places_of(places: Places) -> Places:
            kept = [place for place, length in zip(places, new, strict=True) if length != 1]
            return tuple(None if length == 1 else kept.pop(0) for length in old)

        return View(source, places_of)
    if len(new) >= len(old) and all(
        one in (1, other) for one, other in zip(old[::-1], new[::-1], strict=False)
    ):
        return View(
            source,
            lambda places: tuple(
                None if length == 1 else place
                for length, place in zip(old, places[len(places) - len(old) :], strict=True)
            ),
        )
    return None


def _sliced(source: ast.expr, index: ast.expr, value: Values, symbols: Symbols) -> View | None:
    """`x[1:, None]`; None where an index is an array, or a number that the run gave."""
    known = value(source)
    assert known is not None
    assert known.shape is not None
    shape = known.shape
    parts = list(index.elts) if isinstance(index, ast.Tuple) else [index]
    used = sum(not _is_new(part) and not _is_rest(part) for part in parts)
    if used > len(shape):
        return None
    rest = next((at for at, part in enumerate(parts) if _is_rest(part)), len(parts))
    full = [ast.Slice()] * (len(shape) - used)
    parts[rest : rest + 1] = full
    steps: list[Callable[[list[Place | None]], Place | None] | None] = []
    axis = 0
    for part in parts:
        if _is_new(part):
            steps.append(None)
            continue
        step = _step(part, shape[axis], value, symbols)
        if step is None:
            return None
        steps.append(step)
        axis += 1

    def places_of(places: Places) -> Places:
        waiting = list(places)
        found: list[Place | None] = []
        for step in steps:
            if step is None:
                waiting.pop(0)
            else:
                found.append(step(waiting))
        return tuple(found)

    return View(source, places_of)


def _is_new(node: ast.expr) -> bool:
    match node:
        case ast.Constant(value=None) | ast.Attribute(attr="newaxis") | ast.Name(id="newaxis"):
            return True
        case _:
            return False


def _is_rest(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is ...


def _step(
    part: ast.expr, length: int, value: Values, symbols: Symbols
) -> Callable[[list[Place | None]], Place | None] | None:
    """How one index of a view becomes the index of one axis."""
    if isinstance(part, ast.Slice):
        low, step = _whole(part.lower, value), _whole(part.step, value)
        name = ""
        if isinstance(part.lower, ast.Name) and step in (None, 1):
            # The code's own number: a slice from k begins k places later.
            known = value(part.lower)
            if known is None or not known.data or not isinstance(known.data[0], int):
                return None
            if known.data[0] < 0:
                return None
            name, low = part.lower.id, 0
        if isinstance(low, str) or isinstance(step, str):
            return None
        size = 1 if step is None else step
        if size == -1 and low is None:
            return lambda waiting: _reversed(waiting.pop(0), symbols.size(length))
        if size < 1:
            return None
        start = low or 0
        top = symbols.size(length) if start < 0 else name

        def moved(waiting: list[Place | None]) -> Place | None:
            place = waiting.pop(0)
            if length == 1:
                return None
            if place is None:  # a slice of one entry
                return fixed(start, top)
            return place.after(start, size, top)

        return moved
    if not isinstance(part, ast.Constant | ast.UnaryOp):
        return None
    at = _whole(part, value)
    if not isinstance(at, int):
        return None
    there = None if length == 1 else fixed(at, symbols.size(length) if at < 0 else "")
    return lambda _: there


def _whole(node: ast.expr | None, value: Values) -> int | str | None:
    """A whole number that the code writes; `unknown` for anything else."""
    if node is None:
        return None
    if isinstance(node, ast.Constant | ast.UnaryOp):
        known = value(node)
        if known is not None and known.data and isinstance(known.data[0], int):
            return known.data[0]
        if known is not None and known.kind == "none":
            return None
    return "unknown"
