"""SARIF logs: valid by the schema of the format, and compared with what is known by hand."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from click.testing import CliRunner

from docgen import __version__
from docgen.annotations import HERE, Repository
from docgen.cli import main
from docgen.codes import CODES
from docgen.diagnostics import Finding, Label
from docgen.sarif import render_sarif
from docgen.text import Place
from tests.conftest import MakeProject
from tests.test_report import MISMATCH, STALE

FILE = Path(__file__).parent / "data/sarif-2.1.0-rtm.5.json"
VALIDATOR = jsonschema.Draft4Validator(json.loads(FILE.read_text("utf-8")))
STRANGE = Finding(
    "unknown-anchor",
    "write `[Z](code:Z)` or x_{0}, not a[0](1)",
    Place("docs/Größe 1:2%.md", 3, 6, 9, "𝑋 = [[k]](code:Z)" + " " * 300),
    related=(Label(Place("m.py", 1, 1, 1, ""), ""),),
    help="two\nlines",
)


def run_of(*findings: Finding, repository: Repository = HERE) -> dict[str, Any]:
    """The one run of a log that the schema accepts."""
    log = json.loads(render_sarif(findings, repository))
    assert [error.message for error in VALIDATOR.iter_errors(log)] == []
    assert log["version"] == "2.1.0"
    (run,) = log["runs"]
    found: dict[str, Any] = run
    return found


def test_the_schema_refuses_what_the_format_does_not_have() -> None:
    log = json.loads(render_sarif([STALE]))
    log["runs"][0]["results"][0]["severity"] = "warning"

    (error,) = VALIDATOR.iter_errors(log)

    assert "'severity' was unexpected" in error.message


def test_a_result_has_its_places_and_its_rule() -> None:
    run = run_of(MISMATCH, repository=Repository("sub"))

    (result,) = run["results"]
    assert run["columnKind"] == "unicodeCodePoints"
    assert run["tool"]["driver"]["rules"][result["ruleIndex"]]["id"] == result["ruleId"]
    assert run["originalUriBaseIds"] == {
        "%SRCROOT%": {"description": {"text": "The top of the repository."}},
        "%PACKAGES%": {"description": {"text": "The folder that a package is installed in."}},
    }
    fingerprints = result.pop("partialFingerprints")
    assert list(fingerprints) == ["docgenFinding/v1"]
    assert result == {
        "ruleId": "equation-mismatch",
        "ruleIndex": list(CODES).index("equation-mismatch"),
        "level": "error",
        "message": {
            "text": "equation `attn-scores` differs from the code by 2.1e-01 (tolerance 3e-15)\n"
            "evaluates to -0.5000 at [0, 1, 2, 0]\n"
            "sub/model/attention.py:31:5: computed -0.7071 at [0, 1, 2, 0]\n"
            "note: shapes agree, (1, 2, 3, 3); code / equation is everywhere 1.4142\n"
            "help: 1.4142 is sqrt(d_k): is a \\sqrt missing?"
        },
        "locations": [
            {
                "physicalLocation": {
                    "artifactLocation": {
                        "uri": "sub/docs/attention.md",
                        "uriBaseId": "%SRCROOT%",
                    },
                    "region": {
                        "startLine": 45,
                        "startColumn": 5,
                        "endColumn": 25,
                        "snippet": {"text": "\\frac{Q K^\\top}{d_k}"},
                    },
                    "contextRegion": {
                        "startLine": 45,
                        "snippet": {"text": "S = \\frac{Q K^\\top}{d_k}"},
                    },
                }
            }
        ],
        "relatedLocations": [
            {
                "id": 0,
                "physicalLocation": {
                    "artifactLocation": {
                        "uri": "sub/model/attention.py",
                        "uriBaseId": "%SRCROOT%",
                    },
                    "region": {
                        "startLine": 31,
                        "startColumn": 5,
                        "endColumn": 11,
                        "snippet": {"text": "scores"},
                    },
                    "contextRegion": {
                        "startLine": 31,
                        "snippet": {"text": "    scores = q @ k.swapaxes(-1, -2) * scale"},
                    },
                },
                "message": {"text": "computed -0.7071 at [0, 1, 2, 0]"},
            }
        ],
    }


def test_every_code_is_a_rule() -> None:
    driver = run_of()["tool"]["driver"]

    assert (driver["name"], driver["semanticVersion"]) == ("docgen", __version__)
    assert [rule["id"] for rule in driver["rules"]] == list(CODES)
    rule = driver["rules"][list(CODES).index("callee-changed")]
    code = CODES["callee-changed"]
    cure = code.cure.replace("{", "{{").replace("}", "}}")
    assert rule == {
        "id": "callee-changed",
        "shortDescription": {"text": code.title},
        "fullDescription": {"text": code.meaning},
        "help": {
            "text": f"{code.meaning}\n\nExample:\n{code.example}\n\n{cure}",
            "markdown": f"{code.meaning}\n\n~~~~\n{code.example}\n~~~~\n\n{cure}",
        },
        "defaultConfiguration": {"level": "warning"},
    }


def test_a_log_without_findings_says_so() -> None:
    assert run_of()["results"] == []


def test_names_and_messages_cannot_be_taken_for_something_else() -> None:
    (result,) = run_of(STRANGE)["results"]

    location = result["locations"][0]["physicalLocation"]
    assert location["artifactLocation"]["uri"] == "docs/Gr%C3%B6%C3%9Fe%201%3A2%25.md"
    assert location["region"]["snippet"] == {"text": "[k]"}
    assert "contextRegion" not in location  # the line is too long to be of use
    assert result["message"]["text"] == (
        "write `\\[Z](code:Z)` or x_{{0}}, not a\\[0](1)\nm.py:1:1\nhelp: two\nlines"
    )
    assert "message" not in result["relatedLocations"][0]


def test_a_name_that_is_no_utf_8_keeps_its_bytes() -> None:
    """Python reads the byte FF of a name as half of a surrogate pair."""
    (result,) = run_of(replace(STRANGE, place=replace(STRANGE.place, path="docs/\udcff.md")))[
        "results"
    ]

    location = result["locations"][0]["physicalLocation"]
    assert location["artifactLocation"]["uri"] == "docs/%FF.md"


def fingerprints(*findings: Finding) -> list[str]:
    return [one["partialFingerprints"]["docgenFinding/v1"] for one in run_of(*findings)["results"]]


def moved(finding: Finding, lines: int) -> Finding:
    place = replace(finding.place, line=finding.place.line + lines)
    return replace(finding, place=place)


def test_a_fingerprint_outlives_a_move_and_nothing_else() -> None:
    (known,) = fingerprints(STALE)

    assert fingerprints(moved(STALE, 20)) == [known]
    other_text = replace(STALE, place=replace(STALE.place, text="B = relu(Z)"))
    other_path = replace(STALE, place=replace(STALE.place, path="docs/b.md"))
    others = [
        other_text,
        other_path,
        replace(STALE, message="`bend` changed"),
        replace(STALE, code="stale-link"),
    ]
    for other in others:
        assert fingerprints(other) != [known]


def test_equal_findings_of_one_file_have_fingerprints_of_their_own() -> None:
    first, second = fingerprints(STALE, moved(STALE, 3))

    assert first.rpartition(":")[0] == second.rpartition(":")[0]
    assert (first[-2:], second[-2:]) == (":1", ":2")


@pytest.mark.parametrize("severity", ["error", "warning"])
def test_the_level_is_the_one_of_the_project(severity: str) -> None:
    (result,) = run_of(replace(STALE, severity=severity))["results"]

    assert result["level"] == severity


def test_paths_start_at_the_top_of_the_repository(make_project: MakeProject) -> None:
    root = make_project({"docs/p.md": "See $\\frac{x$.\n"})

    def output(form: str) -> str:
        done = CliRunner().invoke(main, ["check", "--root", str(root), "--format", form])
        assert done.exit_code == 1
        return done.output

    def uri() -> str:
        (result,) = json.loads(output("sarif"))["runs"][0]["results"]
        found: str = result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
        return found

    # The folder of the test, which holds that of the project, stands for a repository.
    (root.parent / ".git").mkdir()
    assert uri() == "project/docs/p.md"
    assert output("github").startswith("::error file=project/docs/p.md,line=1,col=")
    (root / ".git").mkdir()
    assert uri() == "docs/p.md"
    assert output("github").startswith("::error file=docs/p.md,line=1,col=")


def test_a_file_of_an_installed_package_is_no_file_of_the_repository(
    make_project: MakeProject,
) -> None:
    page = (
        "---\ncode: statistics\n---\n# Fit\n\n## Fit\n\n/// concept | linear_regression\n///\n\n"
        "**Slope**\n```math\ns = \\frac{p}{2 q}\n```\n\n"
        "| Symbol | Meaning | In code | Shape |\n|---|---|---|---|\n"
        "| $s$ | Slope | `slope` | () |\n| $p$ | Products | `sxy` | () |\n"
        "| $q$ | Squares | `sxx` | () |\n\n"
        "/// example | Three points\n```python\n"
        "linear_regression([1.0, 2.0, 3.0], [2.0, 4.0, 7.0])\n```\n///\n"
    )
    root = make_project({"docs/fit.md": page}, 'installed = ["statistics"]\n')
    (root.parent / ".git").mkdir()
    done = CliRunner().invoke(main, ["check", "--root", str(root), "--format", "sarif"])

    (result,) = json.loads(done.output)["runs"][0]["results"]
    places = [*result["locations"], *result["relatedLocations"]]
    assert [place["physicalLocation"]["artifactLocation"] for place in places] == [
        {"uri": "project/docs/fit.md", "uriBaseId": "%SRCROOT%"},
        {"uri": "statistics.py", "uriBaseId": "%PACKAGES%"},
    ]
