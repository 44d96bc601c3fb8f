"""Pages of whole files: every line, and beside it what of the site rests on it."""

from __future__ import annotations

import pytest

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
        Note("symbol", "p", f"{there}dg-sym-0"),
        Note("test", "tests/test_rnn.py:6"),
    ]
    assert part.notes[at("«keep = ")] == [
        Note("symbol", "k", f"{there}dg-sym-2"),
        Note("block", "example", f"{there}dg-example-advance"),
    ]
    concept = (("Advance", f"{there}dg-concept-advance"),)
    assert [one for one in part.functions if one.concepts] == [
        FunctionRow("advance", at("«def advance"), at("«def advance") + 5, concept)
    ]
    assert Note("concept", "Advance", concept[0][1]) in part.notes[at("«def advance")]


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
