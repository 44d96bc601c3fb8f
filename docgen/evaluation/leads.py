r"""Leading axes that a Shape leaves open, and whether the points of a check have any.

With `X` declared `(…, T, d)` and recorded as (1, 3, 4), nothing tells a mean over all axes from one
over the last two: its key is `… X-`; recorded as (2, 3, 4) it is `… X+`.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from docgen.evaluation.binding import common_leads
from docgen.evaluation.extent import ANY
from docgen.evaluation.point import Point
from docgen.evaluation.term import Formula
from docgen.evaluation.walk import used_leaves


def lead_keys(formula: Formula, number: int, points: Sequence[Point]) -> tuple[str, ...]:
    """For each symbol with `…` of a statement, whether it ever stands for an axis of 2 or more.

    Returns:
        Keys of branches, as an `Outcome` has them.
    """
    used = used_leaves(formula, formula.statements[number])
    found: dict[str, None] = {}
    for leaf in formula.leaves:
        if leaf.name not in used or leaf.shape is None or ANY not in leaf.shape:
            continue
        for point in (one for one in points if leaf.name in one.values):
            leads = common_leads([leaf], {leaf.name: np.asarray(point.values[leaf.name])})
            sign = "+" if any(size > 1 for size in leads) else "-"
            found[f"{ANY} {leaf.symbol}{sign}"] = None
    return tuple(found)
