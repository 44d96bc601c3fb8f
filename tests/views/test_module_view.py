"""A whole file, drawn: its lines stay what they are, and notes are links."""

from __future__ import annotations

from dataclasses import replace

import pytest
from selectolax.lexbor import LexborHTMLParser

from docgen.views.module import FunctionRow, ModulePart, Note, plain_module, render_module
from docgen.views.parts import SourceRef

LINES = (
    *("def f(x):", '    """Half, and', '    more."""', "    return x / 2", ""),
    "def g(first, second): return f(first.half, second)",
)
NOTES = {
    1: [Note("concept", "Half", "../p/#dg-concept-f"), Note("test", "tests/test_f.py:7")],
    4: [
        Note("equation", "The <half>", "../p/#eq-half", "verified"),
        Note("symbol", "y", "../p/#dg-sym-0", "", "reads", "<math><mi>y</mi></math>"),
        Note(
            "symbol",
            "z_1",
            "../p/#dg-sym-1",
            mathml="<math><msub><mi>z</mi><mn>1</mn></msub></math>",
        ),
        Note("symbol", "odd", "../p/#dg-sym-2"),
    ],
}
PART = ModulePart(
    "code-m",
    "m",
    SourceRef("m.py", "m.py", 1, 6, "https://h.example/m.py#L1-L6", "GitHub"),
    LINES,
    (FunctionRow("f", 1, 4, (("Half", "../p/#dg-concept-f"),)), FunctionRow("g", 6, 6)),
    NOTES,
)


def drawn() -> LexborHTMLParser:
    return LexborHTMLParser(render_module(PART))


def test_lines_are_the_file_character_for_character() -> None:
    lines = drawn().css(".dg-line")
    shown = [line.css_first(".dg-code").text() for line in lines]
    assert shown == [f"{line}\n" for line in LINES]
    assert [line.attributes["id"] for line in lines] == [f"code-m-L{n}" for n in range(1, 7)]


def test_notes_are_links_with_the_words_that_they_show() -> None:
    page = drawn()
    assert [
        (node.tag, node.attributes.get("href"), node.attributes.get("data-t"), node.text())
        for node in page.css(".dg-rest > *")
    ] == [
        ("a", "../p/#dg-concept-f", "Half", ""),
        ("span", None, "tests/test_f.py:7", ""),
        ("a", "../p/#eq-half", "The <half>", ""),
        ("a", "../p/#dg-sym-0", " (reads)", "y"),
        ("a", "../p/#dg-sym-1", None, "z1"),
        ("a", "../p/#dg-sym-2", "odd", ""),
    ]
    assert [node.attributes["aria-label"] for node in page.css(".dg-rest > *")] == [
        "Concept: Half",
        "Test: tests/test_f.py:7",
        "Equation: The <half>, verified",
        "Symbol: y (reads)",
        "Symbol: z1",
        "Symbol: odd",
    ]
    assert [node.parent.attributes["href"] for node in page.css(".dg-rest math")] == [
        "../p/#dg-sym-0",
        "../p/#dg-sym-1",
    ]
    assert [node.attributes["data-state"] for node in page.css("a[data-state]")] == ["verified"]
    assert len(page.css("a[data-state] > .dg-mark")) == 1


def test_a_file_of_tests_is_named_once() -> None:
    places = ("tests/test_f.py:7", "tests/test_f.py:12", "tests/test_g.py:12")
    notes = {1: [Note("test", place, f"https://h.example/{place}") for place in places]}
    shown = LexborHTMLParser(render_module(replace(PART, notes=notes))).css(".dg-rest > a")
    assert [(node.attributes["data-t"], node.attributes["aria-label"]) for node in shown] == [
        ("tests/test_f.py:7", "Test: tests/test_f.py:7"),
        ("test …:12", "Test: tests/test_f.py:12"),
        ("tests/test_g.py:12", "Test: tests/test_g.py:12"),
    ]
    assert [node.attributes["href"] for node in shown] == [
        f"https://h.example/{place}" for place in places
    ]


@pytest.mark.parametrize(
    ("line", "pieces"),
    [
        (
            "scores = softmax(inputs.queries[0, 1], axis=-1)",
            ["scores = softmax(", "inputs.", "queries[", "0, 1], axis=", "-1)"],
        ),
        (
            "rate = 1e-5 * model.f() + x**0.5 - (a.T@b,c)[-1]",
            ["rate = 1e-5 * model.", "f() + x**", "0.5 - (a.", "T@", "b,", "c)[", "-1]"],
        ),
        (
            "    text = f'{first_name}<b>&amp;{last.name}</b>'",
            ["    text = f'{first_name}<b>&amp;{last.", "name}</b>'"],
        ),
        ("y = f(x.T, axis=-1)", ["y = f(x.T, axis=-1)"]),
    ],
)
def test_long_lines_may_break_after_marks(line: str, pieces: list[str]) -> None:
    """And short ones need not; the text stays what it is."""
    made = render_module(replace(PART, lines=(line,), functions=(), notes={}))
    (code,) = LexborHTMLParser(made).css(".dg-code")
    assert code.text() == f"{line}\n"
    for gap in code.css("wbr"):
        gap.replace_with("|")
    assert code.text().split("|") == [*pieces[:-1], f"{pieces[-1]}\n"]


@pytest.mark.parametrize(
    ("indent", "kind"),
    [
        ("", "dg-code"),
        ("  ", "dg-code dg-in1"),
        ("    ", "dg-code dg-in1"),
        ("\t  ", "dg-code dg-in2"),
        (" " * 20, "dg-code dg-in5"),
        (" " * 48, "dg-code dg-in8"),
    ],
)
def test_a_long_line_goes_on_right_of_its_indentation(indent: str, kind: str) -> None:
    lines = (f"{indent}total = total + rest + others", f"{indent}x = 1"[-28:])
    made = render_module(replace(PART, lines=lines, functions=(), notes={}))
    kinds = [node.attributes["class"] for node in LexborHTMLParser(made).css(".dg-code")]
    assert kinds == [kind, "dg-code"]


def test_functions_have_an_anchor_that_no_line_moves() -> None:
    page = drawn()
    assert page.css_first("#code-m-L1").css_first(".dg-code").attributes["id"] == "m.f"
    cells = [[cell.text() for cell in row.css("th, td")] for row in page.css(".dg-functions tr")]
    assert cells == [["Name", "Lines", "Concept"], ["f", "1-4", "Half"], ["g", "6-6", "—"]]
    assert page.css_first(".dg-functions a").attributes["href"] == "#code-m-L1"


def test_the_head_names_file_module_and_host() -> None:
    page = drawn()
    assert page.css_first(".dg-file").text() == "m.py"
    assert page.css_first(".dg-function").text() == "m"
    assert page.css_first(".dg-host").attributes["aria-label"] == "GitHub: m.py, lines 1-6"


def test_the_search_finds_functions() -> None:
    assert plain_module(PART) == "m\nf\ng"
