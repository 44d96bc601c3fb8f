"""Which checks of the pages a trace fails: equations, declared shapes, gradients.

A break is noticed where a check fails that the unbroken code passes: `Checks.of(project)` holds the
checks, `failing(run, trace)` names those that fail in a trace.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Literal

from docgen.links.runs import Run, is_trial
from docgen.markup.page import Block
from docgen.pages.context import ConceptFacts
from docgen.pages.declared import disagreement
from docgen.project import Project
from docgen.trace.plan import EquationResult, GradientResult, Trace

CheckKind = Literal["equation", "shape", "gradient"]
_COMPARED = frozenset(("equation-mismatch", "shape-mismatch", "nonfinite-value"))
"""Problems of an equation that are about values; the others say that nothing was compared."""


@dataclass(frozen=True, slots=True, order=True)
class Check:
    """One check of one page.

    Attributes:
        key: Of the equation's statement, the symbol or the gradient.
    """

    kind: CheckKind
    key: str


@dataclass(frozen=True)
class Checks:
    """All checks of a project.

    Attributes:
        tolerances: Key of a gradient plan → the tolerance that the page gives.
    """

    concepts: tuple[ConceptFacts, ...] = ()
    tolerances: Mapping[str, float] | None = None

    @classmethod
    def of(cls, project: Project) -> Checks:
        """The checks of a project's pages, with the tolerances that they declare."""
        concepts = [facts for each in project.site.concepts.values() for facts in each]
        tolerances: dict[str, float] = {}
        for draft in project.pages.values():
            for item in draft.page.items:
                if isinstance(item, Block) and item.name == "gradcheck":
                    option = item.options.option("tolerance")
                    if option is None:
                        continue
                    with suppress(ValueError):  # a finding of the page, which checks nothing then
                        key = f"{draft.page.source.path}:{item.span.start}"
                        tolerances[key] = float(option.value)
        return cls(tuple(concepts), tolerances)

    def any_of(self, run: Run) -> bool:
        """Whether anything is checked in a run."""
        plan = run.plan()
        is_shaped = any(each is run for facts in self.concepts for each in facts.runs)
        return bool(plan.equations or plan.gradients or is_shaped)

    def failing(self, run: Run, trace: Trace) -> frozenset[Check]:
        """The checks that a trace of the run does not pass."""
        found = {
            Check("equation", key)
            for each in trace.equations
            if not is_trial(each.key)
            for key in _failed(each)
        }
        for result in trace.gradients:
            if self._is_wrong(result):
                found.add(Check("gradient", f"{result.plan} {result.gradient}"))
        seen = replace(run, trace=trace)
        for facts in self.concepts:
            if any(each is run for each in facts.runs):
                found |= {Check("shape", key) for key in _misshapen(facts, seen)}
        return frozenset(found)

    def _is_wrong(self, result: GradientResult) -> bool:
        if result.problem:
            return result.code == "shape-mismatch"
        limit = (self.tolerances or {}).get(result.plan, result.tolerance)
        return not result.gap <= limit


def _failed(result: EquationResult) -> Iterator[str]:
    """Statements of an equation that disagree with what was recorded."""
    for number, statement in enumerate(result.statements):
        worst = statement.worst
        if worst is None:
            continue
        if worst.problem is not None:
            is_wrong = worst.problem.code in _COMPARED
        else:
            is_wrong = not worst.ratio <= 1
        if is_wrong:
            yield f"{result.key} {number}"


def _misshapen(facts: ConceptFacts, run: Run) -> Iterator[str]:
    """Symbols of a concept whose value has not the declared shape in some call."""
    if facts.function is None:
        return
    symbols = [each for each in facts.symbols if each.cell is not None and each.shape is not None]
    symbols.sort(key=lambda symbol: not symbol.shape or not all(map(_is_plain, symbol.shape.axes)))
    for call in range(run.calls(facts.function)):
        bound: dict[str, int] = dict(run.sizes)
        for symbol in symbols:
            assert symbol.cell is not None
            assert symbol.shape is not None
            for seen in symbol.cell.observe(run):
                if seen.call != call or seen.value is None:
                    continue
                if disagreement(symbol.shape, seen.value, bound):
                    yield f"{facts.function.dotted} {symbol.latex}"
                    break


def _is_plain(axis: str) -> bool:
    return axis.isidentifier() or axis.isdigit()
