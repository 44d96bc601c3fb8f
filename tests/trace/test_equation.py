r"""Equations in whole runs: a project on disk, a worker, results."""

from __future__ import annotations

import ast
from typing import Any

import pytest

from docgen.evaluation.term import Formula, Leaf, Problem, Signature, Statement, Term
from docgen.trace.plan import (
    CallPlan,
    Clash,
    DerivativePlan,
    EquationPlan,
    EquationResult,
    FunctionPlan,
    NodeKey,
    Reading,
    RunPlan,
    Trace,
    Watch,
)

MODEL = """
    import numpy as np


    def relu(z):
        return np.maximum(z, 0)


    def forward(x, p):
        z = x @ p["w"] + p["b"]
        a = relu(z)
        y = a.sum()
        return y, {"x": x, "z": z}


    def backward(dy, cache, p):
        dz = dy * (cache["z"] > 0)
        dw = cache["x"].T @ dz
        return dw


    def step(w, g, n):
        v = w * 0
        for _ in range(n):
            v += g
            w = w - 0.5 * v
        return w
"""
TEST = """
    import numpy as np
    from model import backward, forward, step


    def params():
        return {"w": np.array([[1.0, -2.0, 0.5], [0.25, 1.0, -1.0]]), "b": np.zeros(3)}


    def test_ffn():
        p = params()
        x = np.array([[1.0, 2.0], [-1.0, 0.5], [2.0, -3.0], [0.5, 0.25]])
        y, cache = forward(x, p)
        _, other = forward(x + 1, p)
        dw = backward(2.0, cache, p)
        assert dw.shape == (2, 3)
        assert abs(y - 9.8125) < 1e-12


    def test_smooth():
        p = params()
        backward(3.0, forward(np.array([[1.0, 2.5], [-1.0, 0.75]]), p)[1], p)


    def test_step():
        assert step(np.array([1.0, -2.0]), np.array([0.5, 0.25]), 4).shape == (2,)


    def test_fragile():
        p = params()
        y, _ = forward(np.ones((1, 2)), p)
        if p["b"].any():
            raise ValueError("the bias is not zero")
"""


def leaf(name: str) -> Term:
    return Term("leaf", text=name)


def plus(*terms: Term, signs: str = "") -> Term:
    return Term("sum", terms, signs or "+" * len(terms))


def times(*terms: Term, kind: str = "scalar") -> Term:
    return Term("product", terms, names=(kind,) * (len(terms) - 1))


def statement(left: Term, right: Term) -> Statement:
    return Statement((left, right), ("=",))


class Asking:
    """Watches and equations on `model.py`."""

    def __init__(self, project: Any) -> None:
        self.project = project
        self.source = project.write("model.py", MODEL)
        project.write("tests/test_model.py", TEST)
        self.watches: dict[str, dict[str, Watch]] = {}
        self.equations: list[EquationPlan] = []

    def watch(self, function: str, cell: str, when: str, statement: str = "") -> str:
        key = f"{function}|{cell}|{when}|{statement}"
        place = self._node(statement) if statement else None
        self.watches.setdefault(function, {})[key] = Watch(key, place, when, cell)  # type: ignore[arg-type]
        return key

    def read(
        self, leaf: str, function: str, cell: str, when: str, statement: str = "", **more: Any
    ) -> Reading:
        return Reading(
            leaf, self.watch(function, cell, when, statement), f"model:{function}", **more
        )

    def equation(
        self,
        function: str,
        anchor: str,
        formula: Formula,
        readings: tuple[Reading, ...],
        key: str = "e",
        **more: Any,
    ) -> None:
        name = f"model:{function}"
        self.equations.append(EquationPlan(key, name, formula, (anchor,), readings, **more))

    def plan(self, test: str, **more: Any) -> RunPlan:
        return RunPlan(
            "k",
            target=f"tests.test_model:{test}",
            path="tests/test_model.py",
            functions=tuple(
                FunctionPlan("model", "model.py", name, 0, tuple(watches.values()))
                for name, watches in self.watches.items()
            ),
            equations=tuple(self.equations),
            **more,
        )

    def run(self, test: str, **more: Any) -> Trace:
        (trace,) = self.project.record(self.plan(test, **more))
        assert isinstance(trace, Trace)
        return trace

    def _node(self, statement: str) -> NodeKey:
        for found in ast.walk(ast.parse(self.source)):
            if isinstance(found, ast.stmt):
                text = ast.get_source_segment(self.source, found) or ""
                if text.startswith(statement):
                    end, last = found.end_lineno, found.end_col_offset
                    assert end is not None
                    assert last is not None
                    return (found.lineno, found.col_offset, end, last)
        raise LookupError(statement)

    def widen(self, right: Term, key: str = "e", **more: Any) -> None:
        """An equation of `z`, read in `forward`."""
        readings = (
            self.read("Z", "forward", "z", "after", "z ="),
            self.read("X", "forward", "x", "entry"),
            self.read("W", "forward", 'p["w"]', "before", "z ="),
            self.read("b", "forward", 'p["b"]', "before", "z ="),
        )
        leaves = (
            Leaf("Z", "Z", ("T", "F")),
            Leaf("X", "X", ("T", "d")),
            Leaf("W", "W", ("d", "F")),
            Leaf("b", "b", ("F",)),
        )
        formula = Formula((statement(leaf("Z"), right),), leaves)
        anchor = self.watch("forward", "z", "after", "z =")
        self.equation("forward", anchor, formula, readings, key, **more)


