r"""Rule 4: a cell is a pattern, looked for in the code.

A plainer rule evaluates the text of the cell: a cell that repeats the formula then agrees with it
whatever the code does.
"""

from __future__ import annotations

import pytest

from tests.checking.conftest import XY, Check, concept, fence, table

ATTENTION = """
    def softmax(s):
        e = np.exp(s - s.max())
        return e / e.sum()


    def f(x, y):
        mask = np.where(np.arange(5) > 3, -np.inf, 0.0)
        p = softmax(x * y + mask)
        out = (p * y).sum()
        return out
    """


def test_parts_of_statements(check: Check) -> None:
    rows = table(
        *XY,
        "S | `... + mask` | (d,)",
        "M | `mask` | (d,)",
        "P | `softmax(...)` | (d,)",
        "o | `out` | scalar",
    )
    equations = (
        fence("S", r"S = x \odot y + M"),
        fence("P", r"P_i = \frac{\exp(S_i)}{\sum_{j=1}^{d} \exp(S_j)}"),
        fence("O", r"o = \sum_{i=1}^{d} P_i y_i"),
    )
    found = check(ATTENTION, concept("f", *equations, rows))
    assert (found.states, found.codes) == (dict.fromkeys("spo", "verified"), [])


@pytest.mark.parametrize("cell", ["x + y", "x - -y", "np.add(x, y)", "(x + y) * 1"])
@pytest.mark.parametrize("side", ["left", "right"])
def test_a_cell_cannot_repeat_the_formula(check: Check, cell: str, side: str) -> None:
    """The code subtracts; evaluated in the frame, the cell would agree with the equation."""
    model = """
        def f(x, y):
            s = x - y
            return s
        """
    rows = table(*XY, f"q | `{cell}` | (d,)", "s | `s` | (d,)")
    latex, code = ("q = x + y", 'code="s"') if side == "left" else ("s = q", "")
    found = check(model, concept("f", fence("S", latex, code), rows))
    assert found.states == {"s": "not-run"}
    assert found.at(f"`«{cell}`", "unknown-anchor") in found.places


def test_a_name_is_not_evaluated_behind_its_function(check: Check) -> None:
    """`X1 + ff` is what the statement added, though both names are bound anew behind it."""
    model = """
        def f(x, y):
            X1 = x * 2.0
            ff = y * 3.0
            out = np.tanh(X1 + ff)
            X1 = ff = out * 0.0
            return out + X1
        """
    rows = table(*XY, "r | `X1 + ff` | (d,)")
    found = check(model, concept("f", fence("R", "r = 2 x + 3 y"), rows))
    assert (found.states, found.codes) == ({"r": "verified"}, [])


def test_text_without_backticks_binds_nothing(check: Check) -> None:
    model = """
        def f(x, y):
            s = x + y
            return s
        """
    rows = table(*XY, "s | the sum s | (d,)")
    found = check(model, concept("f", fence("S", "s = x + y"), rows))
    assert (found.states, found.codes) == ({"s": "defined"}, ["unchecked-link"])
    assert found.only.message == "`s` is defined and put in nowhere, so nothing checks it"


# Calls.

NORM = """
    def norm(u, g, eps):
        u -= u.mean()
        v = u / np.sqrt((u * u).mean() + eps)
        return g * v, v


    def f(x, g, eps):
        a, c = norm({argument}, g, eps)
        b = x + a
        return b


    def ex(d=5):
        r = np.random.default_rng(0)
        return f(r.normal(size=d), r.normal(size=d), 1e-2)
    """
CALLED = table(
    "x | `x` | (d,)",
    "b | `b` | (d,)",
    r"\operatorname{LN}(u) | `norm(u, g, eps)[0]` | (d,) to (d,)",
)
CALL = fence("B", r"b = x + \operatorname{LN}(x)")


def test_a_call_on_copies(check: Check) -> None:
    """The function changes its argument: called on the recorded array it would spoil `x`."""
    found = check(NORM.format(argument="x.copy()"), concept("f", CALL, CALLED))
    assert (found.states, found.codes) == ({"b": "by-call"}, [])
    assert found.verdict("b").trusted == ("norm",)


def test_a_call_does_not_change_the_run(check: Check) -> None:
    """Two equations call it in turn, and each sees what the run left."""
    twice = fence("D", r"d = 2 x + \operatorname{LN}(x)")
    model = NORM.format(argument="x.copy()").replace("return b\n", "d = b + x\n        return d\n")
    rows = CALLED.rstrip() + "\n| $d$ | It | `d` | (d,) |\n\n"
    found = check(model, concept("f", CALL, twice, rows))
    assert (found.states, found.codes) == ({"b": "by-call", "d": "by-call"}, [])


def test_code_that_passes_its_own_array(check: Check) -> None:
    """The function spoils `x`: what is added is not what came in, so `x` has two values."""
    model = NORM.format(argument="x")
    found = check(model, concept("f", CALL, CALLED))
    assert (found.states, found.codes) == ({"b": "mismatch"}, ["symbol-clash"])
    rows = CALLED.replace("| `x` |", "| `x` at `entry` |")
    found = check(model, concept("f", CALL, rows))
    assert found.states == {"b": "mismatch"}


