r"""Rule 3: one symbol, one value, in all equations of one call and one iteration.

A plainer rule reads each equation by itself: a page with the wrong version of a rebound name is
*verified* then.
"""

from __future__ import annotations

import pytest

from tests.checking.conftest import XY, Check, concept, fence, table

REBOUND = """
    def f(x, y):
        a = x * y
        x = x + 1.0
        b = x * y
        return a + b
    """
ROWS = (*XY, "a | `a` | (d,)", "b | `b` | (d,)")
A = fence("A", r"a = x \odot y")


def test_two_versions_of_a_rebound_name(check: Check) -> None:
    """Each equation agrees with its statement; the page says one thing of two values."""
    rows = table(*ROWS)
    found = check(REBOUND, concept("f", A, fence("B", r"b = x \odot y"), rows))
    assert found.states == {"a": "mismatch", "b": "mismatch"}
    assert found.places == [found.at("$«x$ | It", "symbol-clash")]
    finding = found.only
    assert finding.message == "`x` has two values in one call"
    # The first entries of x and of x + 1.
    assert finding.notes == (
        "0.1257302210933933 at [0] in `A`, 1.1257302210933933 at [0] in `B`",
        "in call 1 of `ex`",
    )


def test_a_row_for_each_value(check: Check) -> None:
    rows = table(
        "x | `x` at `entry` | (d,)",
        "x' | `x` before `b` | (d,)",
        *ROWS[1:],
    )
    found = check(REBOUND, concept("f", A, fence("B", r"b = x' \odot y"), rows))
    assert (found.states, found.codes) == ({"a": "verified", "b": "verified"}, [])


def test_a_third_equation_that_reads_the_symbol(check: Check) -> None:
    model = REBOUND.replace("return a + b", "c = x * 2.0\n        return a + b + c")
    rows = table(*ROWS, "c | `c` | (d,)")
    equations = (A, fence("B", r"b = x \odot y"), fence("C", "c = 2 x"))
    found = check(model, concept("f", *equations, rows))
    assert set(found.states.values()) == {"mismatch"}
    assert found.codes == ["symbol-clash"]


def test_a_name_bound_anew_to_the_same_value(check: Check) -> None:
    model = REBOUND.replace("x = x + 1.0", "x = x + 0.0")
    found = check(model, concept("f", A, fence("B", r"b = x \odot y"), table(*ROWS)))
    assert (found.states, found.codes) == ({"a": "verified", "b": "verified"}, [])


def test_only_entries_that_are_read_are_compared(check: Check) -> None:
    """`a` and `b` read different rows of X, and one of them is changed between."""
    model = """
        def f(X, y):
            a = X[0] * y
            X[1] = X[1] * 2.0
            b = X[0] + y
            return a + b


        def ex(d=5):
            r = np.random.default_rng(0)
            return f(r.normal(size=(3, d)), r.normal(size=d))
        """
    rows = table("y | `y` | (d,)", "a | `a` | (d,)", "b | `b` | (d,)", "x | `X[0]` | (d,)")
    equations = (fence("A", r"a = x \odot y"), fence("B", "b = x + y"))
    found = check(model, concept("f", *equations, rows))
    assert (found.states, found.codes) == ({"a": "verified", "b": "verified"}, [])


@pytest.mark.parametrize("other", ["y", "z"])
def test_only_what_stands_left_of_an_arrow_may_change(check: Check, other: str) -> None:
    """`z` moves once; an equation with an arrow is no licence for more, or for other symbols."""
    model = f"""
        def f(x, y):
            z = x * 1.5
            z += y
            {other} = {other} * 2.0
            w = z * y
            return w
        """
    rows = table("z | `z` | (d,)", "y | `y` | (d,)", "w | `w` | (d,)")
    move = fence("Z", r"z \leftarrow z + y", 'code="z += y"')
    found = check(model, concept("f", move, fence("W", r"w = z \odot y"), rows))
    assert found.codes == ["symbol-clash"]


LOOP = """
    def f(x, y):
        for k in range(3):
            a = x * k
            b = {read} * k
            {late}
        return a + b
    """


def test_a_symbol_may_differ_between_iterations(check: Check) -> None:
    model = LOOP.format(read="x", late="x = x + y")
    rows = table("x | `x` | (d,)", "k | `k` | scalar", "a | `a` | (d,)", "b | `b` | (d,)")
    equations = (fence("A", "a = k x"), fence("B", "b = k x"))
    found = check(model, concept("f", *equations, rows))
    assert (found.states, found.codes) == ({"a": "verified", "b": "verified"}, [])


def test_two_values_in_one_iteration(check: Check) -> None:
    model = LOOP.format(read="x", late="pass").replace("b = x", "x = x + y\n            b = x")
    rows = table("x | `x` | (d,)", "k | `k` | scalar", "a | `a` | (d,)", "b | `b` | (d,)")
    equations = (fence("A", "a = k x"), fence("B", "b = k x"))
    found = check(model, concept("f", *equations, rows))
    assert found.codes == ["symbol-clash"]
    assert set(found.states.values()) == {"mismatch"}


def test_a_reader_outside_of_the_loop(check: Check) -> None:
    """Only one of the two readers is in the loop, so `x` has one value for both."""
    model = """
        def f(x, y):
            b = x * y
            for k in range(3):
                a = x * k
                x = x + 1.0
            return a + b
        """
    rows = table(*ROWS, "k | `k` | scalar")
    equations = (fence("B", r"b = x \odot y"), fence("A", "a = k x"))
    found = check(model, concept("f", *equations, rows))
    assert found.codes == ["symbol-clash"]
    assert set(found.states.values()) == {"mismatch"}


def test_the_iterations_of_a_loop_in_a_loop(check: Check) -> None:
    """`z` is bound once in an outer iteration, and read by both in every inner one."""
    model = """
        def f(x, y):
            for j in range(2):
                z = x * (j + 1.5)
                for k in range(3):
                    a = z * k
                    b = z + k
            return a + b
        """
    rows = table("z | `z` | (d,)", "k | `k` | scalar", "a | `a` | (d,)", "b | `b` | (d,)")
    equations = (fence("A", "a = k z"), fence("B", "b_i = z_i + k"))
    found = check(model, concept("f", *equations, rows))
    assert (found.states, found.codes) == ({"a": "verified", "b": "verified"}, [])


def test_two_calls_are_two_values(check: Check) -> None:
    model = """
        def f(x, y):
            a = x * y
            return a


        def ex(d=5):
            r = np.random.default_rng(0)
            f(r.normal(size=d), r.normal(size=d))
            f(r.normal(size=d), r.normal(size=d))
        """
    found = check(model, concept("f", A, table(*XY, "a | `a` | (d,)")))
    assert (found.states, found.codes) == ({"a": "verified"}, [])
    assert found.verdict("a").points == 2 * 3  # two calls, as they are and in two replays


def test_a_symbol_without_code_is_defined_once(check: Check) -> None:
    """A plainer rule puts in the first definition and never looks at the second."""
    rows = table(*XY, "s | — | (d,)", "a | `a` | (d,)")
    equations = (
        fence("S", r"s = x \odot y"),
        fence("T", r"s = 7 x"),
        fence("A", "a = s"),
    )
    found = check(REBOUND, concept("f", *equations, rows))
    assert found.places == [found.at("«s = 7 x", "symbol-clash")]
    assert found.only.notes == ("the other one is `S`",)