XW = times(leaf("X"), leaf("W"), kind="matrix")
ONES_B = times(Term("ones", text="T"), Term("transpose", (leaf("b"),)), kind="outer")


@pytest.fixture
def asking(project: Any) -> Asking:
    return Asking(project)


def summary(result: EquationResult) -> tuple[Any, ...]:
    """Replay, and of the only statement: points, entries, whether it passes."""
    assert result.problem == "", result.problem
    (one,) = result.statements
    assert one.worst is not None
    assert one.worst.problem is None, one.worst.problem
    return result.replay, one.points, one.entries, one.worst.ratio <= 1


def test_an_equation_at_every_call(asking: Asking) -> None:
    asking.widen(plus(XW, ONES_B))
    trace = asking.run("test_ffn")
    assert (trace.failure, trace.unstable) == (None, ())
    (result,) = trace.equations
    assert summary(result) == (0, 2, 24, True)
    (one,) = result.statements
    assert one.survivors  # b is zero: without it the equation holds as well
    assert one.variants > len(one.survivors)
    keys = {observation.key for observation in trace.observations}
    assert keys == set(asking.watches["forward"])


def test_a_mismatch_names_its_call_and_is_not_judged(asking: Asking) -> None:
    asking.widen(plus(XW, ONES_B, XW, signs="++-"), key="zero")
    asking.widen(times(Term("number", text="2"), XW), key="double")
    double, zero = asking.run("test_ffn").equations
    if double.key != "double":
        double, zero = zero, double
    assert summary(double) == (0, 2, 24, False)
    (one,) = double.statements
    assert one.worst is not None
    assert one.worst.causes
    assert (one.survivors, one.variants) == ((), 0)
    assert summary(zero)[3] is False


def test_replays_show_what_holds_only_for_zeros(asking: Asking) -> None:
    asking.widen(XW)
    trace = asking.run("test_ffn", replays=2)
    assert [summary(one) for one in trace.equations] == [
        (0, 2, 24, True),
        (1, 2, 24, False),
        (2, 2, 24, False),
    ]
    assert trace.replay_problems == {}
    assert {one.call for one in trace.observations} == {0, 1}  # those of the run as it is


def test_replays_are_no_false_alarm_and_tell_wrong_variants(asking: Asking) -> None:
    asking.widen(plus(XW, ONES_B))
    trace = asking.run("test_ffn", replays=2)
    assert [summary(one) for one in trace.equations] == [
        (number, 2, 24, True) for number in range(3)
    ]
    assert all(one.survivors == () for result in trace.equations[1:] for one in result.statements)


def test_a_replay_that_raises(asking: Asking) -> None:
    asking.widen(plus(XW, ONES_B))
    trace = asking.run("test_fragile", replays=2)
    assert trace.failure is None
    assert trace.replay_problems == {
        1: "ValueError: the bias is not zero",
        2: "ValueError: the bias is not zero",
    }
    assert [one.replay for one in trace.equations] == [0]


