r"""Rule 1: an equation belongs to the statement that binds the cell of its left side.

A plainer rule takes the last statement that mentions the name, or the first one that fits.
"""

from __future__ import annotations

import pytest

from tests.checking.conftest import XY, Check, concept, fence, table


def test_the_statement_that_binds_the_left_side(check: Check) -> None:
    """Not the one above it, which holds the same expression."""
    found = check(
        """
        def f(x, y):
            u = (x + y) * 3.0
            s = x + y
            return u + s
        """,
        concept("f", fence("S", "s = x + y"), table(*XY, "s | `s` | (d,)")),
    )
    assert (found.states, found.codes) == ({"s": "verified"}, [])
    links = found.project.site.checks["docs/page.md#s"].equation.links
    assert [link.anchor.code for link in links] == ["s = x + y"]


def test_where_none_binds_it_the_one_that_contains_it(check: Check) -> None:
    found = check(
        """
        def f(x, y):
            return np.exp(x + y) * 2.0
        """,
        concept("f", fence("S", "s = x + y"), table(*XY, "s | `x + y` | (d,)")),
    )
    assert (found.states, found.codes) == ({"s": "verified"}, [])


SEVERAL = """
    def f(x, y):
        s = x * y
        s = s + y
        return s
        """


def test_several_statements_are_a_choice_of_the_author(check: Check) -> None:
    """Docgen tries all of them and says where the equation holds; it does not take that one."""
    found = check(SEVERAL, concept("f", fence("S", r"s = x \odot y"), table(*XY, "s | `s` | (d,)")))
    assert found.states == {"s": "not-run"}
    assert found.places == [found.at("«s = x \\odot y", "ambiguous-anchor")]
    assert found.only.notes == (
        "the equation holds at `s = x * y`",
        "model.py:5: `s = x * y` in `f`",
        "model.py:6: `s = s + y` in `f`",
    )
    assert found.only.help == 'write code="s = x * y"'


@pytest.mark.parametrize(
    ("latex", "held"),
    [("s = 7 x", "none of them"), (r"s = x \odot y", "`s = x * y`")],
)
def test_where_it_holds_is_said(check: Check, latex: str, held: str) -> None:
    found = check(SEVERAL, concept("f", fence("S", latex), table(*XY, "s | `s` | (d,)")))
    notes = [note for one in found.findings for note in one.notes]
    assert f"the equation holds at {held}" in notes


def test_the_choice_is_written_into_the_fence(check: Check) -> None:
    code = 'code="s = x * y"'
    rows = table(*XY, "s | `s` | (d,)")
    found = check(SEVERAL, concept("f", fence("S", r"s = x \odot y", code), rows))
    assert (found.states, found.codes) == ({"s": "verified"}, [])


def test_the_wrong_choice_is_a_mismatch(check: Check) -> None:
    code = 'code="s = s + y"'
    rows = table(*XY, "s | `s` | (d,)")
    found = check(SEVERAL, concept("f", fence("S", r"s = x \odot y", code), rows))
    assert (found.states, found.codes) == ({"s": "mismatch"}, ["equation-mismatch"])


def test_an_expression_that_two_statements_hold(check: Check) -> None:
    model = """
        def f(x, y):
            u = np.exp(x + y)
            v = np.sin(x + y)
            return u * v
        """
    rows = table(*XY, "s | `x + y` | (d,)")
    found = check(model, concept("f", fence("S", "s = x + y"), rows))
    assert (found.states, found.codes) == ({"s": "not-run"}, ["ambiguous-anchor"])
    found = check(model, concept("f", fence("S", "s = x + y", 'code="v"'), rows))
    assert (found.states, found.codes) == ({"s": "verified"}, [])


