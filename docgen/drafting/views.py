r"""Views of an array: the same numbers at other places, `x.T[:, None]`, `x[1:]`, `np.flip(x)`.

A view knows where its entry stands in the array that it shows.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from docgen.drafting.calls import Values, arguments, axes_of, called, case_of, keeps_numbers
from docgen.drafting.observed import is_number
from docgen.drafting.piece import UnwritableError
from docgen.drafting.slices import Named, is_cut, step_of, turned
from docgen.drafting.subscript import Place
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
    """An array that shows entries of another one.

    Attributes:
        source: The array that is shown.
        places: Where an entry of the view stands in it.
        notes: What is to be said of it.
    """

    source: ast.expr
    places: Callable[[Places], Places]
    notes: tuple[str, ...] = ()


def viewed(node: ast.expr, value: Values, symbols: Symbols, name: Named) -> View | None:
    """The view that an expression is; None where it is none.

    Args:
        name: Gives a whole number of the code its symbol.
    """
    match node:
        case ast.Attribute(value=source, attr="T" | "mT") if is_number(value(source)):
            return View(source, lambda places: places[::-1])
        case ast.Attribute(value=source, attr="real") if _is_real(source, value):
            return View(source, lambda places: places)
        case ast.Subscript(value=source, slice=index) if is_number(value(source)):
            return _sliced(source, index, value, symbols, name)
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
    cases = tuple(note for each in values[1:] for note in case_of(each, value))
    if name == "transpose" and not named:
        return _transposed(source, values[1:], rank, value, cases)
    if name == "swapaxes" and len(values) == 3:
        one, other = (axes_of(each, value, rank, None)[0] for each in values[1:])
        return View(source, lambda places: _swapped(places, one, other), cases)
    if name == "moveaxis" and len(values) == 3:
        start, stop = (axes_of(each, value, rank, None)[0] for each in values[1:])
        return View(source, lambda places: _moved(places, start, stop), cases)
    if name == "flip" and not is_cut(source):
        given = named.get("axis") or (values[1] if len(values) > 1 else None)
        axes = axes_of(given, value, rank, None)
        lengths = known.shape
        return View(
            source,
            lambda places: tuple(
                turned(place, symbols.size(lengths[axis])) if axis in axes else place
                for axis, place in enumerate(places)
            ),
            case_of(given, value),
        )
    if name == "diag" and rank == 2 and len(values) == 1 and not named:
        return View(source, lambda places: (places[0], places[0]))
    result = value(node)
    if (
        name in _SHAPED
        and result is not None
        and result.shape is not None
        and keeps_numbers(source, node, value)
    ):
        return _reshaped(source, known.shape, result.shape)
    return None


def _transposed(
    source: ast.expr, given: list[ast.expr], rank: int, value: Values, cases: tuple[str, ...]
) -> View | None:
    """`x.transpose()`, `x.transpose(0, 2, 1)` or `np.transpose(x, (0, 2, 1))`."""
    if len(given) == 1 and isinstance(given[0], ast.Tuple):
        given = list(given[0].elts)
    order = [axes_of(each, value, rank, None)[0] for each in given] or list(range(rank))[::-1]
    if sorted(order) != list(range(rank)):
        return None
    return View(
        source, lambda places: tuple(places[order.index(axis)] for axis in range(rank)), cases
    )


def _swapped(places: Places, one: int, other: int) -> Places:
    found = list(places)
    found[one], found[other] = found[other], found[one]
    return tuple(found)


def _moved(places: Places, start: int, stop: int) -> Places:
    found = list(places)
    found.insert(start, found.pop(stop))
    return tuple(found)


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


def _sliced(
    source: ast.expr, index: ast.expr, value: Values, symbols: Symbols, name: Named
) -> View | None:
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
        step = step_of(part, shape[axis], value, symbols, name, source)
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


def squeezed(source: Sequence[int], result: Sequence[int], places: Places) -> Places:
    """Places in what is assigned, where the target has other axes or is filled with it.

    Raises:
        UnwritableError: What is assigned has another shape than its target.
    """
    kept = [place for place, length in zip(places, result, strict=True) if length != 1]
    long = [length for length in result if length != 1]
    if [length for length in source if length != 1] == long:
        return tuple(None if length == 1 else kept.pop(0) for length in source)
    behind = result[len(result) - len(source) :] if source else ()
    if len(behind) < len(source) or any(
        one not in (1, other) for one, other in zip(source, behind, strict=True)
    ):
        raise UnwritableError("what is assigned has another shape than its target")
    last = places[len(places) - len(source) :] if source else ()
    return tuple(None if length == 1 else place for length, place in zip(source, last, strict=True))
