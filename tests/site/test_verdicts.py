"""What the site says of its own equations: every one of the block is verified independently."""

from __future__ import annotations

import json
from collections import Counter

import pytest

from tests.conftest import BuiltSite

PAGE = "transformer-block.md"


@pytest.fixture(scope="module")
def verdicts(built: BuiltSite) -> dict[str, dict[str, object]]:
    manifest = json.loads((built.site / "docgen.json").read_text(encoding="utf-8"))
    return {
        equation["title"]: equation["verdict"]
        for equation in manifest["equations"]
        if equation["page"] == PAGE
    }


def test_every_equation_of_the_page_has_a_verdict(verdicts: dict[str, dict[str, object]]) -> None:
    states = Counter(str(verdict["state"]) for verdict in verdicts.values())
    assert states == {"verified": 35}


def test_the_two_derivations_are_verified_through_their_derivatives(
    verdicts: dict[str, dict[str, object]],
) -> None:
    for title in (
        "What each branch receives",
        "Why the identity path carries dY unchanged",
    ):
        verdict = verdicts[title]
        assert (verdict["state"], verdict["replayed"]) == ("verified", ["block_forward"])


def test_verdicts_rest_on_several_sizes_and_on_other_numbers(
    verdicts: dict[str, dict[str, object]],
) -> None:
    for verdict in verdicts.values():
        runs, replays, points = (verdict[key] for key in ("runs", "replays", "points"))
        assert isinstance(runs, int)
        assert isinstance(points, int)
        assert runs >= 3
        assert replays == 2 * runs
        assert points >= 3 * runs
        assert verdict["variants"] != 0


def test_relu_on_the_page_rests_on_its_own_equation(
    verdicts: dict[str, dict[str, object]],
) -> None:
    assert verdicts["ReLU, element by element"]["definitions"] == [
        {"title": "ReLU", "url": "operations/#eq-relu", "state": "verified"}
    ]
    assert verdicts["ReLU, element by element"]["trusted"] == []


def test_gaps_are_printed_as_powers_of_ten(verdicts: dict[str, dict[str, object]]) -> None:
    for verdict in verdicts.values():
        gap, tolerance = verdict["gap"], verdict["tolerance"]
        assert isinstance(gap, float)
        assert isinstance(tolerance, float)
        assert gap in {0.0, *(float(f"1e-{power}") for power in range(9, 13))}
        assert tolerance in {float(f"1e-{power}") for power in range(8, 13)}
