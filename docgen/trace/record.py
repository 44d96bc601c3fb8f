"""Runs in, traces out: plans are sent to fresh worker processes and what they saw comes back.

`record(root, [RunPlan("a", target="tests.test_ffn:test_example")])` is one `Trace` with key `a`.
The host imports neither NumPy nor any code of the project.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from pathlib import Path

from docgen.trace.crew import HOME, Take, work
from docgen.trace.plan import Failure, RunPlan, Trace
from docgen.trace.wire import Limits, Request

__all__ = ["Limits", "Progress", "processors", "record", "record_each"]

Progress = Callable[[int, int], None]

DEFAULT = Limits()
MOST = 4
"""Worker processes where nobody says how many: together they may take the memory of four runs."""
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
    workers: int | None = None,
) -> list[Trace]:
    """One trace per plan, in the order of the plans.

    Args:
        root: Folder of the project; the runs start there.
        plans: What to run and what to record.
        limits: Of each execution; every plan is executed twice, and its equations some more times.
            Memory adds up: as many executions as there are workers may each take so much at once.
        roots: Folders below `root` in which modules are looked for.
        tell: Called in this thread with how many plans are done, and how many there are.
        workers: Processes that execute plans side by side, at most; by default as many as there are
            processors, and no more than `MOST`. Runs of two plans that write to the same file of
            the project may meet there unless this is 1.
    """
    traces: dict[int, Trace] = {}

    def take(index: int, trace: Trace) -> None:
        traces[index] = trace
        if tell is not None:
            tell(len(traces), len(plans))

    record_each(root, plans, take, limits, roots, workers)
    return [traces[index] for index in range(len(plans))]


def record_each(
    root: Path,
    plans: Sequence[RunPlan],
    take: Take,
    limits: Limits = DEFAULT,
    roots: tuple[str, ...] = ("", "src"),
    workers: int | None = None,
) -> None:
    """Hand over the trace of each plan when it is there, so that nobody has to hold all.

    For the other arguments see `record`.

    Args:
        take: Called in this thread with the index of a plan and its trace, once per plan, in the
            order in which they are done.
    """
    if not plans:
        return
    environment, added = _environment()
    request = Request(str(root.resolve()), roots, limits, tuple(plans), added)
    most = min(processors(), MOST) if workers is None else workers
    for index, reason in sorted(work(request, environment, max(most, 1), take).items()):
        failure = Failure("killed", f"{LOST}{reason and ': ' + reason}")
        take(index, Trace(plans[index].key, failure))


def processors() -> int:
    """How many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _environment() -> tuple[dict[str, str], str]:
    """The environment of the workers, and the entry added to their module path."""
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
