"""What the runs of a concept said about one of its equations.

An equation evaluated at 6 points of one run, with the largest gap far below its tolerance, is
`Verdict("verified", points=6, ...)`; everything that speaks against it is a finding.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from docgen.diagnostics import Fault, Fix
from docgen.evaluation.precision import DOUBLE, SINGLE
from docgen.evaluation.term import Outcome, Term
from docgen.links.equation import Choice, Equation
from docgen.links.runs import Run, clash_name, equation_of, plan_name
from docgen.links.same import stripped
from docgen.pages.check import Check, report_fault
from docgen.pages.context import PageContext
from docgen.pages.difference import report_differences
from docgen.pages.evidence import Evidence, Execution, Reporter, evidence, executions, holds
from docgen.pages.idle import check_idle
from docgen.pages.runs import is_usable
from docgen.pages.tie import flow_of
from docgen.pages.weakness import report_weakness
from docgen.source.anchor import Anchor
from docgen.source.flow import NodeKey
from docgen.source.module import one_line
from docgen.text import Span


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
        sources: Equations of the site that were put in: name on the whole site, and title.
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
    sources: tuple[tuple[str, str], ...] = ()
    notes: tuple[str, ...] = ()


def judge_equation(context: PageContext, equation: Equation, check: Check | None) -> Verdict:
    """The verdict of an equation; what speaks against it is reported."""
    if equation.stated:
        return Verdict("stated", equation.stated)
    if equation.defined and (check is None or check.tree is not None):
        is_idle = check is not None and check_idle(context, check)
        return Verdict(
            "defined", "nothing uses it" if is_idle else "no statement computes its left side"
        )
    if check is None:
        return Verdict("not-run", "it stands in no concept")
    if check.misfit is not None:
        if not check.has_misshapen:
            report_fault(context, check, check.misfit)
        return Verdict("not-run", "shapes in it do not fit")
    if check.tree is None:
        return Verdict("not-run", "it could not be read")
    if equation.is_adrift:
        return Verdict("not-run", "a reference of it names no statement")
    if check.equation.choice is not None:
        _report_choice(context, check, check.equation.choice)
        return Verdict("not-run", "which statement computes it is not said")
    if check.bound is None:
        return Verdict("not-run", "a symbol of it stands for no value")
    if any(bound_by for _, bound in check.ways for bound_by in bound.by_binding):
        return _by_binding(context, check)
    if check_idle(context, check):
        check.gap = "a part of it is put in nowhere"
    return _Judge(context, check).verdict()


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


def _report_choice(context: PageContext, check: Check, choice: Choice) -> None:
    """Report that several statements bind the left side, and at which of them it holds."""
    holding: list[str] = []
    failing: list[str] = []
    for trial in check.trials:
        assert trial.anchor is not None
        is_met = holds(trial.bound, executions(check.facts.runs, trial.key))
        (holding if is_met else failing).append(_quoted(context, check, trial.anchor))
    notes = choice.fault.notes
    if context.site.is_static:
        holding, failing = [], []  # no run was made that could tell
    if holding or failing:
        said = " and ".join(holding) if holding else "none of them"
        notes = (f"the equation holds at {said}", *notes)
    cure = choice.fault.help
    fix = None
    if len(holding) == 1:
        text = holding[0].strip("`")
        quote = "'" if '"' in text else '"'
        cure = f"write code={quote}{text}{quote}"
        end = check.equation.fence.info_span.end
        fix = Fix(Span(end, end), f" code={quote}{text}{quote}")
    elif holding or failing:
        text = "; ".join(one.strip("`") for one in holding or failing)
        quote = "'" if '"' in text else '"'
        cure = f"name the statement that computes it, or all of them: code={quote}{text}{quote}"
    fault = replace(choice.fault, within=None, notes=notes, help=cure, fix=fix)
    context.fault(fault, choice.span)


def _quoted(context: PageContext, check: Check, anchor: Anchor) -> str:
    """A statement as `code` names it: its first line, and its number where others are alike."""
    assert check.facts.function is not None
    text = one_line(anchor.code)
    scope = check.facts.function.scope
    alike = [one.node for one in context.index.candidates(text, scope)]
    if len(alike) > 1 and anchor.node in alike:
        text = f"{text}.{alike.index(anchor.node) + 1}"
    return f"`{text}`"


class _Judge:
    def __init__(self, context: PageContext, check: Check) -> None:
        self.context = context
        self.check = check
        self.fence = check.equation.fence
        self.facts = check.facts
        self.reporter = Reporter(context, check)

    def verdict(self) -> Verdict:
        usable = [run for run in self.facts.runs if self._is_usable(run)]
        if not usable:
            self._report_no_run()
            if self.context.site.is_static and self.facts.runs:
                return Verdict("pending", "no code was executed")
            return Verdict("not-run", "no run of the concept finished")
        statements: list[Evidence] = []
        for key, bound in self.check.ways:
            found = executions(usable, key)
            if self._is_unread(found):
                return Verdict("not-run", "a symbol of it has no value")
            statements += evidence(bound, found)
        if not all(self._is_reached(one) for one in statements) or not self._is_linked(usable):
            return Verdict("not-run", "no run reaches a statement of it")
        counted = self._figures(statements)
        state = report_differences(self.reporter, statements)
        if state == "mismatch":
            return replace(counted, state=state, reason="it differs from the code")
        if state:
            return replace(counted, state=state, reason="it could not be evaluated")
        if not counted.entries:
            self._report_empty()
            return replace(counted, state="not-run", reason="no number of it was compared")
        clash = self._clash(usable)
        if clash:
            return replace(
                counted, state="mismatch", reason=f"`{clash}` has two values in one call"
            )
        if self._is_circular(usable):
            return replace(counted, state="by-binding", reason="both sides are the same call")
        if report_weakness(self.reporter, statements):
            return replace(counted, state="weak", reason="its runs cannot tell right from wrong")
        if self.check.gap:
            return replace(counted, state="weak", reason=self.check.gap)
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

    def _is_unread(self, found: Sequence[Execution]) -> bool:
        """Whether a symbol has no value where the equation is to be compared."""
        said = [one for one in found if one.result.problem and not one.is_replay]
        if not said:
            return False
        first = said[0]
        self.reporter.fault(
            Fault(
                "run-failed",
                f"a symbol of the equation has no value in `{first.run.name}`",
                label=first.result.problem[:80],
                notes=(first.result.problem,),
                help="name a cell that exists when the linked statement runs",
            )
        )
        return True

    def _is_reached(self, one: Evidence) -> bool:
        """Whether some run reached a statement; one that none reached is reported."""
        if one.points:
            return True
        if self.facts.has_faulty_run:
            return False
        place = one.compared.anchor
        fault = self._never(place.node)
        self.reporter.fault(replace(fault, related=self.reporter.label(place, "not reached")))
        return False

    def _never(self, node: NodeKey | None) -> Fault:
        step = flow_of(self.context, self.facts).step(node) if node is not None else None
        shown = f"`{step.line.strip()}`" if step is not None else "a statement of the equation"
        names = ", ".join(f"`{run.name}`" for run in self.facts.runs)
        arms = [arm.text for arm in step.arms] if step is not None else []
        return Fault(
            "never-executed",
            f"no run of this concept reaches {shown}",
            notes=(*(f"it stands under {text}" for text in arms[-1:]), f"runs: {names}"),
            help="name a run that executes this statement",
        )

    def _is_linked(self, usable: Sequence[Run]) -> bool:
        """Whether every linked statement was executed; each that was not is reported."""
        function = self.facts.function
        assert function is not None
        found = True
        for link in self.check.equation.links:
            if link.role == "tests" or link.anchor.node not in self.check.linked:
                continue
            key = [run.watch(function, "before", link.anchor.node, "") for run in usable]
            if any(run.observations(one) for run, one in zip(usable, key, strict=True)):
                continue
            found = False
            self.context.fault(self._never(link.anchor.node), link.span)
        return found

    def _report_empty(self) -> None:
        self.reporter.fault(
            Fault(
                "weak-verdict",
                "no number was compared: every array is empty, or no index meets the conditions",
                help="add a run with larger sizes",
            )
        )

    def _clash(self, usable: Sequence[Run]) -> str:
        """A symbol of the equation that had two values in one call; reported at its row."""
        for run in usable:
            for clash in run.trace.clashes if run.trace is not None else ():
                name = clash_name(clash.symbol)
                keys = {equation_of(key) for key in clash.equations}
                if self.check.key in keys or (name in self.check.used and self._shares(keys)):
                    return name
        return ""

    def _shares(self, keys: set[str]) -> bool:
        """Whether some of the equations belong to the same concept."""
        checks = self.context.site.checks
        return any(key in checks and checks[key].facts is self.facts for key in keys)

    def _is_circular(self, usable: Sequence[Run]) -> bool:
        """Whether a side is nothing but a call of the function that computed the other one."""
        assert self.facts.function is not None
        home = plan_name(self.facts.function)
        lone = any(
            _called(side) in {call.key for call in bound.calls}
            for _, bound in self.check.ways
            for one in bound.comparisons
            for side in one.statement.sides
        )
        called = {
            name
            for key, _ in self.check.ways
            for one in executions(usable, key)
            for name in one.result.called
        }
        if not lone or home not in called:
            return False
        self.reporter.fault(
            Fault(
                "unchecked-link",
                f"the equation calls `{self.facts.function.function}` itself",
                notes=("a function always agrees with itself",),
                help="write what the function computes",
            )
        )
        return True

    # Figures.

    def _figures(self, statements: Sequence[Evidence]) -> Verdict:
        rows = [row for one in statements for row in one.rows if row.is_compared]
        # What a replay left as it was is no further evidence: equal points count once.
        points = [point for one in statements for point in one.telling.values()]
        outcomes = [row.worst for row in rows if row.worst is not None]
        worst = max(outcomes, key=lambda each: each.ratio, default=Outcome())
        bounds = [bound for _, bound in self.check.ways]
        trusted = dict.fromkeys(name for bound in bounds for name in bound.trusted)
        trusted.update(dict.fromkeys(n for row in rows for n in row.execution.result.properties))
        parts = self.check.tree.parts if self.check.tree is not None else ()
        notes = [note for part in parts for note in part.notes]
        notes += [note for outcome in outcomes for note in outcome.notes]
        precision = max((outcome.u for outcome in outcomes), default=DOUBLE)
        if precision > DOUBLE:
            name = "single" if precision == SINGLE else "half"
            notes.append(f"the code computes in {name} precision; errors below it cannot show")
        reasons = dict.fromkeys(row.run.fixed for row in rows if row.run.fixed)
        notes += [f"not run again with other numbers: {reason}" for reason in reasons]
        left_out = [(one.silent, one.left) for one in (row.execution.result for row in rows)]
        silent, entries = max(left_out, default=(0, 0))
        if silent:
            notes.append(f"it says nothing of {silent} of {entries} entries of its left side")
        return Verdict(
            "by-call" if trusted else "verified",
            "",
            len({row.run.key for row in rows}),
            len({(r.run.key, r.execution.result.replay) for _, r in points if r.is_conclusive}),
            len(points),
            sum(entries for entries, _ in points),
            worst.gap if outcomes else None,
            worst.tolerance if outcomes else None,
            max((row.result.variants for row in rows), default=0),
            tuple(trusted),
            tuple(dict.fromkeys(name for bound in bounds for name in bound.replayed)),
            tuple(dict.fromkeys(one for bound in bounds for one in bound.sources.items())),
            tuple(dict.fromkeys(notes)),
        )


def _called(side: Term) -> str:
    """The function of the code that a side is nothing but a call of, or an entry of its result."""
    side = stripped(side)
    while side.op == "at":
        side = stripped(side.args[0])
    return side.text if side.op == "apply" else ""
