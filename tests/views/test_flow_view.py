"""The panels of a flow, and how its drawing is put together."""

from __future__ import annotations

from dataclasses import replace

from selectolax.lexbor import LexborHTMLParser, LexborNode

from docgen.views.flow import plain_flow, render_flow
from docgen.views.parts import ListingPart, NamedRef, SourceRef
from docgen.views.steps import FlowEdge, FlowPart, FlowStep


def ref(line: int, end: int = 0) -> SourceRef:
    return SourceRef("t.py", 'model/"t".py', line, end or line)


CALL = FlowStep(
    "Branch",
    "",
    "dXn2",
    ref(143, 144),
    "dXn2 = ffn_backward(\n    dY)",
    NamedRef("ffn_backward", ref(118, 119)),
    ("b{l}.w",),
    "ffn_backward(dY)",
    fill_refs=(ref(145, 146),),
    listing=ListingPart("code-ffn", ref(118, 119), "ffn_backward", ("def f():", "    pass")),
)
SUM = FlowStep(
    "Add", "", "Add", ref(147), "return dY + dXn2", None, (), "dY + dXn2", ("dY", "dXn2")
)
EDGES = (
    FlowEdge(0, 1, "dY"),
    FlowEdge(1, 2, "dXn2", ("n",)),
    FlowEdge(0, 2, "dY"),
    FlowEdge(2, 3, ""),
)
FLOW = FlowPart("A `b`", "", "", "grads", (CALL, SUM), "block", "dY", EDGES)


def boxes(part: FlowPart) -> list[LexborNode]:
    return LexborHTMLParser(render_flow(part)).css("svg .dg-box")


def test_each_box_leads_to_the_panel_of_its_step() -> None:
    html = render_flow(FLOW)
    page = LexborHTMLParser(html)

    assert [item.attributes["id"] for item in page.css("ol > li")] == [
        "flow-block-1",
        "flow-block-2",
    ]
    assert [f'xlink:href="#flow-block-{n}"' in html for n in (1, 2, 3)] == [True, True, False]
    assert [box.attributes["aria-label"] for box in boxes(FLOW)] == [
        "dXn2, Branch, calls ffn_backward",
        "return, Add, dY + dXn2",
    ]
    assert [box.attributes["class"] for box in boxes(FLOW)] == [
        "dg-box dg-call",
        "dg-box dg-sum",
    ]
    drawing = page.css_first("svg")
    assert drawing is not None
    assert drawing.attributes["aria-label"] == "A b: 2 steps"
    assert [end.text() for end in page.css(".dg-end")] == ["dY", "result"]


def test_one_step_is_one_step() -> None:
    page = LexborHTMLParser(render_flow(replace(FLOW, steps=(CALL,), edges=())))

    assert page.css_first("svg").attributes["aria-label"] == "A b: 1 step"


def test_a_panel_says_where_its_lines_stand() -> None:
    first, second = LexborHTMLParser(render_flow(FLOW)).css("ol > li")

    assert {key: first.attributes[key] for key in first.attributes if key.startswith("data")} == {
        "data-path": 'model/"t".py',
        "data-line": "143",
        "data-end": "144",
        "data-lines": r'.dg-listing[data-path="model/\"t\".py"] '
        ':is([data-line="143"],[data-line="144"])',
    }
    assert [item.text() for item in first.css("ul > li")] == [
        "Calls ffn_backward t.py:118-119",
        "Fills grads: b{l}.w (t.py:145-146)",
    ]
    assert [item.text() for item in second.css("ul > li")] == [
        "No function call",
        "Adds dY and dXn2",
        "Takes dXn2 by way of n",
    ]
    assert [each.text() for each in first.css("details > summary")] == [
        "ffn_backward, t.py:118-119"
    ]
    assert [each.attributes["id"] for each in first.css("details > figure")] == ["code-ffn"]
    assert second.css("details") == []


def test_a_call_of_something_else_is_not_called_none() -> None:
    step = replace(SUM, calls=("np.sum", ".copy"), adds=(), within=("`for n in <m>`",))
    page = LexborHTMLParser(render_flow(replace(FLOW, steps=(step,), edges=())))

    assert [item.text() for item in page.css("ul > li")] == [
        "Calls no function of the project, only np.sum and .copy",
        "Stands in for n in <m>",
    ]
    assert "No function call" not in plain_flow(replace(FLOW, steps=(step,)))


def test_a_sum_of_more_than_names_is_a_box_with_its_expression() -> None:
    step = replace(SUM, adds=("x @ W", "b"), expression="x @ W + b", result="out")
    (box,) = boxes(replace(FLOW, steps=(step,), edges=()))

    assert box.attributes["class"] == "dg-box dg-plain"
    assert [text.text() for text in box.css("text")] == ["out", "x @ W + b"]


def test_without_an_entry_the_first_step_is_the_top() -> None:
    page = LexborHTMLParser(render_flow(replace(FLOW, entry_name="", edges=EDGES[1:2])))

    assert [wire.attributes["d"] for wire in page.css(".dg-wire")] == ["M132 49V83"]
    assert page.css(".dg-end") == []


def test_a_statement_that_is_a_call_stands_once_in_its_box() -> None:
    """The text of a call is its name; what only names a pattern gives way to it."""
    for result, text, callee, shown in (
        ("opt.step(p, g)", "opt.step(p, g)", None, ["opt.step(p, g)"]),
        ("s.append(...)", "s.append(Y)", None, ["s.append(Y)"]),
        ("clip(g)", "clip(g)", NamedRef("clip", ref(1)), ["clip(g)"]),
        ("clip(...)", "clip(g)", NamedRef("clip", ref(1)), ["clip(...)"]),
    ):
        step = replace(SUM, label="", result=result, expression=text, callee=callee, adds=())
        (box,) = boxes(replace(FLOW, steps=(step,), edges=()))
        assert [each.text() for each in box.css("text")] == shown


def test_a_box_names_all_that_its_statement_gives() -> None:
    (box,) = boxes(replace(FLOW, steps=(replace(CALL, others=("db", "dg")),), edges=()))

    assert [each.text() for each in box.css("text")] == ["dXn2, db, dg", "ffn_backward"]
    assert box.attributes["aria-label"] == "dXn2, db, dg, Branch, calls ffn_backward"
