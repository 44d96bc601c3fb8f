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


AT_RETURN = "`y at return` is a value that only a row of an `example` shows"


@pytest.mark.parametrize("cell", ["`y at return`", "`y` at `return`"])
def test_a_symbol_is_not_read_at_the_return(check: Check, cell: str) -> None:
    rows = table("x | `x` | (5,)", f"y | {cell} | (5,)", "z | `z` | (5,)")
    found = check(MODEL, concept("f", EQUATION, rows))
    assert found.places == [found.at("| `«y", "malformed-block")]
    assert (found.only.message, found.only.help) == (
        AT_RETURN,
        "write at `entry`, before `statement` or after `statement`",
    )


GRADCHECK = (
    "/// gradcheck | G\n    run: ex\n    forward: f\n    backward: f\n    output: {}\n"
    "    cotangent: {}\n\n| | |\n|---|---|\n| `{}` | `{}` |\n///\n\n"
)


@pytest.mark.parametrize(
    ("part", "marked"),
    [
        (fence("Z", r"z = x \odot y", 'code="y at return"'), 'code="«y at'),
        ("See [it](<code:f.y at return>).\n\n", "code:«f.y at"),
        ("See [1.0](<value:f.y at return>).\n\n", "value:«f.y at"),
        (GRADCHECK.format("y at return", "x", "return", "x"), "output: «y at"),
        (GRADCHECK.format("return", "y at return", "return", "x"), "cotangent: «y at"),
        (GRADCHECK.format("return", "x", "y at return", "x"), "| `«y at"),
        (GRADCHECK.format("return", "x", "return", "y at return"), "| `«y at"),
        ("/// listing\n    from: y at return\n///\n\n", "from: «y at"),
        ("/// listing\n    highlight: y at return\n///\n\n", "highlight: «y at"),
    ],
)
def test_other_places_do_not_take_at_return(check: Check, part: str, marked: str) -> None:
    found = check(MODEL, concept("f", part, ROWS))
    assert found.at(marked, "unknown-anchor") in found.places
    said = [one for one in found.findings if "at return" in one.message]
    assert [one.message for one in said] == [AT_RETURN.replace("y", "f.y", "f.y" in part)]
