"""Plans are executed side by side, and each has the trace that it would have alone.

Which plans run at the same time is settled by pipes with names: who opens one waits for the other.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from docgen.evaluation.term import Formula
from docgen.trace import crew
from docgen.trace import record as record_module
from docgen.trace.plan import EquationPlan, Failure, GradientPlan, RunPlan, Trace
from docgen.trace.record import record, record_each
from docgen.trace.wire import Limits, Request
from tests.trace.conftest import QUICK
from tests.trace.processes import wait_until_gone

DIES = "import os, signal\nos.kill(os.getppid(), signal.SIGKILL)\nwhile True: pass\n1"


def once(key: str, code: str) -> RunPlan:
    return RunPlan(key, code=code, once=True)


def waits(key: str, pipe: str, value: str = "1") -> RunPlan:
    return once(key, f"open({pipe!r}).close()\n{value}")


def goes_on(key: str, pipe: str, value: str = "1") -> RunPlan:
    return once(key, f"open({pipe!r}, 'w').close()\n{value}")


def killed(reason: str = "") -> Failure:
    return Failure("killed", f"the worker process ended early{reason}")


def data(traces: list[Trace]) -> list[object]:
    """The numbers that runs came to, or why they did not."""
    return [trace.failure or (trace.result and trace.result.data) for trace in traces]


@pytest.fixture
def hires_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(crew, "HIRE_SECONDS", 0.0)


@pytest.fixture
def starts(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """Commands of the workers that were started."""
    commands: list[list[str]] = []

    class Noted(subprocess.Popen[bytes]):
        def __init__(self, command: list[str], **more: Any) -> None:
            commands.append(command)
            super().__init__(command, **more)

    monkeypatch.setattr(crew.subprocess, "Popen", Noted)
    return commands


def test_traces_are_in_the_order_of_the_plans(project: Any, hires_at_once: None) -> None:
    os.mkfifo(project.root / "pipe")
    plans = [waits("a", "pipe", "1"), once("b", "2"), goes_on("c", "pipe", "3"), once("d", "4")]
    done: list[int] = []

    record_each(project.root, plans, lambda index, _: done.append(index), QUICK, workers=2)
    traces = record(project.root, plans, QUICK, workers=2)

    assert (done[0], sorted(done)) == (1, [0, 1, 2, 3])
    assert [trace.key for trace in traces] == ["a", "b", "c", "d"]
    assert data(traces) == [(1,), (2,), (3,), (4,)]


def test_a_trace_does_not_depend_on_who_shares_the_worker(
    project: Any, hires_at_once: None
) -> None:
    project.write(
        "model.py",
        """
        import random
        import numpy as np

        count = 0

        def f():
            global count
            count += 1
            np.set_printoptions(precision=count)
            print("call", count)
            return [count, np.random.normal(), random.random()]
        """,
    )
    again = [RunPlan(str(n), "model:f", "model.py") for n in range(4)]
    drawn = [RunPlan(f"rng {n}", code="rng.normal(size=2)", seed=n) for n in range(2)]
    plans = [*again, *drawn, RunPlan("raises", code="1 / 0"), RunPlan("reads", code="f()[0]")]

    assert record(project.root, plans, QUICK, workers=3) == [
        trace for plan in plans for trace in record(project.root, [plan], QUICK)
    ]


def test_progress_is_told_one_by_one_in_the_thread_that_asked(
    project: Any, hires_at_once: None
) -> None:
    plans = [once("a", "1"), once("b", DIES), once("c", "1"), once("d", "1")]
    told: list[tuple[int, int, int]] = []

    def tell(done: int, count: int) -> None:
        told.append((done, count, threading.get_ident()))

    record(project.root, plans, QUICK, tell=tell, workers=2)

    assert told == [(done, 4, threading.get_ident()) for done in (1, 2, 3, 4)]


@pytest.mark.parametrize(
    ("workers", "seconds", "count"),
    [(1, 0.0, 1), (2, 0.0, 2), (8, 0.0, 3), (8, 1000.0, 1)],
)
def test_how_many_workers_start(
    project: Any,
    starts: list[list[str]],
    monkeypatch: pytest.MonkeyPatch,
    workers: int,
    seconds: float,
    count: int,
) -> None:
    # The third plan is taken long before a worker has started, or waits for one that has.
    monkeypatch.setattr(crew, "HIRE_SECONDS", seconds)

    traces = record(
        project.root, [once("a", "1"), once("b", "2"), once("c", "3")], QUICK, workers=workers
    )

    assert data(traces) == [(1,), (2,), (3,)]
    assert len(starts) == count


@pytest.mark.parametrize(("allowed", "most"), [({3}, 1), ({0, 5}, 2), (set(range(64)), 4)])
def test_workers_are_as_many_as_processors_up_to_four(
    project: Any, monkeypatch: pytest.MonkeyPatch, allowed: set[int], most: int
) -> None:
    asked: list[int] = []

    def work(request: Request, environment: object, most: int, take: object) -> dict[int, str]:
        asked.append(most)
        return dict.fromkeys(range(len(request.plans)), "not executed")

    monkeypatch.setattr(record_module.os, "sched_getaffinity", lambda _: allowed)
    monkeypatch.setattr(record_module, "work", work)

    assert record(project.root, [once("a", "1")]) == [Trace("a", killed(": not executed"))]
    assert asked == [most]


def test_a_worker_that_dies_leaves_the_traces_of_the_others_whole(
    project: Any, hires_at_once: None
) -> None:
    os.mkfifo(project.root / "pipe")
    # While the other worker dies, the first one is at its plan: it is let go on afterwards.
    plans = [waits("a", "pipe", "1"), once("b", DIES), once("c", "3"), goes_on("d", "pipe", "4")]

    traces = record(project.root, plans, QUICK, workers=2)

    assert data(traces) == [(1,), killed(), (3,), (4,)]


def test_a_worker_that_does_not_start_loses_nothing(
    project: Any, hires_at_once: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = project.root / "python"
    first.write_text(f'#!/bin/sh\nmkdir first && exec {sys.executable} "$@"\nexit 1\n')
    first.chmod(0o755)
    monkeypatch.setattr(crew.sys, "executable", str(first))
    plans = [once("a", "1"), once("b", "2"), once("c", "3")]

    assert data(record(project.root, plans, QUICK, workers=2)) == [(1,), (2,), (3,)]


def test_a_worker_that_waits_takes_the_plan_of_one_that_does_not_start(
    project: Any, hires_at_once: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    os.mkfifo(project.root / "pipe")
    first = project.root / "python"
    first.write_text(f'#!/bin/sh\nmkdir first && exec {sys.executable} "$@"\n: < pipe\nexit 1\n')
    first.chmod(0o755)
    monkeypatch.setattr(crew.sys, "executable", str(first))
    found: dict[int, Trace] = {}

    def take(index: int, trace: Trace) -> None:
        found[index] = trace
        if len(found) == 1:
            (project.root / "pipe").open("w").close()  # only now does the other worker end

    record_each(project.root, [once("a", "1"), once("b", "2")], take, QUICK, workers=2)

    assert data([found[0], found[1]]) == [(1,), (2,)]


def test_the_system_may_refuse_a_second_worker_but_not_the_first(
    project: Any, hires_at_once: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    started: list[object] = []

    class Refused(subprocess.Popen[bytes]):
        def __init__(self, command: list[str], **more: Any) -> None:
            started.append(command)
            if len(started) > 1:
                raise BlockingIOError("no more processes")
            super().__init__(command, **more)

    monkeypatch.setattr(crew.subprocess, "Popen", Refused)
    plans = [once("a", "1"), once("b", "2"), once("c", "3")]

    assert data(record(project.root, plans, QUICK, workers=2)) == [(1,), (2,), (3,)]
    assert len(started) == 2
    with pytest.raises(BlockingIOError, match="no more processes"):
        record(project.root, plans, QUICK, workers=2)


def test_a_worker_that_does_not_answer_loses_the_plan_that_it_has(
    project: Any, hires_at_once: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    def seconds(plan: RunPlan, limits: Limits) -> float:
        return 0.0 if plan.key == "c" else 60.0

    monkeypatch.setattr(crew, "_seconds", seconds)
    plans = [once("a", "1"), once("b", "2"), once("c", "while True: pass\n1"), once("d", "4")]

    traces = record(project.root, plans, QUICK, workers=2)

    assert data(traces) == [(1,), (2,), killed(": no answer within 0 s"), (4,)]


def test_time_in_which_nobody_listens_is_not_the_workers(
    project: Any, hires_at_once: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    os.mkfifo(project.root / "pipe")
    later = 0.0
    clock = SimpleNamespace(monotonic=lambda: time.monotonic() + later)
    monkeypatch.setattr(crew, "time", clock)
    found: dict[int, Trace] = {}

    def take(index: int, trace: Trace) -> None:
        nonlocal later
        later += 1e6
        found[index] = trace

    plans = [waits("a", "pipe", "1"), once("b", "2"), goes_on("c", "pipe", "3")]
    record_each(project.root, plans, take, QUICK, workers=2)

    assert data([found[index] for index in range(3)]) == [(1,), (2,), (3,)]


def test_no_worker_holds_the_pipes_of_another(project: Any, hires_at_once: None) -> None:
    os.mkfifo(project.root / "pipe")
    look = """import os
