"""Which letters of a cell's index the code of a function knows."""

from __future__ import annotations

from pathlib import Path

import pytest

from docgen.links.cell import resolve_cell
from docgen.source.index import SourceIndex

CODE = """
N = 5


class C:
    p = 2

    def m(self, x):
        a = [x[k] for k in range(3)]
        b = list(map(lambda j: x[j], a))

        def inner(i):
            y = x[i] + x[t]
            return y

        for t in range(3):
            b = b + x[t]
        if (q := len(a)) > 2:
            b = b + x[q]
        return x[N], a, b, inner(0)
"""


@pytest.mark.parametrize(
    ("text", "expression", "free"),
    [
        ("x[k]", "x[0]", ("k",)),
        ("x[j]", "x[0]", ("j",)),
        ("x[i]", "x[0]", ("i",)),
        ("x[p]", "x[0]", ("p",)),
        ("a[k]", "a[0]", ("k",)),
        ("a[t]", "a[t]", ()),
        ("a[q]", "a[q]", ()),
        ("a[N]", "a[N]", ()),
        ("a[x]", "a[x]", ()),
        ("a[k, t]", "a[0, t]", ("k",)),
    ],
)
def test_free_letters(tmp_path: Path, text: str, expression: str, free: tuple[str, ...]) -> None:
    (tmp_path / "code.py").write_text(CODE)
    index = SourceIndex.scan(tmp_path)
    cell = resolve_cell(index, text, index.resolve("code.C.m"), {})
    assert (cell.expression, cell.free) == (expression, free)


def test_names_of_the_function_around(tmp_path: Path) -> None:
    (tmp_path / "code.py").write_text(CODE)
    index = SourceIndex.scan(tmp_path)
    function = index.resolve("code.C.m.inner")
    found = [resolve_cell(index, text, function, {}) for text in ("y[t]", "y[i]", "y[k]")]
    assert [(cell.expression, cell.free) for cell in found] == [
        ("y[t]", ()),
        ("y[i]", ()),
        ("y[0]", ("k",)),
    ]
