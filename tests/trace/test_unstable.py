"""Gaps that the code's own rounding explains, and errors of the same size that it does not."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from docgen.evaluation.point import Point
from docgen.evaluation.term import Formula, Leaf, Outcome, Problem, Range, Statement, Term
from docgen.trace.kept import Record
from docgen.trace.plan import EquationPlan, EquationResult, FunctionPlan, Reading, RunPlan, Watch
from docgen.trace.recorder import Recorder
from docgen.trace.unstable import Shaken, _shake, about, is_near, recorded_leaf
from tests.trace.conftest import node

MODEL = """
    import numpy as np


    def variance(x):
        m = x.mean()
        v = (x * x).mean() - m * m{more}
        return v
"""
TEST = """
    import numpy as np
    from model import variance


    def test_far():
        variance(np.array([-1.0, 0.3, 2.1, 0.7, -0.4]) + {shift})
"""


def leaf(name: str) -> Term:
    return Term("leaf", text=name)


def square(term: Term) -> Term:
    return Term("power", (term, Term("number", text="2")), text="entries")


def variance() -> Formula:
    """`v = 1/n sum_i (x_i - m)^2`"""
    inner = Term("sum", (Term("at", (leaf("x"), Term("index", text="i"))), leaf("m")), "+-")
    binder = Term("binder", text="i", names=("n", "1"))
    mean = Term("reduce", (square(inner), binder), "sum")
    right = Term("quotient", (mean, Term("size", text="n")))
    leaves = (Leaf("v", "v", ()), Leaf("x", "x", ("n",)), Leaf("m", "m", ()))
    return Formula((Statement((leaf("v"), right), ("=",)),), leaves)


def results(project: Any, *, more: str = "", shift: str = "1e4") -> tuple[EquationResult, ...]:
    source = project.write("model.py", MODEL.format(more=more))
    project.write("tests/test_model.py", TEST.format(shift=shift))
    watches = (
        Watch("v", node(source, "v ="), "after", "v"),
        Watch("m", node(source, "m ="), "after", "m"),
        Watch("x", None, "entry", "x"),
    )
    readings = tuple(Reading(one.key, one.key, "model:variance") for one in watches)
    plan = RunPlan(
        "k",
        target="tests.test_model:test_far",
        path="tests/test_model.py",
        functions=(FunctionPlan("model", "model.py", "variance", 0, watches),),
        equations=(EquationPlan("e", "model:variance", variance(), ("v",), readings),),
    )
    (trace,) = project.record(plan)
    assert trace.failure is None
    found: tuple[EquationResult, ...] = trace.equations
    return found


def worst(found: tuple[EquationResult, ...]) -> Outcome:
    (result,) = found
    assert result.problem == ""
    (one,) = result.statements
    assert one.worst is not None
    assert one.worst.problem is None
    return one.worst


def test_what_the_code_loses_is_no_mismatch(project: Any) -> None:
    found = worst(results(project))
    assert found.ratio <= 1
    assert 1e-10 < found.gap <= found.tolerance < 1e-6
    (note,) = found.notes
    assert note in [f"the code loses {digits} digits" for digits in (7, 8, 9)]


@pytest.mark.parametrize("more", [" + 5e-7", " - 1e-6 * x.max() / 1e4"])
def test_an_error_of_that_size_is_one(project: Any, more: str) -> None:
    found = worst(results(project, more=more))
    assert found.ratio > 1
    assert found.notes == ()


def test_where_nothing_is_lost_nothing_is_said(project: Any) -> None:
    found = worst(results(project, shift="0.5"))
    assert found.ratio <= 1
    assert found.notes == ()


def test_a_large_gap_is_never_forgiven(project: Any) -> None:
    """At 1e8 the code is all noise: a true difference could not be seen."""
    found = worst(results(project, shift="1e8"))
    assert found.ratio > 1
    assert found.gap > 1e-6 * found.scale


def test_where_no_entry_is_over_its_bound_the_outcome_stays(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The entries compared here are not those that were found to differ."""
    value = np.array([1.0, 2.0])
    monkeypatch.setattr(Shaken, "_again", lambda *_: value)
    leaves = (Leaf("v", "v", ("n",)), Leaf("x", "x", ("n",)))
    formula = Formula((Statement((leaf("v"), leaf("x")), ("=",)),), leaves)
    point = Point({"v": value, "x": value.copy()})
    record = Record(0, 0, 0, value)
    shaken = Shaken(formula, 0, point, "v", "v", record, "", "m:f", {}, Recorder([], 1))
    outcome = Outcome(entries=2, ratio=2.0, gap=1e-9, scale=1.0)
    assert shaken.forgiven(outcome) == outcome


