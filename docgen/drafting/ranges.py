"""How far each index of an equation runs, as the page says it.

In `y_i = 2 x_i` for `x[:k]` the index runs to `k`, though `x` is longer.
"""

from __future__ import annotations

from collections.abc import Sequence

from docgen.drafting.piece import UnwritableError
from docgen.drafting.subscript import UNSAID, Place
from docgen.drafting.symbols import Symbols


class Ranges:
    """The indices of one statement.

    Attributes:
        lengths: Index → the lengths of the axes at which it stands alone.
        limits: Index → its last value, where a slice says it.
    """

    def __init__(self, symbols: Symbols) -> None:
        self.symbols = symbols
        self.lengths: dict[str, set[int]] = {}
        self.limits: dict[str, str] = {}
        self._reached: set[str] = set()

    def reach(self, place: Place, length: int) -> None:
        """Note that a place stands at an axis of such a length."""
        self._reached.add(place.letter)
        if place.limit:
            limit = place.limit.replace("#", self.symbols.size(length))
            self.limits.setdefault(place.letter, limit)
        if place.is_alone:
            self.lengths.setdefault(place.letter, set()).add(length)

    def require(self, inner: Sequence[Place | None]) -> None:
        """Have a symbol whose Shape says how far each index runs.

        Raises:
            UnwritableError: An index is that of no symbol, so that its range is the call's.
        """
        if any(place is not None and place.letter not in self._reached for place in inner):
            raise UnwritableError("it adds up what is no part of an array with a symbol")

    def bound(self, letter: str, length: int) -> str:
        """The last value of an index, said by the axis at which it stands alone.

        Raises:
            UnwritableError: The code does not say how far the index runs.
        """
        if letter in self.limits:
            if self.limits[letter] == UNSAID:
                raise UnwritableError("how far its index runs is not written in the code")
            return self.limits[letter]
        longer = {one for one in self.lengths.get(letter, ()) if one != length}
        if not longer:
            return self.extent(length)
        return f"{self.symbols.size(min(longer))} - {min(longer) - length}"

    def extent(self, length: int) -> str:
        """A size as the page says it: a letter, or one less than a letter."""
        if not self.symbols.is_size(length) and self.symbols.is_size(length + 1):
            return f"{self.symbols.size(length + 1)} - 1"
        return self.symbols.size(length)
