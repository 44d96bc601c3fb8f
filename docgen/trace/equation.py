"""Equations of a run, evaluated at every recorded execution of their statements.

`Equations(plan).results(recorder, ...)` holds for `Z = X W` an `EquationResult` with one
`StatementResult`: the number of points, and the outcome that is furthest off.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial

import msgspec
import numpy as np

from docgen.evaluation.binding import unsymmetric
from docgen.evaluation.cause import causes
from docgen.evaluation.evaluate import evaluate
from docgen.evaluation.judge import Survivor, judge
from docgen.evaluation.leads import lead_keys
from docgen.evaluation.namesake import as_named
from docgen.evaluation.point import Point
from docgen.evaluation.quantity import stop
from docgen.evaluation.term import Outcome
from docgen.evaluation.walk import used_leaves
from docgen.trace.called import Listener, callable_of
from docgen.trace.cells import CellError
from docgen.trace.clash import Clashes
from docgen.trace.derivative import Derivative
from docgen.trace.files import below
from docgen.trace.kept import Kept
from docgen.trace.left import LeftSide
from docgen.trace.pairing import Pairing
from docgen.trace.plan import (
    Clash,
    DerivativePlan,
    EquationPlan,
    EquationResult,
    Reading,
    RunPlan,
    StatementResult,
    Watch,
)
from docgen.trace.points import Reached, Source
from docgen.trace.recorder import ProbedFunction, Recorder
from docgen.trace.sampling import Sampler
from docgen.trace.unstable import Shaken, about, is_near, recorded_leaf

__all__ = ["Equations", "Survivor", "Suspects", "Work"]

_BY_CHANGE = ("nonfinite-value", "ill-conditioned", "run-failed")
"""Problems for which the change of the inputs may be to blame."""
Suspects = Mapping[str, Sequence[Collection[Survivor]]]


@dataclass
class Equations:
    """All equations of one execution.

    Attributes:
        suspects: Key of an equation → of each statement, the wrong variants that passed in the
            executions before, to which alone attention is paid; of an equation that is not in it
            all are tried. None: none are.
        near: Keys of equations whose gap the rounding of the code may explain; the calls that
            they belong to are made again.
        explains: Whether causes of a mismatch are looked for, which takes time.
        arguments: Of functions that are called again: call → copies of its arguments.
    """

    plan: RunPlan
    kept: Kept
    suspects: Suspects | None = field(default_factory=dict)
    near: Collection[str] = ()
    explains: bool = True
    arguments: dict[str, dict[int, dict[str, object]]] = field(default_factory=dict)
    _pairings: dict[tuple[str, str], Pairing] = field(default_factory=dict)

    def attach(self, functions: Sequence[ProbedFunction]) -> None:
        """Ask the probed functions and the records for what the equations need."""
        by_name = {function.name: function for function in functions}
        for plan in self.plan.equations:
            self.kept.public.update(_watches(plan))
            paired = [one.function for one in plan.readings if one.is_paired]
            paired += [one.function for one in plan.derivatives if one.is_paired]
            for maker in dict.fromkeys(paired):
                self._pair(maker, plan.function, by_name)
            for derivative in plan.derivatives:
                self._copy_arguments(derivative.function, by_name)
            if plan.key in self.near:
                self._copy_arguments(plan.function, by_name)

    def results(
        self, recorder: Recorder, roots: tuple[str, ...], replay: int = 0
    ) -> tuple[tuple[EquationResult, ...], tuple[Clash, ...]]:
        """Evaluate every equation; what the run left is not changed."""
        clashes = Clashes()
        found = []
        with warnings.catch_warnings(), np.errstate(all="ignore"):
            warnings.simplefilter("ignore")
            for plan in self.plan.equations:
                work = Work(plan, self, recorder, Listener(roots))
                found.append(work.result(replay, clashes))
        return tuple(found), tuple(clashes.found.values())

    def pairings(self, taker: str) -> dict[str, Pairing]:
        """How the calls of each function belong to those of `taker`, by the name of the first."""
        return {maker: pair for (maker, of), pair in self._pairings.items() if of == taker}

    def _pair(self, maker: str, taker: str, by_name: dict[str, ProbedFunction]) -> None:
        if (maker, taker) in self._pairings:
            return
        pairing = self._pairings[maker, taker] = Pairing(maker, taker)
        by_name[maker].on_leave.append(pairing.leave_maker)
        by_name[taker].on_enter.append(pairing.enter_taker)

    def _copy_arguments(self, name: str, by_name: dict[str, ProbedFunction]) -> None:
        if name in self.arguments:
            return
        copies = self.arguments[name] = {}

        def enter(call: int, arguments: dict[str, object]) -> None:
            if not self.kept.is_full:
                copied = self.kept.copy(arguments)
                assert isinstance(copied, dict)
                copies[call] = copied

        by_name[name].on_enter.append(enter)


class Work:
    """One equation in one execution."""

    def __init__(
        self, plan: EquationPlan, equations: Equations, recorder: Recorder, listener: Listener
    ) -> None:
        self.plan = plan
        self.equations = equations
        self.recorder = recorder
        self.listener = listener
        self.source = Source(plan, recorder.kept, equations.pairings(plan.function))
        self.watches: dict[str, Watch] = {
            watch.key: watch for one in recorder.functions for watch in one.plan.watches
        }

    def result(self, replay: int, clashes: Clashes) -> EquationResult:
        """What became of the equation; statements that could not be evaluated say why."""
        calls = self.recorder.calls[self.plan.function]
        done = EquationResult(
            self.plan.key, replay, calls=calls, recorded=min(calls, self.recorder.limit)
        )
        statements = []
        said = ""
        left = LeftSide(self.plan.formula)
        try:
            for number in range(len(self.plan.formula.statements)):
                points = self.source.points(number)
                if not (replay or self.equations.plan.once):
                    left.add(number, points)
                clashes.add(self.plan, points, number, self.recorder.kept)
                found = self._statement(number, points, replay)
                statements.append(found if replay else _with_count(found, done))
        except CellError as problem:
            said = str(problem)
        executed = self._properties()
        properties = tuple(dict.fromkeys(name.partition(":")[2] for name in executed))
        called = tuple(sorted({*self.listener.names, *executed}))
        silent, entries = left.silent()
        return msgspec.structs.replace(
            done,
            statements=tuple(statements),
            problem=said,
            called=called,
            properties=properties,
            silent=silent,
            left=entries,
        )

    def _properties(self) -> tuple[str, ...]:
        """The project's properties that the cells of the equation executed."""
        found = {
            name
            for key in _watches(self.plan)
            for name, file in self.recorder.executed.get(key, {}).items()
            if below(file, self.listener.roots)
        }
        return tuple(sorted(found))

    def _statement(self, number: int, reached: Sequence[Reached], replay: int) -> StatementResult:
        if not reached:
            return StatementResult()
        formula = self.plan.formula
        points = [
            Point(one.values, self._functions(one), self._derivatives(one)) for one in reached
        ]
        # Of code that is broken on purpose, and of a replay, nobody is shown the numbers.
        is_shown = not (replay or self.equations.plan.once)
        sampler = Sampler(formula, number, points[0]) if is_shown else None
        watched = points if sampler is None else [sampler.point, *points[1:]]
        outcomes = [self._outcome(number, one, replay) for one in watched]
        sample = None
        if sampler is not None:
            sample = sampler.sample(reached[0].call, reached[0].visit, outcomes[0])
        judged = formula
        if self.plan.key in self.equations.near:
            plain = outcomes
            outcomes = [
                self._shaken(number, *one) for one in zip(reached, points, plain, strict=True)
            ]
            if outcomes != plain:
                # By the digits that the code loses no wrong variant may be told.
                judged = about(formula, number)
        telling = [at for at, one in enumerate(outcomes) if _is_conclusive(one, replay)]
        # What the change of the inputs may be to blame for must not hide a mismatch elsewhere.
        among = telling if replay and telling else range(len(outcomes))
        at = max(among, key=lambda at: _badness(outcomes[at]))
        worst, there = outcomes[at], points[at]
        branches = [key for one in outcomes for key in one.branches]
        compared = [points[one] for one in telling if outcomes[one].problem is None]
        branches += lead_keys(formula, number, compared)
        survivors: tuple[Survivor, ...] = ()
        variants = 0
        # Of code that is broken on purpose only the ratio is asked for.
        is_explained = worst.problem is None and not self.equations.plan.once
        suspects = self.equations.suspects
        if is_explained and worst.ratio <= 1 and suspects is not None:
            known = suspects.get(self.plan.key)
            only = known[number] if known is not None and number < len(known) else None
            compared = [points[one] for one in telling]
            survivors, variants = judge(
                judged, number, compared, only, self.plan.literals, self.plan.inputs
            )
        elif is_explained and self.equations.explains and not worst.ratio <= 1:
            # Wrong variants say nothing about a wrong equation.
            found = causes(formula, number, there.values, there.functions, there.derivatives)
            worst = msgspec.structs.replace(worst, causes=found)
        return StatementResult(
            len(reached),
            sum(outcome.entries for outcome in outcomes),
            worst,
            tuple(dict.fromkeys(branches)),
            survivors,
            variants,
            reached[at].call,
            reached[at].visit,
            self.recorder.hits(self.plan.anchors[number]),
            len(telling),
            sample,
            () if self.equations.plan.once else self._seen(number, reached, outcomes, telling),
        )

    def _seen(
        self,
        number: int,
        reached: Sequence[Reached],
        outcomes: Sequence[Outcome],
        telling: Sequence[int],
    ) -> tuple[tuple[str, int], ...]:
        """The points that say something, as a `StatementResult` has them."""
        formula = self.plan.formula
        used = used_leaves(formula, formula.statements[number])
        leaves = [leaf for leaf in formula.leaves if leaf.name in used]
        return tuple((reached[at].digest(leaves), outcomes[at].entries) for at in telling)

    def _outcome(self, number: int, point: Point, replay: int) -> Outcome:
        """The comparison at one point, where what the page calls symmetric is symmetric."""
        formula = self.plan.formula
        problem = unsymmetric(formula, formula.statements[number], point.values)
        if problem is None:
            return evaluate(formula, number, point.values, point.functions, point.derivatives)
        if replay:
            # The change of the inputs may be to blame: nothing can be said of the statement.
            problem = msgspec.structs.replace(problem, code="run-failed")
        return Outcome(problem=problem)

    def _shaken(self, number: int, reached: Reached, point: Point, outcome: Outcome) -> Outcome:
        """An outcome at which the code's rounding is looked at, where that is possible."""
        plan = self.plan
        leaf = recorded_leaf(plan.formula.statements[number])
        arguments = self.equations.arguments[plan.function].get(reached.call)
        found = [one for one in plan.readings if one.leaf == leaf]
        if not is_near(outcome) or arguments is None or not found or leaf not in reached.records:
            return outcome
        (reading,) = found
        if reading.is_paired or reading.function != plan.function:
            return outcome
        shaken = Shaken(
            plan.formula,
            number,
            point,
            leaf,
            reading.watch,
            reached.records[leaf],
            reading.index,
            plan.function,
            arguments,
            self.recorder,
        )
        return shaken.forgiven(outcome)

    def _functions(self, point: Reached) -> dict[str, Callable[..., object]]:
        return {
            call.key: as_named(
                call.key,
                call.expression,
                callable_of(call, self.source.kept, point.call, point.time, self.listener),
            )
            for call in self.plan.calls
        }

    def _derivatives(self, point: Reached) -> dict[tuple[str, str], _Once]:
        return {
            (one.of, one.by): _Once(partial(self.derivative, one, point))
            for one in self.plan.derivatives
        }

    def derivative(self, plan: DerivativePlan, point: Reached) -> Derivative:
        """The derivative that a plan asks for, at the call of a point.

        Raises:
            CellError: The arguments of that call were too large to be kept.
        """
        call = self.source.call(plan.function, point.call, is_paired=plan.is_paired)
        arguments = self.equations.arguments[plan.function].get(call)
        if arguments is None:
            raise CellError("the arguments of that call are too large to be kept")
        found = []
        for leaf, key in ((plan.of, plan.of_watch), (plan.by, plan.by_watch)):
            reading = Reading(leaf, key, plan.function, plan.is_paired)
            found.append((self.watches[key], self.source.record(reading, point)))
        return Derivative(
            plan.function, arguments, found[0], found[1], self.recorder, self.listener
        )


