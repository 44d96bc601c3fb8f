"""The findings of equations: their places, what they show and what they tell to type."""

from __future__ import annotations

import pytest

from docgen.pages.badge import badge
from tests.checking.conftest import XY, Check, concept, fence, table

SUM = """
    def f(x, y):
        s = x + y
        return s
    """
ROWS = table(*XY, "s | `s` | (d,)")


def test_equation_mismatch(check: Check) -> None:
    """The first entries drawn are 0.1257... and 0.3616...; the worst entry is the last."""
    found = check(SUM, concept("f", fence("The sum", "s = x + 3 y"), ROWS))
    finding = found.only
    assert found.places == [found.at("s = «x + 3 y", "equation-mismatch")]
    assert finding.severity == "error"
    assert finding.message.startswith("equation `the-sum` differs from the code by ")
    assert "(tolerance " in finding.message
    assert finding.label.startswith("evaluates to ")
    (related,) = finding.related
    assert (related.place.path, related.place.line, related.place.column) == ("model.py", 5, 5)
    assert related.text.startswith("computed ")
    # Both values are told for the same entry.
    assert finding.label.rpartition(" at ")[2] == related.text.rpartition(" at ")[2]
    assert {"shapes agree: (5,)", "in call 1 of `ex`"} <= set(finding.notes)
    assert finding.help == "leave out the factor `3`, or mend the code"
    verdict = found.verdict("the-sum")
    assert (verdict.state, verdict.reason) == ("mismatch", "it differs from the code")


@pytest.mark.parametrize(
    ("page", "marked"),
    [
        (fence("S", "s =\n  x +\n    3 y"), "s =\n  «x +\n    3 y"),
        ("- Item\n\n    ```math\n    s = x + 3 y\n    ```\n\n", "    s = «x + 3 y"),
    ],
)
def test_the_caret_in_the_file(check: Check, page: str, marked: str) -> None:
    """Lines below each other, and lines that are indented."""
    found = check(SUM, concept("f", page, ROWS))
    assert found.places == [found.at(marked, "equation-mismatch")]


def test_weak_verdict_by_a_wrong_variant(check: Check) -> None:
    """A seed of ones: y could be left out, or be there twice, and nobody would know."""
    model = """
        def f(x, y):
            s = x * y
            return s


        def ex():
            return f(np.array([1.5, 2.5, 3.5]), np.ones(3, int))
        """
    found = check(model, concept("f", fence("S", r"s = x \odot y"), ROWS))
    assert found.states == {"s": "weak"}
    finding = found.only
    assert finding.code == "weak-verdict"
    assert finding.place.line == 14
    assert finding.message.startswith("the runs cannot tell `")
    assert finding.help == (
        "add a run with other values: no zeros or ones, all sizes different and above 2"
    )


BRANCHED = """
    def f(x, y):
        s = np.minimum(x, 1.0)
        return s


    def ex():
        return f(np.array([{values}]), np.zeros(3))
    """


@pytest.mark.parametrize(
    ("values", "state"),
    [("0.25, 3.0, -2.0", "verified"), ("25.0, 30.0, 40.0", "weak")],
)
def test_weak_verdict_by_a_branch(check: Check, values: str, state: str) -> None:
    latex = r"s_i = \begin{cases} x_i & x_i < 1 \\ 1 & \text{otherwise} \end{cases}"
    rows = table("x | `x` | (d,)", "s | `s` | (d,)")
    # Replays would take the other branch for it: they change values by about their size.
    found = check(BRANCHED.format(values=values), concept("f", fence("S", latex), rows))
    assert found.states == {"s": state}
    if state == "weak":
        assert set(found.codes) == {"weak-verdict"}


