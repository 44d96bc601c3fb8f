"""The derivative of one recorded value by another: the call that made both, made again.

With `Z = X @ W` and `loss = (Z**2).sum()` in one call, the derivative of `loss` by `Z` is `2 * Z`:
`Z` is changed where it is bound, and the rest of the call runs on. Five-point differences.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass

import numpy as np

from docgen.trace.called import Listener
from docgen.trace.cells import Cell, CellError, evaluate, parse_cell, store
from docgen.trace.copies import deep_copy
from docgen.trace.difference import call_again, function_named
from docgen.trace.kept import Record
from docgen.trace.pairing import short
from docgen.trace.plan import Watch
from docgen.trace.recorder import Recorder
from docgen.trace.rerun import Rerun

STEP = 1e-4
MOST_ENTRIES = 4096
"""Entries of the value that is changed; each takes four calls."""
MOST_NUMBERS = 4_000_000
CORNER = 1e-6
"""Of the slopes: where second differences at one and two steps part by more, there is a corner."""
_ROUNDING = 64 * 2.0**-53


@dataclass(frozen=True)
class Derivative:
    """The derivative at one point.

    Attributes:
        name: Of the function that is called again.
        arguments: As they were when the recorded call began.
        of, by: The watches, and the records at which the two were read.
    """

    name: str
    arguments: dict[str, object]
    of: tuple[Watch, Record]
    by: tuple[Watch, Record]
    recorder: Recorder
    listener: Listener

    def value(self) -> np.ndarray:
        """All entries: axes of the first value, then those of the second.

        Raises:
            CellError: It cannot be taken.
        """
        read, changed = _floats(self.of), _floats(self.by)
        if changed.size > MOST_ENTRIES or changed.size * read.size > MOST_NUMBERS:
            raise CellError(
                f"`{self.by[0].cell}` has {changed.size} entries: too many to be changed one by one"
            )
        with self.listener.listening():
            again = self._again(self.by[1].read(), widen=False)
        if again.tobytes() != read.tobytes() or again.shape != read.shape:
            raise CellError(
                f"`{short(self.name)}` called again gives another `{self.of[0].cell}` than it gave"
            )
        start = changed.astype(np.float64)
        slopes = np.empty((*read.shape, *start.shape))
        with np.errstate(all="ignore"):
            middle = self._again(start, widen=True).astype(np.float64)
            for entry in np.ndindex(start.shape):
                slopes[(..., *entry)] = self._slope(start, entry, middle)
        return slopes

    def _slope(self, start: np.ndarray, entry: tuple[int, ...], middle: np.ndarray) -> np.ndarray:
        step = STEP * max(1.0, abs(float(start[entry])))
        low2, low, high, high2 = (
            self._moved(start, entry, steps * step) for steps in (-2, -1, 1, 2)
        )
        slope = np.asarray((8 * (high - low) - (high2 - low2)) / (12 * step))
        # Of a smooth function the second difference at two steps is four times that at one.
        bend = np.abs((high2 - 2 * middle + low2) - 4 * (high - 2 * middle + low)) / step
        largest = np.max(np.abs((high - middle, middle - low)), initial=0.0) / step
        rounding = _ROUNDING * (np.abs(middle) + 1) / step
        if bool((bend > CORNER * largest + rounding).any()):
            where = f"entry {list(entry)} of " if entry else ""
            raise CellError(
                f"`{self.of[0].cell}` has a corner, or bends sharply, in {where}"
                f"`{self.by[0].cell}`: differences give no derivative there"
            )
        return slope

    def _moved(self, start: np.ndarray, entry: tuple[int, ...], by: float) -> np.ndarray:
        moved = start.copy()
        moved[entry] += by
        return self._again(moved, widen=True).astype(np.float64)

    def _again(self, replacement: object, *, widen: bool) -> np.ndarray:
        """What is read when the call is made with a value in the place of the one it made."""
        frame = deep_copy(self.arguments, widen=widen)
        assert isinstance(frame, dict)
        shown = deep_copy(replacement)
        if isinstance(shown, np.ndarray) and not isinstance(self.by[1].value, np.ndarray):
            shown = shown[()]  # of a scalar
        numbers = {one.name: number for number, one in enumerate(self.recorder.functions)}
        rerun = Rerun(numbers[self.name], (self.of[0].key, self.of[1].visit))
        if self.by[0].when == "entry":
            _put(parse_cell(self.by[0].cell), frame, shown)
        else:
            rerun.by, rerun.replacement = (self.by[0].key, self.by[1].visit), shown
        call_replaced(self.recorder, rerun, self.name, frame)
        if rerun.problem or (rerun.by is not None and not rerun.is_replaced):
            problem = rerun.problem or "it is not bound again when the call is made again"
            raise CellError(f"`{self.by[0].cell}`: {problem}")
        if not rerun.is_read:
            raise CellError(f"`{self.of[0].cell}` is not reached when the call is made again")
        return np.asarray(rerun.value)


def call_replaced(
    recorder: Recorder, rerun: Rerun, name: str, arguments: dict[str, object]
) -> None:
    """Call a function again with probes that read and change what `rerun` says.

    Raises:
        CellError: It cannot be called, or raises.
    """
    function = function_named(name)
    was_paused, recorder.is_paused, recorder.rerun = recorder.is_paused, False, rerun
    try:
        call_again(function, arguments)
    except (Exception, SystemExit) as error:
        said = " ".join(f"{type(error).__name__}: {error}".split())
        raise CellError(f"`{short(name)}` called again raised {said}") from None
    finally:
        recorder.is_paused, recorder.rerun = was_paused, None


def _floats(recorded: tuple[Watch, Record]) -> np.ndarray:
    array = np.asarray(recorded[1].read())
    if array.dtype.kind != "f":
        raise CellError(f"`{recorded[0].cell}` holds no floating point numbers")
    return array


def _put(cell: Cell, arguments: dict[str, object], value: object) -> None:
    """Change a value in the arguments.

    Raises:
        CellError: The cell is no place in them.
    """
    roots = [node for node in ast.walk(cell.tree) if isinstance(node, ast.Name)]
    unknown = [node.id for node in roots if node.id not in arguments]
    if unknown:
        raise CellError(f"`{cell.text}`: `{unknown[0]}` is no argument, so it cannot be changed")
    evaluate(cell, arguments)
    try:
        store(cell, arguments, value)
    except (TypeError, AttributeError, ValueError):
        raise CellError(f"`{cell.text}` is no place that can be changed") from None
