"""Symbol tables with a misnamed column, and cells that say `at entry` in either spelling."""

from __future__ import annotations

import pytest

from tests.checking.conftest import Check, concept, fence, table

MODEL = """
    def f(x, y):
        z = x * y
        return z
    """
ROWS = table("x & y & z | `x`, `y`, `z` | (5,), (5,), (5,)")
EQUATION = fence("Z", r"z = x \odot y")
SENTENCE = "The vector $x$ has $d$ entries.\n\n"
SHAPES = "/// shapes | All\n\n| | | |\n|---|---|---|\n| {} | | |\n///\n\n"


@pytest.mark.parametrize(
    ("before", "after", "marked"),
    [
        ("| Symbol ", "| Symbols ", "| «Symbols |"),
        ("| In code ", "| Code ", "| «Code |"),
        ("| Shape ", "| Shapes ", "| «Shapes |"),
    ],
)
def test_a_misnamed_column_is_the_only_finding(
    check: Check, before: str, after: str, marked: str
) -> None:
    rows = ROWS.replace(before, after)
    found = check(MODEL, concept("f", SENTENCE, EQUATION, SHAPES.format("`z`"), rows))
    assert found.places == [found.at(marked, "malformed-block")]
    assert found.states == {"z": "not-run"}


BOUND_ANEW = """
    def f(x, y):
        z = x * y
        x = x + 1
        y = y + 1
        return z
    """


@pytest.mark.parametrize(
    "rows",
    [
        table("x | `x at entry` | (5,)", "y | `y at entry` | (5,)", "z | `z` | (5,)"),
        table("x | `x` at `entry` | (5,)", "y | `y` at `entry` | (5,)", "z | `z` | (5,)"),
        table("x & y | `x at entry, y at entry` | (5,)", "z | `z` | (5,)"),
        table("x & y | `x at entry`, `y at entry` | (5,)", "z | `z` | (5,)"),
    ],
)
@pytest.mark.parametrize("row", ["`x at entry`", "`x` at `entry`"])
def test_both_spellings_of_entry_mean_the_same(check: Check, rows: str, row: str) -> None:
    found = check(BOUND_ANEW, concept("f", EQUATION, SHAPES.format(row), rows))
    assert (found.states, found.places) == ({"z": "verified"}, [])
