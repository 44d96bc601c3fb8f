r"""LaTeX in the making, with how tightly it binds, so that brackets stand where they are needed.

`product(piece("a + b", SUM), piece("c"))` is `(a + b) c`.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass

SUM, BIG, PRODUCT, ATOM = 0, 1, 2, 3
_SMALL, _LARGE = 1e-4, 1e15


@dataclass(frozen=True, slots=True)
class Piece:
    """An expression.

    Attributes:
        level: `SUM`, `BIG` for a big operator with all that it takes, `PRODUCT`, or `ATOM`.
        is_base: Whether a power may be put on it without brackets.
        is_call: Whether it ends in the bracket of a function.
        is_negative: Whether it is a term with a minus in front.
    """

    latex: str
    level: int = ATOM
    is_base: bool = False
    is_call: bool = False
    is_negative: bool = False


class UnwritableError(Exception):
    """Why a statement is not written as mathematics, as a part of a sentence."""


def bracketed(piece: Piece) -> str:
    """The piece in round brackets, which grow with fractions, big operators and environments."""
    tall = any(word in piece.latex for word in (r"\frac", r"\sum", r"\prod", r"\begin"))
    left, right = (r"\left(", r"\right)") if tall else ("(", ")")
    return f"{left}{piece.latex}{right}"


def _at(piece: Piece, level: int) -> str:
    return piece.latex if piece.level >= level else bracketed(piece)


def add(left: Piece, right: Piece) -> Piece:
    """`left + right`; a summand `0` is left out."""
    if "0" in (left.latex, right.latex):
        return right if left.latex == "0" else left
    text = _at(right, SUM)
    if text.startswith("-"):
        text = bracketed(right)
    return Piece(f"{left.latex} + {text}", SUM)


def subtract(left: Piece, right: Piece) -> Piece:
    """`left - right`; `- 0` is left out, and a right side that begins with a sign is bracketed."""
    if right.latex == "0":
        return left
    text = _at(right, BIG)
    if text.startswith("-"):
        text = bracketed(right)
    return Piece(f"{left.latex} - {text}", SUM)


def negative(piece: Piece) -> Piece:
    """`-piece`."""
    return Piece(f"-{_at(piece, BIG)}", SUM, is_negative=True)


def product(left: Piece, right: Piece, sign: str = "") -> Piece:
    """Side by side, with a dot where the reader would take it for something else."""
    if "1" in (left.latex, right.latex) and not sign:
        return right if left.latex == "1" else left
    if right.latex[:1].isdigit() and not left.latex[:1].isdigit() and not sign:
        left, right = right, left
    if left.is_negative and not sign:
        return negative(product(Piece(left.latex[1:], PRODUCT), right))
    first, second = _at(left, PRODUCT), _at(right, PRODUCT)
    needs_dot = (
        left.is_call
        or second[:1].isdigit()
        or second.startswith(r"\lvert")
        or is_differential(first, second)
    )
    between = sign or (r" \cdot " if needs_dot else " ")
    return Piece(f"{first}{between}{second}", PRODUCT, is_call=right.is_call)


def is_differential(left: str, right: str) -> bool:
    """Whether two factors side by side read as the differential of the second: `d x`."""
    return left.split(" ")[-1].lstrip("-(") == "d" and right[:1] not in "({"


def quotient(left: Piece, right: Piece) -> Piece:
    """A fraction, which needs no brackets."""
    return Piece(rf"\frac{{{left.latex}}}{{{right.latex}}}")


def power(base: Piece, exponent: Piece) -> Piece:
    """`base^exponent`; a root where the exponent is one half."""
    if exponent.latex in (r"0.5", r"\frac{1}{2}"):
        return Piece(rf"\sqrt{{{base.latex}}}")
    text = base.latex if base.is_base else bracketed(base)
    raised = exponent.latex if len(exponent.latex) == 1 else f"{{{exponent.latex}}}"
    return Piece(f"{text}^{raised}")


def root(piece: Piece) -> Piece:
    """The square root."""
    return Piece(rf"\sqrt{{{piece.latex}}}")


def call(name: str, *arguments: Piece) -> Piece:
    """`name(a, b)`; its brackets grow with fractions and sums."""
    inner = ", ".join(one.latex for one in arguments)
    tall = any(r"\frac" in one.latex or r"\sum" in one.latex for one in arguments)
    left, right = (r"\left(", r"\right)") if tall else ("(", ")")
    return Piece(f"{name}{left}{inner}{right}", is_call=True)


def magnitude(piece: Piece) -> Piece:
    """The absolute value, between bars."""
    return Piece(rf"\lvert {piece.latex} \rvert")


def number(value: float) -> Piece:
    """A constant: `2.0` is `2`, `1e-12` is `10^{-12}`.

    Raises:
        UnwritableError: It is NaN.
    """
    if math.isinf(value):
        return Piece(r"\infty") if value > 0 else Piece(r"-\infty", SUM)
    if math.isnan(value):
        raise UnwritableError("it holds a value that is no number")
    if value < 0:
        return negative(number(-value))
    if value == int(value) and value < _LARGE:
        return Piece(str(int(value)), is_base=True)
    text = repr(float(value))
    if value < _SMALL * 10 and float(f"{value:e}") == value:
        text = f"{value:e}"
    found = re.fullmatch(r"(\d+(?:\.\d+)?)e([+-]?\d+)", text)
    if found is None:
        return Piece(text, is_base=True)
    mantissa = f"{float(found[1]):g}"
    ten = f"10^{{{int(found[2])}}}"
    return Piece(ten) if mantissa == "1" else Piece(rf"{mantissa} \cdot {ten}", PRODUCT)


def of_sizes(sizes: Sequence[str]) -> Piece:
    """The product of sizes: `n m`."""
    if len(sizes) == 1:
        return Piece(sizes[0], SUM if " " in sizes[0] else ATOM, is_base=True)
    text = ""
    for size in (f"({one})" if " " in one else one for one in sizes):
        between = r" \cdot " if is_differential(text, size) else " "
        text = f"{text}{between}{size}" if text else size
    return Piece(text, PRODUCT)
