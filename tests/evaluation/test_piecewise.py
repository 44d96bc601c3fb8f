r"""`cases`, indicators, and the larger of two values."""

from __future__ import annotations

import numpy as np
import pytest

from tests.evaluation.reading import holds, problem, right, run

ELU = r"a = \begin{cases} z & \text{if } z > 0 \\ \alpha (e^{z} - 1) & %s \end{cases}"
ROWS = {"a": "(…)", "z": "(…)", r"\alpha": "scalar"}


def test_rows_are_chosen_entry_by_entry() -> None:
    z = np.array([-1.0, 0.0, 2.0])
    found = right(ELU % r"\text{otherwise}", ROWS, {"z": z, r"\alpha": 1.0})
    np.testing.assert_allclose(found.data, [np.expm1(-1), 0.0, 2.0], rtol=1e-15)
    assert found.letters == ("…0",)


def test_the_row_that_is_not_taken_makes_no_warning_and_no_bound() -> None:
    z = np.array([1000.0, -1.0])
    values = {"z": z, r"\alpha": 1.0, "a": np.array([1000.0, np.expm1(-1.0)])}
    outcome = run(ELU % r"\text{otherwise}", ROWS, values)
    assert outcome.problem is None
    assert outcome.ratio <= 1
    assert outcome.branches == tuple(
        f"cases 4:{len(ELU) + 14} {key}" for key in ("1+", "1-", "2+", "2-")
    )


def test_a_gap_between_rows_names_the_entry() -> None:
    z = np.array([-1.0, 0.0, 2.0])
    found = problem(ELU % "z < 0", ROWS, {"z": z, r"\alpha": 1.0, "a": z})
    assert (found.code, found.message) == ("unsupported-latex", "no row of `cases` holds at [1]")


def test_rows_that_overlap_are_an_error_whatever_their_values() -> None:
    z = np.array([-1.0, 0.0, 2.0])
    latex = r"a = \begin{cases} z & z \ge 0 \\ z & z \le 0 \end{cases}"
    found = problem(latex, ROWS, {"z": z, "a": z})
    assert (found.code, found.message) == ("ambiguous-latex", "2 rows of `cases` hold at [1]")


def test_places_of_cases_are_in_the_numbers_of_the_page() -> None:
    latex = r"Y_{ij} = \begin{cases} 1 & i < j \\ 0 & i > j \end{cases}"
    found = problem(latex, {"Y": "(n, m)"}, {"Y": np.zeros((2, 3))})
    assert found.message == "no row of `cases` holds at i = 1, j = 1"
    assert holds(latex + r", \quad i \ne j", {"Y": "(n, m)"}, {"Y": np.triu(np.ones((2, 3)), 1)})


def test_nan_in_a_condition_is_nan() -> None:
    z = np.array([np.nan, 1.0])
    found = problem(ELU % r"\text{otherwise}", ROWS, {"z": z, "a": z, r"\alpha": 1.0})
    assert (found.code, found.message) == (
        "nonfinite-value",
        "the left and the right side is NaN at [0]",
    )


@pytest.mark.parametrize(
    ("latex", "value"),
    [
        (r"a = \max(0, z)", [0.0, 0.5, 3.0]),
        (r"a = \min(\max(z, -1), 1)", [-1.0, 0.5, 1.0]),
        (r"m = \max_j z_j", 3.0),
        (r"m = \max\{z_1, z_2\}", 0.5),
        (r"a = \mathbb{1}[z > 0]", [0.0, 1.0, 1.0]),
        (r"a = \mathbb{1}[z > 0] \odot z", [0.0, 0.5, 3.0]),
        (r"m = \sum_j \mathbb{1}[0 < z_j \le 1]", 1.0),
    ],
)
def test_max_min_and_indicators(latex: str, value: object) -> None:
    rows = {"a": "(n,)", "z": "(n,)", "m": "scalar"}
    found = right(latex, rows, {"z": np.array([-2.0, 0.5, 3.0])})
    assert found.data.tolist() == value


def test_max_of_a_number_and_a_square_matrix() -> None:
    z = np.array([[-1.0, 2.0], [3.0, -4.0]])
    rows = {"A": "(n, n)", "Z": "(n, n)"}
    outcome = run(r"A = \max(0, Z)", rows, {"A": np.maximum(z, 0), "Z": z})
    assert outcome.ratio == 0.0
    assert outcome.branches == ("max 4:14 1+", "max 4:14 1-", "max 4:14 2+", "max 4:14 2-")


def test_the_branch_that_never_ran_is_missing() -> None:
    rows = {"g": "(n,)", "h": "(n,)", "c": "scalar"}
    latex = r"h = \min\left(1, \frac{c}{\|g\|}\right) g"
    g = np.array([3.0, -4.0])
    clipped = run(latex, rows, {"g": g, "h": g / 2.5, "c": 2.0})
    assert clipped.ratio <= 1
    assert [key[-2:] for key in clipped.branches] == ["1-", "2+"]
    whole = run(latex, rows, {"g": g, "h": g, "c": 9.0})
    assert [key[-2:] for key in whole.branches] == ["1+", "2-"]


def test_branches_inside_a_row_count_where_the_row_is_taken() -> None:
    latex = r"a = \begin{cases} \max(z, 1) & z > 0 \\ 0 & z \le 0 \end{cases}"
    values = {"z": np.array([-2.0, 3.0]), "a": np.array([0.0, 3.0])}
    outcome = run(latex, {"a": "(…)", "z": "(…)"}, values)
    assert [key for key in outcome.branches if key.startswith("max")] == [
        "max 18:28 1+",
        "max 18:28 2-",
    ]


def test_a_near_tie_has_the_bound_of_both() -> None:
    # The code may take the other of two values that are equal up to rounding.
    x, y = 1.0, np.array([0.1] * 10)
    rows = {"a": "scalar", "x": "scalar", "y": "(n,)"}
    latex = r"a = \min\left(x, \sum_i y_i\right)"
    assert holds(latex, rows, {"a": 1.0, "x": x, "y": y})
    assert holds(latex, rows, {"a": 0.9999999999999999, "x": x, "y": y})
