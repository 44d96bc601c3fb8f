r"""Rule 6: what an equation is follows from its form.

A plainer rule counts all that it could evaluate: a definition then verifies itself, a property
without a statement is passed over, and $\approx$ is as near as one likes.
"""

from __future__ import annotations

import pytest

from tests.checking.conftest import XY, Check, concept, fence, table

LAYER = """
    def relu(z):
        return np.maximum(z, 0.0)


    def f(X, W, b):
        Z = X @ W + b
        A = relu(Z)
        return A * 2.0, Z


    def ex(T=3, d=5, F=4):
        r = np.random.default_rng(0)
        return f(r.normal(size=(T, d)), r.normal(size=(d, F)), r.normal(size=F))
    """
ROWS = ("X | `X` | (T, d)", "W | `W` | (d, F)", "b | `b` | (F,)")
RELU = r"\operatorname{ReLU}(z) | — | (…) to (…)"


# Symbols without code.


@pytest.mark.parametrize(("factor", "state"), [("", "verified"), ("2", "mismatch")])
def test_a_symbol_without_code_is_put_in_where_it_is_used(
    check: Check, factor: str, state: str
) -> None:
    rows = table(*ROWS, "S | — | (T, F)", "Z | `Z` | (T, F)")
    equations = (fence("S", f"S = {factor} X W"), fence("Z", r"Z = S + \mathbf{1} b^\top"))
    found = check(LAYER, concept("f", *equations, rows))
    # The definition is never a check by itself, right or wrong.
    assert found.states == {"s": "defined", "z": state}


@pytest.mark.parametrize(
    "latex",
    [r"C_{tj} = X_{tj} - \mu_t", r"C = X - \mu \mathbf{1}^\top", r"C_{sk} = X_{sk} - \mu_s"],
)
def test_a_definition_entry_by_entry(check: Check, latex: str) -> None:
    model = """
        def f(X):
            C = X - X.mean(axis=1, keepdims=True)
            return C


        def ex(T=3, d=5):
            return f(np.random.default_rng(0).normal(size=(T, d)))
        """
    rows = table("X | `X` | (T, d)", r"\mu | — | (T,)", "C | `C` | (T, d)")
    mean = fence("M", r"\mu_t = \frac{1}{d} \sum_{j=1}^{d} X_{tj}")
    found = check(model, concept("f", mean, fence("C", latex), rows))
    assert (found.states, found.codes) == ({"m": "defined", "c": "verified"}, [])
    wrong = fence("M", r"\mu_t = \frac{1}{d} \sum_{j=2}^{d} X_{tj}")
    found = check(model, concept("f", wrong, fence("C", latex), rows))
    assert found.states == {"m": "defined", "c": "mismatch"}


def test_an_index_of_the_definition_that_is_one_of_the_equation(check: Check) -> None:
    r"""$\mu_j$ is put in below a sum over j of its own: the two must not be taken for one."""
    model = """
        def f(X, G):
            s = (G @ X.sum(axis=1)).sum()
            return s


        def ex(T=3, d=5):
            r = np.random.default_rng(0)
            return f(r.normal(size=(T, d)), r.normal(size=(T, T)))
        """
    rows = table("X | `X` | (T, d)", "G | `G` | (T, T)", r"\mu | — | (T,)", "s | `s` | scalar")
    equations = (
        fence("M", r"\mu_t = \sum_{j=1}^{d} X_{tj}"),
        fence("S", r"s = \sum_{i=1}^{T} \sum_{j=1}^{T} G_{ij} \mu_j"),
    )
    found = check(model, concept("f", *equations, rows))
    assert (found.states, found.codes) == ({"m": "defined", "s": "verified"}, [])


