"""Quoted code with `...` as wildcard, matched against syntax trees.

`np.hstack(...)` matches `np.hstack([a, b], axis=0)`; `... + mask` matches `q @ k + mask`.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from docgen.source.module import Statement
from docgen.syntax import module_tree

_HEADS = {
    ast.If: ("test",),
    ast.While: ("test",),
    ast.For: ("target", "iter"),
    ast.AsyncFor: ("target", "iter"),
    ast.With: ("items",),
    ast.AsyncWith: ("items",),
    ast.ExceptHandler: ("type", "name"),
    ast.match_case: ("pattern", "guard"),
    ast.Match: ("subject",),
}
_LAYOUT = {"ctx", "type_comment", "kind"}
_SUMS = (ast.Add, ast.Sub)


@dataclass(frozen=True)
class Pattern:
    """A parsed quotation: a statement, or an expression inside of one."""

    text: str
    node: Statement | ast.expr

    @property
    def is_expression(self) -> bool:
        """Whether it quotes an expression, not a statement."""
        return isinstance(self.node, ast.expr)

    @property
    def has_wildcard(self) -> bool:
        """Whether `...` stands in it."""
        return any(is_wildcard(node) for node in ast.walk(self.node))


def parse_pattern(text: str) -> Pattern | None:
    """Read a quotation; None where it is no Python, or nothing but a wildcard."""
    for source, pick in _readings(text.strip()) if text.strip() else ():
        try:
            node = pick(module_tree(source).body)
        except (SyntaxError, ValueError, IndexError, AttributeError, RecursionError):
            continue
        if isinstance(node, ast.Expr):
            node = node.value
        if is_wildcard(node):
            return None
        assert isinstance(node, ast.stmt | ast.expr | ast.ExceptHandler | ast.match_case)
        return Pattern(text, node)
    return None


def _single(body: list[ast.stmt]) -> ast.AST:
    (only,) = body
    return only


def _readings(text: str) -> list[tuple[str, Callable[[list[ast.stmt]], ast.AST]]]:
    if not text.endswith(":"):
        # Brackets let a quotation be written over several lines.
        return [(text, _single), (f"({text}\n)", _single)]
    if text.startswith("elif"):
        text = text[2:]
    return [
        (f"{text} pass", _single),
        (f"{text}\n case _: pass", _single),
        (f"try: pass\n{text} pass", lambda body: body[0].handlers[0]),  # type: ignore[attr-defined]
        (f"match _:\n {text} pass", lambda body: body[0].cases[0]),  # type: ignore[attr-defined]
    ]


def is_wildcard(node: object) -> bool:
    """Whether the node is `...`."""
    return isinstance(node, ast.Constant) and node.value is Ellipsis


def is_match(pattern: object, node: object) -> bool:
    """Whether a piece of syntax is what the pattern says; layout and quotes do not matter."""
    if is_wildcard(pattern):
        return isinstance(node, ast.expr)
    if isinstance(pattern, ast.AST):
        if isinstance(pattern, ast.Expr) and isinstance(node, ast.Expr):
            return is_match(pattern.value, node.value)
        if type(pattern) is not type(node):
            return False
        assert isinstance(node, ast.AST)
        if isinstance(pattern, ast.Call) and isinstance(node, ast.Call):
            return _is_call(pattern, node)
        if isinstance(pattern, ast.BinOp) and isinstance(node, ast.BinOp):
            return _is_chain(pattern, node)
        fields = _HEADS.get(type(pattern), pattern._fields)
        return all(
            is_match(getattr(pattern, name, None), getattr(node, name, None))
            for name in fields
            if name not in _LAYOUT
        )
    if isinstance(pattern, list):
        return isinstance(node, list) and _is_sequence(pattern, node)
    return type(pattern) is type(node) and pattern == node


def _is_sequence(pattern: Sequence[object], nodes: Sequence[object]) -> bool:
    """Entry by entry; a wildcard entry stands for any number of entries."""
    if not pattern:
        return not nodes
    if is_wildcard(pattern[0]):
        rest = pattern[1:]
        return any(_is_sequence(rest, nodes[at:]) for at in range(len(nodes) + 1))
    return bool(nodes) and is_match(pattern[0], nodes[0]) and _is_sequence(pattern[1:], nodes[1:])


def _is_call(pattern: ast.Call, node: ast.Call) -> bool:
    if not is_match(pattern.func, node.func) or not _is_sequence(pattern.args, node.args):
        return False
    given = {keyword.arg: keyword.value for keyword in node.keywords}
    wanted = {keyword.arg: keyword.value for keyword in pattern.keywords}
    if not all(name in given and is_match(value, given[name]) for name, value in wanted.items()):
        return False
    return len(given) == len(wanted) or any(is_wildcard(each) for each in pattern.args)


_Term = tuple[type[ast.operator], ast.expr]


def _is_chain(pattern: ast.BinOp, node: ast.BinOp) -> bool:
    """Chains of operators of one rank; a wildcard operand stands for one or more operands."""
    wanted, given = chain(pattern), chain(node)
    if not any(is_wildcard(operand) for _, operand in wanted):
        return len(wanted) == len(given) and all(
            left is right and is_match(operand, other)
            for (left, operand), (right, other) in zip(wanted, given, strict=True)
        )
    return _is_terms(wanted, given)


def chain(node: ast.BinOp) -> list[_Term]:
    """`a + b - c` as its operands, each with the operator before it."""
    ranks = _SUMS if isinstance(node.op, _SUMS) else (type(node.op),)
    terms: list[_Term] = []
    at: ast.expr = node
    while isinstance(at, ast.BinOp) and isinstance(at.op, ranks):
        terms.append((type(at.op), at.right))
        at = at.left
    terms.append((ast.Add if ranks is _SUMS else ranks[0], at))
    return terms[::-1]


def _is_terms(pattern: list[_Term], given: list[_Term]) -> bool:
    if not pattern or not given:
        return not pattern and not given
    (operator, operand), *rest = pattern
    if operator is not given[0][0]:
        return False
    if is_wildcard(operand):
        return any(_is_terms(rest, given[at:]) for at in range(1, len(given) + 1))
    return is_match(operand, given[0][1]) and _is_terms(rest, given[1:])
