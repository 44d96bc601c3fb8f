"""Runs in, traces out: plans are sent to a fresh worker process and what it saw comes back.

`record(root, [RunPlan("a", target="tests.test_ffn:test_example")])` is one `Trace` with key `a`.
The host imports neither NumPy nor any code of the project.
"""

from __future__ import annotations

import os
import selectors
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import IO

import msgspec

from docgen.trace.plan import Failure, RunPlan, Trace
from docgen.trace.wire import Frames, Limits, Reply, Request

__all__ = ["Limits", "Progress", "record"]

Progress = Callable[[int, int], None]

HOME = str(Path(__file__).resolve().parents[2])
"""Folder that holds the package docgen."""
DEFAULT = Limits()
START_SECONDS = 60.0
GRACE_SECONDS = 10.0
END_SECONDS = 2.0
LOST = "the worker process ended early"
ONE_THREAD = (
    "OMP_NUM_THREADS",
    "OPENBLAS_NUM_THREADS",
    "MKL_NUM_THREADS",
    "BLIS_NUM_THREADS",
    "VECLIB_MAXIMUM_THREADS",
    "NUMEXPR_NUM_THREADS",
)


def record(
    root: Path,
    plans: Sequence[RunPlan],
    limits: Limits = DEFAULT,
    roots: tuple[str, ...] = ("", "src"),
    tell: Progress | None = None,
) -> list[Trace]:
    """One trace per plan, in the order of the plans.

    Args:
        root: Folder of the project; the runs start there.
        plans: What to run and what to record.
        limits: Of each execution; every plan is executed twice, and its equations some more times.
        roots: Folders below `root` in which modules are looked for.
        tell: Called with how many plans are done, and how many there are.
    """
    if not plans:
        return []
    environment, added = _environment()
    request = Request(str(root.resolve()), roots, limits, tuple(plans), added)
    with tempfile.TemporaryFile() as asked, tempfile.TemporaryFile() as said:
        asked.write(msgspec.msgpack.encode(request))
        asked.seek(0)
        traces, reason = _converse(request, environment, asked, said, tell)
        if len(traces) < len(plans) and not reason:
            reason = _last_line(said)
    lost = Failure("killed", f"{LOST}{reason and ': ' + reason}")
    return [traces.get(i) or Trace(plan.key, lost) for i, plan in enumerate(plans)]


def _converse(
    request: Request,
    environment: dict[str, str],
    asked: IO[bytes],
    said: IO[bytes],
    tell: Progress | None,
) -> tuple[dict[int, Trace], str]:
    """Traces by index of the plan, and why some are missing where the host knows it."""
    answers, answer_end = os.pipe()
    alive_end, alive = os.pipe()  # the worker ends when nobody holds `alive` any more
    command = [sys.executable, "-P", "-m", "docgen.trace.worker"]
    command += [str(asked.fileno()), str(answer_end), str(alive_end)]
    worker: subprocess.Popen[bytes] | None = None
    reason = ""
    try:
        worker = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=said,
            stderr=said,
            cwd=request.root,
            env=environment,
            pass_fds=(asked.fileno(), answer_end, alive_end),
            start_new_session=True,
        )
        os.close(answer_end)
        answer_end = -1
        # Twice and judged, with what is made again of each: for rounding, and for causes.
        runs = sum(5 + 3 * plan.replays if plan.equations else 2 for plan in request.plans)
        wait = START_SECONDS + runs * (request.limits.seconds + GRACE_SECONDS)
        traces, late = _collect(answers, len(request.plans), time.monotonic() + wait, tell)
        if late:
            reason = f"no answer within {wait:g} s"
        else:
            with suppress(subprocess.TimeoutExpired):
                worker.wait(GRACE_SECONDS)
        return traces, reason
    finally:
        for descriptor in (alive, alive_end, answers, answer_end):
            if descriptor >= 0:
                os.close(descriptor)
        if worker is not None:
            _end(worker)


def _collect(
    answers: int, count: int, deadline: float, tell: Progress | None = None
) -> tuple[dict[int, Trace], bool]:
    """Traces until all are there, the worker's end closes, or the deadline passes (True)."""
    traces: dict[int, Trace] = {}
    frames = Frames()
    with selectors.DefaultSelector() as selector:
        selector.register(answers, selectors.EVENT_READ)
        while len(traces) < count:
            if not selector.select(max(deadline - time.monotonic(), 0)):
                return traces, True
            data = os.read(answers, 1 << 20)
            if not data:
                break
            for payload in frames.feed(data):
                reply = msgspec.msgpack.decode(payload, type=Reply)
                traces[reply.index] = reply.trace
                if tell is not None:
                    tell(len(traces), count)
    return traces, False


def _end(worker: subprocess.Popen[bytes]) -> None:
    """End the worker; it ends its children when asked, and they end with it when it is killed."""
    if worker.poll() is None:
        worker.terminate()
        with suppress(subprocess.TimeoutExpired):
            worker.wait(END_SECONDS)
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(worker.pid, signal.SIGKILL)
    worker.wait()


def _environment() -> tuple[dict[str, str], str]:
    """The worker's environment, and the entry added to its module path."""
    environment = dict(os.environ)
    environment.pop("PYTHONOPTIMIZE", None)  # it would drop the asserts of the tests that are run
    environment.update(dict.fromkeys(ONE_THREAD, "1"))
    environment["PYTHONHASHSEED"] = "0"
    environment.setdefault("MPLBACKEND", "Agg")
    entries = environment.get("PYTHONPATH", "").split(os.pathsep)
    kept = [entry for entry in entries if os.path.isabs(entry)]
    # Output of modules, of children and of crashes stays in the order in which it was made.
    environment["PYTHONUNBUFFERED"] = "1"
    added = "" if HOME in kept else HOME
    environment["PYTHONPATH"] = os.pathsep.join([*([added] if added else []), *kept])
    return environment, added


def _last_line(said: IO[bytes]) -> str:
    """The last line a dead worker left, with the folders of this machine cut off."""
    said.seek(0)
    lines = said.read().decode("utf-8", "replace").strip().splitlines()
    return lines[-1].replace(HOME + os.sep, "")[:200] if lines else ""