@pytest.mark.parametrize(
    ("latex", "code"),
    [
        ("S = X W = 7 X W", "unsupported-latex"),
        (r"S \approx X W", "unsupported-latex"),
        (r"S_{tj} = \sum_{i=1}^{d} X_{ti} W_{ij} \quad\text{for } t = 2, \dots, T", None),
    ],
)
def test_a_definition_that_nothing_would_check(check: Check, latex: str, code: str | None) -> None:
    rows = table(*ROWS, "S | — | (T, F)", "Z | `Z` | (T, F)")
    equations = (fence("S", latex), fence("Z", r"Z = S + \mathbf{1} b^\top"))
    found = check(LAYER, concept("f", *equations, rows))
    assert (code or "unsupported-latex") in found.codes
    assert "verified" not in found.states.values()


@pytest.mark.parametrize(
    "latex",
    [
        r"S = X W \quad Z = S + \mathbf{1} b^\top",
        r"\begin{aligned} S &= X W \\ Z &= S + \mathbf{1} b^\top \end{aligned}",
        r"Z = S + \mathbf{1} b^\top \quad\text{where } S = X W",
    ],
)
def test_a_part_that_defines_beside_one_that_computes(check: Check, latex: str) -> None:
    rows = (*ROWS, "Z | `Z` | (T, F)")
    shown = table(*rows) if "where" in latex else table(*rows, "S | — | (T, F)")
    found = check(LAYER, concept("f", fence("Z", latex), shown))
    assert (found.states, found.codes) == ({"z": "verified"}, [])
    wrong = latex.replace("X W", "X W + X W")
    found = check(LAYER, concept("f", fence("Z", wrong), shown))
    assert found.states == {"z": "mismatch"}


# Functions.


def test_a_function_with_a_cell_is_compared_and_defines(check: Check) -> None:
    """A plainer rule takes it as a definition: wrong, it would only show where it is called."""
    model = (
        LAYER
        + """

    def g(u, W, b):
        v, _ = f(u, W, b)
        w = v + 1.0
        return w


    def ex2(T=3, d=5, F=4):
        r = np.random.default_rng(0)
        return g(r.normal(size=(T, d)), r.normal(size=(d, F)), r.normal(size=F))
    """
    )
    rows = table(
        *ROWS[1:],
        "x | `X[t]` | (d,)",
        r"\operatorname{FF}(x) | `return[0][t]` | (F,)",
        RELU,
    )
    other = concept(
        "g",
        fence("W", r"w = \operatorname{FF}(U) + \mathbf{1} \mathbf{1}^\top"),
        table("U | `u` | (T, d)", "W | `W` | (d, F)", "b | `b` | (F,)", "w | `w` | (T, F)"),
        run="ex2",
    )
    relu = fence("R", r"\operatorname{ReLU}(z) = \max(0, z)")
    for factor, state in (("2", "verified"), ("3", "mismatch")):
        latex = rf"\operatorname{{FF}}(x) = {factor} \operatorname{{ReLU}}(x W + b)"
        own = concept("f", fence("F", latex, 'code="Z; A; return[0]"'), relu, rows)
        found = check(model, own, other)
        assert found.states == {"f": state, "r": "defined", "w": state}


@pytest.mark.parametrize(("factor", "state"), [(2, "verified"), (3, "mismatch")])
def test_a_function_that_an_equation_of_the_concept_defines(
    check: Check, factor: int, state: str
) -> None:
    model = f"""
        def f(X, Y):
            A = X * 2.0
            B = Y * {factor}.0
            return A, B


        def ex(T=3, d=5):
            r = np.random.default_rng(0)
            return f(r.normal(size=(T, d)), r.normal(size=(T, d)))
        """
    rows = table(
        "X & Y | `X`, `Y` | (T, d)",
        "A & B | `A`, `B` | (T, d)",
        "x | `X[t]` | (d,)",
        r"\operatorname{dbl}_1(x) | `A[t]` | (d,)",
    )
    equations = (
        fence("Def", r"\operatorname{dbl}_1(x) = 2 x", 'code="A"'),
        fence("Two", r"B = \operatorname{dbl}_1(Y)"),
    )
    assert check(model, concept("f", *equations, rows)).states == {"def": "verified", "two": state}


