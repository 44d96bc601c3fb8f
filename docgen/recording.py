"""The runs of a project, executed or taken from the store: what did not change is not run again.

`record_book(book, root, limits)` fills the traces of the book and is how many runs were executed.
"""

from __future__ import annotations

import hashlib
import platform
import sys
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from pathlib import Path

import msgspec

from docgen import __version__
from docgen.environment import installed_folder
from docgen.links.runs import RunBook
from docgen.pages.count import Told
from docgen.store import Store, digest
from docgen.trace.files import folder_digest
from docgen.trace.plan import RunPlan, Trace
from docgen.trace.record import Limits, Progress, record, record_each

STORE = ".docgen"
_LASTING = ("raised", "exited", "import", "arguments", "no-value", "wrong-file")
"""Failures that the same files always give; a time-out may be the machine's."""


def silent(_done: int, _total: int) -> None:
    """Tell nobody."""


def record_book(book: RunBook, root: Path, limits: Limits, tell: Progress = silent) -> int:
    """Execute the runs that have no trace yet, but for those whose trace is stored."""
    store = Store(root / STORE)
    fresh: list[RunPlan] = []
    traces: dict[str, Trace] = {}
    digests: dict[str, str] = {}
    for plan in (run.plan() for run in book.runs.values() if run.trace is None):
        kept = _stored(store, root, plan, digests)
        if kept is None:
            fresh.append(plan)
        else:
            traces[plan.key] = kept
    if fresh:
        for plan, trace in zip(fresh, record(root, fresh, limits, tell=tell), strict=True):
            traces[plan.key] = trace
            if _is_lasting(trace):
                store.save(_key(plan), msgspec.msgpack.encode(trace))
    book.fill(traces)
    return len(fresh)


class _Kept(msgspec.Struct, frozen=True):
    """What was told of a run, and the files that it read."""

    told: Told
    files: tuple[tuple[str, str], ...]


def record_told(
    plans: Sequence[RunPlan],
    tell_of: Callable[[Trace], Told],
    root: Path,
    limits: Limits,
    tell: Progress = silent,
) -> tuple[list[Told], int]:
    """What the traces of plans tell, and how many plans were executed.

    A trace of all values may be large: it is not kept, only what it tells.
    """
    store = Store(root / STORE)
    digests: dict[str, str] = {}
    found: dict[str, Told] = {}
    fresh: list[RunPlan] = []
    for plan in plans:
        data = store.load(digest("told", _key(plan)))
        try:
            kept = msgspec.msgpack.decode(data, type=_Kept) if data is not None else None
        except msgspec.MsgspecError:  # written by another docgen
            kept = None
        if kept is not None and _are_same(kept.files, root, digests):
            found[plan.key] = kept.told
        else:
            fresh.append(plan)
    done = 0

    def take(index: int, trace: Trace) -> None:
        nonlocal done
        plan = fresh[index]
        told = found[plan.key] = tell_of(trace)
        if _is_lasting(trace):
            content = msgspec.msgpack.encode(_Kept(told, trace.files))
            store.save(digest("told", _key(plan)), content)
        done += 1
        tell(done, len(fresh))

    record_each(root, fresh, take, limits)
    return [found[plan.key] for plan in plans], len(fresh)


def _stored(store: Store, root: Path, plan: RunPlan, digests: dict[str, str]) -> Trace | None:
    """The stored trace of a plan, if every file that its run read is as it was."""
    data = store.load(_key(plan))
    if data is None:
        return None
    try:
        trace = msgspec.msgpack.decode(data, type=Trace)
    except msgspec.MsgspecError:  # written by a docgen with other records
        return None
    return trace if _are_same(trace.files, root, digests) else None


def _are_same(files: Iterable[tuple[str, str]], root: Path, digests: dict[str, str]) -> bool:
    """Whether files are what they were, and folders hold the names that they held.

    Args:
        digests: File → its digest, as far as it was asked for.
    """
    for path, was in files:
        if path not in digests:
            is_folder = path.endswith("/")
            digests[path] = folder_digest(root / path) if is_folder else _file_digest(root / path)
        if digests[path] != was:
            return False
    return True


def _is_lasting(trace: Trace) -> bool:
    """Whether a trace may be stored: the files that its run read always give it.

    A module that is missing may be made anywhere, so what it keeps from being read is not stored.
    """
    if trace.failure is not None and trace.failure.kind not in _LASTING:
        return False
    return trace.is_lasting and not any(one.problem for one in trace.expressions)


def _key(plan: RunPlan) -> str:
    """What a trace depends on besides the files that its run reads."""
    versions = (__version__, _worker(), platform.python_version(), *_installed())
    return digest(*versions, *_probed_files(plan), msgspec.msgpack.encode(plan))


def _probed_files(plan: RunPlan) -> list[str]:
    """Digests of the files of installed packages that get probes."""
    return [
        _file_digest(folder / function.path)
        for function in plan.functions
        if plan.is_installed(function.module)
        and (folder := installed_folder(function.module.partition(".")[0])) is not None
    ]


@cache
def _worker() -> str:
    """Digest of docgen's own code that runs beside the project's, for it makes the traces."""
    home = Path(__file__).parent
    files = [*home.glob("trace/*.py"), *home.glob("evaluation/*.py")]
    return digest(*(file.read_bytes() for file in sorted(files)))


@cache
def _installed() -> tuple[str, ...]:
    """Names and versions of what is installed, as the folders that say so are called."""
    names = {
        entry.name
        for folder in map(Path, filter(None, sys.path))
        if folder.is_dir()
        for entry in folder.iterdir()
        if entry.suffix in (".dist-info", ".egg-info")
    }
    return tuple(sorted(names))


def _file_digest(file: Path) -> str:
    try:
        return hashlib.sha256(file.read_bytes()).hexdigest()
    except OSError:
        return ""
