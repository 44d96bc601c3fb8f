r"""How much work one formula may take: a number of steps, in proportion to its length.

A formula of 10 items may take 600 steps. Where brackets inside brackets make the reader try
readings again and again, it stops with a fault instead of going on without an end.
"""

from __future__ import annotations

from docgen.latex.node import Call, Indexed, Node, Product, Transpose
from docgen.latex.walk import children

# Formulas of books take 1 to 4 steps an item.
FIXED = 200
PER_ITEM = 40


class TooManySteps(Exception):
    """The formula is longer to read than its length allows."""


class Steps:
    """A count that may not pass its limit.

    A step is an expression read, a name looked up, or the shape of one part worked out.
    """

    def __init__(self, items: int) -> None:
        self.limit = FIXED + PER_ITEM * items
        self.taken = 0

    def take(self, count: int = 1) -> None:
        """Count steps before they are taken.

        Raises:
            TooManySteps: Past the limit. It is no Fault, so no attempt at a reading hides it.
        """
        self.taken += count
        if self.taken > self.limit:
            raise TooManySteps


def shape_steps(node: Node) -> int:
    r"""An upper bound on the parts whose shapes are worked out for a tree.

    What could be grouped in another way is worked out once more: beside `\odot`, below `^\top`.
    """
    inside = sum(shape_steps(inner) for inner in children(node))
    match node:
        case Transpose(body=Indexed()) | Call(kind="array"):
            return 1 + 2 * inside
        case Product(operators=operators) if {*operators} <= {"⊙", "∘"}:
            return 1 + 3 * inside
    return 1 + inside
