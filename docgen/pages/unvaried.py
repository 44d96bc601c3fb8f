r"""Equations whose values no run and no replay ever changed.

`y = x^2` holds for `y = 2 * x` in `f(2)`, and `2` stays `2` where the example runs again: that is
`weak-verdict`.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from docgen.diagnostics import Fault
from docgen.evaluation.walk import used_leaves
from docgen.pages.evidence import Evidence, Reporter


def report_unvaried(reporter: Reporter, statements: Sequence[Evidence]) -> bool:
    """Report an equation with a statement whose values are the same at every point."""
    if not any(_is_unvaried(one) for one in statements):
        return False
    reporter.fault(
        Fault(
            "weak-verdict",
            "the equation was compared on one set of values only",
            notes=(
                "docgen puts other numbers in arrays of floats, and the equation reads none that"
                " changed; whole numbers and scalars stay as they are",
            ),
            help="add a second example that calls the function with other numbers",
        )
    )
    return True


def _is_unvaried(one: Evidence) -> bool:
    """Whether a statement reads values that were never others; by the author's word they may be."""
    if all(row.run.fixed for row in one.rows) or len(one.telling) > 1:
        return False
    statement = one.compared.statement
    right = statement.sides if statement.is_property else statement.sides[1:]
    # A constant has one value: nothing on its right side could be another number.
    return bool(used_leaves(one.formula, msgspec.structs.replace(statement, sides=right)))
