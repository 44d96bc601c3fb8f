r"""Rule 5: the Shape is what a symbol is in the equation.

A plainer rule broadcasts as NumPy does: what has another shape than the page says fits all the
same.
"""

from __future__ import annotations

import pytest

from tests.checking.conftest import Check, concept, fence, table

BATCHED = """
    def f(X, W):
        Y = {product}
        A = np.maximum(Y, 0.0)
        return A


    def ex(B=2, T=3, d=5, F=4):
        r = np.random.default_rng(0)
        return f(r.normal(size=(B, T, d)), r.normal(size=(d, F)))
    """
LEADING = ("X | `X` | (…, T, d)", "W | `W` | (d, F)", "Y | `Y` | (…, T, F)")


def test_leading_axes_that_the_equation_does_not_see(check: Check) -> None:
    rows = table(*LEADING, "A | `A` | (…, T, F)")
    equations = (fence("Y", "Y = X W"), fence("A", r"A = Y \odot \mathbf{1}[Y > 0]"))
    found = check(BATCHED.format(product="X @ W"), concept("f", *equations, rows))
    assert (found.states, found.codes) == ({"y": "verified", "a": "verified"}, [])


def test_the_equation_holds_at_every_leading_index(check: Check) -> None:
    """The code mixes two entries of the batch up; each of the products is right by itself."""
    rows = table(*LEADING)
    model = BATCHED.format(product="X[::-1] @ W")
    found = check(model, concept("f", fence("Y", "Y = X W"), rows))
    assert (found.states, found.codes) == ({"y": "mismatch"}, ["equation-mismatch"])


CENTRE = """
    def f(X):
        m = X.mean(axis=-1, keepdims=True)
        C = X - m
        return C


    def ex(T=3, d=5):
        return f(np.random.default_rng(0).normal(size=(T, d)))
    """
MEAN = fence("M", r"m_t = \frac{1}{d} \sum_{j=1}^{d} X_{tj}")
SUBTRACT = fence("C", r"C = X - m \mathbf{1}^\top")


def test_axes_of_length_one_that_the_shape_leaves_out(check: Check) -> None:
    rows = table("X | `X` | (T, d)", "m | `m` | (T,)", "C | `C` | (T, d)")
    found = check(CENTRE, concept("f", MEAN, SUBTRACT, rows))
    assert (found.states, found.codes) == ({"m": "verified", "c": "verified"}, [])


def test_a_vector_along_the_first_axis_is_not_broadcast(check: Check) -> None:
    rows = table("X | `X` | (T, d)", "m | `m` | (T,)", "C | `C` | (T, d)")
    found = check(CENTRE, concept("f", MEAN, fence("C", "C = X - m"), rows))
    assert found.states == {"m": "verified", "c": "not-run"}
    assert found.places == [found.at("C = «X - m", "shape-mismatch")]
    assert (
        found.only.help
        == r"write the vector times `\mathbf{1}^\top` if it lies along the first axis"
    )


def test_a_shape_left_out_is_proposed(check: Check) -> None:
    rows = table("X | `X` | (T, d)", "m | `m` | ")
    found = check(CENTRE, concept("f", MEAN, rows))
    assert found.at("$«m$ | It", "shape-mismatch") in found.places
    missing = next(one for one in found.findings if "has no Shape" in one.message)
    assert missing.help == "write `(T,)` in its column Shape"
    assert missing.notes == ("a run has (3, 1)",)


def test_a_wrong_shape_is_told_at_its_row(check: Check) -> None:
    rows = table("X | `X` | (T, d)", "m | `m` | (d,)")
    found = check(CENTRE, concept("f", MEAN, rows))
    assert found.states == {"m": "not-run"}
    assert found.places == [found.at("| «(d,) |", "shape-mismatch")]


@pytest.mark.parametrize(("shape", "state"), [("(…)", "verified"), ("(d, d)", "mismatch")])
def test_powers_by_entry_and_of_matrices(check: Check, shape: str, state: str) -> None:
    """By the plainer rule `x^3` of a square array is whatever the code does."""
    model = """
        def f(x):
            y = x ** 3
            return y


        def ex(d=3):
            return f(np.random.default_rng(0).normal(size=(d, d)))
        """
    rows = table(f"x | `x` | {shape}", f"y | `y` | {shape}")
    found = check(model, concept("f", fence("Y", "y = x^3"), rows))
    assert found.states == {"y": state}


@pytest.mark.parametrize(
    ("code", "state"),
    [("X @ W + b", "verified"), ("X @ W + b[::-1]", "mismatch")],
)
def test_a_vector_is_added_row_by_row(check: Check, code: str, state: str) -> None:
    """The one broadcast that rule 6 of the semantics allows, and the badge notes it."""
    model = f"""
        def f(X, W, b):
            Y = {code}
            return Y


        def ex(T=3, d=5, F=4):
            r = np.random.default_rng(0)
            return f(r.normal(size=(T, d)), r.normal(size=(d, F)), r.normal(size=F))
        """
    rows = table("X | `X` | (T, d)", "W | `W` | (d, F)", "b | `b` | (F,)", "Y | `Y` | (T, F)")
    found = check(model, concept("f", fence("Y", "Y = X W + b"), rows))
    assert found.states == {"y": state}
    if state == "verified":
        assert found.verdict("y").notes != ()


def test_a_letter_of_a_shape_is_a_number(check: Check) -> None:
    model = """
        def f(X):
            s = X.sum() / (X.shape[0] * X.shape[1])
            return s


        def ex(T=3, d=5):
            return f(np.random.default_rng(0).normal(size=(T, d)))
        """
    rows = table("X | `X` | (T, d)", "s | `s` | scalar")
    right = fence("S", r"s = \frac{1}{T d} \sum_{t=1}^{T} \sum_{j=1}^{d} X_{tj}")
    wrong = fence("S", r"s = \frac{1}{T} \sum_{t=1}^{T} \sum_{j=1}^{d} X_{tj}")
    assert check(model, concept("f", right, rows)).states == {"s": "verified"}
    assert check(model, concept("f", wrong, rows)).states == {"s": "mismatch"}


def test_a_function_of_a_row_is_applied_row_by_row(check: Check) -> None:
    model = """
        def f(X, g):
            Y = X * g
            return Y


        def ex(T=3, d=5):
            r = np.random.default_rng(0)
            return f(r.normal(size=(T, d)), r.normal(size=d))
        """
    rows = table(
        "X | `X` | (T, d)", "g | `g` | (d,)", "Y | `Y` | (T, d)", r"S(u) | — | (d,) to (d,)"
    )
    equations = (fence("S", r"S(u) = u \odot g"), fence("Y", "Y = S(X)"))
    found = check(model, concept("f", *equations, rows))
    assert (found.states, found.codes) == ({"s": "defined", "y": "verified"}, [])
