r"""Rows that are read: functions by their brackets, letters of the settings, names of indices."""

from __future__ import annotations

import pytest

from tests.checking.conftest import Check, concept, fence, table

METHOD = """
    class Rnn:
        def __init__(self, a):
            self.a = a

        def step(self, x):
            return np.tanh(self.a * x), 1

        def go(self, x):
            z = self.step(x)[0] + 1
            return z


    def ex(d=5):
        return Rnn(0.5).go(np.random.default_rng(0).normal(size=d))
    """


@pytest.mark.parametrize("shape", ["(d,)", "(d,) to (d,)"])
@pytest.mark.parametrize(("cell", "state"), [("self.step(u)[0]", "by-call")])
def test_method_as_a_function(check: Check, shape: str, cell: str, state: str) -> None:
    rows = table(
        "x | `x` | (d,)", "z | `z` | (d,)", rf"\operatorname{{step}}(u) | `{cell}` | {shape}"
    )
    equation = fence("Z", r"z = \operatorname{step}(x) + 1")
    found = check(METHOD, concept("Rnn.go", equation, rows))
    assert (found.states, found.codes) == ({"z": state}, [])


def test_method_that_the_class_lacks(check: Check) -> None:
    rows = table(
        "x | `x` | (d,)", "z | `z` | (d,)", r"\operatorname{step}(u) | `self.stride(u)[0]` | (d,)"
    )
    equation = fence("Z", r"z = \operatorname{step}(x) + 1")
    found = check(METHOD, concept("Rnn.go", equation, rows))
    assert "unknown-anchor" in found.codes


CLASH = """
    V = 4


    def f(x, W):
        v = 2 * x
        y = W @ v
        return y


    def ex(d=5):
        r = np.random.default_rng(0)
        return f(r.normal(size=d), r.normal(size=(d, d)))
    """
DIMENSION = '[tool.docgen.dimensions]\nV = "model.V"\nd = "model.V"\n'
CLASHING = "`V` is a letter of shapes in the settings, so its row binds nothing"


@pytest.mark.parametrize("latex", ["V = 2 x", "y = W V"])
def test_letter_of_the_settings_with_code(check: Check, latex: str) -> None:
    rows = table("x | `x` | (d,)", "y | `y` | (d,)", "W | `W` | (d, d)", "V | `v` | ")
    found = check(CLASH, concept("f", fence("V", latex), rows), settings=DIMENSION)
    clashes = [one for one in found.findings if one.code == "symbol-clash"]
    assert found.states == {"v": "not-run"}
    assert [one.message for one in clashes] == [CLASHING]
    assert clashes[0].help == "rename the symbol on this page, or the letter in the settings"
    assert found.at("$«V$ | It", "symbol-clash") in found.places
    assert "unbound-symbol" not in found.codes


def test_two_equations_with_a_clashing_letter(check: Check) -> None:
    rows = table("x | `x` | (d,)", "y | `y` | (d,)", "W | `W` | (d, d)", "V | `v` | ")
    equations = (fence("V", "V = 2 x"), fence("Y", "y = W V"))
    found = check(CLASH, concept("f", *equations, rows), settings=DIMENSION)
    assert found.places == [found.at("$«V$ | It", "symbol-clash")]


def test_letter_of_the_settings_that_a_row_explains(check: Check) -> None:
    """Its cell says where the size comes from; nothing takes the letter for an array."""
    rows = table(
        "x | `x` | (d,)", "y | `y` | (d,)", "W | `W` | (d, d)", "d | `x.shape[0]` | scalar"
    )
    equation = fence("Y", r"y_i = \sum_{j=1}^{d} 2 W_{ij} x_j")
    found = check(CLASH, concept("f", equation, rows), settings=DIMENSION)
    assert (found.states, found.codes) == ({"y": "verified"}, [])


def test_function_with_a_dash_whose_equation_has_code(check: Check) -> None:
    model = """
        def f(x):
            return 1 / (1 + np.exp(-x))


        def ex(d=5):
            return f(np.random.default_rng(0).normal(size=d))
        """
    equation = fence("S", r"\sigma(x) = \frac{1}{1 + \exp(-x)}", 'code="return"')
    rows = table("x | `x` | (…)", r"\sigma(x) | — | (…)")
    found = check(model, concept("f", equation, rows))
    assert found.states == {"s": "not-run"}
    assert found.places == [found.at(r"«\sigma(x) = ", "unsupported-latex")]
    assert found.only.message == (
        r"`\sigma(x)` has no code in its row, so `return` is compared with nothing"
    )
    assert found.only.help == "its row needs the cell `return`"
    rows = table("x | `x` | (…)", r"\sigma(x) | `return` | (…)")
    found = check(model, concept("f", equation, rows))
    assert (found.states, found.codes) == ({"s": "verified"}, [])


