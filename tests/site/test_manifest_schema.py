"""`docgen.json` of the built site, and the schema that the site serves with it."""

from __future__ import annotations

import json

import jsonschema

from tests.conftest import BuiltSite


def test_the_served_schema_accepts_the_manifest_of_the_site(built: BuiltSite) -> None:
    served = json.loads((built.site / "assets/docgen/docgen.schema.json").read_text("utf-8"))
    manifest = json.loads((built.site / "docgen.json").read_text("utf-8"))

    errors = jsonschema.Draft202012Validator(served).iter_errors(manifest)

    assert [error.message for error in errors] == []
    assert manifest["coverage"]["equations"] == len(manifest["equations"]) > 20
    assert manifest["equations"][0]["links"][0]["url"].startswith("https://")