def test_a_function_of_the_code_is_by_call(check: Check) -> None:
    rows = table(
        "Z | `Z` | (T, F)", "A | `A` | (T, F)", r"\operatorname{ReLU}(z) | `relu(z)` | (…) to (…)"
    )
    found = check(LAYER, concept("f", fence("A", r"A = \operatorname{ReLU}(Z)"), rows))
    assert (found.states, found.codes) == ({"a": "by-call"}, [])
    assert found.verdict("a").trusted == ("relu",)


def test_a_function_that_nothing_defines(check: Check) -> None:
    rows = table("Z | `Z` | (T, F)", "A | `A` | (T, F)", RELU)
    found = check(LAYER, concept("f", fence("A", r"A = \operatorname{ReLU}(Z)"), rows))
    assert found.states == {"a": "not-run"}
    assert found.places == [found.at(r"A = «\operatorname{ReLU}(Z)", "unbound-symbol")]


# Properties.

UNIT = """
    def f(x, y):
        n = np.sqrt((x * x).sum())
        u = x / n
        return u
    """


@pytest.mark.parametrize(
    ("latex", "options", "state"),
    [
        (r"\lVert u \rVert = 1", "", "verified"),
        (r"\lVert u \rVert = 2", "", "mismatch"),
        (r"\sum_{i=1}^{d} u_i^2 = 1", "", "verified"),
        (r"u_i \le 1", "", "verified"),
        (r"u_i \le \frac{1}{100}", "", "mismatch"),
        (r"u = \frac{x}{n}", 'holds="at the end"', "verified"),
        (r"u = \frac{2 x}{n}", 'holds="at the end"', "mismatch"),
    ],
)
def test_a_property_is_tested(check: Check, latex: str, options: str, state: str) -> None:
    used = [row for row in ("x | `x` | (d,)", "n | `n` | scalar") if f"{row[0]}}}" in latex]
    rows = table("u | `u` | (d,)", *used)
    found = check(UNIT, concept("f", fence("P", latex, options), rows))
    assert found.states == {"p": state}
    assert found.codes == ([] if state == "verified" else ["equation-mismatch"])


def test_a_stated_equation_is_not_evaluated(check: Check) -> None:
    rows = table("n | `n` | scalar")
    found = check(UNIT, concept("f", fence("N", "n = 7", 'stated="for later"'), rows))
    assert (found.states, found.codes) == ({"n": "stated"}, [])
    assert found.verdict("n").reason == "for later"


@pytest.mark.parametrize(
    ("tolerance", "state", "codes"),
    [
        ("", "not-run", ["unsupported-latex"]),
        ('tolerance="1e-2"', "verified", []),
        ('tolerance="1e-5"', "mismatch", ["equation-mismatch"]),
        ('tolerance="some"', "not-run", ["malformed-block", "unsupported-latex"]),
    ],
)
def test_nearly_equal_needs_a_tolerance(
    check: Check, tolerance: str, state: str, codes: list[str]
) -> None:
    rows = table("n | `n` | scalar", "x | `x` | (d,)")
    latex = r"n \approx \lVert x \rVert + 10^{-3}"
    found = check(UNIT, concept("f", fence("N", latex, tolerance), rows))
    assert (found.states, found.codes) == ({"n": state}, codes)


def test_a_chain_compares_its_neighbours(check: Check) -> None:
    rows = table("x | `x` | (d,)", "n | `n` | scalar", "u | `u` | (d,)")
    latex = r"u = \frac{x}{n} = \frac{2 x}{n}"
    found = check(UNIT, concept("f", fence("U", latex), rows))
    assert found.states == {"u": "mismatch"}
    assert found.places == [found.at(r"= «\frac{2 x}{n}", "equation-mismatch")]


def test_both_sides_the_same_cell(check: Check) -> None:
    """Whatever the code does, it holds; a plainer rule says *verified*."""
    for cell in ("x + y", "s"):
        model = """
            def f(x, y):
                s = x + y
                return s
            """
        rows = table("s | `s` | (d,)", f"r | `{cell}` | (d,)")
        found = check(model, concept("f", fence("S", "s = r"), rows))
        assert (found.states, found.codes) == ({"s": "by-binding"}, ["unchecked-link"])


