"""Workflow commands, compared whole."""

from __future__ import annotations

from docgen.annotations import Repository, render_github
from docgen.diagnostics import Finding, Label
from docgen.text import Place
from tests.test_report import MISMATCH, STALE


def test_a_command_a_finding_and_the_counts() -> None:
    assert render_github([MISMATCH, STALE]) == (
        "::warning file=docs/attention.md,line=7,col=1,endColumn=3,title=callee-changed::"
        "`relu` changed\n"
        "::error file=docs/attention.md,line=45,col=5,endColumn=25,title=equation-mismatch::"
        "equation `attn-scores` differs from the code by 2.1e-01 (tolerance 3e-15)"
        "%0Aevaluates to -0.5000 at [0, 1, 2, 0]"
        "%0Amodel/attention.py:31:5: computed -0.7071 at [0, 1, 2, 0]"
        "%0Anote: shapes agree, (1, 2, 3, 3); code / equation is everywhere 1.4142"
        "%0Ahelp: 1.4142 is sqrt(d_k): is a \\sqrt missing?\n"
        "1 error, 1 warning\n"
    )


def test_no_findings() -> None:
    assert render_github([]) == "no findings\n"


def test_what_commands_are_made_of_is_escaped() -> None:
    finding = Finding(
        "run-failed",
        "100% of `a::b`, c",
        Place("docs/50%, a:b.md", 1, 2, 3, "xyz"),
        related=(Label(Place("m.py", 4, 1, 2, "y"), ""),),
        notes=("one\r\ntwo", "\x1b[31mred"),
    )

    command, _ = render_github([finding], Repository("sub")).splitlines()

    assert command == (
        "::error file=sub/docs/50%25%2C a%3Ab.md,line=1,col=2,endColumn=3,title=run-failed::"
        "100%25 of `a::b`, c%0Asub/m.py:4:1%0Anote: one␍%0Atwo%0Anote: ␛[31mred"
    )


def test_a_file_of_no_repository_is_named_in_words() -> None:
    """A file of an installed package has no line that could be shown beside the change."""
    finding = Finding("source-unreadable", "not Python", Place("pkg/m.py", 1, 2, 3, "x"))
    repository = Repository("sub", lambda path: path.startswith("pkg/"))

    command, _ = render_github([finding], repository).splitlines()

    assert command == "::error title=source-unreadable::pkg/m.py:1:2%0Anot Python"
