"""Fingerprints: equal where only the layout differs, different where the syntax does."""

from __future__ import annotations

import ast

import pytest

from docgen.source.fingerprint import fingerprint, head_code, head_fingerprint
from docgen.source.module import parse_module


def statement(text: str) -> ast.stmt:
    return ast.parse(text).body[0]


def head(text: str) -> str:
    return head_fingerprint(statement(text))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Z = X @ W + b", "Z=(X@W)+b  # widen"),
        ("Z = f(a, b)", "Z = f(\n    a,\n    b,\n)"),
        ("Z = a + b", "Z = a \\\n    + b"),
        ("n = 1000", "n = 1_000"),
        ("n = 255", "n = 0xFF"),
        ("n = 0.5", "n = 5e-1"),
        ("s = 'ab'", 's = "a" "b"'),
        ("s = 'ab'", "s = u'ab'"),
        ("s = 'a\\n'", "s = '''a\n'''"),
        ("s = f'{x}ab'", "s = f'{x}a' 'b'"),
        ("s = 'ab'", "s = f'a' 'b'"),
        ("s = f'{x}'", "s = f'{x:}'"),
        ("x = a[1, 2]", "x = a[(1, 2)]"),
        ("return a, b", "return (a, b)"),
        ("if a:\n    b", "if (a):\n    c\nelse:\n    d"),
        ("for i in x:\n    b", "for i in (x): c"),
        ("def f(a, b=1): return a", "@g\ndef f(\n    a,\n    b=1,\n): return b"),
        ("x = -1", "x = - 1"),
    ],
)
def test_same(one: str, other: str) -> None:
    is_definition = one.startswith("def")
    assert is_definition or head(one) == head(other)
    if is_definition:
        # The decorator belongs to the head.
        assert head(one) != head(other) == head("@g\ndef f(a, b=1): pass")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Z = X @ W", "Z = W @ X"),
        ("Z = X @ W", "Y = X @ W"),
        ("Z = a - b - c", "Z = a - (b - c)"),
        ("n = 1", "n = 1.0"),
        ("n = 1", "n = True"),
        ("n = 1", "n = '1'"),
        ("n = 1", "n = 1j"),
        ("s = 'a'", "s = b'a'"),
        ("s = 'x'", "s = x"),
        ("s = f'{x}'", "s = f'{x!r}'"),
        ("s = f'{x:.1f}'", "s = f'{x:.2f}'"),
        ("s = f'a{x}b'", "s = f'ab{x}'"),
        ("f(a, b)", "f(a)(b)"),
        ("f(a, b)", "f((a, b))"),
        ("f(a=b)", "f(b=a)"),
        ("f(*a)", "f(**a)"),
        ("x = a[1:]", "x = a[:1]"),
        ("x = [a]", "x = {a}"),
        ("x = [i for i in y]", "x = (i for i in y)"),
        ("x += 1", "x = 1"),
        ("x: int = 1", "x: float = 1"),
        ("x = a < b", "x = a <= b"),
        ("x = ...", "x = None"),
        ("from a import b", "from .a import b"),
        ("global a, b", "global ab"),
        ("d = {'a': 1, **b}", "d = {'a': 1, b: None}"),
        ("def f(a, /, b): pass", "def f(a, b): pass"),
        ("def f(a, *, b): pass", "def f(a, *b): pass"),
        ("async def f(): pass", "def f(): pass"),
        ("if a: pass", "while a: pass"),
    ],
)
def test_different(one: str, other: str) -> None:
    assert head(one) != head(other)


def test_a_docstring_is_no_computation() -> None:
    plain = fingerprint(statement("def f(x):\n    return x"))
    assert plain == fingerprint(statement('def f(x):\n    """One."""\n    return x'))
    assert plain != fingerprint(statement('def f(x):\n    x\n    """One."""\n    return x'))
    inner = "class C:\n    {}\n    def f(self):\n        {}\n        return 1"
    assert fingerprint(statement(inner.format("'a'", "'b'"))) == fingerprint(
        statement(inner.format("'c'", "'d'"))
    )


