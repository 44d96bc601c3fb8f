from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from selectolax.lexbor import LexborHTMLParser

from docgen.views.listing import highlight_lines, plain_listing, render_listing
from docgen.views.mark import Mark
from docgen.views.parts import ListingPart, SourceRef


def listing(*lines: str, first: int = 1, highlight: frozenset[int] = frozenset()) -> ListingPart:
    ref = SourceRef("m.py", "model/m.py", first, first + len(lines) - 1)
    return ListingPart("l", ref, "f", lines, highlight)


def shown(part: ListingPart) -> list[str]:
    page = LexborHTMLParser(render_listing(part))
    return [node.text() for node in page.css(".dg-line")]


def test_a_listing_whole() -> None:
    ref = SourceRef("m.py", "model/m.py", 9, 10, "https://h.example/m.py#L9-L10", "GitHub")
    part = ListingPart("l1", ref, "f", ("def f():", '    return "a<b"'), frozenset({10}))

    assert render_listing(part) == (
        '<figure class="dg-listing" id="l1" data-path="model/m.py"><figcaption>'
        '<span class="dg-file">'
        '<a class="dg-ref" href="https://h.example/m.py#L9-L10" rel="noopener">m.py:9-10</a></span>'
        '<span class="dg-function">f</span>'
        '<a class="dg-host" href="https://h.example/m.py#L9-L10" rel="noopener" '
        'aria-label="GitHub: m.py, lines 9-10">GitHub</a></figcaption>'
        '<div class="highlight dg-digits2"><pre>'
        '<code tabindex="0" aria-label="f, m.py, lines 9-10">'
        '<span class="dg-line" id="l1-L9"><a class="dg-no" href="#l1-L9" data-line="9" '
        'aria-label="Line 9" tabindex="-1"></a>'
        '<span class="k">def</span> <span class="nf">f</span><span class="p">():</span></span>\n'
        '<span class="dg-line dg-hl" id="l1-L10"><a class="dg-no" href="#l1-L10" data-line="10" '
        'aria-label="Line 10, highlighted" tabindex="-1"></a>'
        '    <span class="k">return</span> <span class="s2">&quot;a&lt;b&quot;</span></span>'
        "</code></pre></div></figure>"
    )


def test_without_a_host_there_is_no_link() -> None:
    page = LexborHTMLParser(render_listing(listing("x = 1")))

    assert page.css("a.dg-host, a.dg-ref") == []
    assert page.css_first("span.dg-ref").text() == "m.py:1"


def test_a_listing_of_a_module_names_no_function() -> None:
    part = ListingPart("l", SourceRef("m.py", "m.py", 1, 1), "", ("x = 1",))

    assert LexborHTMLParser(render_listing(part)).css(".dg-function") == []
    assert plain_listing(part) == "x = 1"


def test_places_of_symbols_are_links() -> None:
    marks = (
        Mark(0, 1, (2,), 2),
        Mark(4, 20, (0, 12)),
        Mark(4, 5, (3,)),
        Mark(8, 12, (4,), 4),
    )
    assert highlight_lines('Z = x @ c["A"] + "b"', [marks]) == [
        '<a class="dg-sym dg-s2" href="#dg-sym-2" tabindex="-1">Z</a> <span class="o">=</span> '
        '<span class="dg-sym dg-s0 dg-s12"><span class="dg-sym dg-s3">x</span> '
        '<span class="o">@</span> '
        '<a class="dg-sym dg-s4" href="#dg-sym-4" tabindex="-1">c<span class="p">[</span>'
        '<span class="s2">&quot;A</span></a>'
        '<span class="s2">&quot;</span><span class="p">]</span> <span class="o">+</span> '
        '<span class="s2">&quot;b&quot;</span></span>'
    ]


def test_lines_name_their_equations() -> None:
    part = replace(listing("x = 1", "y = x"), equations=((), ("eq-a", "eq-b")))
    lines = LexborHTMLParser(render_listing(part)).css(".dg-line")
    assert [line.attributes.get("data-eq") for line in lines] == [None, "eq-a eq-b"]


@given(
    st.text(st.sampled_from("ab =(1)'\"<\t\u2028ß🚀")),
    st.lists(st.tuples(st.integers(0, 30), st.integers(1, 9)), max_size=5),
)
def test_a_marked_line_is_its_text(line: str, places: list[tuple[int, int]]) -> None:
    marks = [
        Mark(start, min(start + size, len(line)), (number,), number)
        for number, (start, size) in enumerate(places)
        if start < len(line)
    ]
    part = replace(listing(line), marks=(tuple(marks),))
    assert shown(part) == [line]
    assert render_listing(part).count("<span") == render_listing(part).count("</span>")


def test_tokens_of_several_lines_are_closed_at_each_end() -> None:
    assert highlight_lines('x = """a\n\nb"""') == [
        'x <span class="o">=</span> <span class="s2">&quot;&quot;&quot;a</span>',
        "",
        '<span class="s2">b&quot;&quot;&quot;</span>',
    ]


LINES = [
    ("class FFN:", "\tdef f(self, W, x):", "\t\tA = 1;\tZ = W @ x", "\t\treturn Z"),
    ("\x0c", "def g(x):", "    Q = x  # Größe \u2028 \x85", "\x0b    return Q", ""),
    ("", "", "x = 1", ""),
    ("s = '''", "  <b>&amp;</b>", "", "'''", "   "),
    ("a = 'left open", "b = $?", "c = \u200b日本"),
    ("x = 1\r", "y = 2"),
]


@pytest.mark.parametrize("lines", LINES)
def test_c029_c031_the_text_of_every_line_is_the_source(lines: tuple[str, ...]) -> None:
    assert shown(listing(*lines)) == list(lines)


@given(st.lists(st.text(st.characters(exclude_characters="\n\0", codec="utf-8")), min_size=1))
def test_any_text_survives(lines: list[str]) -> None:
    assert shown(listing(*lines)) == lines


def test_c033_a_very_long_line_stays_one_line() -> None:
    line = "    Z = " + " + ".join(f"x[{i}] * 0.{i:03d}" for i in range(400))
    part = listing("def f(x):", line, "    return Z", highlight=frozenset({2}))
    page = LexborHTMLParser(render_listing(part))

    assert shown(part) == ["def f(x):", line, "    return Z"]
    assert [a.attributes["data-line"] for a in page.css("a.dg-no")] == ["1", "2", "3"]
    assert [node.id for node in page.css(".dg-hl")] == ["l-L2"]


def test_c071_no_gutter_number_is_text() -> None:
    part = listing("a = b", "c = d", first=41)
    code = LexborHTMLParser(render_listing(part)).css_first("code")

    assert code.text() == "a = b\nc = d"
    assert plain_listing(part) == "f\na = b\nc = d"
