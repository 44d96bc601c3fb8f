"""What is sent along so that a reader can try an equation."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest

from docgen.evaluation.term import Leaf, Outcome, Range, Statement, Term
from docgen.pages.editable import axes_of
from docgen.pages.trial import page_trials, script_path, trial_script, trials
from docgen.trace.sample import Numbers, Sample
from docgen.views.parts import EquationPart
from tests.conftest import load
from tests.foreign import DRIVEN, page
from tests.pages.conftest import Draw

ROWS = """\
| $p$ | before bending | `pre` | (B, H) |
| $y$ | new state | `return[0]` | (B, H) |
| $s(u)$ | squares | `bend(u)` | (B, H) to (B, H) |
"""
TEXT = page(
    f"{DRIVEN}{ROWS}\n/// example\n    run: runs.several\n///\n\n"
    "**Driven by `x`**\n```math\nd = x W\n```\n\n"
    "**Bent**\n```math\ny = s(p)\n```\n\n"
    "**Wrong**\n```math\nd = 2 x W\n```\n\n"
    '**Said**\n```math stated="the paper says so"\nd = 3 x\n```\n'
)


@pytest.fixture
def found(draw: Draw) -> dict[str, Any]:
    """The trials of the page, as a browser reads them."""
    draft = draw(TEXT).project.pages["p.md"]
    text = trial_script(draft.context, draft.equations)
    assert text.startswith('docgenTry.accept("p",{')
    assert text.endswith("});\n")
    read: dict[str, Any] = json.loads(text[len('docgenTry.accept("p",') : -len(");\n")])
    assert read == json.loads(json.dumps(page_trials(draft.context, draft.equations)))
    return read


def test_the_equations_of_a_page(found: dict[str, Any]) -> None:
    said = {key: (one["title"], one["state"]) for key, one in found["equations"].items()}
    assert said == {"eq-driven-by-x": ("Driven by x", "verified"), "eq-bent": ("Bent", "by-call")}
    assert found["omitted"] == {
        "eq-wrong": "it was not verified",
        "eq-said": "it was not verified",
    }
    assert found["version"] == 1


def test_a_statement_with_its_numbers(found: dict[str, Any]) -> None:
    equation = found["equations"]["eq-driven-by-x"]
    (statement,) = equation["statements"]
    # Rows of x are (0, 1), (2, 3), (4, 5), (6, 7); W has the rows (1, 0, 1) and (0, 1, -1).
    product = [0, 1, -1, 2, 3, -1, 4, 5, -1, 6, 7, -1]
    assert statement["values"] == {
        "d<": {"shape": [4, 3], "data": product, "kind": "float"},
        "x>": {"shape": [4, 2], "data": [0, 1, 2, 3, 4, 5, 6, 7], "kind": "float"},
        "W>": {"shape": [2, 3], "data": [1, 0, 1, 0, 1, -1], "kind": "float"},
    }
    side = {"value": {"shape": [4, 3], "data": product, "kind": "float"}, "letters": []}
    assert statement["sides"] == [side, side]
    assert (statement["sizes"], statement["letters"]) == (
        {"B": 4, "I": 2, "H": 3},
        ["B", "H", "I"],
    )
    assert (statement["latex"], statement["run"]) == ("d = x W", "several")
    assert statement["mathml"].startswith("<math><mi>d</mi><mo")
    leaves = {one["cell"]: (one["axes"], one["recorded"]) for one in statement["leaves"]}
    assert leaves == {
        "drive": (["B", "H"], True),
        "x": (["B", "I"], False),
        'weights["in"]': (["I", "H"], False),
    }
    reasons = {one["symbol"]: one["reason"] for one in statement["leaves"]}
    assert reasons == {
        "d": "it is what the code computed for the recorded numbers",
        "x": "",
        "W": "",
    }
    assert statement["leaves"][1]["mathml"] == "<math><mi>x</mi></math>"
    assert equation["formulas"][statement["formula"]]["statements"][0]["relations"] == ["="]


def test_arguments_of_code_cannot_be_changed(found: dict[str, Any]) -> None:
    (statement,) = found["equations"]["eq-bent"]["statements"]
    reasons = {one["symbol"]: one["reason"] for one in statement["leaves"]}
    assert reasons["p"] == "s(u) is code: its value is only known for the recorded numbers"
    assert statement["letters"] == []
    assert statement["symbols"] == {"s": "s(u)"}
    # p is (1, 2, 0), (3, 4, 0), (5, 6, 0), (7, 8, 0); its squares are what the code gave.
    (call,) = statement["calls"]
    assert call["arguments"][0]["data"] == [1, 2, 0, 3, 4, 0, 5, 6, 0, 7, 8, 0]
    assert call["result"]["data"] == [1, 4, 0, 9, 16, 0, 25, 36, 0, 49, 64, 0]


def test_only_a_host_that_serves_it_has_buttons(draw: Draw) -> None:
    drawn = draw(TEXT)
    assert {part.trial for part in drawn.parts(EquationPart)} == {""}
    project = load(drawn.root)
    project.offers_trials = True
    project.load()
    draft = project.pages["p.md"]
    parts = [one.part for one in draft.drafts if isinstance(one.part, EquationPart)]
    assert {part.html_id: part.trial for part in parts} == {
        "eq-driven-by-x": "p",
        "eq-bent": "p",
        "eq-wrong": "",
        "eq-said": "",
    }


def test_a_page_without_equations_has_no_script(draw: Draw) -> None:
    draft = draw("# Nothing\n").project.pages["p.md"]
    assert trial_script(draft.context, draft.equations) == ""
    assert script_path("how-to/p") == "try/pages/how-to/p.js"


@pytest.mark.parametrize(
    ("sample", "reason"),
    [
        (None, "no execution of it was recorded"),
        (Sample(reason="too large"), "too large"),
        # The rounding of the code was looked at, which a browser cannot do.
        (
            Sample(outcome=Outcome(ratio=2.0)),
            "the sides agree but for digits that the code loses",
        ),
    ],
)
def test_why_an_equation_cannot_be_tried(draw: Draw, sample: Sample | None, reason: str) -> None:
    site = draw(TEXT).project.site
    key = "docs/p.md#driven-by-x"
    (run,) = site.checks[key].facts.runs
    assert isinstance(trials(site, key), list)
    changed = [
        msgspec.structs.replace(
            result,
            statements=tuple(
                msgspec.structs.replace(one, sample=sample) for one in result.statements
            ),
        )
        for result in run.trace.equations
    ]
    run.trace = msgspec.structs.replace(run.trace, equations=tuple(changed))
    assert trials(site, key) == reason


def test_the_same_each_time(draw: Draw) -> None:
    drawn = draw(TEXT)
    again = load(drawn.root)
    one, other = (
        trial_script(draft.context, draft.equations)
        for draft in (drawn.project.pages["p.md"], again.pages["p.md"])
    )
    assert one == other


@pytest.mark.parametrize(
    ("leaf", "shape", "axes"),
    [
        (Leaf("x", "x", ("T", "2*d")), (3, 8), ["T", "2*d"]),
        (Leaf("x", "x"), (3, 8), ["", ""]),
        (Leaf("x", "x", ("…", "d")), (5, 3, 8), ["", "", "d"]),
        (Leaf("x", "x", ("d",), (("t", 0),)), (3, 8), ["T", "d"]),
        (Leaf("x", "x", ("d",), (("t", -1),)), (8, 3), ["d", "T"]),
        (Leaf("x", "x", ("d",), (("s", 0),)), (3, 8), ["", "d"]),
        (Leaf("x", "x", ("d",)), (1, 8), ["", ""]),
        (Leaf("x", "x", ()), (), []),
    ],
)
def test_what_axes_stand_for(leaf: Leaf, shape: tuple[int, ...], axes: list[str]) -> None:
    statement = Statement((Term("leaf", text="x"),), (), (Range("t", "T"),))
    assert axes_of(leaf, statement, Numbers(shape, ())) == axes
