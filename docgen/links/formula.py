r"""An equation whose symbols are arrays at hand, without a page and without code.

`lower_equation(read_equation(r"y = W x", declared), declared)` has one leaf a symbol, named by its
LaTeX; values are then given by these names.
"""

from __future__ import annotations

from collections.abc import Sequence

from docgen.evaluation.term import Definition, Formula, Leaf, Signature, Term
from docgen.latex.node import Call, Equation, Node, Part
from docgen.latex.symbol import Declared
from docgen.links.lower import Lowering, left_function


def lower_equation(equation: Equation, declared: Sequence[Declared], base: int = 1) -> Formula:
    """The formula of an equation: every part is a statement, but for those that define a function.

    Args:
        base: Of indices, 0 or 1.
    """
    rows = {one.latex: one for one in declared}

    def symbol(name: str, is_left: bool, node: Node) -> Term:
        del is_left
        return Term("leaf", (), name, (), (node.span.start, node.span.end))

    def function(name: str, node: Node) -> str:
        del node
        return name

    lowering = Lowering(symbol, function, base)
    definitions: list[Definition] = []
    statements = []
    for part in equation.parts:
        made = _definition(part, rows, lowering)
        if made is not None:
            definitions.append(made)
        else:
            statements.append(lowering.statement(part))
    leaves = tuple(leaf(one) for one in declared if not one.is_function)
    defined = {one.key for one in definitions}
    signatures = tuple(
        Signature(one.latex, one.latex, (one.argument,) if one.argument else (), one.shape)
        for one in declared
        if one.is_function and one.latex not in defined
    )
    return Formula(tuple(statements), leaves, tuple(definitions), signatures, base)


def leaf(declared: Declared) -> Leaf:
    """A leaf of terms that reads the array of a declared symbol."""
    return Leaf(declared.latex, declared.latex, declared.shape, (), declared.target)


def _definition(part: Part, rows: dict[str, Declared], lowering: Lowering) -> Definition | None:
    left = left_function(part)
    if left is None:
        return None
    return define(left, part, rows.get(left.name), lowering)


def define(left: Call, part: Part, row: Declared | None, lowering: Lowering) -> Definition:
    """The function on the left of a part, with the shapes that its row declares."""
    parameters = part.parameters
    made = lowering.definition(left.name, part, parameters)
    argument = row.argument if row is not None else None
    if row is not None and argument is None and row.shape == ("…",):
        argument = row.shape
    shapes = (argument,) * len(parameters)
    return Definition(made.key, made.parameters, shapes, made.body, made.locals, lowering.base)
