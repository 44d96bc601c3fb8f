r"""What a reader needs to try an equation: its formula, and the numbers of one execution.

`page_trials(context, equations)` has for the equation `eq-relu` the formula of `A = \max(0, Z)` and
the Z and A that the run recorded; `script` is that as a script, which works without a server.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict

import msgspec

from docgen.diagnostics import Fault
from docgen.evaluation.extent import measure
from docgen.evaluation.term import Problem, Statement
from docgen.latex.mathml import plain_math, set_math
from docgen.links.bound import BoundEquation
from docgen.links.equation import Equation
from docgen.pages.badge import LABELS
from docgen.pages.chain import Giver, chain
from docgen.pages.check import Check
from docgen.pages.context import ConceptFacts, PageContext, Site, equation_key
from docgen.pages.editable import axes_of, holds_all, locked, recorded, resizable
from docgen.pages.tie import symbols_in_reach
from docgen.pages.tried import Tried, twins
from docgen.views.escape import untitled

VERSION = 1
STATES = ("verified", "by-call")
ROUNDING = "the sides agree but for digits that the code loses"
Equations = Sequence[tuple[Equation, ConceptFacts | None]]


def script_path(name: str) -> str:
    """Where the script of a page stands, from the folder of docgen's assets."""
    return f"try/pages/{name}.js"


def page_name(context: PageContext) -> str:
    """A page as its script and its buttons call it: `manual/tutorial`."""
    path = context.page.source.path.removeprefix(context.site.settings.docs + "/")
    return path.removesuffix(".md")


def trial_script(context: PageContext, equations: Equations) -> str:
    """A classic script that hands the trials of a page over; empty where it has none."""
    trials = page_trials(context, equations)
    if not trials["equations"]:
        return ""
    name = json.dumps(page_name(context), ensure_ascii=False)
    data = json.dumps(
        trials, ensure_ascii=False, allow_nan=False, sort_keys=True, separators=(",", ":")
    )
    return f"docgenTry.accept({name},{data});\n"


def page_trials(context: PageContext, equations: Equations) -> dict[str, object]:
    """The trials of a page by the ids of equations, and why others have none."""
    found: dict[str, list[Tried]] = {}
    omitted: dict[str, object] = {}
    for equation, _ in equations:
        tried = trials(context.site, equation_key(context.page, equation))
        if isinstance(tried, str):
            omitted[equation.html_id] = tried
        else:
            found[equation.html_id] = tried
    made = {
        equation.html_id: _equation(context, equation, found[equation.html_id], givers)
        for equation, facts in equations
        if equation.html_id in found
        for givers in [_givers(context, equation, facts, equations, found)]
    }
    return {"version": VERSION, "equations": made, "omitted": omitted}


def _givers(
    context: PageContext,
    equation: Equation,
    facts: ConceptFacts | None,
    equations: Equations,
    found: Mapping[str, list[Tried]],
) -> list[Giver]:
    """The statements of other equations of the concept that are verified without its code."""
    return [
        Giver(other.html_id, number, tried)
        for other, concept in equations
        if concept is facts and other.html_id != equation.html_id
        if context.site.verdicts.get(equation_key(context.page, other)) is not None
        if context.site.verdicts[equation_key(context.page, other)].state == "verified"
        for number, tried in enumerate(found.get(other.html_id, ()))
    ]


def trials(site: Site, key: str) -> list[Tried] | str:
    """Every statement of an equation with its sample, or why the equation cannot be tried."""
    verdict, check = site.verdicts.get(key), site.checks.get(key)
    if verdict is None or verdict.state not in STATES or check is None:
        return "it was not verified"
    found = []
    reason = "no execution of it was recorded"
    for way, bound in check.ways:
        for number in range(len(bound.formula.statements)):
            one = _first(check, way, bound, number)
            if isinstance(one, str):
                reason = one or reason
            else:
                found.append(one)
    return found or reason


