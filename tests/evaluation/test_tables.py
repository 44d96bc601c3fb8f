r"""Ones and identities that find their length, lists and matrices of blocks."""

from __future__ import annotations

import numpy as np
import pytest

from docgen.evaluation.evaluate import evaluate
from docgen.evaluation.term import Formula, Leaf, Statement, Term
from tests.evaluation.reading import holds, problem, right

X = np.array([[1.0, 2.0], [3.0, 4.0], [5.0, 7.0]])
ROWS = {"X": "(n, d)", "Y": "(n, d)", "m": "(d,)", "r": "(n,)", "s": "scalar", "G": "(n, n)"}


@pytest.mark.parametrize(
    ("latex", "value"),
    [
        (r"r = X \mathbf{1}", [3.0, 7.0, 12.0]),
        (r"m = \mathbf{1}^\top X", [9.0, 13.0]),
        (r"s = \mathbf{1}^\top X \mathbf{1}", 22.0),
        (r"Y = \left(I - \frac{1}{n} \mathbf{1} \mathbf{1}^\top\right) X", X - X.mean(0)),
        (r"Y = X - \frac{1}{n} \mathbf{1} \mathbf{1}^\top X", X - X.mean(0)),
        (r"G = X X^\top + \lambda I", X @ X.T + 2 * np.eye(3)),
        (r"G = X X^\top + \lambda I_n", X @ X.T + 2 * np.eye(3)),
        (r"G = \frac{1}{2} (X X^\top - I)^\top", (X @ X.T - np.eye(3)) / 2),
        (r"Y = X + \mathbf{1} m^\top", X + np.array([1.0, -1.0])),
        (r"Y = X + r \mathbf{1}^\top", X + np.array([[1.0], [2.0], [3.0]])),
        (r"Y = I X", X),
    ],
)
def test_lengths_come_from_what_is_met(latex: str, value: object) -> None:
    values = {"X": X, r"\lambda": 2.0, "m": np.array([1.0, -1.0]), "r": np.array([1.0, 2.0, 3.0])}
    rows = {**ROWS, r"\lambda": "scalar"}
    values = {k: v for k, v in values.items() if not latex.startswith(k)}
    np.testing.assert_allclose(right(latex, rows, values).data, value, rtol=1e-14, atol=1e-14)


def test_ones_beside_the_left_side_take_its_length() -> None:
    assert holds(r"r = \mathbf{1}", ROWS, {"r": np.ones(3)})
    assert holds(r"G = I", ROWS, {"G": np.eye(3)})
    assert not holds(r"G = I", ROWS, {"G": np.ones((3, 3))})
    assert not holds(r"r = 2 \mathbf{1}", ROWS, {"r": np.ones(3)})


def leaf(name: str) -> Term:
    return Term("leaf", text=name)


def open_ones() -> Term:
    return Term("ones", span=(3, 5))


def test_ones_without_a_partner_are_refused() -> None:
    dot = Term("product", (Term("transpose", (open_ones(),)), open_ones()), names=("dot",))
    made = Formula((Statement((leaf("s"), dot), ("=",)),), (Leaf("s", "s", ()),))
    found = evaluate(made, 0, {"s": 3.0}).problem
    assert found is not None
    assert (found.code, found.span) == ("unsupported-latex", (3, 5))
    assert found.message == "nothing gives these ones a length"


def test_ones_of_two_lengths() -> None:
    # One vector of ones cannot be as long as both axes of an array that is not square.
    one = open_ones()
    both = Term("product", (Term("transpose", (one,)), leaf("X"), one), names=("matrix", "dot"))
    made = Formula((Statement((leaf("s"), both), ("=",)),), (Leaf("s", "s", ()), Leaf("X", "X")))
    found = evaluate(made, 0, {"s": 3.0, "X": X}).problem
    assert found is not None
    assert found.code == "shape-mismatch"


H = np.arange(12.0).reshape(2, 3, 2)


