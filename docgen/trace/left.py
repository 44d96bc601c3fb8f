r"""Which entries of the array on the left side an equation says nothing of.

`y_i = x_i^2 \quad i > 1` speaks of 3 of the 4 entries of `y`: `LeftSide.silent()` is `(1, 4)`.
"""

from __future__ import annotations

from collections.abc import Sequence

from docgen.evaluation.evaluate import spoken
from docgen.evaluation.point import Array
from docgen.evaluation.term import Formula
from docgen.trace.points import Reached


class LeftSide:
    """The entries that the statements of one equation speak of, in one execution.

    Statements with the same symbol on the left speak of one array together, as those of the even
    and of the odd columns do.
    """

    def __init__(self, formula: Formula) -> None:
        self.formula = formula
        self._symbols = {leaf.name: leaf.symbol for leaf in formula.leaves}
        self._spoken: dict[tuple[str, int, tuple[int, ...]], Array] = {}

    def add(self, number: int, points: Sequence[Reached]) -> None:
        """Note what a statement speaks of at its points; one without indices leaves nothing out."""
        statement = self.formula.statements[number]
        left = statement.sides[0]
        if statement.is_property or left.op != "at" or left.args[0].op != "leaf":
            return
        for point in points:
            found = spoken(self.formula, number, left.args[0].text, point.values)
            if found is None:
                continue
            key = (self._symbols[left.args[0].text], point.call, found.shape)
            self._spoken[key] = self._spoken[key] | found if key in self._spoken else found

    def silent(self) -> tuple[int, int]:
        """Entries left out and all entries, where most are left out; 0 and 0 where none are."""
        counts = [(int((~one).sum()), one.size) for one in self._spoken.values()]
        return max((one for one in counts if one[0]), default=(0, 0))
