"""Every equation tied to the code of its concept, and asked of the concept's runs.

`tie(context, check, checks)` gives the check of `Z = X_n W_1` its places in the code; what cannot
be tied is reported.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from docgen.diagnostics import Fault
from docgen.latex import node as latex
from docgen.links.bind import Binder
from docgen.links.bound import BoundEquation
from docgen.links.declare import declare
from docgen.links.equation import Equation, within_file
from docgen.links.inline import check_definition, defining
from docgen.links.lower import left_function, left_symbol
from docgen.links.place import ReportedError, Surroundings, normal
from docgen.links.runs import trial_key, way_key
from docgen.links.symbol import Symbol
from docgen.pages.context import ConceptFacts, PageContext
from docgen.source.anchor import Anchor
from docgen.source.flow import Flow, NodeKey

_MOVES = ("←", ":=")


@dataclass(frozen=True)
class Trial:
    """Another reading of an equation, which is only ever proposed.

    Attributes:
        key: Of its plans.
        anchor: The statement that it takes the equation to belong to; None where it reads symbols
            after the linked statements instead of before.
    """

    key: str
    bound: BoundEquation
    anchor: Anchor | None = None


@dataclass
class Check:
    """What is known of an equation before its runs.

    Attributes:
        key: Of its plans.
        tree: None where it could not be read.
        bound: None where it could not be tied to the code; that is reported.
        others: The same for other ways through the function: linked statements of two branches are
            never reached together.
        trials: What is tried to propose it.
        linked: Statements of the concept's function that it is linked to, but for tests.
        used: LaTeX of the rows that it names.
        misfit: Shapes in it that do not fit; reported where no row's Shape is to blame.
        gap: What its comparisons leave out, which is reported; empty for nothing.
    """

    key: str
    equation: Equation
    facts: ConceptFacts
    tree: latex.Equation | None = None
    bound: BoundEquation | None = None
    others: list[BoundEquation] = field(default_factory=list)
    trials: list[Trial] = field(default_factory=list)
    linked: Sequence[NodeKey] = ()
    used: set[str] = field(default_factory=set)
    misfit: Fault | None = None
    gap: str = ""

    @property
    def ways(self) -> list[tuple[str, BoundEquation]]:
        """Every way through the function, with the key of its plans."""
        bounds = [*([self.bound] if self.bound is not None else []), *self.others]
        return [(way_key(self.key, number), bound) for number, bound in enumerate(bounds)]

    @property
    def has_misshapen(self) -> bool:
        """Whether a run contradicts the Shape of a symbol in reach that its LaTeX may name."""
        rows = [*self.facts.symbols, *self.facts.borrowed]
        return any(row.latex in self.facts.misshapen for row in rows)


def symbols_in_reach(facts: ConceptFacts) -> dict[str, Symbol]:
    """The symbols that equations of a concept may use, its own and borrowed ones."""
    return declare([*facts.symbols, *facts.borrowed])


def flow_of(context: PageContext, facts: ConceptFacts) -> Flow:
    """What the statements of a concept's function store and read."""
    assert facts.function is not None
    return context.site.flow(facts.function)


def tolerance_of(check: Check) -> float:
    """The tolerance that the author states; 0 without one, and where it is none."""
    try:
        found = float(check.equation.fence.options.value("tolerance") or 0)
    except ValueError:
        return 0.0
    return found if 0 < found < 1 else 0.0


def tie(context: PageContext, check: Check, checks: Sequence[Check]) -> None:
    """Find the places of an equation, and have the runs evaluate it.

    Args:
        checks: Of all equations of the page.
    """
    assert check.tree is not None
    holds = check.equation.fence.options.option("holds") is not None
    if not holds and _check_definitions(context, check, checks):
        return
    if check.equation.defined:
        return
    knot = _Knot(context, check, checks)
    choice = check.equation.choice
    if choice is not None:
        for number, anchor in enumerate(choice.anchors):
            knot.attempt([*knot.linked, anchor.node], number, anchor)
        return
    try:
        ways = knot.flow.ways(knot.linked)
        bounds = [knot.bind(way, gate=_gate(way, ways)) for way in ways]
    except ReportedError:
        return
    except Fault as fault:
        report_fault(context, check, fault)
        return
    check.bound, check.others = bounds[0], bounds[1:]
    for other in check.others:
        check.bound.compared |= other.compared
    if check.equation.is_adrift:
        return
    _check_reached(context, check)
    knot.attempt(knot.linked, len(check.trials), None)
    check.linked = knot.linked
    for run in check.facts.runs:
        for node in knot.linked:
            run.watch(knot.home, "before", node, "")
        for key, bound in check.ways:
            run.equation(bound.plan(run, key))
        for trial in check.trials:
            run.equation(trial.bound.plan(run, trial.key))


