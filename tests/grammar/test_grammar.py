"""The reference of the grammar: complete, and every example does what its row says."""

from __future__ import annotations

import importlib.util
import json
import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest
from selectolax.lexbor import LexborHTMLParser

from docgen.codes import CODES
from docgen.grammar import tables as rendered
from docgen.grammar.coverage import TABLES, compare, gaps
from docgen.grammar.execute import Unfit, is_same, objection_to, spelled, value_of
from docgen.grammar.row import HOLDS, Refusal, Row, Section, Spelling, one
from docgen.grammar.sections import REFUSALS, SECTIONS
from docgen.latex.token import scan_tokens

ROOT = Path(__file__).resolve().parent.parent.parent
ROWS = [row for section in SECTIONS for row in section.rows]
REFUSED = [row for rows in REFUSALS.values() for row in rows]
EXAMPLES = [(row, spelling) for row in ROWS for spelling in row.spellings]
REFUSED_EXAMPLES = [(row, spelling) for row in REFUSED for spelling in row.spellings]


SCHEMES = [
    (r"\mathbb{1}[\ldots]", r"\mathbb{1}[x > 0] \odot x"),
    (r"\sqrt[n]{x}", r"\sqrt[3]{x}"),
    ("x^k", "x^2"),
    ("A^k", "A^2"),
    ("x^{-1}", "A^{-1}"),
    ("A_i", "A_2"),
    (r"\sin^k x", r"\sin^2 x + \cos^2 x"),
    (r"[x_1, \dots, x_n]", r"[x_1^2, \dots, x_n^2]"),
    ("a = b = c", "y = 3 x = x + 4"),
    ("aligned, + row", "\\begin{aligned}\ny &= x \\\\\n&+ 1\n\\end{aligned}"),
]
"""Heads of rows that say more than their example shows."""


def name_of(part: object) -> str:
    if isinstance(part, Row | Refusal):
        return part.latex
    return " ".join(str(key) for key in part) if isinstance(part, tuple) else str(part)


def test_every_row_of_the_reader_has_an_example_and_the_other_way_round() -> None:
    assert gaps() == ()


def test_a_row_without_an_example_and_an_example_without_a_row_are_seen() -> None:
    rows = (Row(one(r"\rot \twist"), "", "@ x", {"x": 1}, 1),)

    assert compare({"command": {r"\rot", r"\turn"}}, rows) == (
        r"command `\turn` has no row",
        r"the row of command `\twist` has no key",
    )


@pytest.mark.parametrize(("row", "spelling"), EXAMPLES, ids=name_of)
def test_example_gives_what_was_worked_out_by_hand(row: Row, spelling: Spelling) -> None:
    value = value_of(row, spelling)

    assert is_same(value, row.gives), value


@pytest.mark.parametrize(("row", "spelling"), EXAMPLES, ids=name_of)
def test_example_shows_the_keys_of_its_row(row: Row, spelling: Spelling) -> None:
    if row.kind != "form":
        latex = spelled(row.latex, spelling)
        assert [key for key in spelling if key not in latex] == []


@pytest.mark.parametrize(("row", "spelling"), REFUSED_EXAMPLES, ids=name_of)
def test_refused_example_gives_the_finding_of_its_row(row: Refusal, spelling: Spelling) -> None:
    said = objection_to(row, spelling)

    assert said.code == row.code
    assert said.code in CODES
    assert said.message


def test_commands_with_an_example_are_read_as_tokens() -> None:
    for row, spelling in EXAMPLES:
        if row.kind == "command" and spelling[0].startswith("\\"):
            texts = {token.text for token in scan_tokens(spelled(row.latex, spelling))}
            assert set(spelling) <= texts, spelling


@pytest.mark.parametrize(
    ("row", "reason"),
    [
        (Row(one("x"), "", "2 x", {}, 6, "form"), "`2 x` is refused: unbound-symbol"),
        (Row(one("x"), "", "y = 2 x", {"x": 3, "y": 7}, HOLDS, "form"), "`y = 2 x` does not hold"),
        (
            Row(one("x"), "", "x_4", {"x": ("n", [1, 2, 3])}, 6, "form"),
            "`x_4` has no value: index `4` is 4, and its axis has 3 entries",
        ),
        (
            Row(one("x"), "", "y = x_4", {"x": ("n", [1, 2, 3]), "y": 1}, HOLDS, "form"),
            "`y = x_4` is not compared: index `4` is 4, and its axis has 3 entries",
        ),
    ],
    ids=name_of,
)
def test_example_that_is_refused_or_fails_is_no_row(row: Row, reason: str) -> None:
    with pytest.raises(Unfit, match=re.escape(reason)):
        value_of(row, row.spellings[0])


def test_refusal_that_is_read_is_no_row() -> None:
    row = Refusal(one("2"), "2 x", {"x": 3}, "unsupported-latex", "")

    with pytest.raises(Unfit, match="`2 x` is not refused"):
        objection_to(row, row.spellings[0])