def test_another_run_that_takes_the_branch(check: Check) -> None:
    model = (
        BRANCHED.format(values="25.0, 30.0, 40.0")
        + """

    def ex2():
        return f(np.array([0.5, -3.0, 4.0]), np.zeros(3))
    """
    )
    latex = r"s_i = \begin{cases} x_i & x_i < 1 \\ 1 & \text{otherwise} \end{cases}"
    rows = table("x | `x` | (d,)", "s | `s` | (d,)")
    more = "/// example | Other\n    run: ex2\n    show: no\n///\n\n"
    found = check(model, concept("f", fence("S", latex), rows, more))
    assert (found.states, found.codes) == ({"s": "verified"}, [])
    assert found.verdict("s").runs == 2


def test_unused_symbol(check: Check) -> None:
    rows = ROWS.rstrip() + "\n| $q$ | It | `y` | (d,) |\n\n"
    found = check(SUM, concept("f", fence("S", "s = x + y"), rows))
    assert found.places == [found.at("| $«q$ |", "unused-symbol")]
    assert found.only.help == "remove the row, or use the symbol"
    used = concept("f", "Here $q$ is said.\n\n", fence("S", "s = x + y"), rows)
    assert check(SUM, used).codes == []


def test_unbound_symbol_in_a_row(check: Check) -> None:
    rows = table("x | `x` | (d,)", "y | — | (d,)", "s | `s` | (d,)")
    found = check(SUM, concept("f", fence("S", "s = x + y"), rows))
    assert found.states == {"s": "not-run"}
    assert found.places == [found.at("s = x + «y", "unbound-symbol")]
    assert found.only.message == "`y` has no code in its row, and no equation defines it"


def test_unbound_symbol_in_the_text(check: Check) -> None:
    page = concept("f", "Here $q$ is new, and $x$ is not.\n\n", fence("S", "s = x + y"), ROWS)
    found = check(SUM, page)
    assert found.places == [found.at("Here $«q$", "unbound-symbol")]
    assert found.states == {"s": "verified"}


@pytest.mark.parametrize(
    ("code", "latex", "state"),
    [
        # NaN on both sides is no agreement, nor is it on one.
        ("np.log(x - 100.0)", r"\log(x - 100)", "mismatch"),
        ("x / 0.0 - x / 0.0", "x", "mismatch"),
        # Infinite on both sides and equal is; on one it is not.
        ("np.where(x > 0, -np.inf, 0.0)", r"-\infty \, \mathbb{1}[x > 0]", "verified"),
        ("np.where(x > 0, -np.inf, 0.0)", "0 x", "mismatch"),
    ],
)
def test_values_that_are_not_finite(check: Check, code: str, latex: str, state: str) -> None:
    model = f"""
        def f(x, y):
            with np.errstate(all="ignore"):
                s = {code}
            return s
        """
    rows = table("x | `x` | (d,)", "s | `s` | (d,)")
    found = check(model, concept("f", fence("S", f"s = {latex}"), rows))
    if state == "mismatch":
        assert "verified" not in found.states.values()
        assert found.codes != []


def test_nonfinite_value(check: Check) -> None:
    model = """
        def f(x, y):
            s = np.log(x - 100.0)
            return s
        """
    rows = table("x | `x` | (d,)", "s | `s` | (d,)")
    found = check(model, concept("f", fence("S", r"s = \log(x - 100)"), rows))
    assert found.codes == ["nonfinite-value"]
    assert found.only.message == "the left and the right side is NaN at [0]"
    assert found.only.notes == ("in `ex`",)


def test_ill_conditioned(check: Check) -> None:
    model = """
        def f(x, y):
            A = np.outer(x, x) + 1e-9 * np.diag(y * y)
            z = np.linalg.solve(A, y)
            return z
        """
    rows = table("y | `y` | (d,)", "A | `A` | (d, d)", "z | `z` | (d,)")
    found = check(model, concept("f", fence("Z", "z = A^{-1} y"), rows))
    assert (found.states, found.codes) == ({"z": "not-run"}, ["ill-conditioned"])
    assert found.places == [found.at("z = «A^{-1} y", "ill-conditioned")]


