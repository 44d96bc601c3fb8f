r"""Indices: bases, positions, ranges, and entries outside an axis."""

from __future__ import annotations

import numpy as np
import pytest

from docgen.evaluation.evaluate import evaluate, side
from docgen.evaluation.term import Formula, Leaf, Problem, Range, Statement, Term
from tests.evaluation.reading import holds, problem, right, run

A = np.array([1.0, 2.0, 4.0])


@pytest.mark.parametrize(
    ("latex", "base", "value"),
    [
        ("s = a_1", 1, 1.0),
        ("s = a_1", 0, 2.0),
        ("s = a_3", 1, 4.0),
        ("s = a_n", 1, 4.0),
        ("s = a_{n-1}", 0, 4.0),
        (r"s = \sum_{i=1}^{n} a_i", 1, 7.0),
        (r"s = \sum_{i=0}^{n-1} a_i", 1, 7.0),
        (r"s = \sum_{i=1}^{n-1} a_i", 0, 6.0),
        (r"s = \sum_{i=1}^{n-1} (a_{i+1} - a_i)", 1, 3.0),
        (r"s = \sum_{i=0}^{n-2} (a_{i+1} - a_i)", 1, 3.0),
        (r"s = \sum_{i=1}^{n-1} i a_i", 1, 5.0),
        (r"s = \sum_i i a_i", 0, 10.0),
        (r"s = \sum_i i a_i", 1, 17.0),
        (r"s = \sum_{i=1}^{2} a_{2i-1}", 1, 5.0),
        (r"s = \sum_{i=0}^{1} a_{2i}", 1, 5.0),
    ],
)
def test_bases_of_indices_and_numerals(latex: str, base: int, value: float) -> None:
    found = right(latex, {"s": "scalar", "a": "(n,)"}, {"a": A}, base=base)
    assert float(found.data) == value


def test_an_expression_counts_from_zero_only_if_every_index_does() -> None:
    x, w = np.arange(9.0) ** 2, np.array([1.0, -2.0, 0.5])
    y = np.array([(x[i : i + 3] * w).sum() for i in range(7)])
    rows = {"x": "(n,)", "w": "(k,)", "y": "(n-k+1,)"}
    values = {"x": x, "w": w, "y": y}
    assert holds(r"y_i = \sum_{a=1}^{k} x_{i+a-1} w_a", rows, values)
    assert holds(r"y_i = \sum_{m=0}^{k-1} x_{i+m} w_m", rows, values)
    assert holds(r"y_i = \sum_{a=1}^{k} x_{i+a-1} w_a", rows, values)
    assert not holds(r"y_i = \sum_{a=1}^{k-1} x_{i+a} w_a", rows, values)


@pytest.mark.parametrize(
    ("latex", "message", "shown"),
    [
        (r"s = \sum_{i=1}^{n} (a_{i+1} - a_i)", "index `i+1` is 4, and its axis has 3", "i+1"),
        (r"s = \sum_{i=1}^{n} a_{i-1}", "index `i-1` is 0, and its axis has 3", "i-1"),
        (r"s = \sum_{i=0}^{n} a_i", "index `i` is 3, and its axis has 3", "i"),
        ("s = a_4", "index `4` is 4, and its axis has 3", "4"),
    ],
)
def test_leaving_the_axis_names_the_index_and_never_wraps(
    latex: str, message: str, shown: str
) -> None:
    found = problem(latex, {"s": "scalar", "a": "(n,)"}, {"s": 0.0, "a": A})
    assert found.code == "shape-mismatch"
    assert found.message == f"{message} entries"
    assert latex[found.span[0] : found.span[1]] == shown


@pytest.mark.parametrize(
    "latex",
    [
        r"c_i = \begin{cases} a_i & i = 1 \\ a_i - a_{i-1} & i > 1 \end{cases}",
        r"c_i = \begin{cases} a_i - a_{i-1} & i > 1 \\ a_i & \text{otherwise} \end{cases}",
        r"c_i = a_i - \mathbb{1}[i > 1] a_{i-1}",
        r"c_i = a_i - \sum_{j : j + 1 = i} a_j",
        r"c_i = a_i - \sum_{j=1}^{i} \mathbb{1}[j > 1] \delta_{ij} a_{j-1}",
    ],
)
def test_a_false_condition_excuses_an_index_that_leaves_its_axis(latex: str) -> None:
    rows = {"a": "(n,)", "c": "(n,)"}
    assert holds(latex, rows, {"a": A, "c": np.array([1.0, 1.0, 2.0])})


