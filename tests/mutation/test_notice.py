"""Which traces fail a check: what differs in value counts, what was not compared does not."""

from __future__ import annotations

import math

import pytest

from docgen.evaluation.term import Outcome, Problem
from docgen.links.runs import Run
from docgen.mutation.notice import Check, Checks
from docgen.trace.plan import EquationResult, GradientResult, StatementResult, Trace

PASSED = Outcome(entries=4, ratio=0.5)


def problem(code: str) -> Outcome:
    return Outcome(problem=Problem(code, "text"))


@pytest.mark.parametrize(
    ("outcome", "fails"),
    [
        (PASSED, False),
        (Outcome(ratio=1.0), False),
        (Outcome(ratio=1.001), True),
        (Outcome(ratio=math.nan), True),
        (Outcome(ratio=math.inf), True),
        (problem("shape-mismatch"), True),
        (problem("nonfinite-value"), True),
        (problem("run-failed"), False),
        (problem("unsupported-latex"), False),
        (None, False),
    ],
)
def test_equations(outcome: Outcome | None, fails: bool) -> None:
    statements = (StatementResult(1, worst=PASSED), StatementResult(1, worst=outcome))
    trace = Trace("r", equations=(EquationResult("e", 0, statements),))

    expected = frozenset({Check("equation", "e 1")}) if fails else frozenset()
    assert Checks().failing(Run("r"), trace) == expected


def test_a_replay_notices_as_well() -> None:
    wrong = (StatementResult(1, worst=Outcome(ratio=2.0)),)
    trace = Trace(
        "r",
        equations=(
            EquationResult("e", 0, (StatementResult(1, worst=PASSED),)),
            EquationResult("e", 1, wrong),
            EquationResult("f", 1, problem="`Z` is not bound here"),
        ),
    )

    assert Checks().failing(Run("r"), trace) == {Check("equation", "e 0")}


@pytest.mark.parametrize(
    ("result", "fails"),
    [
        (GradientResult("p", "dX", "X", gap=1e-9, tolerance=1e-8), False),
        (GradientResult("p", "dX", "X", gap=1e-7, tolerance=1e-8), True),
        (GradientResult("p", "dX", "X", gap=math.nan, tolerance=1e-8), True),
        (GradientResult("q", "dX", "X", gap=1e-7, tolerance=1e-8), False),
        (GradientResult("q", "dX", "X", gap=1e-3, tolerance=1e-8), True),
        (GradientResult("p", "dX", "X", problem="they differ", code="shape-mismatch"), True),
        (GradientResult("p", "dX", "X", problem="no call of `reshape_forward`"), False),
        (GradientResult("p", "dX", "X", problem="infinite", code="nonfinite-value"), False),
    ],
)
def test_gradients(result: GradientResult, fails: bool) -> None:
    checks = Checks(tolerances={"q": 1e-6})

    found = checks.failing(Run("r"), Trace("r", gradients=(result,)))

    assert found == ({Check("gradient", f"{result.plan} dX")} if fails else frozenset())
