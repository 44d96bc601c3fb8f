"""Shapes as declared letters, and letters that are found while shapes are compared.

`Extents` knows that the length of a ones vector is `T` once it has been set equal to `T`.
"""

from __future__ import annotations

from dataclasses import dataclass

from docgen.latex.symbol import ANY

PLAIN, COLUMN, ROW = "plain", "column", "row"


@dataclass(frozen=True, slots=True)
class Form:
    """The shape of a value.

    Attributes:
        axes: Letters or arithmetic over letters; `?1` is not known yet.
        state: Of a vector: `plain`, `column` or `row`.
        leads: Whether leading axes stand before, which the equation does not see.
    """

    axes: tuple[str, ...]
    state: str = ""
    leads: bool = False

    @property
    def rank(self) -> int:
        """How many axes it has."""
        return len(self.axes)

    @property
    def is_entry(self) -> bool:
        """Whether it stands for one entry of an array of any shape."""
        return not self.axes and self.leads


SCALAR = Form(())


def vector(axis: str, state: str = PLAIN, leads: bool = False) -> Form:
    """The form of a vector: plain, a column or a row."""
    return Form((axis,), state, leads)


def form_of(shape: tuple[str, ...]) -> Form:
    """A declared shape; a vector is plain."""
    axes = tuple(axis for axis in shape if axis != ANY)
    return Form(axes, PLAIN if len(axes) == 1 else "", ANY in shape)


class Extents:
    """What the axes that were not declared turned out to be."""

    def __init__(self) -> None:
        self.known: dict[str, str] = {}
        self.count = 0

    def fresh(self) -> str:
        """A name for a length that is not known yet: `?1`."""
        self.count += 1
        return f"?{self.count}"

    def of(self, axis: str) -> str:
        """What a length turned out to be; itself where nothing said."""
        while axis in self.known:
            axis = self.known[axis]
        return axis

    def is_equal(self, one: str, other: str) -> bool:
        """Whether two axes are the same letter already."""
        return self.of(one) == self.of(other)

    def agree(self, one: str, other: str) -> bool:
        """Whether two axes may be equal; what was unknown is known after."""
        one, other = self.of(one), self.of(other)
        if one == other:
            return True
        if one.startswith("?"):
            self.known[one] = other
            return True
        if other.startswith("?"):
            self.known[other] = one
            return True
        # Sizes such as h·k are compared when there are numbers.
        return is_composite(one) or is_composite(other)

    def shown(self, form: Form) -> str:
        """The shape as people write it: `(T, d)`, `(d,)`, `(d,) column`."""
        axes = [axis if not (axis := self.of(one)).startswith("?") else "?" for one in form.axes]
        axes = ["…", *axes] if form.leads else axes
        text = f"({axes[0]},)" if len(axes) == 1 else f"({', '.join(axes)})"
        return f"{text} {form.state}" if form.state in (COLUMN, ROW) else text


def is_composite(axis: str) -> bool:
    """Whether a length is arithmetic, such as `2*d`, rather than one letter or number."""
    return not axis.replace("_", "a").isalnum()
