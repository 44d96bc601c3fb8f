"""Every numeric statement of the code, with what explains it: an equation, a call, or nothing.

A function with four numeric statements, three of which independent equations explain, is covered to
75 percent. A statement that no run reached counts as not explained, so that taking a run, an
example or an equation away never makes the figure rise.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from docgen.diagnostics import Fault
from docgen.links.runs import Run
from docgen.pages.context import equation_key
from docgen.pages.coverage import covered
from docgen.pages.watch import (
    StatementKey,
    Watched,
    module_functions,
    numeric_places,
    values_plan,
    watched,
)
from docgen.project import Project
from docgen.source.module import Definition, node_key
from docgen.source.statements import is_blank
from docgen.trace.plan import RunPlan, Trace
from docgen.trace.record import Limits, record

Execute = Callable[[Sequence[RunPlan]], Sequence[Trace]]
Tell = Callable[[str], None]
State = Literal["independent", "by-call", "unexplained", "unreached"]
STATES: tuple[State, ...] = ("independent", "by-call", "unexplained", "unreached")
BATCH = 5
"""Runs that one worker process makes; progress is told after each batch."""


@dataclass(frozen=True, slots=True)
class Numeric:
    """A statement whose value holds a float, or might: no run reached it.

    Attributes:
        function: Dotted.
    """

    path: str
    line: int
    function: str
    code: str
    state: State


@dataclass(frozen=True, slots=True)
class Uncoded:
    """An equation that no statement computes, with its verdict and the reason for it."""

    page: str
    line: int
    title: str
    state: str
    reason: str


@dataclass(frozen=True, slots=True)
class Coverage:
    """What independent equations explain of some functions.

    Attributes:
        statements: In the order of the files.
        failed: Runs that did not finish, so what they reach counts as not reached.
    """

    statements: tuple[Numeric, ...]
    uncoded: tuple[Uncoded, ...]
    failed: tuple[str, ...]

    def count(self, state: State) -> int:
        """How many statements are in a state."""
        return sum(each.state == state for each in self.statements)

    @property
    def percentage(self) -> float:
        """Of all statements those that an independent equation explains; 0 where there are none."""
        if not self.statements:
            return 0.0
        return 100 * self.count("independent") / len(self.statements)


def find_coverage(
    project: Project, tell: Tell = lambda _: None, execute: Execute | None = None
) -> Coverage:
    """The coverage of all functions of the settings' modules; the project is loaded with runs.

    Raises:
        unknown-function: The settings name no modules.
    """
    if not project.settings.modules:
        raise Fault(
            "unknown-function",
            "the settings name no modules whose statements could be counted",
            help='write `modules = ["package"]` under [tool.docgen]',
        )
    limits = Limits(project.settings.timeout, project.settings.memory)
    made: Execute = execute or (lambda plans: record(project.root, plans, limits))
    index = project.site.index
    found = {
        (each.module.path, each.statement.lineno, each.qualname): each
        for name in project.settings.modules
        for each in module_functions(index, name)
    }
    functions = [found[key] for key in sorted(found)]
    asked = {each: watched(each.module, each) for each in functions}
    book = project.site.book.runs.values()
    runs = [run for run in book if (run.target or run.code) and not run.is_picture]
    whole = [run for run in runs if not run.failed]
    traces = _traces(whole, [*asked.values()], made, tell)
    by_name = {one.plan.name: one for one in asked.values()}
    numeric = numeric_places(by_name, traces)
    met, known = _reached(by_name, traces)
    independent = {StatementKey(*each) for each in covered(project.site, ("verified",))}
    by_call = {StatementKey(*each) for each in covered(project.site, ("by-call",))}

    def state(place: StatementKey) -> State | None:
        if place in numeric:
            if place in independent:
                return "independent"
            return "by-call" if place in by_call else "unexplained"
        if place in known:
            return None  # its values hold no float
        return "unexplained" if place in met else "unreached"

    statements = [
        statement
        for function, one in asked.items()
        for statement in _statements(function, one, state)
    ]
    failed = [run.name for run in runs if run.failed]
    # With all its values recorded, a run may be too slow or too large.
    failed += [run.name for run, each in zip(whole, traces, strict=True) if each.failure]
    return Coverage(tuple(statements), tuple(_uncoded(project)), tuple(failed))


def _traces(
    runs: Sequence[Run], functions: Sequence[Watched], execute: Execute, tell: Tell
) -> list[Trace]:
    names = [each.plan.name for each in functions]
    plans = [values_plan(run.plan(), 0, functions, names) for run in runs]
    traces: list[Trace] = []
    for start in range(0, len(plans), BATCH):
        traces += execute(plans[start : start + BATCH])
        tell(f"runs: {len(traces)} of {len(plans)}")
    return traces


def _reached(
    functions: dict[str, Watched], traces: Iterable[Trace]
) -> tuple[set[StatementKey], set[StatementKey]]:
    """Statements that any run came to, and those among them of which a value was recorded."""
    keys = {key: place for each in functions.values() for key, place in each.keys.items()}
    seen = [each for trace in traces for each in trace.observations if each.key in keys]
    met = {keys[each.key] for each in seen}
    return met, {keys[each.key] for each in seen if each.value is not None}


def _statements(
    function: Definition, asked: Watched, state: Callable[[StatementKey], State | None]
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
            yield Numeric(module.path, region.line, function.dotted, code, found)


def _uncoded(project: Project) -> Iterable[Uncoded]:
    """Equations that no statement of the code computes."""
    for draft in project.pages.values():
        for equation, _ in draft.equations:
            if any(link.role != "tests" for link in equation.links):
                continue
            verdict = project.site.verdicts[equation_key(draft.page, equation)]
            source = draft.page.source
            start = (equation.fence.title_span or equation.fence.span).start
            yield Uncoded(
                source.path, source.line_at(start), equation.title, verdict.state, verdict.reason
            )
