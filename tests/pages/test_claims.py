"""Claims of a page: their names, and which findings stand against which."""

from __future__ import annotations

from docgen.pages.claims import Claim, page_claims
from tests.foreign import DRIVEN, page
from tests.pages.conftest import Draw

RUN = "/// example\n    run: runs.several\n///\n"


def claims(draw: Draw, body: str) -> list[Claim]:
    return page_claims(draw(page(body)).project.pages["p.md"])


def test_names_of_claims(draw: Draw) -> None:
    body = (
        f"{DRIVEN}\n{RUN}\n"
        '**Driven**\n```math code="drive"\nd = x W\n```\n'
        "See [it](#eq-driven), [it](code:drive), [it](code:drive) and\n"
        '[its weights](code:weights["in"]), [home](#cell), [2](value:rnn.INPUTS).\n\n'
        "| a | b |\n|---|---|\n| c | d |\n\n/// listing\n///\n"
    )

    found = [(claim.name, claim.line) for claim in claims(draw, body)]

    assert found == [
        ("concept@8", 8),
        ("symbols@11", 11),
        ("example@17", 17),
        ("advance.driven", 21),
        ("#eq-driven@25", 25),
        ("code:drive@25", 25),
        ("code:drive@25#2", 25),
        ('code:weights("in")@26', 26),
        ("value:rnn.INPUTS@26", 26),
        ("listing@32", 32),
        ("other", 1),
    ]


def test_a_finding_belongs_to_the_innermost_claim(draw: Draw) -> None:
    run = RUN.replace("    run", "    caption: as [k](code:kept)\n    run")
    body = (
        f"{DRIVEN}\n{run}\n"
        '**Driven $\\frac{x$**\n```math code="drive"\nd = 2 x W\n```\n'
        "In rnn.py:14.\n\n/// listing\n    highligth: drive\n///\n"
    )

    found = {
        claim.name: sorted({finding.code for finding in claim.findings})
        for claim in claims(draw, body)
        if claim.findings
    }

    assert found == {
        "code:kept@18": ["unknown-anchor"],
        "advance.driven-frac-x": ["equation-mismatch", "unrenderable-latex"],
        "listing@28": ["unknown-option"],
        "other": ["bare-line-reference"],
    }


def test_findings_have_the_severity_of_the_settings(draw: Draw) -> None:
    body = "In rnn.py:14.\n"
    settings = '[tool.docgen.severity]\nbare-line-reference = "warning"\n'
    (*_, other) = page_claims(draw(page(body), settings=settings).project.pages["p.md"])

    found = [(finding.code, finding.severity) for finding in other.findings]
    assert found == [("bare-line-reference", "warning")]