def test_both_sides_one_name_at_two_times(check: Check) -> None:
    """Nothing binds `x` between: the value is the same however the times are called."""
    model = """
        def f(x, y):
            a = x * y
            return a
        """
    rows = table(*XY, "u | `x` | (d,)")
    found = check(model, concept("f", fence("U", "u = x", 'code="a"'), rows))
    assert found.states == {"u": "by-binding"}


SAME = """
    def f(x, y):
        z = x * y
        return z
    """
ONE_CELL = (*XY, "z | `z` | (d,)", "q | `z` | (d,)")


@pytest.mark.parametrize(
    ("latex", "state", "codes"),
    [
        ("z_i = q_i", "by-binding", ["unchecked-link"]),
        ("z = 1 q", "by-binding", ["unchecked-link"]),
        (r"z = \frac{q}{1}", "by-binding", ["unchecked-link"]),
        ("z - x = q - x", "by-binding", ["unchecked-link"]),
        (r"\sum_i z_i = \sum_j q_j", "by-binding", ["unchecked-link"]),
        (r"z \le q", "by-binding", ["unchecked-link"]),
        ("z < q", "mismatch", ["equation-mismatch"]),
        (r"z = q = x \odot y", "verified", []),
        (r"z = x \odot y = x \odot y", "verified", []),
    ],
)
def test_sides_that_are_the_same_say_nothing(
    check: Check, latex: str, state: str, codes: list[str]
) -> None:
    rows = [row for row in ONE_CELL if row[0] in latex.replace(r"\frac", "")]
    found = check(SAME, concept("f", fence("Z", latex), table(*rows)))
    assert (found.states, found.codes) == ({"z": state}, codes)


@pytest.mark.parametrize(
    ("statement", "left", "right"),
    [
        ("p, q = g(x), g(2.0 * y)", "p", "g(x)"),
        ("p, q = g(x), g(2.0 * y)", "q", "g(2.0 * y)"),
        ("(p, (q, r)) = (x, (g(y), y))", "q", "g(y)"),
        ("p = q = g(x)", "q", "g(x)"),
        ("[p, q] = [g(x), y]", "p", "g(x)"),
        ("q = (p := g(x)) + y", "p", "g(x)"),
    ],
)
def test_a_target_is_the_same_as_what_becomes_it(
    check: Check, statement: str, left: str, right: str
) -> None:
    """Both sides name one value, so nothing is checked; the page must not say that it is."""
    model = f"""
    def g(x):
        return x + 1.0


    def f(x, y):
        {statement}
        return p + q
    """
    found = check(
        model,
        concept(
            "f",
            fence("s", "a = b"),
            table(f"a | `{left}` | (d,)", f"b | `{right}` | (d,)"),
        ),
    )
    assert (found.states, found.codes) == ({"s": "by-binding"}, ["unchecked-link"])


@pytest.mark.parametrize(
    ("returned", "part"),
    [
        ("g(x), y", "return[0]"),
        ('{"u": y, "v": g(x)}', 'return["v"]'),
        ("(y, (x, g(x)))", "return[1][1]"),
    ],
)
def test_a_part_of_what_is_returned_is_what_becomes_it(
    check: Check, returned: str, part: str
) -> None:
    model = f"""
    def g(x):
        return x + 1.0


    def f(x, y):
        return {returned}
    """
    found = check(
        model,
        concept("f", fence("s", "a = b"), table(f"a | `{part}` | (d,)", "b | `g(x)` | (d,)")),
    )
    assert (found.states, found.codes) == ({"s": "by-binding"}, ["unchecked-link"])


def test_a_row_whose_name_cannot_be_read_is_a_finding_and_no_crash(check: Check) -> None:
    found = check(
        """
        def f(x, y):
            return x + y
        """,
        concept(
            "f",
            fence("s", "a = x + y"),
            table("a | `return` | (d,)", *XY, r"\operatorname{g}_10(u) | `x` | (d,)"),
        ),
    )
    assert found.states == {"s": "verified"}
    assert found.places == [found.at(r"| $\operatorname{g}_«10(u)", "unsupported-latex")]
