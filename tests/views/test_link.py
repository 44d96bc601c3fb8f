"""Where the link to the stylesheet stands: before the first part of a page that is docgen's."""

from __future__ import annotations

import pytest

from docgen.views.link import link_style

LINK = '<link rel="stylesheet" href="../docgen.css">'


def whole(article: str) -> str:
    head = '<html><head><title>T</title></head><body><nav class="a">N</nav>'
    return f'{head}<article class="b">{article}</article></body></html>'


@pytest.mark.parametrize(
    "article",
    [
        '<h1>A</h1><p>Words</p>«<figure class="dg-equation">E</figure><p>More</p>',
        '<h1>A</h1><p>One.</p>«<p>Two <b>and <a class="dg-badge" href="x">three</a></b></p>',
        '<h1>A</h1><p>One <a class="dg-ref" href="x">t.py:2</a>.</p><p>Two</p>«<div class="dg-x">',
        '<p><math><mi class="dg-sym dg-s12">x</mi></math></p>\n<p>A</p>\n«<figure class="dg-x">E',
        '<p class="a">One <math><mi>x</mi></math></p><p>Two</p>«<dg-page></dg-page>',
        '«<p class="dg-facts"><math><mi>x</mi></math></p><dg-page></dg-page>',
        '<p><code class="dg-ref x">a</code></p>«<p><dg-try></dg-try></p><div class="dg-x">E</div>',
        "<p><math><mi>x</mi></math></p>«<p><span class='dg-sym dg-new'>y</span></p>",
        '<p><i class="dg-tie"><math></math>,</i></p>«<p><dg-try></dg-try></p>',
        '<p><b class="dg-code">only words</b></p>«<p>Two</p>',
        '<h1>A</h1>\n<p>A<br>B<img src="i.png">C</p>\n«<div><p>D</p>\n<dg-try></dg-try></div>',
        "<p>A</p>«<ul><li>one<li>two <math><mi>x</mi></math></ul>",
        '«<div id="y" class="x dg-block">B</div>',
        "<p>if a &lt; b</p>\n\n«<p>é <span class='dg-symbol'>s</span></p>",
        '<p>A</p><hr />«<dg-flow><p class="dg-a">B</p></dg-flow>',
    ],
)
def test_the_link_stands_before_the_part_that_needs_it(article: str) -> None:
    found = link_style(whole(article.replace("«", "")), "../docgen.css")
    assert found == whole(article.replace("«", LINK))


def test_a_page_without_anything_of_docgen_asks_for_nothing() -> None:
    page = whole('<h1>A</h1><p>The class dg-equation, in <code>class="x"</code>.</p>')
    assert link_style(page, "../docgen.css") == page


@pytest.mark.parametrize(
    "body",
    ['<div class="dg-block">B</div>', '<main><p class="dg-x">A</p></main><article>B</article>'],
)
def test_a_theme_without_an_article_has_it_in_the_head(body: str) -> None:
    page = f"<html><head><title>T</title></head><body>{body}</body></html>"
    assert link_style(page, "../docgen.css") == page.replace("</head>", f"{LINK}</head>")


def test_an_address_is_escaped() -> None:
    page = "<head></head><p class='dg-x'>"
    assert 'href="a&quot;b&amp;c"' in link_style(page, 'a"b&c')
