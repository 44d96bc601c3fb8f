"""Every way of breaking a statement, its exact text, and that lines stay where they are."""

from __future__ import annotations

import ast
from textwrap import dedent

import pytest
from hypothesis import given
from hypothesis import strategies as st

from docgen.source.module import Module, node_key, parse_module
from docgen.source.mutant import Mutant, mutants


def module_of(text: str) -> Module:
    return parse_module("m", "m.py", dedent(text).removeprefix("\n").encode())


def breaks(body: str) -> list[str]:
    """`kind: before → after` of every mutant of a function with that body."""
    lines = "".join(f"    {line}\n" for line in body.split("\n"))
    found = mutants(parse_module("m", "m.py", f"import numpy as np\ndef f():\n{lines}".encode()))
    return [f"{one.kind}: {one.before} → {one.after}" for one in found]


def test_all_mutants_of_a_function() -> None:
    module = module_of(
        """
        def f(X, W, g):
            Z = X @ W.T - 2.0
            g[0] += Z.sum(axis=0)
            return Z
        """
    )

    found = [f"{one.line}:{one.column} {one.kind}: {one.after}" for one in mutants(module)]

    assert found == [
        "2:9 sign: -(X @ W.T - 2.0)",
        "2:9 sign: X @ W.T + 2.0",
        "2:9 sign: -X @ W.T - 2.0",
        "2:9 dropped: -2.0",
        "2:9 dropped: X @ W.T",
        "2:9 doubled: X @ W.T + X @ W.T - 2.0",
        "2:9 doubled: X @ W.T - 2.0 - 2.0",
        "2:9 dropped: W.T",
        "2:9 dropped: X",
        "2:9 operator: W.T @ X",
        "2:9 transpose: X.T @ W.T",
        "2:13 transpose: W",
        "2:19 constant: 3.0",
        "2:19 constant: 4.0",
        "3:5 dropped: g[0] = Z.sum(axis=0)",
        "3:5 sign: g[0] -= Z.sum(axis=0)",
        "3:5 dropped: pass",
        "3:13 sign: -Z.sum(axis=0)",
        "3:13 function: Z.mean(axis=0)",
        "3:13 function: Z",
        "3:19 axis: axis=1",
        "3:19 axis: axis=None",
        "3:7 off by one: 1",
        "3:7 off by one: -1",
        "4:12 sign: -Z",
    ]


def test_a_mutant_knows_its_whole_text_and_place() -> None:
    module = module_of("def f(x):\n    y = 3 * x\n    return y\n")

    assert next(each for each in mutants(module) if each.kind == "operator") == Mutant(
        path="m.py",
        function="f",
        twin=0,
        node=(2, 4, 2, 13),
        line=2,
        column=9,
        kind="operator",
        before="3 * x",
        after="3 / x",
        text="def f(x):\n    y = 3 / x\n    return y\n",
        edit=(2, 10, 2, 11),
        end_column=11,
    )