def test_shape_mismatch_at_the_sub_expression(check: Check) -> None:
    model = """
        def f(X, W):
            Y = X @ W
            return Y


        def ex(T=3, d=5, F=4):
            r = np.random.default_rng(0)
            return f(r.normal(size=(T, d)), r.normal(size=(d, F)))
        """
    rows = table("X | `X` | (T, d)", "W | `W` | (d, F)", "Y | `Y` | (T, F)")
    found = check(model, concept("f", fence("Y", "Y = X W + W X"), rows))
    assert found.places == [found.at("X W + «W X", "shape-mismatch")]
    assert found.states == {"y": "not-run"}


LUCKY = """
    def f(x, y):
        {check}
        s = x * y
        return s


    def ex():
        return f(np.array([1.0, 1.0, 1.0]), np.array([2.0, 3.0, 5.0]))
    """


def test_what_holds_only_for_the_values_of_its_run(check: Check) -> None:
    page = concept("f", fence("S", "s = y"), table("y | `y` | (d,)", "s | `s` | (d,)"))
    found = check(LUCKY.format(check="pass"), page)
    assert (found.states, found.codes) == ({"s": "mismatch"}, ["equation-mismatch"])
    assert found.only.message == "equation `s` holds only for the values of its run"
    assert "`ex` was made again with other numbers in its arrays" in found.only.notes


def test_a_replay_that_raises_is_no_finding(check: Check) -> None:
    """Other numbers are refused by the code itself; the run as it is decides then."""
    refusal = "assert abs(x.sum() - 3.0) < 1e-9"
    page = concept("f", fence("S", r"s = x \odot y"), ROWS)
    found = check(LUCKY.format(check=f"if not ({refusal[7:]}): raise ValueError('sum')"), page)
    assert "run-failed" not in found.codes
    assert found.states["s"] in ("verified", "weak")


def test_nothing_was_compared(check: Check) -> None:
    model = """
        def f(x, y):
            s = x + y
            return s


        def ex():
            return f(np.zeros(0), np.zeros(0))
        """
    for latex in ("s = x + y", "s = 7 x"):
        found = check(model, concept("f", fence("S", latex), ROWS))
        assert "verified" not in found.states.values()
        assert found.codes != []


def test_a_condition_that_no_index_meets(check: Check) -> None:
    latex = r"s_i = 3 x_i + y_i \quad\text{for } i > 7"
    found = check(SUM, concept("f", fence("S", latex), ROWS))
    assert "verified" not in found.states.values()
    assert found.codes != []


# Badges.


def test_the_badge_of_a_verified_equation(check: Check) -> None:
    found = check(SUM, concept("f", fence("S", "s = x + y"), ROWS))
    drawn = badge(found.verdict("s"))
    assert (drawn.state, drawn.label) == ("verified", "Verified")
    assert drawn.details[0] == (
        "Evaluated on 1 run, again with other numbers 2 times: 3 points, 15 numbers compared."
    )
    assert drawn.details[1] == "Largest gap below 1e-12: nothing but rounding."


def test_the_badge_of_a_call(check: Check) -> None:
    model = """
        def g(u):
            return 2.0 * u


        def f(x, y):
            s = g(x) + y
            return s
        """
    rows = table(*XY, "s | `s` | (d,)", "G(u) | `g(u)` | (d,) to (d,)")
    found = check(model, concept("f", fence("S", "s = G(x) + y"), rows))
    drawn = badge(found.verdict("s"))
    assert (drawn.state, drawn.label) == ("by-call", "Verified by call")
    assert "Calls the code itself: g." in drawn.details


@pytest.mark.parametrize(("dtype", "name"), [("float32", "single"), ("float16", "half")])
def test_the_badge_of_few_digits(check: Check, dtype: str, name: str) -> None:
    model = f"""
        def f(x, y):
            s = x + y
            return s


        def ex(d=5):
            r = np.random.default_rng(0)
            x, y = r.normal(size=(2, d)).astype(np.{dtype})
            return f(x, y)
        """
    found = check(model, concept("f", fence("S", "s = x + y"), ROWS))
    assert (found.states, found.codes) == ({"s": "verified"}, [])
    note = f"The code computes in {name} precision; errors below it cannot show."
    assert note in badge(found.verdict("s")).details