def test_page_is_not_made_of_a_row_with_another_value(monkeypatch: pytest.MonkeyPatch) -> None:
    row = Row(one(r"\sqrt"), "Root", r"@{x}", {"x": 9}, 4)
    monkeypatch.setattr(rendered, "SECTIONS", (Section("a", "A", (row,)),))

    with pytest.raises(Unfit, match=re.escape(r"`\sqrt{x}` gives 3.0, worked out by hand 4")):
        rendered.render_tables()


def test_page_is_not_made_of_a_refusal_with_another_code(monkeypatch: pytest.MonkeyPatch) -> None:
    row = Refusal(one("z"), "2 z", {}, "unsupported-latex", "")
    monkeypatch.setattr(rendered, "REFUSALS", {"a": (row,)})

    with pytest.raises(Unfit, match="`2 z` is unbound-symbol, not unsupported-latex"):
        rendered.render_tables()


@pytest.mark.parametrize(
    ("value", "other", "same"),
    [
        (3.0, 3, True),
        (3.0000001, 3, False),
        ([1.0, 2.0], [1, 2], True),
        ([1.0, 2.0], [1, 2, 3], False),
        ([[1.0]], [1], False),
        (1.0, [1], False),
        ("holds", "holds", True),
        ("holds", 1, False),
        (float("nan"), 0, False),
    ],
)
def test_values_are_the_same_up_to_rounding(value: object, other: object, same: bool) -> None:
    assert is_same(value, other) is same  # type: ignore[arg-type]


def test_row_shows_its_spellings_its_example_and_the_computed_value(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    row = Row(one(r"\le \leq"), "Less or `=`", r"\mathbb{1}[x @ 2]", {"x": ("n", [1, 3])}, [1, 0])
    monkeypatch.setattr(rendered, "SECTIONS", (Section("a", "A", (row,)),))

    cells = LexborHTMLParser(rendered.render_tables()["a"]).css("tbody tr > *")

    assert cells[0].html == r'<th scope="row"><code>\le</code>, <code>\leq</code></th>'
    assert cells[1].html == '<td data-head="Means">Less or <code>=</code></td>'
    assert cells[2].css_first("code").text() == r"\mathbb{1}[x \le 2]"
    assert len(cells[2].css("math")) == 2
    assert cells[2].text().endswith("x (n,) = [1, 3]")
    assert cells[3].html == '<td data-head="Gives"><code>[1, 0]</code></td>'


@pytest.mark.parametrize(
    ("latex", "given", "used"),
    [
        (r"2 \bar{x}", [r"\bar{x}", "x"], [r"\bar{x}"]),
        ("dX_1 + X_1", ["X_1", "dX_1"], ["X_1", "dX_1"]),
        ("2 dX_1", ["X_1", "dX_1"], ["dX_1"]),
        (r"\sum_i v_i", ["u", "v"], ["v"]),
        (r"\exp(y) \text{ so } z", ["x", "y", "s"], ["y"]),
        (r"\begin{cases} b \end{cases}", ["a", "b"], ["b"]),
    ],
)
def test_names_that_an_example_holds(latex: str, given: list[str], used: list[str]) -> None:
    assert rendered._used(latex, dict.fromkeys(given, 1.0)) == used


def test_rows_show_what_they_are_headed_with() -> None:
    """But where a letter stands for any exponent, degree or index, and dots for anything."""
    differ = [
        (row.spellings[0][0], row.latex)
        for row in (*ROWS, *REFUSED)
        if row.kind == "form" and row.spellings[0][0] not in row.latex
    ]

    assert differ == SCHEMES


def load_hook() -> ModuleType:
    spec = importlib.util.spec_from_file_location("hook", ROOT / "docs" / "hooks" / "grammar.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def hooked(html: str, path: str = "manual/grammar.md") -> str:
    page = SimpleNamespace(file=SimpleNamespace(src_uri=path))
    result: str = load_hook().on_page_content(html, page=page)
    return result


def test_hook_puts_every_table_into_the_page() -> None:
    html = hooked((ROOT / "docs" / "manual" / "grammar.md").read_text(encoding="utf-8"))

    assert html.count('<table class="dg-table dg-grammar">') == len(SECTIONS) + len(REFUSALS)
    assert "<!-- grammar" not in html
    assert len(LexborHTMLParser(html).css("tbody tr")) == len(ROWS) + len(REFUSED)


def test_hook_leaves_other_pages_alone() -> None:
    assert hooked("<!-- grammar: names -->", "index.md") == "<!-- grammar: names -->"


def test_page_without_a_mark_is_no_page() -> None:
    with pytest.raises(ValueError, match=r"manual/grammar\.md has the marks \['names'\], not"):
        hooked("<!-- grammar: names -->")


def test_tables_are_the_same_in_every_run() -> None:
    command = [sys.executable, "-m", "docgen.grammar"]
    first, second = (
        subprocess.run(command, capture_output=True, check=True).stdout for _ in range(2)
    )

    assert first == second
    assert json.loads(first) == rendered.render_tables()


def test_every_key_of_the_reader_stands_on_the_page() -> None:
    text = LexborHTMLParser("".join(rendered.render_tables().values())).text()

    assert [key for kind in TABLES for key in TABLES[kind] if key.strip() not in text] == []