class _Knot:
    """One equation while its places are looked for."""

    def __init__(self, context: PageContext, check: Check, checks: Sequence[Check]) -> None:
        facts = check.facts
        assert facts.function is not None
        self.context = context
        self.check = check
        self.home = facts.function
        self.flow = flow_of(context, facts)
        self.symbols = symbols_in_reach(facts)
        self.lefts = _lefts(check, checks, self.symbols, self.flow)
        self.moved = _moved(check, checks)
        self.local = _local(facts, checks, self.symbols)
        nodes = [
            link.anchor.node
            for link in check.equation.links
            if link.role != "tests" and self._is_own(link.anchor)
        ]
        self.linked = sorted(set(nodes))

    def _is_own(self, anchor: Anchor) -> bool:
        name = self.home.function
        is_inside = anchor.function == name or anchor.function.startswith(f"{name}.")
        return anchor.path == self.home.path and is_inside

    def bind(
        self,
        linked: Sequence[NodeKey],
        is_turned: bool = False,
        gate: NodeKey | None = None,
    ) -> BoundEquation:
        """The equation with the places that it has beside some linked statements.

        Raises:
            Fault: It has none.
            ReportedError: That is reported.
        """
        check, context = self.check, self.context
        assert check.tree is not None
        around = Surroundings(
            self.home, self.flow, linked, self.lefts, context.settings, is_turned, gate
        )
        definitions = context.site.definitions
        binder = Binder(
            around,
            self.symbols,
            definitions,
            self.local,
            context.base,
            tolerance_of(check),
            self.moved,
            check.equation.fence.options.option("holds") is not None,
        )
        try:
            return binder.bind(check.tree)
        finally:
            check.used |= set(binder.used)

    def attempt(self, linked: Sequence[NodeKey], number: int, anchor: Anchor | None) -> None:
        """Try another reading; what cannot be tied is no proposal."""
        try:
            bound = self.bind(sorted(set(linked)), is_turned=anchor is None)
        except (Fault, ReportedError):
            return
        own = self.check.bound
        if anchor is None and own is not None and bound.places == own.places:
            return
        key = trial_key(self.check.key, number)
        # Nothing that is only tried may clash with what the page says.
        bound.moved = dict.fromkeys(leaf.symbol for leaf in bound.formula.leaves)
        self.check.trials.append(Trial(key, bound, anchor))
        if anchor is not None:
            for run in self.check.facts.runs:
                run.equation(bound.plan(run, key))


def _gate(way: Sequence[NodeKey], ways: Sequence[Sequence[NodeKey]]) -> NodeKey | None:
    """The last statement of a way that not all ways have; None where there is one way."""
    own = [node for node in way if not all(node in other for other in ways)]
    return own[-1] if own else None


def _check_definitions(context: PageContext, check: Check, checks: Sequence[Check]) -> bool:
    """Report parts that define a symbol without code in a way that nothing would check."""
    assert check.tree is not None
    symbols = symbols_in_reach(check.facts)
    is_faulty = False
    for part in check.tree.parts:
        name = defined_name(part, symbols)
        if not name:
            continue
        try:
            check_definition(part)
            earlier = _earlier(name, part, check, checks, symbols)
            if earlier is not None:
                raise Fault(
                    "symbol-clash",
                    f"`{name[:40]}` is defined by two equations; only one could be put in",
                    part.chain.sides[0].span,
                    notes=(f"the other one is `{earlier.equation.title}`",),
                    help="define it once, or name its code in its row",
                )
        except Fault as fault:
            report_fault(context, check, fault)
            is_faulty = True
    return is_faulty


def defined_name(part: latex.Part, symbols: dict[str, Symbol]) -> str:
    """The symbol or function without code that stands on the left of a part; empty if none."""
    call, left = left_function(part), left_symbol(part)
    name = call.name if call is not None else left.name if left is not None else ""
    symbol = symbols.get(name)
    return name if symbol is not None and not symbol.cell_text else ""


