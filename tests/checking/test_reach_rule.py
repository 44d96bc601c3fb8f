r"""Rule 9: every linked statement is compared, or feeds what is compared. Rule 10: proposals.

A plainer rule takes the author's word for what a statement has to do with an equation.
"""

from __future__ import annotations

import pytest

from tests.checking.conftest import XY, Check, concept, fence, table

ROWS = table(*XY, "a | `a` | (d,)")


def product(code: str) -> str:
    return concept("f", fence("A", r"a = x \odot y", f'code="{code}"'), ROWS)


@pytest.mark.parametrize(
    ("body", "code", "reached"),
    [
        # What feeds the compared value.
        ("z = x * 1.0; a = z * y; b = a", "z; a", True),
        ("z = [x, y]; a = z[0] * z[1]; b = a", "z; a", True),
        ("g = np.zeros(5); g += x; a = g * y; b = a", "g = np.zeros(5); a", True),
        ("g = np.zeros(5); np.add(g, x, out=g); a = g * y; b = a", "np.add(...); a", True),
        # What does not: another value, one too late, one that is bound anew before it is read.
        ("a = x * y; b = x - y", "b", False),
        ("a = x * y; b = x - y", "a; b", False),
        ("a = x * y; x = x + 1.0; b = x", "a; x = x + 1.0", False),
        ("z = y * 7.0; z = x * 1.0; a = z * y; b = a", "z = y * 7.0; z = x * 1.0; a", False),
        ("z = {}; z['k'] = x; q = {}; q['k'] = y; a = z['k'] * y; b = q", "q['k']; a", False),
    ],
)
def test_linked_statements(check: Check, body: str, code: str, reached: bool) -> None:
    lines = "\n    ".join(part.strip() for part in body.split(";"))
    model = f"\ndef f(x, y):\n    {lines}\n    return a, b\n"
    rows = ROWS.replace("| `x` |", "| `x` at `entry` |") if "x = x + 1.0" in body else ROWS
    page = concept("f", fence("A", r"a = x \odot y", f'code="{code}"'), rows)
    found = check(model, page)
    assert found.codes == ([] if reached else ["unchecked-link"])
    if not reached:
        assert found.only.message.startswith("no comparison of this equation reaches `")


def test_a_loop_carries_values_round(check: Check) -> None:
    model = """
        def f(x, y):
            z = x
            for k in range(2):
                a = z * y
                z = z + 0.0
            return a
        """
    found = check(model, product("z = z + 0.0; a"))
    assert found.codes == []
    without = model.replace("for k in range(2):", "if True:")
    assert check(without, product("z = z + 0.0; a")).codes == ["unchecked-link"]


def test_a_statement_of_another_function(check: Check) -> None:
    model = """
        def g(x):
            q = x * 2.0
            return q


        def f(x, y):
            a = x * y
            return a, g(x)
        """
    found = check(model, product("a; g.q"))
    assert found.codes == ["unchecked-link"]
    assert found.places == [found.at("; «g.q", "unchecked-link")]


def test_what_is_written_inline_is_reached_too(check: Check) -> None:
    page = concept("f", fence("A", r"a = x \odot y", 'code="a" written="b"'), ROWS)
    model = """
        def f(x, y):
            a = x * y
            b = x - y
            return a + b
        """
    found = check(model, page)
    assert found.places == [found.at('written="«b', "unchecked-link")]


TESTED = """
    import pytest


    def f(x, y):
        a = x * y
        return a


    def ex(d=5):
        r = np.random.default_rng(0)
        return f(r.normal(size=d), r.normal(size=d))
    """


@pytest.mark.parametrize(
    ("test", "code"),
    [
        ("assert f(2.0, 3.0) == 6.0", ""),
        ("assert 2 * 3 == 6", "never-executed"),
        ("assert f(2.0, 3.0) == 7.0", "run-failed"),
    ],
)
def test_a_test_reaches_the_function_and_passes(check: Check, test: str, code: str) -> None:
    page = concept("f", fence("A", r"a = x \odot y", 'tests="test_product"'), ROWS)
    text = f"from model import f\n\n\ndef test_product():\n    {test}\n"
    found = check(TESTED, page, files={"tests/test_model.py": text})
    assert found.codes == ([code] if code else [])
    assert found.states == {"a": "verified"}


# Proposals.


def test_a_reading_after_the_statement_is_proposed(check: Check) -> None:
    """The equation holds for what `x` becomes: said, and not used."""
    model = """
        def f(x, y):
            x = x + 1.0
            a = x * y
            return a
        """
    page = product("x = x + 1.0; a")
    found = check(model, page)
    assert found.states == {"a": "mismatch"}
    assert found.only.help == (
        "it holds with x read later: write its cell as `x` after `x = x + 1.0`"
    )
    settled = page.replace("| `x` |", "| `x` after `x = x + 1.0` |")
    assert check(model, settled).states == {"a": "verified"}


def test_no_proposal_where_that_does_not_hold_either(check: Check) -> None:
    model = """
        def f(x, y):
            x = x + 1.0
            a = x * y * 3.0
            return a
        """
    found = check(model, product("x = x + 1.0; a"))
    assert found.states == {"a": "mismatch"}
    assert "read later" not in found.only.help


def test_what_is_only_tried_clashes_with_nothing(check: Check) -> None:
    """The reading that is tried sees the new value of `x`; another equation sees the old one."""
    model = """
        def f(x, y):
            b = x * 2.0
            x = x + 1.0
            a = x * y
            return a + b
        """
    rows = table("x | `x` at `entry` | (d,)", "y | `y` | (d,)", "a | `a` | (d,)", "b | `b` | (d,)")
    equations = (
        fence("B", "b = 2 x"),
        fence("A", r"a_i = (x_i + 1) y_i", 'code="x = x + 1.0; a"'),
    )
    found = check(model, concept("f", *equations, rows))
    assert (found.states, found.codes) == ({"b": "verified", "a": "verified"}, [])
