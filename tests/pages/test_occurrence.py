"""Names in formulas that nothing read. They stand between « and »."""

from __future__ import annotations

import re

import pytest

from docgen.latex.marks import Occurrence
from docgen.latex.parse import read_formula
from docgen.latex.symbol import Declared
from docgen.pages.occurrence import in_text, in_tree

NAMES = ("X", "X_n", "W_{o}", "Z", "Z'", "t", "d", r"\sum", r"\hat y", r"\operatorname{LN}_1")


@pytest.mark.parametrize(
    "marked",
    [
        r"«Z» = «X» + «X_n»^\top «Z'»",
        # Braces around one character say nothing.
        r"«X_{n}» + «W_o»",
        # Of a part of a symbol its index is declared.
        r"«X»_«t» + «X»_{«t»+1} + «X»_{:, «t»}",
        # Scripts and primes that no row has make other names.
        r"X_m + X_{1} + X_\text{in} + X^2_m + {X}_m + X{}_m + X\_m",
        r"X' + X^{\prime} + X^* + X^{(1)} + Z'' + «X»^2 + «X»^\top",
        r"d_{model} + «d»_{«t»}",
        # So do accents and other letterings.
        r"\hat{X} + \bar X + \mathbf{X} + \mathcal X + \overline{X Z} + \boldsymbol{X}_n",
        r"«\hat y» + \mathrm{X}",
        # What a command holds is no name with scripts.
        r"\underbrace{«X»}_{\text{in}} + \frac{«X»}{«Z»}",
        r"«\sum»_{«t»=0}^{T} «X»_«t»",
        r"«\operatorname{LN}_1»(«X»)",
    ],
)
def test_in_text(marked: str) -> None:
    text = re.sub("[«»]", "", marked)
    assert shown(text, in_text(text, dict.fromkeys(NAMES, 0))) == marked


def test_primes_in_an_equation_that_was_read() -> None:
    text = "Z = Z' + X_{n}"
    tree = read_formula(text, [Declared(name, ("T",)) for name in ("Z", "Z'", "X_n")])
    found = in_tree(text, tree, dict.fromkeys(NAMES, 0))
    assert shown(text, found) == "«Z» = «Z'» + «X_{n}»"


def shown(text: str, found: list[Occurrence]) -> str:
    """The formula with its names between « and »."""
    for one in sorted(found, key=lambda each: -each.span.start):
        span = one.span
        text = f"{text[: span.start]}«{text[span.start : span.end]}»{text[span.end :]}"
    return text
