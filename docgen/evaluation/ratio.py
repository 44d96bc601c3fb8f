r"""What two arrays that differ share: one ratio or one difference everywhere, and its name.

Code that is everywhere 1.4142 times the equation, with `d_k` = 2, gives `sqrt(d_k)`.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations, permutations

import numpy as np

from docgen.evaluation.extent import measure
from docgen.evaluation.point import Array
from docgen.evaluation.quantity import Quantity, spread
from docgen.evaluation.term import Formula, Problem

_NAMED = (
    (2.0, "2"),
    (3.0, "3"),
    (4.0, "4"),
    (10.0, "10"),
    (math.pi, r"\pi"),
    (2 * math.pi, r"2 \pi"),
    (math.e, "e"),
    (math.log(2), r"\log 2"),
    (math.log(10), r"\log 10"),
    (math.sqrt(2), "sqrt(2)"),
    (math.sqrt(math.pi), r"sqrt(\pi)"),
    (math.sqrt(2 * math.pi), r"sqrt(2 \pi)"),
)


@dataclass(frozen=True, slots=True)
class Number:
    """A number that the equation knows: a size, or the value of a symbol."""

    value: float
    text: str
    is_size: bool


def constant(
    known: tuple[Number, ...],
    names: tuple[str, str],
    sides: tuple[Quantity, Quantity],
    limit: float = 1e-9,
) -> Iterator[str]:
    """Sentences on a ratio or difference that all entries share.

    Args:
        known: What the ratio or difference may be made of.
        names: Of the two sides, such as `code` and `equation`.
        limit: Relative, for two entries to be the same.
    """
    pair = _entries(*sides)
    if pair is None:
        return
    left, right = pair
    ratio = _shared_ratio(left, right, limit)
    if ratio is not None:
        texts = named(ratio, known, limit)
        said = f"{names[0]} / {names[1]} is everywhere {ratio:.4f}"
        if texts:
            has_root = any("sqrt" in text for text in texts)
            missing = r"a \sqrt" if has_root else "a factor"
            yield f"{said}, that is {' or '.join(texts)}: is {missing} missing?"
            return
        if left.size > 1:
            yield said
            return
    shift = _shared_shift(left, right, limit)
    if shift is not None:
        said = f"{names[0]} - {names[1]} is everywhere {shift:.4g}"
        same = [one.text for one in known if _is_close(abs(shift), abs(one.value), limit)]
        yield f"{said}, that is {same[0]} in size: is a term missing?" if same else said


def numbers(
    formula: Formula, values: Mapping[str, Array], without: Collection[str] = ()
) -> tuple[Number, ...]:
    """Sizes of the letters of shapes, and the symbols that are a single number.

    Args:
        without: Names of leaves that are not meant.
    """
    leaves = (*formula.leaves, *formula.sizing)
    sizes = measure(leaves, values, {})
    found = []
    if not isinstance(sizes, Problem):
        found = [Number(float(size), letter, True) for letter, size in sizes.items()]
    for leaf in leaves:
        is_meant = leaf.name in values and leaf.name not in without and not leaf.target
        if is_meant and np.ndim(values[leaf.name]) == 0:
            found.append(Number(float(values[leaf.name]), f"`{leaf.symbol}`", False))
    return tuple(dict.fromkeys(found))


def named(value: float, known: tuple[Number, ...], limit: float) -> tuple[str, ...]:
    """Up to two simple expressions that equal a number; first those that one symbol gives."""
    found: dict[str, None] = {}
    sign = "-" if value < 0 else ""
    for candidates in (_single(known), _plain(), _double(known)):
        for candidate, text in candidates:
            if candidate != 1 and _is_close(abs(value), candidate, limit):
                found[sign + text] = None
        if found:
            break
    return tuple(found)[:2]


def _single(known: tuple[Number, ...]) -> Iterator[tuple[float, str]]:
    for one in known:
        n, text = one.value, one.text
        if n > 0:
            yield from ((n, text), (1 / n, f"1/{text}"))
            yield from ((math.sqrt(n), f"sqrt({text})"), (1 / math.sqrt(n), f"1/sqrt({text})"))
            yield from ((n * n, f"{text}^2"), (1 / (n * n), f"1/{text}^2"))
        if one.is_size and n > 1:
            yield from (
                (n / (n - 1), f"{text}/({text} - 1)"),
                ((n - 1) / n, f"({text} - 1)/{text}"),
            )
        if not one.is_size and 0 < n < 1:
            yield from ((1 - n, f"1 - {text}"), (1 / (1 - n), f"1/(1 - {text})"))


def _plain() -> Iterator[tuple[float, str]]:
    for value, text in _NAMED:
        yield value, text
        yield 1 / value, f"1/{text}" if " " not in text else f"1/({text})"


def _double(known: tuple[Number, ...]) -> Iterator[tuple[float, str]]:
    positive = [one for one in known if one.value > 0]
    for one, other in permutations(positive, 2):
        yield one.value / other.value, f"{one.text}/{other.text}"
        if one.is_size and other.is_size:
            yield math.sqrt(one.value / other.value), f"sqrt({one.text}/{other.text})"
    for one, other in combinations(positive, 2):
        product = one.value * other.value
        yield product, f"{one.text} {other.text}"
        yield 1 / product, f"1/({one.text} {other.text})"


def _entries(one: Quantity, other: Quantity) -> tuple[Array, Array] | None:
    """All entries of both sides, one beside the other; None where the shapes do not fit."""
    if one.rank != other.rank:
        return None
    letters = tuple(dict.fromkeys((*one.letters, *other.letters)))
    left = spread(one.data, one.letters, letters, one.rank)
    right = spread(other.data, other.letters, letters, one.rank)
    try:
        left, right = np.broadcast_arrays(left, right)
    except ValueError:
        return None
    if not left.size or not (np.isfinite(left).all() and np.isfinite(right).all()):
        return None
    return left.ravel(), right.ravel()


def _shared_ratio(left: Array, right: Array, limit: float) -> float | None:
    at = int(np.argmax(np.abs(right)))
    if not right[at] or not left[at]:
        return None
    ratio = float(left[at] / right[at])
    # An entry that is nearly zero is rounding, and says nothing of the ratio.
    scale = np.abs(left) + np.abs(left).max() * limit
    return ratio if np.all(np.abs(left - ratio * right) <= limit * 10 * scale) else None


def _shared_shift(left: Array, right: Array, limit: float) -> float | None:
    gap = left - right
    shift = float(gap[0])
    scale = max(float(np.abs(left).max()), float(np.abs(right).max()))
    is_same = np.all(np.abs(gap - shift) <= limit * scale)
    return shift if gap.size > 1 and is_same and abs(shift) > limit * scale else None


def _is_close(one: float, other: float, limit: float) -> bool:
    return abs(one - other) <= 10 * limit * max(abs(one), abs(other))
