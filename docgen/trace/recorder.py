"""The receiving end of the probes: numbers calls and visits, and copies what it is shown.

A probe `Z = __docgen__.keep(3, Z)` makes `Observation("k", call=0, visit=0, value=...)`. Nothing
here holds on to an object of the run: counts of references stay what they are without docgen.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from types import FrameType

from docgen.trace.cells import (
    RETURNED,
    Cell,
    CellError,
    attribute,
    evaluate,
    parse_cell,
    subscript,
)
from docgen.trace.copies import deep_copy
from docgen.trace.encode import encode
from docgen.trace.plan import FunctionPlan, Observation

Thunk = Callable[[], tuple[object, ...]]

VISITS = 500
"""Observations of one watch in one call; of more, the first ones and the last are kept."""


@dataclass
class ProbedFunction:
    """A function with probes.

    Attributes:
        plan: What the host asked for; watches with a key in `raw` of the recorder included.
        parameters: Names bound at entry, in the order in which the entry probe hands them over.
        on_enter, on_leave: Called with the number of the call, and arguments or returned value.
    """

    plan: FunctionPlan
    parameters: tuple[str, ...] = ()
    on_enter: list[Callable[[int, dict[str, object]], None]] = field(default_factory=list)
    on_leave: list[Callable[[int, object], None]] = field(default_factory=list)

    @property
    def name(self) -> str:
        return self.plan.name

    @property
    def needs_arguments(self) -> bool:
        return bool(self.on_enter)

    @property
    def needs_leave(self) -> bool:
        return bool(self.on_leave)


@dataclass
class Probe:
    """A place in the instrumented code that reports one cell."""

    function: int
    key: str
    cell: Cell | None
    problem: str = ""


@dataclass
class Recorder:
    """Everything one run reports; an instance is what `__docgen__` means in probed code.

    Attributes:
        raw: Keys of watches that are kept as copies for docgen itself: call → copy or problem.
    """

    functions: list[ProbedFunction]
    limit: int
    probes: list[Probe] = field(default_factory=list)
    calls: dict[str, int] = field(default_factory=dict)
    raw: dict[str, dict[int, object]] = field(default_factory=dict)
    is_paused: bool = False
    _seen: dict[tuple[str, int], list[Observation]] = field(default_factory=dict)
    _hits: dict[tuple[str, int], int] = field(default_factory=dict)
    _frames: dict[int, tuple[int, int]] = field(default_factory=dict)
    _targets: dict[tuple[int, int], list[object]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.calls = {function.name: 0 for function in self.functions}

    def add_probe(self, function: int, key: str, text: str) -> int:
        """The number of a new probe."""
        probe = Probe(function, key, None)
        if text:
            try:
                probe.cell = parse_cell(text)
            except CellError as problem:
                probe.problem = str(problem)
        self.probes.append(probe)
        return len(self.probes) - 1

    def report_missing(self, key: str, sentence: str) -> None:
        """A watch that has no place in the loaded file."""
        if key not in self.raw:
            self._add(Observation(key, -1, 0, problem=sentence))

    def observations(self) -> tuple[Observation, ...]:
        """In the order in which they were made."""
        return tuple(one for seen in self._seen.values() for one in seen)

    # What instrumented code calls.

    def enter(self, function: int, *arguments: object) -> None:
        """A call of a probed function begins."""
        if self.is_paused:
            return
        probed = self.functions[function]
        call = self.calls[probed.name]
        self.calls[probed.name] = call + 1
        self._frames[id(sys._getframe(1))] = (function, call)
        if probed.on_enter and call < self.limit:
            frame = dict(zip(probed.parameters, arguments, strict=True))
            for tell in probed.on_enter:
                tell(call, frame)

    def keep(self, probe: int, value: object) -> object:
        """A value in its own place."""
        if not self.is_paused:
            self._observe(probe, sys._getframe(1), lambda: value)
        return value

    def look(self, probe: int, names: Thunk) -> None:
        """A cell evaluated in the frame."""
        if not self.is_paused:
            self._observe(probe, sys._getframe(1), lambda: self._evaluate(probe, names))

    def hit(self, probe: int) -> None:
        """A place that was reached."""
        if not self.is_paused:
            self._observe(probe, sys._getframe(1), None)

    def leave(self, function: int, value: object, *cells: int | Thunk) -> object:
        """A `return`: pairs of a probe and the names it needs follow the value."""
        if self.is_paused:
            return value
        frame = sys._getframe(1)
        for probe, names in zip(cells[::2], cells[1::2], strict=True):
            assert isinstance(probe, int)
            assert callable(names)
            self._observe(probe, frame, partial(self._evaluate, probe, names, value))
        if function >= 0 and self.functions[function].on_leave:
            call = self._call(function, frame)
            for tell in self.functions[function].on_leave if call < self.limit else ():
                tell(call, value)
        return value

    def box(self, site: int, container: object) -> object:
        """The container of a target, once evaluated."""
        if not self.is_paused:
            self._targets[site, id(sys._getframe(1))] = [container]
        return container

    def index(self, site: int, key: object) -> object:
        """The key of a target, once evaluated."""
        target = self._targets.get((site, id(sys._getframe(1))))
        if target is not None:
            target.append(key)
        return key

    def stored(self, site: int, name: str, *probes: int) -> None:
        """The target of a statement has its new value; `name` is that of an attribute."""
        frame = sys._getframe(1)
        target = self._targets.pop((site, id(frame)), None)
        if target is None:
            return
        for probe in probes:
            if name:
                self._observe(probe, frame, lambda: attribute(target[0], name))
            else:
                self._observe(probe, frame, lambda: subscript(target[0], target[1]))

    span = slice
    """What a slice in a target becomes, so that its ends are evaluated once."""

    # How an observation is made.

    def _evaluate(self, number: int, names: Thunk, *returned: object) -> object:
        probe = self.probes[number]
        if probe.cell is None:
            raise CellError(probe.problem)
        wanted = [name for name in probe.cell.names if name != RETURNED]
        try:
            frame = dict(zip(wanted, names(), strict=True))
        except NameError as error:
            raise CellError(f"`{error.name}` is not bound here") from None
        if returned:
            frame[RETURNED] = returned[0]
        return evaluate(probe.cell, frame)

    def _call(self, function: int, frame: FrameType | None) -> int:
        """The call that a frame belongs to: its own, or that of the frame around it.

        A frame's number is only trusted in code of that name, and each call of a probed function
        writes it anew, so a number that was used before by another frame does no harm.
        """
        probed = self.functions[function]
        qualname = probed.plan.qualname
        while frame is not None:
            known = self._frames.get(id(frame))
            if known is not None and known[0] == function and _is_code_of(frame, qualname):
                return known[1]
            frame = frame.f_back
        return self.calls[probed.name] - 1

    def _observe(self, number: int, frame: FrameType, produce: Callable[[], object] | None) -> None:
        probe = self.probes[number]
        call = self._call(probe.function, frame)
        if call >= self.limit:
            return
        visit = self._hits.get((probe.key, call), 0)
        self._hits[probe.key, call] = visit + 1
        value = None
        problem = ""
        try:
            if probe.key in self.raw:
                assert produce is not None
                self.raw[probe.key][call] = deep_copy(produce())
                return
            value = encode(produce()) if produce is not None else None
        except CellError as raised:
            problem = str(raised)
        except Exception as raised:
            problem = f"it cannot be recorded: {type(raised).__name__}"
        if probe.key in self.raw:
            self.raw[probe.key][call] = CellError(problem)
            return
        self._add(Observation(probe.key, call, visit, value, problem))

    def _add(self, observation: Observation) -> None:
        seen = self._seen.setdefault((observation.key, observation.call), [])
        if len(seen) == VISITS:
            seen.pop()
        seen.append(observation)


def _is_code_of(frame: FrameType, qualname: str) -> bool:
    name = frame.f_code.co_qualname.replace(".<locals>", "")
    if name.endswith("<lambda>"):
        # A lambda has no name of its own; its holder's is all that its code knows.
        name = name.removesuffix("<lambda>") + qualname.rpartition(".")[2]
    return name == (qualname.replace(".<locals>", "") or "<module>")
