"""Worker processes side by side: each is told one plan, answers, and is told the next.

`work(request, environment, 2, take)` hands over every trace as it comes, and returns
`{3: "no such module"}` where the plan at index 3 has none.
"""

from __future__ import annotations

import os
import selectors
import signal
import subprocess
import sys
import tempfile
import time
from collections import deque
from collections.abc import Callable, Mapping
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import IO

import msgspec

from docgen.trace.plan import RunPlan, Trace
from docgen.trace.wire import TURN, Frames, Limits, Reply, Request

Take = Callable[[int, Trace], None]
"""Gets the index of a plan, and its trace."""

HOME = str(Path(__file__).resolve().parents[2])
"""Folder that holds the package docgen."""
START_SECONDS = 60.0
GRACE_SECONDS = 10.0
END_SECONDS = 2.0
HIRE_SECONDS = 0.5
"""Between two starts. A start costs up to that much: a few short runs are not worth another one."""


def work(request: Request, environment: Mapping[str, str], most: int, take: Take) -> dict[int, str]:
    """Execute all plans of a request, and end every process.

    A worker that dies loses the plan that it has; what waits goes to the others, or to a new one.
    One that dies before it has begun loses nothing, unless it was the last.

    Args:
        most: How many workers there are at once, at most.
        take: Called in this thread, in the order in which plans are done.

    Returns:
        Index of each plan without a trace → why, where that is known.
    """
    with tempfile.TemporaryFile() as asked, selectors.DefaultSelector() as selector:
        asked.write(msgspec.msgpack.encode(request))
        asked.flush()
        crew = _Crew(request, environment, most, take, asked, selector)
        try:
            crew.work()
        finally:
            crew.end()
    return crew.lost


class _Worker:
    """A worker process as the host sees it.

    Attributes:
        answers: Descriptor from which its answers are read.
        frames: What it said that is not yet complete.
        index: The plan that it has; None while it waits for one.
        is_ready: Whether it said that it has started.
        seconds: What it may take for its plan.
        deadline: When it has taken that.
    """

    def __init__(self, root: str, environment: Mapping[str, str], asked: IO[bytes]) -> None:
        self.frames = Frames()
        self.index: int | None = None
        self.is_ready = False
        self.seconds = 0.0
        self.deadline = 0.0
        with ExitStack() as passed, ExitStack() as held:
            self._said = held.enter_context(tempfile.TemporaryFile())
            self.answers, answer_end = os.pipe()
            held.callback(os.close, self.answers)
            passed.callback(os.close, answer_end)
            turn_end, turns = os.pipe()
            # The worker ends when nobody holds this end any more.
            self._turns = held.enter_context(os.fdopen(turns, "wb", buffering=0))
            passed.callback(os.close, turn_end)
            descriptors = (asked.fileno(), answer_end, turn_end)
            command = [sys.executable, "-P", "-m", "docgen.trace.worker", *map(str, descriptors)]
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=self._said,
                stderr=self._said,
                cwd=root,
                env=environment,
                # Ends of other workers' pipes stay here: held elsewhere, they would never close.
                pass_fds=descriptors,
                start_new_session=True,
            )
            self._held = held.pop_all()

    def give(self, index: int, seconds: float) -> None:
        """Tell it the plan to execute; it has none now, so that its pipe has room."""
        self.index, self.seconds = index, seconds
        self.deadline = time.monotonic() + seconds
        with suppress(BrokenPipeError):  # it died; its answers close as well
            self._turns.write(TURN.pack(index))

    def last_line(self) -> str:
        """The last line that it left, with the folders of this machine cut off."""
        self._said.seek(0)
        lines = self._said.read().decode("utf-8", "replace").strip().splitlines()
        return lines[-1].replace(HOME + os.sep, "")[:200] if lines else ""

    def dismiss(self) -> None:
        """Let it end by itself; it has no plan."""
        self._turns.close()

    def wait(self, until: float) -> None:
        """Wait for its end, but not longer than to a point in time."""
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(max(until - time.monotonic(), 0))

    def terminate(self) -> None:
        """Ask it to end; it ends its children first."""
        if self._process.poll() is None:
            self._process.terminate()

    def end(self, until: float) -> None:
        """End it if it does not end by itself before a point in time; its children end with it."""
        self._held.close()
        self.wait(until)
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()