@pytest.mark.parametrize(
    ("cell", "says"),
    [
        ("norm(u, g)[0]", "missing 1 required positional argument"),
        ("norm(u, g, eps)[2]", "tuple index out of range"),
    ],
)
def test_a_call_that_raises(check: Check, cell: str, says: str) -> None:
    rows = CALLED.replace("norm(u, g, eps)[0]", cell)
    found = check(NORM.format(argument="x.copy()"), concept("f", CALL, rows))
    assert found.states == {"b": "not-run"}
    assert found.places == [found.at(r"x + «\operatorname{LN}(x)", "run-failed")]
    assert says in " ".join((found.only.message, *found.only.notes))


@pytest.mark.parametrize(
    "right", [r"\operatorname{LN}(x)", r"1 \operatorname{LN}(x)", r"\operatorname{LN}(x)_i"]
)
def test_a_function_that_is_compared_with_itself(check: Check, right: str) -> None:
    """`b` is what `f` returns: whatever it computes, `f` agrees with it."""
    rows = CALLED.replace("norm(u, g, eps)[0]", "f(u, g, eps)")
    left = "b_i" if right.endswith("_i") else "b"
    found = check(
        NORM.format(argument="x.copy()"), concept("f", fence("B", f"{left} = {right}"), rows)
    )
    assert found.states == {"b": "by-binding"}
    assert found.places == [found.at(f"«{left} = {right}", "unchecked-link")]


def test_recursion_calls_itself_at_another_argument(check: Check) -> None:
    model = """
        def f(n):
            if n < 2:
                return 1.0
            r = n * f(n - 1)
            return r


        def ex():
            return f(5)
        """
    rows = table("r | `r` | scalar", "n | `n` | scalar", "F(m) | `f(m)` | scalar to scalar")
    found = check(model, concept("f", fence("R", "r = n F(n - 1)"), rows))
    assert (found.states, found.codes) == ({"r": "by-call"}, [])
    found = check(model, concept("f", fence("R", "r = n F(n - 2)"), rows))
    assert found.states == {"r": "mismatch"}


# Letters that are free in a cell.

ROWS = """
    def f(X, W):
        Y = X @ W
        return Y


    def ex(T=3, d=5, F=4):
        r = np.random.default_rng(0)
        return f(r.normal(size=(T, d)), r.normal(size=(d, F)))
    """


@pytest.mark.parametrize(
    ("latex", "rows", "state"),
    [
        # Every row of Y from the same row of X.
        (r"y = W^\top x", ("x | `X[t]` | (d,)", "y | `Y[t]` | (F,)"), "verified"),
        # A plainer rule reads position 0 on both sides, and this passes.
        (r"y = W^\top x", ("x | `X[0]` | (d,)", "y | `Y[t]` | (F,)"), "mismatch"),
        (r"y = W^\top x", ("x | `X[0]` | (d,)", "y | `Y[0]` | (F,)"), "verified"),
    ],
)
def test_a_letter_in_a_cell_is_an_index(
    check: Check, latex: str, rows: tuple[str, ...], state: str
) -> None:
    found = check(ROWS, concept("f", fence("Y", latex), table(*rows, "W | `W` | (d, F)")))
    assert found.states == {"y": state}


def test_two_letters_and_a_number(check: Check) -> None:
    rows = table("x | `X[0]` | (d,)", "y | `Y[0, j]` | scalar", "w | `W[:, j]` | (d,)")
    found = check(ROWS, concept("f", fence("Y", r"y = x^\top w"), rows))
    assert (found.states, found.codes) == ({"y": "verified"}, [])


def test_letters_along_axes_of_different_sizes(check: Check) -> None:
    rows = table("x | `X[t]` | (d,)", "y | `Y[t, j]` | scalar", "w | `W[:, t]` | (d,)")
    found = check(ROWS, concept("f", fence("Y", r"y = x^\top w"), rows))
    assert (found.states, found.codes) == ({"y": "mismatch"}, ["shape-mismatch"])


# What a call hands over, and short names.


def test_what_a_called_function_receives(check: Check) -> None:
    """A plainer rule binds `dY` on both sides, and the equation is true whatever is handed over."""
    model = """
        def back(dOut, k):
            return dOut * k


        def f(x, y):
            z = x * y
            r = back(z + x, 2.0)
            return r
        """
    rows = table(*XY, "u | `back.dOut` | (d,)")
    found = check(model, concept("f", fence("U", r"u = x \odot y + x"), rows))
    assert (found.states, found.codes) == ({"u": "verified"}, [])
    found = check(model, concept("f", fence("U", r"u = x \odot y"), rows))
    assert (found.states, found.codes) == ({"u": "mismatch"}, ["equation-mismatch"])
    assert found.only.related[0].place.line == 10


def test_an_argument_that_is_computed_in_the_call(check: Check) -> None:
    model = """
        def back(dOut):
            return dOut * 2.0


        def f(x, y):
            r = back(np.exp(x) + y)
            return r
        """
    rows = table(*XY, "u | `back.dOut` | (d,)")
    found = check(model, concept("f", fence("U", r"u = \exp(x) + y"), rows))
    assert (found.states, found.codes) == ({"u": "verified"}, [])


def test_short_names_from_the_settings(check: Check) -> None:
    model = """
        def f(params, p, x):
            z = params[p + "w"] * x
            return z


        def ex(d=5):
            r = np.random.default_rng(0)
            return f({"b.w": r.normal(size=d)}, "b.", r.normal(size=d))
        """
    rows = table("w | `w` | (d,)", "x | `x` | (d,)", "z | `z` | (d,)")
    settings = "[tool.docgen.lookup]\nw = 'params[p + \"w\"]'\n"
    found = check(model, concept("f", fence("Z", r"z = w \odot x"), rows), settings=settings)
    assert (found.states, found.codes) == ({"z": "verified"}, [])
