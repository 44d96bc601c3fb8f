"""Links, places, callers and citations of a concept; standard parts in their order."""

from __future__ import annotations

import pytest

from docgen.markup.page import Block
from docgen.views.mark import Mark
from docgen.views.parts import (
    Citation,
    ConceptPart,
    LinkRow,
    ListingPart,
    NamedRef,
    ShapesPart,
    SourceRef,
    UsedPart,
)
from tests.foreign import SETTINGS, TABLE, page
from tests.pages.conftest import Draw

RUN = "/// example\n    run: runs.example\n///\n"
FENCES = """
**Driven**
```math written="pre" code="drive; pre" tests="test_advance.assert"
d = x W
```

**New**
```math
y = p
```
"""


def ref(line: int, last: int = 0) -> SourceRef:
    return SourceRef("rnn.py", "rnn.py", line, last or line)


TEST = SourceRef("tests/test_rnn.py", "tests/test_rnn.py", 7, 7)
ASSERT = "assert np.allclose(new, 4.0)"
DRIVE = LinkRow(
    "Driven",
    "eq-driven",
    "Computes it",
    ref(14),
    "advance",
    'drive = x @ weights["in"]',
    (Mark(0, 5, (2,), 2), Mark(8, 9, (0,), 0)),
)
PRE = LinkRow(
    "Driven",
    "eq-driven",
    "Written inline",
    ref(16),
    "advance",
    "pre = drive + keep",
    (Mark(0, 3, (3,), 3), Mark(6, 11, (2,), 2)),
)
TESTED = LinkRow("Driven", "eq-driven", "Tests it", TEST, "test_advance", ASSERT)
NEW = LinkRow(
    "New",
    "eq-new",
    "Computes it",
    ref(18),
    "advance",
    "return new, dict(x=x, h=h, pre=pre)",
    (Mark(7, 10, (4,), 4), Mark(19, 20, (0,), 0), Mark(24, 25, (1,), 1), Mark(31, 34, (3,), 3)),
)


def test_links_by_equation_then_line_tests_last(draw: Draw) -> None:
    drawn = draw(page(f"{TABLE}\n{RUN}{FENCES}\n/// links\n///\n\n/// implemented\n///\n"))
    assert drawn.places == []
    links, implemented = drawn.parts(list)
    assert links == [DRIVE, PRE, TESTED, NEW]
    assert implemented == [DRIVE, PRE, NEW]


KINDS = r"""
**A value**
```math
d = x W
```

**Written out**
```math written="pre"
p = d + h
```

**A bound**
```math code="drive" tests="test_advance.assert"
d_{bk} \le 100
```

**A sum**
```math code="pre"
\sum_k p_{bk} = 2
```

**An entry**
```math code="drive" holds="yes"
d_{bk} = d_{bk}
```

**A derivative**
```math code="pre"
\frac{\partial p}{\partial d} = I
```

**A value within a bound**
```math code="pre"
p = d + h, \qquad p_{bk} \le 100
```

**A word of the author**
```math code="drive" stated="it is about other code"
d = x W
```
"""


def test_a_statement_computes_no_property_and_nothing_that_is_only_stated(draw: Draw) -> None:
    drawn = draw(page(f"{TABLE}\n{RUN}{KINDS}\n/// links\n///\n\n/// implemented\n///\n"))
    links, implemented = drawn.parts(list)
    roles = [
        ("A value", "Computes it"),
        ("Written out", "Written inline"),
        ("A bound", "Property of it"),
        ("A bound", "Tests it"),
        ("A sum", "Property of it"),
        ("An entry", "Property of it"),
        ("A derivative", "Property of it"),
        ("A value within a bound", "Computes it"),
        ("A word of the author", "Stated of it"),
    ]
    assert [(row.equation, row.role) for row in links] == roles
    assert [(row.equation, row.role) for row in implemented] == [
        each for each in roles if each[1] != "Tests it"
    ]


def test_where_a_function_is_used(draw: Draw) -> None:
    drawn = draw(page(f"{TABLE}\n{RUN}{FENCES}\n/// used\n///\n"))
    assert drawn.places == []
    used = drawn.part(UsedPart)
    assert (used.function, used.ref, used.status) == ("advance", ref(13, 18), "Implemented")
    assert used.tests_linked == (TESTED,)
    assert [each.name for each in used.callers] == [
        "rnn.cycle",
        "runs.example",
        "runs.quiet",
        "runs.batch",
        "runs.several",
    ]
    assert used.callers[0] == NamedRef("rnn.cycle", ref(31))
    assert used.tests_calling == ()
    assert [each.name.rpartition(".")[2] for each in used.tests_reaching] == [
        "test_advance",
        "test_partly",
        "test_wrong",
    ]


