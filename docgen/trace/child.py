"""One process per execution: forked, limited, listened to, and ended with its whole group.

`Children(request, answers, alive).run(plan, seed, True)` is the trace, or one with a failure.
"""

from __future__ import annotations

import ctypes
import faulthandler
import fcntl
import os
import re
import resource
import select
import signal
import sys
import tempfile
import time
import traceback
from collections.abc import Callable, Collection
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import IO, NoReturn

import msgspec

from docgen.trace.codes import Codes
from docgen.trace.equation import Suspects
from docgen.trace.failure import ended, without_folders
from docgen.trace.files import below
from docgen.trace.plan import Failure, RunPlan, Trace
from docgen.trace.run import execute
from docgen.trace.wire import Answer, Frames, Request, frame, write_all

LOOK = 0.05
"""Seconds between two looks at a child that says nothing."""
GRACE = 5.0
"""Seconds that a child may take to end after its answer."""
FAULT = 70
"""Exit status of a child in which docgen itself failed."""
_PARENT_DEATH_SIGNAL = 1
_CHILD_SUBREAPER = 36
CUT = "\n[…]\n"


class Children:
    """Starts children one after the other and lets none of them outlive its turn.

    Args:
        alive: Descriptor that closes when the host is gone.
    """

    def __init__(self, request: Request, answers: int, alive: int) -> None:
        self._request = request
        self._answers = answers
        self._alive = alive
        self._current = 0
        self._codes = Codes()
        _control(_CHILD_SUBREAPER, 1)  # what a child leaves behind becomes this process's child
        signal.signal(signal.SIGTERM, self._stop)

    def run(
        self,
        plan: RunPlan,
        global_seed: int,
        compare: bool,
        replay: int = 0,
        suspects: Suspects | None = None,
        near: Collection[str] = (),
        explains: bool = True,
    ) -> Trace:
        """One execution; for the arguments see `execute`."""
        limits = self._request.limits
        with tempfile.TemporaryFile() as said, tempfile.TemporaryFile() as stack:
            listen, speak = os.pipe()
            sys.stdout.flush()
            sys.stderr.flush()
            pid = os.fork()
            if pid == 0:
                os.close(listen)
                request = self._request
                work = partial(execute, plan, request.root, request.roots, global_seed, compare)
                work = partial(work, replay, suspects, near, explains, self._codes)
                self._be_child(work, speak, said, stack)
            os.close(speak)
            self._current = pid
            with suppress(OSError):
                os.setpgid(pid, pid)
            payload, is_late = self._listen(listen, pid, said)
            os.close(listen)
            if is_late:
                self._ask_where(pid, stack)
            status = _end(pid, patient=payload is not None)
            self._current = 0
            output = _output(said, limits.output_bytes, self._request.root)
            where = _where(stack, self._request.root)
        if payload is not None:
            with suppress(msgspec.DecodeError):
                answer = msgspec.msgpack.decode(payload, type=Answer)
                self._codes.prepare(answer.made)
                return msgspec.structs.replace(answer.trace, output=output)
        if is_late:
            failure = Failure("timeout", f"timed out after {limits.seconds:g} s", *where)
        else:
            failure = ended(status)
            failure = msgspec.structs.replace(failure, path=where[0], line=where[1])
        # Without an answer, what ended it may be the machine, or docgen.
        return Trace(plan.key, failure, output=output, is_lasting=False)

    def _be_child(
        self,
        work: Callable[[], Trace],
        speak: int,
        said: IO[bytes],
        stack: IO[bytes],
    ) -> NoReturn:
        request = self._request
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        _control(_PARENT_DEATH_SIGNAL, signal.SIGKILL)
        with suppress(OSError):
            os.setpgid(0, 0)
        os.close(self._answers)
        os.close(self._alive)
        _redirect(said)
        faulthandler.enable(stack, all_threads=False)
        faulthandler.register(signal.SIGUSR1, stack, all_threads=False)
        before = _limit(request.limits.memory_mb)
        try:
            trace = work()
            resource.setrlimit(resource.RLIMIT_AS, before)
            with suppress(Exception):
                sys.stdout.flush()
                sys.stderr.flush()
            write_all(speak, frame(Answer(trace, self._codes.made())))
        except BaseException:  # nothing may unwind into the loop of the worker
            resource.setrlimit(resource.RLIMIT_AS, before)
            traceback.print_exc()
            os._exit(FAULT)
        os._exit(0)

    def _listen(self, listen: int, pid: int, said: IO[bytes]) -> tuple[bytes | None, bool]:
        """The child's answer if it gives one, and whether its time ran out."""
        frames = Frames()
        deadline = time.monotonic() + self._request.limits.seconds
        cap = self._request.limits.output_bytes
        ears, look = [listen], LOOK
        while True:
            left = deadline - time.monotonic()
            if left <= 0:
                return None, True
            ready, _, _ = select.select([*ears, self._alive], [], [], min(left, look))
            if self._alive in ready:
                self._stop()
            if os.fstat(said.fileno()).st_size > 50 * (cap + 1000):
                os.ftruncate(said.fileno(), cap + 1)
            if listen in ready:
                data = os.read(listen, 1 << 20)
                for payload in frames.feed(data):
                    return payload, False
                if not data:  # it ends now, or closed its end and goes on until its time is up
                    ears, look = [], LOOK / 10
            elif _is_over(pid):
                return _said_last(listen, frames), False

    def _ask_where(self, pid: int, stack: IO[bytes]) -> None:
        """Let a hanging child write down where it is."""
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGUSR1)
        for _ in range(10):
            if os.fstat(stack.fileno()).st_size:
                return
            select.select([self._alive], [], [], LOOK)

    def _stop(self, *_: object) -> NoReturn:
        """End the child and this process."""
        if self._current:
            _end(self._current, patient=False)
        os._exit(1)


