"""Symbols that have two values in one call: read by two equations, or twice by one.

Where one equation reads `z` as 2.0 and another one, in the same call and the same iteration, as
3.0, there is `Clash("z", ("first", "second"), 0, ("2.0", "3.0"))`.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass, field

import numpy as np

from docgen.trace.kept import Kept
from docgen.trace.plan import Clash, EquationPlan
from docgen.trace.points import Reached


@dataclass(frozen=True)
class _Read:
    """A symbol as an equation read it.

    Attributes:
        loops: Watches of the loops around the reader, outermost first, and the number of the
            iteration in each.
    """

    equation: str
    index: str
    value: np.ndarray
    loops: tuple[tuple[str, int], ...] = ()


@dataclass
class Clashes:
    """What was read so far, and the first clash of each symbol."""

    found: dict[str, Clash] = field(default_factory=dict)
    _read: dict[tuple[str, str, int, int], list[_Read]] = field(default_factory=dict)

    def add(
        self,
        plan: EquationPlan,
        points: Iterable[Reached],
        number: int = 0,
        kept: Kept | None = None,
    ) -> None:
        """Compare what one statement of an equation read with what was read before."""
        around = plan.loops[number] if plan.loops is not None else None
        for point in points:
            loops = _iterations(around, point, kept)
            for reading in plan.readings:
                symbol, record = plan.clash.get(reading.leaf), point.records.get(reading.leaf)
                value = point.values.get(reading.leaf)
                if symbol is None or record is None or symbol in self.found:
                    continue
                if not isinstance(value, np.ndarray):
                    continue
                now = _Read(plan.key, reading.index, value, loops)
                visit = record.visit if around is None else 0
                before = self._read.setdefault((symbol, reading.function, record.call, visit), [])
                for other in before:
                    values = _difference(other, now) if _is_together(other, now) else None
                    if values is not None:
                        keys = (other.equation, plan.key)
                        self.found[symbol] = Clash(symbol, keys, record.call, values)
                        break
                before.append(now)


def _iterations(
    around: tuple[str, ...] | None, point: Reached, kept: Kept | None
) -> tuple[tuple[str, int], ...]:
    """The iterations in which a point lies."""
    if not around or kept is None:
        return ()
    return tuple((key, bisect_right(kept.times(key, point.call), point.time)) for key in around)


def _is_together(one: _Read, other: _Read) -> bool:
    """Whether no loop that holds both readers has begun anew between them."""
    for (loop, first), (another, second) in zip(one.loops, other.loops, strict=False):
        if loop != another:
            break
        if first != second:
            return False
    return True


def _difference(one: _Read, two: _Read) -> tuple[str, str] | None:
    """Both values at the first entry that differs."""
    first, second = one.value, two.value
    if first is second:
        return None
    if first.shape != second.shape:
        if one.index != two.index:
            return None
        return f"shape {first.shape}", f"shape {second.shape}"
    differs = (first != second) & ~(_is_nan(first) & _is_nan(second))
    if not differs.any():
        return None
    place = tuple(int(axis) for axis in np.argwhere(differs)[0])
    where = f" at {list(place)}" if place else ""
    return f"{first[place].item()!r}{where}", f"{second[place].item()!r}{where}"


def _is_nan(array: np.ndarray) -> np.ndarray:
    return np.asarray(array != array)
