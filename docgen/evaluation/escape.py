"""Entries that an index left: they are marked, and refused where they would count.

`x_{i+1}` at the last i has no value; under a condition that is false there it needs none.
"""

from __future__ import annotations

import msgspec
import numpy as np
from numpy.typing import NDArray

from docgen.evaluation.stop import stop

Array = NDArray[np.float64]
Mask = NDArray[np.bool_]


class Escape:
    """Index numbers that leave their axis.

    Attributes:
        mask: Where, over `letters`; `numbers` are what the index is there, as the page counts.
    """

    __slots__ = ("letters", "mask", "name", "numbers", "size", "span")

    def __init__(
        self,
        name: str,
        size: int,
        letters: tuple[str, ...],
        mask: Mask,
        numbers: Array,
        span: tuple[int, int],
    ) -> None:
        self.name = name
        self.span = span
        self.size = size
        self.letters = letters
        self.mask = mask
        self.numbers = numbers

    def text(self, place: dict[str, int]) -> str:
        """The sentence for one place, or for the first."""
        at = tuple(place.get(letter, -1) for letter in self.letters)
        if (
            any(n < 0 or n >= size for n, size in zip(at, self.mask.shape, strict=True))
            or not (self.mask[at])
        ):
            at = tuple(int(n) for n in np.argwhere(self.mask)[0]) if self.mask.any() else ()
        number = self.numbers[at] if len(at) == self.numbers.ndim else self.numbers.flat[0]
        entries = "1 entry" if self.size == 1 else f"{self.size} entries"
        return f"index `{self.name}` is {float(number):g}, and its axis has {entries}"


class Bad:
    """Entries that an index left: `mask` has the shape of the value's data."""

    __slots__ = ("escapes", "mask")

    def __init__(self, mask: Mask, escapes: tuple[Escape, ...]) -> None:
        self.mask = mask
        self.escapes = escapes


def refuse_bad(bad: Bad, letters: tuple[str, ...], among: Mask | None = None) -> None:
    """Raise what an index that left its axis says, if any entry is bad.

    Raises:
        Stop: `shape-mismatch` of the first index that left its axis.
    """
    mask = bad.mask if among is None else bad.mask & among
    if not mask.any():
        return
    first = tuple(int(n) for n in np.argwhere(mask)[0])
    place = dict(zip(letters, first, strict=False))
    chosen = bad.escapes[0]
    for escape in bad.escapes:
        at = tuple(place.get(letter, 0) for letter in escape.letters)
        if all(n < size for n, size in zip(at, escape.mask.shape, strict=True)) and escape.mask[at]:
            chosen = escape
            break
    found = stop(
        "shape-mismatch",
        chosen.text(place),
        help="let the index end earlier, or put the entry under a condition",
    )
    found.problem = msgspec.structs.replace(found.problem, span=chosen.span)
    raise found