def test_backward_and_forward_meet_through_the_cache(asking: Asking) -> None:
    readings = (
        asking.read("dZ", "backward", "dz", "after", "dz ="),
        asking.read("dy", "backward", "dy", "entry"),
        asking.read("Z", "forward", "z", "after", "z =", is_paired=True),
    )
    leaves = (
        Leaf("dZ", "dZ", ("T", "F")),
        Leaf("dy", "dy", ()),
        Leaf("Z", "Z", ("T", "F")),
    )
    is_positive = Term(
        "indicator", (Term("chain", (leaf("Z"), Term("number", text="0")), names=(">",)),)
    )
    formula = Formula((statement(leaf("dZ"), times(leaf("dy"), is_positive)),), leaves)
    asking.equation("backward", readings[0].watch, formula, readings)
    trace = asking.run("test_ffn", replays=1)
    assert [summary(one) for one in trace.equations] == [(0, 1, 12, True), (1, 1, 12, True)]


def slope_of_y(asking: Asking) -> None:
    """dW = dy · ∂y/∂W, with y of the forward call that made the cache."""
    readings = (
        asking.read("dW", "backward", "dw", "after", "dw ="),
        asking.read("dy", "backward", "dy", "entry"),
        asking.read("y", "forward", "y", "after", "y =", is_paired=True),
        asking.read("W", "forward", 'p["w"]', "entry", is_paired=True),
    )
    leaves = (
        Leaf("dW", "dW", ("d", "F")),
        Leaf("dy", "dy", ()),
        Leaf("y", "y", ()),
        Leaf("W", "W", ("d", "F")),
    )
    slope = Term("derivative", (leaf("y"), leaf("W")))
    formula = Formula((statement(leaf("dW"), times(leaf("dy"), slope)),), leaves)
    plan = DerivativePlan(
        "y", "W", "model:forward", readings[2].watch, readings[3].watch, is_paired=True
    )
    asking.equation("backward", readings[0].watch, formula, readings, derivatives=(plan,))


def test_a_derivative_by_replay(asking: Asking) -> None:
    slope_of_y(asking)
    trace = asking.run("test_smooth", replays=1)
    assert [summary(one) for one in trace.equations] == [(0, 1, 6, True), (1, 1, 6, True)]
    assert trace.equations[0].called == ("model:forward", "model:relu")


def test_a_derivative_at_a_corner(asking: Asking) -> None:
    """Two entries of `z` are 0, where the slope of the largest of `z` and 0 jumps."""
    slope_of_y(asking)
    as_it_is, changed = asking.run("test_ffn", replays=1).equations
    assert summary(changed) == (1, 1, 6, True)
    worst = as_it_is.statements[0].worst
    assert worst is not None
    assert worst.problem is not None
    assert worst.problem.message == (
        '`y` has a corner, or bends sharply, in entry [0, 1] of `p["w"]`: '
        "differences give no derivative there"
    )


def test_a_derivative_that_cannot_be_taken_is_a_problem(asking: Asking) -> None:
    readings = (
        asking.read("y", "forward", "y", "after", "y ="),
        asking.read("Z", "forward", "z.T", "after", "a ="),
    )
    leaves = (Leaf("y", "y", ()), Leaf("Z", "Z", ("F", "T")))
    slope = Term("derivative", (leaf("y"), leaf("Z")))
    formula = Formula((statement(leaf("Z"), slope),), leaves)
    plan = DerivativePlan("y", "Z", "model:forward", readings[0].watch, readings[1].watch)
    asking.equation("forward", readings[0].watch, formula, readings, derivatives=(plan,))
    trace = asking.run("test_ffn")
    assert trace.failure is None
    worst = trace.equations[0].statements[0].worst
    assert worst is not None
    assert worst.problem is not None
    assert (worst.problem.code, worst.problem.message) == (
        "run-failed",
        "`z.T`: it is not bound by a statement, so it cannot be changed",
    )


def relu_of(asking: Asking, expression: str) -> None:
    """`a = R(z)`, where R is a call."""
    readings = (
        asking.read("A", "forward", "a", "after", "a ="),
        asking.read("Z", "forward", "z", "before", "a ="),
    )
    leaves = (Leaf("A", "A", ("T", "F")), Leaf("Z", "Z", ("T", "F")))
    formula = Formula(
        (statement(leaf("A"), Term("apply", (leaf("Z"),), "R")),),
        leaves,
        signatures=(Signature("R", "R", (("T", "F"),), ("T", "F")),),
    )
    call = CallPlan("R", expression, ("u",), "model")
    asking.equation("forward", readings[0].watch, formula, readings, calls=(call,))


