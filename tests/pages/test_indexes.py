"""The index of equations and the glossary: what they hold, as Markdown."""

from __future__ import annotations

from docgen.pages.indexes import MarkdownPart
from docgen.views.escape import strip
from tests.foreign import page
from tests.pages.conftest import Draw
from tests.pages.test_module import EQUATION, TEST

INDEX = "# All\n\n/// equations\n///\n\n/// glossary\n///\n"


def parts(draw: Draw) -> list[str]:
    files = {"docs/all/index.md": INDEX, "tests/test_rnn.py": TEST}
    drawn = draw(page(EQUATION), files)
    assert drawn.places == []
    return [
        "".join(
            one if isinstance(one, str) else strip(one.html.replace("<br>", " / "))
            for one in entry.part.pieces
        )
        for entry in drawn.project.pages["all/index.md"].drafts
        if isinstance(entry.part, MarkdownPart)
    ]


def test_equations_stand_page_by_page_and_concept_by_concept(draw: Draw) -> None:
    assert parts(draw)[0] == (
        "\n## [Cell](../p.md)\n\n\n**Advance**\n\n- [Sum](../p.md#eq-sum) Verified rnn.py:16\n"
    )


def test_a_statement_leads_to_the_page_of_its_file(draw: Draw) -> None:
    code = "# Code\n\n/// module | rnn\n///\n"
    files = {"docs/all/index.md": INDEX, "docs/code.md": code, "tests/test_rnn.py": TEST}
    drawn = draw(page(EQUATION), files)
    markup = [
        piece.html
        for entry in drawn.project.pages["all/index.md"].drafts
        if isinstance(entry.part, MarkdownPart)
        for piece in entry.part.pieces
        if not isinstance(piece, str) and "rnn.py" in piece.html
    ]
    assert [one.partition("</span> ")[2] for one in markup] == [
        '<a class="dg-ref" href="../code/#code-rnn-L16">rnn.py:16</a>'
    ]


def test_symbols_stand_by_name_and_lead_to_their_concept(draw: Draw) -> None:
    place = "[Advance](../p.md#dg-concept-advance)"
    assert parts(draw)[1].split("\n") == [
        f"- a: From the input / drive (B, H) /{place}",
        f"- k: From the state / keep (B, H) /{place}",
        f"- p: Before the bend / pre (B, H) /{place}",
        "",
    ]
