"""Breaks a project's functions one break at a time, and finds out what becomes of each.

`survey(project, functions, covered)` executes only the runs that a break touches; files stay as
they are, broken texts are loaded in their place.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from functools import partial

import msgspec

from docgen.links.runs import Run, plan_name
from docgen.mutation.figures import Fate, Outcome, Survey
from docgen.mutation.notice import Check, CheckKind, Checks
from docgen.mutation.values import agree
from docgen.pages.coverage import covered as covered_statements
from docgen.pages.runs import failed_run
from docgen.pages.watch import StatementKey, Watched, numeric_places, values_plan, watched
from docgen.project import Project
from docgen.source.module import Definition
from docgen.source.mutant import Mutant, mutants
from docgen.trace.plan import RunPlan, Trace
from docgen.trace.record import LOST, Limits, processors, record

Execute = Callable[[Sequence[RunPlan]], Sequence[Trace]]
Tell = Callable[[str], None]
BATCH = 25
"""Executions that one worker process makes; progress is told after each batch."""
REPLAYS = 3
"""How often the root arrays of a run are changed to tell equivalent breaks from survivors."""
ASSERTED = "AssertionError"
VERIFIED = ("verified",)
"""Verdicts of equations that hold the code to something that it does not say itself."""
OUT_OF_MEANS = ("timeout", "memory", "killed")
"""Failures that may be the machine's, and not what the code comes to."""


def survey(
    project: Project,
    functions: Iterable[Definition],
    covered: Collection[StatementKey] | None = None,
    tell: Tell = lambda _: None,
    execute: Execute | None = None,
) -> Survey:
    """Break every numeric statement of some functions and count which breaks are noticed.

    Args:
        project: Loaded; its runs and checks are used as they are.
        functions: What is broken.
        covered: Statements that an independent equation covers; as the pages say by default.
        tell: Called with a line about the progress.
        execute: Executes plans; the worker by default.

    Raises:
        run-failed, run-timeout: A run of the pages does not finish, so no figure would be right.
    """
    limits = Limits(project.settings.timeout, project.settings.memory)
    run_plans: Execute = execute or (lambda plans: record(project.root, plans, limits, workers=1))
    if covered is None:
        covered = {
            StatementKey(path, node) for path, node in covered_statements(project.site, VERIFIED)
        }
    work = _Work(project, [*functions], frozenset(covered), run_plans, tell)
    return work.survey()


@dataclass
class _Case:
    """A break on its way to its outcome.

    Attributes:
        function: The broken one.
        runs: Those that execute it.
        raised: Keys of those of these runs that raised, as the pages ask for them.
    """

    mutant: Mutant
    function: Watched
    runs: list[Run]
    is_documented: bool
    by: set[CheckKind] = field(default_factory=set)
    raised: set[str] = field(default_factory=set)
    fate: Fate | None = None


