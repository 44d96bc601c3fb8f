from __future__ import annotations

import pytest
from selectolax.lexbor import LexborHTMLParser

from docgen.latex.mathml import set_math
from docgen.views.concept import plain_concept, render_concept
from docgen.views.equation import plain_equation, render_badge, render_equation
from docgen.views.parts import (
    Badge,
    Citation,
    ConceptPart,
    EquationPart,
    Foundation,
    SourceRef,
)

STATES = [
    "pending",
    "verified",
    "by-call",
    "stated",
    "defined",
    "by-binding",
    "weak",
    "mismatch",
    "not-run",
]


def test_an_equation_whole() -> None:
    badge = Badge("pending", "Not evaluated yet", ("Linked to 1 statement.",))
    part = EquationPart("widen", "Widen", "x", "<math><mi>x</mi></math>", badge, derived=True)

    assert render_equation(part) == (
        '<figure class="dg-equation" data-state="pending"><figcaption>'
        '<span class="dg-title">Widen</span>'
        '<a class="dg-permalink" href="#widen" aria-label="Link to Widen">#</a></figcaption>'
        '<div class="dg-verdict"><span class="dg-chip">Derived from implementation</span>'
        '<details class="dg-badge" data-state="pending"><summary>'
        '<span class="dg-mark" aria-hidden="true"></span>Not evaluated yet</summary>'
        "<ul><li>Linked to 1 statement.</li></ul></details></div>"
        '<div class="dg-math" tabindex="0" role="group" aria-label="Widen">'
        "<math><mi>x</mi></math></div></figure>"
    )


def test_an_equation_without_a_title_is_named_by_its_formula() -> None:
    part = EquationPart("eq-1", "", "0<i", set_math("0<i", True), Badge("stated", "Stated"))
    page = LexborHTMLParser(render_equation(part))

    assert page.css(".dg-title") == []
    assert page.css_first(".dg-math").attributes["aria-label"] == "0<i"
    assert page.css_first(".dg-permalink").attributes["aria-label"] == "Link to this equation"
    assert plain_equation(part) == "0<i"


@pytest.mark.parametrize("state", STATES)
def test_every_state_has_its_word(state: str) -> None:
    badge = LexborHTMLParser(render_badge(Badge(state, state.title()))).css_first(".dg-badge")

    assert badge.tag == "span"
    assert badge.attributes["data-state"] == state
    assert badge.text() == state.title()


def test_a_badge_says_how_to_repeat_the_check() -> None:
    shown = render_badge(Badge("verified", "Verified", ("Compared.",), "docgen check docs/a&b.md"))

    assert shown == (
        '<details class="dg-badge" data-state="verified"><summary>'
        '<span class="dg-mark" aria-hidden="true"></span>Verified</summary>'
        "<ul><li>Compared.</li>"
        "<li>Check it again: <code>docgen check docs/a&amp;b.md</code></li></ul></details>"
    )


def test_plain_equation() -> None:
    part = EquationPart("z", "Widen", r"Z = X_n W_1", "<math></math>", Badge("pending", "P"))
    assert plain_equation(part) == "Widen\nZ = X_n W_1"


def test_a_concept_whole() -> None:
    part = ConceptPart(
        "ffn_forward",
        "Feed-forward, forward",
        "Implemented",
        "Blocks",
        SourceRef("t.py", "model/t.py", 112, 116),
        (Citation("A paper", "p. 5"),),
    )

    assert render_concept(part) == (
        '<div class="dg-concept" role="group" aria-label="Feed-forward, forward">'
        '<p class="dg-name"><code>ffn_forward</code>'
        '<span class="dg-chip" data-state="implemented">Implemented</span></p>'
        '<p class="dg-facts"><span class="dg-group">Blocks</span> '
        '<span class="dg-ref">t.py:112-116</span> <span>A paper,'
        " p.\N{NO-BREAK SPACE}5</span></p></div>"
    )
    assert plain_concept(part) == "ffn_forward Implemented\nBlocks\nA paper, p. 5"


def test_a_concept_of_nothing_but_a_function() -> None:
    part = ConceptPart("f", "F", "", "", SourceRef("t.py", "t.py", 1, 1))

    assert render_concept(part) == (
        '<div class="dg-concept" role="group" aria-label="F"><p class="dg-name"><code>f</code></p>'
        '<p class="dg-facts"><span class="dg-ref">t.py:1</span></p></div>'
    )


def test_an_equation_that_can_be_tried() -> None:
    badge = Badge("verified", "Verified")
    part = EquationPart("eq-a", "A", "x", "<math></math>", badge, trial='how/a"b')
    host = LexborHTMLParser(render_equation(part)).css_first(".dg-verdict > dg-try")

    assert host.attributes == {"hidden": None, "data-page": 'how/a"b', "data-eq": "eq-a"}
    (button,) = host.css("button")
    assert button.attributes == {
        "type": "button",
        "class": "dg-try dg-chip",
        "aria-expanded": "false",
    }
    assert button.text() == "Try it"


def test_a_badge_links_what_the_equation_rests_on() -> None:
    found = (Foundation("`A` & b", "../p/#eq-a", "Weak"), Foundation("C", "#eq-c", "Verified"))
    shown = render_badge(Badge("verified", "Verified", rests_on=found))

    assert shown == (
        '<details class="dg-badge" data-state="verified"><summary>'
        '<span class="dg-mark" aria-hidden="true"></span>Verified</summary>'
        '<ul><li>Rests on <a href="../p/#eq-a"><code>A</code> &amp; b</a> (Weak), '
        '<a href="#eq-c">C</a> (Verified).</li></ul></details>'
    )
