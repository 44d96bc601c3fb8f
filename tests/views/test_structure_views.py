from __future__ import annotations

from selectolax.lexbor import LexborHTMLParser

from docgen.views.caches import plain_caches, render_caches
from docgen.views.flow import plain_flow, render_flow
from docgen.views.parameters import plain_parameters, render_parameters
from docgen.views.parts import (
    CacheKey,
    CacheRow,
    CachesPart,
    Dimension,
    NamedRef,
    ParameterRow,
    ParametersPart,
    ShapeRow,
    ShapesPart,
    SourceRef,
)
from docgen.views.shapes import plain_shapes, render_shapes
from docgen.views.steps import FlowPart, FlowStep

LEGEND = (Dimension("T", "seq_len", "16", "T is at most seq_len"), Dimension("d", "emb_dim", "32"))


def ref(line: int, end: int = 0, label: str = "t.py") -> SourceRef:
    return SourceRef(label, f"model/{label}", line, end or line)


def table(html: str) -> list[list[str]]:
    page = LexborHTMLParser(html)
    return [[cell.text() for cell in row.css("th, td")] for row in page.css("tr")]


def test_shapes_with_a_legend() -> None:
    rows = (ShapeRow("Xn", "(T, d)", "(16, 32)", ref(112)), ShapeRow("out", "(T, d)", ""))
    part = ShapesPart("Widen", ref(113), rows, LEGEND)
    html = render_shapes(part)
    page = LexborHTMLParser(html)

    assert table(html) == [
        ["Array", "Shape", "With config", "Line"],
        ["Xn", "(T, d)", "(16, 32)", "t.py:112"],
        ["out", "(T, d)", "", ""],
    ]
    # Each row says its line.
    assert page.css_first("figcaption").text() == "Widen"
    assert page.css_first(".dg-legend").text() == (
        "T = seq_len = 16. d = emb_dim = 32. T is at most seq_len."
    )
    assert plain_shapes(part) == (
        "Widen\nXn (T, d) (16, 32)\nout (T, d)\n"
        "T = seq_len = 16. d = emb_dim = 32. T is at most seq_len."
    )


def test_shapes_leave_empty_columns_out() -> None:
    part = ShapesPart("", None, (ShapeRow("a", "(d,)", "", words="the <em>bias</em>"),), ())
    html = render_shapes(part)

    assert table(html) == [["Array", "Shape", "Meaning"], ["a", "(d,)", "the bias"]]
    assert LexborHTMLParser(html).css("figcaption, .dg-legend") == []
    assert plain_shapes(part) == "a (d,) the bias"


FLOW = FlowPart(
    "Gradient flow",
    "In order.",
    "<code>dY</code> arrives.",
    "grads",
    (
        FlowStep(
            "Branch",
            "",
            "dXn2",
            ref(143),
            "dXn2 = ffn_backward(dY)",
            NamedRef("ffn_backward", ref(118, 128)),
            ("b{l}.w", "b{l}.b"),
        ),
        FlowStep("Add", "Unchanged.", "dX1", ref(147), "dX1 = dY +\\\n  b", None, ()),
    ),
)


def test_a_flow_says_what_each_statement_calls_and_fills() -> None:
    page = LexborHTMLParser(render_flow(FLOW))
    steps = page.css("ol > li")

    assert page.css_first(".dg-entry").text() == "dY arrives."
    assert [step.css_first(".dg-stephead").text() for step in steps] == ["dXn2Branch", "dX1Add"]
    assert [step.css_first(".dg-codeline").text() for step in steps] == [
        "t.py:143 dXn2 = ffn_backward(dY)",
        "t.py:147 dX1 = dY + b",
    ]
    assert [[item.text() for item in step.css("ul > li")] for step in steps] == [
        ["Calls ffn_backward t.py:118-128", "Fills grads: b{l}.w, b{l}.b"],
        ["No function call"],
    ]
    assert [step.attributes["class"] for step in steps] == ["dg-call", "dg-plain"]
    assert plain_flow(FLOW) == (
        "Gradient flow\nIn order.\ndY arrives.\n"
        "Branch dXn2 = ffn_backward(dY) Calls ffn_backward Fills grads: b{l}.w, b{l}.b\n"
        "Add dX1 = dY +\\ b Unchanged. No function call"
    )


