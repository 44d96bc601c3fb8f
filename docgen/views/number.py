"""Recorded numbers as text: 4 decimals, and never a number that looks like another.

`format_number(-0.5)` is `-0.5000`, `format_number(0.265, zeros=False)` is `0.265`, and
`format_number(1e-10)` is `1.0000e-10`, since `0.0000` would be a different number.
"""

from __future__ import annotations

import math

from docgen.text import counted
from docgen.trace.value import Number, Value, is_literal

DECIMALS = 4
LARGE = 1e6
"""Numbers from here on are written with an exponent."""
SHOWN = 64
"""Entries of an array, or members of a container, that a value in running text shows."""
TEXT_SHOWN = 200

_SMALL = 0.5 * 10**-DECIMALS
_LEAST_GAP = {"float64": -12, "complex128": -12, "float32": -6, "complex64": -6, "float16": -3}


def format_number(number: Number, zeros: bool = True, floor: float = 0.0) -> str:
    """One entry.

    Args:
        number: A float gets decimals, an integer and a bool do not.
        zeros: Whether zeros at the end of the decimals are kept.
        floor: A float nearer to zero than this is written as zero; the page must say so.
    """
    if isinstance(number, bool):
        return str(number)
    if isinstance(number, int):
        return str(number)
    if isinstance(number, str):
        return _format_text_number(number, zeros, floor)
    if not math.isfinite(number):
        return "nan" if math.isnan(number) else ("inf" if number > 0 else "-inf")
    size = abs(number)
    if size < floor:
        number = size = 0.0
    if size and (size < _SMALL or size >= LARGE):
        return _cut_exponent(f"{number:.{DECIMALS}e}", zeros)
    text = f"{number:.{DECIMALS}f}"
    return _without_minus_zero(text if zeros else _cut(text))


def _format_text_number(text: str, zeros: bool, floor: float) -> str:
    """A number that travels as text: `nan`, `inf`, `1+2j`."""
    try:
        number = complex(text)
    except ValueError:
        return text
    if "j" not in text.lower():
        return format_number(number.real, zeros, floor)
    imaginary = format_number(number.imag, zeros, floor)
    sign = "" if imaginary.startswith("-") else "+"
    return f"{format_number(number.real, zeros, floor)}{sign}{imaginary}j"


def _cut(text: str) -> str:
    return text.rstrip("0").rstrip(".")


def _cut_exponent(text: str, zeros: bool) -> str:
    if zeros:
        return text
    mantissa, _, exponent = text.partition("e")
    return f"{_cut(mantissa)}e{exponent}"


def _without_minus_zero(text: str) -> str:
    return text[1:] if text.startswith("-") and not text.strip("-0.") else text


def entry_of(value: Value, number: Number) -> Number:
    """An entry as its array's type has it: `1` of a float array is `1.0`."""
    if value.dtype.startswith("float") and isinstance(number, int):
        return float(number)
    if value.dtype.startswith("bool") and not isinstance(number, str):
        return bool(number)
    if value.dtype.startswith(("int", "uint")) and isinstance(number, float):
        return int(number) if number.is_integer() else number
    return number


def format_value(value: Value, zeros: bool = True, floor: float = 0.0) -> str:
    """Any recorded value as one line; what is left out is counted."""
    if value.kind == "array":
        return _format_array(value, zeros, floor)
    if value.kind == "number":
        if not value.data:
            return value.text
        return format_number(entry_of(value, value.data[0]), zeros, floor)
    if value.kind == "none":
        return "None"
    if value.kind == "text":
        return _format_text(value.text)
    if value.kind == "object":
        return f"<{value.text or value.dtype}>"
    return _format_container(value, zeros, floor)


def _format_text(text: str) -> str:
    if len(text) <= TEXT_SHOWN:
        return repr(text)
    return f"{text[:TEXT_SHOWN]!r}... ({counted(len(text) - TEXT_SHOWN, 'more character')})"


def _format_container(value: Value, zeros: bool, floor: float) -> str:
    members = [format_value(item, zeros, floor) for item in value.items[:SHOWN]]
    hidden = len(value.items) - len(members) + value.hidden
    if value.kind == "dict":
        members = [
            f"{format_key(key)}: {member}" for key, member in zip(value.keys, members, strict=False)
        ]
    if hidden:
        members.append(_more(hidden))
    inside = ", ".join(members)
    if value.kind == "dict":
        return f"{{{inside}}}"
    if value.kind == "list":
        return f"[{inside}]"
    return f"({inside},)" if len(members) == 1 else f"({inside})"


def format_key(key: str) -> str:
    """A dict's key as Python writes it; one that came as bare text is quoted."""
    return key if key.startswith("<") or is_literal(key) else repr(key)


def _more(count: int) -> str:
    return f"... {count:,} more"


def _format_array(value: Value, zeros: bool, floor: float) -> str:
    shape = value.shape or ()
    texts = [format_number(entry_of(value, n), zeros, floor) for n in value.data[:SHOWN]]
    hidden = len(value.data) - len(texts) + value.hidden
    if not shape:
        return texts[0] if texts else ""
    if math.prod(shape) == 0:
        return f"{'[' * len(shape)}{']' * len(shape)}, shape {format_shape(shape)}"
    body = _nest(texts, shape)
    return f"{body} ({_more(hidden)})" if hidden else body


def _nest(texts: list[str], shape: tuple[int, ...]) -> str:
    """The entries in brackets; rows that have no entry left are `...`."""
    if not texts:
        return "[...]"
    if len(shape) == 1:
        tail = ["..."] if len(texts) < shape[0] else []
        return f"[{', '.join(texts + tail)}]"
    size = math.prod(shape[1:])
    parts = [
        _nest(texts[row * size : (row + 1) * size], shape[1:])
        for row in range(min(shape[0], -(-len(texts) // size)))
    ]
    if len(parts) < shape[0]:
        parts.append("...")
    return f"[{', '.join(parts)}]"


def format_shape(shape: tuple[int, ...]) -> str:
    """A shape as Python writes it: `(3, 4)`, `(3,)`, `()`."""
    return f"({shape[0]},)" if len(shape) == 1 else f"({', '.join(map(str, shape))})"


def format_gap(gap: float, dtype: str = "float64") -> str:
    """The power of ten not below the gap, and not below what the type can promise: `≤ 1e-11`."""
    if math.isnan(gap):
        return "nan"
    if math.isinf(gap):
        return "inf"
    exponent = _LEAST_GAP.get(dtype, -12)
    while gap > float(f"1e{exponent}"):
        exponent += 1
    return f"≤ {10**exponent}" if 0 <= exponent <= 3 else f"≤ 1e{exponent}"


def format_power(number: float) -> str:
    """A step or a tolerance as it is typed: `1e-5`, `2.5e-7`, `0`."""
    if number == 0 or not math.isfinite(number):
        return format_number(number, zeros=False)
    mantissa, _, exponent = f"{number:.1e}".partition("e")
    return f"{_cut(mantissa)}e{int(exponent)}"