class _Crew:
    """The workers of one request, and the plans that wait for them.

    Attributes:
        lost: What `work` returns.
    """

    def __init__(
        self,
        request: Request,
        environment: Mapping[str, str],
        most: int,
        take: Take,
        asked: IO[bytes],
        selector: selectors.BaseSelector,
    ) -> None:
        self.lost: dict[int, str] = {}
        self._request = request
        self._environment = environment
        self._most = most
        self._take = take
        self._asked = asked
        self._selector = selector
        self._workers: list[_Worker] = []
        self._waiting = deque(range(len(request.plans)))
        self._hires_at = 0.0

    def work(self) -> None:
        """Until no plan is executed, and none waits or nobody is left to execute it."""
        while self._busy() or (self._waiting and self._most):
            self._hire_when_due()
            heard = [key.data for key, _ in self._selector.select(self._patience())]
            for worker in heard:
                self._hear(worker)
            now = time.monotonic()
            for worker in self._busy():
                if worker not in heard and worker.deadline <= now:
                    self._drop(worker, f"no answer within {worker.seconds:g} s")
        for worker in self._workers:
            worker.dismiss()
        until = time.monotonic() + GRACE_SECONDS
        for worker in self._workers:
            worker.wait(until)

    def end(self) -> None:
        """End all workers and what they started."""
        self._end(self._workers)

    def _busy(self) -> list[_Worker]:
        return [worker for worker in self._workers if worker.index is not None]

    def _hire_when_due(self) -> None:
        """Start a worker if a plan waits, there may be one more, and the last start is a while ago.

        Where there is another one, a worker that cannot be started is done without.
        """
        if not self._may_hire() or (self._workers and time.monotonic() < self._hires_at):
            return
        try:
            worker = _Worker(self._request.root, self._environment, self._asked)
        except OSError:
            if not self._workers:
                raise
            self._most = len(self._workers)
            return
        self._workers.append(worker)
        self._selector.register(worker.answers, selectors.EVENT_READ, worker)
        self._hires_at = time.monotonic() + HIRE_SECONDS
        self._give(worker)

    def _may_hire(self) -> bool:
        return bool(self._waiting) and len(self._workers) < self._most

    def _patience(self) -> float:
        """Seconds until something is to be done even if no worker says anything."""
        times = [worker.deadline for worker in self._busy()]
        if self._may_hire():
            times.append(self._hires_at)
        return max(min(times, default=0.0) - time.monotonic(), 0)

    def _give(self, worker: _Worker) -> None:
        if self._waiting:
            index = self._waiting.popleft()
            worker.give(index, _seconds(self._request.plans[index], self._request.limits))

    def _hear(self, worker: _Worker) -> None:
        """Take what a worker says; it has its next plan before the trace is looked at."""
        data = os.read(worker.answers, 1 << 20)
        if not data:
            self._drop(worker, worker.last_line())
            return
        for payload in worker.frames.feed(data):
            if not payload:
                worker.is_ready = True
                continue
            reply = msgspec.msgpack.decode(payload, type=Reply)
            worker.index = None
            self._give(worker)
            began = time.monotonic()
            self._take(reply.index, reply.trace)
            for each in self._workers:  # nobody listened to them
                each.deadline += time.monotonic() - began

    def _drop(self, worker: _Worker, reason: str) -> None:
        """Do without a worker that died or does not answer."""
        self._selector.unregister(worker.answers)
        self._end([worker])
        self._workers.remove(worker)
        if worker.index is not None and worker.is_ready:
            self.lost[worker.index] = reason
        elif worker.index is not None:
            # A second attempt would fail as well; one that runs may have its plan.
            self._waiting.appendleft(worker.index)
            self._most = len(self._workers)
        if self._waiting and not self._most:
            self.lost.update(dict.fromkeys(self._waiting, reason))
            return
        for idle in self._workers:
            if idle.index is None:
                self._give(idle)

    def _end(self, workers: list[_Worker]) -> None:
        for worker in workers:
            worker.terminate()
        until = time.monotonic() + END_SECONDS
        for worker in workers:
            worker.end(until)


def _seconds(plan: RunPlan, limits: Limits) -> float:
    """What a worker may take for a plan, its own start included."""
    # Twice and judged, with what is made again of each: for rounding, and for causes.
    runs = 5 + 3 * plan.replays if plan.equations else 2
    if plan.gradients:  # in replays of their own
        runs += plan.replays
    return START_SECONDS + runs * (limits.seconds + GRACE_SECONDS)
