"""A whole file, drawn: its lines stay what they are, and notes are links."""

from __future__ import annotations

from selectolax.lexbor import LexborHTMLParser

from docgen.views.module import FunctionRow, ModulePart, Note, plain_module, render_module
from docgen.views.parts import SourceRef

LINES = ("def f(x):", '    """Half, and', '    more."""', "    return x / 2", "", "y = f(1)")
NOTES = {
    1: [Note("concept", "Half", "../p/#dg-concept-f"), Note("test", "tests/test_f.py:7")],
    4: [
        Note("equation", "The <half>", "../p/#eq-half", "verified"),
        Note("symbol", "y", "../p/#dg-sym-0", "", "reads"),
    ],
}
PART = ModulePart(
    "code-m",
    "m",
    SourceRef("m.py", "m.py", 1, 6, "https://h.example/m.py#L1-L6", "GitHub"),
    LINES,
    (FunctionRow("f", 1, 4, (("Half", "../p/#dg-concept-f"),)),),
    NOTES,
)


def drawn() -> LexborHTMLParser:
    return LexborHTMLParser(render_module(PART))


def test_lines_are_the_file_character_for_character() -> None:
    lines = drawn().css(".dg-line")
    assert [line.text() for line in lines] == [f"{line}\n" for line in LINES]
    assert [line.attributes["id"] for line in lines] == [f"code-m-L{n}" for n in range(1, 7)]


def test_notes_are_links_with_the_words_that_they_show() -> None:
    page = drawn()
    assert [
        (node.tag, node.attributes.get("href"), node.attributes["data-t"], node.text())
        for node in page.css(".dg-rest > *")
    ] == [
        ("a", "../p/#dg-concept-f", "Half", ""),
        ("span", None, "tests/test_f.py:7", ""),
        ("a", "../p/#eq-half", "The <half>", ""),
        ("a", "../p/#dg-sym-0", "y (reads)", ""),
    ]
    assert [node.attributes["aria-label"] for node in page.css(".dg-rest > *")] == [
        "Concept: Half",
        "Test: tests/test_f.py:7",
        "Equation: The <half>, verified",
        "Symbol: y (reads)",
    ]
    assert [node.attributes["data-state"] for node in page.css("a[data-state]")] == ["verified"]
    assert len(page.css("a[data-state] > .dg-mark")) == 1


def test_functions_have_an_anchor_that_no_line_moves() -> None:
    page = drawn()
    assert page.css_first("#code-m-L1").css_first(".dg-rest").attributes["id"] == "m.f"
    cells = [[cell.text() for cell in row.css("th, td")] for row in page.css(".dg-functions tr")]
    assert cells == [["Function", "Lines", "Concept"], ["f", "1-4", "Half"]]
    assert page.css_first(".dg-functions a").attributes["href"] == "#code-m-L1"


def test_the_head_names_file_module_and_host() -> None:
    page = drawn()
    assert page.css_first(".dg-file").text() == "m.py"
    assert page.css_first(".dg-function").text() == "m"
    assert page.css_first(".dg-host").attributes["aria-label"] == "GitHub: m.py, lines 1-6"


def test_the_search_finds_functions() -> None:
    assert plain_module(PART) == "m\nf"
