r"""An expression of code becomes LaTeX, entry by entry, read off its syntax tree and its shapes.

`np.exp(x - m[:, None])` at i and j is `\exp(x_{ij} - m_i)` for arrays of shapes (n, m) and (n,).
"""

from __future__ import annotations

import ast
import math
from abc import ABC, abstractmethod
from collections.abc import Sequence

from docgen.drafting import piece
from docgen.drafting.calls import (
    arguments,
    axes_of,
    called,
    case_of,
    constant,
    keeps_numbers,
    said,
    short,
)
from docgen.drafting.functions import ELEMENTWISE, HARMLESS, OPERATORS, READ, SAME
from docgen.drafting.observed import Seen, is_number
from docgen.drafting.own import is_called_own
from docgen.drafting.piece import Piece, UnwritableError
from docgen.drafting.ranges import Ranges
from docgen.drafting.subscript import Place
from docgen.drafting.symbols import Row, Symbols
from docgen.drafting.versions import Version
from docgen.drafting.views import View, viewed
from docgen.trace.value import Value

Places = tuple[Place | None, ...]
"""An index for each axis; None along an axis of length 1."""
_State = tuple[dict[str, Row], dict[str, set[int]], dict[str, str], list[str]]
_SIGNS: dict[type, str] = {
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/", ast.Pow: "**", ast.MatMult: "@",
}  # fmt: skip
_RELATIONS: dict[type, str] = {
    ast.Lt: "<", ast.LtE: r"\le", ast.Gt: ">", ast.GtE: r"\ge", ast.Eq: "=", ast.NotEq: r"\ne",
}  # fmt: skip