def _earlier(
    name: str, part: latex.Part, check: Check, checks: Sequence[Check], symbols: dict[str, Symbol]
) -> Check | None:
    """The equation of the concept that defines a symbol before this part does."""
    for other in checks:
        if other.facts is not check.facts or other.tree is None:
            continue
        for one in other.tree.parts:
            if one is part:
                return None
            if left_function(one) is None and defined_name(one, symbols) == name:
                return other
    return None


def _lefts(
    check: Check, checks: Sequence[Check], symbols: dict[str, Symbol], flow: Flow
) -> dict[str, list[NodeKey]]:
    """Symbols that stand left in an equation of the concept, and what binds them."""
    found: dict[str, list[NodeKey]] = {}
    for other in checks:
        if other.facts is not check.facts or other.tree is None:
            continue
        for part in other.tree.parts:
            left = left_symbol(part)
            symbol = symbols.get(left.name) if left is not None else None
            if symbol is None or part.chain.relations[0] in _MOVES:
                continue
            nodes = found.setdefault(symbol.latex, [])
            cell = symbol.cell
            if cell is not None and cell.node is not None and cell.when == "after":
                nodes.append(cell.node)
            elif cell is None:
                # Bound several times: the equation says by its links which of them it means.
                linked = [link.anchor.node for link in other.equation.links]
                binding = [step.node for step in flow.binders(normal(symbol.cell_text))]
                nodes += [node for node in linked if node in binding][-1:]
    return found


def _moved(check: Check, checks: Sequence[Check]) -> dict[str, tuple[int, int]]:
    r"""Symbols of the concept that stand left of `\leftarrow`, with their versions here.

    Equations above such a one mean the value before it, those below it the value after it.
    """
    found: dict[str, tuple[int, int]] = {}
    is_behind = False
    for other in checks:
        if other.facts is not check.facts or other.tree is None:
            continue
        is_here = other is check
        for name in _gains(other.tree):
            before, after = found.get(name, (0, 0))
            if is_here:
                found[name] = (before, after + 1)
            elif not is_behind:
                found[name] = (before + 1, after + 1)
            else:
                found.setdefault(name, (0, 0))
        is_behind = is_behind or is_here
    return found


def _gains(tree: latex.Equation) -> set[str]:
    """Symbols to which an equation gives a new value."""
    lefts = [left_symbol(part) for part in tree.parts if part.chain.relations[0] in _MOVES]
    return {left.name for left in lefts if left is not None}


def _local(
    facts: ConceptFacts, checks: Sequence[Check], symbols: dict[str, Symbol]
) -> dict[str, latex.Part]:
    """Symbols without code, and the part of an equation of the concept that defines each."""
    found: dict[str, latex.Part] = {}
    for other in checks:
        if other.facts is not facts or other.tree is None:
            continue
        for part in other.tree.parts:
            left = defining(part)
            symbol = symbols.get(left.name) if left is not None else None
            if symbol is not None and not symbol.cell_text:
                found.setdefault(symbol.latex, part)
    return found


def _check_reached(context: PageContext, check: Check) -> None:
    """Every linked statement is compared, or what is compared may depend on it."""
    assert check.bound is not None
    flow = flow_of(context, check.facts)
    reached = flow.feeding(check.bound.compared) | check.bound.compared
    for link in check.equation.links:
        if link.role == "tests" or link.anchor.node in reached:
            continue
        if all(check.bound.by_binding):
            continue
        name = link.anchor.cell or link.anchor.part
        check.gap = "no comparison reaches one of its statements"
        context.fault(
            Fault(
                "unchecked-link",
                f"no comparison of this equation reaches `{name}`",
                notes=("its value is not compared, and no compared value depends on it",),
                help="leave the statement out of `code`, or write the symbol that it binds",
            ),
            link.span,
        )


def report_fault(context: PageContext, check: Check, fault: Fault) -> None:
    """Report a fault of the LaTeX at its characters in the file."""
    fence = check.equation.fence
    within = fault.within
    if within is not None:
        raw = context.page.source.slice(fence.body_span)
        within = within_file(raw, check.equation.latex, within)
    fault = replace(fault, within=within)
    if context.has_unset(fence):
        return  # its LaTeX cannot be set, which says more
    place = fault.at(context.page.source, fence.body_span).place
    for other in context.findings:
        if other.code == fault.code and other.place == place:
            return  # its linking said so
    context.fault(fault, fence.body_span)
