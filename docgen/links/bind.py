r"""An equation tied to the code: where each of its symbols is read, and what its functions are.

`Z = X_n W_1` in the concept of `ffn_forward` reads `Xn` and `W1` before the statement that binds
`Z`, and `Z` after it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

import msgspec

from docgen.diagnostics import Fault
from docgen.evaluation.term import Definition, Formula, Leaf, Signature, Statement, Term
from docgen.latex.item import fault_at
from docgen.latex.node import Equation, Node, Part
from docgen.links.call import BoundCall, bind_call
from docgen.links.definition import Defined, Definitions, head
from docgen.links.letters import leaf_terms, letters_of, needed_letters, without_spans
from docgen.links.lower import Lowering, left_symbol
from docgen.links.place import Place, Surroundings, unbound
from docgen.links.runs import Run, plan_name
from docgen.links.symbol import Symbol
from docgen.source.flow import NodeKey
from docgen.trace.plan import DerivativePlan, EquationPlan, Reading


@dataclass
class BoundEquation:
    """All that a run needs to evaluate an equation.

    Attributes:
        places: Leaf → where it is read.
        anchors: Of each statement, what its points are taken from.
        used: LaTeX of the symbols whose rows the equation rests on.
        compared: Statements of the code whose values are compared.
        by_binding: Of each statement, whether both sides are the same cell.
        sources: Which equations of the site it puts in, as (page, equation).
    """

    surroundings: Surroundings
    formula: Formula
    places: dict[str, Place]
    anchors: tuple[Place, ...]
    calls: tuple[BoundCall, ...]
    derivatives: tuple[tuple[str, str, Place, Place], ...]
    used: dict[str, None]
    compared: set[NodeKey]
    by_binding: tuple[bool, ...]
    moved: set[str]
    sources: dict[tuple[str, str], None]

    @property
    def trusted(self) -> tuple[str, ...]:
        """Functions of the code that the checking side calls."""
        return tuple(dict.fromkeys(name for call in self.calls for name in call.called))

    @property
    def replayed(self) -> tuple[str, ...]:
        """Functions of the code that are made again for a derivative."""
        return tuple(dict.fromkeys(of.function.function for _, _, of, _ in self.derivatives))

    def plan(self, run: Run, key: str) -> EquationPlan:
        """Ask a run for every place, and say how the equation is put together from them."""
        home = plan_name(self.surroundings.function)
        readings = tuple(
            Reading(
                leaf, place.watch(run), plan_name(place.function), place.is_paired, place.index
            )
            for leaf, place in self.places.items()
        )
        derivatives = tuple(
            DerivativePlan(
                of,
                by,
                plan_name(above.function),
                above.watch(run),
                below.watch(run),
                above.is_paired,
            )
            for of, by, above, below in self.derivatives
        )
        clash = {
            leaf.name: f"{home}|{leaf.symbol}"
            for leaf in self.formula.leaves
            if leaf.symbol not in self.moved and not leaf.name.startswith("+")
        }
        return EquationPlan(
            key,
            home,
            self.formula,
            tuple(place.watch(run) for place in self.anchors),
            readings,
            tuple(call.plan(run) for call in self.calls),
            derivatives,
            clash,
        )


@dataclass
class Binder:
    """Ties one equation.

    Attributes:
        symbols: Rows in reach, by their LaTeX.
        local: Symbols without code → the part of an equation of this concept that defines them.
    """

    around: Surroundings
    symbols: Mapping[str, Symbol]
    definitions: Definitions
    local: Mapping[str, Part] = field(default_factory=dict)
    base: int = 1
    tolerance: float = 0.0

    def __post_init__(self) -> None:
        self.leaves: dict[str, Leaf] = {}
        self.places: dict[str, Place] = {}
        self.defined: dict[str, Definition] = {}
        self.signatures: dict[str, Signature] = {}
        self.calls: dict[str, BoundCall] = {}
        self.used: dict[str, None] = {}
        self.sources: dict[tuple[str, str], None] = {}
        self._open: list[str] = []
        self._foreign: list[Defined] = []
        self._lowering = Lowering(self._symbol, self._function, self.base, self.tolerance)

    def bind(self, equation: Equation) -> BoundEquation:
        """The equation with its places.

        Raises:
            Fault: A symbol or function has no code and no definition, or is read at no one time;
                within the LaTeX where that is known.
        """
        statements: list[Statement] = []
        anchors: list[Place] = []
        compared: set[NodeKey] = set()
        by_binding: list[bool] = []
        moved: set[str] = set()
        for part in equation.parts:
            statement = self._lowering.statement(part)
            if any(relation in ("←", ":=") for relation in statement.relations):
                moved |= {self.leaves[term.text].symbol for term in leaf_terms(statement)}
            same = self._is_same(statement)
            anchor = self._anchor(part, statement)
            statements.append(statement)
            anchors.append(anchor)
            by_binding.append(same)
            if not same:
                compared |= self._compared(statement, anchor)
            for amount, place in self._amounts(equation, part, statement, compared):
                statements.append(amount)
                anchors.append(place)
                by_binding.append(False)
                assert place.node is not None
                compared.add(place.node)
        formula = Formula(
            tuple(statements),
            tuple(self.leaves.values()),
            tuple(self.defined.values()),
            tuple(self.signatures.values()),
            self.base,
        )
        formula = msgspec.structs.replace(formula, sizing=self._sizing(formula))
        return BoundEquation(
            self.around,
            formula,
            self.places,
            tuple(anchors),
            tuple(self.calls.values()),
            tuple(self._derivatives()),
            self.used,
            compared,
            tuple(by_binding),
            moved,
            self.sources,
        )

    # Symbols and functions.

    def _symbol(self, name: str, is_left: bool, node: Node) -> Term:
        symbol = self.symbols.get(name)
        span = (0, 0) if self._foreign else (node.span.start, node.span.end)
        if self._foreign and name in self._foreign[-1].parameters:
            return Term("parameter", (), name, (), span)
        if symbol is None:
            raise self._foreign_fault(name)
        self.used[symbol.latex] = None
        if not symbol.cell_text and not is_left:
            return self._inlined(symbol, node)
        try:
            place = self.around.left(symbol) if is_left else self.around.right(symbol)
        except Fault as fault:
            raise replace(fault, within=None if self._foreign else node.span) from None
        leaf = f"{name}<" if is_left else f"{name}>"
        other = f"{name}>" if is_left else f"{name}<"
        if self.places.get(other) == place:
            leaf = other
        if leaf not in self.leaves:
            shape = symbol.shape.axes if symbol.shape is not None else None
            target = symbol.shape.target if symbol.shape is not None else ""
            self.leaves[leaf] = Leaf(leaf, symbol.latex, shape, place.letters, target)
            self.places[leaf] = place
        return Term("leaf", (), leaf, (), span)

    def _inlined(self, symbol: Symbol, node: Node) -> Term:
        """The right side of the equation that defines a symbol without code."""
        part = self.local.get(symbol.latex)
        if part is None:
            raise replace(unbound(symbol), within=node.span)
        if symbol.latex in self._open:
            message = f"`{symbol.latex[:40]}` is defined by itself"
            raise fault_at("unsupported-latex", message, node.span)
        self._open.append(symbol.latex)
        term = self._lowering.term(part.chain.sides[1])
        self._open.pop()
        return without_spans(term, (node.span.start, node.span.end))

    def _foreign_fault(self, name: str) -> Fault:
        defined = self._foreign[-1] if self._foreign else None
        where = f" of `{defined.name}`" if defined else ""
        note = f"it is `{defined.equation}` of {defined.page}" if defined else ""
        return Fault(
            "unbound-symbol",
            f"the definition{where[:50]} uses `{name[:30]}`, which has no row here",
            notes=(note,) if note else (),
            help="add its row here, with the code that it stands for",
        )

    def _function(self, name: str, node: Node) -> str:
        symbol = self.symbols.get(name)
        key = head(name)
        if symbol is not None:
            self.used[symbol.latex] = None
        if key in self.defined or key in self.calls:
            return key
        try:
            if symbol is not None and symbol.cell_text:
                self.calls[key] = bind_call(key, symbol, self.around)
                argument = symbol.argument.axes if symbol.argument is not None else None
                result = symbol.shape.axes if symbol.shape is not None else None
                shapes = (argument,) * len(self.calls[key].parameters)
                self.signatures[key] = Signature(key, symbol.latex, shapes, result)
                return key
            found = self.definitions.find(key)
        except Fault as fault:
            raise replace(fault, within=None if self._foreign else node.span) from None
        if found is None:
            raise fault_at(
                "unbound-symbol",
                f"`{key[:50]}` is a function that no row and no equation defines"[:90],
                node.span,
                "add a row whose cell calls it, or an equation that defines it",
            )
        self._define(key, found)
        return key

    def _define(self, key: str, found: Defined) -> None:
        self.sources[found.page, found.equation] = None
        if key in self._open:
            return  # the evaluator refuses what is defined by itself
        self._open.append(key)
        self._foreign.append(found)
        made = self._lowering.definition(key, found.part, found.parameters)
        self._foreign.pop()
        self._open.pop()
        self.defined[key] = Definition(
            key,
            found.parameters,
            (found.argument,) * len(found.parameters),
            without_spans(made.body, (0, 0)),
            tuple((name, without_spans(term, (0, 0))) for name, term in made.locals),
        )

    # Statements.

    def _anchor(self, part: Part, statement: Statement) -> Place:
        """What says at which times a statement is compared."""
        left = statement.sides[0]
        base = left.args[0] if left.op == "at" else left
        if base.op == "leaf" and left_symbol(part) is not None:
            return self.places[base.text]
        around = self.around
        if around.linked:
            step = around.flow.step(around.linked[-1])
            is_return = step is not None and step.is_return
            return Place(
                around.function, "before" if is_return else "after", around.linked[-1], ""
            )
        return Place(around.function, "exit", None, "return")

    def _compared(self, statement: Statement, anchor: Place) -> set[NodeKey]:
        """Statements of the code that the compared values come from."""
        nodes = {anchor.node} if anchor.node is not None and not statement.is_property else set()
        if statement.is_property:
            for term in leaf_terms(statement):
                place = self.places[term.text]
                symbol = self.symbols.get(self.leaves[term.text].symbol)
                if symbol is not None and symbol.cell is not None and not place.is_paired:
                    nodes |= {symbol.cell.node} if symbol.cell.node is not None else set()
        return nodes

    def _is_same(self, statement: Statement) -> bool:
        """Whether all sides are one and the same cell at the same time."""
        if not all(side.op == "leaf" for side in statement.sides):
            return False
        places = {self.places[side.text] for side in statement.sides}
        cells = {self._cell_text(side.text) for side in statement.sides}
        return len(places) == 1 and len(cells) == 1

    def _cell_text(self, leaf: str) -> str:
        symbol = self.symbols[self.leaves[leaf].symbol]
        return self.around.settings.lookup.get(symbol.cell_text, symbol.cell_text)

    def _amounts(
        self, equation: Equation, part: Part, statement: Statement, compared: set[NodeKey]
    ) -> list[tuple[Statement, Place]]:
        """Comparisons of the linked `+=` and `-=` that add what the left side names."""
        left = statement.sides[0]
        if left.op != "leaf" or left_symbol(part) is None:
            return []
        text = self._cell_text(left.text)
        found: list[tuple[Statement, Place]] = []
        for node in self.around.linked:
            step = self.around.flow.step(node)
            if step is None or not step.added[0] or node in compared:
                continue
            if len(equation.parts) > 1 and step.added[1] != text:
                continue
            leaf = f"+{len(self.leaves)}"
            place = Place(self.around.function, "after", node, step.added[1])
            self.leaves[leaf] = msgspec.structs.replace(self.leaves[left.text], name=leaf)
            self.places[leaf] = place
            term = Term("leaf", (), leaf, (), left.span)
            if step.added[0] == "-":
                term = Term("sum", (term,), "-", (), left.span)
            sides = (term, *statement.sides[1:])
            found.append((msgspec.structs.replace(statement, sides=sides), place))
        return found

    def _derivatives(self) -> list[tuple[str, str, Place, Place]]:
        found = []
        for of, by in self._lowering.derivatives:
            places = []
            for leaf in (of, by):
                symbol = self.symbols[self.leaves[leaf].symbol]
                natural = self.around.natural(symbol)
                places.append(natural)
            if plan_name(places[0].function) != plan_name(places[1].function):
                raise Fault(
                    "unsupported-latex",
                    "a derivative of a symbol of one function by one of another",
                    help="write the row of both with cells of the same function",
                )
            found.append((of, by, places[0], places[1]))
        return found

    def _sizing(self, formula: Formula) -> tuple[Leaf, ...]:
        """Leaves that tell the sizes of letters which no array of the equation has.

        Raises:
            unbound-symbol: No row of the concept has an array along that letter.
        """
        known = {axis for leaf in formula.leaves for axis in leaf.shape or ()}
        found: list[Leaf] = []
        for letter in needed_letters(formula):
            if letter in known:
                continue
            symbol = next(
                (
                    one
                    for one in self.symbols.values()
                    if one.cell is not None
                    and one.shape is not None
                    and letter in one.shape.axes
                    and not (one.borrowed and not self.around.is_here(one))
                ),
                None,
            )
            if symbol is None or symbol.shape is None:
                composite = any(letter in letters_of(axis) for axis in known)
                if composite:
                    continue
                raise Fault(
                    "unbound-symbol",
                    f"no array of this concept has an axis `{letter}`, so it has no size",
                    help=f"add the row of an array whose Shape holds `{letter}`",
                )
            leaf = f"#{letter}"
            place = self.around.natural(symbol)
            self.places[leaf] = place
            found.append(Leaf(leaf, symbol.latex, symbol.shape.axes, place.letters))
            known |= set(symbol.shape.axes)
        return tuple(found)
