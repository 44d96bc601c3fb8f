"""The check of every equation of a site: read, tied to the code, and asked of the runs.

`define_functions` makes known what the equations of a page define; `draft_checks` then has the runs
of each concept evaluate its equations.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from docgen.diagnostics import Fault
from docgen.latex import node as latex
from docgen.latex.name import split_function
from docgen.latex.parse import read_equation
from docgen.latex.walk import walk
from docgen.links.bind import Binder, BoundEquation
from docgen.links.declare import as_declared, declare
from docgen.links.definition import Defined, head
from docgen.links.equation import Equation, within_file
from docgen.links.lower import left_function, left_symbol
from docgen.links.place import ReportedError, Surroundings
from docgen.links.symbol import Symbol
from docgen.pages.context import ConceptFacts, PageContext, equation_key
from docgen.source.flow import Flow, NodeKey


@dataclass
class Check:
    """What is known of an equation before its runs.

    Attributes:
        key: Of its plans.
        tree: None where it could not be read.
        bound: None where it could not be tied to the code; that is reported.
        used: LaTeX of the rows that it names.
    """

    key: str
    equation: Equation
    facts: ConceptFacts
    tree: latex.Equation | None = None
    bound: BoundEquation | None = None
    used: set[str] = field(default_factory=set)


Pair = tuple[Equation, ConceptFacts | None]


def define_functions(context: PageContext, equations: Sequence[Pair]) -> None:
    """Make known the functions that equations of the page define."""
    path = context.page.source.path
    context.site.definitions.forget(path)
    for equation, facts in equations:
        if facts is None or equation.stated or not _may_define(equation.latex):
            continue
        symbols = _symbols(context, facts)
        try:
            tree = read_equation(equation.latex, as_declared(symbols.values()))
        except Fault:
            continue  # reported when it is read to be checked
        for part in tree.parts:
            defined = _defined(part, symbols, path, equation)
            if defined is not None:
                context.site.definitions.add(defined)


def draft_checks(context: PageContext, equations: Sequence[Pair]) -> None:
    """Read every equation of the page and have the runs of its concept evaluate it."""
    checks: list[Check] = []
    for equation, facts in equations:
        if facts is None or facts.function is None:
            continue
        check = Check(equation_key(context.page, equation), equation, facts)
        context.site.checks[check.key] = check
        if equation.fence.options.option("stated") is None and not facts.is_incomplete:
            _read(context, check)
        checks.append(check)
    for check in checks:
        if check.tree is not None and not check.equation.defined:
            _bind(context, check, checks)


def _may_define(text: str) -> bool:
    left = text.partition("=")[0].rstrip()
    return left.endswith((")", r"\right)"))


def _symbols(context: PageContext, facts: ConceptFacts) -> dict[str, Symbol]:
    return declare([*facts.symbols, *facts.borrowed], context.settings)


def _defined(
    part: latex.Part, symbols: dict[str, Symbol], path: str, equation: Equation
) -> Defined | None:
    """The function that a part defines: at an undeclared letter, or at symbols of the concept."""
    call = left_function(part)
    if call is not None:
        row = symbols.get(call.name)
        argument = row.argument.axes if row is not None and row.argument is not None else None
        result = row.shape.axes if row is not None and row.shape is not None else None
        if argument is None and result == ("…",):
            argument = result
        name = head(call.name)
        return Defined(name, path, equation.title, part.parameters, argument, result, part)
    left = left_symbol(part)
    if left is None or left.name not in symbols or part.chain.relations[0] != "=":
        return None
    row = symbols[left.name]
    pieces = _split(left.name)
    if pieces is None:
        return None
    name, arguments = pieces
    rows = [symbols.get(argument) for argument in arguments]
    shapes = [one.shape.axes for one in rows if one is not None and one.shape is not None]
    if len(shapes) < len(rows):
        return None
    result = row.shape.axes if row.shape is not None else None
    return Defined(name, path, equation.title, arguments, shapes[0], result, part)


def _split(name: str) -> tuple[str, tuple[str, ...]] | None:
    try:
        return split_function(name)
    except Fault:
        return None


def _read(context: PageContext, check: Check) -> None:
    facts = check.facts
    assert facts.function is not None
    symbols = _symbols(context, facts)
    declared = as_declared(symbols.values())
    known = {head(one.latex) for one in declared if one.is_function}
    known |= {head(one.latex) for one in declared if one.latex.rstrip().endswith(")")}
    declared += [
        one
        for one in context.site.definitions.known(check.equation.latex)
        if head(one.latex) not in known
    ]
    try:
        check.tree = read_equation(check.equation.latex, declared, _frame(context, facts))
    except Fault as fault:
        _report(context, check, fault)
        return
    for part in check.tree.parts:
        for one in walk(part):
            name = getattr(one, "name", "")
            if isinstance(one, latex.Symbol | latex.Call | latex.FunctionName) and name:
                check.used.add(name)


def _frame(context: PageContext, facts: ConceptFacts) -> set[str]:
    """Names of the function: letters side by side that spell one are no product."""
    flow = _flow(context, facts)
    names = {name for step in flow.steps for name in step.binds if name.isidentifier()}
    return names | set(flow.parameters)


def _flow(context: PageContext, facts: ConceptFacts) -> Flow:
    assert facts.function is not None
    flows = context.site.flows
    if facts.function.scope not in flows:
        flows[facts.function.scope] = Flow.of(context.index, facts.function)
    return flows[facts.function.scope]


def _bind(context: PageContext, check: Check, checks: Sequence[Check]) -> None:
    assert check.tree is not None
    facts = check.facts
    assert facts.function is not None
    symbols = _symbols(context, facts)
    home = facts.function
    linked = [
        link.anchor.node
        for link in check.equation.links
        if link.role != "tests" and link.anchor.path == home.path
    ]
    around = Surroundings(
        home,
        _flow(context, facts),
        sorted(set(linked)),
        _lefts(check, checks, symbols),
        context.settings,
    )
    local = _local(facts, checks, symbols)
    tolerance = float(check.equation.fence.options.value("tolerance") or 0)
    base = 0 if context.page.front.values.value("base") == "0" else 1
    binder = Binder(around, symbols, context.site.definitions, local, base, tolerance)
    try:
        check.bound = binder.bind(check.tree)
    except ReportedError:
        return
    except Fault as fault:
        _report(context, check, fault)
        return
    finally:
        check.used |= set(binder.used)
    _check_reached(context, check)
    for run in facts.runs:
        run.equation(check.bound.plan(run, check.key))


def _lefts(
    check: Check, checks: Sequence[Check], symbols: dict[str, Symbol]
) -> dict[str, NodeKey]:
    """Symbols that stand left in an equation of the concept, and what binds them."""
    found: dict[str, NodeKey] = {}
    for other in checks:
        if other.facts is not check.facts or other.tree is None:
            continue
        for part in other.tree.parts:
            left = left_symbol(part)
            symbol = symbols.get(left.name) if left is not None else None
            if symbol is None or symbol.cell is None or symbol.cell.node is None:
                continue
            if symbol.cell.when == "after":
                found[symbol.latex] = symbol.cell.node
    return found


def _local(
    facts: ConceptFacts, checks: Sequence[Check], symbols: dict[str, Symbol]
) -> dict[str, latex.Part]:
    """Symbols without code, and the part of an equation of the concept that defines each."""
    found: dict[str, latex.Part] = {}
    for other in checks:
        if other.facts is not facts or other.tree is None:
            continue
        for part in other.tree.parts:
            left = left_symbol(part)
            symbol = symbols.get(left.name) if left is not None else None
            is_plain = isinstance(part.chain.sides[0], latex.Symbol)
            if symbol is not None and not symbol.cell_text and is_plain:
                found.setdefault(symbol.latex, part)
    return found


def _check_reached(context: PageContext, check: Check) -> None:
    """Every linked statement is compared, or what is compared may depend on it."""
    assert check.bound is not None
    flow = _flow(context, check.facts)
    reached = flow.feeding(check.bound.compared) | check.bound.compared
    for link in check.equation.links:
        if link.role == "tests" or link.anchor.node in reached:
            continue
        if all(check.bound.by_binding):
            continue
        context.fault(
            Fault(
                "unchecked-link",
                f"no comparison of this equation reaches `{link.anchor.cell or link.anchor.part}`"[
                    :90
                ],
                notes=("its value is not compared, and no compared value depends on it",),
                help="leave the statement out of `code`, or write the symbol that it binds",
            ),
            link.span,
        )


def _report(context: PageContext, check: Check, fault: Fault) -> None:
    """Report a fault of the LaTeX at its characters in the file."""
    fence = check.equation.fence
    within = fault.within
    if within is not None:
        raw = context.page.source.slice(fence.body_span)
        within = within_file(raw, check.equation.latex, within)
    fault = replace(fault, within=within, message=fault.message[:90])
    place = fault.at(context.page.source, fence.body_span).place
    for other in context.findings:
        if other.code == fault.code and other.place == place:
            return  # its linking said so
    context.fault(fault, fence.body_span)
