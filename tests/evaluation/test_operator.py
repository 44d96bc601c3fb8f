r"""Derivatives of arrays by arrays: compared, added, and multiplied by vectors from both sides."""

from __future__ import annotations

import numpy as np
import pytest

from tests.evaluation.reading import holds, problem, right, run

RNG = np.random.default_rng(4)
W, V, U = RNG.normal(size=(3, 4)), RNG.normal(size=4), RNG.normal(size=3)
ROWS = {"y": "(m,)", "x": "(n,)", "W": "(m, n)", "v": "(n,)", "u": "(m,)", "z": "(n,)", "w": "(m,)"}
VALUES = {"y": W @ V, "x": V, "W": W, "v": V, "u": U, "z": U @ W, "w": W @ V}
SLOPES = {("y", "x"): lambda: W}


@pytest.mark.parametrize(
    ("latex", "is_right"),
    [
        (r"\frac{\partial y}{\partial x} = W", True),
        (r"\frac{\partial y}{\partial x} = 2 W", False),
        (r"W = \frac{\partial y}{\partial x}", True),
        (r"\left(\frac{\partial y}{\partial x}\right)^\top = W^\top", True),
        (r"z = u^\top \frac{\partial y}{\partial x}", True),
        (r"z = u \frac{\partial y}{\partial x}", True),
        (r"w = \frac{\partial y}{\partial x} v", True),
        (r"z = \left(\frac{\partial y}{\partial x}\right)^\top u", True),
        (r"w = 2 \frac{\partial y}{\partial x} v", False),
        (r"w = \frac{1}{2} \left(\frac{\partial y}{\partial x} + W\right) v", True),
    ],
)
def test_the_derivative_of_a_vector(latex: str, is_right: bool) -> None:
    assert holds(latex, ROWS, VALUES, derivatives=SLOPES) is is_right


def test_the_tolerance_is_that_of_the_differences() -> None:
    largest = float(np.abs(W).max())
    outcome = run(r"\frac{\partial y}{\partial x} = W", ROWS, VALUES, derivatives=SLOPES)
    assert outcome.tolerance == pytest.approx(1e-9 * largest, rel=1e-3)
    near = {("y", "x"): lambda: W + 0.9e-9 * largest}
    assert holds(r"\frac{\partial y}{\partial x} = W", ROWS, VALUES, derivatives=near)
    far = {("y", "x"): lambda: W + 2e-9 * largest}
    assert not holds(r"\frac{\partial y}{\partial x} = W", ROWS, VALUES, derivatives=far)


X, D_Y, M = RNG.normal(size=(3, 4)), RNG.normal(size=(3, 5)), RNG.normal(size=(4, 5))
# Y = X M, so dY_tf / dX_ug is M_gf where t = u.
JACOBIAN = np.einsum("tu,fg->tfug", np.eye(3), M.T)


def test_a_gradient_is_summed_over_all_axes_of_the_value() -> None:
    rows = {"dX": "(T, d)", "dY": "(T, F)", "Y": "(T, F)", "X": "(T, d)"}
    values = {"dX": D_Y @ M.T, "dY": D_Y, "Y": X @ M, "X": X}
    slopes = {("Y", "X"): lambda: JACOBIAN}
    latex = r"dX = dY \frac{\partial Y}{\partial X}"
    assert holds(latex, rows, values, derivatives=slopes)
    assert not holds(latex, rows, {**values, "dX": D_Y @ M.T + 1e-6}, derivatives=slopes)
    with_leads = {"dX": "(…, d)", "dY": "(…, F)", "Y": "(…, F)", "X": "(…, d)"}
    assert holds(latex, with_leads, values, derivatives=slopes)


def test_the_derivative_of_a_number_has_the_shape_of_what_it_is_by() -> None:
    rows = {"L": "scalar", "G": "(T, F)", "Y": "(T, F)", "X": "(T, d)", "H": "(T, d)"}
    values = {"L": 1.0, "G": D_Y, "Y": X @ M, "X": X, "H": D_Y @ M.T}
    slopes = {("L", "Y"): lambda: D_Y, ("Y", "X"): lambda: JACOBIAN}
    assert holds(r"\frac{\partial L}{\partial Y} = G", rows, values, derivatives=slopes)
    chained = r"H = \frac{\partial L}{\partial Y} \frac{\partial Y}{\partial X}"
    assert holds(chained, rows, values, derivatives=slopes)
    wrong = {**slopes, ("L", "Y"): lambda: 2 * D_Y}
    assert not holds(chained, rows, values, derivatives=wrong)


def eye(*shape: int) -> np.ndarray:
    size = int(np.prod(shape))
    return np.eye(size).reshape(*shape, *shape)


def test_the_identity_beside_a_derivative() -> None:
    rows = {"Y": "(T, d)", "X": "(T, d)", "F": "(T, d)", "dX": "(T, d)", "dY": "(T, d)"}
    values = {"Y": X, "X": X, "F": X, "dX": 3 * X, "dY": X}
    slopes = {
        ("Y", "X"): lambda: 3 * eye(3, 4),
        ("F", "X"): lambda: 2 * eye(3, 4),
        ("F", "Y"): lambda: eye(3, 4),
    }
    plus = r"\frac{\partial Y}{\partial X} = I + \frac{\partial F}{\partial X}"
    assert holds(plus, rows, values, derivatives=slopes)
    minus = r"\frac{\partial Y}{\partial X} = I - \frac{\partial F}{\partial X}"
    assert not holds(minus, rows, values, derivatives=slopes)
    assert holds(r"\frac{\partial F}{\partial Y} = I", rows, values, derivatives=slopes)
    assert not holds(r"\frac{\partial F}{\partial X} = I", rows, values, derivatives=slopes)
    residual = r"dX = dY \left(I + \frac{\partial F}{\partial X}\right)"
    assert holds(residual, rows, values, derivatives=slopes)
    chain = (
        r"\frac{\partial F}{\partial X} = \frac{2}{3} "
        r"\frac{\partial F}{\partial Y} \frac{\partial Y}{\partial X}"
    )
    assert holds(chain, rows, values, derivatives=slopes)


def test_the_identity_is_of_one_shape() -> None:
    rows = {"y": "none", "x": "none"}
    latex = r"\frac{\partial y}{\partial x} = I"
    found = problem(latex, rows, VALUES, derivatives=SLOPES)
    assert (found.code, found.message) == (
        "shape-mismatch",
        "the identity, and a derivative of (3,) by (4,)",
    )


def test_a_derivative_that_nobody_computed() -> None:
    found = problem(r"\frac{\partial y}{\partial x} = W", ROWS, VALUES)
    assert (found.code, found.message) == ("run-failed", "this derivative was not computed")


def test_a_derivative_is_no_array_within_functions() -> None:
    latex = r"z = \exp\left(\frac{\partial y}{\partial x}\right)"
    found = problem(latex, ROWS, VALUES, derivatives=SLOPES)
    assert found.code == "unsupported-latex"
    assert right(r"w = W v", ROWS, VALUES).state == "column"
