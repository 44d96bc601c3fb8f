"""Boxes and arrows as SVG; every coordinate below is counted by hand."""

from __future__ import annotations

import re

from selectolax.lexbor import LexborHTMLParser

from docgen.views.diagram import DiagramEdge, DiagramNode, cut, render_diagram

CALL = DiagramNode("call", "y", "scale", "y, calls scale", "#flow-f-1")
SUM = DiagramNode("sum", "z", "x + y", "z, x + y", "#flow-f-2")
ENTRY, RESULT = DiagramNode("end", "x"), DiagramNode("end", "result")


def test_a_flow_of_two_steps() -> None:
    """The column is 260 wide with its middle at 132; heights 28, 48, 34, 28 and gaps of 42."""
    edges = (
        DiagramEdge(0, 1, "x"),
        DiagramEdge(1, 2, "y"),
        DiagramEdge(0, 2, "x"),
        DiagramEdge(2, 3, ""),
    )
    assert render_diagram((ENTRY, CALL, SUM, RESULT), edges, "f < g: 2 steps") == (
        '<svg class="dg-drawing" viewBox="0 0 288 266" width="288" height="266" role="group" '
        'aria-label="f &lt; g: 2 steps">'
        '<path class="dg-wire dg-skip" d="M148 15H269Q278 15 278 24V169Q278 178 269 178H157"/>'
        '<path class="dg-tip dg-skip" d="M149 178l9 -4.5v9z"/>'
        '<path class="dg-wire dg-down" d="M132 29V63"/>'
        '<path class="dg-tip dg-down" d="M132 71l-4.5 -9h9z"/>'
        '<path class="dg-wire dg-down" d="M132 119V153"/>'
        '<path class="dg-tip dg-down" d="M132 161l-4.5 -9h9z"/>'
        '<path class="dg-wire dg-down" d="M132 195V229"/>'
        '<path class="dg-tip dg-down" d="M132 237l-4.5 -9h9z"/>'
        '<text class="dg-tag" x="140" y="144" font-size="13">y</text>'
        '<text class="dg-tag dg-last dg-skip" x="258" y="172" font-size="13">x</text>'
        '<g class="dg-end"><rect x="116" y="1" width="32" height="28" rx="14"/>'
        '<text class="dg-mid" x="132" y="20" font-size="13">x</text></g>'
        '<a class="dg-box dg-call" xlink:href="#flow-f-1" aria-label="y, calls scale">'
        "<title>y, calls scale</title>"
        '<rect x="2" y="71" width="260" height="48" rx="6"/>'
        '<text class="dg-boxname dg-mid" x="132" y="91" font-size="14">y</text>'
        '<text class="dg-mid" x="132" y="109" font-size="13">scale</text></a>'
        '<a class="dg-box dg-sum" xlink:href="#flow-f-2" aria-label="z, x + y">'
        "<title>z, x + y</title>"
        '<rect class="dg-hit" x="91" y="159" width="60" height="38" rx="6"/>'
        '<circle cx="132" cy="178" r="17"/>'
        '<path class="dg-plus" d="M125 178h14M132 171v14"/>'
        '<text class="dg-boxname dg-last" x="105" y="183" font-size="14">z</text></a>'
        '<g class="dg-end"><rect x="97" y="237" width="70" height="28" rx="14"/>'
        '<text class="dg-mid" x="132" y="256" font-size="13">result</text></g></svg>'
    )


def test_side_arrows_that_overlap_have_lanes_of_their_own() -> None:
    nodes = [DiagramNode("plain", name) for name in "abcd"]
    edges = (DiagramEdge(0, 2, "a"), DiagramEdge(1, 3, "b"), DiagramEdge(0, 3, "a", True))
    page = LexborHTMLParser(render_diagram(nodes, edges, "f"))

    wires = [wire.attributes for wire in page.css(".dg-wire")]
    # `b` spans two boxes and takes the inner lane; both arrows of `a` share the outer one.
    assert [_lane(str(wire["d"])) for wire in wires] == [294, 278, 294]
    assert [wire["class"] for wire in wires] == [
        "dg-wire dg-skip",
        "dg-wire dg-skip",
        "dg-wire dg-skip dg-via",
    ]
    assert [tag.text() for tag in page.css(".dg-tag")] == ["a", "b, a"]


def _lane(way: str) -> int:
    found = re.search(r"Q(\d+) ", way)
    assert found is not None
    return int(found[1])


