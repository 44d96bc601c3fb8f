"""Symbols of a page by number, and every place of theirs: formulas, code, tables."""

from __future__ import annotations

import re
from pathlib import Path

import markdown
import pytest
from selectolax.lexbor import LexborHTMLParser as HTMLParser

from docgen.markdown_ext import DocgenExtension
from docgen.pages.assemble import PageDraft
from docgen.pages.cards import page_cards
from docgen.pages.marks import page_marks
from docgen.project import Project
from docgen.views.mark import Mark
from docgen.views.parts import ExamplePart, LinkRow, ShapesPart
from tests.conftest import MakeProject
from tests.foreign import FILES, SETTINGS, TABLE, page
from tests.pages.conftest import Draw

MODEL = '''
"""Two steps."""
import numpy as np


def shift(x, w, *, c=None):
    # x is not Z, "Z" is not Z
    Z = np.dot(x, w["A"])  # Z
    name = f"Z {x}" + "Z"
    x = np.add(x, Z, out=None)
    return {"Z": Z, name: x}


def back(Z, w):
    total = 0
    for t in Z:
        total = total + t
    return scale(total, Z=Z) + w["A"]


def scale(a, Z):
    return a * Z
'''

SHIFT = """
| Symbol | Meaning | In code | Shape |
|---|---|---|---|
| $x_0$ | before | `x` at `entry` | (n,) |
| $x_1, Z$ | after | `x`, `Z` | (n,) |
| $W$ | weights | `w["A"]` | (n, n) |
| $\\odot$ | by entries | `*` | |
"""
BACK = """
| Symbol | Meaning | In code | Shape |
|---|---|---|---|
| $Z$ | sum of | `Z` | (n,) |
| $s(u)$ | scaled | `scale(u, ...)` | (n,) to (n,) |
"""
TWO = f"""---
code: two
---
# Two

## Shift

/// concept | shift
    parts: listing
///
{SHIFT}
**Shifted**
```math code="x = np.add(x, Z, out=None)"
x_1 = x_0 + Z
```

Of $Z$, $x_0^\\top Z'$ and $\\odot$.

## Back

/// concept | back
    parts: listing
    with: shift
///
{BACK}
From $s(Z) + W$ or $x_0$.
"""
OTHER = (
    "---\ncode: two\n---\n# Other\n\n## Scale\n\n/// concept | scale\n    parts: listing\n"
    "    with: shift\n///\n\n"
    "| Symbol | Meaning | In code | Shape |\n|---|---|---|---|\n| $a$ | factor | `a` | (n,) |\n\n"
    "Here $a Z$.\n\n/// listing\n    in: shift\n///\n"
)


@pytest.fixture
def project(make_project: MakeProject) -> Project:
    root = make_project(
        {"two.py": MODEL.removeprefix("\n"), "docs/p.md": TWO, "docs/q.md": OTHER},
        '[tool.docgen.dimensions]\nn = "two.N"\n',
    )
    loaded = Project.open(root)
    loaded.load(static=True)
    return loaded


def told(draft: PageDraft) -> list[str]:
    """`number symbol: line text, ...` of every symbol, an asterisk for a row of another page."""
    made = []
    for entry in page_marks(draft).entries:
        assert entry.facts.function is not None
        source = draft.context.index.source(entry.facts.function.path)
        places = [
            f"{place.line} " + source.line_text(place.line)[place.column - 1 : place.end_column - 1]
            for place in entry.places
        ]
        star = "" if entry.is_here else "*"
        made.append(f"{entry.number}{star} {entry.symbol.latex}: {', '.join(places)}")
    return made


SHIFTED = [
    "0 x_0: 5 x, 7 x, 9 x",
    "1 x_1: 9 x, 10 x",
    "2 Z: 7 Z, 9 Z, 10 Z",
    '3 W: 7 w["A"]',
    "4 \\odot: ",
]


