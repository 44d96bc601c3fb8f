"""Matrices become heat maps, as SVG: a coloured cell for each number.

With the range from 0 to 1, the number 0.5 becomes a cell whose colour is half as strong as that of
1. Numbers below zero have a colour of their own; a gap is struck out.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from docgen.trace.value import Number
from docgen.views.chart import cut, drawing, stride_of
from docgen.views.escape import escape
from docgen.views.number import format_number

LABELLED = 16
"""Columns up to which the cells hold their numbers."""
_FONT = 11
_CHARACTER = 0.6 * _FONT
_LINE = 16
_HEIGHT, _NARROW = 22, 26
_ROOM, _LEAST, _MOST = 480, 4, 20
_NAME = 12
_ABOVE, _BELOW = "var(--md-accent-fg-color)", "var(--md-code-hl-number-color)"
_STRENGTH, _UNLABELLED = 0.45, 0.9
"""Of the strongest colour: text on it stays readable where there is any."""
_STRIKE = 'fill="none" stroke="currentColor" stroke-opacity=".6"'
_STRIP = 9

Range = tuple[float, float]
"""The smallest and the largest number of all heat maps of a block."""


@dataclass(frozen=True, slots=True)
class HeatPart:
    """A matrix to draw.

    Attributes:
        numbers: In C order; None for a gap.
        across, down: Names of columns and rows; empty where they are counted.
    """

    title: str
    shape: tuple[int, int]
    numbers: tuple[Number | None, ...]
    across: tuple[str, ...] = ()
    down: tuple[str, ...] = ()


def heat_range(numbers: Sequence[Number | None]) -> Range:
    """The smallest and the largest number that is no gap; zeros where all are gaps."""
    known = [float(each) for each in numbers if each is not None]
    return min(known, default=0.0), max(known, default=0.0)


def strength(number: float, spread: Range) -> tuple[float, bool]:
    """How strong the colour of a number is, from 0 to 1, and whether it is the one below zero."""
    low, high = spread
    if low < 0 < high:
        return abs(number) / max(-low, high), number < 0
    return ((number - low) / (high - low) if high > low else 0.0), False


def draw_heat(part: HeatPart, spread: Range, x: str, y: str) -> str:
    """One heat map as SVG, with words at its axes; colours are spread over the given range."""
    return _Heat(part, spread, x, y).svg()


def draw_scale(spread: Range, columns: int) -> str:
    """A strip of the colours between the two ends of the range, with their numbers."""
    low, high = spread
    most = _STRENGTH if columns <= LABELLED else _UNLABELLED
    if low < 0 < high:
        high = max(-low, high)
        low = -high
    steps = [low + (high - low) * at / (_STRIP - 1) for at in range(_STRIP)]
    cells = "".join(
        f'<rect x="{at * 12}" width="12" height="10" {_fill(number, spread, most)}/>'
        for at, number in enumerate(steps)
    )
    size = f'viewBox="0 0 {_STRIP * 12} 10" width="{_STRIP * 12}" height="10"'
    strip = f'<svg {size} aria-hidden="true">{cells}</svg>'
    ends = [escape(format_number(each, zeros=False)) for each in (low, high)]
    return f'<span class="dg-key">{ends[0]} {strip} {ends[1]}</span>'


class _Heat:
    def __init__(self, part: HeatPart, spread: Range, x: str, y: str) -> None:
        self.part, self.spread, self.x, self.y = part, spread, x, y
        self.rows, self.columns = part.shape
        self.texts = short_texts(part.numbers) if self.columns <= LABELLED else []
        if self.texts:
            widest = max(map(len, self.texts)) * _CHARACTER + 8
            self.width, self.height = round(max(widest, _NARROW)), _HEIGHT
        else:
            self.width = self.height = max(_LEAST, min(_MOST, _ROOM // self.columns))
        self.across = [cut(each, _NAME) for each in part.across] or _counted(self.columns)
        self.down = [cut(each, _NAME) for each in part.down] or _counted(self.rows)
        longest = max(map(len, self.across)) * _CHARACTER
        self.is_turned = bool(part.across) and longest > self.width
        self.left = round(max(map(len, self.down)) * _CHARACTER + 8 + (_LINE if y else 0))
        self.top = round((longest + 8 if self.is_turned else _LINE + 4) + (_LINE if x else 0))

    def svg(self) -> str:
        wide = self.left + self.columns * self.width + 2
        high = self.top + self.rows * self.height + 2
        size = f'viewBox="0 0 {wide} {high}" width="{wide}" height="{high}" class="dg-fixed"'
        label = f"Heat map: {self.part.title}"
        return drawing(size, label, self._words() + self._names() + self._cells(), _FONT)

    def _cells(self) -> str:
        cells, texts, struck = [], [], []
        size = f'width="{self.width}" height="{self.height}"'
        for at, number in enumerate(self.part.numbers):
            x = self.left + at % self.columns * self.width
            y = self.top + at // self.columns * self.height
            if number is None:
                struck.append(f"M{x} {y + self.height}l{self.width} -{self.height}")
                continue
            cells.append(f'<rect x="{x}" y="{y}" {size} {self._fill(float(number))}/>')
            if self.texts:
                middle = f'x="{x + self.width / 2:g}" y="{y + 15}"'
                texts.append(f"<text {middle}>{escape(self.texts[at])}</text>")
        faint = 'fill="none" stroke="currentColor" stroke-opacity=".3"'
        lines = f'<path d="{"".join(struck)}" {_STRIKE}/>' if struck else ""
        box = (
            f'<rect x="{self.left}" y="{self.top}" width="{self.columns * self.width}"'
            f' height="{self.rows * self.height}" {faint}/>'
        )
        numbers = f'<g text-anchor="middle">{"".join(texts)}</g>' if texts else ""
        return f"{''.join(cells)}{lines}{box}{numbers}"

    def _fill(self, number: float) -> str:
        return _fill(number, self.spread, _STRENGTH if self.texts else _UNLABELLED)

    def _names(self) -> str:
        parts = []
        for at in range(0, self.rows, self._stride(self.part.down, self.height, _FONT + 3)):
            y = self.top + (at + 0.5) * self.height + 4
            place = f'x="{self.left - 5}" y="{y:g}" text-anchor="end"'
            parts.append(f"<text {place}>{escape(self.down[at])}</text>")
        room = _FONT + 3 if self.is_turned else max(map(len, self.across)) * _CHARACTER + 4
        for at in range(0, self.columns, self._stride(self.part.across, self.width, room)):
            x, y = self.left + (at + 0.5) * self.width, self.top - 5
            if self.is_turned:
                place = f'x="{x + 4:g}" y="{y}" transform="rotate(-90 {x + 4:g} {y})"'
            else:
                place = f'x="{x:g}" y="{y}" text-anchor="middle"'
            parts.append(f"<text {place}>{escape(self.across[at])}</text>")
        return "".join(parts)

    def _stride(self, given: Sequence[str], cell: float, room: float) -> int:
        """Names that the author gave are all written as long as their cells can be told apart."""
        return 1 if given and cell >= 2 * _LEAST else stride_of(cell, room)

    def _words(self) -> str:
        parts = []
        if self.x:
            x = self.left + self.columns * self.width / 2
            parts.append(f'<text x="{x:g}" y="12" text-anchor="middle">{escape(self.x)}</text>')
        if self.y:
            y = self.top + self.rows * self.height / 2
            turn = f'x="12" y="{y:g}" transform="rotate(-90 12 {y:g})" text-anchor="middle"'
            parts.append(f"<text {turn}>{escape(self.y)}</text>")
        return "".join(parts)


def _counted(count: int) -> list[str]:
    return [str(at) for at in range(count)]


def _fill(number: float, spread: Range, most: float) -> str:
    share, is_below = strength(number, spread)
    return f'fill="{_BELOW if is_below else _ABOVE}" fill-opacity="{round(most * share, 2):g}"'


def short_texts(numbers: Sequence[Number | None]) -> list[str]:
    """Short texts of one precision, chosen by the largest number: 0.25 and 1.00, 25.1 and 3.0."""
    if all(each is None or isinstance(each, int) for each in numbers):
        return ["" if each is None else str(int(each)) for each in numbers]
    most = max((abs(float(each)) for each in numbers if each is not None), default=0.0)
    power = math.floor(math.log10(most)) if most else 0
    decimals = max(0, 2 - power) if power >= 0 else max(2, 1 - power)
    kind = ".1e" if decimals > 4 or power > 4 else f".{decimals}f"
    texts = ["" if each is None else format(float(each), kind) for each in numbers]
    return [text.removeprefix("-") if not text.strip("-0.") else text for text in texts]
