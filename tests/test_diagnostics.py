"""Faults become findings where the text stands, and names near a wrong one are found."""

from __future__ import annotations

import pytest

from docgen.diagnostics import Fault, Finding, Label, headline, suggest
from docgen.text import Place, SourceText, Span

PAGE = SourceText("docs/a.md", "# A\n\nthe value `Zz` is\n")
VALUE = Span(PAGE.text.index("Zz"), PAGE.text.index("Zz") + 2)


def test_fault_without_a_part_stands_at_the_whole_text() -> None:
    other = Label(Place("m.py", 3, 5, 6, "    Z = 1"), "declared here")
    fault = Fault(
        "unknown-anchor",
        "`f` binds no `Zz`",
        label="not bound",
        notes=("a note",),
        help="write `Z`",
        related=(other,),
    )

    assert fault.at(PAGE, VALUE) == Finding(
        "unknown-anchor",
        "`f` binds no `Zz`",
        Place("docs/a.md", 3, 12, 14, "the value `Zz` is"),
        "not bound",
        (other,),
        ("a note",),
        "write `Z`",
        "error",
    )


def test_fault_with_a_part_stands_at_that_part() -> None:
    fault = Fault("unknown-anchor", "no `z`", within=Span(1, 2))

    assert fault.at(PAGE, VALUE).place == Place("docs/a.md", 3, 13, 14, "the value `Zz` is")


def test_fault_is_an_exception_with_code_and_message() -> None:
    with pytest.raises(Fault) as caught:
        raise Fault("run-failed", "it raised")

    assert str(caught.value) == "run-failed: it raised"


def test_findings_are_sorted_by_place_then_code_then_message() -> None:
    def finding(path: str, line: int, column: int, code: str, message: str) -> Finding:
        return Finding(code, message, Place(path, line, column, column + 1, ""))

    expected = [
        finding("a.md", 9, 1, "b", "m"),
        finding("b.md", 2, 7, "a", "m"),
        finding("b.md", 10, 1, "z", "m"),
        finding("b.md", 10, 3, "a", "m"),
        finding("b.md", 10, 3, "a", "n"),
        finding("b.md", 10, 3, "b", "a"),
    ]

    shuffled = expected[3:] + expected[:3]
    assert sorted(shuffled, key=lambda one: one.sort_key) == expected


@pytest.mark.parametrize(
    ("name", "known", "expected"),
    [
        ("highligth", ["caption", "highlight"], "highlight"),
        ("Z", ["z", "X"], "z"),
        ("ffn_foward", ["ffn_backward", "ffn_forward"], "ffn_forward"),
        ("Caption", ["caption", "Caption"], "Caption"),
        ("quite", ["other"], None),
        ("anything", [], None),
    ],
)
def test_suggest(name: str, known: list[str], expected: str | None) -> None:
    assert suggest(name, known) == expected


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("`f` binds no `Zz`", "`f` binds no `Zz`"),
        (
            f"equation `{'a' * 60}` differs from the code by 2.1e-01 (tolerance 3e-13)",
            f"equation `{'a' * 27}…` differs from the code by 2.1e-01 (tolerance 3e-13)",
        ),
        # Both names are cut to one length; a short one stays.
        (
            f"`{'x' * 99}`, which `{'y' * 50}` and `z` run, changed",
            f"`{'x' * 27}…`, which `{'y' * 27}…` and `z` run, changed",
        ),
        ("word " * 30, "word " * 16 + "word…"),
        ("w" * 100, "w" * 89 + "…"),
    ],
)
def test_headlines_have_90_characters(sentence: str, expected: str) -> None:
    assert headline(sentence) == expected
    assert Fault("unknown-anchor", sentence).message == expected
    assert Fault("unknown-anchor", sentence).at(PAGE, VALUE).message == expected
