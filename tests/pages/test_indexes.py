"""The index of equations and the glossary: what they hold, as Markdown."""

from __future__ import annotations

from docgen.pages.indexes import MarkdownPart
from docgen.views.escape import strip
from tests.foreign import TABLE, page
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


def test_pages_stand_by_their_titles(draw: Draw) -> None:
    """The files of the pages are ordered otherwise: docs/a.md, docs/b.md, docs/p.md."""
    second = page(EQUATION).replace("# Cell", "# a gate").replace("**Sum**", "**Other sum**")
    third = second.replace("# a gate", "# Bend")
    files = {"docs/all/index.md": INDEX, "docs/a.md": third, "docs/b.md": second}
    drawn = draw(page(EQUATION), {**files, "tests/test_rnn.py": TEST})
    (index, _) = [
        entry.part
        for entry in drawn.project.pages["all/index.md"].drafts
        if isinstance(entry.part, MarkdownPart)
    ]
    heads = [one.strip() for one in index.pieces if isinstance(one, str) and "##" in one]
    assert heads == ["## [a gate](../b.md)", "## [Bend](../a.md)", "## [Cell](../p.md)"]


def test_symbols_stand_by_name_and_lead_to_their_concept(draw: Draw) -> None:
    """Among them stand the letters of shapes that the settings declare."""
    place = "[Advance](../p.md#dg-concept-advance)"
    assert parts(draw)[1].split("\n") == [
        "",
        "## A",
        "",
        f"- a: From the input / drive (B, H) /{place}",
        "",
        "## B",
        "",
        "- B: A size in shapes / rnn.BATCH = 1",
        "",
        "## H",
        "",
        "- H: A size in shapes / rnn.HIDDEN = 3",
        "",
        "## I",
        "",
        "- I: A size in shapes / rnn.INPUTS = 2 / of one step.",
        "",
        "## K",
        "",
        f"- k: From the state / keep (B, H) /{place}",
        "",
        "## P",
        "",
        f"- p: Before the bend / pre (B, H) /{place}",
        "",
    ]


def test_marks_and_commands_do_not_order_the_glossary(draw: Draw) -> None:
    """A reader looks for a symbol at its letter; small letters stand before capital ones.

    What has the same letters stands together: without marks first, each with its indices.
    """
    given = [
        r"\lambda", r"\theta", r"\tilde{x}", r"\mathcal{L}", r"\bar{D}", r"\hat{X}_1", "b_2", "X",
        r"\beta", r"\mathbb{1}[Z > 0]", r"\operatorname{Split}(X)", "L", r"d\beta", "X_n",
        "dE", "dB", r"\ell", r"\varepsilon", r"\Gamma", "B", "X_{l+1}", "X_{10}", "X_2", "X_l",
        r"d\bar{X}", "dX", r"d\alpha", r"\bar X_n", "dZ",
    ]  # fmt: skip
    rows = "".join(f"| ${one}$ | M{number} | — | none |\n" for number, one in enumerate(given))
    files = {"docs/all/index.md": INDEX}
    drawn = draw(page(TABLE.split("| $x$")[0] + rows), files, settings="")
    (_, glossary) = [
        entry.part
        for entry in drawn.project.pages["all/index.md"].drafts
        if isinstance(entry.part, MarkdownPart)
    ]
    told: list[str] = []
    for piece in glossary.pieces:
        if isinstance(piece, str) and "##" in piece:
            told.append(piece.strip())
        elif not isinstance(piece, str) and piece.html.startswith("M"):
            told.append(given[int(piece.html[1:].partition("<")[0])])
    assert told == [
        "## B", "b_2", "B",
        "## D", r"\bar{D}", "dB", "dE", "dX", r"d\bar{X}", "dZ", r"d\alpha", r"d\beta",
        "## L", r"\ell", "L", r"\mathcal{L}",
        "## S", r"\operatorname{Split}(X)",
        "## X", r"\tilde{x}", "X", "X_2", "X_{10}", "X_l", "X_{l+1}", "X_n", r"\bar X_n",
        r"\hat{X}_1",
        "## Greek letters", r"\beta", r"\varepsilon", r"\Gamma", r"\lambda", r"\theta",
        "## Signs", r"\mathbb{1}[Z > 0]",
    ]  # fmt: skip