@pytest.mark.parametrize(
    ("statement", "expected"),
    [
        ("return -x", ["sign: -x → x"]),
        (
            "return x**2",
            [
                "sign: x**2 → -x**2",
                "operator: x**2 → x*2",
                "dropped: x**2 → x",
                "constant: 2 → 3",
                "constant: 2 → 4",
            ],
        ),
        (
            "return np.exp(x)",
            [
                "sign: np.exp(x) → -np.exp(x)",
                "function: np.exp(x) → x",
                "sign: x → -x",
            ],
        ),
        (
            "return np.maximum(x, 0.0)",
            [
                "sign: np.maximum(x, 0.0) → -np.maximum(x, 0.0)",
                "function: np.maximum(x, 0.0) → np.minimum(x, 0.0)",
                "swapped: np.maximum(x, 0.0) → np.maximum(0.0, x)",
                "sign: x → -x",
                "constant: 0.0 → 1.0",
            ],
        ),
        (
            "return (x > 0) & m",
            [
                "sign: (x > 0) & m → -(x > 0) & m",
                "mask: (x > 0) & m → (x > 0) | m",
                "mask: x > 0 → x >= 0",
                "mask: x > 0 → x < 0",
                "constant: 0 → 1",
            ],
        ),
        (
            "return x[-1]",
            [
                "sign: x[-1] → -x[-1]",
                "off by one: -1 → 0",
                "off by one: -1 → -2",
            ],
        ),
        (
            "return x[: len(y), None]",
            [
                "sign: x[: len(y), None] → -x[: len(y), None]",
                "off by one: : len(y) → : len(y) + 1",
                "off by one: : len(y) → : len(y) - 1",
                "off by one: : len(y) → 1: len(y)",
            ],
        ),
        (
            "return np.triu(x, k=1)",
            [
                "sign: np.triu(x, k=1) → -np.triu(x, k=1)",
                "mask: np.triu(x, k=1) → np.tril(x, k=1)",
                "sign: x → -x",
                "off by one: k=1 → k=2",
                "off by one: k=1 → k=0",
            ],
        ),
        (
            "return np.where(m, a, 0.0)",
            [
                "sign: np.where(m, a, 0.0) → -np.where(m, a, 0.0)",
                "mask: np.where(m, a, 0.0) → np.where(m, 0.0, a)",
                "swapped: np.where(m, a, 0.0) → np.where(a, m, 0.0)",
                "sign: m → -m",
                "sign: a → -a",
                "constant: 0.0 → 1.0",
            ],
        ),
        (
            "return x.transpose(0, 2, 1)",
            [
                "sign: x.transpose(0, 2, 1) → -x.transpose(0, 2, 1)",
                "transpose: x.transpose(0, 2, 1) → x",
                "swapped: x.transpose(0, 2, 1) → x.transpose(2, 0, 1)",
                "swapped: x.transpose(0, 2, 1) → x.transpose(0, 1, 2)",
            ],
        ),
        (
            "return np.transpose(x)",
            [
                "sign: np.transpose(x) → -np.transpose(x)",
                "transpose: np.transpose(x) → x",
                "sign: x → -x",
            ],
        ),
        (
            "return x.sum(axis=-1, keepdims=True)",
            [
                "sign: x.sum(axis=-1, keepdims=True) → -x.sum(axis=-1, keepdims=True)",
                "function: x.sum(axis=-1, keepdims=True) → x.mean(axis=-1, keepdims=True)",
                "function: x.sum(axis=-1, keepdims=True) → x",
                "axis: axis=-1 → axis=0",
                "axis: axis=-1 → axis=-2",
                "axis: axis=-1 → axis=None",
            ],
        ),
        (
            "return a / b / c",
            [
                "sign: a / b / c → -a / b / c",
                "operator: a / b / c → a * b / c",
                "operator: a / b / c → a / b * c",
                "dropped: a / b / c → 1.0 / b / c",
                "scale: a / b / c → a / c",
                "scale: a / b / c → a / b",
                "doubled: a / b / c → a * a / b / c",
                "doubled: a / b / c → a / b / b / c",
                "doubled: a / b / c → a / b / c / c",
            ],
        ),
        (
            "s *= a",
            [
                "operator: s *= a → s = a",
                "operator: s *= a → s /= a",
                "dropped: s *= a → pass",
                "sign: a → -a",
            ],
        ),
        (
            "return a if c else b",
            ["mask: a if c else b → b if c else a"],
        ),
        (
            "return [a + 1 for a in range(n)]",
            [
                "sign: a + 1 → a - 1",
                "sign: a + 1 → -a + 1",
                "dropped: a + 1 → 1",
                "dropped: a + 1 → a",
                "doubled: a + 1 → a + a + 1",
                "doubled: a + 1 → a + 1 + 1",
                "constant: 1 → 2",
                "off by one: range(n) → range(n + 1)",
                "off by one: range(n) → range(n - 1)",
            ],
        ),
        (
            "np.add.at(g, i)",
            [
                "dropped: np.add.at(g, i) → pass",
                "swapped: np.add.at(g, i) → np.add.at(i, g)",
                "sign: g → -g",
                "sign: i → -i",
            ],
        ),
    ],
)
def test_breaks(statement: str, expected: list[str]) -> None:
    assert breaks(statement) == expected


@pytest.mark.parametrize(
    "statement",
    [
        '"text"',
        'x = "a" + b',
        'x = f"b{l + 1}."',
        'x = p["a" + b + "c"]',
        "pass",
        "x = None",
        "x = True",
        "assert x > 0",
        'raise ValueError("a", 1)',
        "if x > 0: pass",
    ],
)
def test_texts_and_tests_are_not_broken(statement: str) -> None:
    assert [one for one in breaks(statement) if not one.startswith("sign: p[")] == []


