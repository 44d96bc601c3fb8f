"""Gaps that the code's own rounding explains: the recorded call made again on inputs next to them.

`E[x**2] - E[x]**2` at mean / spread 1e4 differs from the variance by 1e-9 of it, and by as much
from itself where `x` is changed by one unit in its last place: no error, but digits that are lost.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

import msgspec
import numpy as np

from docgen.evaluation.comparison import LIMIT
from docgen.evaluation.evaluate import side
from docgen.evaluation.point import Point
from docgen.evaluation.quantity import Quantity, merged, spread
from docgen.evaluation.stop import Stop
from docgen.evaluation.term import Formula, Outcome, Statement, Term
from docgen.trace.cells import CellError
from docgen.trace.copies import deep_copy
from docgen.trace.derivative import call_replaced
from docgen.trace.kept import Record
from docgen.trace.points import indexed, numbers
from docgen.trace.recorder import Recorder
from docgen.trace.rerun import Rerun
from docgen.trace.walk import arrays

NEAR = 1e-6
"""Of the value: what rounding may explain at all."""
TIMES = 8
_SPREADS = 4.0


def is_near(outcome: Outcome | None) -> bool:
    """Whether a mismatch is so small that the code's rounding may be to blame."""
    if outcome is None or outcome.problem is not None or outcome.ratio <= 1:
        return False
    return outcome.gap <= NEAR * outcome.scale


def recorded_leaf(statement: Statement) -> str:
    """The one leaf that is the left side, or whose entries are; empty where there is none."""
    if statement.relations != ("=",) or statement.tolerance or statement.is_property:
        return ""
    left = statement.sides[0]
    found = left.args[0] if left.op == "at" else left
    return found.text if found.op == "leaf" and found.text not in _leaves(left.args[1:]) else ""


def about(formula: Formula, number: int) -> Formula:
    """The formula with one statement that need only hold about, as near as is forgiven."""
    was = formula.statements[number]
    relations = tuple("≈" if one == "=" else one for one in was.relations)
    made = msgspec.structs.replace(was, relations=relations, tolerance=was.tolerance or NEAR)
    statements = (*formula.statements[:number], made, *formula.statements[number + 1 :])
    return msgspec.structs.replace(formula, statements=statements)


def _leaves(terms: tuple[Term, ...]) -> Iterator[str]:
    for term in terms:
        if term.op == "leaf":
            yield term.text
        yield from _leaves(term.args)


@dataclass(frozen=True)
class Shaken:
    """One statement at one point, and the call that computed its left side.

    Attributes:
        leaf: Of the left side; it is `record` of the watch `key`, at the subscript `index`.
        function: Name of the function that is called again.
        arguments: As they were when the recorded call began.
    """

    formula: Formula
    number: int
    point: Point
    leaf: str
    key: str
    record: Record
    index: str
    function: str
    arguments: dict[str, object]
    recorder: Recorder

    def forgiven(self, outcome: Outcome) -> Outcome:
        """The outcome with the tolerance that the call's own spread gives it, if that holds."""
        try:
            return self._forgiven(outcome)
        except (CellError, Stop):
            return outcome

    def _forgiven(self, outcome: Outcome) -> Outcome:
        right, left = self._side(1), self._side(0)
        again = self._again(None)
        recorded = np.asarray(self.record.read())
        if again.dtype != recorded.dtype or again.tobytes() != recorded.tobytes():
            return outcome
        letters, rank = merged([left, right]), max(left.rank, right.rank)
        x, ex, y, ey = np.broadcast_arrays(
            *(
                spread(one, part.letters, letters, rank)
                for part in (left, right)
                for one in (part.data, part.error)
            )
        )
        low = high = x
        random = np.random.default_rng(self.number)
        for _ in range(TIMES):
            value = numbers(indexed(self._again(random), self.index))
            moved = self._side(0, {**self.point.values, self.leaf: value})
            if moved.letters != left.letters or moved.data.shape != left.data.shape:
                return outcome
            other = spread(moved.data, moved.letters, letters, rank)
            low, high = np.minimum(low, other), np.maximum(high, other)
        unit = outcome.u
        gap = np.abs(x - y)
        rounding = LIMIT * unit * (ex + ey)
        limit = np.maximum(rounding, np.minimum(_SPREADS * (high - low), NEAR * np.abs(x)))
        if not bool((gap <= limit).all()):
            return outcome
        over = gap > rounding
        if not bool(over.any()):
            return outcome
        ratio = np.divide(gap, limit, out=np.zeros_like(gap), where=over)
        at = np.unravel_index(int(ratio.argmax()), ratio.shape)
        lost = math.ceil(math.log10(float((gap[over] / np.abs(x[over])).max()) / unit))
        return msgspec.structs.replace(
            outcome,
            gap=float(gap[at]),
            tolerance=float(limit[at]),
            ratio=float(ratio[at]),
            span=(0, 0),
            notes=(*outcome.notes, f"the code loses {lost} digits"),
        )

    def _side(self, which: int, values: dict[str, object] | None = None) -> Quantity:
        point = self.point
        found = side(
            self.formula,
            self.number,
            which,
            point.values if values is None else values,
            point.functions,
            point.derivatives,
        )
        if not isinstance(found, Quantity):
            raise Stop(found)
        return found

    def _again(self, random: np.random.Generator | None) -> np.ndarray:
        """What the call makes of its inputs, or of their neighbours."""
        frame = deep_copy(self.arguments)
        assert isinstance(frame, dict)
        if random is not None:
            _shake(frame, random)
        numbered = {one.name: number for number, one in enumerate(self.recorder.functions)}
        rerun = Rerun(numbered[self.function], (self.key, self.record.visit))
        call_replaced(self.recorder, rerun, self.function, frame)
        if not rerun.is_read:
            raise CellError("it is not reached when the call is made again")
        return np.asarray(rerun.value)


def _shake(frame: dict[str, object], random: np.random.Generator) -> None:
    """Change each floating point number of the arguments by one unit in its last place."""
    for name, value in frame.items():
        if isinstance(value, float):
            frame[name] = type(value)(value * (1 + random.choice((-1, 1)) * np.finfo(float).eps))
    for array in arrays(frame):
        if array.dtype.kind == "f" and array.flags.writeable:
            plain = array.view(np.ndarray)
            signs = random.choice(np.array((-1, 1), plain.dtype), plain.shape)
            np.multiply(plain, 1 + signs * np.finfo(plain.dtype).eps, out=plain)
