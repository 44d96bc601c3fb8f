r"""Rule 8: every equation is checked at every execution of its statement.

A plainer rule looks at the first call, or at the last visit of a loop.
"""

from __future__ import annotations

import pytest

from tests.checking.conftest import XY, Check, concept, fence, table

CALLS = """
    def f(x, k):
        y = x * 2.0 if k < {limit} else x * 3.0
        return y


    def ex(d=5):
        r = np.random.default_rng(0)
        for k in range({calls}):
            f(r.normal(size=d), k)
    """
DOUBLE = concept("f", fence("Y", "y = 2 x"), table("x | `x` | (d,)", "y | `y` | (d,)"))


@pytest.mark.parametrize("limit", [0, 1, 2])
def test_every_call_counts(check: Check, limit: int) -> None:
    found = check(CALLS.format(limit=limit, calls=3), DOUBLE)
    assert found.states == {"y": "mismatch"}
    assert f"in call {limit + 1} of `ex`" in found.only.notes


def test_up_to_a_stated_cap(check: Check) -> None:
    found = check(CALLS.format(limit=99, calls=9), DOUBLE)
    assert (found.states, found.codes) == ({"y": "verified"}, [])
    assert found.verdict("y").points == 9 * 3


LOOP = """
    def f(x, y):
        for k in range(4):
            x = x * 0.5 + {amount}
        return x
    """


@pytest.mark.parametrize(("amount", "state"), [("k", "verified"), ("k * k", "mismatch")])
def test_every_visit_of_a_loop(check: Check, amount: str, state: str) -> None:
    """k and its square differ from the third visit on."""
    rows = table("x | `x` | (d,)", "k | `k` | scalar")
    code = f'code="x = x * 0.5 + {amount}"'
    latex = r"x \leftarrow \frac{x}{2} + k"
    found = check(LOOP.format(amount=amount), concept("f", fence("X", latex, code), rows))
    assert found.states == {"x": state}
    if state == "verified":
        assert found.verdict("x").points == 4 * 3


def test_a_symbol_that_a_later_statement_of_the_same_visit_binds(check: Check) -> None:
    """In the second visit `b` has a value of the first one, which is not the one that is meant."""
    model = """
        def f(x, y):
            for k in range(3):
                a = x * (2.0 + k)
                b = a + x
            return b
        """
    rows = table("x | `x` | (d,)", "a | `a` | (d,)", "b | `b` | (d,)")
    found = check(model, concept("f", fence("A", "a = b - x"), rows))
    assert (found.states, found.codes) == ({"a": "verified"}, [])


def test_a_value_of_the_visit_before(check: Check) -> None:
    model = """
        def f(x, y):
            b = y
            for k in range(3):
                a = b * 2.0
                b = a + x
            return b
        """
    rows = table("a | `a` | (d,)", "b | `b` | (d,)")
    found = check(model, concept("f", fence("A", "a = 2 b"), rows))
    assert (found.states, found.codes) == ({"a": "verified"}, [])


@pytest.mark.parametrize(("bound", "state"), [("2", "verified"), ("1", "mismatch")])
def test_a_property_is_tested_at_every_visit(check: Check, bound: str, state: str) -> None:
    """At the end of the function `p` is 0; in the first visit it was 1.5."""
    model = """
        def f(x, y):
            for k in range(4):
                p = x * 0.0 + (3.0 - k) / 2.0
            return p
        """
    page = concept("f", fence("P", rf"p_i \le {bound}"), table("p | `p` | (d,)"))
    assert check(model, page).states == {"p": state}


def test_a_sum_over_the_visits(check: Check) -> None:
    model = """
        def f(x, y):
            s = 0.0
            for v in x:
                s += v * v
            return s
        """
    rows = table("s | `s` | scalar", "v | `v` | scalar", "n | `return` | scalar", "x | `x` | (d,)")
    equations = (
        fence("S", r"s \leftarrow s + v^2", 'code="s += v * v"'),
        fence("N", r"n = \sum_{i=1}^{d} x_i^2"),
    )
    found = check(model, concept("f", *equations, rows))
    assert (found.states, found.codes) == ({"s": "verified", "n": "verified"}, [])


BRANCHES = """
    def f(x, y):
        if x.sum() > {limit}:
            s = x + y
        else:
            s = y + x * {factor}
        return s


    def ex(d=5):
        r = np.random.default_rng(0)
        f(r.normal(size=d), r.normal(size=d))
        f(r.normal(size=d) + 9.0, r.normal(size=d))
    """
