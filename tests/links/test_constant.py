"""Cells that name values of modules: bound where the function reads them, under its own name."""

from __future__ import annotations

import pytest

from docgen.diagnostics import Fault
from docgen.links.cell import resolve_cell
from docgen.source.index import SourceIndex
from tests.conftest import MakeProject

DATA = "import numpy as np\nTABLE = np.eye(3)\nOTHER = 2.0\n"
MODEL = """
import data
from data import OTHER
from data import TABLE as T
W = [1.0, 2.0]
UNREAD = 3.0


def k(x):
    y = x @ W + T[0] + data.TABLE
    return y * OTHER


def shadow(x):
    W = x
    return W
"""


@pytest.fixture
def index(make_project: MakeProject) -> SourceIndex:
    return SourceIndex.scan(make_project({"m.py": MODEL, "data.py": DATA}))


@pytest.mark.parametrize(
    ("text", "expression", "free", "path", "line"),
    [
        ("W", "W", (), "m.py", 4),
        ("m.W", "W", (), "m.py", 4),
        ("W[1]", "W[1]", (), "m.py", 4),
        ("W[i]", "W[0]", ("i",), "m.py", 4),
        ("OTHER", "OTHER", (), "data.py", 3),
        ("T", "T", (), "data.py", 2),
        ("T[j]", "T[0]", ("j",), "data.py", 2),
        ("data.TABLE", "T", (), "data.py", 2),
    ],
)
def test_what_the_function_reads_is_bound(
    index: SourceIndex, text: str, expression: str, free: tuple[str, ...], path: str, line: int
) -> None:
    found = resolve_cell(index, text, index.function("m.k"), {})
    assert (found.when, found.node, found.expression, found.free) == (
        "entry",
        None,
        expression,
        free,
    )
    assert (found.anchor.path, found.anchor.region.line) == (path, line)


@pytest.mark.parametrize(("function", "text"), [("k", "UNREAD"), ("shadow", "m.W")])
def test_what_it_does_not_read_is_told(index: SourceIndex, function: str, text: str) -> None:
    with pytest.raises(Fault) as caught:
        resolve_cell(index, text, index.function(f"m.{function}"), {})
    assert (caught.value.code, caught.value.message, caught.value.notes) == (
        "unknown-anchor",
        f"`{text}` names no value of `{function}`",
        ("it is a value of a module, which the function does not read",),
    )


def test_a_value_of_the_function_comes_first(index: SourceIndex) -> None:
    found = resolve_cell(index, "W", index.function("m.shadow"), {})
    assert (found.anchor.function, found.when) == ("shadow", "after")
