"""The JSON Schema of `docgen.json`, and files that it accepts and refuses."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from typing import Any, get_args

import jsonschema
import pytest
from click.testing import CliRunner

from docgen.cli import main
from docgen.pages.badge import LABELS
from docgen.pages.manifest import assemble_manifest
from docgen.pages.publication import SCHEMA, State, schema, schema_text
from docgen.project import Project
from tests.conftest import ROOT
from tests.foreign import DRIVEN, page
from tests.pages.conftest import Draw

VALIDATOR = jsonschema.Draft202012Validator(schema())
RUN = "/// example\n    run: runs.several\n///\n"


def errors(manifest: object) -> list[str]:
    """What the schema says of a manifest that went through a file."""
    return [error.message for error in VALIDATOR.iter_errors(json.loads(json.dumps(manifest)))]


def manifest_of(project: Project) -> dict[str, Any]:
    urls = {path: path.replace(".md", "/") for path in project.pages}
    return assemble_manifest(project.pages, urls, project.findings)


@pytest.fixture
def manifest(draw: Draw) -> dict[str, Any]:
    """Of a page with many faults."""
    body = (
        f"{DRIVEN}| $q$ | left over | `q` | (T, d) |\n\n{RUN}\n"
        '**Driven**\n```math code="drive"\nd = x W\n```\n'
        '**Twice**\n```math code="drive" tests="test_advance.assert"\nd = 2 x W\n```\n'
        "**Torn**\n```math\nd = \\frac{x}{\n```\n"
        '**Told**\n```math stated="for later"\nd = p\n```\n'
        "See [k](code:kept), rnn.py:14, [3](value:rnn.INPUTS) and\n$$ d $$\n\n/// exmaple\n///\n"
    )
    return manifest_of(draw(page(body), settings="timeuot = 3\n").project)


def test_the_file_that_sites_serve_is_what_the_code_says() -> None:
    assert (ROOT / "docgen/assets" / SCHEMA).read_text(encoding="utf-8") == schema_text()
    assert CliRunner().invoke(main, ["schema"]).output == schema_text()


def test_the_schema_is_one() -> None:
    jsonschema.Draft202012Validator.check_schema(schema())
    assert (schema()["$schema"], schema()["$id"]) == (
        "https://json-schema.org/draft/2020-12/schema",
        "docgen.schema.json",
    )


def test_every_verdict_has_a_badge_and_a_place_in_the_schema() -> None:
    assert set(get_args(State)) == set(LABELS)
    counted = set(schema()["$defs"]["Coverage"]["properties"])
    assert counted == {"equations", "linked", *LABELS}


def test_findings_of_many_kinds_are_accepted(manifest: dict[str, Any]) -> None:
    assert errors(manifest) == []
    assert {finding["code"] for finding in manifest["findings"]} >= {
        "unknown-option",
        "equation-mismatch",
        "unrenderable-latex",
        "unknown-anchor",
        "bare-line-reference",
        "value-mismatch",
        "unchecked-math",
        "malformed-block",
    }
    states = {one["id"]: one["verdict"]["state"] for one in manifest["equations"]}
    assert states == {
        "advance.driven": "verified",
        "advance.twice": "mismatch",
        "advance.torn": "not-run",
        "advance.told": "stated",
    }


def test_an_empty_site_is_accepted() -> None:
    assert errors(assemble_manifest({}, {}, [])) == []


Change = Callable[[dict[str, Any]], object]
CHANGES: tuple[tuple[Change, str], ...] = (
    (lambda one: one.update(pages=[]), "'pages' was unexpected"),
    (
        lambda one: one["equations"][0].update(author="me"),
        "'author' was unexpected",
    ),
    (
        lambda one: one["equations"][0]["verdict"].update(proof=1),
        "'proof' was unexpected",
    ),
    (lambda one: one["equations"][0].pop("url"), "'url' is a required property"),
    (
        lambda one: one["equations"][0]["verdict"].update(state="proven"),
        "'proven' is not one of",
    ),
    (lambda one: one["coverage"].update(proven=1), "'proven' was unexpected"),
    (
        lambda one: one["equations"][0]["links"][0].update(role="proves"),
        "'proves' is not one of",
    ),
    (lambda one: one["findings"][0].update(severity="hint"), "'hint' is not one of"),
    (lambda one: one["findings"][0].update(line=0), "0 is less than the minimum of 1"),
    (lambda one: one.update(version=2), "2 is not one of [1]"),
)


def test_what_the_contract_does_not_have_is_refused(manifest: dict[str, Any]) -> None:
    for change, message in CHANGES:
        changed = copy.deepcopy(manifest)
        change(changed)
        (error,) = errors(changed)
        assert message in error