CITED = SETTINGS + (
    '\n[tool.docgen.sources.elman1990]\ntitle = "Finding Structure in Time"\n'
    'authors = "Elman"\nyear = "1990"\nurl = "https://example.org/e"\n'
    '[tool.docgen.sources.book]\ntitle = "A Book"\n'
)


def cited(cites: str) -> str:
    return page("/// used\n///\n").replace(
        "    parts: none\n",
        f"    parts: none\n    cites: {cites}\n    status: Planned\n    group: Cells\n",
    )


def test_citations_and_status(draw: Draw) -> None:
    drawn = draw(cited("elman1990 Section 2, p. 5; book"), settings=CITED)
    assert drawn.places == []
    found = (
        Citation(
            "Elman, Finding Structure in Time, 1990", "Section 2, p. 5", "https://example.org/e"
        ),
        Citation("A Book", ""),
    )
    assert drawn.part(ConceptPart) == ConceptPart(
        "advance", "Advance", "Planned", "Cells", ref(13, 18), found
    )
    used = drawn.part(UsedPart)
    assert (used.citations, used.status) == (found, "Planned")


@pytest.mark.parametrize(
    ("cites", "mark", "help_text"),
    [
        ("elman1991 p. 5", "«elman1991", "did you mean `elman1990`?"),
        (
            "book; knuth p. 1",
            "; «knuth",
            'declare it: [tool.docgen.sources.knuth] title = "..."',
        ),
    ],
)
def test_unknown_sources(draw: Draw, cites: str, mark: str, help_text: str) -> None:
    drawn = draw(cited(cites), settings=CITED)
    assert drawn.places == [drawn.at(mark, "unknown-reference")]
    assert drawn.finding.help == help_text
    assert drawn.finding.notes == ("declared: book, elman1990",)


@pytest.mark.parametrize("name", ["links", "implemented", "used"])
def test_blocks_outside_of_a_concept(draw: Draw, name: str) -> None:
    drawn = draw(f"---\ncode: rnn\n---\n# P\n\n/// {name}\n///\n")
    assert drawn.places == [drawn.at(f"/// «{name}", "malformed-block")]
    assert drawn.finding.help == "put it below a heading with `/// concept | function`"


ALL = ["shapes", "listing", "links", "used", "implemented"]


def additions(draw: Draw, body: str, parts: str) -> list[tuple[str, str, int]]:
    drawn = draw(page(body, parts=parts).replace("    parts: \n", ""))
    assert drawn.places == []
    found = drawn.project.pages["p.md"].additions
    return [
        (each.draft.item.name, each.title, each.level)
        for each in found
        if isinstance(each.draft.item, Block)
    ]


@pytest.mark.parametrize(
    ("body", "parts", "names"),
    [
        (f"{TABLE}\n{RUN}{FENCES}", "", ALL),
        (f"{TABLE}\n{RUN}{FENCES}", "none", []),
        (f"{TABLE}\n{RUN}{FENCES}", "used; listing", ["listing", "used"]),
        (
            f"{TABLE}\n{RUN}{FENCES}\n/// listing\n///\n",
            "",
            ["shapes", "links", "used", "implemented"],
        ),
        (RUN, "", ["listing", "used"]),
        (f"{TABLE}\n{RUN}", "", ["shapes", "listing", "used"]),
        ("", "", ["listing", "used"]),
    ],
)
def test_standard_parts_that_are_appended(
    draw: Draw, body: str, parts: str, names: list[str]
) -> None:
    found = additions(draw, body, parts)
    assert [name for name, _, _ in found] == names
    assert {level for _, _, level in found} <= {3}


def test_titles_of_standard_parts(draw: Draw) -> None:
    assert [title for _, title, _ in additions(draw, f"{TABLE}\n{RUN}{FENCES}", "")] == [
        "Tensor shapes",
        "Actual implementation",
        "Code and math connection",
        "Where is it used?",
        "Implemented in",
    ]


def test_the_front_matter_chooses_for_all_concepts(draw: Draw) -> None:
    text = (
        page(RUN)
        .replace("    parts: none\n", "")
        .replace("code: rnn\n", "code: rnn\nparts: used\n")
    )
    drawn = draw(text)
    assert drawn.places == []
    assert len(drawn.parts(UsedPart)) == 1
    assert drawn.parts(ListingPart) == []
    own = text.replace("| advance\n", "| advance\n    parts: listing\n")
    drawn = draw(own)
    assert (len(drawn.parts(UsedPart)), len(drawn.parts(ListingPart))) == (0, 1)
    wrong = text.replace("parts: used", "parts: use")
    drawn = draw(wrong)
    assert drawn.places == [drawn.at("parts: «use", "unknown-option")]


def test_appended_shapes_are_those_of_the_tables(draw: Draw) -> None:
    drawn = draw(page(f"{TABLE}\n{RUN}", parts="shapes"))
    assert [row.name for row in drawn.part(ShapesPart).rows] == [
        "x",
        "h",
        "drive",
        "pre",
        "return[0]",
    ]
