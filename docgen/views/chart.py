"""Vectors become curves or bars with axes, as SVG.

The numbers (0, 1) of one curve become a path from the lower left to the upper right corner. Widths
of text are never measured: a character is taken as 0.6 of its size. Colours are the theme's.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from docgen.views.escape import escape
from docgen.views.frame import scroll
from docgen.views.scale import Scale, linear, powers

WIDTH, SHOWN = 380, 480
"""Units of a drawing that shrinks with the page, and the pixels it takes where there is room."""
_PLOT, _TOP, _BOTTOM, _RIGHT, _EDGE = 200, 14, 22, 12, 4
_FONT = 12
_CHARACTER = 0.6 * _FONT
_LINE = 18
_DOTS = 24
"""A curve of so many points shows each of them."""
_SLOT, _BAR, _NAME = 18, 6, 12
_OUTLINE = 1.5
COLOURS = ("keyword", "number", "string", "function")
"""Of the theme's code, so that both schemes and any palette work."""
DASHES = ("", "7 3", "2 3", "9 3 2 3")
SHADES = (1, 0.55, 0.2, 0)
"""How full bars are, for readers who see no colours; the line around each is whole."""
Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class LinePart:
    """A vector to draw; every number is finite."""

    title: str
    numbers: tuple[float, ...]


def draw_curves(
    lines: Sequence[LinePart],
    positions: Sequence[float],
    x: str,
    y: str,
    log: str,
    label: str,
) -> str:
    """Curves over common positions; without any they are counted from 0."""
    places = list(positions) or [float(at) for at in range(max(len(one.numbers) for one in lines))]
    if "x" in log:
        along = _scale(places, is_log=True)
    else:
        along = linear(min(places), max(places), 6, whole=not positions, tight=True)
    up = _scale([each for one in lines for each in one.numbers], "y" in log)
    frame = _Frame(up, y)
    right = WIDTH - _RIGHT
    room = right - frame.left
    parts = [frame.grid(right), _ticks(along, frame.left, room, frame.bottom)]
    for at, one in enumerate(lines):
        points = [
            (frame.left + room * along.share(place), frame.height_of(number))
            for place, number in zip(places, one.numbers, strict=False)
        ]
        parts.append(_curve(points, at))
    parts.append(_axis_words(x, frame.left + room / 2, frame.bottom))
    return _svg(WIDTH, frame.bottom, x, label, "".join(parts))


def draw_bars(lines: Sequence[LinePart], names: Sequence[str], x: str, y: str, label: str) -> str:
    """Bars in groups, one group for each position."""
    count = len(lines[0].numbers)
    frame = _Frame(_scale([0.0, *(each for one in lines for each in one.numbers)]), y)
    shown = [cut(each, _NAME) for each in names] or [str(at) for at in range(count)]
    widths = [len(each) * _CHARACTER + 6 for each in shown]
    widest = max(widths)
    room = WIDTH - _RIGHT - frame.left
    slot = max(room / count, _SLOT, len(lines) * _BAR + 4)
    # Only names that have no room are turned: a letter that lies on its side is read as another.
    turned = [bool(names) and width > slot for width in widths]
    right = frame.left + slot * count
    thick = slot * 0.8 / len(lines)
    parts = [frame.grid(right)]
    for at, one in enumerate(lines):
        bars = []
        for place, number in enumerate(one.numbers):
            left = frame.left + (place + 0.1) * slot + at * thick
            top, base = sorted((frame.height_of(number), frame.height_of(0.0)))
            bars.append(_bar(left, top, thick, base - top))
        parts.append(f"<g {_fill(at)}>{''.join(bars)}</g>")
    for place in range(0, count, 1 if names else stride_of(slot, widest)):
        middle = frame.left + (place + 0.5) * slot
        if turned[place]:
            parts.append(_upright(middle + 4, frame.bottom + 6, shown[place]))
        else:
            parts.append(_word(middle, frame.bottom + 16, shown[place], "middle"))
    bottom = frame.bottom + (round(widest) - _FONT if any(turned) else 0)
    parts.append(_axis_words(x, (frame.left + right) / 2, bottom))
    return _svg(round(right) + _RIGHT, bottom, x, label, "".join(parts))


def _bar(left: float, top: float, width: float, height: float) -> str:
    """A bar, whose line stands inside of it; one that is lower than its line is filled."""
    if height > _OUTLINE:
        inset, kind = _OUTLINE / 2, ""
    else:
        inset, kind = 0.0, ' fill-opacity="1" stroke="none"'
    place = f'x="{_g(left + inset)}" y="{_g(top + inset)}"'
    return (
        f'<rect {place} width="{_g(width - 2 * inset)}" height="{_g(height - 2 * inset)}"{kind}/>'
    )


def swatch(at: int, form: str) -> str:
    """How row number `at` is drawn, for the legend."""
    if form == "bars":
        inside = f'<rect x="7" y="1" width="10" height="8" {_fill(at)}/>'
    else:
        inside = f'<path d="M0 5H24" {_stroke(at)}/>'
    return f'<svg viewBox="0 0 24 10" width="24" height="10" aria-hidden="true">{inside}</svg>'


def drawing(attributes: str, label: str, inside: str, font: int) -> str:
    """An SVG that a screen reader meets as one picture with a name."""
    return (
        f'<svg {attributes} role="img" fill="currentColor" font-size="{font}">'
        f"<title>{escape(label)}</title>"
        f"<desc>The numbers stand in the table below.</desc>{inside}</svg>"
    )


def cut(text: str, most: int) -> str:
    """At most so many characters of a name; an ellipsis says that it is longer."""
    return text if len(text) <= most else f"{text[: most - 1]}…"


