"""Runs made again with other numbers: at least one must come to a comparison.

A plainer rule takes a run that could not be made again for one that agreed.
"""

from __future__ import annotations

import pytest

from tests.checking.conftest import Check, concept, fence, table

ROWS = table("x | `x` | (T, d)", "y | `y` | (T, d)")
EQUATION = fence("Y", "y = x")
CODE = """
    W = np.eye(3)


    def f(x, w):
        {body}
        return y


    def ex():
        x = np.arange(12.0).reshape(4, 3)
        w = np.eye(3)
        {before}
        return f(x, w)
    """


def code(body: str, before: str = "pass") -> str:
    return CODE.format(body=body, before=before)


PICKY = code("assert_whole = np.testing.assert_array_equal(x, x.round()); y = x @ w")


def test_a_run_that_can_only_be_made_once(check: Check) -> None:
    """It raises for other numbers, so nothing tells `x w` from `x`."""
    found = check(PICKY, concept("f", EQUATION, ROWS))
    assert found.states == {"y": "weak"}
    finding = found.only
    assert finding.code == "weak-verdict"
    assert finding.message == "no run could be made again with other numbers in its arrays"
    assert finding.notes[0] == "runs: `ex`"
    assert "AssertionError" in finding.notes[1]
    assert finding.help.endswith("`fixed: reason`")


def test_an_author_may_say_why(check: Check) -> None:
    page = concept("f", EQUATION, ROWS).replace(
        "    show: no\n", "    show: no\n    fixed: whole numbers only\n"
    )
    found = check(PICKY, page)
    assert (found.states, found.codes) == ({"y": "verified"}, [])
    assert found.verdict("y").replays == 0
    assert "not run again with other numbers: whole numbers only" in found.verdict("y").notes


@pytest.mark.parametrize("body", ["y = x + x[0, 0]", "y = x - x[0, 0]", "y = x * (x[0, 0] == 0)"])
def test_a_zero_among_other_numbers(check: Check, body: str) -> None:
    """`np.arange` begins with 0, which leaves out what the code does with its first entry."""
    found = check(code(body), concept("f", EQUATION, ROWS))
    assert found.states == {"y": "mismatch"}
    assert found.only.message == "equation `y` holds only for the values of its run"


@pytest.mark.parametrize(
    ("body", "before"),
    [
        ("y = x @ w", "pass"),
        ("y = x @ w", "w.flags.writeable = False"),
        ("y = x @ W", "pass"),
    ],
)
def test_an_identity_is_told_from_nothing(check: Check, body: str, before: str) -> None:
    """Whether it is an argument, may not be written, or is an array of the module."""
    found = check(code(body, before), concept("f", EQUATION, ROWS))
    assert found.states == {"y": "mismatch"}
    assert found.only.message == "equation `y` holds only for the values of its run"


def test_a_run_without_arrays(check: Check) -> None:
    """There is nothing to put other numbers in; two calls and wrong variants have to do."""
    model = """
        def f(rows, columns):
            y = (6.0 / (rows + columns)) ** 0.5
            return y


        def ex():
            return f(3, 5) + f(4, 9)
        """
    rows = table("m | `rows` | scalar", "n | `columns` | scalar", "y | `y` | scalar")
    page = concept("f", fence("Y", r"y = \sqrt{\frac{6}{m + n}}"), rows)
    found = check(model, page)
    assert (found.states, found.codes) == ({"y": "verified"}, [])


IDLE = """
    def f(x, y):
        z = 2.0 * x + y
        return z


    def ex(d=5):
        r = np.random.default_rng(0)
        return f(r.normal(size=d), r.normal(size=d))
    """


@pytest.mark.parametrize(
    ("latex", "codes"),
    [
        (r"z = q + y, \quad q = 2 x", []),
        (r"z = 2 x + y, \quad q = 7 x", ["unchecked-link"]),
    ],
)
def test_what_is_defined_must_be_used(check: Check, latex: str, codes: list[str]) -> None:
    rows = table("x | `x` | (d,)", "y | `y` | (d,)", "z | `z` | (d,)", "q | - | (d,)")
    found = check(IDLE, concept("f", fence("Z", latex), rows))
    assert found.codes == codes
    assert found.states == {"z": "weak" if codes else "verified"}
    if codes:
        assert found.only.message == "`q` is defined and put in nowhere, so nothing checks it"
