r"""An expression of code becomes LaTeX of whole matrices: `x @ w.T + b` is `x w^\top + b`.

Only what mathematics writes with whole arrays: products of matrices, transposes, sums of equal
shapes, multiples, inverses. All else is written entry by entry.
"""

from __future__ import annotations

import ast

from docgen.drafting import piece
from docgen.drafting.calls import arguments, called
from docgen.drafting.functions import OPERATORS
from docgen.drafting.piece import Piece, UnwritableError
from docgen.drafting.writer import Writer

_PRODUCTS = frozenset({"dot", "matmul", "inv", "solve", "outer", "lstsq"})


def is_linear(node: ast.expr) -> bool:
    """Whether something in an expression is a product of matrices or the like."""
    for one in ast.walk(node):
        if isinstance(one, ast.BinOp) and isinstance(one.op, ast.MatMult):
            return True
        if isinstance(one, ast.Call) and called(one) in _PRODUCTS:
            return True
    return False


class MatrixWriter:
    """Writes whole arrays; raises `UnwritableError` for what is not written so."""

    def __init__(self, writer: Writer) -> None:
        self._writer = writer

    def whole(self, node: ast.expr) -> Piece:
        """An expression whose value is a number, a vector or a matrix.

        Raises:
            UnwritableError: An axis has length 1, or it is no product of matrices.
        """
        if 1 in self._rank(node):
            raise UnwritableError("an axis of it has length 1")
        match node:
            case ast.Constant():
                return self._writer.entry(node, ())
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                return piece.negative(self.whole(operand))
            case ast.BinOp(left=left, op=ast.MatMult(), right=right):
                return self._product(left, right)
            case ast.BinOp(left=left, op=ast.Add() | ast.Sub() as op, right=right):
                return self._sum(node, left, right, isinstance(op, ast.Add))
            case ast.BinOp(left=left, op=ast.Mult(), right=right) if self._has_scalar(left, right):
                return piece.product(self.whole(left), self.whole(right))
            case ast.BinOp(left=left, op=ast.Div(), right=right) if not self._rank(right):
                return piece.quotient(self.whole(left), self.whole(right))
            case ast.Attribute(value=source, attr="T") if len(self._rank(source)) == 2:
                return _transposed(self.whole(source))
            case ast.Call():
                return self._call(node)
            case ast.Name() | ast.Attribute() | ast.Subscript():
                return self._writer.leaf(node, ()) if not self._rank(node) else self._symbol(node)
            case _:
                if not self._rank(node):
                    return self._writer.entry(node, ())
                raise UnwritableError("it is no product of matrices")

    def _rank(self, node: ast.expr) -> tuple[int, ...]:
        return self._writer.shape(node)

    def _has_scalar(self, left: ast.expr, right: ast.expr) -> bool:
        return not self._rank(left) or not self._rank(right)

    def _symbol(self, node: ast.expr) -> Piece:
        if not isinstance(node, ast.Name):
            raise UnwritableError("it is a part of an array")
        return Piece(self._writer.row(node).latex, is_base=True)

    def _product(self, left: ast.expr, right: ast.expr) -> Piece:
        one, other = self.whole(left), self.whole(right)
        ranks = len(self._rank(left)), len(self._rank(right))
        if max(ranks) > 2 or 0 in ranks:
            raise UnwritableError("it multiplies stacks of matrices")
        if ranks == (1, 1):
            one = _transposed(one)
        return piece.product(one, other)

    def _sum(self, node: ast.expr, left: ast.expr, right: ast.expr, is_plus: bool) -> Piece:
        one, other = self.whole(left), self.whole(right)
        shape = self._rank(node)
        if len(shape) == 2 and len(self._rank(right)) == 1:
            other = Piece(rf"\mathbf{{1}} {_transposed(other).latex}", piece.PRODUCT)
        elif self._rank(left) != shape or self._rank(right) != shape:
            raise UnwritableError("it adds arrays of different shapes")
        return piece.add(one, other) if is_plus else piece.subtract(one, other)

    def _call(self, node: ast.Call) -> Piece:
        name = called(node)
        values, _ = arguments(node, self._writer.value)
        if name in ("dot", "matmul") and len(values) == 2:
            return self._product(*values)
        if name in ("transpose", "conj", "conjugate") and len(values) == 1:
            inner = self.whole(values[0])
            return _transposed(inner) if name == "transpose" else inner
        if name == "outer" and len(values) == 2:
            return piece.product(self.whole(values[0]), _transposed(self.whole(values[1])))
        if name == "inv" and len(values) == 1:
            return _inverse(self.whole(values[0]))
        if name == "solve" and len(values) == 2:
            return piece.product(_inverse(self.whole(values[0])), self.whole(values[1]))
        if name == "lstsq" and len(values) >= 2:
            a, b = self.whole(values[0]), self.whole(values[1])
            gram = piece.product(_transposed(a), a)
            return piece.product(piece.product(_inverse(gram), _transposed(a)), b)
        if name in OPERATORS and OPERATORS[name] in "+-" and len(values) == 2:
            return self._sum(node, values[0], values[1], OPERATORS[name] == "+")
        raise UnwritableError("it is no product of matrices")


def _transposed(one: Piece) -> Piece:
    text = one.latex if one.is_base else piece.bracketed(one)
    return Piece(rf"{text}^\top")


def _inverse(one: Piece) -> Piece:
    text = one.latex if one.is_base else piece.bracketed(one)
    return Piece(f"{text}^{{-1}}")
