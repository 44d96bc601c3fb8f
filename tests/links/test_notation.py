"""Rows that explain notation: expressions of what other rows declare."""

from __future__ import annotations

import pytest

from docgen.links.notation import is_expression

NAMES = (("x", False), ("y", False), (r"\operatorname{f}(u)", True), ("X_1", False))


@pytest.mark.parametrize(
    ("latex", "expected"),
    [
        ("x^2", True),
        (r"x \odot y", True),
        (r"\frac{x}{y}", True),
        (r"\mathbb{1}[x > 0]", True),
        (r"\sqrt{x + 1}", True),
        (r"\exp(x)", True),
        # Names: what they stand for is said by their rows alone.
        ("z^2", False),
        ("x_1", False),
        ("x'", False),
        ("P^-", False),
        ("X_1", False),
        (r"\lVert x \rVert", False),
        (r"\frac{\partial x}{\partial y}", False),
        (r"\mathrm{Ff}(X_1)", False),
        (r"\operatorname{f}(u)", False),
    ],
)
def test_is_expression(latex: str, expected: bool) -> None:
    assert is_expression(latex, (*NAMES, (latex, False))) is expected