def test_a_function_that_is_a_call(asking: Asking) -> None:
    relu_of(asking, "relu(u)")
    (result,) = asking.run("test_ffn").equations
    assert summary(result) == (0, 2, 24, True)
    assert result.called == ("model:relu",)


def test_a_call_that_raises(asking: Asking) -> None:
    relu_of(asking, "relu(u)[9]")
    trace = asking.run("test_ffn")
    assert trace.failure is None
    worst = trace.equations[0].statements[0].worst
    assert worst is not None
    assert worst.problem is not None
    assert worst.problem.code == "run-failed"
    assert "IndexError" in worst.problem.message


def test_a_loop_that_accumulates(asking: Asking) -> None:
    readings = (
        asking.read("new", "step", "v", "after", "v +="),
        asking.read("old", "step", "v", "before", "v +="),
        asking.read("g", "step", "g", "entry"),
    )
    leaves = tuple(Leaf(name, name, ("n",)) for name in ("new", "old", "g"))
    formula = Formula((statement(leaf("new"), plus(leaf("old"), leaf("g"))),), leaves)
    asking.equation("step", readings[0].watch, formula, readings)
    trace = asking.run("test_step", replays=1)
    assert [summary(one) for one in trace.equations] == [(0, 4, 8, True), (1, 4, 8, True)]


def test_a_clash(asking: Asking) -> None:
    """`v` before the addition in one equation, after it in the other."""
    for key, when in (("first", "before"), ("second", "after")):
        readings = (
            asking.read("v", "step", "v", when, "v +="),
            asking.read("g", "step", "g", "entry"),
        )
        leaves = (Leaf("v", "v", ("n",)), Leaf("g", "g", ("n",)))
        formula = Formula((statement(leaf("v"), leaf("v")),), leaves)
        asking.equation(
            "step", readings[0].watch, formula, readings, key, clash={"v": "v", "g": "g"}
        )
    trace = asking.run("test_step")
    assert trace.clashes == (Clash("v", ("first", "second"), 0, ("0.0 at [0]", "0.5 at [0]")),)


def test_a_cell_without_a_value_is_a_problem_of_the_equation(asking: Asking) -> None:
    asking.widen(XW)
    plan = asking.equations[0]
    bad = asking.read("b", "forward", "nothing", "before", "z =")
    asking.equations = [
        EquationPlan(
            "e",
            plan.function,
            Formula((statement(leaf("Z"), plus(XW, ONES_B)),), plan.formula.leaves),
            plan.anchors,
            (*plan.readings[:3], bad),
        )
    ]
    trace = asking.run("test_ffn")
    assert trace.failure is None
    assert trace.equations == (
        EquationResult("e", 0, problem="$b$: `nothing` is not bound here", calls=2, recorded=2),
    )


MANY = """
    import numpy as np
    from model import step


    def test_calls():
        for k in range(60):
            step(np.array([1.0, -2.0]), np.array([0.5, 0.25 * k]), 1)


    def test_visits():
        step(np.array([1.0, -2.0]), np.array([0.5, 0.25]), 200)


    def test_few():
        step(np.array([1.0, -2.0]), np.array([0.5, 0.25]), 50)
"""


@pytest.mark.parametrize(
    ("test", "counts", "notes"),
    [
        ("test_calls", (60, 20, 20, 20), ("20 of 60 calls were evaluated",)),
        ("test_visits", (1, 1, 50, 200), ("50 of 200 executions of a statement were evaluated",)),
        ("test_few", (1, 1, 50, 50), ()),
    ],
)
def test_what_is_left_out_is_told(
    asking: Asking, test: str, counts: tuple[int, ...], notes: tuple[str, ...]
) -> None:
    asking.project.write("tests/test_model.py", MANY)
    readings = (
        asking.read("v", "step", "v", "before", "v +="),
        asking.read("V", "step", "v", "after", "v +="),
        asking.read("g", "step", "g", "entry"),
    )
    leaves = tuple(Leaf(name, name, ("n",)) for name in "vVg")
    formula = Formula((statement(leaf("V"), plus(leaf("v"), leaf("g"))),), leaves)
    asking.equation("step", readings[1].watch, formula, readings)
    run, replay = asking.run(test, replays=1).equations
    for result, said in ((run, notes), (replay, ())):
        (one,) = result.statements
        assert one.worst is not None
        assert (result.calls, result.recorded, one.points, one.reached) == counts
        assert one.worst.notes == said
        assert one.worst.ratio <= 1


