from __future__ import annotations

import pytest

from docgen.latex.plain import plain_math


@pytest.mark.parametrize(
    ("latex", "text"),
    [
        (r"Z = X_n W_1 + \mathbf{1} b_1^\top", "Z = X_n W_1 + 1 b_1^T"),
        (r"\mathrm{Ff} = A W_2", "Ff = A W_2"),
        (r"\operatorname{FFN}(x) = x\, W_2 + b_2", "FFN(x) = x W_2 + b_2"),
        (r"dZ = dA \odot \mathbb{1}[Z > 0]", "dZ = dA ⊙ 1[Z > 0]"),
        (r"dX_1^{\text{branch}} = dX_{n2}", "dX_1^branch = dX_n2"),
        (r"x^\text{a} + x^{\top}", "x^a + x^T"),
        (r"\frac{\partial Y}{\partial X_1}", "∂Y/∂X_1"),
        (r"S = \frac{Q K^\top}{\sqrt{d_k}}", "S = (Q K^T)/sqrt(d_k)"),
        (r"\sqrt[3]{x}", "root 3 of (x)"),
        (r"\sum_{i=1}^n x_i", "∑_(i=1)^n x_i"),
        (r"\left( a \right) + \left. b \right|_0", "(a) + b |_0"),
        (r"\hat{x}_i + \widetilde{y}", "x_hat_i + y_tilde"),
        (r"\begin{aligned} a &= b \\ c &= d \end{aligned}", "a = b; c = d"),
        (r"\binom{n}{k} \alpha \Omega", "binom(n, k) α Ω"),
        (r"\| x \| \phantom{y} a\!b \{ c \}", "‖ x ‖ ab { c }"),
        (r"\unknown{x} }", "unknownx"),
        (r"x_", "x_"),
        (r"x^{}", "x^"),
        ("a<b", "a<b"),
        ("", ""),
    ],
)
def test_formula_as_one_line(latex: str, text: str) -> None:
    assert plain_math(latex) == text
