r"""How much work one formula may take: a number of steps, in proportion to its length.

A formula of 10 items may take 2,500 steps. Where brackets inside brackets make the reader try
readings again and again, it stops with a fault instead of going on without an end.
"""

from __future__ import annotations

from docgen.latex.node import Call, Indexed, Node, Product, Transpose
from docgen.latex.walk import children

FIXED = 500
PER_ITEM = 200


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
    count = 1 + sum(shape_steps(inner) for inner in children(node))
    match node:
        case Transpose(body=Indexed(base=base)):
            count += shape_steps(base)
        case Product(factors=factors, operators=operators) if {*operators} <= {"⊙", "∘"}:
            count += 2 * sum(shape_steps(factor) for factor in factors)
        case Call(arguments=arguments, kind="array"):
            count += sum(shape_steps(one) for one in arguments)
    return count