class Expressions(Ranges, ABC):
    """Writes the expressions of one statement.

    Attributes:
        used: Symbols that stand in what was written.
        notes: What is to be said about it, such as which branch was taken.
    """

    def __init__(
        self, seen: Seen, version: Version, symbols: Symbols, letters: Sequence[str] = ()
    ) -> None:
        self._seen = seen
        self._version = version
        super().__init__(symbols)
        self._letters = list(letters or symbols.indices())
        self.used: dict[str, Row] = {}
        self.notes: list[str] = []

    # Values and symbols.

    def value(self, node: ast.AST) -> Value | None:
        """What the expression was in the run; None if that was not seen."""
        return constant(node) or self._seen.value(node)

    def shape(self, node: ast.AST) -> tuple[int, ...]:
        """Lengths of the axes of an expression; `()` of a number.

        Raises:
            UnwritableError: It is no number and no array of numbers.
        """
        value = self.value(node)
        if value is None or value.shape is None:
            raise UnwritableError(f"`{short(node)}` is not a number or an array of numbers")
        return value.shape

    def letter(self) -> Place:
        """A new index.

        Raises:
            UnwritableError: All letters are taken.
        """
        if not self._letters:
            raise UnwritableError("it needs more indices than there are letters")
        return Place(self._letters.pop(0))

    def use(self, row: Row) -> Row:
        """Remember a row that an entry reads, and give it back."""
        self.used[row.latex] = row
        return row

    def leaf(self, node: ast.expr, places: Places) -> Piece:
        """The symbol of an expression as it stands, at an index of each axis."""
        row = self.row(node)
        for axis, length in zip(row.kept, row.lengths, strict=True):
            place = places[axis]
            if place is not None:
                self.reach(place, length)
        return Piece(row.entry(places), is_base=True)

    def row(self, node: ast.expr) -> Row:
        """The row of an expression as it stands.

        Raises:
            UnwritableError: It is no real number and no array of them.
        """
        value = self.value(node)
        if not is_number(value) or value is None or value.dtype.startswith("complex"):
            raise UnwritableError(f"`{short(node)}` is not a real number or an array of them")
        names = dict.fromkeys(one.id for one in ast.walk(node) if isinstance(one, ast.Name))
        read = tuple(self._version.read.get(name, 0) for name in names)
        return self.use(self.symbols.symbol(ast.unparse(node), value, version=read))

    # Expressions.

    def entry(self, node: ast.expr, places: Places) -> Piece:
        """The entry of an expression at an index of each of its axes.

        Raises:
            UnwritableError: It holds a truth value, or a part that cannot be written.
        """
        match node:
            case ast.Constant(value=bool()):
                raise UnwritableError("it holds a truth value")
            case ast.Constant(value=int() | float() as value):
                return piece.number(value)
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                return piece.negative(self.entry(operand, places))
            case ast.UnaryOp(op=ast.UAdd(), operand=operand):
                return self.entry(operand, places)
            case ast.BinOp(left=left, op=op, right=right) if type(op) in _SIGNS:
                return self.operation(_SIGNS[type(op)], left, right, places)
            case ast.IfExp():
                return self.entry(self._branch(node), places)
            case ast.Compare():
                return Piece(rf"\mathbb{{1}}[{self.condition(node, places)}]")
            case ast.Name() | ast.Attribute() | ast.Subscript() | ast.Call():
                return self._named(node, places)
            case _:
                return self.leaf(node, places)

    def _named(self, node: ast.expr, places: Places) -> Piece:
        special = self._size(node) or self._known_constant(node)
        if special is not None:
            return special
        before = self._state()
        try:
            view = viewed(node, self.value, self.symbols, lambda name: self.row(name).latex)
            if view is not None:
                return self._through(view, places)
            if isinstance(node, ast.Call):
                return self._call(node, places)
        except UnwritableError:
            if isinstance(node, ast.Name):
                raise
            self._go_back(before)
        return self.leaf(node, places)

    def _state(self) -> _State:
        lengths = {letter: set(known) for letter, known in self.lengths.items()}
        return dict(self.used), lengths, dict(self.limits), list(self.notes)

    def _go_back(self, state: _State) -> None:
        """Forget what an attempt that failed has used."""
        self.used, self.lengths, self.limits, self.notes = state

    def _through(self, view: View, places: Places) -> Piece:
        self.notes += view.notes
        return self.entry(view.source, view.places(places))

    def _branch(self, node: ast.IfExp) -> ast.expr:
        test = self.value(node.test)
        if test is None or not test.data:
            raise UnwritableError(f"which branch of `{short(node)}` is taken is not known")
        taken = bool(test.data[0])
        word = "holds" if taken else "does not hold"
        self.notes.append(f"Written for the case that {said(node.test)} {word}.")
        return node.body if taken else node.orelse

    def operation(self, sign: str, left: ast.expr, right: ast.expr, places: Places) -> Piece:
        """A binary operator as LaTeX: `@` by its sum, the others entry by entry."""
        if sign == "@":
            return self._matrix_product(left, right, places)
        one = self.entry(left, self._broadcast(left, places))
        other = self.entry(right, self._broadcast(right, places))
        match sign:
            case "+":
                return piece.add(one, other)
            case "-":
                return piece.subtract(one, other)
            case "*":
                return piece.product(one, other)
            case "/":
                return piece.quotient(one, other)
            case _:
                return piece.power(one, other)

    def _broadcast(self, node: ast.expr, places: Places) -> Places:
        """The places of an operand, whose axes are the last ones of the result."""
        own = self.shape(node)
        behind = places[len(places) - len(own) :] if own else ()
        return tuple(
            None if length == 1 else place for length, place in zip(own, behind, strict=True)
        )

    def _matrix_product(self, left: ast.expr, right: ast.expr, places: Places) -> Piece:
        one, other = self.shape(left), self.shape(right)
        if not one or not other:
            return self.operation("*", left, right, places)
        if max(len(one), len(other)) > 2 and 1 in (len(one), len(other)):
            raise UnwritableError("it multiplies a vector with a stack of matrices")
        inner = self._inner(one[-1])
        batch = places[: max(len(one), len(other), 2) - 2]
        rest = list(places[len(batch) :])
        first: list[Place | None] = []
        second: list[Place | None] = []
        if len(one) > 1:
            first = [*batch[len(batch) - len(one) + 2 :], rest.pop(0)]
        if len(other) > 1:
            second = [*batch[len(batch) - len(other) + 2 :]]
        first.append(inner)
        second.append(inner)
        if len(other) > 1:
            second.append(rest.pop(0))
        body = piece.product(
            self.entry(left, self.real(left, first)), self.entry(right, self.real(right, second))
        )
        return self.total([inner], [one[-1]], body)

    def real(self, node: ast.expr, places: Sequence[Place | None]) -> Places:
        """The places of one operand: None along axes of length 1, which are repeated."""
        return tuple(
            None if length == 1 else place
            for length, place in zip(self.shape(node), places, strict=True)
        )

    def _inner(self, length: int) -> Place | None:
        return None if length == 1 else self.letter()

    def total(
        self,
        inner: Sequence[Place | None],
        lengths: Sequence[int],
        body: Piece,
        sign: str = r"\sum",
    ) -> Piece:
        """A sum, or a product, over some indices."""
        text = body.latex if body.level >= piece.BIG else piece.bracketed(body)
        self.require(inner)
        for place, length in reversed(list(zip(inner, lengths, strict=True))):
            if place is not None:
                bounds = f"_{{{place.letter}=1}}^{{{self.bound(place.letter, length)}}}"
                text = f"{sign}{bounds} {text}"
        return Piece(text, piece.BIG)

    def axes(self, node: ast.expr | None, rank: int, default: int | None) -> list[int]:
        """The axes that an argument names, with a note where only the call says which."""
        found = axes_of(node, self.value, rank, default)
        self.notes += case_of(node, self.value)
        return found

    # Conditions.

    def condition(self, node: ast.expr, places: Places) -> str:
        """A condition of entries, as it stands in a case."""
        match node:
            case ast.Compare(left=left, ops=[op], comparators=[right]) if type(op) in _RELATIONS:
                one = self.entry(left, self._broadcast(left, places))
                other = self.entry(right, self._broadcast(right, places))
                return f"{one.latex} {_RELATIONS[type(op)]} {other.latex}"
            case _:
                return f"{self.entry(node, places).latex} = 1"

    # Calls.

    def _size(self, node: ast.expr) -> Piece | None:
        """The length of an axis, as a letter of the array's Shape."""
        axes: list[int] | None = None
        source: ast.expr | None = None
        cases: tuple[str, ...] = ()
        match node:
            case ast.Subscript(value=ast.Attribute(value=source, attr="shape"), slice=index):
                at = self.value(index)
                cases = case_of(index, self.value)
                axes = [int(at.data[0])] if at is not None and at.data else None
            case ast.Call(func=ast.Name(id="len"), args=[source]):
                axes = [0]
            case ast.Attribute(value=source, attr="size"):
                axes = list(range(len(self.shape(source))))
        if axes is None or source is None:
            return None
        lengths = [self.shape(source)[axis] for axis in axes]
        if isinstance(source, ast.Name) and self._version.read.get(source.id, 0):
            return None
        if 1 in lengths:
            return None
        self.notes += cases
        self.row(source)  # its Shape is what gives the letters a meaning
        return piece.of_sizes([self.extent(length) for length in lengths])

    def _known_constant(self, node: ast.expr) -> Piece | None:
        match node:
            case ast.Attribute(value=ast.Name(id=holder), attr=name) if self.value(
                node
            ) is None or (holder in ("np", "numpy", "math", "xp")):
                return {"pi": Piece(r"\pi", is_base=True), "inf": Piece(r"\infty")}.get(name)
            case ast.Name(id="pi") if self.symbols.is_outer("pi"):
                known = self.value(node)
                if known is not None and known.data == (math.pi,):
                    return Piece(r"\pi", is_base=True)
        return None

    def _call(self, node: ast.Call, places: Places) -> Piece:
        name = called(node)
        values, named = arguments(node, self.value)
        if not values or not name:
            raise UnwritableError(f"`{short(node)}` is a call that has no sign of its own")
        first = values[0]
        if is_called_own(node.func, self.symbols.own) and not self._is_method(node.func):
            raise UnwritableError(f"`{short(node)}` is a function of the project")
        self._refuse_named(node, name, named)
        if name in ELEMENTWISE and len(values) == 1:
            return piece.call(ELEMENTWISE[name], self.entry(first, places))
        if name == "sqrt":
            return piece.root(self.entry(first, places))
        if name == "square":
            return piece.power(self.entry(first, places), piece.number(2))
        if name in ("abs", "absolute", "fabs"):
            return piece.magnitude(self.entry(first, places))
        if name == "negative":
            return piece.negative(self.entry(first, places))
        if name == "reciprocal":
            return piece.quotient(piece.number(1), self.entry(first, places))
        if name in ("inner", "vdot") and max(len(self.shape(one)) for one in values) > 1:
            raise UnwritableError(f"`{short(node)}` has no sign of its own")
        if name in OPERATORS and len(values) == 2:
            return self.operation(OPERATORS[name], first, values[1], places)
        if name in ("maximum", "minimum") or (
            name in ("max", "min") and len(values) == 2 and isinstance(node.func, ast.Name)
        ):
            both = [self.entry(one, self._broadcast(one, places)) for one in values[:2]]
            return piece.call(rf"\{name[:3]}", *both)
        if name == "where" and len(values) == 3:
            return self._where(values, places)
        if name == "clip" and len(values) == 3:
            x, low, high = (self.entry(one, self._broadcast(one, places)) for one in values)
            return piece.call(r"\min", piece.call(r"\max", x, low), high)
        if (
            name in SAME
            and self.shape(first) == self.shape(node)
            and keeps_numbers(first, node, self.value)
        ):
            return self.entry(first, places)
        return self.applied(node, name, values, named, places)

    def _is_method(self, function: ast.expr) -> bool:
        """Whether it is a method of an array."""
        return isinstance(function, ast.Attribute) and is_number(self.value(function.value))

    def _refuse_named(self, node: ast.Call, name: str, named: dict[str, ast.expr]) -> None:
        """Refuse an argument that changes what the function does, as `where=` does.

        Raises:
            UnwritableError: There is one, and the code does not say that it is None.
        """
        for word, given in named.items():
            known = self.value(given)
            if word in HARMLESS or word in READ.get(name, ()):
                continue
            if known is None or known.kind != "none":
                raise UnwritableError(f"`{short(node)}` takes `{word}`")
            self.notes += case_of(given, self.value)

    def _where(self, values: list[ast.expr], places: Places) -> Piece:
        at = [self._broadcast(one, places) for one in values]
        test = self.condition(values[0], at[0])
        yes, no = self.entry(values[1], at[1]), self.entry(values[2], at[2])
        return Piece(
            rf"\begin{{cases}} {yes.latex} & \text{{if }} {test} \\"
            rf" {no.latex} & \text{{otherwise}} \end{{cases}}"
        )

    @abstractmethod
    def applied(
        self,
        node: ast.Call,
        name: str,
        values: list[ast.expr],
        named: dict[str, ast.expr],
        places: Places,
    ) -> Piece:
        """A call of a function that works on whole arrays.

        Raises:
            UnwritableError: It has no sign of its own.
        """