def stride_of(cell: float, room: float) -> int:
    """How many cells a name needs: 1, 2, 5, 10, ..."""
    strides = (one * tens for tens in (1, 10, 100, 1000, 10_000) for one in (1, 2, 5))
    return next(each for each in strides if each * cell >= room)


def _scale(numbers: Sequence[float], is_log: bool = False) -> Scale:
    low, high = min(numbers), max(numbers)
    return powers(low, high, 6) if is_log else linear(low, high, 5)


class _Frame:
    """The upright axis of a drawing, and the room that it leaves."""

    def __init__(self, scale: Scale, words: str) -> None:
        self.scale = scale
        self.words = words
        self.left = round(_EDGE + max(len(text) for _, text in scale.ticks) * _CHARACTER + 6)
        self.bottom = _TOP + (_LINE if words else 0) + _PLOT

    def height_of(self, number: float) -> float:
        return self.bottom - _PLOT * self.scale.share(number)

    def grid(self, right: float) -> str:
        """A faint line at each tick, its number at the left, the words above."""
        lines, texts = [], []
        for number, text in self.scale.ticks:
            y = self.height_of(number)
            lines.append(f"M{self.left} {_g(y)}H{_g(right)}")
            texts.append(_word(self.left - 6, y + 4, text, "end"))
        head = _word(_EDGE, _TOP, self.words, "start") if self.words else ""
        return (
            f'<path d="{"".join(lines)}" stroke="currentColor" stroke-opacity=".15"/>'
            f"{head}{''.join(texts)}"
        )


def _ticks(scale: Scale, left: float, room: float, bottom: float) -> str:
    marks, texts = [], []
    for number, text in scale.ticks:
        x = left + room * scale.share(number)
        marks.append(f"M{_g(x)} {_g(bottom)}v4")
        # The last one would reach out of the drawing.
        half = len(text) * _CHARACTER / 2
        texts.append(_word(min(x, WIDTH - half), bottom + 16, text, "middle"))
    line = f"M{_g(left)} {_g(bottom)}h{_g(room)}"
    return f'<path d="{line}{"".join(marks)}" stroke="currentColor" fill="none"/>{"".join(texts)}'


def _curve(points: Sequence[Point], at: int) -> str:
    steps = " ".join(f"{_g(x)} {_g(y)}" for x, y in thinned(points))
    line = f'<path d="M{steps}" {_stroke(at)} stroke-linejoin="round"/>'
    if len(points) > _DOTS:
        return line
    dots = "".join(f'<circle cx="{_g(x)}" cy="{_g(y)}" r="2.5"/>' for x, y in points)
    return f'{line}<g fill="{_colour(at)}">{dots}</g>'


def thinned(points: Sequence[Point]) -> list[Point]:
    """The points that are seen: of each column one unit wide the first, the ends, the last."""
    columns: list[list[Point]] = []
    for point in points:
        if columns and round(point[0]) == round(columns[-1][0][0]):
            columns[-1].append(point)
        else:
            columns.append([point])
    return [point for column in columns for point in _outline(column)]


def _outline(column: list[Point]) -> list[Point]:
    heights = [y for _, y in column]
    low, high = heights.index(min(heights)), heights.index(max(heights))
    return [column[at] for at in sorted({0, low, high, len(column) - 1})]


def _stroke(at: int) -> str:
    dash = DASHES[_turn(at) % len(DASHES)]
    dashes = f' stroke-dasharray="{dash}"' if dash else ""
    return f'fill="none" stroke="{_colour(at)}" stroke-width="2"{dashes}'


def _fill(at: int) -> str:
    colour = _colour(at)
    shade = f'fill="{colour}" fill-opacity="{SHADES[_turn(at) % len(SHADES)]}"'
    return f'{shade} stroke="{colour}" stroke-width="{_OUTLINE}"'


def _colour(at: int) -> str:
    return f"var(--md-code-hl-{COLOURS[at % len(COLOURS)]}-color)"


def _turn(at: int) -> int:
    """Goes one further when the colours start again: then each comes with other dashes."""
    return at + at // len(COLOURS)


def _axis_words(text: str, middle: float, bottom: float) -> str:
    return _word(middle, bottom + 16 + _LINE, text, "middle") if text else ""


def _word(x: float, y: float, text: str, anchor: str) -> str:
    end = "" if anchor == "start" else f' text-anchor="{anchor}"'
    return f'<text x="{_g(x)}" y="{_g(y)}"{end}>{escape(text)}</text>'


def _upright(x: float, y: float, text: str) -> str:
    place = f'x="{_g(x)}" y="{_g(y)}"'
    turn = f'transform="rotate(-90 {_g(x)} {_g(y)})" text-anchor="end"'
    return f"<text {place} {turn}>{escape(text)}</text>"


def _svg(width: int, bottom: float, x: str, label: str, inside: str) -> str:
    """A drawing that shrinks with the page, but for one that is wide: that one scrolls."""
    height = round(bottom + _BOTTOM + (_LINE if x else 0))
    is_wide = width > WIDTH
    shown = width if is_wide else SHOWN
    size = f'width="{shown}" height="{round(height * shown / width)}"'
    kind = ' class="dg-fixed"' if is_wide else ""
    drawn = drawing(f'viewBox="0 0 {width} {height}" {size}{kind}', label, inside, _FONT)
    return scroll(drawn, label) if is_wide else drawn


def _g(number: float) -> str:
    """A coordinate to a tenth, without a sign before zero."""
    return f"{round(number, 1) + 0.0:g}"
