"""Concepts and the sections that they own."""

from __future__ import annotations

from docgen.markup.page import Page
from docgen.markup.scan import scan
from docgen.markup.sections import concepts
from docgen.text import SourceText


def read(text: str) -> Page:
    return scan(SourceText("docs/a.md", text))


def test_sections() -> None:
    text = (
        "# P\n\n$a$\n\n## A\n\n/// concept | f\n///\n\n### Part\n\n$b$\n\n"
        "## B\n\n/// concept | g\n///\n\n$c$\n\n# Q\n\n$d$\n"
    )
    page = read(text)
    found, findings = concepts(page)
    assert findings == ()
    assert [
        (each.block.argument, each.heading and each.heading.text, each.level, each.span.end)
        for each in found
    ] == [("f", "A", 2, text.index("## B")), ("g", "B", 2, text.index("# Q"))]
    assert [[type(item).__name__ for item in each.items] for each in found] == [
        ["Heading", "Block", "Heading", "InlineMath"],
        ["Heading", "Block", "InlineMath"],
    ]


def test_concept_in_a_subsection_owns_its_items() -> None:
    found, findings = concepts(
        read("# A\n\n/// concept | f\n///\n\n## B\n\n/// concept | g\n///\n\n$x$\n\n# C\n")
    )
    assert findings == ()
    assert [[type(item).__name__ for item in each.items] for each in found] == [
        ["Heading", "Block"],
        ["Heading", "Block", "InlineMath"],
    ]


def test_concept_above_the_first_heading() -> None:
    text = "---\ncode: m\n---\n/// concept | f\n///\n\n$x$\n\n# H\n\n$y$\n"
    [concept] = concepts(read(text))[0]
    assert (concept.heading, concept.level, concept.span.end) == (None, 0, text.index("# H"))
    assert len(concept.items) == 2


def test_page_without_headings() -> None:
    [concept] = concepts(read("/// concept | f\n///\n"))[0]
    assert concept.span.end == 20


def test_two_in_one_section() -> None:
    found, [finding] = concepts(read("# A\n/// concept | f\n///\n/// concept | g\n///\n"))
    assert [each.block.argument for each in found] == ["f"]
    assert (finding.code, finding.place.line, finding.place.column) == ("malformed-block", 4, 5)
    assert finding.notes == ("the first stands in line 2",)
