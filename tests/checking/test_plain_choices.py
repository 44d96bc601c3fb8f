r"""Sets, arrays of positions and `…` that the runs never put to use.

A condition that is always met, an index array without duplicates and a batch of one let wrong code
pass: the verdict is weak, and with a run that tells it is verified or a mismatch.
"""

from __future__ import annotations

import pytest

from tests.checking.conftest import Check, concept, fence, table

REDUCE = """
    def f(x):
        s = {code}
        return s


    def ex():
        f(np.array([{values}]))
    """
SCATTER = """
    def f(e, idx, g):
        d = np.zeros_like(e)
        {code}
        return d


    def ex():
        rng = np.random.default_rng(0)
        f(np.zeros((7, 4)), np.array([{ids}]), rng.normal(size=({n}, 4)))
    """
MOVE = """
    def f(x, idx):
        y = {code}
        return y


    def ex():
        rng = np.random.default_rng(0)
        ids = np.array([{ids}])
        f(rng.normal(size={size}), ids)
    """
ADD = "np.add.at(d, idx, g)"
STORE = "d[idx] += g"
LEAD = """
    def f(x):
        y = {code}
        return y


    def ex():
        return f(np.random.default_rng(0).normal(size={size}))
    """
OVER_ALL = "x - x.mean()"
OVER_TWO = "x - x.mean(axis=(-2, -1), keepdims=True)"
FIRST = "with its first entry for each"


@pytest.mark.parametrize(
    ("code", "latex", "state"),
    [
        ("x.sum()", r"\sum_{i : x_i > -50} x_i", "weak"),
        ("np.prod(x)", r"\prod_{i : x_i \ne 77} x_i", "weak"),
        ("x.max()", r"\max_{j \le 100} x_j", "weak"),
        ("x.min()", r"\min_{j : x_j < 50} x_j", "weak"),
        ("x[x > 0].sum()", r"\sum_{i : x_i > 0} x_i", "verified"),
        ("np.prod(x[x > 0])", r"\prod_{i : x_i > 0} x_i", "verified"),
        ("x[:3].max()", r"\max_{j \le 3} x_j", "verified"),
    ],
)
def test_a_condition_is_met_and_not_met(check: Check, code: str, latex: str, state: str) -> None:
    # Neither the first of the positive numbers alone, nor the last, is their sum.
    model = REDUCE.format(code=code, values="0.3, -0.7, 1.4, 2.6, -1.1")
    rows = table("x | `x` | (d,)", "s | `s` | scalar")
    found = check(model, concept("f", fence("S", f"s = {latex}"), rows))
    assert found.states == {"s": state}
    told = [one.message for one in found.findings]
    assert told == (["a condition of the equation is always met"] if state == "weak" else [])


@pytest.mark.parametrize(
    ("code", "ids", "states", "told"),
    [
        (STORE, "1, 0, 3", "weak", "with its last term alone"),
        (ADD, "1, 0, 3", "weak", "with its last term alone"),
        (STORE, "1, 0, 1", "mismatch", "differs"),
        (ADD, "1, 0, 1", "verified", ""),
    ],
)
@pytest.mark.parametrize(
    "latex", [r"\sum_{t : i_t = v} G_{tj}", r"\sum_{t=1}^{T} \mathbb{1}[i_t = v]\, G_{tj}"]
)
def test_a_set_has_two_terms(
    check: Check, code: str, ids: str, states: str, told: str, latex: str
) -> None:
    model = SCATTER.format(code=code, ids=ids, n=3)
    rows = table("D | `return` | (V, d)", "G | `g` | (T, d)", "i | `idx` | (T,) in V")
    found = check(model, concept("f", fence("D", f"D_{{vj}} = {latex}", 'code="return"'), rows))
    assert found.states == {"d": states}
    assert all(told in one.message for one in found.findings)
    assert len(found.findings) == (states != "verified")


@pytest.mark.parametrize(
    ("code", "latex", "ids", "state", "told"),
    [
        ("x[idx]", "y_{i_t} = x_t", "1, 0, 3, 2, 4", "weak", "with the inverse permutation"),
        ("x[idx]", "y_t = x_{i_t}", "0, 1, 2, 3, 4", "weak", "with the inverse permutation"),
        ("x[idx]", "y_{i_t} = x_t", "1, 2, 0, 4, 3", "mismatch", "differs"),
        ("x[idx]", "y_t = x_{i_t}", "1, 2, 0, 4, 3", "verified", ""),
    ],
)
def test_a_permutation_and_its_inverse(
    check: Check, code: str, latex: str, ids: str, state: str, told: str
) -> None:
    model = MOVE.format(code=code, ids=ids, size="5")
    rows = table("x | `x` | (T,)", "y | `y` | (T,)", "i | `idx` | (T,) in T")
    found = check(model, concept("f", fence("Y", latex), rows))
    assert found.states == {"y": state}
    assert all(told in one.message for one in found.findings)
    assert len(found.findings) == (state != "verified")


@pytest.mark.parametrize(
    ("code", "ids", "state", "told"),
    [
        ("x[idx[:1].repeat(3)]", "2, 2, 2", "weak", FIRST),
        ("x[idx]", "2, 2, 2", "weak", FIRST),
        ("x[idx[:1].repeat(3)]", "2, 5, 2", "mismatch", "differs"),
        ("x[idx]", "2, 5, 2", "verified", ""),
    ],
)
def test_positions_differ(check: Check, code: str, ids: str, state: str, told: str) -> None:
    model = MOVE.format(code=code, ids=ids, size="(7, 5)")
    rows = table("x | `x` | (V, d)", "y | `y` | (T, d)", "i | `idx` | (T,) in V")
    found = check(model, concept("f", fence("Y", "y_{tj} = x_{i_t, j}"), rows))
    assert found.states == {"y": state}
    assert all(told in one.message for one in found.findings)
    assert len(found.findings) == (state != "verified")


@pytest.mark.parametrize(
    ("code", "size", "state"),
    [
        (OVER_ALL, "(3, 7)", "weak"),
        (OVER_ALL, "(1, 3, 7)", "weak"),
        (OVER_TWO, "(1, 3, 7)", "weak"),
        (OVER_ALL, "(2, 3, 7)", "mismatch"),
        (OVER_TWO, "(2, 3, 7)", "verified"),
        (OVER_TWO, "(1, 2, 3, 7)", "verified"),
    ],
)
def test_open_axes_are_there(check: Check, code: str, size: str, state: str) -> None:
    latex = r"Y_{tj} = X_{tj} - \frac{1}{T d} \sum_{s=1}^{T} \sum_{i=1}^{d} X_{si}"
    rows = table("X | `x` | (…, T, d)", "Y | `y` | (…, T, d)")
    found = check(LEAD.format(code=code, size=size), concept("f", fence("Y", latex), rows))
    assert found.states == {"y": state}
    if state == "weak":
        assert found.only.message == "`…` stands for no axis, or one of length 1, in every run"
        assert found.only.notes == ("in the Shape of `X`, `Y`",)


@pytest.mark.parametrize(("size", "state"), [("1", "weak"), ("3", "mismatch")])
def test_an_entry_is_one_of_several(check: Check, size: str, state: str) -> None:
    rows = table("x | `x` | (…)", "y | `y` | (…)")
    model = LEAD.format(code="x * x.sum()", size=size)
    found = check(model, concept("f", fence("Y", "y = x^2"), rows))
    assert found.states == {"y": state}
