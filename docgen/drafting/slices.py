r"""One index of a view becomes the place along one axis: `x[k:]` at i is `x_{k+i}`.

Only what the code writes counts: a number that only the call gave is no part of an equation.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import dataclass

from docgen.drafting.calls import Values, called
from docgen.drafting.piece import UnwritableError
from docgen.drafting.subscript import UNSAID, Place, fixed
from docgen.drafting.symbols import Symbols

Named = Callable[[ast.Name], str]
"""Gives the symbol of a whole number that the code names."""
_MADE = frozenset({"diff", "arange", "linspace", "zeros", "ones", "full", "eye", "identity"})
Step = Callable[[list[Place | None]], Place | None]


@dataclass(frozen=True)
class _End:
    """Where a slice begins or ends: a number, and a name that the code adds to it."""

    number: int = 0
    name: str = ""


def step_of(
    part: ast.expr,
    length: int,
    value: Values,
    symbols: Symbols,
    name: Named,
    source: ast.expr,
) -> Step | None:
    """How one index of a view of `source` becomes the index of one axis; None if not known."""
    if isinstance(part, ast.Slice):
        return _slice(part, length, value, symbols, name, source)
    at = _number(part)
    if at is None or (at < 0 and is_cut(source)):
        return None
    there = None if length == 1 else fixed(at, symbols.size(length) if at < 0 else "")
    return lambda _: there


def _slice(
    part: ast.Slice, length: int, value: Values, symbols: Symbols, name: Named, source: ast.expr
) -> Step | None:
    size = 1 if part.step is None else _number(part.step)
    if size is None:
        return None
    if size == -1 and part.lower is None and not is_cut(source):
        last = "" if part.upper is None else UNSAID
        return lambda waiting: turned(waiting.pop(0), symbols.size(length), last)
    low = _end(part.lower, value, name)
    if low is None or size < 1 or (low.name and size > 1) or (low.number < 0 and is_cut(source)):
        return None
    limit = UNSAID
    if size == 1:
        high = _end(part.upper, value, name) if part.upper is not None else _End(0, "#")
        limit = _limit(low, high, isinstance(source, ast.Name | ast.Attribute))
    top = symbols.size(length) if low.number < 0 else low.name

    def moved(waiting: list[Place | None]) -> Place | None:
        place = waiting.pop(0)
        if length == 1:
            return None
        if place is None:  # a slice of one entry
            if limit not in ("1", UNSAID):
                raise UnwritableError("a slice has one entry in this call only")
            return fixed(low.number, top)
        return place.after(low.number, size, top, limit)

    return moved


def is_cut(source: ast.expr) -> bool:
    """Whether an array is a part of one, or made here: its length is the size of no symbol."""
    for one in ast.walk(source):
        if isinstance(one, ast.Slice) and (one.lower or one.upper or one.step):
            return True
        if isinstance(one, ast.Call) and called(one) in _MADE:
            return True
    return False


def turned(place: Place | None, top: str, limit: str = "") -> Place | None:
    """The place in the array that was flipped."""
    if place is None:
        return None
    last = place.limit or limit
    return Place(place.letter, -place.factor, 1 - place.shift, top, last)


def _limit(low: _End, high: _End | None, is_whole: bool) -> str:
    """How many entries the slice has, as long as both of its ends are within the array."""
    if high is None:
        return UNSAID
    if low.number < 0:
        return str(-low.number) if high.name == "#" else UNSAID
    if not high.name and high.number < 0:
        high = _End(high.number, "#")
    if high.name == "#" and not is_whole:
        return UNSAID
    number = high.number - low.number
    if high.name == "#" and not number and not low.name:
        return ""
    text = high.name
    if number or not text:
        sign = " - " if number < 0 else " + "
        text = f"{text}{sign}{abs(number)}" if text else str(number)
    return f"{text} - {low.name}" if low.name else text


def _end(node: ast.expr | None, value: Values, name: Named) -> _End | None:
    """An end that the code writes; None for anything else."""
    if node is None:
        return _End()
    if isinstance(node, ast.Name):
        known = value(node)
        if known is None or known.kind != "number" or not isinstance(known.data[0], int):
            return None
        # A negative number would count from the end.
        return _End(0, name(node)) if known.data[0] >= 0 else None
    if isinstance(node, ast.Constant) and node.value is None:
        return _End()
    number = _number(node)
    return None if number is None else _End(number)


def _number(node: ast.expr) -> int | None:
    """A whole number that the code writes."""
    match node:
        case ast.Constant(value=bool()):
            return None
        case ast.Constant(value=int() as number):
            return number
        case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int() as number)):
            return -number
        case _:
            return None