def _with_count(found: StatementResult, equation: EquationResult) -> StatementResult:
    """What the worst outcome says of calls and executions that were left out."""
    notes = []
    if equation.recorded < equation.calls:
        notes.append(f"{equation.recorded} of {equation.calls} calls were evaluated")
    if found.points < found.reached:
        notes.append(f"{found.points} of {found.reached} executions of a statement were evaluated")
    if found.worst is None or not notes:
        return found
    worst = msgspec.structs.replace(found.worst, notes=(*found.worst.notes, *notes))
    return msgspec.structs.replace(found, worst=worst)


def _is_conclusive(outcome: Outcome, replay: int) -> bool:
    """Whether an outcome says something of the statement."""
    if outcome.problem is None:
        return True
    return replay > 0 and outcome.problem.code not in _BY_CHANGE


def _badness(outcome: Outcome) -> tuple[int, float]:
    """What sorts outcomes: problems last, then the ratio, what is no number as infinite."""
    ratio = outcome.ratio if outcome.ratio == outcome.ratio else float("inf")
    return (0 if outcome.problem is None else 1, ratio)


@dataclass
class _Once:
    """A derivative that is taken when it is first asked for, and kept."""

    derivative: Callable[[], Derivative]
    held: list[np.ndarray] = field(default_factory=list)

    def __call__(self) -> np.ndarray:
        if not self.held:
            try:
                self.held.append(self.derivative().value())
            except CellError as problem:
                raise stop("run-failed", str(problem)) from None
        return self.held[0]


def _watches(plan: EquationPlan) -> list[str]:
    """Keys of all watches that an equation reads."""
    keys = [*plan.anchors, *(reading.watch for reading in plan.readings)]
    keys += [call.watch for call in plan.calls]
    for derivative in plan.derivatives:
        keys += [derivative.of_watch, derivative.by_watch]
    keys += [key for around in plan.loops or () for key in around]
    return [key for key in keys if key]
