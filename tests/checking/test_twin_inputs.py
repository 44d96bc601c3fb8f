"""Inputs of a function that are equal in every run: no run tells which of them is meant.

Repetitions change arrays in place, so that one array handed over twice stays one array, and leave
numbers as they are.
"""

from __future__ import annotations

import pytest

from tests.checking.conftest import Check, Checked, concept, fence, table

SQUARES = table("X | `X` | (d, d)", "Y | `Y` | (d, d)", "Z | `Z` | (d, d)")
MIXED = table(
    "x | `x` | (d,)", "y | `y` | (d,)", "a | `a` | scalar", "b | `b` | scalar", "Z | `Z` | (d,)"
)
CURE = "add an example with other sizes or numbers, in which the two differ"


def checked(check: Check, code: str, calls: str, latex: str, rows: str) -> Checked:
    heads = {SQUARES: "X, Y", MIXED: "x, y, a, b"}
    model = f"""
        def f({heads[rows]}):
            Z = {code}
            return Z


        def drawn(seed, *shape):
            return np.random.default_rng(seed).normal(size=shape)


        def ex():
            return {calls}
        """
    named = "Of $x$, $y$ and $Z$.\n\n" if rows is MIXED else ""
    return check(model, concept("f", fence("Z", latex), named, rows))


def assert_weak(found: Checked, message: str) -> None:
    assert found.states == {"z": "weak"}
    assert [(one.code, one.message, one.help) for one in found.findings] == [
        ("weak-verdict", message, CURE)
    ]


@pytest.mark.parametrize(("latex", "first", "other"), [("Y X", "Y", "X"), ("X Y", "X", "Y")])
def test_one_array_given_twice(check: Check, latex: str, first: str, other: str) -> None:
    calls = "[f(A, A) for A in (drawn(1, 3, 3), drawn(2, 4, 4))]"
    found = checked(check, "X @ Y", calls, f"Z = {latex}", SQUARES)
    assert_weak(found, f"`{first}` and `{other}` are equal in every run")


def test_two_arrays_tell(check: Check) -> None:
    calls = "f(drawn(1, 3, 3), drawn(2, 3, 3))"
    assert checked(check, "X @ Y", calls, "Z = X Y", SQUARES).codes == []
    assert checked(check, "X @ Y", calls, "Z = Y X", SQUARES).states == {"z": "mismatch"}


def test_one_run_with_two_arrays_is_enough(check: Check) -> None:
    calls = "[f(A, B) for A in [drawn(1, 3, 3)] for B in (A, drawn(2, 3, 3))]"
    assert checked(check, "X @ Y", calls, "Z = X Y", SQUARES).codes == []


def test_equal_numbers_in_two_arrays_are_told_apart_by_repetitions(check: Check) -> None:
    calls = "f(drawn(1, 3, 3), drawn(1, 3, 3))"
    assert checked(check, "X @ Y", calls, "Z = X Y", SQUARES).codes == []
    assert checked(check, "X @ Y", calls, "Z = Y X", SQUARES).states == {"z": "mismatch"}


def test_a_sum_of_one_array_with_itself(check: Check) -> None:
    """It agrees with twice either of them."""
    found = checked(check, "X + Y", "[f(A, A) for A in [drawn(1, 3, 3)]]", "Z = X + Y", SQUARES)
    assert_weak(found, "`X` and `Y` are equal in every run")


def test_two_numbers_that_are_equal(check: Check) -> None:
    equal = "f(drawn(1, 4), drawn(2, 4), 0.9, 0.9)"
    found = checked(check, "a * x + b * y", equal, "Z = b x + a y", MIXED)
    assert_weak(found, "`b` and `a` are 0.9 in every run")
    other = "f(drawn(1, 4), drawn(2, 4), 0.9, 0.8)"
    assert checked(check, "a * x + b * y", other, "Z = a x + b y", MIXED).codes == []
    assert checked(check, "a * x + b * y", other, "Z = b x + a y", MIXED).states == {
        "z": "mismatch"
    }


def test_an_input_that_only_the_table_names(check: Check) -> None:
    calls = "[f(u, u, 0.9, 0.8) for u in [drawn(1, 4)]]"
    found = checked(check, "a * x + b", calls, "Z = a y + b", MIXED)
    assert_weak(found, "`y` and `x` are equal in every run")


def test_what_the_function_makes_equal(check: Check) -> None:
    """Where the code itself says that two names are one value, the page may use either."""
    model = """
        def f(x):
            y = x
            Z = y * 2.5
            return Z


        def ex():
            return f(np.random.default_rng(0).normal(size=4))
        """
    rows = table("x | `x` | (d,)", "y | `y` | (d,)", "Z | `Z` | (d,)")
    found = check(model, concept("f", fence("Z", "Z = 2.5 x"), "Here $y$ is $x$.\n\n", rows))
    assert (found.states, found.codes) == ({"z": "verified"}, [])


def test_parts_of_one_object_are_compared_as_numbers_only(check: Check) -> None:
    model = """
        class Mean:
            def __init__(self, a, b):
                self.a = a
                self.b = b

            def step(self, x):
                Z = self.a * x + self.b
                return Z


        def ex():
            return Mean({numbers}).step(np.random.default_rng(0).normal(size=4))
        """
    rows = table(
        "x | `x` | (d,)", "a | `self.a` | scalar", "b | `self.b` | scalar", "Z | `Z` | (d,)"
    )
    page = concept("Mean.step", fence("Z", "Z = a x + b"), rows)
    found = check(model.format(numbers="0.7, 0.7"), page)
    assert_weak(found, "`a` and `b` are 0.7 in every run")
    assert check(model.format(numbers="0.7, 0.6"), page).codes == []
