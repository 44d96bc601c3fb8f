"""Which statements of two trees differ: layout, comments and moves are no change."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from docgen.impact.change import Difference, compare
from docgen.source.index import SourceIndex
from tests.conftest import write_files

OLD = '''
"""A module."""

RATE = 2.0


def f(x, w=1.0):
    """Text."""
    z = x @ w
    if z > 0:
        z = -z
    for i in range(3):
        z += i
    return z


class C:
    k = 3

    @property
    def g(self):
        return self.k
'''

Differ = Callable[..., list[tuple[str, str, str]]]


@pytest.fixture
def differ(tmp_path: Path) -> Differ:
    """Changes as (word, old code, new code) between two versions of `m.py`, or of given files."""

    def found(old: str | dict[str, str], new: str | dict[str, str]) -> list[tuple[str, str, str]]:
        return [
            (
                change.word,
                change.old.code if change.old else "",
                change.new.code if change.new else "",
            )
            for change in difference(tmp_path, old, new).changes
        ]

    return found


def difference(folder: Path, old: str | dict[str, str], new: str | dict[str, str]) -> Difference:
    trees = []
    for name, files in (("old", old), ("new", new)):
        write_files(folder / name, {"m.py": files} if isinstance(files, str) else files)
        trees.append(SourceIndex.scan(folder / name))
    paths = {path for tree in trees for path in tree.paths()}
    return compare(trees[0], trees[1], paths)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("    z = x @ w\n", "    # why\n\n    z = (\n        x  # rows\n        @ w\n    )\n"),
        ('"""Text."""', '"""Other text."""'),
        ('"""A module."""', '"""Another module."""'),
        ("def f(x, w=1.0):", "def f(\n    x,\n    w=1.0,\n):"),
        ("RATE = 2.0", "RATE   =   2.0"),
        ("        z += i\n", "        z += i  # summed\n"),
    ],
)
def test_layout_and_words_are_no_change(differ: Differ, old: str, new: str) -> None:
    assert OLD.count(old) == 1
    assert differ(OLD, OLD.replace(old, new)) == []


def test_a_statement_that_moved_in_its_function_is_no_change(differ: Differ) -> None:
    old = "def f(a):\n    b = a\n    c = 1\n    return b + c\n"
    new = "def f(a):\n    c = 1\n    b = a\n    return b + c\n"
    assert differ(old, new) == []


def body(*lines: str) -> str:
    return "import numpy as np\n\n\ndef f(a, b, rng):\n" + "".join(f"    {one}\n" for one in lines)


@pytest.mark.parametrize(
    ("old", "new", "codes"),
    [
        # What reads another, or binds it again, changed places with it.
        (("c = a", "a = 2", "return c"), ("a = 2", "c = a", "return c"), ["a = 2", "c = a"]),
        (("a *= 2", "a += 1"), ("a += 1", "a *= 2"), ["a += 1", "a *= 2"]),
        (("a.k = 1", "c = b(a)"), ("c = b(a)", "a.k = 1"), ["c = b(a)", "a.k = 1"]),
        (("a[1:] = 0", "a[0] = 1"), ("a[0] = 1", "a[1:] = 0"), ["a[0] = 1", "a[1:] = 0"]),
        (
            ("c = rng.normal()", "d = rng.normal(2)"),
            ("d = rng.normal(2)", "c = rng.normal()"),
            ["d = rng.normal(2)", "c = rng.normal()"],
        ),
        (("a.sort()", "c = a[0]"), ("c = a[0]", "a.sort()"), ["c = a[0]", "a.sort()"]),
        (("c = 1", "return c", "d = 2"), ("d = 2", "c = 1", "return c"), ["d = 2", "return c"]),
        # In another block.
        (
            ("if a:", "    c = 1", "    d = 2"),
            ("if a:", "    c = 1", "d = 2"),
            ["d = 2"],
        ),
        (
            ("if a:", "    c = 1", "else:", "    c = 2"),
            ("if a:", "    c = 2", "else:", "    c = 1"),
            ["c = 2", "c = 1"],
        ),
        (
            ("for i in a:", "    c = i", "d = 2"),
            ("for i in a:", "    c = i", "    d = 2"),
            ["d = 2"],
        ),
        # Nothing of it matters.
        (("c = a + b", "d = a - b"), ("d = a - b", "c = a + b"), []),
        (("c = np.sum(a)", "d = np.sum(b)"), ("d = np.sum(b)", "c = np.sum(a)"), []),
        (("a['x'] += 1", "a['y'] += b"), ("a['y'] += b", "a['x'] += 1"), []),
        (("a.k = 1", "a.l = 2"), ("a.l = 2", "a.k = 1"), []),
    ],
)
def test_a_statement_that_moved_where_it_means_something_else(
    differ: Differ, old: tuple[str, ...], new: tuple[str, ...], codes: list[str]
) -> None:
    assert differ(body(*old), body(*new)) == [("moved", code, code) for code in codes]


def test_a_block_around_statements_is_the_only_change(differ: Differ) -> None:
    old = body("c = a", "d = c", "return d")
    new = body("if a:", "    c = a", "    d = c", "return d")
    assert differ(old, new) == [("added", "", "if a:")]
    assert differ(new, old) == [("removed", "if a:", "")]


def test_the_order_of_imports_is_no_change(differ: Differ) -> None:
    old = "import os\nimport sys\nfrom a import b, c\n\nK = 1\n"
    new = "import sys\nimport os\nfrom a import b, c\n\nK = 1\n"
    assert differ(old, new) == []


def test_a_function_that_moved_is_no_change(differ: Differ) -> None:
    one, two = "def f(a):\n    return a\n", "def g(a):\n    return -a\n"
    assert differ(f"{one}\n\n{two}", f"{two}\n\n{one}") == []
    assert differ({"m.py": one, "n.py": two}, {"m.py": "", "n.py": f"{two}\n\n{one}"}) == []


@pytest.mark.parametrize(
    ("old", "new", "changes"),
    [
        ("z = x @ w", "z = w @ x", [("changed", "z = x @ w", "z = w @ x")]),
        ("        z = -z\n", "        pass\n", [("removed", "z = -z", ""), ("added", "", "pass")]),
        ("if z > 0:", "if z >= 0:", [("changed", "if z > 0:", "if z >= 0:")]),
        ("range(3)", "range(4)", [("changed", "for i in range(3):", "for i in range(4):")]),
        ("z += i", "z -= i", [("changed", "z += i", "z -= i")]),
        ("w=1.0", "w=2.0", [("changed", "w=1.0", "w=2.0")]),
        (
            "f(x, w=1.0)",
            "f(x, w=1.0, v=0)",
            [
                ("changed", "def f(x, w=1.0):", "def f(x, w=1.0, v=0):"),
                ("added", "", "v=0"),
            ],
        ),
        ("    @property\n", "", [("changed", "@property def g(self):", "def g(self):")]),
        ("k = 3", "k = 4", [("changed", "k = 3", "k = 4")]),
        ("RATE = 2.0", "RATE = 2", [("changed", "RATE = 2.0", "RATE = 2")]),
    ],
)
def test_changes(differ: Differ, old: str, new: str, changes: list[tuple[str, str, str]]) -> None:
    assert OLD.count(old) == 1
    assert differ(OLD, OLD.replace(old, new)) == changes


def test_one_of_two_equal_statements_is_removed(differ: Differ) -> None:
    old = "def f(a):\n    a += 1\n    a += 1\n    return a\n"
    assert differ(old, old.replace("    a += 1\n", "", 1)) == [("removed", "a += 1", "")]


def test_a_renamed_function_is_another_one(differ: Differ) -> None:
    old = "def f(a):\n    return a\n"
    assert differ(old, old.replace("f(", "h(")) == [
        ("removed", "def f(a):", ""),
        ("added", "", "def h(a):"),
        ("removed", "a", ""),
        ("added", "", "a"),
        ("removed", "return a", ""),
        ("added", "", "return a"),
    ]


def test_definitions_of_one_name_are_told_apart(differ: Differ) -> None:
    old = "if A:\n    def f(a):\n        return a\nelse:\n    def f(a):\n        return -a\n"
    new = old.replace("return -a", "return 2 * a")
    assert differ(old, new) == [("changed", "return -a", "return 2 * a")]


def test_a_file_that_is_no_python_is_said(tmp_path: Path) -> None:
    found = difference(tmp_path, "a = 1\n", "a = (\n")
    assert found.unread == ("m.py",)
    assert [change.word for change in found.changes] == ["removed"]
