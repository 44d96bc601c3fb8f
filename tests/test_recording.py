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


def test_a_run_that_lists_a_folder_is_executed_anew_when_its_names_change(tmp_path: Path) -> None:
    (tmp_path / "model.py").write_text("A = 1\n")
    data = tmp_path / "data"
    data.mkdir()
    (data / "a.npy").write_text("")
    code = "from pathlib import Path\nimport model\nlen(list(Path('data').glob('*.npy')))"
    lists = RunPlan("k", code=code)

    def executed() -> int:
        return record_told([lists], told, tmp_path, Limits())[1]

    assert [executed(), executed()] == [1, 0]
    for other in ("data/__pycache__", "data/.cache", "site", ".mypy_cache"):
        (tmp_path / other).mkdir()
    assert executed() == 0
    (data / "c.npy").write_text("")
    assert [executed(), executed()] == [1, 0]
    (data / "a.npy").unlink()
    assert [executed(), executed()] == [1, 0]


def test_a_run_that_writes_into_the_folder_that_it_lists_is_kept(tmp_path: Path) -> None:
    code = (
        "import os\nfrom pathlib import Path\nos.makedirs('made', exist_ok=True)\n"
        "os.listdir('made')\nPath('made/x.txt').write_text('x')\n1"
    )
    writes = RunPlan("k", code=code)
    assert [record_told([writes], told, tmp_path, Limits())[1] for _ in range(2)] == [1, 0]