worker = f"/proc/{os.getppid()}"
named = [os.readlink(f"{worker}/fd/{one}") for one in os.listdir(f"{worker}/fd")]
" ".join(sorted({os.path.basename(worker), *(one for one in named if one.startswith("pipe:"))}))"""
    plans = [waits("a", "pipe", look), goes_on("b", "pipe", look)]

    first, second = (
        set(trace.result.text.split()) for trace in record(project.root, plans, QUICK, workers=2)
    )

    # Its number, the pipes to and from the host, and the one from the run that looks.
    assert (len(first), len(second), first & second) == (4, 4, set())


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_an_interrupted_host_leaves_no_process_of_any_worker(
    project: Any, number: signal.Signals
) -> None:
    # A shell has what it starts behind itself ignore the interrupt, and children inherit that.
    host = f"""
import signal
import sys
from pathlib import Path
signal.signal(signal.SIGINT, signal.default_int_handler)
sys.path.insert(0, {record_module.HOME!r})
from docgen.trace.record import record
from docgen.trace.plan import RunPlan
code = '''import os, subprocess, sys
command = [sys.executable, "-c", "import time; time.sleep(600)"]
away = subprocess.Popen(command, start_new_session=True)
open(name, "w").write(f"{{os.getppid()}} {{os.getpid()}} {{away.pid}}")
while True: pass
1'''
plans = [RunPlan(name, code=f"name = {{name!r}}\\n{{code}}") for name in ("a", "b")]
record(Path({str(project.root)!r}), [*plans, RunPlan("c", code="open('c', 'w')\\n1")], workers=2)
"""
    script = project.root / "host.py"
    script.write_text(host)
    for name in ("a", "b"):
        os.mkfifo(project.root / name)
    process = subprocess.Popen([sys.executable, str(script)], stderr=subprocess.DEVNULL)
    told = [(project.root / name).read_text().split() for name in ("a", "b")]
    process.send_signal(number)
    process.wait(20)

    assert len({pid for pids in told for pid in pids}) == 6
    for pid in (int(pid) for pids in told for pid in pids):
        wait_until_gone(pid)
    assert not Path(project.root / "c").exists()


def test_an_interrupt_while_progress_is_told_ends_the_workers(
    project: Any, hires_at_once: None
) -> None:
    os.mkfifo(project.root / "pipe")
    endless = """import os, pathlib
