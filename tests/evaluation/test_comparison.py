r"""What passes and what does not: tolerances, infinities, NaN, inequalities, nothing at all."""

from __future__ import annotations

import math

import numpy as np
import pytest

from tests.evaluation.reading import holds, problem, run

ROWS = {"z": "(n,)", "x": "(n,)", "a": "scalar", "b": "scalar", "W": "(n, m)"}


@pytest.mark.parametrize("error", [1e-6, 1e-9, 1e-11, 1e-13])
def test_a_small_relative_error_is_seen(error: float) -> None:
    x = np.array([1.0, 2.0, -3.0])
    z = np.exp(x) / (1 + np.exp(x))
    values = {"x": x, "z": z}
    latex = r"z = \frac{1}{1 + \exp(-x)}"
    assert holds(latex, ROWS, values)
    assert not holds(latex, ROWS, {**values, "z": z * (1 + error)})


def test_infinities_are_equal_to_themselves_only() -> None:
    inf = math.inf
    x = np.array([inf, -inf, 1.0])
    assert holds("z = 2 x", ROWS, {"x": x, "z": np.array([inf, -inf, 2.0])})
    outcome = run("z = 2 x", ROWS, {"x": x, "z": np.array([inf, inf, 2.0])})
    assert (outcome.problem, outcome.ratio, outcome.place) == (None, inf, "[1]")
    outcome = run("z = 2 x", ROWS, {"x": x, "z": np.array([5.0, -inf, 2.0])})
    assert (outcome.problem, outcome.ratio, outcome.left) == (None, inf, "5")
    assert outcome.scale == 2.0


@pytest.mark.parametrize(
    ("z", "x", "side"),
    [
        ([1.0, math.nan], [1.0, 2.0], "left"),
        ([1.0, 2.0], [1.0, math.nan], "right"),
    ],
)
def test_nan_is_a_problem_with_its_place(z: list[float], x: list[float], side: str) -> None:
    found = problem("z = x", ROWS, {"z": np.array(z), "x": np.array(x)})
    assert (found.code, found.message) == ("nonfinite-value", f"the {side} side is NaN at [1]")


def test_nothing_to_compare_is_a_problem() -> None:
    found = problem("z = x", ROWS, {"z": np.zeros(0), "x": np.zeros(0)})
    assert found.code == "nonfinite-value"
    assert found.message == "nothing was compared: there is no entry"
    latex = r"z_i = x_i, \quad i > 7"
    assert problem(latex, ROWS, {"z": np.zeros(3), "x": np.zeros(3)}).message == found.message


@pytest.mark.parametrize(
    ("latex", "a", "is_right"),
    [
        (r"|W_{ij}| \le a", 0.3, True),
        (r"|W_{ij}| \le a", 0.2, False),
        (r"|W_{ij}| < a", 0.3 * (1 - 2e-16), True),
        (r"|W_{ij}| < a", 0.3, False),
        (r"a \ge |W_{ij}|", 0.3, True),
        (r"a > |W_{ij}|", 0.2, False),
        (r"-a \le W_{ij} \le a", 0.3, True),
        (r"-a \le W_{ij} \le a", 0.1, False),
        (r"W_{ij} \ne a", 0.3, True),
        (r"W_{ij} \ne a", 0.25, False),
    ],
)
def test_inequalities_hold_within_the_bound(latex: str, a: float, is_right: bool) -> None:
    w = np.array([[0.25, -0.3 * (1 + 1e-16)]])
    assert holds(latex, ROWS, {"W": w, "a": a}) is is_right


