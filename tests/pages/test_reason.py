"""Reasons for statements that no equation explains: where they lead nowhere, or are not needed."""

from __future__ import annotations

import pytest

from docgen.impact.coverage import find_coverage
from tests.conftest import MakeProject, load
from tests.impact.small import FILES, SETTINGS


def settings(*lines: str) -> str:
    return "\n".join([SETTINGS.strip("\n"), "[tool.docgen.unexplained]", *lines])


@pytest.mark.parametrize(
    ("line", "code", "column"),
    [
        ('"model.f.nois" = "fixed"', "unknown-anchor", 2),
        ('"model.g.z" = "fixed"', "unknown-anchor", 2),
        ('"model.f" = " "', "malformed-block", 2),
        ('"model.BASE" = "fixed"', "unknown-anchor", 2),
        ('"model.f.z" = "fixed"', "needless-reason", 2),
    ],
)
def test_findings(make_project: MakeProject, line: str, code: str, column: int) -> None:
    text = settings(line)
    project = load(make_project(FILES, text))
    (found,) = project.findings
    at = f"[tool.docgen]\n{text}".split("\n").index(line) + 1
    assert (found.code, found.place.path) == (code, "pyproject.toml")
    assert (found.place.line, found.place.column) == (at, column)


def test_a_reason_stands_beside_the_statement_and_raises_nothing(make_project: MakeProject) -> None:
    text = settings('"model.f.noise" = "a constant"', '"model.ex" = "makes the input"')
    project = load(make_project(FILES, text))
    assert project.findings == []
    coverage = find_coverage(project)
    assert coverage.percentage == 100 / 7
    assert [(one.line, one.reason) for one in coverage.statements if one.reason] == [
        (15, "a constant"),
        (25, "makes the input"),
    ]


def test_what_names_a_statement_goes_before_what_names_its_function(
    make_project: MakeProject,
) -> None:
    text = settings('"model.f.noise" = "a constant"', '"model.f" = "all of it"')
    coverage = find_coverage(load(make_project(FILES, text)))
    assert [one.reason for one in coverage.statements if one.function == "model.f"] == [
        "",  # an equation explains it
        "all of it",
        "a constant",
        "all of it",
    ]