def test_brackets_stay_where_they_are() -> None:
    found = breaks("return ((a + b)) * (c)")

    assert "dropped: ((a + b)) * (c) → (c)" in found
    assert "dropped: ((a + b)) * (c) → ((a + b))" in found
    assert "doubled: ((a + b)) * (c) → ((a + b)) * ((a + b)) * (c)" in found
    assert "dropped: a + b → b" in found


def test_brackets_split_a_chain() -> None:
    found = breaks("return (a - b) - c")

    assert "dropped: (a - b) - c → -c" in found
    assert "dropped: (a - b) - c → (a - b)" in found
    assert "dropped: a - b → -b" in found


def test_a_method_of_a_bracket_keeps_it() -> None:
    assert "transpose: (a + b).T → (a + b)" in breaks("return (a + b).T")
    assert "function: (a + b).sum(axis=0) → (a + b)" in breaks("return (a + b).sum(axis=0)")


def test_lines_stay_where_they_are_in_an_expression_of_several() -> None:
    module = module_of(
        """
        def f(a, b):
            x = (
                a  # first - term
                - b  # second
            )
            return x
        """
    )

    found = {f"{one.kind}: {one.after}": one for one in mutants(module)}
    dropped = found["dropped: a"]

    assert dropped.text == (
        "def f(a, b):\n    x = (\n        a\\\n  # second\n    )\n    return x\n"
    )
    assert found["sign: a + b"].text.split("\n")[3] == "        + b  # second"
    assert {one.text.count("\n") for one in found.values()} == {6}


def test_a_dropped_statement_of_several_lines_fills_them() -> None:
    module = module_of(
        """
        def f(g, x):
            g += (
                x
            )
            return 1
        """
    )

    gone = next(one for one in mutants(module) if one.after == "()")

    assert gone.text == "def f(g, x):\n    (\n\n)\n    return 1\n"
    assert gone.moved((2, 4, 4, 5)) == (2, 4, 4, 1)


def test_columns_count_characters_and_nodes_bytes() -> None:
    module = module_of("def f(ä, b): é = ä - b; return é\n")

    sign = next(one for one in mutants(module) if one.after == "ä + b")
    gone = next(one for one in mutants(module) if one.after == "-b")

    assert (sign.line, sign.column) == (1, 18)
    assert sign.edit == (1, 22, 1, 23)
    assert sign.moved((1, 27, 1, 36)) == (1, 27, 1, 36)
    assert gone.moved((1, 27, 1, 36)) == (1, 23, 1, 32)


def test_only_functions_that_are_named_are_broken() -> None:
    module = module_of(
        """
        def f(x):
            def g(x):
                return -x
            return g(x) + 1

        class A:
            def h(self, x):
                return -x

        def ff(x):
            return -x
        """
    )

    def of(*names: str) -> list[str]:
        return sorted({one.function for one in mutants(module, names)})

    assert of("f") == ["f", "f.g"]
    assert of("f.g") == ["f.g"]
    assert of("A") == ["A.h"]
    assert of() == []
    assert {one.function for one in mutants(module)} == {"f", "f.g", "A.h", "ff"}


def test_functions_of_one_name_are_told_apart() -> None:
    module = module_of("def f(x):\n    return -x\ndef f(x):\n    return +x - x\n")

    assert {one.twin for one in mutants(module)} == {1, 3}


names = st.sampled_from(("a", "b", "(c)", "d.T", "e[0]", "2.0", "g(h, i)", "-j"))


def joined(parts: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    operators = st.sampled_from((" + ", "-", " * ", "/", " @ ", "**", " > ", "\n    - # c\n    "))
    both = st.tuples(parts, operators, parts).map("".join)
    return both | both.map(lambda text: f"({text})")


@given(st.recursive(names, joined, max_leaves=6))
def test_each_mutant_is_python_that_differs_in_its_statement_alone(expression: str) -> None:
    module = parse_module("m", "m.py", f"def f():\n  x = ({expression})\n  return x\n".encode())
    statement, last = module.definitions[0].statements[:2]

    for one in mutants(module, ("f",)):
        tree = ast.parse(one.text).body[0]
        assert isinstance(tree, ast.FunctionDef)
        if one.node == node_key(statement):
            assert one.moved(node_key(statement)) == node_key(tree.body[0])
            assert ast.dump(tree.body[0]) != ast.dump(statement)
            assert ast.dump(tree.body[1]) == ast.dump(last)
            assert one.moved(node_key(last)) == node_key(tree.body[1])
