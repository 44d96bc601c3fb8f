"""Inline Markdown of rows and captions."""

from __future__ import annotations

import pytest

from docgen.pages.inline import render_inline
from tests.foreign import page
from tests.pages.conftest import Draw


@pytest.mark.parametrize(
    ("text", "html"),
    [
        ("", ""),
        ("plain & simple", "plain &amp; simple"),
        ("the *input* of `f`", "the <em>input</em> of <code>f</code>"),
        ("$x$ and $y$", "<math><mi>x</mi></math> and <math><mi>y</mi></math>"),
        ("broken $\\fracc$", "broken <code>\\fracc</code>"),
        ("`$x$` stays", "<code>$x$</code> stays"),
        ("[a](#b)", '<a href="#b">a</a>'),
        ("[`k`](code:unknown)", "<code>k</code>"),
        ("[3](value:HIDDEN)", "3"),
        ("5$ and 6$", "5$ and 6$"),
    ],
)
def test_inline(draw: Draw, text: str, html: str) -> None:
    context = draw(page("")).project.pages["p.md"].context
    assert render_inline(text, context) == html
