r"""Functions that another concept defines: what their letters mean where they are called."""

from __future__ import annotations

import pytest

from tests.checking.conftest import Check, Checked, concept, fence, table

F = r"\operatorname{F}"

COUNTED = """
    def sc(x):
        y = x * (np.arange(len(x)) + 1) - x[1]
        return y


    def g(X):
        Y = np.array([sc(x) for x in X])
        return Y


    def ex(T=4, d=6):
        r = np.random.default_rng(0)
        return g(r.normal(size=(T, d)))
    """

SCALED = """
    def sc(x, s):
        y = s * x
        z = s * x.sum()
        return y, z


    def g(X, S):
        Y = X * S[:, None]
        Z = S * X.sum(1)
        for k in range(len(S)):
            sc(X[k], S[k])
        return Y, Z


    def ex(T=4):
        r = np.random.default_rng(0)
        return g(r.normal(size=(T, T)), r.normal(size=T))
    """

TWICE = """
    def f(x, y):
        y = 2 * x
        return y
    """

SHIFTED = """
    def sc(x, m):
        y = x - m
        return y


    def g(x, w):
        Y = w - {mean}.mean()
        return sc(Y, 2.3)


    def ex(d=5):
        r = np.random.default_rng(0)
        return g(r.normal(size=d), r.normal(size=d))
    """


def with_other(check: Check, model: str, page: str, other: str, bases: str = "11") -> Checked:
    text = f"---\ncode: model\nbase: {bases[0]}\n---\n# Other\n\n{other}"
    return check(model, page, front=f"base: {bases[1]}\n", files={"docs/other.md": text})


def of_sc(latex: str, result: str, *rows: str, cell: str = "y") -> str:
    letters = table(*rows, rf"{F}(x) | `{cell}` | {result}")
    return concept("sc", fence("Def", latex, f'code="{cell}"'), letters)


@pytest.mark.parametrize("bases", ["01", "10"])
def test_a_definition_counts_as_its_own_page_does(check: Check, bases: str) -> None:
    factor, second = ("i", "2") if bases[0] == "1" else ("(i + 1)", "1")
    of_f = of_sc(rf"{F}(x)_i = {factor} \cdot x_i - x_{second}", "(d,)", "x | `x` | (d,)")
    of_g = concept("g", fence("E", rf"Y = {F}(X)"), table("X | `X` | (T, d)", "Y | `Y` | (T, d)"))

    assert with_other(check, COUNTED, of_g, of_f, bases).states == {
        "def": "verified",
        "e": "verified",
    }


@pytest.mark.parametrize(
    ("latex", "cells"),
    [
        (rf"{F}(x)_i = s x_i", ("y", "(T,)", "Y[i]")),
        (rf"{F}(x) = \sum_i s x_i", ("z", "()", "Z[i]")),
    ],
)
def test_a_letter_of_a_cell_is_no_index_of_the_definition(
    check: Check, latex: str, cells: tuple[str, str, str]
) -> None:
    cell, result, left = cells
    of_f = of_sc(latex, result, "x | `x` | (T,)", "s | `s` | ()", cell=cell)
    rows = table("v | `X[i]` | (T,)", "s | `S[i]` | ()", f"w | `{left}` | {result}")
    of_g = concept("g", fence("E", rf"w = {F}(v)"), rows)

    assert with_other(check, SCALED, of_g, of_f).states == {"def": "verified", "e": "verified"}
    other = SCALED.replace("X * S[:, None]", "X * S").replace("S * X.sum(1)", "X @ S")
    assert with_other(check, other, of_g, of_f).states["e"] == "mismatch"


@pytest.mark.parametrize(("mean", "state"), [("x", "verified"), ("w", "mismatch")])
def test_what_the_caller_defines_means_its_own_symbols(check: Check, mean: str, state: str) -> None:
    r"""`\mu` of g is the mean of its x, not of what F takes, which is named x as well."""
    of_f = of_sc(rf"{F}(x) = x - \mu \mathbf{{1}}", "(d,)", "x | `x` | (d,)", r"\mu | `m` | ()")
    of_g = concept(
        "g",
        fence("E", rf"Y = {F}(w)"),
        fence("Mu", r"\mu = \frac{1}{d} \sum_j x_j"),
        table("x | `x` | (d,)", "w | `w` | (d,)", r"\mu |  | ()", "Y | `Y` | (d,)"),
    )
    found = with_other(check, SHIFTED.replace("{mean}", mean), of_g, of_f)

    assert found.states == {"def": "verified", "e": state, "mu": "defined"}


def test_an_equation_that_defines_a_function_twice_defines_nothing(check: Check) -> None:
    latex = rf"{F}(u) = 2 u \qquad {F}(u) = 3 u"
    rows = table("x | `x` | (d,)", "y | `y` | (d,)", rf"{F}(u) |  | (…)")
    page = concept("f", fence("Twice", latex), fence("E", rf"y = {F}(x)"), rows)
    found = check(TWICE, page)

    assert found.states["e"] == "not-run"
    assert "symbol-clash" in found.codes
