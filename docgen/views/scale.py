"""Numbers become places along an axis, and the axis gets ticks at round numbers.

`linear(0.3, 4.1, 5)` goes from 0 to 5 with ticks at 0, 1, 2, 3, 4 and 5; `powers(0.002, 30, 6)`
from 0.001 to 100 with a tick at each power of ten.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from decimal import Decimal

_STEPS = (1, 2, 5)
_ALIKE = 1e-9
"""Numbers that differ by less than this, of their size, stand at one place."""
LARGEST = 1e300
_SMALLEST = 1e-300


@dataclass(frozen=True, slots=True)
class Scale:
    """An axis.

    Attributes:
        low, high: Its ends.
        ticks: Numbers with the words that stand at them.
        is_log: Whether it is drawn by powers of ten.
    """

    low: float
    high: float
    ticks: tuple[tuple[float, str], ...]
    is_log: bool = False

    def share(self, number: float) -> float:
        """How far along the axis a number stands, from 0 to 1."""
        if self.is_log:
            low = math.log10(self.low)
            return (math.log10(number) - low) / (math.log10(self.high) - low)
        return (number - self.low) / (self.high - self.low)


def linear(low: float, high: float, most: int, whole: bool = False, tight: bool = False) -> Scale:
    """An axis with steps of 1, 2 or 5 times a power of ten.

    Args:
        low: The smallest number that is drawn.
        high: The largest.
        most: How many steps there may be between the two.
        whole: Whether only whole numbers have a meaning.
        tight: Whether it ends at the numbers themselves; otherwise at the steps around them.
    """
    if whole:
        high = max(high, low + 1)
    size = max(abs(low), abs(high))
    if high - low <= max(_ALIKE * size, _SMALLEST):
        pad = size / 2 if size > _SMALLEST else 1.0
        low, high = low - pad, high + pad
    least = (high - low) / most
    power = math.floor(math.log10(least) + _ALIKE)
    factor = next((one for one in _STEPS if one * _ten(power) >= least * (1 - _ALIKE)), 10)
    if whole and power < 0:
        factor, power = 1, 0
    step = factor * _ten(power)
    if tight:
        first, last = math.ceil(low / step - _ALIKE), math.floor(high / step + _ALIKE)
    else:
        first, last = math.floor(low / step + _ALIKE), math.ceil(high / step - _ALIKE)
    ticks = tuple(_tick(at * factor, power) for at in range(first, last + 1))
    return Scale(low, high, ticks) if tight else Scale(ticks[0][0], ticks[-1][0], ticks)


def powers(low: float, high: float, most: int) -> Scale:
    """An axis of positive numbers by powers of ten; within two of them, also at 2 and 5."""
    first = math.floor(math.log10(low) + _ALIKE)
    last = math.ceil(math.log10(high) - _ALIKE)
    if last - first <= 2:
        return _within(low, high, first, max(last, first + 1))
    stride = next(
        one * 10**tens
        for tens in range(4)
        for one in _STEPS
        if (last - first) / (one * 10**tens) <= most
    )
    ticks = tuple(_tick(1, each) for each in range(first, last + 1) if each % stride == 0)
    return Scale(_ten(first), _ten(last), ticks, is_log=True)


def _within(low: float, high: float, first: int, last: int) -> Scale:
    known = [_tick(factor, power) for power in range(first, last) for factor in _STEPS]
    known.append(_tick(1, last))
    start = max(at for at, (number, _) in enumerate(known) if number <= low * (1 + _ALIKE))
    end = min(at for at, (number, _) in enumerate(known) if number >= high * (1 - _ALIKE))
    if start == end:
        start, end = (start, end + 1) if end + 1 < len(known) else (start - 1, end)
    ticks = tuple(known[start : end + 1])
    return Scale(ticks[0][0], ticks[-1][0], ticks, is_log=True)


def _tick(count: int, power: int) -> tuple[float, str]:
    """`count` times a power of ten, and how it is written."""
    exact = Decimal(count).scaleb(power)
    if exact == 0:
        return 0.0, "0"
    exact = exact.normalize()
    exponent = exact.adjusted()
    if -4 <= exponent <= 5:
        return float(exact), f"{exact:f}"
    return float(exact), f"{exact.scaleb(-exponent):f}e{exponent}"


def _ten(power: int) -> float:
    """A power of ten, as near as a float can be to it."""
    return float(f"1e{power}")
