"""Every numeric statement of the code, with what explains it: an equation, a call, or nothing.

A function with four numeric statements, three of which independent equations explain, is covered to
75 percent. A statement that no run reached counts as not explained, so that taking a run, an
example or an equation away never makes the figure rise.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from typing import Literal

import msgspec

from docgen.links.runs import Run
from docgen.pages.context import Site
from docgen.pages.coverage import covered
from docgen.pages.reason import reasons
from docgen.pages.watch import (
    StatementKey,
    Watched,
    module_functions,
    numeric_places,
    values_plan,
    watched,
)
from docgen.source.module import Definition, node_key
from docgen.source.statements import is_blank
from docgen.syntax import NodeKey
from docgen.trace.plan import RunPlan, Trace

State = Literal["independent", "by-call", "unexplained", "unreached"]
STATES: tuple[State, ...] = ("independent", "by-call", "unexplained", "unreached")


@dataclass(frozen=True, slots=True)
class Numeric:
    """A statement whose value holds a float, or might: no run reached it.

    Attributes:
        function: Dotted.
        reason: Why no equation explains it, as the settings say; it counts all the same.
    """

    path: str
    line: int
    function: str
    code: str
    state: State
    reason: str = ""


class Told(msgspec.Struct, frozen=True):
    """What one run tells of the statements that are counted.

    Attributes:
        numeric: Those of which it recorded a float.
        known: Those of which it recorded a value.
        met: Those that it came to.
    """

    numeric: tuple[tuple[str, NodeKey], ...] = ()
    known: tuple[tuple[str, NodeKey], ...] = ()
    met: tuple[tuple[str, NodeKey], ...] = ()
    is_whole: bool = True


@dataclass(frozen=True)
class Count:
    """What independent equations explain of some functions.

    Attributes:
        statements: In the order of the files.
        failed: Runs that did not finish, so what they reach counts as not reached.
    """

    statements: tuple[Numeric, ...]
    failed: tuple[str, ...] = ()

    def count(self, state: State) -> int:
        """How many statements are in a state."""
        return sum(each.state == state for each in self.statements)

    @property
    def percentage(self) -> float:
        """Of all statements those that an independent equation explains; 0 where there are none."""
        if not self.statements:
            return 0.0
        return 100 * self.count("independent") / len(self.statements)

    @cached_property
    def functions(self) -> list[tuple[str, list[Numeric]]]:
        """The statements of each function, in the order of the files."""
        grouped = groupby(self.statements, lambda each: each.function)
        return [(name, [*found]) for name, found in grouped]


@dataclass(frozen=True)
class Counting:
    """The functions of the settings' modules, and what the runs are asked to tell of them.

    Attributes:
        asked: Function → the watches on its statements.
        runs: Those of the pages that have a callable.
    """

    asked: Mapping[Definition, Watched]
    runs: Sequence[Run]

    @classmethod
    def of(cls, site: Site) -> Counting:
        """All functions, with the runs that the pages ask for; the runs are recorded."""
        found = {
            (each.module.path, each.statement.lineno, each.qualname): each
            for name in site.settings.modules
            for each in module_functions(site.index, name)
        }
        functions = [found[key] for key in sorted(found)]
        book = site.book.runs.values()
        # A run that only serves a picture may be long, and is asked for nothing else.
        runs = [run for run in book if (run.target or run.code) and not run.is_picture]
        return cls({each: watched(each.module, each) for each in functions}, runs)

    @property
    def whole(self) -> list[Run]:
        """The runs that finished."""
        return [run for run in self.runs if not run.failed]

    def plans(self) -> list[RunPlan]:
        """What each run that finished is asked: the values of every statement that is counted."""
        names = [each.plan.name for each in self.asked.values()]
        bare = (msgspec.structs.replace(run.plan(), functions=()) for run in self.whole)
        return [values_plan(plan, 0, self.asked.values(), names) for plan in bare]

    def told(self, trace: Trace) -> Told:
        """What the trace of a plan tells."""
        by_name = {one.plan.name: one for one in self.asked.values()}
        seen = [(self._keys[one.key], one) for one in trace.observations if one.key in self._keys]
        return Told(
            _sorted(numeric_places(by_name, [trace])),
            _sorted({place for place, one in seen if one.value is not None}),
            _sorted({place for place, _ in seen}),
            trace.failure is None,
        )

    @cached_property
    def _keys(self) -> dict[str, StatementKey]:
        return {key: place for each in self.asked.values() for key, place in each.keys.items()}

    def count(self, site: Site, told: Sequence[Told]) -> Count:
        """The statements with their states, from what the plans tell."""
        numeric = {StatementKey(*each) for one in told for each in one.numeric}
        known = {StatementKey(*each) for one in told for each in one.known}
        met = {StatementKey(*each) for one in told for each in one.met}
        independent = {StatementKey(*each) for each in covered(site, ("verified",))}
        by_call = {StatementKey(*each) for each in covered(site, ("by-call",))}

        def state(place: StatementKey) -> State | None:
            if place in numeric:
                if place in independent:
                    return "independent"
                return "by-call" if place in by_call else "unexplained"
            if place in known:
                return None  # its values hold no float
            return "unexplained" if place in met else "unreached"

        why = reasons(site)
        statements = [
            statement
            for function, one in self.asked.items()
            for statement in _statements(function, one, state, why)
        ]
        failed = [run.name for run in self.runs if run.failed]
        # With all its values recorded, a run may be too slow or too large.
        pairs = zip(self.whole, told, strict=True)
        failed += [run.name for run, each in pairs if not each.is_whole]
        return Count(tuple(statements), tuple(failed))


def _sorted(places: Iterable[StatementKey]) -> tuple[tuple[str, NodeKey], ...]:
    return tuple((one.path, one.node) for one in sorted(places))


def _statements(
    function: Definition,
    asked: Watched,
    state: Callable[[StatementKey], State | None],
    why: Mapping[StatementKey, str],
) -> Iterable[Numeric]:
    """The statements of a function that are numeric, or might be."""
    candidates = set(asked.keys.values())
    module = function.module
    for statement in function.statements:
        place = StatementKey(module.path, node_key(statement))
        found = state(place) if place in candidates and not is_blank(statement) else None
        if found is not None:
            region = module.head(statement)
            code = module.source.line_text(region.line).strip()
            reason = "" if found == "independent" else why.get(place, "")
            yield Numeric(module.path, region.line, function.dotted, code, found, reason)


def shown(percentage: float) -> str:
    """A percentage with one decimal, never above its value: 79.99 is no 80.0."""
    return f"{math.floor(percentage * 10) / 10:.1f}"