def _first(check: Check, way: str, bound: BoundEquation, number: int) -> Tried | str:
    """The first run of the concept in which a statement has a sample with numbers."""
    reason = ""
    for run in check.facts.runs:
        for result in run.results(way):
            if result.replay or number >= len(result.statements):
                continue
            sample = result.statements[number].sample
            if sample is None:
                continue
            if sample.outcome is not None and sample.outcome.ratio <= 1:
                return Tried(bound, number, run, sample)
            reason = reason or sample.reason or ROUNDING
    return reason


def _equation(
    context: PageContext, equation: Equation, found: list[Tried], givers: Sequence[Giver]
) -> dict[str, object]:
    key = equation_key(context.page, equation)
    check = context.site.checks[key]
    by_id = {id(one.bound): one.bound.formula for one in found}
    numbers = {bound: number for number, bound in enumerate(by_id)}
    state = context.site.verdicts[key].state
    return {
        "title": untitled(equation.title),
        "latex": equation.latex,
        "state": state,
        "label": LABELS[state],
        "formulas": [msgspec.to_builtins(formula) for formula in by_id.values()],
        "statements": [
            {"formula": numbers[id(one.bound)], **_statement(one, check, givers)} for one in found
        ],
        "missing": _missing(check, found),
    }


def _missing(check: Check, found: list[Tried]) -> list[dict[str, str]]:
    """Parts of an equation of which no numbers are shown."""
    spans = {one.statement.span for one in found}
    others = {
        statement.span: statement
        for _, bound in check.ways
        for statement in bound.formula.statements
        if statement.span not in spans
    }
    texts = [_latex(check.equation.latex, others[span]) for span in sorted(others)]
    return [{"latex": text, "mathml": _set(text)} for text in texts]


def _statement(tried: Tried, check: Check, givers: Sequence[Giver]) -> dict[str, object]:
    sample, formula, statement = tried.sample, tried.formula, tried.statement
    latex = _latex(check.equation.latex, statement)
    fixed = locked(formula, statement)
    same, parts = twins(tried)
    for name, first in same.items():
        for one, other in ((name, first), (first, name)):
            if other in fixed:
                fixed.setdefault(one, fixed[other])
    cells = {one.latex: one.cell_text for one in symbols_in_reach(check.facts).values()}
    leaves = []
    axes: dict[str, list[str]] = {}
    for leaf in (*formula.leaves, *formula.sizing):
        value = sample.values.get(leaf.name)
        if value is None or not holds_all(value) or leaf.name in axes:
            continue
        axes[leaf.name] = axes_of(leaf, statement, value)
        place = tried.bound.places.get(leaf.name)
        leaves.append(
            {
                "name": leaf.name,
                "symbol": plain_math(leaf.symbol),
                "mathml": _set(leaf.symbol),
                "cell": cells.get(leaf.symbol) or (place.expression if place else ""),
                "axes": axes[leaf.name],
                "reason": fixed.get(leaf.name, ""),
                "recorded": leaf.name in recorded(formula, statement),
                "target": leaf.target,
                "symmetric": leaf.is_symmetric,
                "same": same.get(leaf.name, ""),
                "parts": [plain_math(symbol) for symbol in parts.get(leaf.name, ())],
            }
        )
    sizes = measure((*formula.leaves, *formula.sizing), sample.values, {})
    known = {} if isinstance(sizes, Problem) else sizes
    is_opaque = bool(sample.calls or sample.derivatives)
    return {
        "number": tried.number,
        "run": tried.run.name,
        "mathml": _set(latex),
        "latex": latex,
        "values": msgspec.to_builtins(sample.values),
        "calls": msgspec.to_builtins(sample.calls),
        "derivatives": msgspec.to_builtins(sample.derivatives),
        "sides": msgspec.to_builtins(sample.sides),
        "symbols": {one.key: plain_math(one.symbol) for one in formula.signatures},
        "leaves": leaves,
        "sizes": known,
        "letters": [] if is_opaque else resizable(axes, known),
        "chain": [asdict(one) for one in chain(tried, givers)],
    }


def _latex(latex: str, statement: Statement) -> str:
    start, end = statement.span
    return latex[start:end] if start < end else latex


def _set(symbol: str) -> str:
    try:
        return set_math(symbol, False)
    except Fault:
        return ""
