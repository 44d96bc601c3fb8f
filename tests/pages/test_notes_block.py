"""The block `notes`: what a document holds, its pages, and what cites it."""

from __future__ import annotations

import pytest

from docgen.pages.indexes import MarkdownPart, Markup
from docgen.project import Project
from tests.conftest import MakeProject

NOTES = """
#set page(numbering: "1")
#set heading(numbering: "1.1")
#set math.equation(numbering: "(1)")
= Growth & more <growth>
$ a = b $ <eq:grow>
#pagebreak()
$ c = d $
#heading(numbering: none)[Thanks]
"""
SETTINGS = """
[tool.docgen.notes.notes]
file = "n/main.typ"
pdf = "pdf/our.pdf"
"""
OTHER = SETTINGS.replace("notes.notes", "notes.more").replace("our.pdf", "more.pdf")
CITING = """
# Page

**Twice $c$**
```math cites="notes#eq:grow; notes#growth" stated="for the test"
c = 2 b
```
"""


def shown(project: Project) -> str:
    """The Markdown of the block."""
    drafts = project.pages["sub/list.md"].drafts
    (part,) = [one.part for one in drafts if isinstance(one.part, MarkdownPart)]
    return "".join(one.html if isinstance(one, Markup) else one for one in part.pieces)


def static(make: MakeProject, block: str, settings: str = SETTINGS) -> Project:
    page = f"# All\n\n/// notes\n{block}///\n"
    files = {"n/main.typ": NOTES, "docs/p.md": CITING.lstrip(), "docs/sub/list.md": page}
    project = Project.open(make(files, settings))
    project.load(static=True)
    return project


@pytest.mark.parametrize(
    ("block", "settings"), [("", SETTINGS), ("    source: notes\n", SETTINGS + OTHER)]
)
def test_every_number_stands_with_its_page_and_what_cites_it(
    make_project: MakeProject, block: str, settings: str
) -> None:
    project = static(make_project, block, settings)

    assert project.findings == []
    rows = shown(project).split("\n")[2:]
    link = rows[0].rpartition("| [")[2]
    assert "Twice" in link
    assert link.endswith("](../p.md#eq-twice-c) |")
    assert [row.replace(f"[{link}", "X |") for row in rows] == [
        "| <strong>Section 1 Growth &amp; more</strong><br><code>growth</code>"
        " | [p. 1](../pdf/our.pdf#page=1) | X |",
        "| Eq. 1<br><code>eq:grow</code> | [p. 1](../pdf/our.pdf#page=1) | X |",
        "| Eq. 2 | [p. 2](../pdf/our.pdf#page=2) |  |",
        "",
    ]


@pytest.mark.parametrize(
    ("block", "settings", "place", "code", "message"),
    [
        (
            "",
            "",
            "3:5",
            "unknown-reference",
            "`notes` has no document to show: the settings declare none",
        ),
        (
            "    source: note\n",
            SETTINGS,
            "4:13",
            "unknown-reference",
            "`note` is no document of [tool.docgen.notes]",
        ),
        (
            "",
            SETTINGS + OTHER,
            "3:5",
            "malformed-block",
            "`notes` lacks `source:`; it is never guessed",
        ),
    ],
)
def test_a_block_without_its_document_is_a_finding(
    make_project: MakeProject, block: str, settings: str, place: str, code: str, message: str
) -> None:
    project = static(make_project, block, settings)
    found = [
        (f"{one.place.line}:{one.place.column}", one.code, one.message)
        for one in project.findings
        if one.place.path == "docs/sub/list.md"
    ]
    assert found == [(place, code, message)]


def test_a_concept_that_cites_is_led_to_at_its_head(make_project: MakeProject) -> None:
    page = (
        "---\ncode: m\n---\n# P\n\n## Twice\n\n/// concept | twice\n    cites: notes#growth\n///\n"
    )
    files = {
        "n/main.typ": NOTES,
        "m.py": "def twice(b):\n    return 2 * b\n",
        "docs/p.md": page,
        "docs/sub/list.md": "# All\n\n/// notes\n///\n",
    }
    project = Project.open(make_project(files, 'modules = ["m"]\n' + SETTINGS))
    project.load(static=True)

    assert project.findings == []
    assert shown(project).split("\n")[2].endswith("| [Twice](../p.md#dg-concept-twice) |")


def test_equal_titles_are_told_apart_by_their_pages(make_project: MakeProject) -> None:
    stated = '```math cites="notes#eq:grow" stated="for the test"\nc = 2 b\n```\n'
    files = {
        "n/main.typ": NOTES,
        "docs/a.md": f"# First page\n\n**Loss**\n{stated}\n**Rate**\n{stated}",
        "docs/b.md": f"# Second page\n\n**Loss**\n{stated}",
        "docs/sub/list.md": "# All\n\n/// notes\n///\n",
    }
    project = Project.open(make_project(files, SETTINGS))
    project.load(static=True)

    assert project.findings == []
    assert shown(project).split("\n")[3].rpartition(" | ")[2] == (
        "[Loss (First page)](../a.md#eq-loss)<br>[Rate](../a.md#eq-rate)"
        "<br>[Loss (Second page)](../b.md#eq-loss) |"
    )