class _Work:
    def __init__(
        self,
        project: Project,
        functions: list[Definition],
        covered: frozenset[StatementKey],
        execute: Execute,
        tell: Tell,
    ) -> None:
        self._functions = [each for each in functions if not each.is_class]
        self._covered = covered
        self._execute = execute
        self._tell = tell
        self._checks = Checks.of(project)
        self._documented = {
            plan_name(facts.function)
            for each in project.site.concepts.values()
            for facts in each
            if facts.function is not None
        }
        self._subjects: dict[str, set[str]] = {}
        for facts in (one for held in project.site.concepts.values() for one in held):
            if facts.function is not None:
                for run in facts.runs:
                    self._subjects.setdefault(run.key, set()).add(plan_name(facts.function))
        self._project = project
        book = project.site.book.runs.values()
        self._runs = [run for run in book if (run.target or run.code) and not run.is_picture]
        self._watched: dict[str, Watched] = {}
        for each in self._functions:
            found = watched(each.module, each)
            self._watched[found.plan.name] = found

    def survey(self) -> Survey:
        for run in self._runs:
            self._require(run, _trace(run))
        traces = self._batches([self._values(run, 0, self._watched) for run in self._runs], "runs")
        for run, trace in zip(self._runs, traces, strict=True):
            self._require(run, trace, "each value of the broken functions was recorded in it")
        calls = [trace.calls for trace in traces]
        numeric = numeric_places(self._watched, traces)
        unexecuted: list[str] = []
        cases: list[_Case] = []
        for definition, name in zip(self._functions, self._watched, strict=True):
            touching = [
                (name not in self._subjects.get(run.key, ()), sum(made.values()), at, run)
                for at, (run, made) in enumerate(zip(self._runs, calls, strict=True))
                if made.get(name, 0)
            ]
            # The examples of the function notice most breaks, and short runs cost least.
            runs = [run for *_, run in sorted(touching, key=lambda one: one[:3])]
            if not runs:
                unexecuted.append(definition.dotted)
                continue
            is_documented = name in self._documented
            for mutant in mutants(definition.module, (definition.qualname,)):
                is_own = (mutant.function, mutant.twin) == (
                    definition.qualname,
                    definition.module.twin(definition),
                )
                if is_own and StatementKey(mutant.path, mutant.node) in numeric:
                    cases.append(_Case(mutant, self._watched[name], runs, is_documented))
        self._check(cases)
        self._compare([case for case in cases if case.fate is None])
        return Survey(tuple(map(self._outcome, cases)), tuple(unexecuted), len(self._runs))

    def _require(self, run: Run, trace: Trace, *notes: str) -> None:
        """Refuse to go on where a run does not finish with the code as it is."""
        if trace.failure is None:
            return
        fault = failed_run(run.name, trace.failure, *notes)
        for facts in (one for draft in self._project.pages.values() for one in draft.concepts):
            span, source = facts.places.get(run.key), facts.section.page.source
            if span is not None:
                place = f"{source.path}:{source.line_at(span.start)}"
                raise replace(fault, message=f"{place}: {fault.message}")
        raise fault

    def _outcome(self, case: _Case) -> Outcome:
        assert case.fate is not None
        place = StatementKey(case.mutant.path, case.mutant.node)
        is_covered = place in self._covered
        by = tuple(sorted(case.by))
        return Outcome(case.mutant, case.fate, by, is_covered, case.is_documented)

    def _check(self, cases: list[_Case]) -> None:
        """Execute each case's runs, one after the other until a check fails that did not before.

        Replays come last: most breaks show without them.
        """
        checked = [run for run in self._runs if self._checks.any_of(run)]
        before = {run.key: self._checks.failing(run, _trace(run)) for run in checked}
        plans = [_unasserted(run.plan()) for run in checked]
        traces = self._batches(plans, "runs without their asserts")
        # What fails without a break as well tells nothing of a break.
        unasserted = {
            run.key: self._checks.failing(run, trace)
            for run, trace in zip(checked, traces, strict=True)
            if trace.failure is None
        }
        replays = max((run.plan().replays for run in checked), default=0)
        rounds = max((len(case.runs) for case in cases), default=0)
        for replay in range(replays + 1):
            for at in range(rounds):
                asked = [
                    (case, case.runs[at])
                    for case in cases
                    if not case.by
                    and at < len(case.runs)
                    and case.runs[at].key in before
                    and case.runs[at].key not in case.raised
                ]
                turn = _as_it_is if not replay else partial(_replayed, replay=replay)
                what = f"breaks, run {at + 1} of {rounds}" + f", replay {replay}" * (replay > 0)
                failed = self._notice(asked, turn, before, what)
                if replay:
                    continue
                for case, run, _ in failed:
                    case.raised.add(run.key)
                # An assert of the example hides what the checks of the page would say.
                hidden = [
                    (case, run)
                    for case, run, text in failed
                    if text.startswith(ASSERTED) and run.key in unasserted
                ]
                self._notice(hidden, _unasserted, unasserted, f"{what}, without its asserts")
        for case in cases:
            if case.by or case.raised:
                case.fate = "noticed" if case.by else "raised"

    def _notice(
        self,
        asked: Sequence[tuple[_Case, Run]],
        turn: Callable[[RunPlan], RunPlan],
        before: Mapping[str, frozenset[Check]],
        what: str,
    ) -> list[tuple[_Case, Run, str]]:
        """Execute runs with their breaks, and note the checks that fail; what raised, and how."""
        plans = [broken(turn(run.plan()), case.mutant) for case, run in asked]
        failed: list[tuple[_Case, Run, str]] = []
        for (case, run), trace in zip(asked, self._batches(plans, what), strict=True):
            failing = self._checks.failing(run, trace) - before[run.key]
            case.by |= {check.kind for check in failing}
            if trace.failure is not None:
                failed.append((case, run, trace.failure.message))
        return failed

    def _compare(self, cases: list[_Case]) -> None:
        """Tell equivalent breaks from survivors by what the statements come to."""
        # A run records so many values and no more: both traces are asked for the same ones.
        touched = {(case.function.plan.name, run.key): run for case in cases for run in case.runs}
        for replay in range(REPLAYS + 1):
            plans = [self._values(run, replay, (name,)) for (name, _), run in touched.items()]
            what = f"values {replay + 1} of {REPLAYS + 1}"
            expected = {
                key: trace
                for key, trace in zip(touched, self._batches(plans, what), strict=True)
                if self._is_told(touched[key], trace, replay)
            }
            asked = [
                (case, run)
                for case in cases
                if case.fate is None
                for run in case.runs
                if (case.function.plan.name, run.key) in expected
            ]
            plans = [
                broken(self._values(run, replay, (case.function.plan.name,)), case.mutant)
                for case, run in asked
            ]
            traces = self._batches(plans, f"survivors, {what}")
            for (case, run), trace in zip(asked, traces, strict=True):
                if trace.failure is not None and not replay:
                    case.fate = "raised"
                elif not agree(expected[case.function.plan.name, run.key], trace, case.function):
                    case.fate = case.fate or "survived"
        for case in cases:
            case.fate = case.fate or "equivalent"

    def _is_told(self, run: Run, trace: Trace, replay: int) -> bool:
        """Whether a trace of the code as it is tells what breaks are held against."""
        if not replay:
            self._require(run, trace, "each value of a broken function was recorded in it")
        return trace.failure is None or trace.failure.kind not in OUT_OF_MEANS

    def _values(self, run: Run, replay: int, seen: Collection[str]) -> RunPlan:
        return values_plan(run.plan(), replay, self._watched.values(), seen)

    def _batches(self, plans: Sequence[RunPlan], what: str) -> list[Trace]:
        """Traces of all plans, from as many worker processes as there are processors."""
        workers = processors()
        # Few plans are shared out, so that no processor waits for another.
        size = max(min(BATCH, math.ceil(len(plans) / workers)), 1)
        batches = [plans[start : start + size] for start in range(0, len(plans), size)]
        traces: list[Trace] = []
        with ThreadPoolExecutor(workers) as pool:
            for made in pool.map(self._executed, batches):
                traces += made
                self._tell(f"{what}: {len(traces)} of {len(plans)}")
        return traces

    def _executed(self, plans: Sequence[RunPlan]) -> list[Trace]:
        """Traces; an execution that was lost with its worker says nothing of the code."""
        traces = list(self._execute(plans))
        lost = [at for at, trace in enumerate(traces) if _is_lost(trace)]
        for at in lost:
            traces[at] = self._execute([plans[at]])[0]
            if _is_lost(traces[at]):
                failure = traces[at].failure
                raise RuntimeError(f"{plans[at].key}: {failure.message if failure else ''}")
        return traces


