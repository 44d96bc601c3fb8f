"""Wrong variants of every spelling: each one that changes a value is noticed.

A variant that passes at the points of the run is judged once more at sizes and seeds that no run
has seen. It may pass there too, then it is equal in value; if it does not, the check was blind.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

import pytest

from tests.forms.catalogue import FORMS
from tests.forms.form import Form
from tests.forms.judge import judge
from tests.forms.variants import sampled

LEAST = 30
# Variants of one spelling; forms of many statements have hundreds.
MOST = 500


@dataclass
class Tally:
    """What became of the variants of a form."""

    counts: Counter[str] = field(default_factory=Counter)
    accepted: list[str] = field(default_factory=list)

    @property
    def noticed(self) -> int:
        return self.counts["mismatch"] + self.counts["refused"]


def tried(one: Form) -> Tally:
    tally = Tally()
    points, fresh = one.points(), one.fresh_points()
    for spelling in one.spellings:
        for latex, what in sampled(one, spelling, MOST).items():
            found = judge(one, latex, points)
            kind = found.kind
            if kind in ("passed", "empty"):
                again = judge(one, latex, fresh)
                kind = "equal" if again.kind == found.kind == "passed" else "accepted"
            if kind == "accepted":
                tally.accepted.append(f"{what}: {latex} ({found.kind}, then {again})")
            tally.counts[kind] += 1
    return tally


@pytest.fixture(scope="module")
def table(request: pytest.FixtureRequest) -> Iterator[dict[str, Tally]]:
    """One row a form, printed when all are done."""
    rows: dict[str, Tally] = {}
    yield rows
    capture = request.config.pluginmanager.get_plugin("capturemanager")
    assert capture is not None
    with capture.global_and_fixture_disabled():
        print("\n" + "\n".join(lines_of(rows)))


def lines_of(rows: dict[str, Tally]) -> Iterator[str]:
    kinds = ("mismatch", "refused", "equal", "accepted")
    yield f"{'variants of':<26}{'tried':>10}" + "".join(f"{kind:>10}" for kind in kinds)
    total: Counter[str] = sum((one.counts for one in rows.values()), Counter())
    for name, counts in [*((name, one.counts) for name, one in rows.items()), ("all", total)]:
        cells = "".join(f"{counts[kind]:>10}" for kind in kinds)
        yield f"{name:<26}{counts.total():>10}{cells}"


@pytest.mark.parametrize("name", FORMS)
def test_wrong_variants_are_noticed(name: str, table: dict[str, Tally]) -> None:
    tally = table[name] = tried(FORMS[name])

    assert tally.accepted == []
    assert tally.noticed >= LEAST