SYMMETRIC = """
    import numpy as np
    from model import forward


    def test_covariance():
        forward(np.array([[2.0, 1.0], [1.0, 3.0]]), {"w": np.eye(2), "b": np.ones(2)})


    def test_not():
        forward(np.array([[2.0, 1.0], [0.0, 3.0]]), {"w": np.eye(2), "b": np.ones(2)})
"""


@pytest.mark.parametrize(
    ("test", "name", "codes"),
    [
        ("test_covariance", "X", ("", "", "")),
        ("test_covariance", "W", ("", "", "run-failed")),
        ("test_not", "X", ("shape-mismatch", "run-failed", "run-failed")),
    ],
)
def test_what_is_declared_symmetric_is_so_or_nothing_is_said(
    asking: Asking, test: str, name: str, codes: tuple[str, ...]
) -> None:
    asking.project.write("tests/test_model.py", SYMMETRIC)
    asking.widen(plus(XW, ONES_B))
    plan = asking.equations[0]
    leaves = tuple(
        Leaf(one.name, one.symbol, one.shape, is_symmetric=one.name == name)
        for one in (
            Leaf("Z", "Z", ("T", "F")),
            Leaf("X", "X", ("T", "T")),
            Leaf("W", "W", ("T", "F")),
            Leaf("b", "b", ("F",)),
        )
    )
    formula = Formula(plan.formula.statements, leaves)
    asking.equations = [EquationPlan("e", plan.function, formula, plan.anchors, plan.readings)]
    found = [one.statements[0].worst for one in asking.run(test, replays=2).equations]
    said = f"`{name}` is declared symmetric, the array differs from its transpose"
    assert [one and (one.problem, one.ratio <= 1) for one in found] == [
        (Problem(code, said) if code else None, True) for code in codes
    ]


def test_an_equation_whose_statement_is_never_reached(asking: Asking) -> None:
    asking.widen(XW)
    (result,) = asking.run("test_step").equations
    assert (result.problem, result.statements[0].points) == ("", 0)


def test_a_run_that_fails_evaluates_nothing(asking: Asking) -> None:
    asking.widen(XW)
    asking.project.write("tests/test_model.py", TEST.replace("y - 9.8125", "y - 9.5"))
    trace = asking.run("test_ffn", replays=2)
    assert trace.failure is not None
    assert trace.failure.message == "AssertionError: assert abs(y - 9.5) < 1e-12"
    assert (trace.equations, trace.replay_problems) == ((), {})


def test_a_broken_text_in_place_of_the_file(asking: Asking) -> None:
    asking.widen(plus(XW, ONES_B))
    text = asking.source.replace('+ p["b"]', '- p["w"][0]')
    trace = asking.run("test_ffn", overrides={"model.py": text})
    assert trace.failure is not None  # the test itself notices
    step = asking.source.replace("0.5 * v", "0.5 + v")
    trace = asking.run("test_step", overrides={"model.py": step})
    assert trace.failure is None
    assert "model.py" in dict(trace.files)
    asking.watch("step", "w", "after", "w = w")
    asked = asking.plan("test_step", once=True)
    changed = asking.plan("test_step", once=True, overrides={"model.py": step})
    one, two = asking.project.record(asked, changed)
    assert [trace.observations[0].value.data for trace in (one, two)] == [
        (0.75, -2.125),
        (1.0, -2.25),
    ]


def test_the_one_execution_of_a_plan_may_be_a_replay(asking: Asking) -> None:
    asking.watch("step", "g", "entry")
    plans = [asking.plan("test_step", once=True, replay=number) for number in (0, 1, 1, 2)]
    data = [trace.observations[0].value.data for trace in asking.project.record(*plans)]
    assert data[0] == (0.5, 0.25)
    assert data[1] == data[2]
    assert len({data[0], data[1], data[3]}) == 3


ROOTS = """
    import numpy as np
    import model
    from model import forward, step


    def test_arrays():
        x = np.array([[1.0, 2.0]])
        x.flags.writeable = False
        forward(x, {"w": np.frombuffer(np.ones(6).tobytes()).reshape(2, 3), "b": np.zeros(3)})


    def test_none():
        step(2.0, 0.5, 1)


    def test_many():
        p = {"w": np.ones((2, 3)), "b": np.zeros(3)}
        forward(np.array([[1.0, 2.0]]), p)
        forward(np.array([[1.0, np.nan]]), p)


    def test_nan():
        forward(np.array([[1.0, np.nan]]), {"w": np.ones((2, 3)), "b": np.zeros(3)})
"""


