"""A picture of recorded values: its frame, the legend of its rows, and the numbers in a table.

A row of `(1.0, 0.5)` labelled *Loss* becomes `<figure class="dg-frame dg-plot">` with a drawing of
two points, and a table that opens below it.
"""

from __future__ import annotations

from dataclasses import dataclass

from docgen.trace.value import Number
from docgen.views.chart import LinePart, draw_bars, draw_curves, swatch
from docgen.views.escape import code, escape, plain_lines, strip
from docgen.views.frame import render_frame, render_table, scroll
from docgen.views.heatmap import HeatPart, draw_heat, draw_scale, heat_range
from docgen.views.matrix import render_cells, told_hidden
from docgen.views.number import format_number, format_shape

ROWS = 40
"""Rows of the table of numbers; of more points it shows every second one, or fewer."""
SIDE = 32
"""Rows and columns of a matrix in the table of numbers."""
GAP = "-inf"
_SPACE = "&emsp; "


@dataclass(frozen=True, slots=True)
class PlotRow:
    """One curve, group of bars or heat map.

    Attributes:
        name: The cell, as the author wrote it.
        label, words: HTML; either may be empty.
        numbers: In C order; None for a gap.
    """

    name: str
    label: str
    words: str
    shape: tuple[int, ...]
    numbers: tuple[Number | None, ...]

    @property
    def title(self) -> str:
        """The label, else the cell."""
        return strip(self.label) or self.name


@dataclass(frozen=True, slots=True)
class PlotPart:
    """A picture. `form` is `curve`, `bars` or `heatmap`.

    Attributes:
        x, y: Words at the axes.
        log: The axes that are drawn by powers of ten, `xy` at most.
        positions: Of the points of a curve; empty where they are counted.
        names: Of bars or columns; empty where they are counted.
        down: Names of the rows of heat maps; empty where they are counted.
    """

    title: str
    caption: str
    form: str
    rows: tuple[PlotRow, ...]
    x: str = ""
    y: str = ""
    log: str = ""
    positions: tuple[float, ...] = ()
    names: tuple[str, ...] = ()
    down: tuple[str, ...] = ()


def render_plot(part: PlotPart) -> str:
    """The figure as HTML: legend, drawing or drawings, and the numbers in a `details`."""
    body = _render_heat(part) if part.form == "heatmap" else _render_chart(part)
    return render_frame("plot", part.title, part.caption, body)


def plain_plot(part: PlotPart) -> str:
    """Title, caption, axes and rows as text for a search index."""
    rows = (" ".join(filter(None, (row.title, strip(row.words)))) for row in part.rows)
    return plain_lines(part.title, strip(part.caption), part.x, part.y, *rows)


def _render_chart(part: PlotPart) -> str:
    lines = [LinePart(row.title, tuple(map(_float, row.numbers))) for row in part.rows]
    label = _label(part)
    if part.form == "bars":
        drawing = draw_bars(lines, part.names, part.x, part.y, label)
    else:
        drawing = draw_curves(lines, part.positions, part.x, part.y, part.log, label)
    return f"{_legend(part)}{drawing}{_numbers(_chart_table(part))}"


def _label(part: PlotPart) -> str:
    """The drawing in words: what it is of, and how it is called."""
    kinds = {"curve": "Curves", "bars": "Bars", "heatmap": "Heat map"}
    of = ", ".join(row.title for row in part.rows)
    return f"{kinds[part.form]}: {part.title or of}"


def _legend(part: PlotPart) -> str:
    """How each row is drawn; empty where the words at the axis name the only one."""
    if [_named(row).casefold() for row in part.rows] == [escape(part.y).casefold()]:
        return ""
    entries = [
        f'<span class="dg-key">{swatch(at, part.form)} {_named(row)}</span>'
        for at, row in enumerate(part.rows)
    ]
    return f'<p class="dg-legend">{_SPACE.join(entries)}</p>'


def _named(row: PlotRow) -> str:
    label = row.label or code(row.name)
    return f"{label}: {row.words}" if row.words else label


def _render_heat(part: PlotPart) -> str:
    spread = heat_range([number for row in part.rows for number in row.numbers])
    maps = []
    for row in part.rows:
        heat = HeatPart(row.title, (row.shape[0], row.shape[1]), row.numbers, part.names, part.down)
        drawing = draw_heat(heat, spread, part.x, part.y)
        maps.append(f'<div class="dg-cell"><p class="dg-run">{_named(row)}</p>{drawing}</div>')
    box = scroll(f'<div class="dg-side">{"".join(maps)}</div>', _label(part))
    has_gaps = any(number is None for row in part.rows for number in row.numbers)
    gaps = f'{_SPACE}<span class="dg-key">struck out: {code(GAP)}</span>' if has_gaps else ""
    legend = f'<p class="dg-legend">{draw_scale(spread, part.rows[0].shape[1])}{gaps}</p>'
    return f"{box}{legend}{_numbers(''.join(map(_heat_table, part.rows)))}"


def _numbers(body: str) -> str:
    return f'<details class="dg-callee"><summary>Numbers</summary>{body}</details>'


def _chart_table(part: PlotPart) -> str:
    count = max(len(row.numbers) for row in part.rows)
    stride = -(-count // ROWS)
    shown = [at for at in range(count) if at % stride == 0 or at == count - 1]
    head = [escape(part.x) or "Position", *(row.label or code(row.name) for row in part.rows)]
    rows = [[_place(part, at), *(_entry(row, at) for row in part.rows)] for at in shown]
    table = render_table("points", f"Numbers of {_label(part)}", head, rows)
    if stride == 1:
        return table
    left = f"{len(shown)} of {count:,} positions: every {_nth(stride)} and the last."
    return f'{table}<p class="dg-legend">{left}</p>'


def _nth(number: int) -> str:
    ends = {1: "st", 2: "nd", 3: "rd"}
    is_teen = number % 100 in (11, 12, 13)
    return f"{number}{'th' if is_teen else ends.get(number % 10, 'th')}"


def _place(part: PlotPart, at: int) -> str:
    if part.names:
        return escape(part.names[at])
    if part.positions:
        return escape(format_number(part.positions[at], zeros=False))
    return str(at)


def _entry(row: PlotRow, at: int) -> str:
    return escape(_text(row.numbers[at])) if at < len(row.numbers) else ""


def _text(number: Number | None) -> str:
    return GAP if number is None else format_number(number, zeros=False)


def _float(number: Number | None) -> float:
    assert number is not None, "only heat maps have gaps"
    return float(number)


def _heat_table(row: PlotRow) -> str:
    height, width = row.shape
    texts = [
        [_text(row.numbers[at * width + column]) for column in range(min(width, SIDE))]
        for at in range(min(height, SIDE))
    ]
    cells = "".join(f"<tr>{render_cells(line, texts)}</tr>" for line in texts)
    hidden = height * width - sum(map(len, texts))
    shape = f"shape {format_shape(row.shape)}{told_hidden(hidden)}"
    caption = f"{row.label or code(row.name)}, {shape}"
    table = f'<table class="dg-matrix"><caption>{caption}</caption><tbody>{cells}</tbody></table>'
    return scroll(table, f"Numbers of {row.title}")