def test_a_flow_without_entry_and_without_a_name_for_what_it_fills() -> None:
    step = FlowStep("", "", "", ref(1), "f()", None, ("a",))
    page = LexborHTMLParser(render_flow(FlowPart("", "", "", "", (step,))))

    assert page.css(".dg-entry, figcaption, .dg-label") == []
    assert [item.text() for item in page.css("ul > li")] == ["No function call", "Fills: a"]


def test_a_result_that_is_the_label_is_said_once() -> None:
    step = FlowStep("Sum", "", "Sum", ref(1), "return a + b", None, ())
    page = LexborHTMLParser(render_flow(FlowPart("", "", "", "", (step,))))

    assert page.css_first(".dg-stephead").text() == "Sum"


def test_caches_name_who_builds_and_who_reads() -> None:
    keys = (CacheKey("Xn", "The <em>input</em>."), CacheKey("Z"))
    row = CacheRow('c["ff"]', keys, ref(116), "ffn_backward", ref(143))
    part = CachesPart("", "Four.", (row, CacheRow("c", (), ref(1), "g", ref(2))))
    html = render_caches(part)

    assert table(html) == [
        ["Passed as", "Holds", "Built at", "Read by"],
        ['c["ff"]', "Xn: The input.Z", "t.py:116", "ffn_backward, at t.py:143"],
        ["c", "", "t.py:1", "g, at t.py:2"],
    ]
    assert plain_caches(part) == (
        'Four.\nc["ff"]: Xn The input., Z. Read by ffn_backward\nc: . Read by g'
    )


def test_parameters_with_counts_first_values_and_decay() -> None:
    rows = (
        ParameterRow(
            "w", ref(36), "(d, F)", "(32, 128)", "d × F", 4096, "draw(d, F)", True, "Weights."
        ),
        ParameterRow("b", ref(37), "(d,)", "(32,)", "d", 32, "np.zeros(d)", False),
        ParameterRow("s", ref(38), "()", "()", "1", 1, "", None),
    )
    part = ParametersPart("Of one block", "", rows, 4129, LEGEND[1:])
    html = render_parameters(part)

    assert table(html) == [
        ["Name", "Shape", "With config", "Scalars", "Role"],
        [
            "w t.py:36",
            "(d, F)",
            "(32, 128)",
            "d × F 4,096",
            "Weights. Starts as draw(d, F). Weight decay.",
        ],
        ["b t.py:37", "(d,)", "(32,)", "d 32", "Starts as np.zeros(d). No weight decay."],
        ["s t.py:38", "()", "()", "1", ""],
        ["All of these", "", "", "4,129", ""],
    ]
    assert plain_parameters(part) == (
        "Of one block\nw (d, F) Weights. Starts as draw(d, F). Weight decay.\n"
        "b (d,) Starts as np.zeros(d). No weight decay.\ns ()\nd = emb_dim = 32."
    )


def test_a_total_says_that_it_counts_one_block() -> None:
    rows = (
        ParameterRow("tok", ref(1), "(V,)", "(7,)", "V", 7, "", None),
        ParameterRow("b{l}.w", ref(2), "(d,)", "(32,)", "d", 32, "", None),
        ParameterRow("b{l}.v", ref(3), "(d,)", "(32,)", "d", 32, "", None),
    )
    html = render_parameters(ParametersPart("", "", rows, 71))
    assert table(html)[-1] == ["All of these, names with {l} counted once", "", "", "71", ""]


def test_parameters_without_a_total_have_no_foot() -> None:
    html = render_parameters(ParametersPart("", "", ()))
    assert LexborHTMLParser(html).css("tfoot") == []
