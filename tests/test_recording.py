"""What runs tell is kept run by run, as their traces come in."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from docgen.pages.count import Told
from docgen.recording import record_told
from docgen.trace.plan import Failure, RunPlan, Trace
from docgen.trace.record import Limits

PLANS = [RunPlan(key, code="1") for key in "abc"]


def told(trace: Trace) -> Told:
    return Told(numeric=((trace.key, (1, 0, 1, 1)),))


def test_what_runs_tell_is_in_the_order_of_the_plans_and_kept_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    executed: list[list[str]] = []

    def backwards(
        root: Path, plans: Sequence[RunPlan], take: Callable[[int, Trace], None], limits: Limits
    ) -> None:
        """The last plan is done first; `c` is lost with its worker, each time."""
        executed.append([plan.key for plan in plans])
        for index in reversed(range(len(plans))):
            lost = Failure("killed", "lost") if plans[index].key == "c" else None
            take(index, Trace(plans[index].key, lost))

    monkeypatch.setattr("docgen.recording.record_each", backwards)
    progress: list[tuple[int, int]] = []
    found = [
        record_told(PLANS, told, tmp_path, Limits(), lambda *done: progress.append(done))
        for _ in range(2)
    ]

    answers = [told(Trace(key)) for key in "abc"]
    assert found == [(answers, 3), (answers, 1)]
    assert executed == [["a", "b", "c"], ["c"]]
    assert progress == [(1, 3), (2, 3), (3, 3), (1, 1)]


def test_an_interrupted_count_keeps_what_was_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    executed: list[list[str]] = []

    def interrupted(
        root: Path, plans: Sequence[RunPlan], take: Callable[[int, Trace], None], limits: Limits
    ) -> None:
        executed.append([plan.key for plan in plans])
        take(1, Trace(plans[1].key))
        raise KeyboardInterrupt

    monkeypatch.setattr("docgen.recording.record_each", interrupted)
    for _ in range(2):
        with pytest.raises(KeyboardInterrupt):
            record_told(PLANS, told, tmp_path, Limits())

    assert executed == [["a", "b", "c"], ["a", "c"]]
