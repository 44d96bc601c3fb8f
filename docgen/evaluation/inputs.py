"""What a function was given, as an equation about it sees it."""

from __future__ import annotations

import msgspec

from docgen.evaluation.term import Formula, Leaf


class Inputs(msgspec.Struct, frozen=True):
    """Arguments of a function and parts of them, by the leaves and readings of an equation.

    Attributes:
        cells: Leaf → the expression of the code that it is read from.
        beside: Leaves among them that the equation does not name.
        unnamed: Reading → what the code computes with though the equation names it nowhere, and
            the number at which it could as well be left out.
    """

    cells: dict[str, str] = {}
    beside: tuple[Leaf, ...] = ()
    unnamed: dict[str, tuple[str, float]] = {}

    def widened(self, formula: Formula) -> Formula:
        """The formula with all of them as leaves."""
        return msgspec.structs.replace(formula, leaves=(*formula.leaves, *self.beside))
