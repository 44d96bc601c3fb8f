"""The equations of a site, read; what they define is known on every page.

`define_functions` makes known what the equations of a page define; `draft_checks` then has the runs
of each concept evaluate its equations.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from docgen.diagnostics import Fault
from docgen.latex import node as latex
from docgen.latex.name import parts_of
from docgen.latex.parse import read_equation
from docgen.latex.walk import walk
from docgen.links.advice import advised
from docgen.links.declare import as_declared
from docgen.links.definition import Defined, head
from docgen.links.equation import Equation
from docgen.links.inline import left_letters
from docgen.links.lower import left_function, left_symbol
from docgen.links.symbol import Symbol
from docgen.pages.context import ConceptFacts, PageContext, equation_key
from docgen.pages.later import check_later
from docgen.pages.tie import (
    Check,
    flow_of,
    report_fault,
    symbols_in_reach,
    tie,
    tolerance_of,
)

__all__ = ["Check", "define_functions", "draft_checks", "lose_callers", "report_fault"]

Pair = tuple[Equation, ConceptFacts | None]

_INDICES = re.compile(r"_(\{[^{}]*\}|\w)$")
"""Of an entry of a function, `f(x)_i`, on the left side."""


def define_functions(context: PageContext, equations: Sequence[Pair]) -> None:
    """Make known the functions that equations of the page define."""
    path = context.page.source.path
    context.site.definitions.forget(path)
    for equation, facts in equations:
        if facts is None or equation.stated or not _may_define(equation.latex):
            continue
        if facts.function is None:
            context.site.definitions.lose(path, _defined_name(equation))
            continue
        symbols = symbols_in_reach(facts)
        try:
            tree = read_equation(equation.latex, as_declared(symbols.values()))
        except Fault:
            continue  # reported when it is read to be checked
        for part in tree.parts:
            defined = _defined(context, part, symbols, equation)
            if defined is not None:
                context.site.definitions.add(defined)


def lose_callers(pages: Sequence[tuple[PageContext, Sequence[Pair]]]) -> None:
    """What a definition calls, it rests on: it is lost with it, and so is what calls it."""
    while any(
        context.site.definitions.lose(context.page.source.path, _defined_name(equation))
        for context, equations in pages
        for equation, facts in equations
        if facts is not None
        and _may_define(equation.latex)
        and context.site.definitions.lacks(equation.latex)
    ):
        pass


def draft_checks(context: PageContext, equations: Sequence[Pair]) -> None:
    """Read every equation of the page and have the runs of its concept evaluate it."""
    checks: list[Check] = []
    for equation, facts in equations:
        if facts is not None and context.site.definitions.lacks(equation.latex):
            facts.is_incomplete = True  # its rows may serve an equation that cannot be read
    for equation, facts in equations:
        if facts is None or facts.function is None:
            continue
        check = Check(equation_key(context.page, equation), equation, facts)
        context.site.checks[check.key] = check
        if equation.fence.options.option("stated") is None and not facts.is_incomplete:
            _read(context, check)
        checks.append(check)
    for check in checks:
        if check.tree is not None:
            tie(context, check, checks)
    for check in checks:
        check_later(context, check, checks)


def _defined_name(equation: Equation) -> str:
    return head(_left_text(equation.latex).strip())


def _may_define(text: str) -> bool:
    return _left_text(text).endswith((")", r"\right)"))


def _left_text(text: str) -> str:
    """What stands left of the first sign of equality, without the indices of an entry."""
    return _INDICES.sub("", text.partition("=")[0].rstrip())


def _defined(
    context: PageContext, part: latex.Part, symbols: dict[str, Symbol], equation: Equation
) -> Defined | None:
    """The function that a part defines: at an undeclared letter, or at symbols of the concept."""
    place = (context.page.source.path, equation.title, equation.slug)
    call = left_function(part)
    if call is not None:
        row = symbols.get(call.name)
        argument = row.argument.axes if row is not None and row.argument is not None else None
        result = row.shape.axes if row is not None and row.shape is not None else None
        if argument is None and result == ("…",):
            argument = result
        name = head(call.name)
        found = Defined(name, *place, part.parameters, argument, result, part)
        is_alone = row is None or not row.cell_text
        return replace(found, base=context.base, is_alone=is_alone)
    left = left_symbol(part)
    if left is None or left.name not in symbols or part.chain.relations[0] != "=":
        return None
    row = symbols[left.name]
    pieces = parts_of(left.name)
    if pieces is None:
        return None
    name, arguments = pieces
    rows = [symbols.get(argument) for argument in arguments]
    shapes = [one.shape.axes for one in rows if one is not None and one.shape is not None]
    if len(shapes) < len(rows):
        return None
    result = row.shape.axes if row.shape is not None else None
    letters = left_letters(part)
    is_whole = letters == () or (
        letters is not None and len(set(letters)) == len(letters) == len(result or ())
    )
    if not is_whole or part.clauses:
        return None
    found = Defined(name, *place, arguments, shapes[0], result, part, tuple(shapes))
    return replace(found, base=context.base, is_alone=not row.cell_text)


def _read(context: PageContext, check: Check) -> None:
    facts = check.facts
    assert facts.function is not None
    symbols = symbols_in_reach(facts)
    declared = as_declared(symbols.values())
    known = {head(one.latex) for one in declared if one.is_function}
    declared += [
        one
        for one in context.site.definitions.known(check.equation.latex)
        if head(one.latex) not in known
    ]
    try:
        check.tree = read_equation(check.equation.latex, declared, _frame(context, facts))
    except Fault as fault:
        if fault.code == "shape-mismatch":
            check.misfit = fault
        else:
            _report_unread(context, check, fault)
        return
    if _lacks_tolerance(context, check, check.tree):
        check.tree = None
        return
    for part in check.tree.parts:
        for one in walk(part):
            name = getattr(one, "name", "")
            if isinstance(one, latex.Symbol | latex.Call | latex.FunctionName) and name:
                check.used.add(name)


def _report_unread(context: PageContext, check: Check, fault: Fault) -> None:
    """Report why an equation could not be read; what a row is to blame for, at the row."""
    if fault.code != "unbound-symbol" or fault.within is None:
        report_fault(context, check, fault)
        return
    name = check.equation.latex[fault.within.start : fault.within.end]
    for symbol in check.facts.symbols:
        if symbol.clash is not None and symbol.latex.strip() == name:
            finding = symbol.clash.at(context.page.source, symbol.span)
            if finding not in context.findings:
                context.report(finding)
            return
    report_fault(context, check, advised(fault, name, check.equation.latex, check.facts.symbols))


def _lacks_tolerance(context: PageContext, check: Check, tree: latex.Equation) -> bool:
    r"""Report `\approx` without a tolerance: how near is near enough is not docgen's to say."""
    vague = [part for part in tree.parts if "≈" in part.chain.relations]
    if not vague or tolerance_of(check):
        return False
    fault = Fault(
        "unsupported-latex",
        r"`\approx` needs a tolerance",
        vague[0].chain.span,
        help='say how near the sides are, relative to the larger one: tolerance="1e-3"',
    )
    report_fault(context, check, fault)
    return True


def _frame(context: PageContext, facts: ConceptFacts) -> set[str]:
    """Names of the function: letters side by side that spell one are no product."""
    flow = flow_of(context, facts)
    names = {name for step in flow.steps for name in step.binds if name.isidentifier()}
    return names | set(flow.parameters)