def _said_last(listen: int, frames: Frames) -> bytes | None:
    """The answer of a child that gave it and ended since it was listened to."""
    while select.select([listen], [], [], 0)[0]:
        data = os.read(listen, 1 << 20)
        for payload in frames.feed(data):
            return payload
        if not data:
            break
    return None


def _redirect(said: IO[bytes]) -> None:
    """Printed text of the child and of whatever it starts goes to a file, in order."""
    flags = fcntl.fcntl(said.fileno(), fcntl.F_GETFL)
    fcntl.fcntl(said.fileno(), fcntl.F_SETFL, flags | os.O_APPEND)
    for number, stream in ((1, sys.stdout), (2, sys.stderr)):
        os.dup2(said.fileno(), number)
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace", write_through=True)


def _limit(memory_mb: int) -> tuple[int, int]:
    """Limit the address space; no core files. The limits before are returned."""
    before = resource.getrlimit(resource.RLIMIT_AS)
    wanted = memory_mb << 20
    if before[1] != resource.RLIM_INFINITY:
        wanted = min(wanted, before[1])
    resource.setrlimit(resource.RLIMIT_AS, (wanted, before[1]))
    _, hard = resource.getrlimit(resource.RLIMIT_CORE)
    resource.setrlimit(resource.RLIMIT_CORE, (0, hard))
    return before


def _is_over(pid: int) -> bool:
    seen = os.waitid(os.P_PID, pid, os.WEXITED | os.WNOHANG | os.WNOWAIT)
    return seen is not None


def _end(pid: int, *, patient: bool) -> int:
    """Wait for a child or kill it, then all that it left; its wait status.

    The child is reaped last, so that its number means no other process while its group is killed.
    """
    deadline = time.monotonic() + (GRACE if patient else 0)
    while patient and not _is_over(pid) and time.monotonic() < deadline:
        select.select([], [], [], LOOK / 10)
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(pid, signal.SIGKILL)
    with suppress(ProcessLookupError):
        os.kill(pid, signal.SIGKILL)
    _, status = os.waitpid(pid, 0)
    _end_orphans()
    return status


def _control(option: int, value: int) -> None:
    """Ask the kernel for an option of this process, where it is Linux."""
    with suppress(OSError, AttributeError):
        ctypes.CDLL(None).prctl(option, value, 0, 0, 0)


def _end_orphans() -> None:
    """Kill what a child left outside its group."""
    while True:
        pids: list[int] = []
        for listed in Path("/proc/self/task").glob("*/children"):
            with suppress(OSError):
                pids += [int(pid) for pid in listed.read_text().split()]
        if not pids:
            return
        for pid in pids:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
            with suppress(ChildProcessError):
                os.waitpid(pid, 0)


def _output(said: IO[bytes], most: int, root: str) -> str:
    said.seek(0)
    data = said.read(most + 1)
    text = data[:most].decode("utf-8", "replace")
    return without_folders(text, root) + (CUT if len(data) > most else "")


def _where(stack: IO[bytes], root: str) -> tuple[str, int]:
    """The innermost place in the project's files that a hanging or dying child wrote down."""
    stack.seek(0)
    text = stack.read().decode("utf-8", "replace")
    for file, line in re.findall(r'File "(.+)", line (\d+)', text):
        path = below(file, (root, os.path.realpath(root)))
        if path:
            return path, int(line)
        if file == "<example>":
            return "", int(line)
    return "", 0
