"""Takes the sample of a statement while its first point is compared.

`Sampler(formula, 0, point)` has a point whose functions and derivatives it listens to; once that
was compared, `sample(outcome)` is the `Sample`.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from docgen.evaluation.binding import to_array
from docgen.evaluation.evaluate import side
from docgen.evaluation.point import Function, Point, Slope
from docgen.evaluation.term import Formula, Leaf, Outcome, Problem
from docgen.evaluation.walk import used_leaves
from docgen.trace.sample import LIMIT, Entry, Kind, Numbers, Sample, SampledCall, SampledSide

_FLOATS: dict[int, Kind] = {2: "float16", 4: "float32"}
_EXACT = 2**53
"""Whole numbers beyond it are not told apart where numbers are doubles."""


class _NoNumbersError(Exception):
    """Why a sample holds no numbers."""


@dataclass
class Sampler:
    """Listens at one point.

    Attributes:
        point: To be compared in place of the given one; it gives the same.
    """

    formula: Formula
    number: int
    given: Point
    reason: str = ""
    _heard: dict[tuple[Any, ...], tuple[SampledCall, object]] = field(default_factory=dict)
    _slopes: dict[tuple[str, str], Numbers] = field(default_factory=dict)
    _left: int = LIMIT

    def __post_init__(self) -> None:
        """Take the values of the point, or note why they cannot be shown."""
        self.point = self.given
        try:
            self.values = self._values()
        except _NoNumbersError as problem:
            self.reason = str(problem)
            return
        self.point = Point(
            self.given.values,
            {key: self._hearing(key, one) for key, one in self.given.functions.items()},
            {names: self._watching(names, one) for names, one in self.given.derivatives.items()},
        )

    def sample(self, call: int, visit: int, outcome: Outcome) -> Sample:
        """What was heard, with the value of every side."""
        try:
            if self.reason:
                raise _NoNumbersError(self.reason)
            if outcome.problem is not None:
                raise _NoNumbersError(outcome.problem.message)
            sides = self._sides()
            if self.reason:
                raise _NoNumbersError(self.reason)
        except _NoNumbersError as problem:
            return Sample(call, visit, reason=str(problem))
        calls = tuple(heard for heard, _ in self._heard.values())
        slopes = tuple((of, by, value) for (of, by), value in self._slopes.items())
        return Sample(call, visit, self.values, calls, slopes, sides, outcome)

    def _values(self) -> dict[str, Numbers]:
        used = used_leaves(self.formula, self.formula.statements[self.number])
        found: dict[str, Numbers] = {}
        for leaf in (*self.formula.leaves, *self.formula.sizing):
            if leaf.name not in self.given.values or leaf.name in found:
                continue
            array = _array(leaf, self.given.values[leaf.name])
            if leaf.name in used:
                found[leaf.name] = self._take(array)
            else:
                found[leaf.name] = Numbers(tuple(array.shape), (), _kind(array))
        return found

    def _sides(self) -> tuple[SampledSide, ...]:
        found = []
        for which in range(len(self.formula.statements[self.number].sides)):
            point = self.point
            value = side(
                self.formula,
                self.number,
                which,
                point.values,
                point.functions,
                point.derivatives,
            )
            if isinstance(value, Problem):
                return ()  # alone it has no length, as `1` beside a vector
            found.append(SampledSide(self._take(value.data), value.letters))
        return tuple(found)

    def _hearing(self, key: str, function: Function) -> Function:
        def heard(*arguments: Any) -> object:
            arrays = [np.asarray(one) for one in arguments]
            name = (key, *((one.shape, one.dtype.str, one.tobytes()) for one in arrays))
            if name in self._heard:
                return self._heard[name][1]
            result = function(*arguments)
            self._keep(name, key, arrays, result)
            return result

        return heard

    def _keep(
        self, name: tuple[Any, ...], key: str, arguments: list[np.ndarray], result: object
    ) -> None:
        """Keep a call, unless it gives no numbers: then the comparison says so."""
        if self.reason or isinstance(result, tuple | dict):
            return
        array = np.array(result)
        if array.dtype.kind not in "fiub":
            return
        try:
            given = tuple(map(self._take, arguments))
            self._heard[name] = (SampledCall(key, given, self._take(array)), array)
        except _NoNumbersError as problem:
            self.reason = str(problem)

    def _watching(self, names: tuple[str, str], slope: Slope) -> Callable[[], Any]:
        def watched() -> Any:
            value = slope()
            if names not in self._slopes and not self.reason:
                try:
                    self._slopes[names] = self._take(np.asarray(value))
                except _NoNumbersError as problem:
                    self.reason = str(problem)
            return value

        return watched

    def _take(self, array: np.ndarray) -> Numbers:
        """The array as data, counted against the limit."""
        self._left -= array.size
        if self._left < 0:
            raise _NoNumbersError(f"its arrays hold more than {LIMIT} numbers")
        return Numbers(tuple(array.shape), tuple(map(_entry, array.ravel().tolist())), _kind(array))


def _array(leaf: Leaf, value: object) -> np.ndarray:
    array = to_array(leaf, value)
    if isinstance(array, Problem):
        raise _NoNumbersError(array.message)
    return array


def _kind(array: np.ndarray) -> Kind:
    if array.dtype.kind == "f":
        return _FLOATS.get(array.dtype.itemsize, "float")
    return "bool" if array.dtype.kind == "b" else "int"


def _entry(number: Any) -> Entry:
    if isinstance(number, bool):
        return number
    if isinstance(number, int):
        if abs(number) > _EXACT:
            raise _NoNumbersError(f"it holds whole numbers above {_EXACT}")
        return number
    found = float(number)
    return found if math.isfinite(found) else str(found)
