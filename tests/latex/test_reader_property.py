"""The reader never fails in another way than by a fault, whatever it is given."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from docgen.diagnostics import Fault
from docgen.latex.dotted import dotted
from docgen.latex.node import Equation
from docgen.latex.parse import read_formula
from docgen.latex.symbol import Declared
from docgen.latex.table import COMMANDS, DROPPED, FONTS, REFUSED, SIZING

DECLARED = (
    Declared("x", ("d",)),
    Declared("X", ("T", "d")),
    Declared("W_1", ("d", "d")),
    Declared("dW_1", ("d", "d")),
    Declared("y", ("T",), target="V"),
    Declared("f(u)", ("…",), is_function=True),
    Declared(r"\hat{z}", ("…",)),
    Declared("a", ()),
    Declared("b", None),
)
ALPHABET = (
    *sorted({*COMMANDS, *DROPPED, *SIZING, *REFUSED}),
    *(f"{font}{{ab}}" for font in sorted(FONTS)),
    *"xXWyfabijTd0129_^{}()[]|,;:.=<>+-*/'&! \\é",
    *(r"\\", "x_i", "X_{ij}", "W_1", "dW_1", r"\hat{z}", "f(x)", r"^\top", "^2", "_{i=1}^{T}"),
    *(r"\begin{cases}", r"\end{cases}", r"\begin{aligned}", r"\end{aligned}"),
    *(r"\begin{pmatrix}", r"\end{pmatrix}", r"\text{if }", r"\text{for }", r"\text{where }"),
)


def outcome(latex: str) -> Equation | Fault:
    try:
        return read_formula(latex, DECLARED)
    except Fault as fault:
        return fault


@given(st.lists(st.sampled_from(ALPHABET), max_size=14).map(" ".join))
@settings(max_examples=60, deadline=None)
def test_only_faults_leave_the_reader(latex: str) -> None:
    found = outcome(latex)

    if isinstance(found, Equation):
        assert dotted(found)
        return
    assert found.within is not None
    assert 0 <= found.within.start <= found.within.end <= len(latex)
    assert len(found.message) <= 90


@pytest.mark.parametrize("start", ["(", r"\log ", "{", r"\sqrt{", "a^{"])
def test_deep_nesting_is_a_fault(start: str) -> None:
    ends = {"(": ")", "{": "}"}
    latex = f"a = {start * 3000}a{ends.get(start.rstrip()[-1], '') * 3000}"

    found = outcome(latex)

    assert isinstance(found, Fault)
    assert found.code == "unsupported-latex"