def test_numbers_and_places(project: Project) -> None:
    assert told(project.pages["p.md"]) == [
        *SHIFTED,
        "5 Z: 13 Z, 15 Z, 17 Z",
        "6 s(u): 17 scale",
    ]


def test_borrowed_rows_of_another_page_come_last(project: Project) -> None:
    lent = [re.sub(r"^(\d+)", lambda match: f"{int(match[1]) + 1}*", one) for one in SHIFTED]
    assert told(project.pages["q.md"]) == ["0 a: 20 a, 21 a", *lent]


def rendered(project: Project, path: str = "p.md") -> HTMLParser:
    extension = DocgenExtension(project=project)
    extension.path = path
    text = project.pages[path].page.source.text.split("---\n", 2)[2]
    return HTMLParser(markdown.markdown(text, extensions=["tables", extension]))


def marked(tree: HTMLParser, css: str) -> list[str]:
    """`numbers text` of the marks inside of the elements that a selector finds."""
    return [
        " ".join(re.findall(r"dg-s(\d+)", node.attributes["class"] or ""))
        + f" {node.text(deep=True)}"
        for around in tree.css(css)
        for node in around.css(".dg-sym")
    ]


def test_formulas(project: Project) -> None:
    tree = rendered(project)
    assert marked(tree, ".dg-equation math") == ["1 x1", "0 x0", "2 Z"]
    # A name with a prime is another name; scripts that are not of the name are not marked.
    assert marked(tree, "p math") == ["2 Z", "0 x", "0 0", "4 ⊙", "6 s", "5 Z", "3 W", "0 x0"]


def test_rows_of_the_tables(project: Project) -> None:
    tree = rendered(project)
    assert marked(tree, "td") == [
        "0 x0",
        "0 x",
        "1 x1",
        "2 Z",
        "1 x",
        "2 Z",
        "3 W",
        '3 w["A"]',
        "4 ⊙",
        "5 Z",
        "5 Z",
        "6 s(u)",
        "6 scale(u, ...)",
    ]
    ids = [node.attributes["id"] for node in tree.css("[id^=dg-sym]")]
    assert ids == [f"dg-sym-{number}" for number in range(7)]
    assert {node.attributes["tabindex"] for node in tree.css("[id^=dg-sym]")} == {"0"}
    assert {node.tag for node in tree.css("td code.dg-sym")} == {"code"}


def test_listings_are_the_file_with_links(project: Project) -> None:
    tree = rendered(project)
    lines = MODEL.removeprefix("\n").split("\n")
    shown = [node.text(deep=True) for node in tree.css(".dg-line")]
    assert shown == [*lines[4:10], *lines[12:17]]
    first, second = (one.attributes["data-path"] for one in tree.css(".dg-listing"))
    assert (first, second) == ("two.py", "two.py")
    assert marked(tree, "#code-shift-L7") == ["2 Z", "0 x", '3 w["A"]']
    assert marked(tree, "#code-shift-L6, #code-shift-L8") == []
    assert marked(tree, "#code-shift-L10") == ["2 Z", "1 x"]
    assert marked(tree, "#code-back-L17") == ["6 scale", "5 Z"]
    (link,) = tree.css("#code-back-L17 .dg-s5")
    assert (link.tag, link.attributes["href"], link.attributes["tabindex"]) == (
        "a",
        "#dg-sym-5",
        "-1",
    )


def test_lines_name_the_equations_that_they_compute(project: Project) -> None:
    told_lines = {
        node.attributes["id"]: node.attributes["data-eq"]
        for node in rendered(project).css(".dg-line[data-eq]")
    }
    assert told_lines == {"code-shift-L9": "eq-shifted"}


def test_a_row_of_another_page_is_no_target(project: Project) -> None:
    tree = rendered(project, "q.md")
    (node,) = tree.css("#code-shift-L7 .dg-s3")
    assert (node.tag, node.text(), node.attributes.get("href")) == ("span", "Z", None)
    assert marked(tree, "p math") == ["0 a", "3 Z"]


