"""Inline Markdown of rows and captions."""

from __future__ import annotations

import pytest

from docgen.pages.inline import render_inline, render_unlinked
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
        (
            "[a $x$](b.md?c&d#e 'f')",
            '<a href="b.md?c&amp;d#e" title="f">a <math><mi>x</mi></math></a>',
        ),
        ("[a](https://b.org/c.md)", '<a href="https://b.org/c.md">a</a>'),
        ("![a](b.svg)", '<img alt="a" src="b.svg" />'),
        ("[`k`](code:unknown)", "<code>k</code>"),
        ("[3](value:HIDDEN)", "3"),
        ("5$ and 6$", "5$ and 6$"),
    ],
)
def test_inline(draw: Draw, text: str, html: str) -> None:
    context = draw(page("")).project.pages["p.md"].context
    assert context.targets.fill(render_inline(text, context)) == html


@pytest.mark.parametrize(
    ("text", "html"),
    [
        ("", ""),
        ("the [*input*](a.md) of `f`", "the <em>input</em> of <code>f</code>"),
        ("[a](https://b.org/c)", "a"),
        ("![a](b.svg) c", "<span>a</span> c"),
        ("![a](https://b.org/c.svg)", '<img alt="a" src="https://b.org/c.svg" />'),
    ],
)
def test_without_links(draw: Draw, text: str, html: str) -> None:
    context = draw(page("")).project.pages["p.md"].context
    assert render_unlinked(text, context) == html
    assert context.targets.written == []


def test_what_a_host_makes_of_a_target_stands_wherever_it_is_linked(draw: Draw) -> None:
    context = draw(page("")).project.pages["p.md"].context
    words = render_inline("[a](b.md) ![c](b.md) [d](e.md) [f](b.md)", context)
    assert [(one.tag, one.url) for one in context.targets.written] == [
        ("a", "b.md"),
        ("img", "b.md"),
        ("a", "e.md"),
    ]
    context.targets.resolve(["b/", "../b.md", 'e/?g=1&h="2"'])
    assert context.targets.fill(words) == (
        '<a href="b/">a</a> <img alt="c" src="../b.md" /> '
        '<a href="e/?g=1&amp;h=&quot;2&quot;">d</a> <a href="b/">f</a>'
    )
