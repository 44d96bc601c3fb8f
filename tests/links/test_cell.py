"""Cells of a function: which expression is recorded, where, and when."""

from __future__ import annotations

from pathlib import Path

import pytest

from docgen.diagnostics import Fault
from docgen.links.cell import Cell, resolve_cell
from docgen.links.runs import Run
from docgen.source.index import SourceIndex
from docgen.trace.plan import Watch
from tests.conftest import MakeProject

CODE = """
N = 1


def helper(a, b=2, *, c=3):
    return a


class Layer:
    def apply(self, q):
        return q


def other(z):
    return z


def work(x, layer, rest):
    u = helper(x + 1, c=x * 2)
    v = layer.apply(u)
    w = other(x) + other(u)
    s = helper(*rest)
    t = {"A": u}
    return t, v
"""


@pytest.fixture
def index(make_project: MakeProject) -> SourceIndex:
    return SourceIndex.scan(make_project({"m.py": CODE}))


def cell(index: SourceIndex, text: str, lookup: dict[str, str] | None = None) -> Cell:
    return resolve_cell(index, text, index.function("m.work"), lookup or {})


def fault(index: SourceIndex, text: str) -> Fault:
    with pytest.raises(Fault) as caught:
        cell(index, text)
    return caught.value


@pytest.mark.parametrize(
    ("text", "when", "line", "expression", "exact"),
    [
        ("u", "after", 18, "u", True),
        ("x", "entry", None, "x", True),
        ("return[1]", "after", 23, "return[1]", True),
        ("return", "after", 23, "return", True),
        ('t["A"]', "after", 22, "t['A']", False),
        ("return[0]['A']", "after", 23, 'return[0]["A"]', True),
        ("x.shape", "entry", None, "x.shape", False),
        ("x + 1", "after", 18, "x + 1", True),
    ],
)
def test_where_a_cell_is_recorded(
    index: SourceIndex, text: str, when: str, line: int | None, expression: str, exact: bool
) -> None:
    found = cell(index, text)
    assert (found.text, found.when, found.expression, found.exact) == (
        text,
        when,
        expression,
        exact,
    )
    assert (found.node[0] if found.node else None) == line
    assert found.function == index.function("m.work")
    assert found.free == ()


def test_letters_that_no_code_knows_are_positions(index: SourceIndex) -> None:
    found = cell(index, "x[i, :, j]")
    assert (found.expression, found.free) == ("x[0, :, 0]", ("i", "j"))
    found = cell(index, "return[1][i]")
    assert (found.expression, found.free) == ("return[1][0]", ("i",))


def test_a_letter_of_the_code_is_itself(index: SourceIndex) -> None:
    assert cell(index, "x[N]").expression == "x[N]"
    assert cell(index, "x[u]").expression == "x[u]"
    assert cell(index, "x[u]").free == ()


def test_a_letter_bound_several_times_is_known(make_project: MakeProject) -> None:
    code = "def work(x):\n    k = 0\n    k = 1\n    return x[k]\n"
    index = SourceIndex.scan(make_project({"m.py": code}))
    assert cell(index, "x[k]").expression == "x[k]"


def test_short_names_come_from_the_settings(index: SourceIndex) -> None:
    found = cell(index, "short", {"short": 't["A"]'})
    assert (found.text, found.expression) == ("short", "t['A']")


@pytest.mark.parametrize("text", ["helper.a", "helper.c", "other.z"])
def test_a_function_called_twice_hands_over_no_one_value(index: SourceIndex, text: str) -> None:
    found = fault(index, text)
    callee = text.partition(".")[0]
    assert found.code == "ambiguous-anchor"
    assert found.message == f"`work` calls `{callee}` several times"
    assert found.help == "name the argument as it is written in the call"
    assert len(found.notes) == 2
    assert found.within is None


HANDED = """
def helper(a, b=2, *, c=3):
    return a


class Layer:
    def apply(self, q):
        return q


def idle(k):
    return k


def work(x, rest):
    u = helper(x + 1, c=x * 2)
    v = Layer.apply(x, u)
    return u
"""


def handed(folder: Path, call: str) -> SourceIndex:
    (folder / "m.py").write_text(HANDED.replace("helper(x + 1, c=x * 2)", call))
    return SourceIndex.scan(folder)


def test_what_a_call_hands_over_is_recorded_at_the_call(tmp_path: Path) -> None:
    index = handed(tmp_path, "helper(x + 1, c=x * 2)")
    function = index.function("m.work")
    parameter = index.resolve("helper.a", "m.work")
    assert cell(index, "helper.a") == Cell(
        "helper.a", function, parameter, "before", (16, 4, 16, 30), "x + 1"
    )
    assert cell(index, "helper.c").expression == "x * 2"


@pytest.mark.parametrize("call", ["helper(*rest)", "helper(x, *rest)", "helper(x)"])
def test_an_argument_that_cannot_be_told_is_a_fault(tmp_path: Path, call: str) -> None:
    found = fault(handed(tmp_path, call), "helper.b")
    assert (found.code, found.message) == (
        "unknown-anchor",
        "the call of `helper` hands over no `b`",
    )


def test_the_instance_of_a_method_may_be_an_argument(tmp_path: Path) -> None:
    """In `Layer.apply(x, u)` the first argument is `self`: no place is counted."""
    index = handed(tmp_path, "helper(x)")
    found = fault(index, "Layer.apply.q")
    assert found.message == "the call of `Layer.apply` hands over no `q`"
    code = (tmp_path / "m.py").read_text().replace("apply(x, u)", "apply(x, q=u)")
    (tmp_path / "m.py").write_text(code)
    assert cell(SourceIndex.scan(tmp_path), "Layer.apply.q").expression == "u"


def test_a_parameter_of_a_function_that_is_not_called(tmp_path: Path) -> None:
    found = fault(handed(tmp_path, "helper(x)"), "idle.k")
    assert (found.code, found.message, found.help) == (
        "unknown-anchor",
        "`idle.k` names no value of `work`",
        "name something that the function binds, or leave the cell without backticks",
    )


@pytest.mark.parametrize("text", ["helper", "Layer", "m", "N"])
def test_what_is_no_value_of_the_function(index: SourceIndex, text: str) -> None:
    assert fault(index, text).code == "unknown-anchor"


@pytest.mark.parametrize("text", ["nothing", "nothing[0]", "x[", "helper(x)[0]", "(x)(1)"])
def test_what_names_nothing(index: SourceIndex, text: str) -> None:
    assert fault(index, text).code == "unknown-anchor"


def test_a_base_bound_several_times_is_ambiguous(make_project: MakeProject) -> None:
    code = "def work(x):\n    k = [0]\n    k = [1]\n    return k\n"
    index = SourceIndex.scan(make_project({"m.py": code}))
    found = fault(index, "k[0]")
    assert found.code == "ambiguous-anchor"
    assert found.notes == ("m.py:2: `k = [0]` in `work`", "m.py:3: `k = [1]` in `work`")


def test_watching_asks_a_run(index: SourceIndex) -> None:
    run = Run("r")
    found = cell(index, "u")
    key = found.watch(run)
    assert key == "m:work|after|18,4,18,30|u"
    assert found.watch(run) == key
    (function,) = run.plan().functions
    assert function.watches == (Watch(key, (18, 4, 18, 30), "after", "u"),)
    assert found.observe(run) == []