def test_code_in_tables_of_blocks(draw: Draw) -> None:
    body = (
        f"{TABLE}\n/// example\n    run: runs.example\n\n"
        "| | |\n|---|---|\n| `drive` | Of $x$ |\n| `return[0]` | |\n///\n\n"
        "/// shapes\n\n| | | |\n|---|---|---|\n| `x` | | |\n///\n\n"
        '**Driven**\n```math stated="shown" code="drive"\nd = x W\n```\n\n/// links\n///\n'
    )
    drawn = draw(page(body))
    drive = (Mark(0, 5, (2,), 2), Mark(8, 9, (0,), 0))
    example = drawn.part(ExamplePart)
    assert [row.code for row in example.rows] == ['drive = x @ weights["in"]', "new"]
    assert [row.code_marks for row in example.rows] == [drive, (Mark(0, 3, (4,), 4),)]
    assert [row.name_marks for row in example.rows] == [
        (Mark(0, 5, (2,)),),
        (Mark(0, 9, (4,)),),
    ]
    assert [row.marks for row in drawn.part(ShapesPart).rows] == [(Mark(0, 1, (0,)),)]
    (links,) = drawn.parts(list)
    assert [row.marks for row in links if isinstance(row, LinkRow)] == [drive]


def test_the_words_of_a_row_have_no_marks_on_another_page(make_project: MakeProject) -> None:
    text = page(TABLE.replace("| input |", "| input of $d$ |"))
    pages = {"docs/p.md": "# All\n\n/// glossary\n///\n", "docs/q.md": text}
    loaded = Project.open(make_project({**FILES, **pages}, SETTINGS))
    loaded.load(static=True)
    tree = rendered_text(loaded)
    assert len(tree.css("math")) == 6
    assert marked(tree, "body") == []
    assert marked(rendered(loaded, "q.md"), "td:nth-child(2)") == ["2 d"]


def test_a_page_without_symbols(make_project: MakeProject) -> None:
    root: Path = make_project({**FILES, "docs/p.md": "# Only\n\nThe area $a b$.\n"}, SETTINGS)
    loaded = Project.open(root)
    loaded.load(static=True)
    assert page_marks(loaded.pages["p.md"]).entries == ()
    assert marked(rendered_text(loaded), "math") == []


def rendered_text(project: Project) -> HTMLParser:
    extension = DocgenExtension(project=project)
    extension.path = "p.md"
    text = project.pages["p.md"].page.source.text
    return HTMLParser(markdown.markdown(text, extensions=["tables", extension]))


def test_a_row_with_a_fault_lights_nothing(make_project: MakeProject) -> None:
    rows = (
        "| Symbol | Meaning | In code | Shape |\n|---|---|---|---|\n"
        "| $d$ | no time | `drive` at `return` | (B, H) |\n"
        "| $n$ | no value | `bend(x)` | (B, H) |\n"
        "| $b(u)$ | bent | `bend(u)` | (B, H) to (B, H) |\n"
    )
    loaded = Project.open(make_project({**FILES, "docs/p.md": page(rows)}, SETTINGS))
    loaded.load(static=True)
    draft = loaded.pages["p.md"]
    assert [entry.is_bound for entry in page_marks(draft).entries] == [False, False, True]
    assert [part.calls for part in page_cards(draft)] == [False, False, True]
    assert told(draft) == ["0 d: ", "1 n: ", "2 b(u): 17 bend"]


def test_a_formula_of_many_names(make_project: MakeProject) -> None:
    names = [f"a_{{{number}}}" for number in range(300)]
    table = "".join(f"| ${name}$ | one | `x` | |\n" for name in names)
    head = "| Symbol | Meaning | In code | Shape |\n|---|---|---|---|\n"
    text = page(f"{head}{table}\nAll ${' + '.join(names)}$.\n")
    loaded = Project.open(make_project({**FILES, "docs/p.md": text}, SETTINGS))
    loaded.load(static=True)
    assert [node.split()[0] for node in marked(rendered(loaded), "p math")] == [
        str(number) for number in range(300)
    ]
