"""Reports, compared whole."""

from __future__ import annotations

import json
import re

import pytest

from docgen.diagnostics import Finding, Label
from docgen.report import render_counts, render_finding, render_full, render_json, render_short
from docgen.text import Place, SourceText, Span

MISMATCH = Finding(
    "equation-mismatch",
    "equation `attn-scores` differs from the code by 2.1e-01 (tolerance 3e-15)",
    Place("docs/attention.md", 45, 5, 25, "S = \\frac{Q K^\\top}{d_k}"),
    "evaluates to -0.5000 at [0, 1, 2, 0]",
    (
        Label(
            Place("model/attention.py", 31, 5, 11, "    scores = q @ k.swapaxes(-1, -2) * scale"),
            "computed -0.7071 at [0, 1, 2, 0]",
        ),
    ),
    ("shapes agree, (1, 2, 3, 3); code / equation is everywhere 1.4142",),
    "1.4142 is sqrt(d_k): is a \\sqrt missing?",
)
STALE = Finding(
    "callee-changed",
    "`relu` changed",
    Place("docs/attention.md", 7, 1, 3, "A = relu(Z)"),
    severity="warning",
)


def test_full_report() -> None:
    assert (
        render_full([MISMATCH, STALE])
        == r"""warning[callee-changed]: `relu` changed
 --> docs/attention.md:7:1
  |
7 | A = relu(Z)
  | ^^

error[equation-mismatch]: equation `attn-scores` differs from the code by 2.1e-01 (tolerance 3e-15)
  --> docs/attention.md:45:5
   |
45 | S = \frac{Q K^\top}{d_k}
   |     ^^^^^^^^^^^^^^^^^^^^ evaluates to -0.5000 at [0, 1, 2, 0]
  ::: model/attention.py:31:5
   |
31 |     scores = q @ k.swapaxes(-1, -2) * scale
   |     ------ computed -0.7071 at [0, 1, 2, 0]
   |
   = note: shapes agree, (1, 2, 3, 3); code / equation is everywhere 1.4142
   = help: 1.4142 is sqrt(d_k): is a \sqrt missing?

1 error, 1 warning
"""
    )


def test_short_report() -> None:
    assert render_short([MISMATCH, STALE]) == (
        "docs/attention.md:7:1: warning[callee-changed]: `relu` changed\n"
        "docs/attention.md:45:5: error[equation-mismatch]: equation `attn-scores` differs from the"
        " code by 2.1e-01 (tolerance 3e-15)\n"
        "1 error, 1 warning\n"
    )


def test_json_report() -> None:
    finding = Finding(
        "unknown-anchor",
        "no `Ω`",
        Place("a.md", 2, 3, 4, "a Ω"),
        "here",
        (Label(Place("m.py", 1, 1, 2, "x = 1"), "there"),),
        ("one", "two"),
        "write `x`",
    )

    text = render_json([finding])

    assert "Ω" in text
    assert text.endswith("}\n")
    assert json.loads(text) == {
        "version": 1,
        "findings": [
            {
                "code": "unknown-anchor",
                "severity": "error",
                "message": "no `Ω`",
                "path": "a.md",
                "line": 2,
                "column": 3,
                "end_column": 4,
                "text": "a Ω",
                "label": "here",
                "related": [
                    {
                        "path": "m.py",
                        "line": 1,
                        "column": 1,
                        "end_column": 2,
                        "text": "x = 1",
                        "label": "there",
                    }
                ],
                "notes": ["one", "two"],
                "help": "write `x`",
            }
        ],
        "counts": {"errors": 1, "warnings": 0},
    }


def test_reports_without_findings() -> None:
    assert render_full([]) == "no findings\n"
    assert render_short([]) == "no findings\n"
    assert json.loads(render_json([])) == {
        "version": 1,
        "findings": [],
        "counts": {"errors": 0, "warnings": 0},
    }


