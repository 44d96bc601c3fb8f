"""How what the code computed is computed again by verified equations, or not at all."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from docgen.links.bound import BoundEquation
from docgen.pages.trial import page_trials
from docgen.pages.tried import cell_of
from docgen.trace.plan import When
from tests.foreign import DRIVEN, page
from tests.pages.conftest import Draw

ROWS = """\
| $h$ | state | `h` | (B, H) |
| $R$ | weights | `weights["rec"]` | (H, H) |
| $k$ | kept | `keep` | (B, H) |
| $p$ | before bending | `pre` | (B, H) |
| $c(u)$ | what is kept | `np.matmul(u, weights["rec"])` | (B, H) to (B, H) |

/// example
    run: runs.several
///

"""
DRIVE = "**Driven**\n```math\nd = x W\n```\n\n"
KEEP = "**Kept**\n```math\nk = h R\n```\n\n"
JOIN = "**Joined**\n```math\np = d + k\n```\n\n"
WHOLE = '**Whole**\n```math code="drive; keep; pre"\np = x W + h R\n```\n\n'


def trials(draw: Draw, *equations: str, files: dict[str, str] | None = None) -> dict[str, Any]:
    draft = draw(page(DRIVEN + ROWS + "".join(equations)), files).project.pages["p.md"]
    found = page_trials(draft.context, draft.equations)["equations"]
    assert isinstance(found, dict)
    return found


def chain(found: dict[str, Any], equation: str) -> list[dict[str, Any]]:
    (statement,) = found[equation]["statements"]
    steps: list[dict[str, Any]] = statement["chain"]
    return steps


def test_steps_in_the_order_in_which_they_are_taken(draw: Draw) -> None:
    found = trials(draw, JOIN, DRIVE, KEEP, WHOLE)
    assert chain(found, "eq-whole") == [
        {
            "equation": "eq-driven",
            "statement": 0,
            "gives": "d<",
            "inputs": {"x>": "x>", "W>": "W>"},
            "axes": ["", ""],
            "fills": "",
        },
        {
            "equation": "eq-kept",
            "statement": 0,
            "gives": "k<",
            "inputs": {"h>": "h>", "R>": "R>"},
            "axes": ["", ""],
            "fills": "",
        },
        {
            "equation": "eq-joined",
            "statement": 0,
            "gives": "p<",
            "inputs": {"d>": 0, "k>": 1},
            "axes": ["", ""],
            "fills": "p<",
        },
    ]
    # What reads other cells than those that may be changed is not asked.
    others = ("eq-driven", "eq-kept", "eq-joined")
    assert [chain(found, name) for name in others] == [[], [], []]


@pytest.mark.parametrize(
    "kept",
    [
        "",
        "**Kept**\n```math\nk = 2 h R\n```\n\n",
        '**Kept**\n```math stated="the paper says so"\nk = h R\n```\n\n',
        "**Kept**\n```math\nk = c(h)\n```\n\n",
        "**Kept**\n```math\nk \\le h R\n```\n\n",
        # It says nothing of other states than those that hold a one.
        "**Kept**\n```math\nk_{bi} = \\sum_j h_{bj} R_{ji} \\quad \\text{for } b > 1\n```\n\n",
    ],
)
def test_only_what_is_verified_in_full_stands_in(draw: Draw, kept: str) -> None:
    assert chain(trials(draw, JOIN, DRIVE, kept, WHOLE), "eq-whole") == []


def test_an_equation_by_indices(draw: Draw) -> None:
    kept = "**Kept**\n```math\nk_{bi} = \\sum_j h_{bj} R_{ji}\n```\n\n"
    found = chain(trials(draw, JOIN, DRIVE, kept, WHOLE), "eq-whole")
    assert [(one["gives"], one["axes"]) for one in found] == [
        ("d<", ["", ""]),
        ("k<", ["b", "i"]),
        ("p<", ["", ""]),
    ]


AGAIN = {
    "rnn.py": """
import numpy as np

BATCH, INPUTS, HIDDEN = 1, 2, 3


def advance(x, h, weights):
    drive = x @ weights["in"]
    first = drive * 2
    drive = drive + 1
    keep = h @ weights["rec"]
    for row in range(2):
        slow = keep * row
    pre = drive + keep
    return pre, drive
"""
}


@pytest.fixture
def bound(draw: Draw) -> BoundEquation:
    """An equation of a function that binds `drive` twice, and `slow` in a loop."""
    text = page(DRIVEN + ROWS + JOIN)
    site = draw(text, AGAIN).project.site
    found = site.checks["docs/p.md#joined"].bound
    assert isinstance(found, BoundEquation)
    return found


def test_what_tells_cells_apart(bound: BoundEquation) -> None:
    around = bound.surroundings
    lines = {step.line.strip(): step.node for step in around.flow.steps}
    left = bound.places["p<"]

    def cell(when: When, line: str, text: str, **more: Any) -> object:
        return cell_of(replace(left, when=when, node=lines[line], expression=text, **more), around)

    bind, again = 'drive = x @ weights["in"]', "drive = drive + 1"
    double, keep, join = "first = drive * 2", 'keep = h @ weights["rec"]', "pre = drive + keep"
    slow = "slow = keep * row"
    first = cell("after", bind, "drive")
    assert first == cell("before", double, "drive") == cell("before", again, "drive")
    assert first != cell("after", again, "drive")
    assert cell("after", again, "drive") == cell("before", join, "drive")
    # Letters that are free in a cell change nothing: the whole array is recorded.
    assert cell("before", double, "drive", index="[:, :]", letters=(("b", 0),)) == first
    assert cell("before", double, "drive", index="[0, :]", letters=(("b", 0),)) != first
    # An argument is what it was at entry, as long as nothing binds it.
    entry = replace(left, when="entry", node=None, expression="x")
    assert cell_of(entry, around) == cell("before", join, "x")
    # Of a loop it cannot be told which time is meant.
    assert cell("after", slow, "slow") is None
    assert cell("before", join, "slow") is None
    assert cell("after", keep, "keep") == cell("before", join, "keep")


def test_one_array_under_two_names(draw: Draw) -> None:
    row = '| $x_b$ | one input | `x[b]` | (I,) |\n| $V$ | weights | `weights["in"]` | (I, H) |\n'
    row += "| $d_b$ | one row driven | `drive[b]` | (H,) |\n"
    rows = DRIVEN + row + "\n/// example\n    run: runs.several\n///\n\n"
    both = '**Both**\n```math code="drive"\nd_b = x_b (2 W - V)\n```\n'
    draft = draw(page(rows + both)).project.pages["p.md"]
    made: dict[str, Any] = page_trials(draft.context, draft.equations)
    assert made["omitted"] == {}
    (statement,) = made["equations"]["eq-both"]["statements"]
    assert {one["name"]: (one["same"], one["parts"]) for one in statement["leaves"]} == {
        "d_b<": ("", []),
        "x_b>": ("", []),
        "W>": ("", []),
        "V>": ("W>", []),
    }
