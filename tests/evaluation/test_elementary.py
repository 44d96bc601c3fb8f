r"""Elementary functions, powers, roots and bars: values, and bounds where slopes are infinite."""

from __future__ import annotations

import math

import numpy as np
import pytest

from docgen.evaluation.term import Problem
from tests.evaluation.reading import holds, problem, right

ROWS = {"z": "(n,)", "x": "(n,)", "s": "scalar", "A": "(m, n)", "c": "scalar"}
X = np.array([0.3, -0.7])


@pytest.mark.parametrize(
    ("name", "compute"),
    [
        (r"\exp", np.exp),
        (r"\sin", np.sin),
        (r"\cos", np.cos),
        (r"\tan", np.tan),
        (r"\tanh", np.tanh),
        (r"\sinh", np.sinh),
        (r"\cosh", np.cosh),
        (r"\arcsin", np.arcsin),
        (r"\arccos", np.arccos),
        (r"\arctan", np.arctan),
        (r"\operatorname{erf}", np.vectorize(math.erf)),
        (r"\operatorname{expm1}", np.expm1),
        (r"\operatorname{log1p}", np.log1p),
        (r"\operatorname{sign}", np.sign),
    ],
)
def test_functions_entry_by_entry(name: str, compute: object) -> None:
    assert callable(compute)
    found = right(f"z = {name}(x)", ROWS, {"x": X})
    assert found.data.tolist() == compute(X).tolist()


@pytest.mark.parametrize(
    ("name", "slope"),
    [
        (r"\exp", np.exp(X)),
        (r"\sin", np.abs(np.cos(X))),
        (r"\tanh", 1 - np.tanh(X) ** 2),
        (r"\arctan", 1 / (1 + X**2)),
        (r"\arcsin", 1 / np.sqrt(1 - X**2)),
        (r"\operatorname{log1p}", 1 / (1 + X)),
        (r"\operatorname{expm1}", np.exp(X)),
    ],
)
def test_the_bound_is_the_slope_times_that_of_the_argument(name: str, slope: np.ndarray) -> None:
    found = right(f"z = {name}(x)", ROWS, {"x": X})
    np.testing.assert_allclose(found.error, slope * np.abs(X) + np.abs(found.data), rtol=1e-14)


@pytest.mark.parametrize(
    ("latex", "value"),
    [
        (r"s = \|x\|", 5.0),
        (r"s = \|x\|_1", 7.0),
        (r"s = \|x\|_2^2", 25.0),
        (r"s = \lVert x \rVert_\infty", 4.0),
        (r"s = \|A\|_F", 5.0),
        (r"s = \sqrt{c}", 1.5),
        (r"s = \sqrt[3]{8}", 2.0),
        (r"s = c^{-1}", 1 / 2.25),
        (r"s = c^0", 1.0),
        (r"s = \log c", math.log(2.25)),
        (r"z = x^2", [9.0, 16.0]),
        (r"z = 2^x", [8.0, 0.0625]),
        (r"z = \frac{x}{c}", [3 / 2.25, -4 / 2.25]),
        (r"s = \sin^2 c", math.sin(2.25) ** 2),
    ],
)
def test_norms_roots_and_powers(latex: str, value: object) -> None:
    values = {"x": np.array([3.0, -4.0]), "A": np.array([[3.0, 0.0], [0.0, 4.0]]), "c": 2.25}
    found = right(latex, ROWS, values)
    np.testing.assert_allclose(found.data, value, rtol=1e-15)


@pytest.mark.parametrize(
    "latex",
    [
        r"z = \sqrt{x}",
        r"z = \exp(x)",
        r"z = x^{0.5}",
        r"z = \log x",
        r"z = \frac{1}{x}",
        r"z = e^{x}",
        r"z = x^2",
        r"z = \tanh(x)",
    ],
)
def test_the_bound_is_finite_wherever_the_value_is(latex: str) -> None:
    for x in ([0.0, 1.0], [-np.inf, np.inf], [1e-320, 1e300]):
        found = right(latex, ROWS, {"x": np.array(x)})
        finite = np.isfinite(found.data)
        assert np.isfinite(found.error[finite]).all()
        assert (found.error[np.isinf(found.data)] == 0).all()


def test_a_root_near_zero_has_the_bound_of_the_curve() -> None:
    # (1 - 1)^2 is 0 on the page and 1e-34 in a code that rounds before: the root turns it to 1e-17.
    rows = {"s": "scalar", "a": "(n,)", "b": "(n,)"}
    a = np.array([0.1, 0.2, 0.3])
    latex = r"s = \sqrt{\sum_i a_i - \sum_i b_i}"
    b = np.array([0.6, 0.0, 0.0])
    assert holds(latex, rows, {"s": 0.0, "a": a, "b": b})
    assert not holds(latex, rows, {"s": 1e-3, "a": a, "b": b})


def test_constants_are_pi_and_e() -> None:
    assert float(right(r"s = \pi", ROWS, {}).data) == math.pi
    assert float(right(r"s = e^2", ROWS, {}).data) == pytest.approx(math.e**2, rel=1e-15)
    assert float(right(r"s = -\infty", ROWS, {}).data) == -math.inf


@pytest.mark.parametrize(
    ("matrix", "message"),
    [
        (np.diag([1.0, 0.0]), "the condition number of this matrix is infinite"),
        (np.diag([1.0, 1e-7]), "the condition number of this matrix is 1.0e+07"),
    ],
)
def test_an_inverse_of_a_matrix_close_to_singular_is_refused(
    matrix: np.ndarray, message: str
) -> None:
    rows = {"z": "(n,)", "K": "(n, n)", "x": "(n,)"}
    found = problem("z = K^{-1} x", rows, {"z": X, "K": matrix, "x": X})
    assert found == Problem(
        "ill-conditioned",
        f"{message}; above 1e6 its inverse tells nothing",
        (4, 10),
    )


def test_the_bound_of_an_inverse_follows_its_condition() -> None:
    rng = np.random.default_rng(3)
    k, x = rng.normal(size=(4, 4)), rng.normal(size=4)
    rows = {"z": "(n,)", "K": "(n, n)", "x": "(n,)"}
    solved = np.linalg.solve(k, x)
    assert holds("z = K^{-1} x", rows, {"z": solved, "K": k, "x": x})
    assert not holds("z = K^{-1} x", rows, {"z": solved * (1 + 1e-9), "K": k, "x": x})


@pytest.mark.parametrize(
    ("latex", "value"),
    [
        (r"s = \det(K)", -2.0),
        (r"s = \operatorname{tr}(K)", 5.0),
        (r"z = \operatorname{diag}(K)", [1.0, 4.0]),
        (r"M = \operatorname{diag}(x)", [[0.3, 0.0], [0.0, -0.7]]),
        (r"M = K^0", [[1.0, 0.0], [0.0, 1.0]]),
        (r"M = K^3", [[37.0, 54.0], [81.0, 118.0]]),
    ],
)
def test_square_matrices(latex: str, value: object) -> None:
    rows = {"s": "scalar", "z": "(n,)", "M": "(n, n)", "K": "(n, n)", "x": "(n,)"}
    found = right(latex, rows, {"K": np.array([[1.0, 2.0], [3.0, 4.0]]), "x": X})
    np.testing.assert_allclose(found.data, value, rtol=1e-14)
    assert np.isfinite(found.error).all()
