r"""Shapes of every part of an equation, and with them the kind of every product.

With `W` of `(m, n)` and `x` of `(n,)`, `W x` is a matrix product and a column of `(m,)`. Decisions
rest on declared letters, never on numbers.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from docgen.diagnostics import Fault
from docgen.latex import elementary
from docgen.latex.application import read_call_shape
from docgen.latex.axes import COLUMN, SCALAR, Form, form_of, vector
from docgen.latex.combine import Combiner
from docgen.latex.grouping import other_groupings
from docgen.latex.logic import Known, Shaped, read_cases, read_condition
from docgen.latex.node import (
    Absolute,
    Addition,
    Binder,
    Call,
    Cases,
    Chain,
    Clause,
    Composition,
    Concatenation,
    Constant,
    Delta,
    Derivative,
    Dimension,
    FunctionName,
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
from docgen.latex.ranges import Ranges, axis_of
from docgen.latex.settle import has_axis, settle
from docgen.latex.symbol import Declared, dimensions
from docgen.latex.tables import joined_form, matrix_form
from docgen.latex.walk import changed, walk
from docgen.text import Span


def with_shapes(part: Part, declared: Sequence[Declared], latex: str) -> Part:
    """The part with the kind of every product, power and inverse.

    Raises:
        Fault: `shape-mismatch` where sizes disagree, `ambiguous-latex` where a product, sum or
            function of arrays has several readings.
    """
    shaper = _Shaper(declared, latex)
    definitions = tuple(shaper.chain(chain) for chain in part.definitions)
    for clause in part.clauses:
        shaper.clause(clause)
    chain = shaper.chain(part.chain)
    clauses = tuple(shaper.clause(clause) for clause in part.clauses)
    nodes = list(walk(part.chain))
    uses = {one.name: one.span for one in nodes if isinstance(one, Index)}
    shaper.finish({letter: uses[letter] for letter in part.free if letter in uses})
    return replace(
        part,
        chain=settle(chain, shaper.combiner.extents) if any(map(has_axis, nodes)) else chain,
        definitions=tuple(settle(one, shaper.combiner.extents) for one in definitions),
        clauses=clauses,
        notes=tuple(dict.fromkeys(shaper.combiner.notes)),
        axes=tuple(shaper.ranges.axis(letter) for letter in part.free),
    )


class _Shaper:
    def __init__(self, declared: Sequence[Declared], latex: str) -> None:
        self.symbols: Mapping[str, Declared] = {
            one.latex: one for one in declared if not one.is_function
        }
        self.functions: Mapping[str, Declared] = {
            one.latex: one for one in declared if one.is_function
        }
        self.combiner = Combiner(latex)
        letters = {n for one in declared for n in dimensions(one)}
        self.ranges = Ranges(self.combiner, frozenset(letters))
        self.locals: dict[str, Known] = {}
        self.parameters: dict[str, Form] = {}
        self.ones: list[tuple[str, Span]] = []
        self.open = False

    def unknown(self, node: Node) -> Shaped:
        self.open = True
        return node, None

    def finish(self, free: Mapping[str, Span]) -> None:
        """Refuse what nothing fixed: the length of ones, the range of a free index."""
        self.ranges.close(free)
        for axis, span in self.ones:
            if not self.open and self.combiner.extents.of(axis).startswith("?"):
                cure = r"write its length, as in `\mathbf{1}_n`"
                raise self.combiner.refused("nothing gives these ones a length", span, cure)

    def chain(self, chain: Chain) -> Chain:
        sides: list[Node] = []
        forms: list[Known] = []
        for side in chain.sides:
            node, form = self.read(side)
            sides.append(node)
            forms.append(form)
        if isinstance(chain.sides[0], Local) and len(forms) > 1:
            self.locals[chain.sides[0].name] = forms[1]
            forms[0] = forms[1]
        for at, relation in enumerate(chain.relations):
            left, right = forms[at], forms[at + 1]
            span = Span(sides[at].span.start, sides[at + 1].span.end)
            self._check_derivative(sides[at], sides[at + 1], span)
            if left is not None and right is not None:
                self.combiner.compare(left, right, relation, span)
        return changed(chain, sides=tuple(sides))

    def _check_derivative(self, left: Node, right: Node, span: Span) -> None:
        """The derivative that is the identity is of one shape by the same shape."""
        if isinstance(left, Derivative) and isinstance(right, Identity):
            of, by = self.read(left.of)[1], self.read(left.by)[1]
            if of is not None and by is not None:
                self.combiner.compare(of, by, "=", span)

    def clause(self, clause: Clause) -> Clause:
        binder = self._binder(clause.binder) if clause.binder is not None else None
        condition = self._selection(clause.condition) if clause.condition is not None else None
        return changed(clause, binder=binder, condition=condition)

    def _selection(self, chain: Chain) -> Chain:
        """A condition on indices, which is true or not."""
        read, form = read_condition(chain, self)
        if form is not None and form.rank > 0:
            raise self.combiner.refused("a condition on arrays", chain.span, "write indices")
        return read

    def _binder(self, binder: Binder) -> Binder:
        low = self.scalar(binder.low) if binder.low is not None else None
        high = self.scalar(binder.high) if binder.high is not None else None
        self.ranges.bind(changed(binder, low=low, high=high))
        return changed(binder, low=low, high=high)

    def scalar(self, node: Node) -> Node:
        """A node that must be one number."""
        read, form = self.read(node)
        if form is not None and form.rank > 0:
            shown = self.combiner.text(node.span)
            raise self.combiner.refused(f"`{shown}` must be one number", node.span)
        return read

    def read(self, node: Node) -> Shaped:
        """The node with its kinds filled in, and its shape."""
        match node:
            case Number() | Constant() | Dimension() | Index():
                return node, SCALAR
            case Delta(left=left, right=right):
                self.ranges.compare(left, right, "=", self.symbols, node.span)
                return changed(node, left=self.scalar(left), right=self.scalar(right)), SCALAR
            case Symbol(name=name, letters=letters):
                self.ranges.read(letters)
                shape = self.symbols[name].shape
                return (node, form_of(shape)) if shape is not None else self.unknown(node)
            case Local(name=name):
                form = self.locals.get(name)
                return (node, form) if form is not None else self.unknown(node)
            case Parameter(name=name) if name in self.parameters:
                return node, self.parameters[name]
            case Parameter() | Derivative() | FunctionName() | Composition():
                return self.unknown(node)
            case Ones(length=length):
                axis = axis_of(length) if length is not None else self.combiner.extents.fresh()
                if length is None:
                    self.ones.append((axis, node.span))
                return changed(node, axis=axis), vector(axis, COLUMN)
            case Identity(length=length):
                axis = axis_of(length) if length is not None else self.combiner.extents.fresh()
                return changed(node, axis=axis), Form((axis, axis))
            case Indexed():
                return self._indexed(node)
            case Addition():
                return self._addition(node)
            case Product():
                return self._product(node)
            case Quotient():
                return self._quotient(node)
            case Power():
                return self._power(node)
            case Root(body=body):
                inner, form = self.read(body)
                if form is not None:
                    form = elementary.by_entry(r"\sqrt", form, node.span, self.combiner)
                return changed(node, body=inner), form
            case Transpose(body=body):
                inner, form = self.read(body)
                self._check_row(node)
                if form is not None:
                    form = elementary.transpose(body, form, node.span, self.combiner)
                return changed(node, body=inner), form
            case Inverse(body=body):
                inner, form = self.read(body)
                if form is None:
                    return changed(node, body=inner), None
                form, kind = elementary.inverse(form, node.span, self.combiner)
                return changed(node, body=inner, kind=kind), form
            case Call():
                return read_call_shape(node, self)
            case Norm(body=body):
                inner, form = self.read(body)
                form = SCALAR if form is None else elementary.norm(node, form, self.combiner)
                return changed(node, body=inner), form
            case Absolute(body=body):
                inner, form = self.read(body)
                if form is not None:
                    form = elementary.absolute(form, node.span, self.combiner)
                return changed(node, body=inner), form
            case Reduction():
                return self._reduction(node)
            case Indicator(condition=condition):
                chain, form = read_condition(condition, self)
                return changed(node, condition=chain), form
            case Cases():
                return read_cases(node, self)
            case Matrix(rows=rows):
                read = [[self.read(one) for one in row] for row in rows]
                nodes = tuple(tuple(one for one, _ in row) for row in read)
                forms = [[form for _, form in row] for row in read]
                return changed(node, rows=nodes), matrix_form(forms, self.combiner, node.span)
            case Concatenation(parts=parts, separators=separators):
                pairs = [self.read(one) for one in parts]
                joined = joined_form(
                    parts, [form for _, form in pairs], separators, self.combiner, node.span
                )
                return changed(node, parts=tuple(one for one, _ in pairs)), joined
            case Series(body=body):
                self.ranges.open((Binder(node.span, node.letter, node.low, node.high),))
                inner, form = self.read(body)
                self.ranges.shut()
                return changed(node, body=inner), form
        raise TypeError(f"no shape for {type(node).__name__}")

    def _indexed(self, node: Indexed) -> Shaped:
        base, form = self.read(node.base)
        indices = tuple(self._index(one) for one in node.indices)
        result = changed(node, base=base, indices=indices)
        if form is None:
            self.ranges.address_unknown(indices)
            return result, None
        if form.rank < len(indices) or (form.leads and form.rank == 0):
            shown = self.combiner.text(node.base.span)
            count = f"{len(indices)} indices" if len(indices) > 1 else "one index"
            message = f"{count} on `{shown}` of shape {self.combiner.shown(form)}"
            raise self.combiner.refused(message, node.span)
        for one, axis in zip(indices, form.axes, strict=False):
            self.ranges.address(one, axis, self.symbols)
        rest = form.axes[len(indices) :]
        return result, Form(rest, "plain" if len(rest) == 1 else "", form.leads)

    def _check_row(self, node: Transpose) -> None:
        r"""Refuse `A_i^\top` of a square matrix: a row, or a row of the transpose."""
        if not isinstance(node.body, Indexed):
            return
        form = self.read(node.body.base)[1]
        if form is not None and self.combiner.is_square(form):
            base = self.combiner.text(node.body.base.span)
            raise self.combiner.ambiguous(
                f"`{self.combiner.text(node.span)}`: which script comes first",
                node.span,
                "put brackets round what comes first",
                f"the row of `{base}`, transposed",
                f"the row of `{base}` transposed",
            )

    def _index(self, node: Node) -> Node:
        read, form = self.read(node)
        if form is not None and form.rank > 0:
            shown = self.combiner.text(node.span)
            cure = f"write `{shown}_t`, one position" if isinstance(node, Symbol) else ""
            raise self.combiner.refused(f"`{shown}` as an index is an array", node.span, cure)
        return read

    def _addition(self, node: Addition) -> Shaped:
        pairs = [self.read(one) for one in node.terms]
        form = pairs[0][1]
        for one, right in pairs[1:]:
            if form is None or right is None:
                form = None
                break
            form = self.combiner.add(form, right, Span(node.span.start, one.span.end))
        return changed(node, terms=tuple(one for one, _ in pairs)), form

    def _quotient(self, node: Quotient) -> Shaped:
        above, left = self.read(node.numerator)
        below, right = self.read(node.denominator)
        result = changed(node, numerator=above, denominator=below)
        return result, elementary.quotient(left, right, result, self.combiner)

    def _power(self, node: Power) -> Shaped:
        base, form = self.read(node.base)
        exponent, above = self.read(node.exponent)
        result = changed(node, base=base, exponent=exponent)
        if form is not None and form.rank > 0 and above is None:
            elementary.refuse_t(exponent, node.span, self.combiner)
        if form is None or above is None:
            return result, None
        form, kind = elementary.power(form, exponent, above, node.span, self.combiner)
        return changed(result, kind=kind), form

    def _product(self, node: Product) -> Shaped:
        pairs = [self.read(one) for one in node.factors]
        kinds: list[str] = []
        form = pairs[0][1]
        start = node.factors[0].span.start
        for at, sign in enumerate(node.operators):
            left, right = node.factors[at], node.factors[at + 1]
            other = pairs[at + 1][1]
            if form is None or other is None:
                is_scalar = any(one is not None and one.rank == 0 for one in (form, other))
                kinds.append(
                    "scalar" if is_scalar else "hadamard" if sign in "⊙∘" and sign else "open"
                )
                form = None
                continue
            spans = (Span(start, left.span.end), right.span)
            form, kind = self.combiner.multiply(form, other, sign, spans)
            kinds.append(kind)
        nodes = tuple(one for one, _ in pairs)
        result = changed(node, factors=nodes, kinds=tuple(kinds))
        if set(node.operators) <= {"⊙", "∘"}:
            self._check_grouping(result)
        return result, form

    def _check_grouping(self, node: Product) -> None:
        r"""Refuse `A B \odot C` where `A (B \odot C)` has a shape as well."""
        for other, readings in other_groupings(node, self.combiner.latex):
            if self.has_shape(other):
                cure = "put brackets round what comes first"
                message = r"`\odot` beside a product of arrays"
                raise self.combiner.ambiguous(message, node.span, cure, *readings)

    def has_shape(self, node: Node) -> bool:
        known, ones = dict(self.combiner.extents.known), len(self.ones)
        try:
            return self.read(node)[1] is not None
        except Fault:
            return False
        finally:
            # What was only tried has no vectors of ones that need a length.
            self.combiner.extents.known = known
            del self.ones[ones:]

    def _reduction(self, node: Reduction) -> Shaped:
        bounds = tuple(
            changed(
                one,
                low=self.scalar(one.low) if one.low is not None else None,
                high=self.scalar(one.high) if one.high is not None else None,
            )
            for one in node.binders
        )
        self.ranges.open(bounds)
        conditions = tuple(self._selection(one) for one in node.conditions)
        body, form = self.read(node.body)
        axes = self.ranges.shut()
        binders = tuple(changed(one, axis=axes[one.letter]) for one in bounds)
        if node.operator not in ("sum", "mean") and form is not None and form.rank > 0:
            message = f"`{node.operator}` over arrays of shape {self.combiner.shown(form)}"
            raise self.combiner.refused(message, node.span, "write it with all indices")
        return changed(node, binders=binders, conditions=conditions, body=body), form
