r"""Values that the code changes and the page does not say so.

A plainer rule reads every equation by itself, at its own time: each of these is *verified* then.
"""

from __future__ import annotations

import pytest

from tests.checking.conftest import EXAMPLE, XY, Check, concept, fence, table

STEP = """
    def f(x, y):
        {first}
        {second}
        return d, x


    def ex(d=5):
        r = np.random.default_rng(0)
        return f(r.normal(size=d), r.normal(size=d))
    """
MOVED = "x -= 0.5 * y"
USED = "d = x * y"
ROWS = table(*XY, "d | `d` | (d,)")
D = fence("D", r"d = x \odot y")
STEP_DOWN = fence("Step", r"x \leftarrow x - 0.5 y", f'code="{MOVED}"')


@pytest.mark.parametrize(
    ("first", "second", "equations", "codes"),
    [
        (USED, MOVED, (D, STEP_DOWN), []),
        (MOVED, USED, (STEP_DOWN, D), []),
        (MOVED, USED, (D, STEP_DOWN), ["symbol-clash"]),
        (USED, MOVED, (STEP_DOWN, D), ["symbol-clash"]),
    ],
)
def test_an_updated_symbol_means_what_the_order_of_the_page_says(
    check: Check, first: str, second: str, equations: tuple[str, str], codes: list[str]
) -> None:
    """Above its update `x` is the old value, below it the new one."""
    found = check(STEP.format(first=first, second=second), concept("f", *equations, ROWS))
    assert found.codes == codes
    if not codes:
        assert found.states == {"d": "verified", "step": "verified"}


ALIAS = """
    def f(x, y):
        other = x{copy}
        other *= 2.0
        z = x + y
        return z
    """ + EXAMPLE.replace("\n", "\n    ")


@pytest.mark.parametrize(("copy", "codes"), [(".copy()", []), ("", ["symbol-clash"])])
def test_an_argument_that_is_changed_through_another_name(
    check: Check, copy: str, codes: list[str]
) -> None:
    rows = table(*XY, "z | `z` | (d,)")
    found = check(ALIAS.format(copy=copy), concept("f", fence("Z", "z = x + y"), rows))
    assert found.codes == codes
    assert found.states == {"z": "mismatch" if codes else "verified"}


LATER = """
    def f(x, y):
        w = 2.0 * x + y
        {later}
        return w
    """ + EXAMPLE.replace("\n", "\n    ")


@pytest.mark.parametrize(
    ("later", "options", "codes"),
    [
        ("v = w[0]", "", []),
        ("w[0] = 0.0", "", ["symbol-clash"]),
        ("w[0] = 0.0", 'code="w"', []),
    ],
)
def test_a_left_side_that_is_changed_later(
    check: Check, later: str, options: str, codes: list[str]
) -> None:
    rows = table(*XY, "w | `w` | (d,)")
    page = concept("f", fence("W", "w = 2 x + y", options), rows)
    found = check(LATER.format(later=later), page)
    assert found.codes == codes
    if codes:
        assert found.only.message == "`w` is changed behind the statement of `w`"
        assert found.only.related[0].place.text.strip() == later
        assert found.verdict("w").reason == "its left side is changed again later"
    assert found.states == {"w": "weak" if codes else "verified"}


GAIN = """
    def f(x, y, total):
        total {sign} x * y
        return total


    def ex(d=5):
        r = np.random.default_rng(0)
        return f(r.normal(size=d), r.normal(size=d), np.zeros(d))
    """


@pytest.mark.parametrize(("sign", "state"), [("+=", "verified"), ("-=", "mismatch")])
def test_what_a_sum_gains_is_compared(check: Check, sign: str, state: str) -> None:
    rows = table(*XY, "g | `x * y` | (d,)")
    page = concept("f", fence("G", r"g = x \odot y", 'code="total"'), rows)
    found = check(GAIN.format(sign=sign), page)
    assert found.states == {"g": state}
