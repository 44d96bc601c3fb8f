"""What a page cites: papers as they are typed, documents of the project as they are compiled."""

from __future__ import annotations

from pathlib import Path

import pytest

from docgen.codes import CODES
from docgen.diagnostics import Fix
from docgen.project import Project
from docgen.text import Span
from docgen.views.parts import Citation, ConceptPart, EquationPart
from tests.conftest import MakeProject

NOTES = """
#set page(numbering: "1", height: 6cm)
#set heading(numbering: "1.1")
#set math.equation(numbering: "(1)")
= Growth <growth>
$ a = b $ <eq:grow>
== Twice <twice>
$ c = 2 b $ <eq:twice>
#pagebreak()
= Rest <rest>
$ e = f $ <eq:rest>
"""
SETTINGS = """
modules = ["m"]
[tool.docgen.notes.notes]
file = "n/main.typ"
title = "Our notes"
pdf = "pdf/our.pdf"
[tool.docgen.sources.paper]
title = "Paper"
url = "https://example.org/paper"
[tool.docgen.sources.paper.locators]
"Eq. 2" = "Section 3.3, p. 5"
"Section 4" = "p. 6-8"
"""
MODULE = """
def double(b):
    c = 2 * b
    return c


def example():
    return double(3.5)
"""
PAGE = """
---
code: m
---
# Page

## Doubling

/// concept | double
    cites: CITES
    parts: none
///

**Twice**
```math cites="CITED"
c = 2 b
```

| Symbol | Meaning | In code | Shape |
|---|---|---|---|
| $c$ | Result | `c` | scalar |
| $b$ | Input | `b` | scalar |

/// example
    run: m.example
///
"""


def checked(make: MakeProject, cites: str, cited: str = "paper", name: str = "p") -> Project:
    page = PAGE.replace("CITES", cites).replace("CITED", cited).lstrip()
    files = {"n/main.typ": NOTES, "m.py": MODULE, f"docs/{name}.md": page}
    return static(make(files, SETTINGS))


def static(root: Path) -> Project:
    """The project, checked without runs, on which citations do not rest."""
    project = Project.open(root)
    project.load(static=True)
    return project


def part(project: Project, kind: type[ConceptPart] | type[EquationPart]) -> list[Citation]:
    (draft,) = project.pages.values()
    (found,) = [one.part for one in draft.drafts if isinstance(one.part, kind)]
    assert isinstance(found, ConceptPart | EquationPart)
    return list(found.citations)


def test_a_label_is_the_place_of_the_compiled_document(make_project: MakeProject) -> None:
    project = checked(make_project, "paper Eq. 2, p. 5; notes#twice", "notes#eq:rest; notes")

    assert project.findings == []
    assert part(project, ConceptPart) == [
        Citation("Paper", "Eq. 2, p. 5", "https://example.org/paper"),
        Citation("Our notes", "Section 1.1, p. 1", "../pdf/our.pdf#page=1", True),
    ]
    assert part(project, EquationPart) == [
        Citation("Our notes", "Section 2, Eq. 3, p. 2", "../pdf/our.pdf#page=2", True),
        Citation("Our notes", "", "../pdf/our.pdf#page=1", True),
    ]
    (content,) = dict(project.documents()).items()
    assert (content[0], content[1][:5]) == ("pdf/our.pdf", b"%PDF-")


@pytest.mark.parametrize(
    ("name", "has_folders", "start"),
    [
        ("p", True, "../"),
        ("p", False, ""),
        ("index", True, ""),
        ("a/b", True, "../../"),
        ("a/b", False, "../"),
        ("a/index", True, "../"),
    ],
)
def test_the_link_leads_from_where_the_page_is_served(
    make_project: MakeProject, name: str, has_folders: bool, start: str
) -> None:
    root = checked(make_project, "notes#growth", name=name).root
    project = Project.open(root)
    project.has_folders = has_folders
    project.load(static=True)
    assert part(project, ConceptPart)[0].url == f"{start}pdf/our.pdf#page=1"


@pytest.mark.parametrize(
    "cites",
    [
        "notes#eq:twice Section 1.1, Eq. 2, p. 1",
        "notes#eq:twice Section 1",
        "notes#twice, Eq. 2",
        "notes#growth Section 1, Eq. 2, p. 1",
        "notes Eq. 3, p. 2",
        "notes Section 2",
        "paper Section 3.3, Eq. 2, p. 5",
        "paper Section 4, p. 7",
        "paper Theorem 9",
    ],
)
def test_a_typed_place_that_is_right_is_no_finding(make_project: MakeProject, cites: str) -> None:
    assert checked(make_project, cites).findings == []


