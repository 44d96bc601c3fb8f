"""What the runs of a concept recorded of one of its equations.

An equation with two statements, evaluated in one run and in two replays of it, has two `Evidence`
with three rows each.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from docgen.diagnostics import Fault, Label
from docgen.evaluation.term import Formula, Outcome
from docgen.links.bound import BoundEquation
from docgen.links.compare import Compared
from docgen.links.equation import within_file
from docgen.links.place import Place
from docgen.links.runs import Run
from docgen.pages.context import PageContext
from docgen.pages.tie import Check
from docgen.source.module import char_column
from docgen.text import Span
from docgen.trace.plan import EquationResult, StatementResult

_ONLY_IN_REPLAYS = ("nonfinite-value", "ill-conditioned", "run-failed")
"""Problems that changed inputs may cause by themselves; the run as it is decides."""


@dataclass(frozen=True, slots=True)
class Execution:
    """An equation in one execution of a run."""

    run: Run
    result: EquationResult

    @property
    def is_replay(self) -> bool:
        """Whether the arrays held other numbers than in the run itself."""
        return self.result.replay > 0


@dataclass(frozen=True, slots=True)
class Row:
    """One statement of an equation in one execution."""

    execution: Execution
    result: StatementResult

    @property
    def run(self) -> Run:
        """The run of its execution."""
        return self.execution.run

    @property
    def is_replay(self) -> bool:
        """Whether the arrays held other numbers than in the run itself."""
        return self.execution.is_replay

    @property
    def worst(self) -> Outcome | None:
        """The comparison with the largest gap; None where there was none."""
        return self.result.worst

    @property
    def is_compared(self) -> bool:
        """Whether there was a comparison, and no problem at the worst of its points."""
        return self.result.points > 0 and self.worst is not None and self.worst.problem is None

    @property
    def is_conclusive(self) -> bool:
        """Whether it is a replay that changed something and in which the sides were compared."""
        return self.is_replay and self.result.conclusive > 0 and self.execution.result.changed > 0

    @property
    def is_fault(self) -> bool:
        """Whether the comparison failed; never where a value is no number."""
        worst = self.result.worst
        if worst is None:
            return False
        if worst.problem is not None:
            return not (self.is_replay and worst.problem.code in _ONLY_IN_REPLAYS)
        return not worst.ratio <= 1


@dataclass(frozen=True)
class Evidence:
    """One statement of an equation with all that became of it.

    Attributes:
        formula: That the statement belongs to.
    """

    compared: Compared
    rows: tuple[Row, ...]
    formula: Formula

    @property
    def points(self) -> int:
        """At how many recorded points the statement was compared, in all executions."""
        return sum(row.result.points for row in self.rows)

    @property
    def telling(self) -> dict[str, tuple[int, Row]]:
        """The points that differ in a value that the statement reads, by the digests of these.

        Of each, the numbers compared and the row where it came first.
        """
        found: dict[str, tuple[int, Row]] = {}
        for row in self.rows:
            if row.is_compared:
                for digest, entries in row.result.seen:
                    found.setdefault(digest, (entries, row))
        return found


def executions(runs: Sequence[Run], key: str) -> list[Execution]:
    """What every execution of some runs gave of an equation."""
    return [Execution(run, result) for run in runs for result in run.results(key)]


def evidence(bound: BoundEquation, found: Sequence[Execution]) -> list[Evidence]:
    """The statements of an equation, each with its rows."""
    return [
        Evidence(
            compared,
            tuple(
                Row(one, one.result.statements[number])
                for one in found
                if number < len(one.result.statements)
            ),
            bound.formula,
        )
        for number, compared in enumerate(bound.comparisons)
    ]


def holds(bound: BoundEquation, found: Sequence[Execution]) -> bool:
    """Whether an equation was compared in every execution as it is, and never failed."""
    if not found or any(one.result.problem for one in found if not one.is_replay):
        return False
    every = evidence(bound, found)
    return all(one.points and not any(row.is_fault for row in one.rows) for one in every)


class Reporter:
    """Reports what is wrong with one equation, at its characters and at its statements."""

    def __init__(self, context: PageContext, check: Check) -> None:
        self.context = context
        self.check = check
        self.fence = check.equation.fence

    def fault(self, fault: Fault) -> None:
        """Report a fault at its characters of the equation."""
        self.context.fault(fault, self.fence.body_span)

    def within(self, span: tuple[int, int]) -> Span | None:
        """Characters of the LaTeX as characters of the fence in the file."""
        if span[0] >= span[1]:
            return None
        raw = self.context.page.source.slice(self.fence.body_span)
        return within_file(raw, self.check.equation.latex, Span(*span))

    def label(self, place: Place, text: str) -> tuple[Label, ...]:
        """The statement that a place stands at."""
        source = self.context.index.source(place.function.path)
        node = place.node
        if node is None:
            span = source.line_span(place.function.region.line)
            return (Label(source.place(span), text[:80]),)
        first, last = source.line_text(node[0]), source.line_text(node[2])
        start = source.offset(node[0], char_column(first, node[1]) + 1)
        end = source.offset(node[2], char_column(last, node[3]) + 1)
        return (Label(source.place(Span(start, end)), text[:80]),)
