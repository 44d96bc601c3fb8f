"""The figures of a verdict: a gap and what is allowed where it came nearest to that."""

from __future__ import annotations

import pytest

from tests.checking.conftest import XY, Check, concept, fence, table

MODEL = """
    def f(x, e):
        y = x + e
        return y


    def near():
        return f(np.array([1.0, 2.0, 3.0]), 7.5e-7)


    def far():
        return f(np.array([1e6, 2e6, 3e6]), 0.5)
    """
EXAMPLE = (
    "/// example | Runs\n    run: near; far\n    labels: a; b\n    show: no\n    fixed: few\n///\n"
)


def test_gap_and_tolerance_are_of_one_comparison(check: Check) -> None:
    """What is allowed is 1e-6 of an entry: of 1.0 `near` is 0.75 of it off, of 1e6 `far` is 0.5."""
    text = fence("Y", r"y \approx x", 'tolerance="1e-6"')
    found = check(MODEL, concept("f", text, table(*XY), EXAMPLE, run="")).verdict("y")

    assert (found.gap, found.tolerance) == (
        pytest.approx(7.5e-7, rel=1e-6),
        pytest.approx(1e-6, rel=1e-5),
    )