@pytest.mark.parametrize(
    ("errors", "warnings", "expected"),
    [
        (2, 1, "2 errors, 1 warning"),
        (1, 0, "1 error"),
        (0, 3, "3 warnings"),
        (0, 0, "no findings"),
    ],
)
def test_counts(errors: int, warnings: int, expected: str) -> None:
    assert render_counts([MISMATCH] * errors + [STALE] * warnings) == expected


def excerpt(text: str, start: int, end: int) -> list[str]:
    """The two lines that show characters `start` to `end` of a one-line file."""
    place = SourceText("a.md", text).place(Span(start, end))
    return render_finding(Finding("run-failed", "m", place)).splitlines()[3:5]


@pytest.mark.parametrize(
    ("text", "word", "expected"),
    [
        ("\tZ = x", "Z", ["1 |     Z = x", "  |     ^"]),
        ("a\tZ", "\t", ["1 | a   Z", "  |  ^^^"]),
        ("漢字 Z", "Z", ["1 | 漢字 Z", "  |      ^"]),
        ("x = 漢字", "漢字", ["1 | x = 漢字", "  |     ^^^^"]),
        ("e\u0301e Z", "Z", ["1 | e\u0301e Z", "  |    ^"]),
        ("e\u0301 Z", "e\u0301", ["1 | e\u0301 Z", "  | ^"]),
        ("e\u0301 Z", "\u0301", ["1 | e\u0301 Z", "  |  ^"]),
        ("a\x1b[31mb", "b", ["1 | a␛[31mb", "  |       ^"]),
        ("a\x7f\u202eb", "b", ["1 | a\ufffd\ufffdb", "  |    ^"]),
    ],
)
def test_carets_stand_under_display_cells(text: str, word: str, expected: list[str]) -> None:
    start = text.index(word)

    assert excerpt(text, start, start + len(word)) == expected


def test_caret_behind_the_last_character_and_in_an_empty_line() -> None:
    assert excerpt("abc", 3, 3) == ["1 | abc", "  |    ^"]
    assert excerpt("", 0, 0) == ["1 |", "  | ^"]


def test_c033_long_lines_are_cut_around_the_caret() -> None:
    line = "".join(chr(ord("a") + number % 26) for number in range(1000))

    at_start = excerpt(line, 0, 2)
    assert at_start == [f"1 | {line[:198]}…", "  | ^^"]
    in_the_middle = excerpt(line, 500, 503)
    assert in_the_middle == [f"1 | …{line[440:638]}…", "  | " + " " * 61 + "^^^"]
    at_the_end = excerpt(line, 999, 1000)
    assert at_the_end == [f"1 | …{line[802:]}", "  | " + " " * 198 + "^"]


def test_c033_marks_of_a_long_span_end_with_the_excerpt() -> None:
    marks = excerpt("a" * 1000, 500, 900)

    assert marks == ["1 | …" + "a" * 198 + "…", "  | " + " " * 61 + "^" * 139]


def test_c033_json_holds_no_more_of_a_long_line() -> None:
    finding = Finding("run-failed", "m", Place("a.md", 1, 501, 502, "a" * 1000))

    (shown,) = json.loads(render_json([finding]))["findings"]

    assert shown["text"] == "…" + "a" * 198 + "…"
    assert shown["column"] == 501


def test_notes_of_several_lines_stay_in_their_column() -> None:
    finding = Finding(
        "ambiguous-anchor",
        "two statements bind `y`",
        Place("a.md", 3, 1, 2, "y"),
        notes=("candidates:\n`y = x`\n`y = 2`", "another"),
        help="quote one",
    )

    assert render_finding(finding).splitlines()[5:] == [
        "  |",
        "  = note: candidates:",
        "          `y = x`",
        "          `y = 2`",
        "  = note: another",
        "  = help: quote one",
    ]


def test_color_only_adds_escapes() -> None:
    colored = render_full([MISMATCH, STALE], color=True)

    assert colored.startswith("\x1b[1;33mwarning[callee-changed]\x1b[0m")
    assert "\x1b[1;31m^^^^" in colored
    assert re.sub(r"\x1b\[[0-9;]*m", "", colored) == render_full([MISMATCH, STALE])
