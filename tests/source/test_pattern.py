from __future__ import annotations

import ast

import pytest

from docgen.source.pattern import chain, is_match, parse_pattern


def matches(pattern: str, code: str) -> bool:
    parsed = parse_pattern(pattern)
    assert parsed is not None
    node: ast.AST = ast.parse(code).body[0]
    if parsed.is_expression:
        assert isinstance(node, ast.Expr)
        node = node.value
    return is_match(parsed.node, node)


@pytest.mark.parametrize(
    ("pattern", "code"),
    [
        ("f(...)", "f()"),
        ("f(...)", "f(a, *b, c=1, **d)"),
        ("f(a, ...)", "f(a)"),
        ("f(..., b)", "f(a, c, b)"),
        ("f(..., k=1)", "f(a, k=1, m=2)"),
        ("f(x=..., y=2)", "f(y=2, x=g(1))"),
        ("f(...).T", "f(a).T"),
        ("[a, ...]", "[a, b, c]"),
        ("[a, ...]", "[a]"),
        ("x[..., 0]", "x[i, 0]"),
        ("... + mask", "a - b + mask"),
        ("a - ...", "a - b + c"),
        ("a * ... * c", "a * b * b * c"),
        ("... @ b", "a @ b"),
        ("a and ...", "a and b and c"),
        ("... if a else ...", "x if a else y"),
        ("lambda z: ...", "lambda z: z + 1"),
        ("grads['a']", 'grads["a"]'),
        ("a  +  b", "a+b"),
        ("(a + b)", "a + b"),
        ("x = ...", "x = 1"),
        ("x += ...", "x += f(1)"),
        ("return ...", "return a, b"),
        ("assert ...", "assert a == b"),
        ("with open(...) as f:", "with open(a, 'r') as f: pass"),
        ("for i in ...:", "for i in range(3):\n    a\n    b"),
        ("µ = 1", "\u03bc = 1"),
    ],
)
def test_it_matches(pattern: str, code: str) -> None:
    assert matches(pattern, code)


@pytest.mark.parametrize(
    ("pattern", "code"),
    [
        ("f()", "f(a)"),
        ("f(a)", "f(a, k=1)"),
        ("f(..., k=1)", "f(a, m=2)"),
        ("f(..., b)", "f(b, a)"),
        ("... + mask", "a - mask"),
        ("... + mask", "mask"),
        ("a - ...", "a + b"),
        ("a + b", "a + b + c"),
        ("a + b", "b + a"),
        ("a @ ...", "a * b"),
        ("x = 1", "x = 1.0"),
        ("x = 1", "x = True"),
        ("x = ...", "y = 1"),
        ("x = ...", "x += 1"),
        ("for i in a:", "for i in b: pass"),
        ("f'{a}'", "f'{b}'"),
    ],
)
def test_it_does_not_match(pattern: str, code: str) -> None:
    assert not matches(pattern, code)


@pytest.mark.parametrize("text", ["...", "( ... )", "a b", "x = 1; y = 2", "", "for:", "\0"])
def test_what_quotes_nothing(text: str) -> None:
    assert parse_pattern(text) is None


def test_chains_of_one_rank() -> None:
    node = ast.parse("a - b * c + d", mode="eval").body
    assert isinstance(node, ast.BinOp)
    shown = [(operator.__name__, ast.unparse(operand)) for operator, operand in chain(node)]
    assert shown == [("Add", "a"), ("Sub", "b * c"), ("Add", "d")]