@pytest.mark.parametrize(
    ("cell", "cure"),
    [
        ("—", "its row needs the cell `return`, and `x` a row"),
        ("`return`", "add a row for `x`: without one it stands for any value"),
    ],
)
def test_function_of_a_letter_without_a_row(check: Check, cell: str, cure: str) -> None:
    model = """
        def f(x):
            return 1 / (1 + np.exp(-x))


        def ex(d=5):
            return f(np.random.default_rng(0).normal(size=d))
        """
    equation = fence("S", r"\sigma(x) = \frac{1}{1 + \exp(-x)}", 'code="return"')
    found = check(model, concept("f", equation, table(rf"\sigma(x) | {cell} | (…)")))
    assert (found.states, found.only.help) == ({"s": "not-run"}, cure)


DENSITY = """
    def f(x, m):
        p = np.exp(x[:, None] - m[None])
        L = np.log(p.sum(axis=1)).sum()
        return L


    def ex(N=5, K=3):
        r = np.random.default_rng(0)
        return f(r.normal(size=N), r.normal(size=K))
    """
GIVEN = ("x | `x` | (N,)", "m | `m` | (K,)", "L | `L` | scalar")


def test_definition_under_a_name_with_indices(check: Check) -> None:
    equations = (
        fence("D", r"\mathcal{N}_{nk} = \exp(x_n - m_k)"),
        fence("L", r"L = \sum_{n=1}^N \log \sum_{j=1}^K \mathcal{N}_{nj}"),
    )
    rows = table(*GIVEN, r"\mathcal{N}_{nk} | — | scalar")
    found = check(DENSITY, concept("f", *equations, rows))
    unbound = [one for one in found.findings if one.code == "unbound-symbol"]
    note = r"`\mathcal{N}_{nk}` is one name, whose subscript is no index"
    cure = r"write `\mathcal{N}(n, k)` in its row and in the equations"
    assert [(one.message, one.notes, one.help) for one in unbound] == [
        ("`n` stands on the right only", (note,), cure),
        (r"`\mathcal{N}_{nj}` has no row", (note,), cure),
    ]


@pytest.mark.parametrize(
    ("name", "left", "used", "shape"),
    [
        (r"\mathcal{N}(n, k)", r"\mathcal{N}(n, k)", r"\mathcal{N}(n, j)", "scalar"),
        (r"\mathcal{N}", r"\mathcal{N}_{nk}", r"\mathcal{N}_{nj}", "(N, K)"),
    ],
)
@pytest.mark.parametrize(("factor", "state"), [("", "verified"), ("2 ", "mismatch")])
def test_definition_with_two_indices(
    check: Check, name: str, left: str, used: str, shape: str, factor: str, state: str
) -> None:
    equations = (
        fence("D", rf"{left} = {factor}\exp(x_n - m_k)"),
        fence("L", rf"L = \sum_{{n=1}}^N \log \sum_{{j=1}}^K {used}"),
    )
    found = check(DENSITY, concept("f", *equations, table(*GIVEN, f"{name} | — | {shape}")))
    assert found.states == {"d": "defined", "l": state}


TWICE = """
    def f(x, flag):
        if flag:
            y = 2 * x
        else:
            y = x{sign} x
        return y


    def ex(d=5):
        r = np.random.default_rng(0)
        f(r.normal(size=d), True)
        return f(r.normal(size=d), False)
    """


def test_left_side_that_several_statements_bind(check: Check) -> None:
    rows = table("x | `x` | (d,)", "y | `y` | (d,)")
    found = check(TWICE.format(sign=" +"), concept("f", fence("Y", "y = 2 x"), rows))
    assert (found.states, found.codes) == ({"y": "not-run"}, ["ambiguous-anchor"])
    option = 'code="y = 2 * x; y = x + x"'
    assert found.only.help == f"name the statement that computes it, or all of them: {option}"
    cured = check(TWICE.format(sign=" +"), concept("f", fence("Y", "y = 2 x", option), rows))
    assert (cured.states, cured.codes) == ({"y": "verified"}, [])


def test_left_side_that_holds_at_no_statement(check: Check) -> None:
    rows = table("x | `x` | (d,)", "y | `y` | (d,)")
    found = check(TWICE.format(sign=" +"), concept("f", fence("Y", "y = 3 x"), rows))
    assert found.only.help == (
        'name the statement that computes it, or all of them: code="y = 2 * x; y = x + x"'
    )


def test_left_side_that_holds_at_one_statement(check: Check) -> None:
    rows = table("x | `x` | (d,)", "y | `y` | (d,)")
    found = check(TWICE.format(sign=" -"), concept("f", fence("Y", "y = 2 x"), rows))
    assert found.only.help == 'write code="y = 2 * x"'


def test_variable_that_a_product_spells(check: Check) -> None:
    model = """
        def f(x, y):
            A = np.outer(x, y)
            Ax = A @ x
            w = Ax + 1
            return w
        """
    rows = table("x | `x` | (d,)", "A | `A` | (d, d)", "w | `w` | (d,)")
    spaced = check(model, concept("f", fence("W", "w = A x + 1"), rows))
    joined = check(model, concept("f", fence("W", "w = Ax + 1"), rows))
    assert (spaced.states, spaced.codes) == ({"w": "verified"}, [])
    assert (joined.states, joined.codes) == ({"w": "not-run"}, ["ambiguous-latex"])
    assert joined.only.message == "`Ax`: a product, or the variable `Ax`"
