"""The ways in which a person gets a statement wrong, as edits of its text.

In `dX = dOut @ W.T` these are, among others, `W.T @ dOut`, `dOut @ W` and `-dOut @ W.T`. An edit is
made where it can mean something for numbers; whether it runs is not asked here.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from docgen.source.breakable import (
    ATOM,
    AUGMENTED,
    COMPARED,
    CONVERSIONS,
    COUNTED,
    MASKS,
    REDUCTIONS,
    TRANSPOSES,
    TWINS,
    UNBROKEN,
    VALUE,
    Kind,
    called_name,
    integer,
    is_text,
    is_transposed,
    parts_of,
)
from docgen.source.module import Module, Statement, one_line
from docgen.source.operands import Chain, Operands
from docgen.text import Span


@dataclass(frozen=True, slots=True)
class Break:
    """One edit.

    Attributes:
        whole: The expression that it breaks.
        edit: What is replaced by `text`.
    """

    kind: Kind
    whole: Span
    edit: Span
    text: str


@dataclass(frozen=True)
class Breaks:
    """Finds the breaks of the statements of one module.

    Attributes:
        modules: Names of imported modules; a method of one is a function.
    """

    module: Module
    modules: frozenset[str]
    _operands: Operands = field(init=False)

    def __post_init__(self) -> None:
        """Prepare what is known of the module's operands."""
        object.__setattr__(self, "_operands", Operands(self.module))

    def statement(self, node: Statement) -> Iterator[Break]:
        """Breaks of a statement; of a loop, those of what it runs over."""
        match node:
            case ast.Assign(targets=targets, value=value):
                yield from self._bound(value)
                for target in targets:
                    yield from self._target(target)
                if all(isinstance(each, ast.Subscript | ast.Attribute) for each in targets):
                    yield self._gone(node)
            case ast.AnnAssign(target=target, value=ast.expr() as value):
                yield from self._bound(value)
                yield from self._target(target)
            case ast.AugAssign(target=target, op=op, value=value):
                operator = self._operands.between(target, value).operator
                for text in AUGMENTED.get(type(op), ()):
                    kind: Kind = "dropped" if text == "=" else "sign"
                    kind = "operator" if isinstance(op, ast.Mult | ast.Div) else kind
                    yield Break(kind, self._span(node), operator, text)
                yield self._gone(node)
                yield from self._bound(value)
                yield from self._target(target)
            case ast.Return(value=ast.expr() as value):
                yield from self._bound(value)
            case ast.Expr(value=ast.Call() as value):
                yield self._gone(node)
                yield from self._visit(value)
            case ast.For(iter=value) | ast.AsyncFor(iter=value):
                yield from self._visit(value)

    def _span(self, node: ast.AST) -> Span:
        return self.module.span(self.module.region(node))

    def _text(self, node: ast.AST) -> str:
        return one_line(self.module.text(node))

    def _gone(self, node: Statement) -> Break:
        span = self._span(node)
        is_long = "\n" in self.module.source.slice(span)
        return Break("dropped", span, span, "()" if is_long else "pass")

    def _bound(self, value: ast.expr) -> Iterator[Break]:
        """The value of a statement, with the sign of the whole."""
        parts = value.elts if isinstance(value, ast.Tuple | ast.List) else [value]
        for part in parts:
            yield from self._negated(part)
        if isinstance(value, ast.Tuple):
            yield from self._swapped(self._span(value), value.elts, "swapped")
        yield from self._visit(value)

    def _target(self, target: ast.expr) -> Iterator[Break]:
        """Where a value is stored: only its subscripts are broken."""
        match target:
            case ast.Tuple(elts=parts) | ast.List(elts=parts):
                for part in parts:
                    yield from self._target(part)
            case ast.Subscript(value=inner, slice=index):
                yield from self._index(index)
                yield from self._target(inner)
            case ast.Attribute(value=inner) | ast.Starred(value=inner):
                yield from self._target(inner)

    def _negated(self, node: ast.expr) -> Iterator[Break]:
        """A minus before a value that has none."""
        span = self._span(node)
        if is_text(node) or not isinstance(node, VALUE):
            return
        if isinstance(node, ast.Call) and called_name(node) in CONVERSIONS:
            return
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add | ast.Sub | ast.BitOr):
            # The edit is around the whole: the minus of the first term is another break.
            yield Break("sign", span, span, f"-({self._text(node)})")
        else:
            yield Break("sign", span, Span(span.start, span.start), "-")

    def _visit(self, node: ast.expr) -> Iterator[Break]:
        if is_text(node):
            return
        match node:
            case ast.BinOp():
                yield from self._binary(node)
            case ast.UnaryOp(op=op, operand=operand):
                if not isinstance(op, ast.UAdd):
                    whole, inner = self._span(node), self._operands.outer(node)
                    kind: Kind = "sign" if isinstance(op, ast.USub) else "mask"
                    yield Break(kind, whole, Span(whole.start, inner), "")
                yield from self._visit(operand)
            case ast.Compare():
                yield from self._compare(node)
            case ast.Call():
                yield from self._call(node)
            case ast.Subscript(value=value, slice=index):
                yield from self._index(index)
                yield from self._visit(value)
            case ast.Attribute(value=value, attr=name):
                yield from self._attribute(node, value, name)
            case ast.Constant(value=number):
                yield from self._number(node, number)
            case ast.IfExp(test=test, body=body, orelse=other):
                yield from self._swapped(self._span(node), [body, test, other], "mask", 2)
                for part in (test, body, other):
                    yield from self._visit(part)
            case ast.Dict(values=values):
                for value in values:
                    yield from self._negated(value)
                    yield from self._visit(value)
            case _:
                for part in parts_of(node):
                    yield from self._visit(part)

    def _attribute(self, node: ast.expr, value: ast.expr, name: str) -> Iterator[Break]:
        span = self._span(node)
        if name in ("T", "mT"):
            yield Break("transpose", span, Span(self._operands.end(value, span), span.end), "")
        elif name == "inf":
            yield Break("constant", span, span, "1.0")
        yield from self._visit(value)

    def _number(self, node: ast.expr, number: object) -> Iterator[Break]:
        span = self._span(node)
        if isinstance(number, int | float) and not isinstance(number, bool):
            for other in (number + 1, 2 * number):
                if other != number:
                    yield Break("constant", span, span, repr(other))

    def _binary(self, node: ast.BinOp) -> Iterator[Break]:
        chain = self._operands.chain(node)
        match node.op:
            case ast.Add() | ast.Sub():
                yield from self._sum(chain)
            case ast.Mult() | ast.Div():
                yield from self._product(chain)
            case ast.MatMult():
                yield from self._matmul(chain)
            case ast.Pow():
                first = chain.spans[0]
                yield Break("operator", chain.whole, chain.operators[0], "*")
                yield Break("dropped", chain.whole, Span(first.end, chain.whole.end), "")
            case ast.BitAnd() | ast.BitOr():
                other = {"&": "|", "|": "&"}
                for operator, text in zip(chain.operators, chain.texts, strict=True):
                    yield Break("mask", chain.whole, operator, other[text])
        for term in chain.terms:
            yield from self._visit(term)

    def _sum(self, chain: Chain) -> Iterator[Break]:
        other = {"+": "-", "-": "+"}
        for operator, text in zip(chain.operators, chain.texts, strict=True):
            yield Break("sign", chain.whole, operator, other[text])
        if not isinstance(chain.terms[0], ast.UnaryOp | ast.Constant):
            start = chain.whole.start
            yield Break("sign", chain.whole, Span(start, start), "-")
        yield from self._dropped(chain, "-" if chain.texts[0] == "-" else "")
        yield from self._doubled(chain, "+")

    def _product(self, chain: Chain) -> Iterator[Break]:
        other = {"*": "/", "/": "*"}
        for operator, text in zip(chain.operators, chain.texts, strict=True):
            yield Break("operator", chain.whole, operator, other[text])
        yield from self._dropped(chain, "1.0 / " if chain.texts[0] == "/" else "")
        yield from self._doubled(chain, "*")

    def _matmul(self, chain: Chain) -> Iterator[Break]:
        yield from self._dropped(chain, "")
        yield from self._swapped(chain.whole, chain.terms, "operator", spans=chain.spans)
        for term, span in zip(chain.terms, chain.spans, strict=True):
            if is_transposed(term):
                continue
            if isinstance(term, ATOM) or span != self._span(term):
                yield Break("transpose", chain.whole, Span(span.end, span.end), ".T")
            else:
                yield Break("transpose", chain.whole, span, f"({self._text(term)}).T")

    def _dropped(self, chain: Chain, lead: str) -> Iterator[Break]:
        """Each term left out.

        Args:
            lead: What stands before the rest where the first term is.
        """
        first, second = chain.spans[:2]
        yield Break("dropped", chain.whole, Span(first.start, second.start), lead)
        for at, text in enumerate(chain.texts):
            kind: Kind = "scale" if text == "/" else "dropped"
            span = Span(chain.spans[at].end, chain.spans[at + 1].end)
            yield Break(kind, chain.whole, span, "")

    def _doubled(self, chain: Chain, first: str) -> Iterator[Break]:
        for text, span in zip((first, *chain.texts), chain.spans, strict=True):
            again = one_line(self.module.source.slice(span))
            yield Break("doubled", chain.whole, Span(span.end, span.end), f" {text} {again}")

    def _compare(self, node: ast.Compare) -> Iterator[Break]:
        sides = [node.left, *node.comparators]
        for at, op in enumerate(node.ops):
            for text in COMPARED.get(type(op), ()):
                operator = self._operands.between(sides[at], sides[at + 1]).operator
                yield Break("mask", self._span(node), operator, text)
        for side in sides:
            yield from self._visit(side)

    def _call(self, node: ast.Call) -> Iterator[Break]:
        name, whole = called_name(node), self._span(node)
        yield from self._renamed(node, name, whole)
        yield from self._unwrapped(node, name, whole)
        if name == "where" and len(node.args) == 3:
            yield from self._swapped(whole, node.args[1:], "mask")
            yield from self._swapped(whole, node.args[:2], "swapped")
        else:
            yield from self._swapped(whole, node.args, "swapped")
        is_counted = name in COUNTED
        for argument in node.args:
            if is_counted:
                yield from self._near(whole, argument)
            elif name in TRANSPOSES and isinstance(argument, ast.Constant):
                continue
            elif name not in CONVERSIONS:
                yield from self._negated(argument)
            yield from self._visit(argument)
        for keyword in node.keywords:
            yield from self._keyword(keyword, name)
        if isinstance(node.func, ast.Attribute):
            yield from self._visit(node.func.value)

    def _renamed(self, node: ast.Call, name: str, whole: Span) -> Iterator[Break]:
        end = self._span(node.func).end
        edit = Span(end - len(name), end)
        if name in MASKS:
            yield Break("mask", whole, edit, MASKS[name])
        elif name in TWINS:
            yield Break("function", whole, edit, TWINS[name])

    def _unwrapped(self, node: ast.Call, name: str, whole: Span) -> Iterator[Break]:
        """A call replaced by what it is made of: `np.exp(Z)` → `Z`, `X.mean(axis=1)` → `X`."""
        function = node.func
        is_method = isinstance(function, ast.Attribute) and not self._is_module(function.value)
        if is_method and name in TRANSPOSES | REDUCTIONS:
            assert isinstance(function, ast.Attribute)
            kind: Kind = "transpose" if name in TRANSPOSES else "function"
            yield Break(kind, whole, Span(self._operands.end(function.value, whole), whole.end), "")
        elif not node.args or isinstance(node.args[0], ast.Starred) or name in CONVERSIONS:
            return
        elif name in TRANSPOSES | REDUCTIONS or (len(node.args) == 1 and not node.keywords):
            kind = "transpose" if name in TRANSPOSES else "function"
            inner = node.args[0]
            text = self._text(inner)
            yield Break(kind, whole, whole, text if isinstance(inner, ATOM) else f"({text})")

    def _is_module(self, node: ast.expr) -> bool:
        while isinstance(node, ast.Attribute):
            node = node.value
        return isinstance(node, ast.Name) and node.id in self.modules

    def _keyword(self, keyword: ast.keyword, name: str) -> Iterator[Break]:
        whole, value = self._span(keyword), keyword.value
        if keyword.arg in ("axis", "axes", "dim"):
            yield from self._axis(whole, value)
        elif keyword.arg == "k" and name in MASKS:
            yield from self._near(whole, value)
        elif keyword.arg not in UNBROKEN:
            yield from self._negated(value)
            yield from self._visit(value)

    def _axis(self, whole: Span, value: ast.expr) -> Iterator[Break]:
        span, number = self._span(value), integer(value)
        if number is not None:
            for other in {0: (1,), 1: (0,), -1: (0, -2)}.get(number, (number - 1, number + 1)):
                yield Break("axis", whole, span, str(other))
        if isinstance(value, ast.Tuple):
            for part in value.elts:
                yield Break("axis", whole, span, self._text(part))
        if not (isinstance(value, ast.Constant) and value.value is None):
            yield Break("axis", whole, span, "None")

    def _index(self, index: ast.expr) -> Iterator[Break]:
        whole = self._span(index)
        parts = index.elts if isinstance(index, ast.Tuple) else [index]
        if isinstance(index, ast.Tuple) and not any(isinstance(p, ast.Slice) for p in parts):
            yield from self._swapped(whole, parts, "swapped")
        for part in parts:
            if isinstance(part, ast.Slice):
                yield from self._slice(part)
            elif integer(part) is not None or isinstance(part, ast.Name):
                yield from self._near(whole, part)
            else:
                yield from self._visit(part)

    def _slice(self, node: ast.Slice) -> Iterator[Break]:
        whole = self._span(node)
        for bound in (node.lower, node.upper):
            if bound is not None:
                yield from self._near(whole, bound)
        if node.lower is None and node.upper is not None:
            yield Break("off by one", whole, Span(whole.start, whole.start), "1")
        if node.step is not None:
            yield from self._visit(node.step)

    def _near(self, whole: Span, node: ast.expr) -> Iterator[Break]:
        """One more and one less."""
        span, number = self._span(node), integer(node)
        if number is not None:
            for other in (number + 1, number - 1):
                yield Break("off by one", whole, span, str(other))
        elif not is_text(node) and not isinstance(node, ast.Constant | ast.Starred):
            for sign in ("+", "-"):
                yield Break("off by one", whole, Span(span.end, span.end), f" {sign} 1")

    def _swapped(
        self,
        whole: Span,
        nodes: Sequence[ast.expr],
        kind: Kind,
        apart: int = 1,
        spans: Sequence[Span] = (),
    ) -> Iterator[Break]:
        """Two neighbours exchanged, or the first and the last of three."""
        places = spans or [self._span(node) for node in nodes]
        source = self.module.source
        for at in range(len(nodes) - apart):
            if any(isinstance(node, ast.Starred) for node in (nodes[at], nodes[at + apart])):
                continue
            one, other = places[at], places[at + apart]
            between = source.slice(Span(one.end, other.start))
            text = one_line(source.slice(other)) + between + one_line(source.slice(one))
            yield Break(kind, whole, Span(one.start, other.end), text)
