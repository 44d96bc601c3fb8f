"""`docgen.json` of a tiny site."""

from __future__ import annotations

from docgen.pages.manifest import assemble_manifest
from tests.foreign import TABLE, page
from tests.pages.conftest import Draw


def test_what_the_site_says_of_its_equations(draw: Draw) -> None:
    fence = (
        '**Driven**\n```math code="drive" tests="test_advance.assert"\nd = x W\n```\n\n'
        '```math stated="for later" id="why"\ny = p\n```\n'
    )
    run = "/// example\n    run: runs.example\n///\n"
    project = draw(page(f"{TABLE}\n{run}\n{fence}See [k](code:kept).\n")).project
    manifest = assemble_manifest(project.pages, {"p.md": "p/"}, project.findings)
    symbol = {"latex": "d", "meaning": "driven", "code": "drive", "shape": "(B, H)"}
    first, second = manifest["equations"]
    verdict = {
        "state": "not-run",
        "gap": None,
        "tolerance": None,
        "runs": 0,
        "replays": 0,
        "points": 0,
        "variants": 0,
        "reason": "it could not be read",
        "trusted": [],
        "replayed": [],
        "definitions": [],
    }
    assert first == {
        "id": "advance.driven",
        "page": "p.md",
        "url": "p/#eq-driven",
        "concept": "rnn.advance",
        "title": "Driven",
        "latex": "d = x W",
        "verdict": verdict,
        "links": [
            {
                "role": "computes",
                "anchor": "rnn.advance.drive",
                "file": "rnn.py",
                "start_line": 14,
                "end_line": 14,
                "code": 'drive = x @ weights["in"]',
                "url": "",
            },
            {
                "role": "tests",
                "anchor": "tests.test_rnn.test_advance",
                "file": "tests/test_rnn.py",
                "start_line": 7,
                "end_line": 7,
                "code": "assert np.allclose(new, 4.0)",
                "url": "",
            },
        ],
        "cites": [],
        "symbols": [
            {"latex": "x", "meaning": "input", "code": "x", "shape": "(B, I)"},
            symbol,
        ],
    }
    assert second["verdict"] == {**verdict, "state": "stated", "reason": "for later"}
    assert (second["id"], second["url"], second["links"]) == ("advance.why", "p/#eq-why", [])
    assert manifest["version"] == 1
    assert manifest["symbols"][2] == {"page": "p.md", "concept": "rnn.advance", **symbol}
    assert len(manifest["symbols"]) == 5
    assert manifest["coverage"] == {"equations": 2, "linked": 1, "not-run": 1, "stated": 1}
    (finding,) = [each for each in manifest["findings"] if each["code"] == "unknown-anchor"]
    assert (finding["code"], finding["path"], finding["severity"]) == (
        "unknown-anchor",
        "docs/p.md",
        "error",
    )
    assert "text" not in finding