@pytest.mark.parametrize(
    ("latex", "x", "is_right"),
    [
        ("x_i > 0", [1.0, 0.0], False),
        ("0 < x_i", [1.0, 0.0], False),
        (r"x_i \ge 0", [1.0, 0.0], True),
        ("x_i < 2", [1.0, 2.0], False),
        (r"x_i \ne 0", [1.0, 0.0], False),
        (r"x_i \ne 0", [1.0, -1.0], True),
        (r"x_i > 0, \quad i < 2", [1.0, 0.0], True),
    ],
)
def test_a_strict_relation_is_false_where_both_sides_are_equal(
    latex: str, x: list[float], is_right: bool
) -> None:
    outcome = run(latex, ROWS, {"x": np.array(x)})
    assert (outcome.problem, outcome.ratio) == (None, 0.0 if is_right else math.inf)
    assert (outcome.place in ("[1]", "i = 2")) is not is_right


def test_an_inequality_by_more_than_the_bound_is_wrong() -> None:
    outcome = run(r"a \le b", ROWS, {"a": 1.0 + 1e-12, "b": 1.0})
    assert outcome.ratio > 1
    assert run(r"a \le b", ROWS, {"a": 1.0 + 1e-15, "b": 1.0}).ratio <= 1


def test_about_equal_is_relative_to_the_larger_side() -> None:
    values = {"a": 1.0, "b": 1.009}
    assert holds(r"a \approx b", ROWS, values, tolerance=0.01)
    assert not holds(r"a \approx b", ROWS, values, tolerance=0.005)
    assert not holds(r"a \approx b", ROWS, values)


@pytest.mark.parametrize("sign", [r"\leftarrow", r"\coloneqq"])
def test_assignments_compare_like_equations(sign: str) -> None:
    assert holds(rf"a {sign} 2 b", ROWS, {"a": 4.0, "b": 2.0})
    assert not holds(rf"a {sign} 2 b", ROWS, {"a": 5.0, "b": 2.0})


def test_an_index_missing_on_the_right_is_constant_along_it() -> None:
    w = np.array([[1.0, 2.0], [1.0, 2.0]])
    assert holds("W_{ij} = x_j", {**ROWS, "x": "(m,)"}, {"W": w, "x": np.array([1.0, 2.0])})
    outcome = run("W_{ij} = x_i", {**ROWS, "x": "(n,)"}, {"W": w, "x": np.array([1.0, 2.0])})
    assert (outcome.place, outcome.left, outcome.right) == ("i = 1, j = 2", "2", "1")


def test_shapes_that_only_the_run_knows() -> None:
    rows = {"z": "none", "x": "none"}
    found = problem("z = x", rows, {"z": np.zeros((2, 1)), "x": np.zeros(2)})
    assert found.message == "the left side is (2, 1), the right (2,)"
    found = problem("z = x", rows, {"z": np.zeros(3), "x": np.zeros(2)})
    assert found.message == "shapes (3,) and (2,) do not fit"
    assert found.span == (0, 5)


def test_numbers_are_shown_to_the_digit_that_differs() -> None:
    outcome = run("a = b", ROWS, {"a": 1.00000001, "b": 1.0})
    assert (outcome.left, outcome.right) == ("1.00000001", "1")


def test_a_bound_that_overflows_passes_nothing() -> None:
    huge = np.array([1e308])
    found = problem("z = x^2 / x^2 - 1", ROWS, {"z": np.zeros(1), "x": huge})
    assert found.code == "nonfinite-value"


def test_cancellation_is_allowed_for_and_no_more() -> None:
    # One-pass variance loses digits in proportion to the square of the mean.
    x = 1e3 + np.array([0.1, 0.2, 0.4])
    rows = {"v": "scalar", "x": "(n,)"}
    one_pass = (x**2).mean() - x.mean() ** 2
    latex = r"v = \frac{1}{n} \sum_i x_i^2 - \left(\frac{1}{n} \sum_i x_i\right)^2"
    assert holds(latex, rows, {"v": one_pass, "x": x})
    assert holds(latex, rows, {"v": x.var(), "x": x})
    assert not holds(latex, rows, {"v": x.var() * 1.001, "x": x})
    two_pass = r"v = \frac{1}{n} \sum_i (x_i - m)^2, \quad \text{where } m = \frac{1}{n} \sum_k x_k"
    assert holds(two_pass, rows, {"v": x.var(), "x": x})
