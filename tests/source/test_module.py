from __future__ import annotations

import ast

import pytest

from docgen.diagnostics import Fault
from docgen.source.anchor import Region
from docgen.source.module import Module, char_column, node_key, one_line, parse_module


def parse(text: str) -> Module:
    return parse_module("m", "m.py", text.encode())


def fault_of(data: bytes) -> Fault:
    with pytest.raises(Fault) as caught:
        parse_module("m", "m.py", data)
    return caught.value


def test_columns_are_counted_in_characters_not_bytes() -> None:
    assert char_column("abc", 2) == 2
    assert char_column("µ = x", 5) == 4
    module = parse("s = 'äö'; Z = 1\n")
    assert module.region(module.tree.body[1]) == Region(1, 11, 1, 16)
    assert node_key(module.tree.body[1]) == (1, 12, 1, 17)


@pytest.mark.parametrize(
    ("data", "line", "column"),
    [
        (b"x = 1\ny = (\n", 2, 5),
        (b"x = 1\n  y = 2\n", 2, 3),
        (b"# -*- coding: no-such -*-\n", 1, 1),
        (b"x = 1\ny = '\xff'\n", 2, 1),
        (b"x = 1\ny = '\x00'\n", 2, 1),
    ],
)
def test_a_file_that_is_no_python_is_unreadable_at_its_line(
    data: bytes, line: int, column: int
) -> None:
    fault = fault_of(data)
    assert fault.code == "source-unreadable"
    (label,) = fault.related
    assert (label.place.path, label.place.line, label.place.column) == ("m.py", line, column)
    assert "m.py" in fault.message
    assert len(fault.message) <= 90


def test_code_that_is_nested_too_deeply_is_unreadable() -> None:
    assert fault_of(b"x = " + b"(" * 5000 + b")" * 5000).code == "source-unreadable"


def test_warnings_about_escapes_are_not_the_readers_concern() -> None:
    assert len(parse("x = '\\d'\n").tree.body) == 1


def test_the_encoding_of_the_cookie_is_used() -> None:
    module = parse_module("m", "m.py", b"# coding: latin-1\nx = '\xe9'\n")
    assert module.source.line_text(2) == "x = 'é'"


def test_heads_of_blocks_end_at_their_colon() -> None:
    module = parse(
        "def f(a: int = {1: 2}) -> dict[str, int]:  # why: so\n"
        "    with open(a) as g, (h) as k:\n"
        "        for i in x[1:2] :\n"
        "            if a: pass\n"
        "            elif {1: 2}: pass\n"
        "    try:\n"
        "        pass\n"
        "    except (E) as e:\n"
        "        pass\n"
        "    match a:\n"
        "        case [b] if b:\n"
        "            pass\n"
        "    class C(  # one: two\n"
        "        B,\n"
        "    ): pass\n"
        "    def g():\n"
        "        pass\n"
    )
    (function, *_) = module.definitions
    heads = [
        module.source.slice(module.span(module.head(each)))
        for each in (function.statement, *function.statements)
        if not isinstance(each, ast.Pass)
    ]
    assert isinstance(function.statement, ast.FunctionDef)
    assert heads == [
        "def f(a: int = {1: 2}) -> dict[str, int]:",
        "with open(a) as g, (h) as k:",
        "for i in x[1:2] :",
        "if a:",
        "elif {1: 2}:",
        "try:",
        "except (E) as e:",
        "match a:",
        "case [b] if b:",
        "class C(  # one: two\n        B,\n    ):",
        "def g():",
    ]


def test_definitions_have_qualnames_without_locals() -> None:
    module = parse(
        "class A:\n    f = lambda self: 1\n    def g(self):\n        def h(): pass\n"
        "        k = lambda: 1\n"
    )
    assert [each.qualname for each in module.definitions] == ["A", "A.f", "A.g", "A.g.h"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("f(a,  b)", "f(a,  b)"),
        ("f(  # one\n    a,\n    b,\n)", "f(a, b,)"),
        ("a \\\n    + b", "a + b"),
        ("x = [\n  1,\n  # two\n  2\n]", "x = [1, 2]"),
        ('f(\n  f"{{a}}{b}", """x\ny""")', 'f(f"{{a}}{b}", """x\ny""")'),
    ],
)
def test_code_on_one_line(text: str, expected: str) -> None:
    assert one_line(text) == expected