def test_identical_statements_are_told_apart_by_their_number(check: Check) -> None:
    model = """
        def f(x, y):
            s = x + y
            t = s * 2.0
            x = x * 3.0
            s = x + y
            return s + t
        """
    rows = table("x | `x` at `entry` | (d,)", "y | `y` | (d,)", "s | `s` | (d,)")
    found = check(model, concept("f", fence("S", "s = x + y"), rows))
    assert found.only.help == 'write code="s = x + y.1"'
    found = check(model, concept("f", fence("S", "s = x + y", 'code="s = x + y.1"'), rows))
    assert (found.states, found.codes) == ({"s": "verified"}, [])


@pytest.mark.parametrize("blank", ["None", '"none yet"', "True"])
def test_statements_that_yield_no_number_do_not_count(check: Check, blank: str) -> None:
    found = check(
        """
        def f(x, y):
            s = BLANK
            s = x + y
            return s
        """.replace("BLANK", blank),
        concept("f", fence("S", "s = x + y"), table(*XY, "s | `s` | (d,)")),
    )
    assert (found.states, found.codes) == ({"s": "verified"}, [])


def test_a_parameter_is_computed_by_no_statement(check: Check) -> None:
    """The `def` binds it too, but the equation is of the statement that binds it anew."""
    model = """
        def f(x, y):
            x = np.exp(x) + y
            return x
        """
    rows = table("x | `x` at `entry` | (d,)", "y | `y` | (d,)", "u | `x` | (d,)")
    found = check(model, concept("f", fence("U", r"u = \exp(x) + y"), rows))
    assert (found.states, found.codes) == ({"u": "verified"}, [])


def test_a_left_side_that_is_an_argument(check: Check) -> None:
    found = check(
        """
        def f(x, y):
            return x + y
        """,
        concept("f", fence("X", "x = 2 y"), table(*XY)),
    )
    assert found.places[0] == found.at("«x = 2 y", "unknown-anchor")
    assert found.findings[0].message == "`x` is a parameter; no statement computes it"


def test_an_undeclared_left_side(check: Check) -> None:
    found = check(
        """
        def f(x, y):
            s = x + y
            return s
        """,
        concept("f", fence("S", "q = x + y"), table(*XY)),
    )
    assert found.states == {"s": "not-run"}
    assert found.places == [found.at("«q = x + y", "unbound-symbol")]


def test_several_statements_of_one_equation(check: Check) -> None:
    """`code="a; b"`: the left side is that of the last, the right side that of before the first."""
    model = """
        def f(x, y):
            a = x * y
            b = np.maximum(a, 0.0)
            c = b - y
            return c
        """
    rows = table(*XY, "c | `c` | (d,)")
    latex = r"c = \max(0, x \odot y) - y"
    found = check(model, concept("f", fence("C", latex, 'code="a; b; c"'), rows))
    assert (found.states, found.codes) == ({"c": "verified"}, [])


def test_a_left_side_with_indices(check: Check) -> None:
    """The symbol counts, not the text that stands on the left."""
    found = check(
        """
        def f(X, W):
            Y = X @ W
            return Y

        def ex(T=3, d=5, F=4):
            r = np.random.default_rng(0)
            return f(r.normal(size=(T, d)), r.normal(size=(d, F)))
        """,
        concept(
            "f",
            fence("Y", r"Y_{tj} = \sum_{i=1}^{d} X_{ti} W_{ij}"),
            table("X | `X` | (T, d)", "W | `W` | (d, F)", "Y | `Y` | (T, F)"),
        ),
    )
    assert (found.states, found.codes) == ({"y": "verified"}, [])


def test_an_expression_in_doubt_that_no_equation_settles(check: Check) -> None:
    model = """
        def f(x, y):
            u = np.exp(x + y)
            v = np.sin(x + y)
            return u * v
        """
    rows = table(*XY, "s | `x + y` | (d,)", "u | `u` | (d,)")
    page = concept("f", "The sum is $s$.\n\n", fence("U", r"u_i = \exp(x_i + y_i)"), rows)
    found = check(model, page)
    assert found.states == {"u": "verified"}
    assert found.places == [found.at("| `«x + y`", "ambiguous-anchor")]
