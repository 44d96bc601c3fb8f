"""Pages of whole files: every line, and beside it what of the site rests on it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from docgen.pages.margin import told_apart
from docgen.views.module import FunctionRow, ModulePart, Note
from docgen.views.parts import LinkRow
from tests.foreign import RNN, line_of, page
from tests.pages.conftest import Draw

EQUATION = """
**Sum**
```math tests="test_one.assert"
p = a + k
```

| Symbol | Meaning | In code | Shape |
|---|---|---|---|
| $p$ | Before the bend | `pre` | (B, H) |
| $a$ | From the input | `drive` | (B, H) |
| $k$ | From the state | `keep` | (B, H) |

/// example
    run: runs.example

| | |
|---|---|
| `keep` | Kept |
///

/// links
///
"""
TEST = """
from runs import example


def test_one():
    new, memo = example()
    assert (new == 4).all()
"""
CODE = "/// module | rnn\n///\n"


def at(text: str) -> int:
    return int(line_of(RNN.removeprefix("\n"), text).partition(":")[0])


def test_a_whole_file(draw: Draw) -> None:
    drawn = draw(CODE)
    assert drawn.places == []
    part = drawn.part(ModulePart)
    assert part.html_id == "code-rnn"
    assert "\n".join(part.lines) == RNN.strip("\n")
    assert (part.ref.path, part.ref.line, part.ref.end_line) == ("rnn.py", 1, len(part.lines))
    assert [(one.name, one.line, one.end_line, one.concepts) for one in part.functions][:2] == [
        ("bend", at("«def bend"), at("«def bend") + 1, ()),
        ("advance", at("«def advance"), at("«def advance") + 5, ()),
    ]
    assert part.notes == {}


def test_what_rests_on_a_line_stands_beside_it(draw: Draw) -> None:
    files = {"docs/code/rnn.md": CODE, "tests/test_rnn.py": TEST}
    drawn = draw(page(EQUATION), files)
    assert drawn.places == []
    (part,) = (
        entry.part
        for entry in drawn.project.pages["code/rnn.md"].drafts
        if isinstance(entry.part, ModulePart)
    )
    there = "../../p/#"
    assert part.notes[at("«pre = ")] == [
        Note("equation", "Sum", f"{there}eq-sum", "verified"),
        Note("symbol", "p", f"{there}dg-sym-0", mathml="<math><mi>p</mi></math>"),
        Note("test", "tests/test_rnn.py:6"),
    ]
    assert part.notes[at("«keep = ")] == [
        Note("symbol", "k", f"{there}dg-sym-2", mathml="<math><mi>k</mi></math>"),
        Note("block", "example", f"{there}dg-example-advance"),
    ]
    concept = (("Advance", f"{there}dg-concept-advance"),)
    assert [one for one in part.functions if one.concepts] == [
        FunctionRow("advance", at("«def advance"), at("«def advance") + 5, concept)
    ]
    assert Note("concept", "Advance", concept[0][1]) in part.notes[at("«def advance")]


def test_a_definition_begins_with_its_decorators(draw: Draw) -> None:
    text = (
        "import functools\n\n\n@functools.cache\n@functools.wraps(max)\ndef one():\n    return 1\n"
    )
    drawn = draw("/// module | one\n///\n", {"one.py": text}, settings='modules = ["rnn", "one"]')
    assert drawn.part(ModulePart).functions == (FunctionRow("one", 4, 7),)


ALIKE = [
    Note("block", "example", "a#1"),
    Note("block", "example", "a#2"),
    Note("symbol", "x", "a#3", "", "inline"),
    Note("symbol", "x", "b#3", "", "inline"),
    Note("symbol", "y", "a#4"),
    Note("symbol", "y", "a#5"),
    Note("equation", "Loss", "a#6", "verified"),
    Note("symbol", "Loss", "a#7"),
    Note("block", "flow", "a#8"),
]
APART = [
    ("block", "Two rows", "Cell", "a.md"),
    ("block", "Equal rows", "Cell", "a.md"),
    ("symbol", "", "Cell", "a.md"),
    ("symbol", "", "Cell", "b.md"),
    ("symbol", "", "Cell", "a.md"),
    ("symbol", "", "Cell", "a.md"),
    ("equation", "", "Cell", "a.md"),
    ("symbol", "", "Cell", "a.md"),
    ("block", "", "Cell", "a.md"),
]


def test_no_two_notes_of_a_line_say_the_same() -> None:
    made = told_apart(dict(zip(ALIKE, APART, strict=True)))
    words = ["Two rows", "Equal rows", "inline, a.md", "inline, b.md"]
    words += ["1", "2", "equation", "symbol", ""]
    assert made == [replace(note, words=each) for note, each in zip(ALIKE, words, strict=True)]


def test_notes_that_lead_to_blocks_of_one_kind_have_their_titles(draw: Draw) -> None:
    examples = EQUATION.replace("/// example\n", "/// example | First\n")
    again = "/// example | Second\n    run: runs.example\n\n| | |\n|---|---|\n| `keep` | |\n///\n"
    files = {"docs/code/rnn.md": CODE, "tests/test_rnn.py": TEST}
    drawn = draw(page(f"{examples}\n{again}"), files)
    assert drawn.places == []
    (part,) = (
        entry.part
        for entry in drawn.project.pages["code/rnn.md"].drafts
        if isinstance(entry.part, ModulePart)
    )
    there = "../../p/#dg-example-advance"
    assert [note for note in part.notes[at("«keep = ")] if note.kind == "block"] == [
        Note("block", "example", there, "", "First"),
        Note("block", "example", f"{there}--2", "", "Second"),
    ]


def test_other_pages_lead_to_it(draw: Draw) -> None:
    drawn = draw(page(EQUATION), {"docs/code/rnn.md": CODE, "tests/test_rnn.py": TEST})
    (rows,) = [one for one in drawn.parts(list) if one and isinstance(one[0], LinkRow)][:1]
    assert [row.ref.page for row in rows] == [f"../code/rnn/#code-rnn-L{at('«pre = ')}", ""]


@pytest.mark.parametrize(
    ("text", "mark", "code"),
    [
        ("/// module\n///\n", "«module", "malformed-block"),
        ("/// module | rnm\n///\n", "«rnm", "unknown-function"),
        ("/// module | rnn\n    from: bend\n///\n", "«from", "unknown-option"),
    ],
)
def test_wrong_use(draw: Draw, text: str, mark: str, code: str) -> None:
    drawn = draw(text)
    assert drawn.places == [drawn.at(mark, code)]


def test_a_file_twice_on_a_page_has_ids_of_its_own(draw: Draw) -> None:
    parts = draw(f"{CODE}\n{CODE}").parts(ModulePart)
    assert [part.html_id for part in parts] == ["code-rnn", "code-rnn--2"]
