"""What calls change of what they are given, each worked out by hand from the code."""

from __future__ import annotations

import textwrap
from pathlib import Path

import pytest

from docgen.source.altered import Alterations
from docgen.source.index import SourceIndex

CODE = """
    def clip(grads, most):
        norm = sum(each.sum() for each in grads.values())
        for name in grads:
            grads[name] *= most / norm

    def clip_each(grads, most):
        for each in grads.values():
            each *= most

    def fill(x, grads):
        grads["w"] += x
        grads["b"] = x

    def nested(x, grads, *, rate=1.0):
        fill(x, grads=grads)

    def twice(x: "Array", n: int):
        x *= 2
        n += 1

    def own(x):
        x = x.copy()
        x *= 2
        return x

    def grown(xs, x):
        xs.append(x)

    def ends(x, again):
        if again:
            ends(x, False)
        x[0] = 1

    def walks(name, grads):
        for name in grads:
            print(name)

    class Model:
        def step(self, grads):
            self.m["w"] = grads["w"]
            clip(grads, 1.0)
"""


@pytest.fixture
def index(tmp_path: Path) -> SourceIndex:
    (tmp_path / "m.py").write_text(textwrap.dedent(CODE), encoding="utf-8")
    return SourceIndex.scan(tmp_path)


@pytest.mark.parametrize(
    ("name", "changed"),
    [
        ("clip", {"grads": True}),
        ("clip_each", {"grads": True}),
        ("fill", {"grads": False}),
        ("nested", {"grads": False}),
        ("twice", {"x": True}),
        ("own", {}),
        ("grown", {"xs": True}),
        ("ends", {"x": True}),
        ("walks", {}),
        ("Model.step", {"self": False, "grads": True}),
    ],
)
def test_parameters_that_a_function_changes_and_whether_it_reads_them(
    index: SourceIndex, name: str, changed: dict[str, bool]
) -> None:
    """A function that calls itself is taken to read what it gives on."""
    assert dict(Alterations(index).of(index.function(f"m.{name}"))) == changed


@pytest.mark.parametrize(
    ("call", "changed"),
    [
        ("clip(g, 1.0)", [("g", True, True)]),
        ("clip(most=1.0, grads=g)", [("g", True, True)]),
        ("clip(*g)", []),
        ('clip(g["a"], 1.0)', [("g", True, False)]),
        ("fill(x, g)", [("g", False, False)]),
        ("y = fill(x, g)", [("g", False, False)]),
        ("s.append(x)", [("s", True, False)]),
        ("y = s.pop()", [("s", True, False)]),
        ("y = np.exp(x, out=g)", [("g", True, False)]),
        ("np.add.at(g, ids, x)", [("g", True, False)]),
        ('np.add.at(g["w"], ids, x)', [("g", False, False)]),
        ("opt.step(p, g)", [("opt", True, False), ("p", True, False), ("g", True, False)]),
        ('other(g["a"])', [("g", True, False)]),
        ("print(g)", []),
        ("y = other(g)", []),
    ],
)
def test_what_a_statement_changes_by_its_calls(tmp_path: Path, call: str, changed: object) -> None:
    code = f"{textwrap.dedent(CODE)}\ndef f(g, x, s, p, opt, ids):\n    {call}\n"
    (tmp_path / "m.py").write_text(code, encoding="utf-8")
    index = SourceIndex.scan(tmp_path)
    function = index.function("m.f")
    (definition,) = [each for each in index.module("m").definitions if each.qualname == "f"]
    found = Alterations(index).by(definition.statements[0], function.scope)
    assert [(each.name, each.is_read, each.is_sure) for each in found] == changed
