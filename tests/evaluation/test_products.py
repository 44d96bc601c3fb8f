r"""Products by kind and by state, and what is refused where nothing declares the shapes."""

from __future__ import annotations

import numpy as np
import pytest

from docgen.evaluation.evaluate import side
from docgen.evaluation.term import Formula, Leaf, Problem, Statement, Term
from tests.evaluation.reading import holds, problem, right

W = np.array([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]])
A = np.array([[1.0, 2.0], [3.0, 4.0]])
B = np.array([[0.0, 1.0], [1.0, 0.0]])
U, V = np.array([1.0, 2.0]), np.array([3.0, 4.0])


@pytest.mark.parametrize(
    "spelling",
    [
        r"W^T x",
        r"W^\top x",
        r"W^{\top} x",
        r"W^{\mathsf{T}} x",
        r"W^{\mathsf T} x",
        r"W^{\intercal} x",
        r"W^{\mathrm{T}} x",
        r"(W)^{T} x",
    ],
)
def test_every_spelling_of_the_transpose(spelling: str) -> None:
    rows = {"z": "(n,)", "W": "(m, n)", "x": "(m,)"}
    found = right(f"z = {spelling}", rows, {"W": W, "x": np.array([1.0, 0.0, 1.0])})
    assert found.data.tolist() == [6.0, 8.0]
    assert found.state == "column"


@pytest.mark.parametrize(
    ("latex", "value"),
    [
        (r"s = u^\top v", 11.0),
        (r"s = u \cdot v", 11.0),
        (r"w = u \odot v", [3.0, 8.0]),
        (r"w = u \circ v", [3.0, 8.0]),
        (r"w = 2 \cdot u", [2.0, 4.0]),
        (r"w = A \cdot u", [5.0, 11.0]),
        (r"w = u^\top A", [7.0, 10.0]),
        (r"C = u v^\top", [[3.0, 4.0], [6.0, 8.0]]),
        (r"C = A B", [[2.0, 1.0], [4.0, 3.0]]),
        (r"C = A \odot B", [[0.0, 2.0], [3.0, 0.0]]),
        (r"C = \alpha A", [[2.0, 4.0], [6.0, 8.0]]),
        (r"C = A^2", [[7.0, 10.0], [15.0, 22.0]]),
        (r"C = A^{-1} A", [[1.0, 0.0], [0.0, 1.0]]),
        (r"C = A^{-\top} A^\top", [[1.0, 0.0], [0.0, 1.0]]),
        (r"s = u^\top A v", 61.0),
    ],
)
def test_products_of_small_arrays(latex: str, value: object) -> None:
    rows = {"s": "scalar", "w": "(n,)", "C": "(n, n)", "A": "(n, n)", "B": "(n, n)"}
    rows |= {"u": "(n,)", "v": "(n,)", r"\alpha": "scalar"}
    found = right(latex, rows, {"A": A, "B": B, "u": U, "v": V, r"\alpha": 2.0})
    np.testing.assert_allclose(found.data, value, rtol=0, atol=1e-15)


def test_a_vector_with_leading_axes_meets_a_matrix() -> None:
    rng = np.random.default_rng(0)
    x, w, b = rng.normal(size=(2, 5, 4)), rng.normal(size=(3, 4)), rng.normal(size=3)
    rows = {"y": "(…, m)", "x": "(…, n)", "W": "(m, n)", "b": "(m,)"}
    assert holds("y = W x + b", rows, {"y": x @ w.T + b, "x": x, "W": w, "b": b})
    one = {"y": x[0, 0] @ w.T + b, "x": x[0, 0], "W": w, "b": b}
    assert holds("y = W x + b", rows, one)
    flat = {**rows, "x": "(n,)"}
    found = problem("y = W x + b", flat, {"y": x @ w.T + b, "x": x, "W": w, "b": b})
    assert found == Problem(
        "shape-mismatch", "`x` is declared (n,), that is (4,); the run has (2, 5, 4)"
    )


def test_matrices_with_leading_axes() -> None:
    rng = np.random.default_rng(1)
    q, k, w = rng.normal(size=(2, 3, 4)), rng.normal(size=(2, 3, 4)), rng.normal(size=(4, 4))
    rows = {"S": "(…, T, T)", "Q": "(…, T, d)", "K": "(…, T, d)", "W": "(d, d)"}
    values = {"S": q @ w @ k.swapaxes(1, 2), "Q": q, "K": k, "W": w}
    assert holds(r"S = Q W K^\top", rows, values)
    assert not holds(r"S = K W Q^\top", rows, values)


