"""The cases of gradient checks (C076 to C079), as equations: the page's formula of a gradient."""

from __future__ import annotations

import pytest

from tests.checking.conftest import Check, concept, fence, table


@pytest.mark.parametrize(
    ("code", "state"),
    [("(z > 0).astype(z.dtype)", "verified"), ("(z >= 0).astype(z.dtype)", "mismatch")],
)
def test_c076_a_kink_is_no_matter_of_the_formula(check: Check, code: str, state: str) -> None:
    """The page says what the code does at the corner; the example stands exactly on it."""
    model = f"""
        def relu_grad(z):
            dz = {code}
            return dz


        def ex():
            return relu_grad(np.array([-1.0, 0.0, 0.5]))
        """
    rows = table("z | `z` | (d,)", "dz | `dz` | (d,)")
    found = check(model, concept("relu_grad", fence("D", r"dz = \mathbb{1}[z > 0]"), rows))
    assert found.states == {"d": state}
    if state == "mismatch":
        assert found.only.label == "evaluates to 0 at [1]"


@pytest.mark.parametrize(("factor", "state"), [("3", "verified"), ("2.9", "mismatch")])
@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_c077_single_precision(check: Check, factor: str, state: str, dtype: str) -> None:
    model = f"""
        def grad(x):
            g = {factor} * x * x
            return g


        def ex():
            return grad(np.{dtype}(1.5)) + grad(np.{dtype}(-2.25))
        """
    rows = table("x | `x` | scalar", "g | `g` | scalar")
    found = check(model, concept("grad", fence("G", "g = 3 x^2"), rows))
    assert found.states == {"g": state}
    if state == "verified":
        assert bool(found.verdict("g").notes) == (dtype == "float32")


BIAS = """
    def backward(dZ, x):
        dW = x.T @ dZ
        db = {bias}
        return dW, db


    def ex(n=4, d=2, F=3):
        r = np.random.default_rng(0)
        return backward({gradient}, r.normal(size=(n, d)))
    """


@pytest.mark.parametrize("gradient", ["r.normal(size=(n, F))", "np.ones((n, F))"])
@pytest.mark.parametrize(
    ("bias", "state", "code"),
    [
        ("dZ", "mismatch", "shape-mismatch"),
        ("dZ.sum(axis=0)", "verified", ""),
        ("dZ.mean(axis=0)", "mismatch", "equation-mismatch"),
        ("dZ.sum()", "mismatch", "shape-mismatch"),
    ],
)
def test_c078_a_bias_gradient_is_summed(
    check: Check, gradient: str, bias: str, state: str, code: str
) -> None:
    rows = table("dZ | `dZ` | (n, F)", "db | `db` | (F,)")
    model = BIAS.format(bias=bias, gradient=gradient)
    page = concept("backward", fence("B", r"db = \sum_{i=1}^{n} dZ_i"), rows)
    found = check(model, page)
    assert found.codes == ([code] if code else [])
    assert found.states == {"b": state}
    if code == "shape-mismatch":
        # At its row, with no value compared: (4, 3) or () against (3,).
        assert found.places == [found.at("| «(F,) |", code)]


def test_c079_a_function_that_changes_its_argument(check: Check) -> None:
    """`x` on the right is what came in; the code has moved it by then."""
    model = """
        def loss(x):
            x -= x.mean()
            L = (x ** 2).sum()
            return L


        def ex():
            return loss(np.array([1.0, 3.0, 8.0]))
        """
    rows = table("x | `x` at `entry` | (d,)", r"\bar{x} | — | scalar", "L | `L` | scalar")
    mean = fence("M", r"\bar{x} = \frac{1}{d} \sum_{i=1}^{d} x_i")
    right = fence("L", r"L = \sum_{i=1}^{d} (x_i - \bar{x})^2")
    found = check(model, concept("loss", mean, right, rows))
    assert (found.states, found.codes) == ({"m": "defined", "l": "verified"}, [])
    plain = fence("L", r"L = \sum_{i=1}^{d} x_i^2")
    found = check(model, concept("loss", mean, plain, rows))
    assert found.states == {"m": "defined", "l": "mismatch"}


def test_c079_whole_numbers_are_the_run_that_failed(check: Check) -> None:
    model = """
        def loss(x):
            x -= x.mean()
            L = (x ** 2).sum()
            return L


        def ex():
            return loss(np.array([1, 3]))
        """
    rows = table("x | `x` before `L` | (d,)", "L | `L` | scalar")
    found = check(model, concept("loss", fence("L", r"L = \sum_{i=1}^{d} x_i^2"), rows))
    assert (found.states, found.codes) == ({"l": "not-run"}, ["run-failed"])