@pytest.mark.parametrize(
    ("latex", "value"),
    [
        (r"z = [x, y]", [1.0, 2.0, 3.0]),
        (r"z = [x; y]", [1.0, 2.0, 3.0]),
        (r"z = [x, 4, y]", [1.0, 2.0, 4.0, 3.0]),
        (r"z = [y_1, x_2, x_1]", [3.0, 2.0, 1.0]),
        (r"M = [H_1, H_2]", [[0, 1, 6, 7], [2, 3, 8, 9], [4, 5, 10, 11]]),
        (r"M = [H_1, \dots, H_h]", [[0, 1, 6, 7], [2, 3, 8, 9], [4, 5, 10, 11]]),
        (r"M = [H_1; H_2]", [[0, 1], [2, 3], [4, 5], [6, 7], [8, 9], [10, 11]]),
        (
            r"M = \operatorname{Concat}(H_1, \dots, H_h)",
            [[0, 1, 6, 7], [2, 3, 8, 9], [4, 5, 10, 11]],
        ),
        (r"M = \begin{pmatrix} 1 & 2 \\ 3 & s \end{pmatrix}", [[1, 2], [3, 9]]),
        (r"z = \begin{pmatrix} 1 & 2 \\ 3 & s \end{pmatrix} x", [5.0, 21.0]),
        (r"M = \begin{pmatrix} A & A \\ A & -A \end{pmatrix}", [[7, 7], [7, -7]]),
        (r"z = \begin{pmatrix} s \\ 1 \end{pmatrix}", [9.0, 1.0]),
    ],
)
def test_lists_and_matrices(latex: str, value: object) -> None:
    rows = {"z": "none", "M": "none", "x": "(2,)", "y": "(b,)", "H": "(h, T, c)", "s": "scalar"}
    rows |= {"A": "(b, b)"}
    values = {"x": np.array([1.0, 2.0]), "y": np.array([3.0]), "H": H, "s": 9.0}
    values |= {"A": np.array([[7.0]])}
    assert right(latex, rows, values).data.tolist() == value


def test_a_matrix_of_every_index_rotates() -> None:
    angle = np.array([0.1, 0.2, 0.3])
    x = np.arange(6.0).reshape(3, 2)
    y = np.stack(
        [
            np.cos(angle) * x[:, 0] - np.sin(angle) * x[:, 1],
            np.sin(angle) * x[:, 0] + np.cos(angle) * x[:, 1],
        ],
        1,
    )
    latex = (
        r"y_t = \begin{pmatrix} \cos(\theta_t) & -\sin(\theta_t) \\ "
        r"\sin(\theta_t) & \cos(\theta_t) \end{pmatrix} x_t"
    )
    rows = {"y": "(T, 2)", "x": "(T, 2)", r"\theta": "(T,)"}
    assert holds(latex, rows, {"y": y, "x": x, r"\theta": angle})
    assert not holds(latex.replace("-", ""), rows, {"y": y, "x": x, r"\theta": angle})


def test_parts_that_do_not_fit() -> None:
    rows = {"M": "none", "A": "(a, b)", "B": "(a, c)"}
    values = {"M": np.zeros((2, 5)), "A": np.zeros((2, 2)), "B": np.zeros((2, 3))}
    assert holds("M = [A, B]", rows, values)
    found = problem(
        "M = [A, B]", {**rows, "B": "(e, c)", "A": "none"}, {**values, "B": np.zeros((3, 3))}
    )
    assert (found.code, found.message) == (
        "shape-mismatch",
        "shapes (2, 2), (3, 3) do not fit side by side",
    )


def test_numbers_that_a_float_holds_are_exact() -> None:
    exact = right("s = 1.5", ROWS, {})
    assert (float(exact.data), float(exact.error)) == (1.5, 0.0)
    rounded = right("s = 0.1", ROWS, {})
    assert (float(rounded.data), float(rounded.error)) == (0.1, 0.1)
