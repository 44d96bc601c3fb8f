r"""An equation tied to the code: where each of its symbols is read, and what its functions are.

`Z = X_n W_1` in the concept of `ffn_forward` reads `Xn` and `W1` before the statement that binds
`Z`, and `Z` after it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

import msgspec

from docgen.diagnostics import Fault
from docgen.evaluation.extent import letters_of
from docgen.evaluation.term import Definition, Formula, Leaf, Signature, Statement, Term
from docgen.latex.item import fault_at
from docgen.latex.node import Equation, Node, Part
from docgen.latex.symbol import Declared
from docgen.links.advice import only_defines
from docgen.links.bound import BoundEquation, Versions
from docgen.links.call import BoundCall, bind_call
from docgen.links.compare import Compared, amounts, compare
from docgen.links.declare import as_declared
from docgen.links.definition import Defined, Definitions, arguments_of, head
from docgen.links.inline import (
    as_array,
    as_vector,
    at_indices,
    check_definition,
    left_letters,
    with_letters,
)
from docgen.links.inputs import inputs_of
from docgen.links.letters import needed_letters, put_in, without_spans
from docgen.links.lower import Lowering, left_function, left_symbol
from docgen.links.place import Place, Surroundings, unbound
from docgen.links.runs import plan_name
from docgen.links.symbol import Symbol
from docgen.links.unnamed import unnamed
from docgen.source.flow import NodeKey


@dataclass
class Binder:
    """Ties one equation.

    Attributes:
        symbols: Rows in reach, by their LaTeX.
        local: Symbols without code → the part of an equation of this concept that defines them.
        moved: Symbol → its versions on the right and on the left, where equations of the concept
            give it new values.
        is_property: The author says that it is one.
    """

    around: Surroundings
    symbols: Mapping[str, Symbol]
    definitions: Definitions
    local: Mapping[str, Part] = field(default_factory=dict)
    base: int = 1
    tolerance: float = 0.0
    moved: Mapping[str, Versions] = field(default_factory=dict)
    is_property: bool = False

    def __post_init__(self) -> None:
        """Begin with nothing tied yet."""
        self.leaves: dict[str, Leaf] = {}
        self.places: dict[str, Place] = {}
        self.defined: dict[str, Definition] = {}
        self.signatures: dict[str, Signature] = {}
        self.calls: dict[str, BoundCall] = {}
        self.used: dict[str, None] = {}
        self.sources: dict[str, str] = {}
        self.inlined: dict[str, None] = {}
        self._open: list[str] = []
        self._foreign: list[Defined] = []
        self._lowering = Lowering(
            self._symbol, self._function, self.base, self.tolerance, self._entry
        )

    def bind(self, equation: Equation) -> BoundEquation:
        """The equation with its places.

        Raises:
            Fault: A symbol or function has no code and no definition, or is read at no one time;
                within the LaTeX where that is known.
        """
        comparisons: list[Compared] = []
        compared: set[NodeKey] = set()
        for part in equation.parts:
            if not self.is_property and self._defines(part):
                check_definition(part)
                continue
            statement = self._lowering.statement(part, self.is_property)
            self._refuse_itself(part, statement)
            found = compare(statement, self.places, self.around, self.defined)
            if found.is_same:
                comparisons.append(found)
                continue
            compared |= found.nodes
            many = len(equation.parts) > 1
            added = amounts(statement, self.leaves, self.places, self.around, set(compared), many)
            for one in (found, *added):
                comparisons.append(one)
                compared |= one.nodes
        if not comparisons:
            raise only_defines(equation, self.around.linked_cell)
        formula = Formula(
            tuple(one.statement for one in comparisons),
            tuple(self.leaves.values()),
            tuple(self.defined.values()),
            tuple(self.signatures.values()),
            self.base,
        )
        formula = msgspec.structs.replace(formula, sizing=self._sizing(formula))
        derivatives = tuple(self._derivatives())
        calls = tuple(self.calls.values())
        cells = [place.expression for place in self.places.values()]
        named = [*cells, *(name for call in calls for name in call.names)]
        idle = [] if derivatives else unnamed(self.around, compared, named)
        return BoundEquation(
            self.around,
            formula,
            self.places,
            tuple(comparisons),
            calls,
            derivatives,
            self.used,
            compared,
            self.moved,
            self.sources,
            self.inlined,
            *inputs_of(self.around, formula, self.places, self.symbols.values(), idle),
        )

    def _refuse_itself(self, part: Part, statement: Statement) -> None:
        """Refuse a left symbol that is put in on the right; where it is written there it is read.

        Raises:
            unsupported-latex: A definition brings it there.
        """
        left = left_symbol(part)
        if left is None or self.is_property or part.chain.relations[0] != "=":
            return
        terms = [*statement.sides[1:], *(term for _, term in statement.locals)]
        if any(f"{left.name}{mark}" in put_in(terms, self.defined) for mark in "<>"):
            shown = left.name[:40]
            raise fault_at(
                "unsupported-latex",
                f"`{shown}` stands on both sides of `=`, by a definition",
                left.span,
                f"define what stands on the right without `{shown}`",
            )

    def _defines(self, part: Part) -> bool:
        """Whether a part only says what a symbol or a function without code stands for."""
        call = left_function(part)
        node = left_symbol(part)
        name = call.name if call is not None else node.name if node is not None else ""
        symbol = self.symbols.get(name)
        return bool(name) and (symbol is None or not symbol.cell_text)

    # Symbols and functions.

    def _symbol(self, name: str, is_left: bool, node: Node) -> Term:
        symbol = self.symbols.get(name)
        span = (0, 0) if self._foreign else (node.span.start, node.span.end)
        if self._foreign and name in self._foreign[-1].parameters:
            return Term("parameter", (), name, (), span)
        if self._foreign and (call := self._foreign_call(name, node)) is not None:
            return call
        if symbol is None:
            raise self._foreign_fault(name)
        self.used[symbol.latex] = None
        if not symbol.cell_text and not is_left:
            return self._inlined(symbol, node, None)
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
            symmetric = symbol.shape is not None and symbol.shape.symmetric
            self.leaves[leaf] = Leaf(leaf, symbol.latex, shape, place.letters, target, symmetric)
            self.places[leaf] = place
        return Term("leaf", (), leaf, (), span)

    def _entry(self, name: str, indices: tuple[Term, ...], node: Node) -> Term | None:
        """A symbol at indices that an equation defines letter by letter."""
        symbol = self.symbols.get(name)
        if self._foreign or symbol is None or symbol.cell_text or name not in self.local:
            return None
        letters = left_letters(self.local[name])
        if not letters:
            return None
        if len(letters) != len(indices):
            message = f"`{name[:40]}` is defined with {len(letters)} indices"
            raise fault_at("unsupported-latex", message, node.span, "write as many indices")
        self.used[symbol.latex] = None
        return self._inlined(symbol, node, indices)

    def _inlined(self, symbol: Symbol, node: Node, indices: tuple[Term, ...] | None) -> Term:
        """The right side of the equation that defines a symbol without code."""
        part = self.local.get(symbol.latex)
        if part is None:
            raise replace(unbound(symbol), within=node.span)
        if symbol.latex in self._open:
            message = f"`{symbol.latex[:40]}` is defined by itself"
            raise fault_at("unsupported-latex", message, node.span)
        try:
            check_definition(part)
        except Fault as fault:
            raise replace(fault, within=node.span) from None
        self.inlined[symbol.latex] = None
        # It is of this concept, also where a definition of another one names the symbol.
        foreign, self._foreign = self._foreign, []
        base, self._lowering.base = self._lowering.base, self.base
        self._open.append(symbol.latex)
        term = self._lowering.term(part.chain.sides[1])
        self._open.pop()
        self._foreign, self._lowering.base = foreign, base
        letters = left_letters(part) or ()
        axes = symbol.shape.axes if symbol.shape is not None else ()
        if indices is not None:
            try:
                term = at_indices(term, letters, indices)
            except Fault as fault:
                raise replace(fault, within=node.span) from None
        elif len(letters) == 1 and len(axes) == 1:
            term = as_vector(term, letters[0], axes[0], self.base)
        elif letters:
            shown = symbol.latex[:40]
            cure = "use it with its indices, or define it without"
            message = f"`{shown}` is defined entry by entry"
            raise fault_at("unsupported-latex", message, node.span, cure)
        return without_spans(term, (node.span.start, node.span.end))

    def _foreign_call(self, name: str, node: Node) -> Term | None:
        r"""A function at symbols, which is a symbol where it is defined, within a definition."""
        arguments = arguments_of(name)
        found = self.definitions.find(head(name)) if arguments else None
        if found is None or len(found.parameters) != len(arguments):
            return None
        args = tuple(self._symbol(one, False, node) for one in arguments)
        if found.name not in self.defined:
            self._define(found.name, found)
        return Term("apply", args, found.name, (), (0, 0))

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
            if symbol is not None and symbol.cell_text and self._is_function(symbol):
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
                f"`{key[:50]}` is a function that no row and no equation defines",
                node.span,
                "add a row whose cell calls it, or an equation that defines it",
            )
        self._define(key, found)
        return key

    @cached_property
    def _rows(self) -> list[Declared]:
        return as_declared(self.symbols.values())

    def _is_function(self, symbol: Symbol) -> bool:
        r"""False for `\operatorname{LN}(x)` where `x` has a row: its cell holds one value."""
        return any(one.is_function for one in self._rows if one.latex == symbol.latex)

    def _define(self, key: str, found: Defined) -> None:
        self.sources[found.key] = found.equation
        if key in self._open:
            return  # the evaluator refuses what is defined by itself
        self._open.append(key)
        self._foreign.append(found)
        base, self._lowering.base = self._lowering.base, found.base
        made = self._lowering.definition(key, found.part, found.parameters)
        self._foreign.pop()
        self._lowering.base = base
        self._open.pop()
        letters = left_letters(found.part)
        body = made.body
        if letters:
            body = as_array(body, letters, found.result or (), found.base)
        self.defined[key] = Definition(
            key,
            found.parameters,
            found.arguments or (found.argument,) * len(found.parameters),
            self._apart(body),
            tuple((name, self._apart(term)) for name, term in made.locals),
            found.base,
            found.is_alone,
        )

    def _apart(self, term: Term) -> Term:
        """A term of a definition, whose indices are no letters of cells of this concept."""
        names = {letter: f"{letter}*" for one in self._rows for letter in one.letters}
        return with_letters(without_spans(term, (0, 0)), names)

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
