"""What the worker makes of executions that end early, with executions made up."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from docgen.evaluation.term import Formula, Outcome
from docgen.trace.plan import (
    EquationPlan,
    EquationResult,
    Failure,
    RunPlan,
    StatementResult,
    Trace,
)
from docgen.trace.worker import _run, _twice, _with_replays

PLAN = RunPlan(
    "k", target="m:t", equations=(EquationPlan("e", "m:f", Formula((), ()), ()),), replays=2
)
HOLDS = Outcome(entries=3)
DIFFERS = Outcome(entries=3, ratio=9.0, gap=1.0, scale=1.0)
EXPLAINED = msgspec.structs.replace(DIFFERS, causes=("a factor",))
LATE = Failure("timeout", "timed out after 3 s")
RAISED = Failure("raised", "ValueError: no")


def trace(worst: Outcome, replay: int = 0, *, survivors: Any = ()) -> Trace:
    statement = StatementResult(1, 3, worst, survivors=survivors, conclusive=1)
    return Trace("k", equations=(EquationResult("e", replay, (statement,)),))


class Script:
    """Children whose traces are known: by replay, and whether causes are looked for."""

    def __init__(self, traces: dict[tuple[int, bool], Trace]) -> None:
        self.traces = traces
        self.asked: list[tuple[int, bool]] = []

    def run(self, _: RunPlan, *asked: object, explains: bool = True) -> Trace:
        replay = asked[2] if len(asked) > 2 else 0
        assert isinstance(replay, int)
        self.asked.append((replay, explains))
        return self.traces[replay, explains]


def ended(failure: Failure) -> Trace:
    return Trace("k", failure)


@pytest.mark.parametrize(
    ("again", "outcome", "is_lasting"),
    [
        (trace(EXPLAINED, 1), EXPLAINED, True),
        (trace(HOLDS, 1), DIFFERS, True),
        (ended(LATE), DIFFERS, False),
        (ended(RAISED), DIFFERS, True),
    ],
)
def test_a_replay_that_differs_stays_so_while_causes_are_looked_for(
    again: Trace, outcome: Outcome, is_lasting: bool
) -> None:
    script = Script({(1, False): trace(DIFFERS, 1), (1, True): again})
    found = _run(script, PLAN, False, 1, {})  # type: ignore[arg-type]
    expected = msgspec.structs.replace(trace(outcome, 1), is_lasting=is_lasting)
    assert (found, script.asked) == (expected, [(1, False), (1, True)])


def test_a_replay_that_holds_is_executed_once() -> None:
    script = Script({(1, False): trace(HOLDS, 1)})
    assert _run(script, PLAN, False, 1, {}) == trace(HOLDS, 1)  # type: ignore[arg-type]
    assert script.asked == [(1, False)]


@pytest.mark.parametrize(("failure", "is_lasting"), [(LATE, False), (RAISED, True)])
def test_a_replay_that_ends_early(failure: Failure, is_lasting: bool) -> None:
    script = Script({(1, False): ended(failure), (2, False): trace(HOLDS, 2)})
    found = _with_replays(script, PLAN, trace(HOLDS))  # type: ignore[arg-type]
    assert found == msgspec.structs.replace(
        trace(HOLDS),
        equations=(*trace(HOLDS).equations, *trace(HOLDS, 2).equations),
        replay_problems={1: failure.message},
        is_lasting=is_lasting,
    )


@pytest.mark.parametrize(("failure", "is_lasting"), [(LATE, False), (RAISED, True)])
def test_variants_that_cannot_be_tried_on_the_run_are_told(
    failure: Failure, is_lasting: bool
) -> None:
    left = (("without the factor", 3, 4),)
    replays = {(n, False): trace(HOLDS, n, survivors=left) for n in (1, 2)}
    script = Script({**replays, (0, True): ended(failure)})
    found = _with_replays(script, PLAN, trace(HOLDS))  # type: ignore[arg-type]
    equations = [one.equations[0] for one in (trace(HOLDS), *replays.values())]
    assert found == msgspec.structs.replace(
        trace(HOLDS),
        equations=tuple(equations),
        replay_problems={0: failure.message},
        is_lasting=is_lasting,
    )
    script.traces[0, True] = trace(HOLDS, survivors=left)
    found = _with_replays(script, PLAN, trace(HOLDS))  # type: ignore[arg-type]
    assert (found.equations[0].statements[0].survivors, found.replay_problems) == (left, {})


class Played:
    """Children whose traces come one after the other."""

    def __init__(self, *traces: Trace) -> None:
        self.traces = list(traces)

    def run(self, *_: object, **__: object) -> Trace:
        return self.traces.pop(0)


def opened(found: Trace, *names: str) -> Trace:
    """A trace that read files; what each holds is what it is called."""
    return msgspec.structs.replace(found, files=tuple((name, name) for name in names))


def test_files_of_every_execution_are_those_of_the_trace() -> None:
    survivors = (("without the factor", 3, 4),)
    children = Played(
        opened(trace(HOLDS), "a", "first"),
        opened(trace(HOLDS), "a", "second"),
        opened(trace(HOLDS, 1, survivors=survivors), "a", "replay"),
        opened(trace(HOLDS, 2, survivors=survivors), "a"),
        opened(trace(HOLDS, survivors=survivors), "judged"),
    )
    found = _with_replays(children, PLAN, _twice(children, PLAN))  # type: ignore[arg-type]
    assert children.traces == []
    assert found.files == tuple(
        (name, name) for name in ("a", "first", "judged", "replay", "second")
    )
    assert found.is_lasting


def test_files_of_what_is_looked_for_causes_as_well() -> None:
    children = Played(opened(trace(DIFFERS, 1), "b"), opened(trace(EXPLAINED, 1), "a"))
    found = _run(children, PLAN, False, 1, {})  # type: ignore[arg-type]
    assert found == opened(trace(EXPLAINED, 1), "a", "b")


def test_a_file_that_another_execution_read_otherwise() -> None:
    other = msgspec.structs.replace(trace(HOLDS), files=(("a", "edited"),))
    found = _twice(Played(opened(trace(HOLDS), "a"), other), PLAN)  # type: ignore[arg-type]
    assert (found.files, found.is_lasting) == ((("a", "a"),), False)
