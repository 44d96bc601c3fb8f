"""Numbers that the code computes with, left out on the page, that did nothing in the run.

`y = x W` agrees with `y = scale * (x @ W)` where `scale` is 1.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from docgen.evaluation.inputs import Inputs
from docgen.evaluation.point import Point
from docgen.evaluation.term import Statement
from docgen.evaluation.words import UNNAMED

_NUMBERS = "biuf"


def neutral(statement: Statement, points: Sequence[Point], inputs: Inputs) -> list[str]:
    """Each that had, at all points, the value at which it can be left out; in words.

    Where the sides are not equal but ordered or near each other, and of a property, nothing is
    asked: such a statement need not say all that the code does.
    """
    if statement.is_property or set(statement.relations) != {"="}:
        return []
    return [
        f"{UNNAMED}{name} = {number:g}"
        for reading, (name, number) in inputs.unnamed.items()
        if points and all(_is_all(point.values.get(reading), number) for point in points)
    ]


def _is_all(value: object, number: float) -> bool:
    array = np.asarray(value)
    return array.dtype.kind in _NUMBERS and array.size > 0 and bool(np.all(array == number))
