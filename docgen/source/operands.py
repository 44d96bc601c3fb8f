"""Operands of an expression with the brackets around them, and the operators between.

`(a + b) * c` is a chain of the operands `(a + b)` and `c`; the tree alone knows no brackets.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass
from itertools import pairwise

from docgen.source.module import Module
from docgen.text import Span

_SIGNS = "+-*/@%&|^<>=!"


@dataclass(frozen=True, slots=True)
class Gap:
    """What stands between two operands.

    Attributes:
        left_end: Where the left one ends, brackets included.
        right_start: Where the right one starts, brackets included.
    """

    left_end: int
    operator: Span
    right_start: int


@dataclass(frozen=True, slots=True)
class Chain:
    """Operands joined by operators of one rank: `a - b + c`.

    Attributes:
        spans: Of each operand, with its brackets.
        operators: One less than operands; `texts` are their signs.
    """

    whole: Span
    terms: tuple[ast.expr, ...]
    spans: tuple[Span, ...]
    operators: tuple[Span, ...]
    texts: tuple[str, ...]


@dataclass(frozen=True)
class Operands:
    """Reads operands off the text of a module."""

    module: Module

    def chain(self, node: ast.BinOp) -> Chain:
        """All operands of a sum, a product or another chain, from left to right."""
        terms: list[ast.expr] = [node.right]
        rank, left = _rank(node.op), node.left
        whole = self._span(node)
        while (
            isinstance(left, ast.BinOp)
            and _rank(left.op) == rank
            and self._span(left).start == whole.start
            and self._is_open(left)
        ):
            terms.append(left.right)
            left = left.left
        terms.append(left)
        terms.reverse()
        gaps = [self.between(one, other) for one, other in pairwise(terms)]
        starts = [whole.start, *(gap.right_start for gap in gaps)]
        ends = [*(gap.left_end for gap in gaps), whole.end]
        return Chain(
            whole,
            tuple(terms),
            tuple(Span(start, end) for start, end in zip(starts, ends, strict=True)),
            tuple(gap.operator for gap in gaps),
            tuple(self.module.source.slice(gap.operator) for gap in gaps),
        )

    def between(self, left: ast.expr, right: ast.expr) -> Gap:
        """Where the operator between two neighbours stands."""
        text = self.module.source.text
        at = close = self._span(left).end
        while text[at] not in _SIGNS:
            if text[at] == ")":
                close = at + 1
            at = self._next(at)
        start, limit = at, self._span(right).start
        while at < limit and text[at] in _SIGNS:
            at += 1
        operator = Span(start, at)
        while at < limit and text[at] != "(":
            at = self._next(at)
        return Gap(close, operator, at)

    def outer(self, node: ast.UnaryOp) -> int:
        """Where the operand of a sign starts, brackets included."""
        text = self.module.source.text
        at = self._span(node).start + (3 if isinstance(node.op, ast.Not) else 1)
        while text[at].isspace() or text[at] in "#\\":
            at = self._next(at)
        return at

    def end(self, node: ast.expr, within: Span) -> int:
        """Where the value before an attribute ends, brackets included."""
        text = self.module.source.text
        at = close = self._span(node).end
        while at < within.end and text[at] != ".":
            if text[at] == ")":
                close = at + 1
            at = self._next(at)
        return close

    def _next(self, at: int) -> int:
        """The next character that is code; a comment is passed over."""
        text = self.module.source.text
        return text.index("\n", at) if text[at] == "#" else at + 1

    def _is_open(self, node: ast.BinOp) -> bool:
        """Whether a left operand has no brackets of its own."""
        text = self.module.source.text
        at = self._span(node).end
        while text[at].isspace() or text[at] in "#\\":
            at = self._next(at)
        return text[at] != ")"

    def _span(self, node: ast.AST) -> Span:
        return self.module.span(self.module.region(node))


def _rank(op: ast.operator) -> str:
    """What may stand in one chain."""
    match op:
        case ast.Add() | ast.Sub():
            return "sum"
        case ast.Mult() | ast.Div():
            return "product"
        case _:
            return type(op).__name__