def test_how_many_arrays_were_changed(asking: Asking) -> None:
    asking.project.write("tests/test_model.py", ROOTS)
    asking.widen(plus(XW, ONES_B))
    found = asking.run("test_arrays", replays=1).equations
    assert [(one.replay, one.changed, one.roots) for one in found] == [(0, 0, 0), (1, 2, 3)]
    assert [summary(one) for one in found] == [(0, 1, 3, True), (1, 1, 3, True)]
    found = asking.run("test_none", replays=1).equations
    assert [(one.changed, one.roots) for one in found] == [(0, 0), (0, 0)]


def test_arrays_of_the_module_are_roots(asking: Asking) -> None:
    source = MODEL.replace("np\n", "np\n\n    ONE = np.eye(2)\n", 1)
    asking.source = asking.project.write("model.py", source.replace("x @ p", "x @ ONE @ p"))
    asking.widen(plus(XW, ONES_B))
    found = asking.run("test_ffn", replays=1).equations
    assert [(one.changed, one.roots) for one in found] == [(0, 0), (5, 5)]
    assert [summary(one)[3] for one in found] == [True, False]


def test_what_is_no_number_in_a_replay_hides_no_mismatch(asking: Asking) -> None:
    asking.project.write("tests/test_model.py", ROOTS)
    asking.widen(XW)
    run, replay = asking.run("test_many", replays=1).equations
    for result, code, counts in ((run, "nonfinite-value", (2, 1)), (replay, "", (2, 1))):
        (one,) = result.statements
        assert one.worst is not None
        assert (one.points, one.conclusive) == counts
        assert (one.worst.problem.code if one.worst.problem else "") == code
    assert replay.statements[0].worst is not None
    assert replay.statements[0].worst.ratio > 1
    assert replay.statements[0].worst.causes  # looked for once the mismatch is known
    (_, replay) = asking.run("test_nan", replays=1).equations
    (one,) = replay.statements
    assert (one.points, one.conclusive) == (1, 0)
    assert one.worst is not None
    assert one.worst.problem is not None
    assert one.worst.problem.code == "nonfinite-value"


def test_statements_before_one_without_a_value_are_kept(asking: Asking) -> None:
    asking.widen(XW)
    plan = asking.equations[0]
    bad = asking.read("b", "forward", "nothing", "before", "z =")
    statements = (*plan.formula.statements, statement(leaf("Z"), plus(XW, ONES_B)))
    asking.equations = [
        EquationPlan(
            "e",
            plan.function,
            Formula(statements, plan.formula.leaves),
            (*plan.anchors, *plan.anchors),
            (*plan.readings[:3], bad),
        )
    ]
    (result,) = asking.run("test_ffn").equations
    assert result.problem == "$b$: `nothing` is not bound here"
    assert [(one.points, one.conclusive) for one in result.statements] == [(2, 2)]


PROPERTY = """
    class Layer:
        def __init__(self, x):
            self.x = x

        @property
        def wide(self):
            return 3 * self.x


    def f(layer):
        y = 3 * layer.x
        return y
"""


def test_properties_that_a_cell_executes_are_named(asking: Asking) -> None:
    asking.source = asking.project.write("model.py", PROPERTY)
    test = "import numpy as np\nfrom model import Layer, f\n\n\n"
    test += "def test_f():\n    f(Layer(np.ones(2)))\n"
    asking.project.write("tests/test_model.py", test)
    for cell in ("layer.wide", "3 * layer.x"):
        readings = (
            asking.read("y", "f", "y", "after", "y ="),
            asking.read("z", "f", cell, "after", "y ="),
        )
        leaves = (Leaf("y", "y", ("n",)), Leaf("z", "z", ("n",)))
        formula = Formula((statement(leaf("y"), leaf("z")),), leaves)
        asking.equation("f", readings[0].watch, formula, readings, key=cell)
    found = {one.key: (one.properties, one.called) for one in asking.run("test_f").equations}
    assert found == {
        "layer.wide": (("Layer.wide",), ("model:Layer.wide",)),
        "3 * layer.x": ((), ()),
    }