pathlib.Path("pids").write_text(f"{os.getppid()} {os.getpid()}")
open("pipe", "w").close()
while True: pass
1"""

    def interrupt(done: int, count: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        record(
            project.root,
            [once("a", endless), waits("b", "pipe")],
            QUICK,
            tell=interrupt,
            workers=2,
        )

    for pid in (project.root / "pids").read_text().split():
        wait_until_gone(int(pid))


EQUATION = EquationPlan("e", "m:f", Formula((), ()), ())
GRADIENT = GradientPlan("g", "m:f", "m:g", "return", "1", ())


@pytest.mark.parametrize(
    ("plan", "executions"),
    [
        (RunPlan("k", code="1"), 2),
        (RunPlan("k", code="1", gradients=(GRADIENT,)), 2),
        # Two replays of the gradients alone.
        (RunPlan("k", code="1", gradients=(GRADIENT,), replays=2), 2 + 2),
        # The run and its judgement twice each, another one to compare with, each replay 3 times.
        (RunPlan("k", code="1", equations=(EQUATION,), replays=2), 2 + 2 + 1 + 2 * 3),
        (
            RunPlan("k", code="1", equations=(EQUATION,), gradients=(GRADIENT,), replays=2),
            2 + 2 + 1 + 2 * 3 + 2,
        ),
    ],
)
def test_a_worker_has_the_time_of_all_that_it_may_execute(plan: RunPlan, executions: int) -> None:
    seconds = crew._seconds(plan, Limits(seconds=50.0))
    assert seconds == crew.START_SECONDS + executions * (50.0 + crew.GRACE_SECONDS)
