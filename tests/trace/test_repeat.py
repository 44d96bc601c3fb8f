"""Gradient checks made again with other numbers; what is wrong follows from the formulas."""

from __future__ import annotations

from typing import Any

import pytest

from docgen.trace.plan import GradientPlan, GradientResult, RunPlan, Trace

PAIRS = (("return[0]", "x"), ("return[1]", "w"))
PRODUCT = """
def forward(x, w):
    return x @ w, (x, w)


def backward(dy, cache):
    x, w = cache
    return dy @ w, x.T @ dy
"""
RIGHT = PRODUCT.replace("dy @ w,", "dy @ w.T,")
CALL = "y, c = forward(rng.normal(size=(3, 4)), {w}); backward({dy}, c)"


def again(project: Any, source: str, code: str) -> Trace:
    project.write("model.py", "import numpy as np\n" + source)
    plan = GradientPlan("g", "model:forward", "model:backward", "return[0]", "dy", PAIRS)
    asked = RunPlan("k", code=code, imports=("model",), gradients=(plan,), replays=2)
    (trace,) = project.record(asked)
    assert isinstance(trace, Trace)
    assert trace.failure is None, trace.failure
    return trace


def wrong(results: tuple[GradientResult, ...]) -> list[tuple[int, str]]:
    assert [one.problem for one in results] == [""] * len(results)
    return [(one.replay, one.gradient) for one in results if not one.gap <= one.tolerance]


@pytest.mark.parametrize(
    ("w", "expected"),
    [
        # `dy @ w` is right for a symmetric w; in the second replay none stays so.
        ("np.eye(4)", [(2, "return[0]")]),
        ("np.diag([1.0, 2.0, 3.0, 4.0])", [(2, "return[0]")]),
        ("np.ones((4, 4))", [(2, "return[0]")]),
        ("(lambda a: a + a.T)(rng.normal(size=(4, 4)))", [(2, "return[0]")]),
    ],
)
def test_a_transpose_that_symmetric_weights_hide(
    project: Any, w: str, expected: list[tuple[int, str]]
) -> None:
    trace = again(project, PRODUCT, CALL.format(w=w, dy="np.ones((3, 4))"))
    assert wrong(trace.gradients) == []
    assert wrong(trace.gradients_again) == expected
    assert [(one.replay, one.gradient, one.is_unsymmetric) for one in trace.gradients_again] == [
        (1, "return[0]", False),
        (1, "return[1]", False),
        (2, "return[0]", True),
        (2, "return[1]", True),
    ]
    # x and w: another cotangent is no other point.
    assert {(one.roots, one.changed) for one in trace.gradients_again} == {(2, 2)}


def test_right_gradients_agree_with_all_numbers(project: Any) -> None:
    for w in ("np.eye(4)", "np.zeros((4, 4))", "np.ones((4, 4))", "rng.normal(size=(4, 4))"):
        trace = again(project, RIGHT, CALL.format(w=w, dy="np.ones((3, 4))"))
        assert wrong(trace.gradients_again) == []
        assert len(trace.gradients_again) == 4


def test_ones_hide_a_power(project: Any) -> None:
    source = """
def forward(x, w):
    return x * w, (x, w)


def backward(dy, cache):
    x, w = cache
    return dy * w * w, dy * x
"""
    code = "y, c = forward(np.full(3, 2.0), np.ones(3)); backward(np.ones(3), c)"
    trace = again(project, source, code)
    assert wrong(trace.gradients) == []
    assert wrong(trace.gradients_again) == [(1, "return[0]"), (2, "return[0]")]
    first = trace.gradients_again[0]
    assert first.where.startswith("at [")
    assert "] the code gives " in first.where


def test_what_the_example_hands_over_itself_is_no_fault(project: Any) -> None:
    """A copy made before the forward call keeps the old numbers; one made after has the new."""
    source = RIGHT.replace(", (x, w)", ", None")
    before = "x, w = rng.normal(size=(3, 4)), np.eye(4); old = x.copy(), w.copy()\n"
    call = "y, _ = forward(x, w); backward(np.ones((3, 4)), {})"
    trace = again(project, source, before + call.format("(x.copy(), w.copy())"))
    assert wrong(trace.gradients_again) == []
    stale = again(project, source, before + call.format("old"))
    assert wrong(stale.gradients) == []
    sentence = (
        "`backward` is given `cache`, with an array that `forward` neither received nor returned"
    )
    assert {one.problem for one in stale.gradients_again} == {sentence}


def test_a_cotangent_alone_makes_no_other_point(project: Any) -> None:
    """Of `w x²/2` the gradient is `w x`: at 1 the missing factor does not show."""
    source = """
def forward(x, w):
    return np.full(2, w * x * x / 2), (x, w)


def backward(dy, cache):
    x, w = cache
    return (dy * w).sum(), (dy * x * x / 2).sum()
"""
    code = "y, c = forward(1.0, 2.0); backward(np.ones(2), c)"
    trace = again(project, source, code)
    assert wrong(trace.gradients) == []
    assert [(one.replay, one.roots, one.changed) for one in trace.gradients_again] == [
        (1, 0, 0),
        (1, 0, 0),
        (2, 0, 0),
        (2, 0, 0),
    ]


def test_what_a_backward_call_adds_to_stays(project: Any) -> None:
    """A gradient of later layers that is zero in the example is none of the forward call's."""
    source = """
def forward(x, w):
    return x @ w, (x, w)


def backward(dy, cache, later):
    x, w = cache
    return dy @ w.T + later, x.T @ dy
"""
    code = (
        "y, c = forward(rng.normal(size=(3, 4)), np.eye(4))\n"
        "backward(np.ones((3, 4)), c, np.zeros((3, 4)))"
    )
    assert wrong(again(project, source, code).gradients_again) == []


def test_a_backward_call_may_come_first(project: Any) -> None:
    code = (
        "x, w = rng.normal(size=(3, 4)), np.eye(4)\n"
        "made = backward(np.ones((3, 4)), (x, w)); forward(x, w); made"
    )
    assert wrong(again(project, RIGHT, code).gradients_again) == []
    assert wrong(again(project, PRODUCT, code).gradients_again) == [(2, "return[0]")]


def test_a_run_that_takes_no_other_numbers(project: Any) -> None:
    guard = "    if np.abs(w - np.eye(4)).max() > 0.01:\n        raise ValueError('no')\n"
    source = RIGHT.replace("w):\n", "w):\n" + guard)
    trace = again(project, source, CALL.format(w="np.eye(4)", dy="np.ones((3, 4))"))
    assert wrong(trace.gradients) == []
    assert [(one.replay, one.problem) for one in trace.gradients_again] == [
        (1, "ValueError: no"),
        (1, "ValueError: no"),
        (2, "ValueError: no"),
        (2, "ValueError: no"),
    ]


def test_numbers_that_are_not_finite_say_nothing(project: Any) -> None:
    source = """
def forward(x, w):
    return np.sqrt(4 - x) + w, (x, w)


def backward(dy, cache):
    x, w = cache
    return -dy / (2 * np.sqrt(4 - x)), dy
"""
    code = "y, c = forward(np.full(9, 3.5), np.ones(9)); backward(np.ones(9), c)"
    trace = again(project, source, "np.seterr(all='ignore')\n" + code)
    assert wrong(trace.gradients) == []
    assert {one.problem for one in trace.gradients_again} == {
        "`return[0]` of `forward` is not a number"
    }