def test_a_condition_on_the_free_index_excuses_too() -> None:
    rows = {"a": "(n,)", "c": "(n,)"}
    values = {"a": A, "c": np.array([9.0, 1.0, 2.0])}
    outcome = run(r"c_i = a_i - a_{i-1}, \quad i > 1", rows, values)
    assert (outcome.problem, outcome.entries, outcome.ratio) == (None, 2, 0.0)
    outcome = run(r"c_i = a_i - a_{i-1}, \quad i = 2, \dots, n", rows, values)
    assert (outcome.problem, outcome.entries, outcome.ratio) == (None, 2, 0.0)
    assert problem(r"c_i = a_i - a_{i-1}", rows, values).message.startswith("index `i-1` is 0")


def test_a_true_condition_excuses_nothing() -> None:
    rows = {"a": "(n,)", "c": "(n,)"}
    latex = r"c_i = \begin{cases} a_{i-1} & i < 3 \\ a_i & \text{otherwise} \end{cases}"
    found = problem(latex, rows, {"a": A, "c": A})
    assert found.message == "index `i-1` is 0, and its axis has 3 entries"


def test_rows_diagonals_and_transposed_entries() -> None:
    x = np.arange(9.0).reshape(3, 3)
    rows = {"X": "(n, n)", "Y": "(n, n)", "d": "(n,)"}
    assert holds(r"d_i = X_{ii}", rows, {"X": x, "d": np.array([0.0, 4.0, 8.0])})
    assert holds(r"Y_{ij} = X_{ji}", rows, {"X": x, "Y": x.T})
    assert not holds(r"Y_{ij} = X_{ji}", rows, {"X": x, "Y": x})
    assert holds(r"d = X_2", rows, {"X": x, "d": x[1]})


def test_ranges_with_steps_and_bounds_on_other_indices() -> None:
    rows = {"a": "(n,)", "c": "(n,)", "Y": "(n, n)"}
    a = np.array([1.0, 2.0, 4.0, 8.0])
    assert holds(r"c_i = \sum_{j=1}^{i} a_j", rows, {"a": a, "c": a.cumsum()})
    assert holds(r"c_i = \sum_{j \le i} a_j", rows, {"a": a, "c": a.cumsum()})
    assert not holds(r"c_i = \sum_{j < i} a_j", rows, {"a": a, "c": a.cumsum()})
    steps = run(r"c_i = a_i, \quad i = 1, 3, \dots, n - 1", rows, {"a": a, "c": a})
    assert steps.entries == 2
    found = problem(r"c_i = a_i, \quad i = 1, 3, \dots, n", rows, {"a": a, "c": a})
    assert found.message == "index `i` runs 1, 3, … and never meets 4"
    lower = np.tril(np.outer(a, a))
    outcome = run(r"Y_{ij} = a_i a_j, \quad j \le i", rows, {"a": a, "Y": lower})
    assert (outcome.entries, outcome.ratio) == (10, 0.0)


def test_a_bound_that_is_no_whole_number() -> None:
    found = problem(r"s = \sum_{i=1}^{n/2} a_i", {"s": "scalar", "a": "(n,)"}, {"s": 1.0, "a": A})
    assert found == Problem("shape-mismatch", "a bound is 1.5, no whole number", found.span)


def test_positions_are_compared_with_indices_as_positions() -> None:
    p = np.array([[0.1, 0.7, 0.2], [0.6, 0.3, 0.1]])
    rows = {"P": "(T, V)", "y": "(T,) in V", "k": "(T,)", "c": "(V,)", "o": "(T,)"}
    values = {"P": p, "y": np.array([1, 0]), "k": np.array([2, 1]), "c": np.array([1, 1, 0])}
    values["o"] = np.ones(2)
    assert holds(r"y_t = \operatorname{argmax}_j P_{tj}", rows, values)
    assert holds(r"k_t = \operatorname{argmax}_j P_{tj}", rows, values)
    assert not holds(r"y_t = \operatorname{argmin}_j P_{tj}", rows, values)
    assert holds(r"c_v = \sum_{t : y_t = v} o_t", rows, values)
    assert holds(r"c_v = \sum_{t=1}^{T} \delta_{v,y_t}", rows, values)


