r"""Places along an axis: what an index is after slicing, `x[1:]` at i is `x_{i+1}`.

Indices count from 1 on a drafted page, while the code counts from 0.
"""

from __future__ import annotations

from dataclasses import dataclass

UNSAID = "?"


@dataclass(frozen=True, slots=True)
class Place:
    """An index as `top + factor * letter + shift`, counted from 1.

    Attributes:
        letter: The index that runs; empty for a fixed place.
        top: What is added in front: the letter of a size, or a name that the code adds.
        limit: The last value of the index where a slice says it, with `#` for the length of the
            axis; `UNSAID` where that cannot be written.
    """

    letter: str = ""
    factor: int = 1
    shift: int = 0
    top: str = ""
    limit: str = ""

    @property
    def latex(self) -> str:
        """As it stands in a subscript."""
        parts = [self.top] if self.top else []
        if self.letter and self.factor:
            sign = "-" if self.factor < 0 else ("+" if parts else "")
            size = "" if abs(self.factor) == 1 else str(abs(self.factor))
            parts.append(f"{sign}{size}{self.letter}")
        if self.shift or not parts:
            sign = "-" if self.shift < 0 else ("+" if parts else "")
            parts.append(f"{sign}{abs(self.shift)}")
        return "".join(parts)

    @property
    def spaced(self) -> str:
        """As it stands among other terms."""
        text = self.latex.replace("+", " + ")
        return text[:1] + text[1:].replace("-", " - ")

    @property
    def is_alone(self) -> bool:
        """Whether it is a letter that runs, and nothing else."""
        return bool(self.letter) and self.latex == self.letter

    @property
    def is_plain(self) -> bool:
        """Whether it is a letter alone, or a numeral."""
        return self.latex.isalnum()

    def after(self, start: int, step: int, top: str = "", limit: str = "") -> Place:
        """The place in the array that was sliced: entry p of `x[start::step]`, p from 0.

        Args:
            top: Letter of the size, or the name, that `start` is counted from.
            limit: The last value of the index, if no slice of the slice says it.

        Raises:
            ValueError: The place counts from the end already.
        """
        if self.top and (step != 1 or top):
            raise ValueError("counted from the end already")
        shift = start + step * (self.shift - 1) + 1
        last = self.limit or limit
        return Place(self.letter, self.factor * step, shift, top or self.top, last)


def fixed(position: int, top: str = "") -> Place:
    """The place of `x[position]`; with `top`, of a negative position."""
    return Place("", 0, position + 1, top)


def joined(places: list[Place]) -> str:
    """The places as one subscript: `ij`, or `i+1,j`."""
    texts = [place.latex for place in places]
    is_short = all(len(text) == 1 and text.isalpha() for text in texts)
    return ("" if is_short else ",").join(texts)
