r"""Big operators against NumPy, with conditions and bounds."""

from __future__ import annotations

import msgspec
import numpy as np
import pytest

from docgen.evaluation.evaluate import side
from docgen.evaluation.term import Problem
from tests.evaluation.reading import formula, holds, problem, right

A, B = np.array([1.0, 2.0, 4.0]), np.array([1.0, 1.0, 1.0])
M = np.array([[1.0, -2.0, 3.0], [0.5, 4.0, -1.0]])
ROWS = {"s": "scalar", "a": "(n,)", "b": "(n,)", "c": "scalar", "M": "(m, n)", "r": "(m,)"}
VALUES = {"a": A, "b": B, "c": 10.0, "M": M}


@pytest.mark.parametrize(
    ("latex", "value"),
    [
        (r"s = \sum_{i=1}^{n} a_i b_i + c", 17.0),
        (r"s = \sum_i a_i^2", 21.0),
        (r"s = \prod_i a_i", 8.0),
        (r"s = \max_i a_i", 4.0),
        (r"s = \min_i a_i", 1.0),
        (r"s = \operatorname{mean}_i a_i", 7 / 3),
        (r"s = \sum_{i,j} M_{ij}", 5.5),
        (r"s = \sum_{i<j} M_{ij}", 0.0),
        (r"s = \sum_{i \ne j} M_{ij}", 0.5),
        (r"s = \max_{i,j} M_{ij}", 4.0),
        (r"s = \sum_{j : j > 1} a_j", 6.0),
        (r"s = \prod_{j : j > 1} a_j", 8.0),
        (r"s = \max_{j : j < 3} a_j", 2.0),
        (r"s = \operatorname{mean}_{j : j > 1} a_j", 3.0),
        (r"s = \sum_{i=2}^{1} a_i", 0.0),
        (r"s = \prod_{i=2}^{1} a_i", 1.0),
        (r"s = \operatorname{logsumexp}_i a_i", 4 + np.log(np.exp(-3) + np.exp(-2) + 1)),
        (r"s = \sum_i \sum_j M_{ij} a_j", 13.5),
    ],
)
def test_big_operators(latex: str, value: float) -> None:
    found = right(latex, ROWS, VALUES)
    assert float(found.data) == pytest.approx(value, rel=1e-14, abs=1e-14)
    assert (found.letters, found.rank) == ((), 0)


def test_sums_of_arrays_and_along_one_axis() -> None:
    assert right(r"r_i = \sum_j M_{ij}", ROWS, VALUES).data.tolist() == [2.0, 3.5]
    assert right(r"a = \sum_i M_i", {**ROWS}, VALUES).data.tolist() == [1.5, 2.0, 2.0]
    assert right(r"r_i = \max_j M_{ij}", ROWS, VALUES).data.tolist() == [3.0, 4.0]


def test_the_bound_of_a_sum_is_the_sum_of_bounds() -> None:
    found = right(r"s = \sum_i a_i b_i", ROWS, VALUES)
    # Of each product, |a| E_b + |b| E_a + |a b| = 3 |a|, and what both bounds make together.
    assert float(found.error) == pytest.approx(21.0, rel=1e-15)


def test_the_maximum_of_nothing_is_no_number() -> None:
    found = problem(r"s = \max_{j : j > 3} a_j", ROWS, {**VALUES, "s": 0.0})
    assert (found.code, found.message) == ("nonfinite-value", "the right side is NaN")


def test_nan_is_never_hidden() -> None:
    spoiled = {**VALUES, "a": np.array([1.0, np.nan, 4.0]), "s": 3.0}
    for latex in (
        r"s = \max_i a_i",
        r"s = \operatorname{argmax}_i a_i",
        r"s = \sum_{i : a_i > 0} b_i",
        r"s = \sum_i \mathbb{1}[a_i > 0]",
    ):
        assert problem(latex, ROWS, spoiled).code == "nonfinite-value"
    assert holds(r"s = \sum_{i : i \ne 2} a_i", ROWS, {**spoiled, "s": 5.0})


def test_a_large_product_of_axes_is_refused_before_it_is_made() -> None:
    big = np.zeros(9000)
    found = problem(
        r"s = \sum_{i,j} (a_i - b_j)^2",
        {**ROWS, "b": "(m,)"},
        {"s": 0.0, "a": big, "b": big, "c": 0.0, "M": np.zeros((9000, 9000), np.float32)},
    )
    assert (found.code, found.message) == (
        "run-failed",
        "9000 × 9000 numbers at once are too many",
    )


@pytest.mark.parametrize(
    ("latex", "text", "values"),
    [
        # Of rows 1 and 3 one term of three meets the condition, of row 2 two do, of row 4 none.
        (r"r_i = \sum_{j : M_{ij} > 1} M_{ij}", "last term", [3.0, 4.0, 2.0, 0.0]),
        (r"r_i = \prod_{j : M_{ij} > 1} M_{ij}", "last factor", [3.0, 4.0, 2.0, 1.0]),
    ],
)
def test_the_last_term_of_wrong_variants(latex: str, text: str, values: list[float]) -> None:
    """What code that stores instead of adding leaves of each set."""
    rows = {"M": "(m, n)", "r": "(m,)"}
    matrix = np.array([[1.0, -2.0, 3.0], [5.0, 4.0, -1.0], [0.0, 2.0, 1.0], [0.0, -1.0, 1.0]])
    plain = formula(latex, rows)
    (statement,) = plain.statements
    changed = msgspec.structs.replace(statement.sides[1], text=text)
    sides = (statement.sides[0], changed)
    variant = msgspec.structs.replace(statement, sides=sides)
    whole = msgspec.structs.replace(plain, statements=(variant,))
    found = side(whole, 0, 1, {"M": matrix, "r": np.zeros(4)})
    assert not isinstance(found, Problem)
    assert (found.letters, found.data.tolist()) == (("i",), values)