def test_a_bias_is_added_row_by_row() -> None:
    rng = np.random.default_rng(2)
    x, w, b = rng.normal(size=(4, 2)), rng.normal(size=(2, 3)), rng.normal(size=3)
    rows = {"Z": "(n, k)", "X": "(n, m)", "W": "(m, k)", "b": "(k,)"}
    values = {"Z": x @ w + b, "X": x, "W": w, "b": b}
    assert holds("Z = X W + b", rows, values)
    assert holds(r"Z = X W + \mathbf{1}_n b^\top", rows, values)
    assert holds(r"Z = X W + \mathbf{1} b^\top", rows, values)


def leaf(name: str) -> Term:
    return Term("leaf", text=name)


def undeclared(term: Term, **values: np.ndarray) -> object:
    """The value of a term whose leaves have no Shape."""
    leaves = tuple(Leaf(name, name) for name in values)
    made = Formula((Statement((term, term), ("=",)),), leaves)
    found = side(made, 0, 0, values)
    return found if isinstance(found, Problem) else found.data.tolist()


def product(*names: str, kind: str = "open") -> Term:
    return Term("product", tuple(leaf(one) for one in names), names=(kind,) * (len(names) - 1))


def test_open_products_are_decided_by_ranks_and_states() -> None:
    turned = Term("transpose", (leaf("u"),))
    assert undeclared(product("A", "u"), A=A, u=U) == [5.0, 11.0]
    assert undeclared(product("u", "A"), A=A, u=U) == [7.0, 10.0]
    assert undeclared(Term("product", (turned, leaf("v")), names=("open",)), u=U, v=V) == 11.0
    flipped = Term("transpose", (leaf("v"),))
    outer = Term("product", (leaf("u"), flipped), names=("open",))
    assert undeclared(outer, u=U, v=V) == [[3.0, 4.0], [6.0, 8.0]]
    assert undeclared(product("s", "A"), s=np.array(2.0), A=A) == [[2.0, 4.0], [6.0, 8.0]]


@pytest.mark.parametrize(
    ("term", "code", "message"),
    [
        (product("u", "v"), "ambiguous-latex", "a product of two vectors"),
        (
            Term("product", (product("A", "u"), leaf("A")), names=("open",)),
            "shape-mismatch",
            "shapes (2,) column and (2, 2) do not fit",
        ),
        (
            Term("product", (leaf("A"), Term("transpose", (leaf("u"),))), names=("open",)),
            "shape-mismatch",
            "shapes (2, 2) and (2,) row do not fit",
        ),
        (
            Term("sum", (product("A", "u"), Term("transpose", (leaf("u"),))), "++"),
            "shape-mismatch",
            "shapes (2,) column and (2,) row do not fit",
        ),
        (
            Term("sum", (leaf("A"), leaf("s")), "++"),
            "ambiguous-latex",
            "a number and a square matrix are added",
        ),
        (
            Term("sum", (leaf("A"), leaf("u")), "++"),
            "ambiguous-latex",
            "a vector and a square matrix are put together",
        ),
        (
            Term("quotient", (leaf("u"), leaf("A"))),
            "unsupported-latex",
            "a division by a matrix",
        ),
        (
            Term("power", (leaf("A"), Term("number", text="2"))),
            "ambiguous-latex",
            "a power of a square matrix of unknown Shape",
        ),
        (
            Term("call", (leaf("A"),), "exp"),
            "ambiguous-latex",
            "`exp` of a square matrix",
        ),
        (
            product("s", "A", kind="hadamard"),
            "shape-mismatch",
            "shapes () and (2, 2) do not fit",
        ),
    ],
)
def test_what_has_two_readings_without_a_shape_is_refused(
    term: Term, code: str, message: str
) -> None:
    found = undeclared(term, A=A, u=U, v=V, s=np.array(2.0))
    assert isinstance(found, Problem)
    assert (found.code, found.message) == (code, message)


def test_a_matrix_that_is_not_square_leaves_no_doubt() -> None:
    tall = np.array([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]])
    added = Term("sum", (leaf("W"), leaf("u")), "++")
    assert undeclared(added, W=tall, u=U) == [[2.0, 4.0], [4.0, 6.0], [6.0, 8.0]]
    assert undeclared(Term("sum", (leaf("u"), leaf("s")), "+-"), u=U, s=np.array(2.0)) == [
        -1.0,
        0.0,
    ]


def test_letters_are_names_and_never_numbers() -> None:
    # Both axes are 3 long, and T is not d.
    rows = {"Y": "(T, d)", "X": "(T, d)", "a": "(T,)", "b": "(d,)"}
    x, b = np.arange(9.0).reshape(3, 3), np.array([1.0, 2.0, 3.0])
    assert holds("Y = X + b", rows, {"Y": x + b, "X": x, "b": b, "a": b})
    assert holds("Y_{tj} = X_{tj} + a_t", rows, {"Y": x + b[:, None], "X": x, "b": b, "a": b})
    assert not holds("Y_{tj} = X_{tj} + a_t", rows, {"Y": x + b, "X": x, "b": b, "a": b})
