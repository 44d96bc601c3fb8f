from __future__ import annotations

from docgen.views.escape import code, escape, plain_lines, slug, strip
from docgen.views.parts import Citation, NamedRef, SourceRef
from docgen.views.reference import (
    describe,
    plain_citation,
    render_citation,
    render_host,
    render_named,
    render_ref,
)

BARE = SourceRef("m.py", "model/m.py", 3, 5)
LINKED = SourceRef("m.py", "model/m.py", 3, 3, "https://h.example/m.py?a&b#L3", "GitHub")


def test_a_reference_is_a_link_only_where_the_host_has_it() -> None:
    assert render_ref(BARE) == '<span class="dg-ref">m.py:3-5</span>'
    assert render_ref(LINKED) == (
        '<a class="dg-ref" href="https://h.example/m.py?a&amp;b#L3" rel="noopener">m.py:3</a>'
    )


def test_the_host_by_its_name() -> None:
    assert render_host(BARE) == ""
    assert render_host(LINKED) == (
        '<a class="dg-host" href="https://h.example/m.py?a&amp;b#L3" rel="noopener" '
        'aria-label="GitHub: m.py, line 3">GitHub</a>'
    )


def test_a_place_in_words() -> None:
    assert (describe(BARE), describe(LINKED)) == ("m.py, lines 3-5", "m.py, line 3")
    assert render_named(NamedRef("f", BARE)) == (
        '<code>f</code> <span class="dg-ref">m.py:3-5</span>'
    )


def test_citations() -> None:
    paper = Citation("Ba & al. 2016", "Section 3, Eq. 4", "https://p.example/1")
    book = Citation("A book", "")

    assert render_citation(paper) == (
        '<a href="https://p.example/1" rel="noopener">Ba &amp; al. 2016</a>,'
        " Section\N{NO-BREAK SPACE}3, Eq.\N{NO-BREAK SPACE}4"
    )
    assert render_citation(book) == "A book"
    assert (plain_citation(paper), plain_citation(book)) == (
        "Ba & al. 2016, Section 3, Eq. 4",
        "A book",
    )


def test_escape_and_strip_are_each_other_s_end() -> None:
    assert escape('<a href="x">&\r') == "&lt;a href=&quot;x&quot;&gt;&amp;&#13;"
    assert strip("a<wbr>b") == "ab"
    assert strip("<em>a</em>  &lt; <code>b</code>\n") == "a < b"
    assert slug("Not run!") == "not-run"
    assert plain_lines("a", "", "b") == "a\nb"


def test_only_long_words_of_code_may_break_after_their_marks() -> None:
    assert code("x_y[0] = layer_norm(x)") == "<code>x_y[0] = layer_norm(x)</code>"
    assert code("a < b tests.test_model.test_every_row") == (
        "<code>a &lt; b tests.<wbr>test_<wbr>model.<wbr>test_<wbr>every_<wbr>row</code>"
    )
    assert code("numpy.asarray(params[name])..") == (
        "<code>numpy.<wbr>asarray(<wbr>params[<wbr>name])..</code>"
    )