def test_a_numeral_beside_a_position_has_two_readings() -> None:
    rows = {"s": "scalar", "y": "(T,) in V", "P": "(T, V)"}
    values = {"s": 1.0, "y": np.array([1, 0]), "P": np.zeros((2, 3))}
    latex = r"s = \sum_t \mathbb{1}[y_t = 1]"
    assert problem(latex, rows, values).code == "ambiguous-latex"
    assert holds(latex, rows, values, base=0)


def test_a_position_outside_its_axis_is_named() -> None:
    rows = {"E": "(V, d)", "x": "(T,) in V", "X": "(T, d)"}
    e = np.ones((3, 2))
    found = problem("X_t = E_{x_t}", rows, {"E": e, "x": np.array([0, -1]), "X": e[:2]})
    assert found.message == "index `x_t` is -1, and its axis has 3 entries"


def term(op: str, *args: Term, text: str = "", names: tuple[str, ...] = ()) -> Term:
    return Term(op, args, text, names)


def test_the_range_of_an_index_is_found_where_it_stands_alone() -> None:
    i = term("index", text="i")
    entry = term("at", term("leaf", text="x"), i)
    total = term("reduce", entry, term("binder", text="i", names=("", "1")), text="sum")
    made = Formula(
        (Statement((term("leaf", text="s"), total), ("=",)),), (Leaf("s", "s"), Leaf("x", "x"))
    )
    assert evaluate(made, 0, {"s": 7.0, "x": A}).ratio == 0.0
    twice = term(
        "at",
        term("leaf", text="x"),
        term("product", term("number", text="2"), i, names=("scalar",)),
    )
    total = term("reduce", twice, term("binder", text="i", names=("", "1")), text="sum")
    made = Formula(
        (Statement((term("leaf", text="s"), total), ("=",)),), (Leaf("s", "s"), Leaf("x", "x"))
    )
    found = evaluate(made, 0, {"s": 7.0, "x": A}).problem
    assert found is not None
    assert found.message == "the range of index `i` is unknown"


def test_letters_of_a_cell_hold_for_every_position() -> None:
    x, y = np.arange(12.0).reshape(3, 4), 2 * np.arange(12.0).reshape(3, 4)
    double = term("product", term("number", text="2"), term("leaf", text="x"), names=("scalar",))
    leaves = (Leaf("y", "y", ("d",), (("t", 0),)), Leaf("x", "x", ("d",), (("t", 0),)))
    made = Formula((Statement((term("leaf", text="y"), double), ("=",)),), leaves)
    assert evaluate(made, 0, {"x": x, "y": y}).entries == 12
    wrong = y.copy()
    wrong[2, 1] += 1
    outcome = evaluate(made, 0, {"x": x, "y": wrong})
    assert (outcome.place, outcome.left, outcome.right) == ("position 2 of t, [1]", "19", "18")
    turned = (leaves[0], Leaf("x", "x", ("d",), (("t", 1),)))
    made = Formula((Statement((term("leaf", text="y"), double), ("=",)),), turned)
    assert evaluate(made, 0, {"x": x.T, "y": y}).ratio == 0.0


def test_a_letter_of_a_cell_that_is_an_index_is_read_at_its_numbers() -> None:
    h = np.array([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]])
    leaves = (Leaf("h", "h_t", ("d",), (("t", 0),)), Leaf("a", "a", ("T", "d")))
    entry = term("at", term("leaf", text="a"), term("index", text="t"))
    bounds = (term("number", text="2"), term("size", text="T"))
    made = Formula(
        (Statement((term("leaf", text="h"), entry), ("=",), (Range("t", "T", 1, *bounds),)),),
        leaves,
    )
    values = {"h": h, "a": np.vstack([np.zeros(2), h[1:]])}
    outcome = evaluate(made, 0, values)
    assert (outcome.problem, outcome.entries, outcome.ratio) == (None, 4, 0.0)
    found = side(made, 0, 0, values)
    assert not isinstance(found, Problem)
    assert found.data.tolist() == [[3.0, 4.0], [5.0, 6.0]]
