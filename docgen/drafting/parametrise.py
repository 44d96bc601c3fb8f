"""A call becomes a function of the arrays and floats that it is given.

`fit(X[mask], y, 3)` is `fit(u, v, 3)` of `X[mask]` and `y`: what the call is given is what its
symbol takes, so that no page says less than the code does.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from docgen.drafting.calls import said
from docgen.drafting.observed import is_number
from docgen.pages.watch import holds_float
from docgen.syntax import expression_tree
from docgen.trace.value import Value


@dataclass(frozen=True)
class Parametrised:
    """A call with letters for what it is given.

    Attributes:
        given: Letter, expression and value of each; an expression that is given twice comes twice.
        notes: Sentences about arrays that stay in the call as they are.
    """

    call: ast.Call
    given: tuple[tuple[str, ast.expr, Value], ...]
    notes: tuple[str, ...]


def parametrised(
    source: ast.Call,
    value: Callable[[ast.AST], Value | None],
    letters: Sequence[str],
    is_strict: bool,
) -> Parametrised | None:
    """The call with letters; None where arguments are unpacked into it, or are too many.

    Args:
        value: What the call's parts were.
        letters: To be used, in this order.
        is_strict: Whether an array with an axis of one stays in the call.
    """
    work = _Work(value, list(letters), is_strict)
    call = expression_tree(ast.unparse(source))
    assert isinstance(call, ast.Call)
    if any(isinstance(one, ast.Starred) for one in call.args) or any(
        one.arg is None for one in call.keywords
    ):
        return None
    if isinstance(call.func, ast.Attribute) and is_number(value(call.func.value)):
        call.func.value = work.put(call.func.value)
    call.args = [work.put(one) for one in call.args]
    for word in call.keywords:
        word.value = work.put(word.value)
    return None if work.is_short else Parametrised(call, tuple(work.given), tuple(work.notes))


class _Work:
    def __init__(
        self, value: Callable[[ast.AST], Value | None], free: list[str], is_strict: bool
    ) -> None:
        self._value = value
        self._free = free
        self._is_strict = is_strict
        self.given: list[tuple[str, ast.expr, Value]] = []
        self.notes: list[str] = []
        self.is_short = False

    def put(self, node: ast.expr) -> ast.expr:
        """A letter in the place of an array or a float; anything else as it is."""
        if isinstance(node, ast.Tuple | ast.List):
            node.elts = [self.put(one) for one in node.elts]
            return node
        known = self._value(node)
        if known is None or not holds_float(known) or isinstance(node, ast.Constant):
            return node
        if not is_number(known) or (self._is_strict and 1 in (known.shape or ())):
            self.notes.append(f"In the call, {said(node)} is what it is in the code.")
            return node
        if not self._free:
            self.is_short = True
            return node
        letter = self._free.pop(0)
        self.given.append((letter, node, known))
        return ast.Name(letter, ast.Load())
