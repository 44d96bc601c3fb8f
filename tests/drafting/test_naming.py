"""Names, numbers and places as LaTeX."""

from __future__ import annotations

import pytest

from docgen.drafting.naming import latex_name, upright
from docgen.drafting.piece import number
from docgen.drafting.subscript import Place, fixed, joined


@pytest.mark.parametrize(
    ("name", "latex"),
    [
        ("x", "x"),
        ("alpha", r"\alpha"),
        ("eps", r"\epsilon"),
        ("lambda_", r"\lambda"),
        ("Sigma", r"\Sigma"),
        ("W1", "W_1"),
        ("beta12", r"\beta_{12}"),
        ("x_max", r"x_{\mathrm{max}}"),
        ("x_i", "x_i"),
        ("exp_x_shifted", r"\mathrm{exp}_{x,\mathrm{shifted}}"),
        ("scale", r"\mathrm{scale}"),
        ("dX", "dX"),
        ("dW1", "dW_1"),
        ("_tmp", r"\mathrm{tmp}"),
        ("sum_", r"\mathrm{sum}"),
        ("_", r"\mathrm{value}"),
        ("α", r"\alpha"),
        ("λ_1", r"\lambda_1"),
        ("Ω", r"\Omega"),
        ("Δt", r"\mathrm{Deltat}"),
        ("größe", r"\mathrm{groe}"),
    ],
)
def test_name_as_latex(name: str, latex: str) -> None:
    assert latex_name(name) == latex


def test_name_of_a_function_has_letters_only_and_is_no_word_of_the_reader() -> None:
    assert upright("_log_softmax2") == r"\operatorname{logsoftmax}"
    assert upright("where") == r"\operatorname{f}"


@pytest.mark.parametrize(
    ("value", "latex"),
    [
        (2.0, "2"),
        (0.5, "0.5"),
        (-3, "-3"),
        (1e-12, "10^{-12}"),
        (2.5e-7, r"2.5 \cdot 10^{-7}"),
        (0.044715, "0.044715"),
        (1234567.0, "1234567"),
        (float("inf"), r"\infty"),
    ],
)
def test_constant_as_latex(value: float, latex: str) -> None:
    assert number(value).latex == latex


@pytest.mark.parametrize(
    ("place", "latex"),
    [
        (Place("i"), "i"),
        (Place("i").after(1, 1), "i+1"),
        (Place("i").after(1, 1).after(1, 1), "i+2"),
        (Place("i").after(0, 2), "2i-1"),
        (Place("i").after(1, 2), "2i"),
        (Place("i").after(-3, 1, "n"), "n+i-3"),
        (Place("i").after(0, 1, "k"), "k+i"),
        (fixed(0), "1"),
        (fixed(-1, "n"), "n"),
        (fixed(-2, "n"), "n-1"),
    ],
)
def test_place_counts_from_one(place: Place, latex: str) -> None:
    assert place.latex == latex


def test_plain_letters_stand_side_by_side_in_a_subscript() -> None:
    assert joined([Place("i"), Place("j")]) == "ij"
    assert joined([Place("i"), Place("j").after(1, 1)]) == "i,j+1"
    assert joined([fixed(0), Place("j")]) == "1,j"