WRONG = [
    (
        "notes#eq:twice Section 1.1, Eq. 2, p. 7",
        "`notes#eq:twice` stands at Section 1.1, Eq. 2, p. 1, not at p. 7",
        "write `notes#eq:twice` alone, and docgen fills in Section 1.1, Eq. 2, p. 1",
    ),
    (
        "notes#eq:rest Section 1",
        "`notes#eq:rest` stands at Section 2, Eq. 3, p. 2, not at Section 1",
        "write `notes#eq:rest` alone, and docgen fills in Section 2, Eq. 3, p. 2",
    ),
    (
        "notes#growth Eq. 3",
        "Section 1 has no Eq. 3",
        "cite the label of what you mean, as in `notes#label`",
    ),
    (
        "notes Eq. 30",
        "`notes` has no Eq. 30",
        "cite the label of what you mean, as in `notes#label`",
    ),
    (
        "notes#rest Theorem 3",
        "`Theorem 3` is no place that docgen can look up in `notes#rest`",
        "write `notes#rest` alone, and docgen fills in Section 2, p. 2",
    ),
    (
        "notes Eq. 3, p. 1",
        "`notes` stands at Section 2, Eq. 3, p. 2, not at p. 1",
        "write Section 2, Eq. 3, p. 2",
    ),
    (
        "paper Section 3.3, Eq. 2, p. 50",
        "Eq. 2 stands at Section 3.3, p. 5, not at p. 50",
        "write Section 3.3, Eq. 2, p. 5",
    ),
    (
        "paper Section 4, p. 9",
        "Section 4 stands at p. 6-8, not at p. 9",
        "write Section 4, p. 6-8",
    ),
]


@pytest.mark.parametrize(("cites", "message", "help_text"), WRONG)
def test_a_typed_place_that_is_wrong_is_a_finding(
    make_project: MakeProject, cites: str, message: str, help_text: str
) -> None:
    (finding,) = checked(make_project, cites).findings
    assert (finding.code, finding.message, finding.help) == ("wrong-locator", message, help_text)
    assert (finding.place.path, finding.place.line, finding.place.column) == ("docs/p.md", 9, 12)
    assert finding.place.end_column == 12 + len(cites)


def test_what_to_type_can_be_written_by_docgen(make_project: MakeProject) -> None:
    project = checked(make_project, "paper; notes#eq:rest Section 9")
    (finding,) = project.findings
    text = project.pages["p.md"].page.source.text
    start = text.index("Section 9")
    assert finding.fix == Fix(Span(start, start + 9), "Section 2, Eq. 3, p. 2")


def test_an_unknown_label_names_the_nearest(make_project: MakeProject) -> None:
    (finding,) = checked(make_project, "paper", "notes#eq:twise").findings
    assert (finding.code, finding.place.line, finding.place.column) == ("unknown-reference", 14, 16)
    assert (
        finding.message == "`notes` has no label `eq:twise` at a heading, an equation or a figure"
    )
    assert finding.notes[0].startswith("nearest: `notes#eq:twice`")
    assert finding.help == "did you mean `notes#eq:twice`?"


def test_a_label_at_two_places_is_no_place(make_project: MakeProject) -> None:
    page = PAGE.replace("CITES", "notes#eq:rest").replace("CITED", "paper").lstrip()
    twice = NOTES.replace("<eq:grow>", "<eq:rest>")
    root = make_project({"n/main.typ": twice, "m.py": MODULE, "docs/p.md": page}, SETTINGS)
    (finding,) = static(root).findings
    assert (finding.code, finding.message) == (
        "duplicate-id",
        "`notes` has the label `eq:rest` at 2 places",
    )
    assert finding.notes == ("they are Section 1, Eq. 1, p. 1; Section 2, Eq. 3, p. 2",)


def test_an_unknown_source_is_told_with_papers_and_documents(make_project: MakeProject) -> None:
    (finding,) = checked(make_project, "note#twice").findings
    assert (finding.code, finding.message) == ("unknown-reference", "`note` is no declared source")
    assert finding.notes == ("declared: notes, paper",)
    assert finding.help == "did you mean `notes`?"


def test_a_document_that_cannot_be_compiled_is_the_only_fault(make_project: MakeProject) -> None:
    page = PAGE.replace("CITES", "notes#gone p. 90").replace("CITED", "notes#eq:gone").lstrip()
    files = {"n/main.typ": "#nosuch", "m.py": MODULE, "docs/p.md": page}
    project = static(make_project(files, SETTINGS))
    assert [finding.code for finding in project.findings] == ["source-unreadable"]
    assert part(project, ConceptPart) == [Citation("Our notes", "p. 90")]


def test_the_explanation_names_what_is_checked() -> None:
    example = CODES["wrong-locator"].example
    assert "notes#eq:widen Section 4.5, Eq. 52, p. 11" in example