BOTH = 'code="s = x + y; s = y + x * 1.0"'


def test_two_branches_of_one_equation(check: Check) -> None:
    """Only one of the two statements is reached in a call, and each is compared where it is."""
    rows = table(*XY, "s | `s` | (d,)")
    page = concept("f", fence("S", "s = x + y", BOTH), rows)
    found = check(BRANCHES.format(limit=9, factor="1.0"), page)
    assert (found.states, found.codes) == ({"s": "verified"}, [])
    page = page.replace("x * 1.0", "x * 2.0")
    found = check(BRANCHES.format(limit=9, factor="2.0"), page)
    assert (found.states, found.codes) == ({"s": "mismatch"}, ["equation-mismatch"])


@pytest.mark.parametrize(
    ("limit", "statement", "condition"),
    [("999", "s = x + y", "`if x.sum() > 999`"), ("-999", "s = y + x * 1.0", "else of `if")],
)
def test_a_branch_that_no_run_takes(
    check: Check, limit: str, statement: str, condition: str
) -> None:
    rows = table(*XY, "s | `s` | (d,)")
    page = concept("f", fence("S", "s = x + y", BOTH), rows)
    found = check(BRANCHES.format(limit=limit, factor="1.0"), page)
    assert (found.states, found.codes) == ({"s": "not-run"}, ["never-executed"])
    assert found.only.message == f"no run of this concept reaches `{statement}`"
    assert found.only.notes[0].startswith(f"it stands under {condition}")
    assert found.only.help == "name a run that executes this statement"


def test_a_linked_statement_that_is_not_the_compared_one(check: Check) -> None:
    """A plainer rule sees that the `return` is reached, and never asks for the other branch."""
    code = 'code="s = x + y; s = y + x * 1.0; return"'
    rows = table(*XY, "r | `return` | (d,)")
    page = concept("f", fence("R", "r = x + y", code), rows)
    found = check(BRANCHES.format(limit=999, factor="1.0"), page)
    assert (found.states, found.codes) == ({"r": "not-run"}, ["never-executed"])


EARLY = """
    def f(x, k):
        if k:
            return 2.0 * x
        z = x + 1.0
        return z * 3.0


    def ex(d=5):
        x = np.random.default_rng(0).normal(size=d)
        f(x, True)
        f(x, False)
    """


def test_an_early_return(check: Check) -> None:
    rows = table("x | `x` | (d,)", "y | `return` | (d,)")
    equations = (
        fence("A", "y = 2 x", 'code="return 2.0 * x"'),
        fence("B", "y_i = 3 (x_i + 1)", 'code="z = x + 1.0; return z * 3.0"'),
    )
    found = check(EARLY, concept("f", *equations, rows))
    assert (found.states, found.codes) == ({"a": "verified", "b": "verified"}, [])


def test_every_return(check: Check) -> None:
    model = EARLY.replace("z = x + 1.0", "z = x + x").replace("z * 3.0", "z")
    rows = table("x | `x` | (d,)", "y | `return` | (d,)")
    both = fence("Y", "y = 2 x", 'code="return 2.0 * x; return z"')
    found = check(model, concept("f", both, rows))
    assert (found.states, found.codes) == ({"y": "verified"}, [])
    assert found.verdict("y").points == 2 * 3
    found = check(model.replace("x + x", "x + x + x"), concept("f", both, rows))
    assert found.states == {"y": "mismatch"}


def test_a_symbol_without_a_value_in_one_of_the_calls(check: Check) -> None:
    """In the first call `w` is not bound: that call is not passed over."""
    model = """
        def f(x, k):
            if k:
                w = x * 3.0
            a = x * 3.0
            return a


        def ex(d=5):
            x = np.random.default_rng(0).normal(size=d)
            f(x, False)
            f(x, True)
        """
    rows = table("a | `a` | (d,)", "w | `w` | (d,)")
    found = check(model, concept("f", fence("A", "a = w"), rows))
    assert (found.states, found.codes[:1]) == ({"a": "not-run"}, ["run-failed"])


def test_an_equation_without_an_example(check: Check) -> None:
    model = """
        def f(x, y):
            s = x + y
            return s
        """
    page = concept("f", fence("S", "s = x + y"), table(*XY, "s | `s` | (d,)"), run="")
    found = check(model, page)
    assert (found.states, set(found.codes)) == ({"s": "not-run"}, {"never-executed"})
