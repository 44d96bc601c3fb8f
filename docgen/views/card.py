"""The card of a symbol: what it means, where it stands in the code, and what a run saw of it.

A recorded [[0.0, 2.0]] becomes a table whose cells carry how high they stand among its numbers:
`<td data-h="0">0</td><td data-h="8">2</td>`; with numbers below zero they go from -4 to 4.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from docgen.text import counted
from docgen.trace.value import Number, Value
from docgen.views.escape import code, escape
from docgen.views.matrix import padding
from docgen.views.number import entry_of, format_number, format_shape, format_value

SHOWN = 8
"""Rows and columns of a matrix that a card shows."""
STEPS = 8
"""Steps of colour above the lowest number; half of them on each side of zero."""


@dataclass(frozen=True, slots=True)
class CardPart:
    """A symbol of a page.

    Attributes:
        mathml: The symbol, set.
        meaning: HTML.
        code: Its name in the code; empty where it has none.
        calls: Whether `code` is a function that it stands for.
        shape: As the page declares it; empty where it declares none.
        value: The first that was recorded.
        where: The run and the call that it is of, as plain text.
        note: What else a reader must know of the value, or why there is none.
    """

    number: int
    mathml: str
    meaning: str
    code: str
    calls: bool
    shape: str
    value: Value | None
    where: str
    note: str


def render_cards(cards: Sequence[CardPart]) -> str:
    """The element at the end of a page, in which a script finds the cards."""
    inside = "".join(map(render_card, cards))
    return f"<dg-page><template>{inside}</template></dg-page>"


def render_card(part: CardPart) -> str:
    """A card in HTML."""
    meaning = f" <span>{part.meaning}</span>" if part.meaning else ""
    note = f'<p class="dg-none">{escape(part.note)}</p>' if part.note else ""
    return (
        f'<div class="dg-card" data-sym="{part.number}"><p>{part.mathml}{meaning}</p>'
        f"<p>{_facts(part)}</p>{_value(part)}{note}</div>"
    )


def _facts(part: CardPart) -> str:
    """`Z`, shape `(T, F)`, here `(2, 4)`."""
    if part.calls:
        facts = [f"Calls {code(part.code)}"]
    else:
        facts = [code(part.code) if part.code else "Not in the code"]
    if part.shape:
        facts.append(f"shape {code(part.shape)}")
    sizes = part.value.shape if part.value is not None else None
    if sizes:
        facts.append(f"{'here' if part.shape else 'shape'} {code(format_shape(sizes))}")
    return ", ".join(facts)


def _value(part: CardPart) -> str:
    value = part.value
    if value is None:
        return ""
    words = escape(f"in {part.where}")
    is_number = value.kind in ("array", "number") and bool(value.data)
    if not is_number or value.shape is None or math.prod(value.shape) == 1:
        text = _entries(value)[0] if is_number else format_value(value)
        return f'<p><code class="dg-value">{escape(text)}</code> {words}</p>'
    rows, left = _matrix(value)
    words = ", ".join([words, *left])
    body = "".join(f"<tr>{''.join(row)}</tr>" for row in rows)
    return (
        f'<table class="dg-matrix dg-heat"><caption>{words}</caption><tbody>{body}</tbody></table>'
    )


def _entries(value: Value) -> list[str]:
    return [format_number(entry_of(value, number), zeros=False) for number in value.data]


def _matrix(value: Value) -> tuple[list[list[str]], list[str]]:
    """Cells of the first matrix, and sentences on what of the value is not among them."""
    shape = value.shape or ()
    width = shape[-1]
    height = shape[-2] if len(shape) > 1 else 1
    texts = _entries(value)
    steps = heat(value.data[: height * width])
    shown = [range(at, min(at + min(width, SHOWN), len(texts))) for at in _starts(height, width)]
    shown = [row for row in shown if row]
    columns = [[texts[at] for at in column] for column in zip(*shown, strict=False)]
    cells = [
        [
            _cell(texts[at], columns[place] if place < len(columns) else [texts[at]], steps[at])
            for place, at in enumerate(row)
        ]
        for row in shown
    ]
    left = []
    if len(shape) > 2:
        index = ", ".join("0" for _ in shape[:-2])
        left.append(f"the matrix at {code(f'[{index}]')}")
    for hidden, noun in ((height - len(shown), "row"), (width - SHOWN, "column")):
        if hidden > 0:
            left.append(f"{counted(hidden, f'more {noun}')} not shown")
    return cells, left


def _starts(height: int, width: int) -> range:
    return range(0, min(height, SHOWN) * width, width)


def _cell(text: str, column: list[str], step: int | None) -> str:
    pad = padding(text, column)
    data = "" if step is None else f' data-h="{step}"'
    data += f' data-pad="{pad}"' if pad else ""
    return f"<td{data}>{escape(text)}</td>"


def heat(numbers: Sequence[Number]) -> list[int | None]:
    """How high each number stands: 0 to 8 from the lowest to the highest.

    Where there are numbers on both sides of zero it is -4 to 4, with 0 at zero. What is no finite
    number has no step, and where all numbers are equal the step is 0.
    """
    known = [float(one) for one in numbers if _is_finite(one)]
    low, high = min(known, default=0.0), max(known, default=0.0)
    if low < 0 < high:
        most = max(-low, high)
        return [_step(one, 0.0, most, STEPS // 2) for one in numbers]
    return [_step(one, low, high, STEPS) for one in numbers]


def _step(number: Number, zero: float, top: float, steps: int) -> int | None:
    if not _is_finite(number):
        return None
    # Halves, so that the difference of two large numbers is a number too.
    size = top / 2 - zero / 2
    return round(steps * ((float(number) / 2 - zero / 2) / size)) if size else 0


def _is_finite(number: Number) -> bool:
    return not isinstance(number, str) and math.isfinite(number)
