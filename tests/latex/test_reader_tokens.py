from __future__ import annotations

import pytest

from docgen.diagnostics import Fault
from docgen.latex.item import read_items
from docgen.latex.token import Token, scan_tokens
from docgen.text import Span


def test_spacing_and_sizing_are_dropped() -> None:
    assert scan_tokens(r"\left( x\,,\; y \right)") == (
        Token("sign", "(", Span(5, 6)),
        Token("letter", "x", Span(7, 8)),
        Token("sign", ",", Span(10, 11)),
        Token("letter", "y", Span(14, 15)),
        Token("sign", ")", Span(22, 23)),
    )


def test_names_have_their_letters_and_their_font() -> None:
    assert scan_tokens(r"\text{ if }\mathtt{a\_b}\bm x\boldsymbol{\alpha}") == (
        Token("name", "if", Span(0, 11), "upright"),
        Token("name", "a_b", Span(11, 24), "mono"),
        Token("name", "x", Span(24, 29), "bold"),
        Token("name", r"\alpha", Span(29, 48), "bold"),
    )


def test_bars_after_sizing_commands_know_their_side() -> None:
    tokens = scan_tokens(r"\left| x \right| \bigl\| y \bigr\| \big| z")

    assert [token.text for token in tokens] == [
        *(r"\lvert", "x", r"\rvert", r"\lVert", "y", r"\rVert", "|", "z"),
    ]


@pytest.mark.parametrize(
    ("latex", "characters"),
    [
        ("x ? y", "?"),
        ("1{,}00", "1{,}00"),
        ("1,000", "1,000"),
        (r"\left( x", r"\left("),
        (r"x \right)", r"\right)"),
        (r"\left. x \right|", r"\left."),
        (r"\left x", r"\left"),
        (r"\mathrm", r"\mathrm"),
        (r"\mathrm{}", r"\mathrm{}"),
        (r"\mathrm{a_b}", r"\mathrm{a_b}"),
        (r"\phantom x", r"\phantom"),
        ("é", "é"),
    ],
)
def test_unread_characters_are_named(latex: str, characters: str) -> None:
    with pytest.raises(Fault) as raised:
        scan_tokens(latex)

    assert raised.value.code == "unsupported-latex"
    within = raised.value.within
    assert within is not None
    assert latex[within.start : within.end] == characters


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("x_1^2", "x^2_1"),
        ("x_{1}", "x_1"),
        ("{x}_1", "x_1"),
        (r"{W_1}", "W_1"),
        (r"\operatorname{LN}", r"\mathrm{LN}"),
        (r"\text{LN}", r"\mathrm{ LN }"),
        (r"\hat{x}", r"\hat x"),
        (r"\widehat{x}", r"\hat x"),
        (r"\dfrac{a}{b}", r"\frac ab"),
        (r"\frac12", r"\frac{1}{2}"),
        (r"\lVert e \rVert", r"\left\| e \right\|"),
        (r"\|e\|", r"\lVert e \rVert"),
        (r"\mathit{x}", "x"),
        (r"\mathit{out}", r"\textit{out}"),
    ],
)
def test_spellings_of_one_item_have_one_key(one: str, other: str) -> None:
    assert [item.key for item in read_items(one)] == [item.key for item in read_items(other)]


@pytest.mark.parametrize(
    ("one", "other"),
    [("x_1", "x_2"), ("x", "x'"), (r"\hat x", r"\bar x"), (r"\mathbf x", "x"), ("x_y", "x^y")],
)
def test_different_names_have_different_keys(one: str, other: str) -> None:
    assert read_items(one)[0].key != read_items(other)[0].key


@pytest.mark.parametrize(
    ("latex", "characters"),
    [
        ("x_", "_"),
        ("^2", "^"),
        ("x^1^2", "^"),
        (r"\frac{a}", r"\frac"),
        ("x_12", "12"),
        (r"\sqrt12", "12"),
        ("{}", "{}"),
        ("x^{}", "{}"),
        ("(x]", "("),
        ("{x", "{"),
        (r"\begin{cases} a & b", r"\begin{cases}"),
        (r"\begin{cases} a \end{matrix}", r"\end{matrix}"),
        (r"\end{cases}", r"\end{cases}"),
        (r"\begin{split} a \end{split}", r"\begin{split}"),
        (r"\begin{cases}\end{cases}", r"\begin{cases}\end{cases}"),
        ("|x", "|"),
        ("|_1 x|", "|_1"),
        (r"\foo", r"\foo"),
        ("a ] b", "]"),
    ],
)
def test_items_that_do_not_close_are_named(latex: str, characters: str) -> None:
    with pytest.raises(Fault) as raised:
        read_items(latex)

    within = raised.value.within
    assert within is not None
    assert latex[within.start : within.end] == characters
