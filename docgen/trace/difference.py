"""Central differences of a recorded forward call, in float64 and on fresh copies.

For `loss(x) = x * x * x` at 1 and the code's 3 the gap is about 1e-10; 2.9 is a gap of 0.1.

The tolerance has two parts. The difference quotient itself is off by `step² f''' / 6`, covered by
`1e-6` of the largest entry. Each value of the objective carries rounding of about `u F`, with `F`
the sum of the magnitudes of its terms; divided by the step and with a factor of 32 for the
operations inside the call that is `32 u F / step`. An error of one part in a thousand of the
largest entry is a thousand times the first part, and above the second one unless the gradient is
lost in the rounding of the objective.
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property

import msgspec
import numpy as np

from docgen.trace.cells import RETURNED, Cell, CellError, evaluate, parse_cell, store
from docgen.trace.copies import deep_copy
from docgen.trace.encode import digest, encode
from docgen.trace.plan import GradientPlan, GradientResult

RELATIVE = 1e-6
OPERATIONS = 32
KINK = 1e-3
"""Two one-sided slopes differ when they do by this part of the larger one."""


@dataclass
class Objective:
    """`sum(output * cotangent)` as a function of the arguments of one recorded call.

    Attributes:
        arguments: As recorded.
        mutated: Sentences about arguments that the call changes.
    """

    name: str
    function: Callable[..., object]
    output: Cell
    cotangent: np.ndarray
    arguments: dict[str, object]
    mutated: list[str] = field(default_factory=list)
    dtype: np.dtype = field(default_factory=lambda: np.dtype(np.float64))
    value: float = 0.0
    size: float = 0.0

    @classmethod
    def build(
        cls, plan: GradientPlan, arguments: dict[str, object], cotangent: object
    ) -> Objective:
        """The objective, evaluated once where it was recorded.

        Raises:
            CellError: The call cannot be made again, or its output does not fit the cotangent.
        """
        made = cls(
            plan.forward.partition(":")[2],
            function_named(plan.forward),
            parse_cell(plan.output),
            np.asarray(cotangent),
            arguments,
        )
        if made.cotangent.dtype.kind not in "fiub":
            raise CellError(f"`{plan.cotangent}` is no array of real numbers")
        frame = made.frame()
        before = {name: digest(value) for name, value in frame.items()}
        output = made.output_of(frame)
        made.mutated = [
            f"{made.name} changes its argument {name}"
            for name in frame
            if digest(frame[name]) != before[name]
        ]
        if made.cotangent.ndim and made.cotangent.shape != output.shape:
            raise CellError(
                f"shape {made.cotangent.shape} of `{plan.cotangent}` against {output.shape} of "
                f"`{plan.output}`",
                "shape-mismatch",
            )
        made.dtype = output.dtype
        with np.errstate(all="ignore"):
            terms = output.astype(np.float64) * made.cotangent
            made.value = float(terms.sum())
            made.size = float(np.abs(terms).sum())
        if not np.isfinite((made.value, made.size)).all():
            said = "is not a number" if np.isnan(made.value) else "is not finite"
            raise CellError(f"`{plan.output}` of `{made.name}` {said}", "nonfinite-value")
        if made.at(made.frame()) != made.value:
            raise CellError(f"`{made.name}` gives another value when it is called again")
        return made

    def frame(self) -> dict[str, object]:
        """Fresh copies of the arguments, floating point numbers widened to float64."""
        copied = deep_copy(self.arguments, widen=True)
        assert isinstance(copied, dict)
        return copied

    def output_of(self, frame: dict[str, object]) -> np.ndarray:
        """The compared output of a new call with these arguments; an array of any shape.

        Raises:
            CellError: The call fails, or the output holds no floating point.
        """
        returned = call_again(self.function, frame)
        output = np.asarray(evaluate(self.output, {RETURNED: returned}))
        if output.dtype.kind != "f":
            raise CellError(f"`{self.output.text}` of `{self.name}` holds no floating point")
        return output

    def at(self, frame: dict[str, object]) -> float:
        """The objective at these arguments, summed in float64."""
        return float((self.output_of(frame).astype(np.float64) * self.cotangent).sum())

    @cached_property
    def unit(self) -> float:
        """Unit roundoff of what the call computes in."""
        return float(np.finfo(self.dtype).eps) / 2 if self.dtype.itemsize < 8 else 2.0**-53


@dataclass
class _Input:
    """The place that is perturbed."""

    objective: Objective
    cell: Cell
    start: np.ndarray

    @classmethod
    def build(cls, objective: Objective, text: str) -> _Input:
        cell = parse_cell(text)
        recorded = np.asarray(evaluate(cell, objective.arguments))
        if recorded.dtype.kind in "iub":
            raise CellError(
                f"`{text}` holds {recorded.dtype.name}, which is not perturbed; give floats"
            )
        if recorded.dtype.kind != "f":
            raise CellError(f"`{text}` is no array of real numbers")
        frame = objective.frame()
        first, again = evaluate(cell, frame), evaluate(cell, frame)
        is_array = isinstance(first, np.ndarray) and first.size > 0
        if is_array and not np.shares_memory(np.asarray(first), np.asarray(again)):
            raise CellError(f"`{text}` is no place in the arguments of `{objective.name}`")
        return cls(objective, cell, np.array(first, dtype=np.float64))

    def at(self, place: tuple[int, ...], value: float | np.ndarray) -> float:
        """The objective with one entry changed, or with all of them at the place `()`."""
        frame = self.objective.frame()
        found = evaluate(self.cell, frame)
        if isinstance(found, np.ndarray):
            found[place] = value
        else:
            store(self.cell, frame, np.float64(value))
        return self.objective.at(frame)

    def slopes(self, place: tuple[int, ...], step: float) -> tuple[float, float, float]:
        """Slope to the left, central, and to the right of an entry."""
        x = float(self.start[place])
        h = step * max(1.0, abs(x))
        up, down = x + h, x - h
        above, below = self.at(place, up), self.at(place, down)
        middle = self.objective.value
        return (
            (middle - below) / (x - down),
            (above - below) / (up - down),
            (above - middle) / (up - x),
        )


def difference(
    objective: Objective, result: GradientResult, made: np.ndarray, step: float
) -> GradientResult:
    """The result with central differences, gap and tolerance.

    Raises:
        CellError: Nothing can be compared.
    """
    place = _place(objective, result, made)
    step = _fitting(objective, step)
    code = made.astype(np.float64)
    numeric = np.empty_like(place.start)
    with np.errstate(all="ignore"):
        for entry in np.ndindex(numeric.shape):
            numeric[entry] = place.slopes(entry, step)[1]
        tolerance = _tolerance(objective, made, _largest(code, numeric), step)
        gaps = np.abs(numeric - code)
        kinks = []
        compared = np.ones(numeric.shape, dtype=bool)
        for entry in np.ndindex(numeric.shape):
            if not gaps[entry] <= tolerance:
                sentence = _kink(place, entry, float(code[entry]), step, tolerance)
                if sentence:
                    kinks.append(sentence)
                    compared[entry] = False
    gap = float(gaps[compared].max()) if compared.any() else 0.0
    return msgspec.structs.replace(
        result,
        numeric=encode(numeric),
        gap=gap if gap == gap else float("inf"),
        scale=_largest(code[compared], numeric[compared]),
        tolerance=tolerance,
        dtype=objective.dtype.name,
        kinks=tuple(kinks),
        where=_where(np.where(compared, gaps, 0.0), code, numeric) if gap > tolerance else "",
    )


def agrees_along(
    objective: Objective,
    result: GradientResult,
    made: np.ndarray,
    step: float,
    random: np.random.Generator,
) -> bool:
    """Whether a gradient has the slope of the objective in one random direction.

    A wrong one that does so is about as rare as the tolerance is small.

    Raises:
        CellError: Nothing can be compared.
    """
    place = _place(objective, result, made)
    step = _fitting(objective, step)
    direction = np.asarray(random.standard_normal(place.start.shape))
    direction *= np.maximum(1.0, np.abs(place.start))
    direction /= max(float(np.linalg.norm(direction)), 1e-300)
    above = place.at((), place.start + step * direction)
    below = place.at((), place.start - step * direction)
    code = made.astype(np.float64)
    gap = abs((above - below) / (2 * step) - float((code * direction).sum()))
    return gap <= _tolerance(objective, made, _largest(code), step)


def _place(objective: Objective, result: GradientResult, made: np.ndarray) -> _Input:
    place = _Input.build(objective, result.input)
    if made.shape != place.start.shape:
        raise CellError(
            f"shape {made.shape} of `{result.gradient}` against {place.start.shape} of "
            f"`{result.input}`",
            "shape-mismatch",
        )
    return place


def _fitting(objective: Objective, step: float) -> float:
    """The step, or the one that balances rounding and truncation in less than float64."""
    if objective.dtype.itemsize < 8:
        return float(max(step, (2 * objective.unit) ** (1 / 3)))
    return step


def _tolerance(objective: Objective, made: np.ndarray, scale: float, step: float) -> float:
    """The gap that rounding and the step explain.

    Raises:
        CellError: Any gap would do.
    """
    tolerance = RELATIVE * scale + OPERATIONS * objective.unit * objective.size / step
    if objective.dtype.itemsize < 8:
        tolerance += step * step * scale
    if made.dtype.kind == "f" and made.dtype.itemsize < 8:
        tolerance += 16 * float(np.finfo(made.dtype).eps) * scale
    if not np.isfinite(tolerance):
        raise CellError(f"`{objective.output.text}` of `{objective.name}` is too large to compare")
    return tolerance


def _where(gaps: np.ndarray, code: np.ndarray, numeric: np.ndarray) -> str:
    """The entry with the largest gap, and both of its numbers."""
    entry = np.unravel_index(int(np.argmax(gaps)), gaps.shape)
    at = f"at {[int(one) for one in entry]} " if entry else ""
    return f"{at}the code gives {code[entry]:.4g}, central differences {numeric[entry]:.4g}"


def _kink(place: _Input, entry: tuple[int, ...], code: float, step: float, tolerance: float) -> str:
    """A sentence about an entry at a corner whose code lies between the one-sided slopes.

    The jump between the slopes of a smooth function shrinks with the step; that of a corner stays.
    """
    left, _, right = place.slopes(entry, step)
    near_left, _, near_right = place.slopes(entry, step / 10)
    jump, near_jump = right - left, near_right - near_left
    is_corner = abs(jump) > KINK * max(abs(left), abs(right)) and abs(near_jump) > abs(jump) / 2
    low, high = min(left, right) - tolerance, max(left, right) + tolerance
    if not is_corner or not low <= code <= high:
        return ""
    where = f" at {list(entry)}" if entry else ""
    a, b, c = (f"{_rounded(number, tolerance):.4g}" for number in (left, right, code))
    return f"kink: one-sided slopes {a} and {b}, code {c} lies between{where}"


def _rounded(number: float, tolerance: float) -> float:
    return 0.0 if abs(number) <= tolerance else number


def _largest(*arrays: np.ndarray) -> float:
    largest = 0.0
    for array in arrays:
        finite = np.abs(array[np.isfinite(array)])
        largest = max(largest, float(finite.max()) if finite.size else 0.0)
    return largest


def function_named(name: str) -> Callable[..., object]:
    """The plain function that `module:Class.method` names.

    Raises:
        CellError: Several functions have the name, or it is none of its module.
    """
    module, _, qualname = name.partition(":")
    found: object = sys.modules[module]
    if "@" in qualname:
        raise CellError(f"`{qualname.partition('@')[0]}` is the name of several functions")
    for part in qualname.split("."):
        found = inspect.getattr_static(found, part, None)
    if isinstance(found, staticmethod | classmethod):
        found = found.__func__
    if callable(found):
        found = inspect.unwrap(found)
    if not inspect.isfunction(found):
        raise CellError(f"`{qualname}` cannot be called again: it is no function of its module")
    return found


def call_again(function: Callable[..., object], frame: dict[str, object]) -> object:
    """Call a function with the frame of a recorded call."""
    positional: list[object] = []
    named: dict[str, object] = {}
    for parameter in inspect.signature(function).parameters.values():
        value = frame[parameter.name]
        if parameter.kind is parameter.VAR_POSITIONAL:
            assert isinstance(value, tuple)
            positional += value
        elif parameter.kind is parameter.VAR_KEYWORD:
            assert isinstance(value, dict)
            named.update(value)
        elif parameter.kind is parameter.KEYWORD_ONLY:
            named[parameter.name] = value
        else:
            positional.append(value)
    return function(*positional, **named)
