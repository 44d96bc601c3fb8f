"""Functions of an equation that are calls of the project's code, on copies.

The plan `Call("g", "gelu(x)[0]", ("x",), "model.ops")` is a function that calls `model.ops.gelu`
with a copy of its argument and takes the first thing that is returned.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from types import FrameType

from docgen.trace.cells import CellError
from docgen.trace.copies import deep_copy
from docgen.trace.files import below
from docgen.trace.kept import Kept
from docgen.trace.plan import CallPlan


@dataclass
class Listener:
    """Collects the names of the project's functions that run while it listens."""

    roots: tuple[str, ...]

    def __post_init__(self) -> None:
        """Begin with no names heard."""
        self.names: dict[str, None] = {}

    @contextmanager
    def listening(self) -> Iterator[None]:
        """Hear what runs within the `with`; an earlier profiler is put back behind it."""
        before = sys.getprofile()
        sys.setprofile(self._hear)
        try:
            yield
        finally:
            sys.setprofile(before)

    def _hear(self, frame: FrameType, event: str, _: object) -> None:
        code = frame.f_code
        name = code.co_qualname.replace(".<locals>", "")
        if event == "call" and "<" not in name and below(code.co_filename, self.roots):
            self.names[f"{frame.f_globals.get('__name__', '')}:{name}"] = None


def callable_of(
    plan: CallPlan, kept: Kept, call: int, time: int, listener: Listener
) -> Callable[..., object]:
    """The function at one point; whatever the project's code raises is raised."""

    def function(*arguments: object) -> object:
        space: dict[str, object] = dict(vars(importlib.import_module(plan.module)))
        space.update(_frame(plan, kept, call, time))
        given = [deep_copy(argument) for argument in arguments]
        space.update(zip(plan.parameters, given, strict=True))
        code = compile(plan.expression.strip(), "<equation>", "eval", dont_inherit=True)
        try:
            with listener.listening():
                found: object = eval(code, space)
        except SystemExit as end:
            raise RuntimeError(f"it ended the run with SystemExit({end})") from None
        return found

    return function


def _frame(plan: CallPlan, kept: Kept, call: int, time: int) -> dict[str, object]:
    """Copies of what names of the frame were."""
    if not plan.names:
        return {}
    if plan.watch in kept.missing:
        raise CellError(kept.missing[plan.watch])
    record = kept.at(plan.watch, call, time)
    if record is None:
        raise CellError(f"`{plan.expression}`: its names are not bound in that call")
    values = deep_copy(record.read())
    assert isinstance(values, tuple)
    return dict(zip(plan.names, values, strict=True))
