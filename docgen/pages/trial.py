r"""What a reader needs to try an equation: its formula, and the numbers of one execution.

`page_trials(context, equations)` has for the equation `eq-relu` the formula of `A = \max(0, Z)` and
the Z and A that the run recorded; `script` is that as a script, which works without a server.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import msgspec

from docgen.diagnostics import Fault
from docgen.evaluation.extent import ANY, letters_of, measure, size_of
from docgen.evaluation.term import Formula, Leaf, Problem, Statement, Term
from docgen.latex.mathml import plain_math, set_math
from docgen.links.bound import BoundEquation
from docgen.links.equation import Equation
from docgen.links.runs import Run
from docgen.pages.badge import LABELS
from docgen.pages.check import Check
from docgen.pages.context import ConceptFacts, PageContext, Site, equation_key
from docgen.pages.tie import symbols_in_reach
from docgen.trace.sample import Numbers, Sample
from docgen.views.escape import untitled

VERSION = 1
STATES = ("verified", "by-call")
ROUNDING = "the sides agree but for digits that the code loses"
Equations = Sequence[tuple[Equation, ConceptFacts | None]]


@dataclass(frozen=True, slots=True)
class Tried:
    """One statement with the run whose numbers are shown."""

    bound: BoundEquation
    number: int
    run: Run
    sample: Sample

    @property
    def statement(self) -> Statement:
        return self.bound.formula.statements[self.number]


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
    found: dict[str, object] = {}
    omitted: dict[str, object] = {}
    for equation, _ in equations:
        key = equation_key(context.page, equation)
        tried = trials(context.site, key)
        if isinstance(tried, str):
            omitted[equation.html_id] = tried
        else:
            found[equation.html_id] = _equation(equation, tried, context.site, key)
    return {"version": VERSION, "equations": found, "omitted": omitted}


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


def _equation(equation: Equation, found: list[Tried], site: Site, key: str) -> dict[str, object]:
    by_id = {id(one.bound): one.bound.formula for one in found}
    numbers = {bound: number for number, bound in enumerate(by_id)}
    state = site.verdicts[key].state
    return {
        "title": untitled(equation.title),
        "latex": equation.latex,
        "state": state,
        "label": LABELS[state],
        "formulas": [msgspec.to_builtins(formula) for formula in by_id.values()],
        "statements": [
            {"formula": numbers[id(one.bound)], **_statement(one, site.checks[key])}
            for one in found
        ],
    }


def _statement(tried: Tried, check: Check) -> dict[str, object]:
    sample, formula, statement = tried.sample, tried.bound.formula, tried.statement
    latex = _latex(check.equation.latex, statement)
    locked = _locked(formula, statement)
    cells = {one.latex: one.cell_text for one in symbols_in_reach(check.facts).values()}
    leaves = []
    axes: dict[str, list[str]] = {}
    for leaf in (*formula.leaves, *formula.sizing):
        value = sample.values.get(leaf.name)
        if value is None or not _holds_all(value) or leaf.name in axes:
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
                "reason": locked.get(leaf.name, ""),
                "recorded": leaf.name in _recorded(formula, statement),
                "target": leaf.target,
                "symmetric": leaf.is_symmetric,
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
        "letters": [] if is_opaque else _letters(axes, known),
    }


def _holds_all(value: Numbers) -> bool:
    """Whether the numbers are there, not the shape alone."""
    return bool(value.data) or 0 in value.shape


def _latex(latex: str, statement: Statement) -> str:
    start, end = statement.span
    return latex[start:end] if start < end else latex


def _set(symbol: str) -> str:
    try:
        return set_math(symbol, False)
    except Fault:
        return ""


def axes_of(leaf: Leaf, statement: Statement, value: Numbers) -> list[str]:
    """What each axis of the recorded array is long, as arithmetic over letters; empty: fixed."""
    found = [""] * len(value.shape)
    ranges = {one.letter: one.axis for one in statement.free}
    taken = [axis % len(found) for _, axis in leaf.letters] if found else []
    for (letter, _), axis in zip(leaf.letters, taken, strict=False):
        found[axis] = ranges.get(letter, "")
    rest = [axis for axis in range(len(found)) if axis not in taken]
    declared = list(leaf.shape or ())
    if ANY in declared:
        at = declared.index(ANY)
        declared[at : at + 1] = [""] * max(0, len(rest) - len(declared) + 1)
    if len(declared) == len(rest):
        for axis, text in zip(rest, declared, strict=True):
            found[axis] = text
    return found


def _letters(axes: Mapping[str, list[str]], sizes: Mapping[str, int]) -> list[str]:
    """Letters whose size can be changed: some axis is one, and all axes with it follow."""
    every = [axis for found in axes.values() for axis in found]
    lone = [axis for axis in dict.fromkeys(every) if axis in sizes]
    return [
        letter
        for letter in lone
        if all(size_of(axis, sizes) is not None for axis in every if letter in letters_of(axis))
    ]


def _recorded(formula: Formula, statement: Statement) -> set[str]:
    """Leaves that only the left side names: what a statement of the code computed."""
    if statement.is_property:
        return set()
    left = set(_names(formula, statement, [statement.sides[0]]))
    return left - set(_names(formula, statement, list(_rest(statement))))


def _rest(statement: Statement) -> Iterator[Term]:
    yield from statement.sides[1:]
    yield from statement.conditions
    yield from (term for _, term in statement.locals)
    for one in statement.free:
        yield from (term for term in (one.low, one.high, one.step) if term is not None)


def _locked(formula: Formula, statement: Statement) -> dict[str, str]:
    """Leaf → why its numbers cannot be changed: code was called with them."""
    signatures = {one.key: plain_math(one.symbol) for one in formula.signatures}
    locked = dict.fromkeys(
        _recorded(formula, statement), "it is what the code computed for the recorded numbers"
    )
    for term in _terms(formula, statement, [*statement.sides, *_rest(statement)]):
        keys = [key for key in (term.text, *term.names) if term.op in ("apply", "compose")]
        codes = [signatures[key] for key in keys if key in signatures]
        inner = [symbol for key in keys for symbol in _codes_within(formula, key, signatures)]
        for symbol in (*codes, *inner):
            for name in _names(formula, statement, list(term.args)):
                locked.setdefault(
                    name, f"{symbol} is code: its value is only known for the recorded numbers"
                )
        if term.op == "derivative":
            for arg in term.args:
                locked.setdefault(
                    arg.text, "a derivative by running the code is only known for these numbers"
                )
    return locked


def _codes_within(formula: Formula, key: str, signatures: Mapping[str, str]) -> list[str]:
    """Functions of the code that the definition with that key calls, at any depth."""
    found, seen, waiting = [], set(), [key]
    bodies = {one.key: [one.body, *(term for _, term in one.locals)] for one in formula.definitions}
    while waiting:
        name = waiting.pop()
        if name in seen:
            continue
        seen.add(name)
        terms = list(bodies.get(name, ()))
        while terms:
            term = terms.pop()
            terms += term.args
            if term.op in ("apply", "compose"):
                keys = [one for one in (term.text, *term.names) if one]
                found += [signatures[one] for one in keys if one in signatures]
                waiting += keys
    return found


def _terms(formula: Formula, statement: Statement, start: list[Term]) -> Iterator[Term]:
    """All terms below some, with what locals and definitions stand for, each name once."""
    names = dict(statement.locals)
    bodies = {one.key: [one.body, *(term for _, term in one.locals)] for one in formula.definitions}
    seen: set[str] = set()
    waiting = list(start)
    while waiting:
        term = waiting.pop()
        yield term
        waiting += term.args
        if term.op == "local" and term.text in names and term.text not in seen:
            seen.add(term.text)
            waiting.append(names[term.text])
        if term.op in ("apply", "compose"):
            for key in (term.text, *term.names):
                if key in bodies and key not in seen:
                    seen.add(key)
                    waiting += bodies[key]


def _names(formula: Formula, statement: Statement, start: list[Term]) -> list[str]:
    """Names of the leaves below some terms."""
    return [term.text for term in _terms(formula, statement, start) if term.op == "leaf"]