def test_what_comes_back_goes_up_at_the_left_and_no_circle_is_in_its_way() -> None:
    nodes = (DiagramNode("plain", "y", "t * x"), DiagramNode("sum", "t", "t + y"))
    edges = (DiagramEdge(0, 1, "y"), DiagramEdge(1, 0, "t"), DiagramEdge(1, 1, "t"))
    page = LexborHTMLParser(render_diagram(nodes, edges, "f"))

    assert [wire.attributes["d"] for wire in page.css(".dg-wire.dg-back")] == [
        "M26 145H19Q10 145 10 136V40Q10 31 19 31H18",
        "M26 145H19Q10 145 10 136V130Q10 121 19 121H18",
    ]
    assert page.css("circle") == []
    assert [text.text() for text in page.css(".dg-plain text")] == ["y", "t * x", "t", "t + y"]


def test_long_names_are_cut_and_stand_whole_in_a_title() -> None:
    """248 of room: 31 characters of size 13, 37 of size 11; the largest is taken that fits."""
    name = "a_name_that_is_longer_than_any_box_may_be"
    page = LexborHTMLParser(render_diagram([DiagramNode("plain", name)], (), "f"))

    (text,) = page.css("text.dg-boxname")
    title = text.css_first("title")
    assert title is not None
    assert title.text() == name
    assert text.text(deep=False) == "a_name_that_is_longer_than_any_box_m…"

    page = LexborHTMLParser(render_diagram([DiagramNode("plain", name[:31])], (), "f"))
    assert [(each.text(), each.attributes["font-size"]) for each in page.css("text")] == [
        (name[:31], "13")
    ]
    page = LexborHTMLParser(render_diagram([DiagramNode("plain", name[:37])], (), "f"))
    assert [(each.text(), each.attributes["font-size"]) for each in page.css("text")] == [
        (name[:37], "11")
    ]


def test_a_text_is_cut_where_room_ends() -> None:
    assert [cut("abcdef", room, 10) for room in (36, 35, 12, 1)] == ["abcdef", "abcd…", "a…", "…"]


def test_a_wide_drawing_of_many_values_keeps_its_boxes() -> None:
    nodes = [DiagramNode("plain", f"n{at}") for at in range(14)]
    edges = [DiagramEdge(at, 13, f"n{at}") for at in range(12)]
    page = LexborHTMLParser(render_diagram(nodes, edges, "f"))

    drawing, box = page.css_first("svg"), page.css_first("rect")
    assert drawing is not None
    assert box is not None
    assert (drawing.attributes["width"], box.attributes["width"]) == ("384", "180")


def tags(nodes: list[DiagramNode], edges: list[DiagramEdge]) -> list[tuple[str, str, str, str]]:
    """Class without `dg-tag`, position and text of each name at an arrow."""
    page = LexborHTMLParser(render_diagram(nodes, edges, "f"))
    found = [(each.attributes, each.text()) for each in page.css(".dg-tag")]
    return [
        (str(of["class"]).removeprefix("dg-tag").strip(), str(of["x"]), str(of["y"]), text)
        for of, text in found
    ]


def test_names_at_the_sides_stand_at_their_arrows_and_look_like_them() -> None:
    """Boxes of 260 begin at 26, and at 1, 91 and 181; side arrows meet a box 12 below its top."""
    nodes = [DiagramNode("plain", name) for name in "abc"]
    edges = [
        DiagramEdge(0, 1, "streams"),
        DiagramEdge(1, 2, "streams"),
        DiagramEdge(0, 2, "streams"),
        DiagramEdge(2, 1, "streams"),
    ]
    assert tags(nodes, edges) == [
        ("", "164", "65", "streams"),
        ("dg-back", "30", "85", "streams"),
        ("", "164", "155", "streams"),
        ("dg-last dg-skip", "282", "175", "streams"),
    ]


def test_names_that_need_more_room_take_more_rows() -> None:
    """A row of 114 holds 14 characters; the second row makes the gap 15 higher."""
    nodes = [DiagramNode("plain", name) for name in "abc"]
    edges = [
        DiagramEdge(1, 2, "b"),
        DiagramEdge(0, 2, "gradients"),
        DiagramEdge(0, 2, "grads"),
        DiagramEdge(0, 2, "params"),
    ]
    assert tags(nodes, edges) == [
        ("", "140", "155", "b"),
        ("dg-last dg-skip", "258", "190", "grads, params"),
        ("dg-last dg-skip", "258", "175", "gradients,"),
    ]


def test_names_above_the_first_box_stand_in_the_drawing() -> None:
    box = [DiagramNode("plain", "a")]
    assert tags(box, [DiagramEdge(0, 0, "total")]) == [("dg-back", "30", "13", "total")]


def test_a_name_alone_stands_in_the_middle_of_its_box() -> None:
    page = LexborHTMLParser(render_diagram([DiagramNode("plain", "g(x)")], (), "f"))
    assert [(each.text(), each.attributes["y"]) for each in page.css("text")] == [("g(x)", "30")]
