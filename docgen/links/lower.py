r"""The tree of an equation becomes terms: data that a worker can evaluate on recorded arrays.

`Z = X_n W_1` becomes `Statement((leaf "Z<", product of leaf "X_n>" and leaf "W_1>"), ("=",))`: a
symbol of the left side and the same one of the right may be read at different times.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from docgen.evaluation.term import Definition, Range, Statement, Term
from docgen.latex.item import fault_at
from docgen.latex.node import (
    Absolute,
    Addition,
    Binder,
    Call,
    Cases,
    Chain,
    Composition,
    Concatenation,
    Constant,
    Delta,
    Derivative,
    Dimension,
    Identity,
    Index,
    Indexed,
    Indicator,
    Inverse,
    Local,
    Matrix,
    Node,
    Norm,
    Number,
    Ones,
    Parameter,
    Part,
    Power,
    Product,
    Quotient,
    Reduction,
    Root,
    Series,
    Symbol,
    Transpose,
)

Lookup = Callable[[str, bool, Node], Term]
"""The term of a symbol: its name, whether it stands on the left, and its node.

Raises a Fault where the symbol has no value."""
FindFunction = Callable[[str, Node], str]
"""The key of a function: its name and the node that calls it."""

Entry = Callable[[str, tuple[Term, ...], Node], Term | None]
"""What stands for a symbol at indices; None where that is an entry of its value."""


@dataclass
class Lowering:
    """One equation on its way.

    Attributes:
        base: Of indices on the page.
        entry: Asked for symbols at indices, but on the left.
        derivatives: Pairs of leaf names of which a derivative is taken.
    """

    symbol: Lookup
    function: FindFunction
    base: int = 1
    tolerance: float = 0.0
    entry: Entry | None = None
    derivatives: dict[tuple[str, str], None] = field(default_factory=dict)
    _is_left: bool = False

    def statement(self, part: Part, is_property: bool = False) -> Statement:
        """A part as a statement; only the first side is the left one, and none of a property."""
        is_property = is_property or left_symbol(part) is None
        sides = []
        for number, side in enumerate(part.chain.sides):
            self._is_left = number == 0 and not is_property
            sides.append(self.term(side))
        self._is_left = False
        free = {letter: Range(letter, axis, self.base) for letter, axis in _axes(part)}
        conditions: list[Term] = []
        for clause in part.clauses:
            binder = clause.binder
            if clause.condition is not None:
                conditions.append(self._chain(clause.condition))
            elif binder is not None and binder.letter in free:
                free[binder.letter] = Range(
                    binder.letter,
                    free[binder.letter].axis,
                    self._base(binder),
                    self.term(binder.low) if binder.low is not None else None,
                    self.term(binder.high) if binder.high is not None else None,
                    self.term(clause.step) if clause.step is not None else None,
                )
        return Statement(
            tuple(sides),
            part.chain.relations,
            tuple(free.values()),
            tuple(conditions),
            self._locals(part),
            is_property,
            self.tolerance,
            _span(part.chain),
        )

    def _locals(self, part: Part) -> tuple[tuple[str, Term], ...]:
        """Definitions of `where`, each behind those that it uses."""
        return tuple(
            (chain.sides[0].name, self.term(chain.sides[1]))
            for chain in part.definitions
            if isinstance(chain.sides[0], Local)
        )

    def definition(self, key: str, part: Part, parameters: tuple[str, ...]) -> Definition:
        """The function that a part defines; `shapes` are left for the caller to fill in."""
        body = self.term(part.chain.sides[1])
        return Definition(key, parameters, (None,) * len(parameters), body, self._locals(part))

    def term(self, node: Node) -> Term:
        """The terms of a node and of all below it.

        Raises:
            Fault: As `symbol` and `function` raise it.
            TypeError: docgen has no term for this kind of node.
        """
        span = _span(node)
        match node:
            case Number(digits=digits):
                return Term("number", (), digits, (), span)
            case Constant(name=name):
                return Term("constant", (), name, (), span)
            case Symbol(name=name):
                return self.symbol(name, self._is_left, node)
            case Dimension(name=name):
                return Term("size", (), name, (), span)
            case Index(name=name):
                return Term("index", (), name, (), span)
            case Parameter(name=name):
                return Term("parameter", (), name, (), span)
            case Local(name=name):
                return Term("local", (), name, (), span)
            case Ones() | Identity():
                op = "ones" if isinstance(node, Ones) else "identity"
                if node.length is not None:
                    return Term(op, (self.term(node.length),), "", (), span)
                return Term(op, (), node.axis, (), span)
            case Delta(left=left, right=right):
                return Term("delta", self._all((left, right)), "", (), span)
            case Indexed(base=base, indices=indices):
                if isinstance(base, Symbol) and self.entry is not None and not self._is_left:
                    found = self.entry(base.name, self._all(indices), node)
                    if found is not None:
                        return found
                return Term("at", self._all((base, *indices)), "", (), span)
            case Addition(signs=signs, terms=terms):
                return Term("sum", self._all(terms), "".join(signs), (), span)
            case Product(factors=factors, kinds=kinds, operators=operators):
                return Term("product", self._all(factors), "", kinds or _open(operators), span)
            case Quotient(numerator=above, denominator=below):
                return Term("quotient", self._all((above, below)), "", (), span)
            case Power(base=base, exponent=exponent, kind=kind):
                return Term("power", self._all((base, exponent)), kind, (), span)
            case Root(body=body, degree=degree):
                inside = (body,) if degree is None else (body, degree)
                return Term("root", self._all(inside), "", (), span)
            case Transpose(body=body):
                return Term("transpose", (self.term(body),), "", (), span)
            case Inverse(body=body, kind=kind):
                return Term("inverse", (self.term(body),), kind, (), span)
            case Call():
                return self._call(node)
            case Composition(functions=functions):
                keys = tuple(
                    one.name if one.kind == "built-in" else self.function(one.name, node)
                    for one in functions
                )
                return Term("compose", (), "", keys, span)
            case Absolute(body=body):
                return Term("absolute", (self.term(body),), "", (), span)
            case Norm(body=body, order=order):
                return Term("norm", (self.term(body),), order, (), span)
            case Reduction():
                return self._reduction(node)
            case Indicator(condition=condition):
                return Term("indicator", (self._chain(condition),), "", (), span)
            case Cases(rows=rows):
                cases = tuple(
                    Term(
                        "case",
                        (self.term(row.value), *map(self._chain, row.conditions)),
                        "",
                        (),
                        _span(row),
                    )
                    for row in rows
                )
                return Term("cases", cases, "", (), span)
            case Matrix(rows=rows):
                lines = tuple(Term("row", self._all(row), "", (), span) for row in rows)
                return Term("matrix", lines, "", (), span)
            case Concatenation(parts=parts, separators=separators):
                return Term("join", self._all(parts), "", separators, span)
            case Series(body=body, letter=letter, low=low, high=high):
                first = "0" if _is_zero(low) else str(self.base)
                return Term("series", self._all((body, low, high)), letter, (first,), span)
            case Derivative(of=of, by=by):
                return self._derivative(of, by, span)
            case Chain():
                return self._chain(node)
        raise TypeError(f"no term for {type(node).__name__}")

    def _all(self, nodes: tuple[Node, ...]) -> tuple[Term, ...]:
        return tuple(self.term(node) for node in nodes)

    def _chain(self, chain: Chain) -> Term:
        return Term("chain", self._all(chain.sides), "", chain.relations, _span(chain))

    def _call(self, node: Call) -> Term:
        span = _span(node)
        if node.kind == "built-in":
            return Term("call", self._all(node.arguments), node.name, node.along, span)
        if node.kind == "array":
            # `Y(X)` with Y an array: it is said to depend on X, and is the array all the same.
            for one in node.arguments:
                self.term(one)
            return self.symbol(node.name, self._is_left, node)
        key = self.function(node.name, node)
        return Term("apply", self._all(node.arguments), key, node.along, span)

    def _base(self, binder: Binder) -> int:
        return 0 if binder.low is not None and _is_zero(binder.low) else self.base

    def _reduction(self, node: Reduction) -> Term:
        binders = tuple(
            Term(
                "binder",
                self._all((one.low, one.high))
                if one.low is not None and one.high is not None
                else (),
                one.letter,
                (one.axis, str(self._base(one))),
                _span(one),
            )
            for one in node.binders
        )
        conditions = tuple(map(self._chain, node.conditions))
        body = self.term(node.body)
        return Term("reduce", (body, *binders, *conditions), node.operator, (), _span(node))

    def _derivative(self, of: Node, by: Node, span: tuple[int, int]) -> Term:
        was, self._is_left = self._is_left, False
        above, below = self.term(of), self.term(by)
        self._is_left = was
        if above.op != "leaf" or below.op != "leaf":
            raise fault_at(
                "unsupported-latex",
                "a derivative of what no statement computes",
                of.span if above.op != "leaf" else by.span,
                "write the rows of both symbols with cells that are bound in one function",
            )
        self.derivatives[above.text, below.text] = None
        return Term("derivative", (above, below), "", (), span)


def left_symbol(part: Part) -> Symbol | None:
    """The symbol that stands on the left of a part, alone or with indices; None without one."""
    left = part.chain.sides[0]
    base = left.base if isinstance(left, Indexed) else left
    is_equation = part.chain.relations[:1] in (("=",), ("≈",), ("←",), (":=",))
    return base if isinstance(base, Symbol) and is_equation else None


def left_function(part: Part) -> Call | None:
    """The function at a parameter that a part defines; None if it defines none."""
    left = part.chain.sides[0]
    if isinstance(left, Call) and part.parameters and part.chain.relations[:1] == ("=",):
        return left
    return None


def _axes(part: Part) -> list[tuple[str, str]]:
    axes = part.axes or ("",) * len(part.free)
    return list(zip(part.free, axes, strict=True))


def _open(operators: tuple[str, ...]) -> tuple[str, ...]:
    return tuple("hadamard" if sign in ("⊙", "∘") else "open" for sign in operators)


def _is_zero(node: Node) -> bool:
    return isinstance(node, Number) and node.digits == "0"


def _span(node: Node) -> tuple[int, int]:
    return (node.span.start, node.span.end)
