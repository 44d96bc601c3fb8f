"""Equations that were compared on one set of values, and entries that they say nothing of.

A plainer count takes a replay that left whole numbers and scalars as they were for evidence.
"""

from __future__ import annotations

import pytest

from docgen.pages.badge import badge
from tests.checking.conftest import Check, Checked, concept, fence, table

UNVARIED = "the equation was compared on one set of values only"
VECTORS = table("x | `x` | (d,)", "y | `y` | (d,)")
NUMBERS = table("x | `x` | scalar", "y | `y` | scalar")


def checked(check: Check, body: str, calls: str, latex: str, rows: str) -> Checked:
    model = f"def f(x, z=None):\n    {body}\n    return y\n\n\ndef ex():\n    {calls}\n"
    return check(model, concept("f", fence("Y", latex), rows))


def figures(found: Checked) -> tuple[int, int, int, int]:
    """Runs, replays, points and numbers compared."""
    verdict = found.verdict("y")
    return verdict.runs, verdict.replays, verdict.points, verdict.entries


@pytest.mark.parametrize(
    ("body", "calls", "latex", "rows", "entries"),
    [
        ("y = 2 * x", "f(np.array([2, 2, 0, 2]))", "y_i = x_i^2", VECTORS, 4),
        ("y = x // 2", "f(np.array([2, 4, 6]))", "y = x / 2", VECTORS, 3),
        ("y = np.floor(x)", "f(np.array([2, 0, 7]))", "y = x", VECTORS, 3),
        ("y = x + 6.5 * (x > 3)", "f(2.5)", "y = x", NUMBERS, 1),
        # The float array of the call is changed, and the equation does not read it.
        ("y = 2 * x", "f(np.array([2, 0, 2]), np.array([0.5, 1.5]))", "y_i = x_i^2", VECTORS, 3),
        # Calls with the same numbers are one point.
        (
            "y = x // 2",
            "[f(np.array([2, 4, 6])), f(np.array([2.0, 4.0, 6.0]).astype(int))]",
            "y = x / 2",
            VECTORS,
            3,
        ),
    ],
)
def test_one_set_of_values(
    check: Check, body: str, calls: str, latex: str, rows: str, entries: int
) -> None:
    found = checked(check, body, calls, latex, rows)
    assert found.states == {"y": "weak"}
    finding = next(one for one in found.findings if one.message == UNVARIED)
    assert finding.code == "weak-verdict"
    assert finding.help == "add a second example that calls the function with other numbers"
    assert figures(found) == (1, 0, 1, entries)


@pytest.mark.parametrize(
    ("calls", "state"),
    [
        ("[f(np.array([2, 0, 2])), f(np.array([3, 5, 1]))]", "mismatch"),
        ("[f(np.array([2, 0, 2])), f(np.array([2, 0, 2]))]", "weak"),
    ],
)
def test_other_numbers_tell(check: Check, calls: str, state: str) -> None:
    found = checked(check, "y = 2 * x", calls, "y_i = x_i^2", VECTORS)
    assert found.states == {"y": state}


def test_two_calls_are_enough(check: Check) -> None:
    calls = "[f(np.array([2, 7, 3])), f(np.array([5, 1, 4]))]"
    found = checked(check, "y = 2 * x", calls, "y = 2 x", VECTORS)
    assert (found.states, found.codes) == ({"y": "verified"}, [])
    assert figures(found) == (1, 0, 2, 6)


def test_two_runs_are_enough(check: Check) -> None:
    model = """
        def f(x):
            y = 2 * x
            return y


        def ex():
            return f(np.array([2, 7, 3]))


        def ex2():
            return f(np.array([5, 1, 4, 8]))
        """
    more = "/// example | Other\n    run: ex2\n    show: no\n///\n\n"
    found = check(model, concept("f", fence("Y", "y = 2 x"), VECTORS, more))
    assert (found.states, found.codes) == ({"y": "verified"}, [])
    assert figures(found) == (2, 0, 2, 7)


def test_replays_of_floats_count(check: Check) -> None:
    found = checked(check, "y = 2 * x", "f(np.array([2.0, 7.0, 3.0]))", "y = 2 x", VECTORS)
    assert (found.states, found.codes) == ({"y": "verified"}, [])
    assert figures(found) == (1, 2, 3, 9)


def test_a_constant_has_one_value(check: Check) -> None:
    rows = table("y | `y` | scalar")
    found = checked(check, "y = 0.5", "f(2)", r"y = \frac{1}{2}", rows)
    assert (found.states, found.codes) == ({"y": "verified"}, [])
    assert figures(found) == (1, 0, 1, 1)


PARTS = """
    def f(x):
        y = np.zeros(x.shape)
        y[0] = 9.0
        y[1:] = x[1:] ** 2
        return y


    def ex():
        return f(np.random.default_rng(0).normal(size={size}))
    """


@pytest.mark.parametrize(
    ("latex", "size", "rows", "note"),
    [
        (r"y_i = x_i^2 \quad \text{for } i > 1", "4", "(d,)", "1 of 4"),
        (r"y_i = x_i^2 \quad \text{for } i = 3, \dots, d", "6", "(d,)", "2 of 6"),
        (r"y_{2,j} = x_{2,j}^2", "(3, 5)", "(T, d)", "10 of 15"),
        (r"y_{ij} = x_{ij}^2 \quad \text{for } i > 1", "(3, 5)", "(T, d)", "5 of 15"),
    ],
)
def test_entries_that_it_says_nothing_of(
    check: Check, latex: str, size: str, rows: str, note: str
) -> None:
    symbols = table(f"x | `x` | {rows}", f"y | `return` | {rows}")
    options = 'code="return"'
    page = concept("f", fence("Y", latex, options), symbols)
    found = check(PARTS.format(size=size), page)
    assert found.states == {"y": "verified"}
    notes = [one for one in badge(found.verdict("y")).details if one.startswith("It says")]
    assert notes == [f"It says nothing of {note} entries of its left side."]


@pytest.mark.parametrize(
    "latex",
    [
        "y = x + 1",
        "y_i = x_i + 1",
        "y_1 = x_1 + 1, \\quad y_i = x_i + 1 \\quad \\text{for } i > 1",
    ],
)
def test_every_entry_is_spoken_of(check: Check, latex: str) -> None:
    """As a whole, by an index, or by two statements together."""
    found = checked(check, "y = x + 1", "f(np.array([2.5, 7.0, 3.0]))", latex, VECTORS)
    assert found.states == {"y": "verified"}
    assert [one for one in found.verdict("y").notes if "says nothing" in one] == []