def _is_lost(trace: Trace) -> bool:
    """Whether docgen failed, and not the code that it executed."""
    failure = trace.failure
    return failure is not None and failure.message.startswith(LOST)


def _trace(run: Run) -> Trace:
    assert run.trace is not None
    return run.trace


def _as_it_is(plan: RunPlan) -> RunPlan:
    return msgspec.structs.replace(plan, replays=0, once=True)


def _replayed(plan: RunPlan, replay: int) -> RunPlan:
    """A replay of a run; a page checks equations in it, and no gradients."""
    return msgspec.structs.replace(plan, replays=0, once=True, replay=replay, gradients=())


def _unasserted(plan: RunPlan) -> RunPlan:
    """A run whose own asserts are left out, as the first replay does it, with all its checks."""
    return msgspec.structs.replace(plan, replays=0, once=True, replay=1)


def broken(plan: RunPlan, mutant: Mutant) -> RunPlan:
    """A plan of one execution that loads the broken text; watches follow their statements."""
    functions = [
        function
        if function.path != mutant.path
        else msgspec.structs.replace(
            function,
            watches=tuple(
                watch
                if watch.node is None
                else msgspec.structs.replace(watch, node=mutant.moved(watch.node))
                for watch in function.watches
            ),
        )
        for function in plan.functions
    ]
    return msgspec.structs.replace(
        plan, functions=tuple(functions), overrides={mutant.path: mutant.text}, once=True
    )
