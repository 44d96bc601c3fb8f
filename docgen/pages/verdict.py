"""What the runs of a concept said about one of its equations.

An equation evaluated at 6 points of one run, with the largest gap far below its tolerance, is
`Verdict("verified", points=6, ...)`; everything that speaks against it is a finding.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from docgen.diagnostics import Fault, Label
from docgen.evaluation.term import Outcome, Problem
from docgen.links.bind import BoundEquation
from docgen.links.equation import Equation, within_file
from docgen.links.place import Place
from docgen.links.runs import Run
from docgen.pages.check import Check
from docgen.pages.context import ConceptFacts, PageContext
from docgen.pages.runs import is_usable
from docgen.source.module import char_column
from docgen.text import Span
from docgen.trace.plan import EquationResult, StatementResult

_ONLY_IN_REPLAYS = ("nonfinite-value", "ill-conditioned", "run-failed")
"""Problems that changed inputs may cause by themselves; the run as it is decides."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What can be said of an equation.

    Attributes:
        state: As in `docgen.json`.
        runs, replays, points, entries: What it was evaluated on.
        gap, tolerance: Where the gap came nearest to its tolerance.
        variants: Wrong variants of the equation that were tried, all of which failed.
        trusted: Functions of the code that the checking side calls.
        replayed: Functions that were made again for a derivative.
        sources: Equations of the site that were put in, `ReLU, element by element`.
        notes: What was read on the strength of shapes, and the like.
    """

    state: str
    reason: str = ""
    runs: int = 0
    replays: int = 0
    points: int = 0
    entries: int = 0
    gap: float | None = None
    tolerance: float | None = None
    variants: int = 0
    trusted: tuple[str, ...] = ()
    replayed: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Execution:
    run: Run
    result: EquationResult

    @property
    def is_replay(self) -> bool:
        return self.result.replay > 0


def judge_equation(context: PageContext, equation: Equation, check: Check | None) -> Verdict:
    """The verdict of an equation; what speaks against it is reported."""
    if equation.stated:
        return Verdict("stated", equation.stated)
    if equation.defined:
        if check is not None and check.tree is None:
            return Verdict("not-run", "it could not be read")
        return Verdict("defined", "no statement computes its left side")
    if check is None:
        return Verdict("not-run", "it stands in no concept")
    if check.tree is None:
        return Verdict("not-run", "it could not be read")
    if check.bound is None:
        return Verdict("not-run", "a symbol of it stands for no value")
    if all(check.bound.by_binding):
        return _by_binding(context, check)
    return _Judge(context, check, check.bound).verdict()


def _by_binding(context: PageContext, check: Check) -> Verdict:
    fence = check.equation.fence
    context.fault(
        Fault(
            "unchecked-link",
            "both sides are the same cell, so nothing is checked",
            help="give one side the cell of what the code computes or hands over",
        ),
        fence.body_span,
    )
    return Verdict("by-binding", "both sides are the same cell")


class _Judge:
    def __init__(self, context: PageContext, check: Check, bound: BoundEquation) -> None:
        self.context = context
        self.check = check
        self.bound = bound
        self.fence = check.equation.fence
        self.facts: ConceptFacts = check.facts

    def verdict(self) -> Verdict:
        usable = [run for run in self.facts.runs if self._is_usable(run)]
        if not usable:
            self._report_no_run()
            return Verdict("not-run", "no run of the concept finished")
        executions = [
            _Execution(run, result) for run in usable for result in run.results(self.check.key)
        ]
        problem = self._unread(executions)
        if problem:
            return Verdict("not-run", problem)
        if not self._all_reached(executions):
            return Verdict("not-run", "no run reaches a statement of it")
        counted = self._figures(executions)
        if self._differs(executions):
            return replace(counted, state="mismatch", reason="it differs from the code")
        if self._is_weak(executions):
            return replace(counted, state="weak", reason="its runs cannot tell right from wrong")
        return counted

    # What stands in the way of a comparison.

    def _is_usable(self, run: Run) -> bool:
        return is_usable(self.context, run, self.facts.places.get(run.key, self.fence.body_span))

    def _report_no_run(self) -> None:
        if self.facts.has_faulty_run or self.facts.runs:
            return
        self.context.fault(
            Fault(
                "never-executed",
                "no run of this concept executes the equation",
                help="add an example: `/// example | title` with `run: package.module.function`",
            ),
            self.fence.info_span,
        )

    def _unread(self, executions: list[_Execution]) -> str:
        """Why nothing was evaluated in any run; empty where something was."""
        said = [one for one in executions if one.result.problem and not one.is_replay]
        plain = [one for one in executions if not one.is_replay]
        if not said or len(said) < len(plain):
            return ""
        first = said[0]
        self.context.fault(
            Fault(
                "run-failed",
                f"a symbol of the equation has no value in `{first.run.name}`"[:90],
                label=first.result.problem[:80],
                notes=(first.result.problem,),
                help="name a cell that exists when the linked statement runs",
            ),
            self.fence.body_span,
        )
        return "a symbol of it has no value"

    def _all_reached(self, executions: list[_Execution]) -> bool:
        """Whether some run reached every statement; one that none reached is reported."""
        for number in range(len(self.bound.formula.statements)):
            points = sum(result.points for _, result in _of(executions, number))
            if points == 0:
                self._report_unreached(number)
                return False
        return True

    def _report_unreached(self, number: int) -> None:
        place = self.bound.anchors[number]
        names = ", ".join(f"`{run.name}`" for run in self.facts.runs)
        self.context.fault(
            Fault(
                "never-executed",
                "no run of this concept reaches a statement of the equation",
                notes=(f"runs: {names}",),
                help="name a run that executes this statement",
                related=self._label(place, "not reached"),
            ),
            self.fence.body_span,
        )

    # Differences.

    def _differs(self, executions: list[_Execution]) -> bool:
        """Whether a comparison failed; the worst of each statement is reported."""
        found = False
        told: set[tuple[int, int]] = set()
        for number in range(len(self.bound.formula.statements)):
            rows = list(_of(executions, number))
            failing = [
                (one, result)
                for one, result in rows
                if result.worst is not None and _is_fault(one, result.worst)
            ]
            if not failing:
                continue
            found = True
            one, result = min(failing, key=lambda each: each[0].is_replay)
            passes_as_it_is = one.is_replay and any(not each.is_replay for each, _ in rows)
            assert result.worst is not None
            if result.worst.problem is not None:
                self._report_problem(result.worst.problem, one)
            elif result.worst.span not in told:
                # What one side is compared with at several statements is wrong once.
                told.add(result.worst.span)
                self._report_mismatch(number, result, one, passes_as_it_is)
        return found

    def _report_problem(self, problem: Problem, one: _Execution) -> None:
        where = "with changed inputs of" if one.is_replay else "in"
        self._fault(
            Fault(
                problem.code,
                problem.message[:90],
                self._within(problem.span),
                notes=(*problem.notes, f"{where} `{one.run.name}`"),
                help=problem.help,
            )
        )

    def _report_mismatch(
        self,
        number: int,
        result: StatementResult,
        one: _Execution,
        passes_as_it_is: bool,
    ) -> None:
        worst = result.worst
        assert worst is not None
        place = self.bound.anchors[number]
        at = f" at {worst.place}" if worst.place else ""
        gap = f"{worst.gap:.1e}"
        message = (
            f"equation `{self.check.equation.slug[:32]}` holds only for the values of its run"
            if passes_as_it_is
            else f"equation `{self.check.equation.slug[:32]}` differs from the code by {gap}"
            f" (tolerance {worst.tolerance:.0e})"
        )
        notes = list(worst.causes)
        if worst.shape:
            notes.append(f"shapes agree: {_shown(worst.shape)}")
        if passes_as_it_is:
            notes.append(f"`{one.run.name}` was made again with other numbers in its arrays")
        else:
            notes.append(f"in call {result.call + 1} of `{one.run.name}`")
        self._fault(
            Fault(
                "equation-mismatch",
                message[:90],
                self._within(worst.span),
                label=f"evaluates to {worst.right}{at}",
                notes=tuple(notes),
                help=worst.causes[0] if worst.causes else "find out whether page or code is wrong",
                related=self._label(place, f"computed {worst.left}{at}"),
            )
        )

    # What the runs could not tell.

    def _is_weak(self, executions: list[_Execution]) -> bool:
        return self._has_survivors(executions) | self._has_open_branches(executions)

    def _has_survivors(self, executions: list[_Execution]) -> bool:
        """Whether a wrong variant passed in every execution; the first of each is reported."""
        found = False
        for number in range(len(self.bound.formula.statements)):
            sets = [set(result.survivors) for _, result in _of(executions, number) if result.points]
            common = set.intersection(*sets) if sets else set()
            if not common:
                continue
            found = True
            text, start, end = min(common, key=lambda each: (each[1], each[2], each[0]))
            shown = self.check.equation.latex[start:end]
            self._fault(
                Fault(
                    "weak-verdict",
                    f"the runs cannot tell `{shown[:24]}` from the same {text}"[:90],
                    self._within((start, end)),
                    notes=(
                        f"{len(common)} wrong variants of the equation pass on every run"
                        if len(common) > 1
                        else "one wrong variant of the equation passes on every run",
                    ),
                    help="add a run with other values: no zeros or ones, all sizes different and"
                    " above 2",
                )
            )
        return found

    def _has_open_branches(self, executions: list[_Execution]) -> bool:
        """Whether a branch was always or never taken over all points."""
        found = False
        for number in range(len(self.bound.formula.statements)):
            seen = {branch for _, result in _of(executions, number) for branch in result.branches}
            for branch in sorted(seen):
                name, sign = branch[:-1], branch[-1]
                if name + ("-" if sign == "+" else "+") in seen:
                    continue
                found = True
                word = "always" if sign == "+" else "never"
                self._fault(
                    Fault(
                        "weak-verdict",
                        f"a branch of the equation is {word} taken",
                        self._within(_branch_span(name)),
                        help="add a run in which it is " + ("not " * (sign == "+")) + "taken",
                    )
                )
        return found

    # Figures.

    def _figures(self, executions: list[_Execution]) -> Verdict:
        results = [
            (one, result)
            for number in range(len(self.bound.formula.statements))
            for one, result in _of(executions, number)
            if result.points and result.worst is not None and result.worst.problem is None
        ]
        outcomes = [result.worst for _, result in results if result.worst is not None]
        worst = max(outcomes, key=lambda each: each.ratio, default=Outcome())
        is_called = bool(self.bound.trusted)
        notes = [note for _, result in results if result.worst for note in result.worst.notes]
        if any(result.worst.is_single for _, result in results if result.worst):
            notes.append("the code computes in single precision; errors below it cannot show")
        return Verdict(
            "by-call" if is_called else "verified",
            "",
            len({one.run.key for one, _ in results}),
            len({(one.run.key, one.result.replay) for one, _ in results if one.is_replay}),
            sum(result.points for _, result in results),
            sum(result.entries for _, result in results),
            max((outcome.gap for outcome in outcomes), default=None),
            worst.tolerance if outcomes else None,
            max((r.variants for _, r in results), default=0),
            self.bound.trusted,
            self.bound.replayed,
            tuple(equation for _, equation in self.bound.sources),
            tuple(dict.fromkeys(notes)),
        )

    # Places.

    def _fault(self, fault: Fault) -> None:
        self.context.fault(fault, self.fence.body_span)

    def _within(self, span: tuple[int, int]) -> Span | None:
        """Characters of the LaTeX as characters of the fence in the file."""
        if span[0] >= span[1]:
            return None
        raw = self.context.page.source.slice(self.fence.body_span)
        return within_file(raw, self.check.equation.latex, Span(*span))

    def _label(self, place: Place, text: str) -> tuple[Label, ...]:
        """The statement that a place stands at."""
        source = self.context.index.source(place.function.path)
        node = place.node
        if node is None:
            return (Label(source.place(source.line_span(place.function.region.line)), text[:80]),)
        first, last = source.line_text(node[0]), source.line_text(node[2])
        start = source.offset(node[0], char_column(first, node[1]) + 1)
        end = source.offset(node[2], char_column(last, node[3]) + 1)
        return (Label(source.place(Span(start, end)), text[:80]),)


def _of(executions: list[_Execution], number: int) -> Iterator[tuple[_Execution, StatementResult]]:
    for one in executions:
        if number < len(one.result.statements):
            yield one, one.result.statements[number]


def _is_fault(one: _Execution, worst: Outcome) -> bool:
    if worst.problem is not None:
        return not (one.is_replay and worst.problem.code in _ONLY_IN_REPLAYS)
    return not worst.ratio <= 1


def _branch_span(name: str) -> tuple[int, int]:
    """The place in the LaTeX that the key of a branch ends with: `cases:12-30`."""
    numbers = [
        int(part) for part in name.replace("-", " ").replace(":", " ").split() if part.isdigit()
    ]
    return (numbers[-2], numbers[-1]) if len(numbers) >= 2 else (0, 0)


def _shown(shape: tuple[int, ...]) -> str:
    return f"({shape[0]},)" if len(shape) == 1 else f"({', '.join(map(str, shape))})"
