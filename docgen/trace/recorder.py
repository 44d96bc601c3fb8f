"""The receiving end of the probes: numbers calls and visits, and copies what it is shown.

A probe `Z = __docgen__.keep(3, Z)` makes `Observation("k", call=0, visit=0, value=...)`. Nothing
here holds on to an object of the run: counts of references stay what they are without docgen.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from threading import RLock, get_ident
from types import FrameType

from docgen.trace.cells import (
    RETURNED,
    Cell,
    CellError,
    Executed,
    attribute,
    evaluate,
    noting,
    parse_cell,
    subscript,
)
from docgen.trace.encode import encode
from docgen.trace.kept import Kept
from docgen.trace.plan import FunctionPlan, Observation, Watch
from docgen.trace.rerun import Rerun
from docgen.trace.roots import RootArrays

Thunk = Callable[[], tuple[object, ...]]

VISITS = 500
"""Observations of one watch in one call; of more, the first ones and the last are kept."""


@dataclass
class ProbedFunction:
    """A function with probes.

    Attributes:
        plan: What the host asked for, with the watches that docgen itself adds.
        parameters: Names bound at entry, in the order in which the entry probe hands them over.
        on_enter, on_leave: Called with the number of the call, and arguments or returned value, for
            the calls that are recorded.
        roots: Told of every call.
    """

    plan: FunctionPlan
    parameters: tuple[str, ...] = ()
    on_enter: list[Callable[[int, dict[str, object]], None]] = field(default_factory=list)
    on_leave: list[Callable[[int, object], None]] = field(default_factory=list)
    roots: RootArrays | None = None

    @property
    def name(self) -> str:
        """`module:function`, as plans name it."""
        return self.plan.name

    @property
    def needs_arguments(self) -> bool:
        """Whether something listens to what the function is called with."""
        return bool(self.on_enter) or self.roots is not None

    @property
    def needs_leave(self) -> bool:
        """Whether something listens to what the function returns."""
        return bool(self.on_leave) or self.roots is not None


@dataclass
class Probe:
    """A place in the instrumented code that reports one cell."""

    function: int
    watch: Watch
    cell: Cell | None
    problem: str = ""

    @property
    def key(self) -> str:
        """The key of what it reports to."""
        return self.watch.key


@dataclass
class Recorder:
    """Everything one run reports; an instance is what `__docgen__` means in probed code.

    Attributes:
        kept: Copies of what equations and gradient checks are made from.
        observes: Whether observations are made as well.
        rerun: Set while docgen makes a call again; nothing is recorded then.
        executed: Key of a watch → what reading its cell executed.
    """

    functions: list[ProbedFunction]
    limit: int
    kept: Kept = field(default_factory=Kept)
    observes: bool = True
    rerun: Rerun | None = None
    probes: list[Probe] = field(default_factory=list)
    calls: dict[str, int] = field(default_factory=dict)
    is_paused: bool = False
    executed: dict[str, Executed] = field(default_factory=dict)
    _busy: set[int] = field(default_factory=set)
    _lock: RLock = field(default_factory=RLock)
    _seen: dict[tuple[str, int], list[Observation]] = field(default_factory=dict)
    _hits: dict[tuple[str, int], int] = field(default_factory=dict)
    _frames: dict[int, tuple[int, int]] = field(default_factory=dict)
    _targets: dict[tuple[int, int], list[object]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Begin with no calls counted."""
        self.calls = {function.name: 0 for function in self.functions}

    def add_probe(self, function: int, watch: Watch) -> int:
        """The number of a new probe."""
        probe = Probe(function, watch, None)
        if watch.cell:
            try:
                probe.cell = parse_cell(watch.cell)
            except CellError as problem:
                probe.problem = str(problem)
        self.probes.append(probe)
        return len(self.probes) - 1

    def report_missing(self, key: str, sentence: str) -> None:
        """A watch that has no place in the loaded file."""
        self.kept.missing[key] = sentence
        if key not in self.kept.silent:
            self._add(Observation(key, -1, 0, problem=sentence))

    def observations(self) -> tuple[Observation, ...]:
        """In the order in which they were made."""
        return tuple(one for seen in self._seen.values() for one in seen)

    def hits(self, key: str) -> int:
        """How often a watch was reached in the calls that are recorded."""
        return sum(number for (one, _), number in self._hits.items() if one == key)

    # What instrumented code calls.

    def enter(self, function: int, *arguments: object) -> None:
        """A call of a probed function begins."""
        if self._is_deaf:
            return
        frame = sys._getframe(1)
        if self.rerun is not None:
            self._frames[id(frame)] = (function, self.rerun.enter(function))
            return
        probed = self.functions[function]
        call = self.calls[probed.name]
        self.calls[probed.name] = call + 1
        self._frames[id(frame)] = (function, call)
        with self._pausing(), self._lock:
            if probed.roots is not None:
                is_inside = self._is_inside(frame.f_back)
                probed.roots.enter(function, call, arguments, is_inside=is_inside)
            if call < self.limit:
                self.kept.start(probed.name, call)
            if probed.on_enter and call < self.limit:
                bound = dict(zip(probed.parameters, arguments, strict=True))
                for tell in probed.on_enter:
                    tell(call, bound)

    def keep(self, probe: int, value: object) -> object:
        """A value in its own place."""
        if self._is_deaf:
            return value
        frame = sys._getframe(1)
        if self.rerun is not None:
            function = self.probes[probe].function
            return self.rerun.keep(self.probes[probe].key, self._call(function, frame), value)
        self._observe(probe, frame, lambda: value)
        return value

    def look(self, probe: int, names: Thunk) -> None:
        """A cell evaluated in the frame."""
        if not self._is_deaf:
            self._observe(probe, sys._getframe(1), lambda: self._evaluate(probe, names))

    def hit(self, probe: int) -> None:
        """A place that was reached."""
        if not self._is_deaf:
            self._observe(probe, sys._getframe(1), None)

    def leave(self, function: int, value: object, *cells: int | Thunk) -> object:
        """A `return`: pairs of a probe and the names it needs follow the value."""
        if self._is_deaf:
            return value
        frame = sys._getframe(1)
        for probe, names in zip(cells[::2], cells[1::2], strict=True):
            assert isinstance(probe, int)
            assert callable(names)
            self._observe(probe, frame, partial(self._evaluate, probe, names, value))
        if function >= 0 and self.rerun is None:
            self._tell(self.functions[function], function, self._call(function, frame), value)
        return value

    def _tell(self, probed: ProbedFunction, function: int, call: int, value: object) -> None:
        with self._pausing(), self._lock:
            if probed.roots is not None:
                probed.roots.leave(function, call, value)
            for tell in probed.on_leave if call < self.limit else ():
                tell(call, value)

    @contextmanager
    def _pausing(self) -> Iterator[None]:
        """What docgen does meanwhile is not the run's, where it calls what is probed in NumPy."""
        thread = get_ident()
        self._busy.add(thread)
        try:
            yield
        finally:
            self._busy.discard(thread)

    @property
    def _is_deaf(self) -> bool:
        return self.is_paused or get_ident() in self._busy

    def box(self, site: int, container: object) -> object:
        """The container of a target, once evaluated."""
        if not self._is_deaf:
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
        if self.rerun is not None:
            call = self._call(self.probes[site].function, frame)
            for probe in probes:
                self.rerun.put(self.probes[probe].key, call, target, name)
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

    def _is_inside(self, frame: FrameType | None) -> bool:
        """Whether a frame runs within a call of a probed function that makes arrays of its own."""
        while frame is not None:
            known = self._frames.get(id(frame))
            if known is not None:
                probed = self.functions[known[0]]
                is_maker = probed.roots is not None and probed.roots.is_maker(probed.name)
                if is_maker and _is_code_of(frame, probed.plan.qualname):
                    return True
            frame = frame.f_back
        return False

    def _observe(self, number: int, frame: FrameType, produce: Callable[[], object] | None) -> None:
        probe = self.probes[number]
        call = self._call(probe.function, frame)
        if self.rerun is not None:
            self.rerun.see(probe.key, call, produce)
            return
        if call >= self.limit:
            return
        visit = self._hits.get((probe.key, call), 0)
        self._hits[probe.key, call] = visit + 1
        is_kept = self.kept.wants(probe.key)
        is_observed = self.observes and probe.key not in self.kept.silent
        place = (probe.function, call, probe.watch.node, probe.watch.when)
        value = None
        problem = ""
        try:
            with self._pausing():
                with noting(self.executed.setdefault(probe.key, {})):
                    shown = produce() if produce is not None else None
                if is_kept:
                    self.kept.add(probe.key, place, call, visit, shown)
                    is_kept = False
                value = encode(shown) if produce is not None and is_observed else None
        except CellError as raised:
            problem = str(raised)
        except Exception as raised:
            problem = f"it cannot be recorded: {type(raised).__name__}"
        if is_kept:
            self.kept.add(probe.key, place, call, visit, CellError(problem))
        if is_observed:
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
