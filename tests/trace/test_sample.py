"""Samples of statements: small, as recorded, and taken without changing what is found."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import numpy as np

from docgen.evaluation.evaluate import evaluate
from docgen.evaluation.point import Point
from docgen.evaluation.term import Formula, Leaf, Outcome, Signature, Statement, Term
from docgen.trace.sample import Numbers, Sample, SampledCall, SampledSide
from docgen.trace.sampling import Sampler

Z, X = Term("leaf", text="Z"), Term("leaf", text="X")


def formula(right: Term, *leaves: Leaf, **more: Any) -> Formula:
    given = leaves or (Leaf("Z", "Z", ("n",)), Leaf("X", "X", ("n",)))
    return Formula((Statement((Z, right), ("=",)),), given, **more)


def taken(of: Formula, point: Point) -> tuple[Sample, Outcome]:
    """The sample of a point, which compares as the point without one does."""
    sampler = Sampler(of, 0, point)
    heard = sampler.point
    outcome = evaluate(of, 0, heard.values, heard.functions, heard.derivatives)
    assert outcome == evaluate(of, 0, point.values, point.functions, point.derivatives)
    return sampler.sample(3, 1, outcome), outcome


def halved(*given: Any) -> Any:
    return given[0] / 2


TWICE = Term("sum", (X, X), "++")


def test_the_numbers_of_leaves_and_sides() -> None:
    values = {"Z": np.array([2.0, -np.inf]), "X": np.array([1.0, -np.inf])}
    sample, outcome = taken(formula(TWICE), Point(values))
    both = Numbers((2,), (2.0, "-inf"))
    assert sample == Sample(
        3,
        1,
        {"Z": both, "X": Numbers((2,), (1.0, "-inf"))},
        sides=(SampledSide(both), SampledSide(both)),
        outcome=outcome,
    )
    assert msgspec.msgpack.decode(msgspec.msgpack.encode(sample), type=Sample) == sample


def test_the_kinds_of_numbers() -> None:
    values = {
        "Z": np.array([2.0, 2.0], np.float32),
        "X": np.array([1, 1]),
        "B": np.array([True, False]),
        "H": np.array([0.1], np.float16),
    }
    leaves = (*(Leaf(name, name, ("n",)) for name in "ZXB"), Leaf("H", "H", ("m",)))
    sample, _ = taken(formula(TWICE, *leaves), Point(values))
    assert sample.values == {
        "Z": Numbers((2,), (2.0, 2.0), "float32"),
        "X": Numbers((2,), (1, 1), "int"),
        "B": Numbers((2,), (), "bool"),  # the statement does not read it
        "H": Numbers((1,), (), "float16"),
    }


def test_calls_of_the_code_are_kept_once() -> None:
    made: list[float] = []

    def half(x: Any) -> Any:
        made.append(float(x))
        return x / 2

    entry = Term("apply", (X,), "half")
    leaves = (Leaf("Z", "Z", ("…",)), Leaf("X", "X", ("…",)))
    of = formula(entry, *leaves, signatures=(Signature("half", "h", (("…",),), ("…",)),))
    values = {"Z": np.array([2.0, 1.0, 2.0]), "X": np.array([4.0, 2.0, 4.0])}
    sampler = Sampler(of, 0, Point(values, {"half": half}))
    outcome = evaluate(of, 0, values, sampler.point.functions)
    before = len(made)
    sample = sampler.sample(0, 0, outcome)
    assert len(made) == before  # the sides are worked out with what was heard
    assert outcome.ratio <= 1
    heard = {call.arguments[0].data: call.result.data for call in sample.calls}
    assert len(heard) == len(sample.calls)
    flat = {x: y for xs, ys in heard.items() for x, y in zip(xs, ys, strict=True)}
    assert flat == {4.0: 2.0, 2.0: 1.0}
    assert sample.calls[0].key == "half"
    assert isinstance(sample.calls[0], SampledCall)


def test_a_derivative_that_was_taken() -> None:
    slope = Term("derivative", (Z, X))
    of = Formula(
        (Statement((slope, Term("derivative", (Z, X))), ("=",)),),
        (Leaf("Z", "Z", ("n",)), Leaf("X", "X", ("n",))),
    )
    values = {"Z": np.array([2.0]), "X": np.array([1.0])}
    sample, _ = taken(of, Point(values, {}, {("Z", "X"): lambda: np.array([[2.0]])}))
    assert sample.derivatives == (("Z", "X", Numbers((1, 1), (2.0,))),)


def test_too_many_numbers() -> None:
    large = {"Z": np.ones(300), "X": np.ones(301)}
    assert taken(formula(X), Point(large))[0] == Sample(
        3, 1, reason="its arrays hold more than 600 numbers"
    )
    halves = {"Z": np.ones(150), "X": np.ones(150)}
    assert taken(formula(X), Point(halves))[0].reason == ""
    # The two sides count as well.
    above = {"Z": np.ones(151), "X": np.ones(151)}
    assert taken(formula(X), Point(above))[0].reason == "its arrays hold more than 600 numbers"


def test_too_many_numbers_in_calls() -> None:
    of = formula(Term("apply", (X,), "half"), signatures=(Signature("half", "h", (("n",),)),))
    values = {"Z": np.ones(150), "X": np.full(150, 2.0)}
    sample, outcome = taken(of, Point(values, {"half": halved}))
    assert outcome.ratio <= 1
    assert sample.reason == "its arrays hold more than 600 numbers"


def test_whole_numbers_that_a_double_cannot_tell_apart() -> None:
    values = {"Z": np.array([2**53 + 2]), "X": np.array([2**52 + 1])}
    sample, _ = taken(formula(TWICE), Point(values))
    assert sample.reason == "it holds whole numbers above 9007199254740992"


def test_sides_that_are_not_equal_have_a_sample_and_those_without_value_none() -> None:
    values = {"Z": np.array([1.0]), "X": np.array([2.0])}
    sample, outcome = taken(formula(X), Point(values))
    assert outcome.ratio > 1
    assert sample.outcome == outcome
    values = {"Z": np.array([1.0]), "X": np.array([2.0, 3.0])}
    sample, outcome = taken(formula(X), Point(values))
    assert outcome.problem is not None
    assert sample == Sample(3, 1, reason=outcome.problem.message)


def test_values_that_are_no_numbers() -> None:
    values: dict[str, Any] = {"Z": np.array([1.0]), "X": "text"}
    sample, _ = taken(formula(X), Point(values))
    assert sample.reason == "`X` holds text, not numbers"


SOURCE = """
    def f(x):
        z = x + 0
        return z
"""


def test_the_first_execution_and_no_replay(modules: Callable[[str], Any]) -> None:
    module = modules(SOURCE)
    module.equation(
        ("f", "z", "after", "z ="),
        {"z": ("f", "z", "after", "z ="), "x": ("f", "x", "entry", "")},
    )

    def start(space: dict[str, Any]) -> None:
        space["f"](np.array([1.0, 2.0]))
        space["f"](np.array([5.0]))

    module.run(start)
    (found,), _ = module.equations.results(module.recorder, ())
    (statement,) = found.statements
    assert statement.points == 2
    assert statement.sample is not None
    assert (statement.sample.call, statement.sample.visit) == (0, 0)
    assert statement.sample.values["x"] == Numbers((2,), (1.0, 2.0))
    (again,), _ = module.equations.results(module.recorder, (), 1)
    assert again.statements[0].sample is None