def test_a_head_leaves_the_block_out_and_a_whole_does_not() -> None:
    one, other = statement("while a:\n    b"), statement("while a:\n    c")
    assert isinstance(one, ast.While)
    assert isinstance(other, ast.While)
    assert head_fingerprint(one) == head_fingerprint(other)
    assert fingerprint(one) != fingerprint(other)


def test_parts_of_blocks_have_heads() -> None:
    tried = statement("try:\n    a\nexcept ValueError as e:\n    b")
    other = statement("try:\n    a\nexcept TypeError as e:\n    b")
    assert isinstance(tried, ast.Try)
    assert isinstance(other, ast.Try)
    assert head_fingerprint(tried) == head_fingerprint(other)
    assert head_fingerprint(tried.handlers[0]) != head_fingerprint(other.handlers[0])
    matched = statement("match a:\n    case [x, 1] if x > 0:\n        b")
    assert isinstance(matched, ast.Match)
    assert head_code(matched.cases[0]) == "case [x, 1] if x > 0:"


def test_what_newer_versions_add_counts_where_it_says_something() -> None:
    """`type_params` came with 3.12, and is empty in every function that 3.11 can read."""
    plain = statement("def f(x): return x")
    newer = statement("def f(x): return x")
    newer.type_params = []  # type: ignore[attr-defined]
    generic = statement("def f(x): return x")
    generic._fields = (*generic._fields, "type_params")  # type: ignore[attr-defined]
    generic.type_params = [ast.Name("T", ast.Load())]  # type: ignore[attr-defined]
    assert fingerprint(plain) == fingerprint(newer) != fingerprint(generic)


def test_constants_of_an_fstring_that_are_cut_otherwise() -> None:
    """As Python 3.12 cuts them: each piece of text between braces and quotes its own."""
    whole = statement("s = f'ab{x}c'")
    field = ast.FormattedValue(ast.Name("x", ast.Load()), -1, None)
    pieces = [ast.Constant("a"), ast.Constant("b"), field, ast.Constant(""), ast.Constant("c")]
    cut = ast.Assign([ast.Name("s", ast.Store())], ast.JoinedStr(pieces))
    assert fingerprint(whole) == fingerprint(cut)


def test_the_digest_is_the_same_tomorrow() -> None:
    """A change of the listing makes every lock stale; so it is held to these values."""
    loop = "    for i in range(n):\n        x = x @ f'{i}' if x else -1.5\n"
    text = f"def f(x, *, n=2):\n{loop}    return x[0]\n"
    assert fingerprint(statement(text)) == "c12b2d5b600e8c51"
    assert head("Z = X @ W + b") == "dd4bb2bf1b027dad"


def test_long_and_deep_code() -> None:
    assert head("x = " + " + ".join(["a"] * 900)) != head("x = " + " + ".join(["a"] * 901))
    assert head("x = 1" + "0" * 4000) != head("x = 2" + "0" * 4000)


@pytest.mark.parametrize("ending", ["\n", "\r\n", "\r"])
def test_line_ends(ending: str) -> None:
    """C032: a file of another system has the same fingerprints."""
    text = "def f(W, x):\n    Z = W @ x \\\n        + 1\n    s = '''a\nb'''\n    return Z\n"
    module = parse_module("m", "m.py", text.replace("\n", ending).encode())
    assert fingerprint(module.tree.body[0]) == fingerprint(statement(text))


def test_code_on_one_line() -> None:
    assert head_code(statement("Z = f(\n    a,  # one\n    b,\n)")) == "Z = f(a, b)"
    assert head_code(statement("@d\ndef f(x,\n      y): return x")) == "def f(x, y):"
    assert head_code(statement("if a and (\n    b): c")) == "if a and b:"