@pytest.mark.parametrize(
    ("outcome", "near"),
    [
        (None, False),
        (Outcome(ratio=0.5, gap=0.0, scale=1.0), False),
        (Outcome(ratio=2.0, gap=1e-6, scale=1.0), True),
        (Outcome(ratio=2.0, gap=1.1e-6, scale=1.0), False),
        (Outcome(ratio=float("inf"), gap=float("nan"), scale=1.0), False),
        (Outcome(ratio=float("nan"), gap=float("nan"), scale=1.0), False),
        (Outcome(ratio=2.0, gap=1e-7, scale=1.0, problem=Problem("run-failed", "no")), False),
    ],
)
def test_near(outcome: Outcome | None, near: bool) -> None:
    assert is_near(outcome) == near


@pytest.mark.parametrize(
    ("statement", "name"),
    [
        (Statement((leaf("v"), leaf("x")), ("=",)), "v"),
        (Statement((Term("at", (leaf("v"), Term("index", text="t"))), leaf("x")), ("=",)), "v"),
        (Statement((Term("at", (leaf("v"), leaf("v"))), leaf("x")), ("=",)), ""),
        (Statement((square(leaf("v")), leaf("x")), ("=",)), ""),
        (Statement((leaf("v"), leaf("x"), leaf("y")), ("=", "=")), ""),
        (Statement((leaf("v"), leaf("x")), ("≈",), tolerance=0.1), ""),
        (Statement((leaf("v"), leaf("x")), ("≤",)), ""),
        (Statement((leaf("v"), leaf("x")), ("=",), is_property=True), ""),
    ],
)
def test_what_the_left_side_is(statement: Statement, name: str) -> None:
    assert recorded_leaf(statement) == name


def test_about() -> None:
    kept = Statement((leaf("a"), leaf("b")), ("=",))
    asked = Statement((leaf("v"), leaf("x")), ("=",), (Range("t"),))
    found = about(Formula((kept, asked), ()), 1)
    near = Statement((leaf("v"), leaf("x")), ("≈",), (Range("t"),), tolerance=1e-6)
    assert found == Formula((kept, near), ())


def test_inputs_are_changed_in_their_last_place() -> None:
    frame: dict[str, Any] = {
        "x": np.array([1.0, -8.0, 0.0, -np.inf]),
        "held": {"w": np.ones(2, np.float32), "n": np.arange(3)},
        "eps": 2.0,
        "k": 3,
        "flag": True,
    }
    _shake(frame, np.random.default_rng(0))
    assert [abs(one) for one in (frame["x"][:2] / [1.0, -8.0] - 1)] == pytest.approx(
        [2.0**-52] * 2, rel=1e-6
    )
    assert frame["x"][2:].tolist() == [0.0, -np.inf]
    assert np.abs(frame["held"]["w"].astype(float) - 1).tolist() == [2.0**-23] * 2
    assert frame["held"]["n"].tolist() == [0, 1, 2]
    assert abs(frame["eps"] / 2 - 1) == 2.0**-52
    assert (frame["k"], frame["flag"]) == (3, True)
