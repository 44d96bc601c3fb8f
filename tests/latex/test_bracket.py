from __future__ import annotations

import pytest

from docgen.latex.bracket import whole
from docgen.latex.parse import read_equation
from docgen.latex.symbol import Declared
from docgen.text import Span


@pytest.mark.parametrize(
    ("marked", "expected"),
    [
        (r"s = «\max_k Z_{ik»}", r"\max_k Z_{ik}"),
        (r"«\sigma(Z_i» )", r"\sigma(Z_i )"),
        (r"\left(«a + b\right) c»", r"\left(a + b\right) c"),
        (r"\left[(«a» + b) c\right]", "a"),
        (r"«x \left( y_{a_{b»}} \right)", r"x \left( y_{a_{b}} \right)"),
        ("(«a) (b»)", "(a) (b)"),
        ("a «[b» )", "[b"),
        (r"«\lvert x_i» \rvert", r"\lvert x_i \rvert"),
    ],
)
def test_brackets_that_a_span_cuts(marked: str, expected: str) -> None:
    latex = marked.replace("«", "").replace("»", "")
    start = marked.index("«")
    found = whole(latex, Span(start, marked.index("»") - 1))
    assert latex[found.start : found.end] == expected


@pytest.mark.parametrize(
    "right", [r"\max_k Z_{ik}", r"c (s_i)", r"\frac{1}{2} Z_{i,1}", r"\exp\left(s_{i}\right)"]
)
def test_sides_of_an_equation_include_their_brackets(right: str) -> None:
    rows = (Declared("y", ("N",)), Declared("s", ("N",)), Declared("Z", ("N", "M")))
    rows = (*rows, Declared("c", ()))
    side = read_equation(f"y_i = {right}", rows).parts[0].chain.sides[1]
    assert (side.span.start, side.span.end) == (6, 6 + len(right))
