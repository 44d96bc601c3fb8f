"""Arrays as people read them: small tables with brackets, and rows of running text.

A (2, 2) array becomes a `<table class="dg-matrix">` of two rows; entries stand under each other by
their decimal point, whatever zeros were cut.
"""

from __future__ import annotations

import math
from collections.abc import Container

from docgen.trace.value import Value
from docgen.views.escape import escape
from docgen.views.number import entry_of, format_number, format_value

ROWS = 12
COLUMNS = 12
SLICES = 6
"""How much of an array is shown: rows and columns of a matrix, matrices of a longer array."""


def render_value(value: Value | None, zeros: bool = True, floor: float = 0.0) -> str:
    """A value as code; a matrix of several rows has one a line."""
    if value is None:
        return '<span class="dg-none">not reached</span>'
    return f'<code class="dg-value">{escape(format_lines(value, zeros, floor))}</code>'


def format_lines(value: Value, zeros: bool = True, floor: float = 0.0) -> str:
    """`format_value`, with the rows of a small matrix under each other and columns aligned."""
    shape = value.shape or ()
    if value.kind != "array" or len(shape) != 2 or shape[0] < 2 or not _is_whole(value):
        return format_value(value, zeros, floor)
    rows = _rows(value, zeros, floor)
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = [
        "[" + ", ".join(text.rjust(width) for text, width in zip(row, widths, strict=True)) + "]"
        for row in rows
    ]
    return "[" + ",\n ".join(lines) + "]"


def _is_whole(value: Value) -> bool:
    rows, columns = value.shape or (0, 0)
    return not value.hidden and 0 < rows <= ROWS and 0 < columns <= COLUMNS


def _rows(value: Value, zeros: bool, floor: float) -> list[list[str]]:
    shape = value.shape or ()
    width = shape[-1] if shape else 1
    texts = [format_number(entry_of(value, n), zeros, floor) for n in value.data]
    return [texts[at : at + width] for at in range(0, len(texts), max(width, 1))]


def told_hidden(hidden: int) -> str:
    """What a caption says of entries that are left out: `, 1 entry not shown`, or nothing."""
    return f", {hidden:,} {'entry' if hidden == 1 else 'entries'} not shown" if hidden else ""


def render_matrix(caption: str, value: Value) -> str:
    """A value as a captioned table, zeros cut; what is not shown is counted in the caption.

    Args:
        caption: HTML.
        value: An array or a number; anything else is set as text. What is no array of entries has
            no brackets.
    """
    if value.kind not in ("array", "number") or not value.data or math.prod(value.shape or ()) == 0:
        return _render_table(caption, f"<tr><td>{escape(format_value(value))}</td></tr>", False)
    rows = _rows(value, False, 0.0)
    slices = _slices(value.shape or (), rows)
    shown = sum(min(len(row), COLUMNS) for _, part in slices[:SLICES] for row in part[:ROWS])
    hidden = len(value.data) + value.hidden - shown
    caption += told_hidden(hidden)
    return "".join(
        _render_slice(caption if number == 0 else "", index, part, bool(value.shape))
        for number, (index, part) in enumerate(slices[:SLICES])
    )


def _slices(shape: tuple[int, ...], rows: list[list[str]]) -> list[tuple[str, list[list[str]]]]:
    """The matrices that an array of three or more axes is a stack of, with their index."""
    if len(shape) <= 2:
        return [("", rows)]
    height = shape[-2]
    found = []
    for number, start in enumerate(range(0, len(rows), height)):
        index: list[int] = []
        for size in reversed(shape[:-2]):
            number, position = divmod(number, size)
            index.insert(0, position)
        found.append((f"[{', '.join(map(str, index))}]", rows[start : start + height]))
    return found


def _render_slice(caption: str, index: str, rows: list[list[str]], has_axes: bool) -> str:
    head = " <br>".join(filter(None, (caption, f"<code>{index}</code>" if index else "")))
    shown = [row[:COLUMNS] for row in rows[:ROWS]]
    body = "".join(
        f"<tr>{render_cells(row, shown)}{_ellipsis(len(full) > COLUMNS)}</tr>"
        for row, full in zip(shown, rows, strict=False)
    )
    if len(rows) > ROWS:
        width = len(shown[0]) + (len(rows[0]) > COLUMNS)
        body += f'<tr><td class="dg-cut" colspan="{width}">⋮</td></tr>'
    return _render_table(head, body, has_axes)


def _render_table(head: str, body: str, has_brackets: bool) -> str:
    title = f"<caption>{head}</caption>" if head else ""
    kind = "dg-matrix" if has_brackets else "dg-matrix dg-scalar"
    return f'<table class="{kind}">{title}<tbody>{body}</tbody></table>'


def _ellipsis(is_cut: bool) -> str:
    return "<td>…</td>" if is_cut else ""


def render_cells(row: list[str], rows: list[list[str]], same: Container[int] = frozenset()) -> str:
    """The entries of a row as cells, padded so that the column's decimal points stand in line.

    Args:
        row: What is drawn.
        rows: All rows that stand under each other.
        same: Positions that are marked as unchanged.
    """
    return "".join(
        _render_cell(text, [each[number] for each in rows if number < len(each)], number in same)
        for number, text in enumerate(row)
    )


def _render_cell(text: str, column: list[str], is_same: bool) -> str:
    names = " ".join(["dg-zero"] * (text == "0") + ["dg-same"] * is_same)
    mark = f' class="{names}"' if names else ""
    pad = padding(text, column)
    data = f' data-pad="{pad}"' if pad else ""
    # A mark under the number alone needs a box of its own: the cell also holds the padding.
    body = f"<span>{escape(text)}</span>" if is_same else escape(text)
    return f"<td{mark}{data}>{body}</td>"


def padding(text: str, column: list[str]) -> str:
    """The digits that the longest fraction of the column has more; none beside exponents."""
    if not all(each.lstrip("-").replace(".", "", 1).isdigit() for each in column):
        return ""
    longest = max((each for each in column), key=lambda each: len(each.partition(".")[2]))
    missing = len(longest.partition(".")[2]) - len(text.partition(".")[2])
    if not missing:
        return ""
    return ("" if "." in text else ".") + "0" * missing


def number_rows(values: list[Value]) -> list[list[str]]:
    """Vectors as rows of text with zeros cut, to be set under each other."""
    return [
        [format_number(entry_of(value, n), zeros=False) for n in value.data[:COLUMNS]]
        + (["…"] if len(value.data) > COLUMNS or value.hidden else [])
        if value.kind in ("array", "number") and value.data
        else [format_value(value, zeros=False)]
        for value in values
    ]
