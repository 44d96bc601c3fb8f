"""Comparisons that failed become findings: the worst of each statement of an equation.

`Z = 2 X W` beside `Z = x @ w` is `equation-mismatch`, with both values and what would explain them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from docgen.diagnostics import LONGEST, Fault
from docgen.evaluation.extent import shown_sizes
from docgen.evaluation.term import Outcome, Problem
from docgen.pages.axes import named_axes
from docgen.pages.evidence import Evidence, Reporter, Row, executions, holds
from docgen.pages.remedy import distinct, remedy
from docgen.pages.tie import flow_of

_VALUES = ("equation-mismatch", "shape-mismatch", "nonfinite-value")
"""Problems that say something of the values; the others say that nothing was compared."""


def report_differences(reporter: Reporter, statements: Sequence[Evidence]) -> str:
    """Report what differs.

    Returns:
        The state that follows: `mismatch`, `not-run` where nothing could be compared, or empty.
    """
    told: set[tuple[int, int]] = set()
    state = ""
    for one in statements:
        failing = [row for row in one.rows if row.is_fault]
        if not failing:
            continue
        row = min(failing, key=lambda each: each.is_replay)
        worst = row.worst
        assert worst is not None
        if worst.problem is not None:
            problem = named_axes(worst.problem, one.compared.statement, one.formula)
            _report_problem(reporter, problem, row)
            if worst.problem.code in _VALUES or state == "mismatch":
                state = "mismatch"
            else:
                state = "not-run"
            continue
        state = "mismatch"
        if worst.span not in told:
            # What one side is compared with at several statements is wrong once.
            told.add(worst.span)
            _report_mismatch(reporter, one, row, worst)
    return state


def _report_problem(reporter: Reporter, problem: Problem, row: Row) -> None:
    if problem.code == "shape-mismatch" and reporter.check.has_misshapen:
        return
    where = "with changed inputs of" if row.is_replay else "in"
    whole = (problem.message,) if len(problem.message) > LONGEST else ()
    reporter.fault(
        Fault(
            problem.code,
            problem.message,
            reporter.within(problem.span),
            notes=(*whole, *problem.notes, f"{where} `{row.run.name}`"),
            help=problem.help,
        )
    )


def _report_mismatch(reporter: Reporter, one: Evidence, row: Row, worst: Outcome) -> None:
    slug = reporter.check.equation.slug
    # Some executions passed as they are: only other numbers show the difference.
    is_luck = row.is_replay and any(not each.is_replay for each in one.rows)
    at = f" at {worst.place}" if worst.place else ""
    message = (
        f"equation `{slug}` holds only for the values of its run"
        if is_luck
        else f"equation `{slug}` differs from the code by {worst.gap:.1e}"
        f" (tolerance {worst.tolerance:.0e})"
    )
    causes = distinct(worst.causes)
    notes = list(causes)
    if worst.shape:
        notes.append(f"shapes agree: {shown_sizes(worst.shape)}")
    if _is_subtracted(reporter, one):
        notes.append("a linked `-=` adds the negative of its right side")
    if is_luck:
        notes.append(f"`{row.run.name}` was made again with other numbers in its arrays")
    else:
        notes.append(f"in call {row.result.call + 1} of `{row.run.name}`")
    fault = Fault(
        "equation-mismatch",
        message,
        reporter.within(worst.span),
        label=f"evaluates to {worst.right}{at}",
        notes=tuple(notes),
        help=remedy(causes),
        related=reporter.label(one.compared.shown, f"computed {worst.left}{at}"),
    )
    proposal = _later(reporter)
    reporter.fault(replace(fault, help=proposal) if proposal else fault)


def _is_subtracted(reporter: Reporter, one: Evidence) -> bool:
    flow = flow_of(reporter.context, reporter.check.facts)
    place = one.compared.shown
    step = flow.step(place.node) if place.node is not None else None
    return step is not None and step.added[0] == "-" and place.is_part


def _later(reporter: Reporter) -> str:
    """The cell to write where the equation holds for values that linked statements bind anew."""
    check = reporter.check
    flow = flow_of(reporter.context, check.facts)
    for trial in check.trials:
        found = executions(check.facts.runs, trial.key)
        if trial.anchor is not None or check.bound is None or not holds(trial.bound, found):
            continue
        for name, place in trial.bound.places.items():
            if check.bound.places.get(name) == place or place.node is None:
                continue
            step = flow.step(place.node)
            leaves = [leaf.symbol for leaf in trial.bound.formula.leaves if leaf.name == name]
            if step is not None and leaves:
                when = f"`{place.expression}` after `{step.line.strip()}`"
                return f"it holds with {leaves[0]} read later: write its cell as {when}"
    return ""
