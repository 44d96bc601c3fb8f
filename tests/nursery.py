"""Workers that are forked from a process which has loaded NumPy, for tests that try other things.

To start one takes longer than to run a tiny example. What a fork cannot show, how a worker starts
and what it finds then, is tried in tests/trace, by the servers, and wherever a site is built by a
command of its own.
"""

from __future__ import annotations

import json
import os
import select
import signal
import socket
import subprocess
import sys
from collections.abc import Mapping, Sequence
from typing import IO, ClassVar

from docgen.trace.crew import HOME

DEVNULL = subprocess.DEVNULL
TimeoutExpired = subprocess.TimeoutExpired

_OWN = ("PYTHONPATH", "PYTEST_CURRENT_TEST")
"""What a worker may have for itself in its environment; all else was there when Python started."""

# Forks a worker for each message: its folder and environment, with its output and its three pipes.
_SERVE = """
import json, os, signal, socket, sys
from docgen.trace.worker import main

sys.path.remove(sys.argv[2])
sys.argv[1:], channel = [], socket.socket(fileno=int(sys.argv[1]))
signal.signal(signal.SIGCHLD, signal.SIG_IGN)
while True:
    said, passed, _, _ = socket.recv_fds(channel, 1 << 20, 4)
    if not said:
        break
    pid = os.fork()
    if pid:
        for each in passed:
            os.close(each)
        channel.send(str(pid).encode())
        continue
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    channel.close()
    os.setsid()
    output, *pipes = passed
    os.dup2(output, 1)
    os.dup2(output, 2)
    os.close(output)
    folder, environment = json.loads(said)
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    sys.path[:0] = filter(None, environment.get("PYTHONPATH", "").split(os.pathsep))
    main([str(each) for each in pipes])
    break
"""


class Nursery:
    """The process that workers of one environment are forked from."""

    def __init__(self, environment: Mapping[str, str]) -> None:
        self.channel, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with theirs:
            self._process = subprocess.Popen(
                [sys.executable, "-P", "-c", _SERVE, str(theirs.fileno()), HOME],
                env={**environment, "PYTHONPATH": HOME},
                stdin=DEVNULL,
                pass_fds=[theirs.fileno()],
                start_new_session=True,
            )

    def close(self) -> None:
        self.channel.close()
        self._process.wait()


class Popen:
    """A forked worker, as far as docgen/trace/crew.py asks `subprocess.Popen` for one."""

    nurseries: ClassVar[dict[tuple[tuple[str, str], ...], Nursery]] = {}

    def __init__(
        self,
        command: Sequence[str],
        *,
        stdin: int,
        stdout: IO[bytes],
        stderr: IO[bytes],
        cwd: str,
        env: Mapping[str, str],
        pass_fds: Sequence[int],
        start_new_session: bool,
    ) -> None:
        assert command[:4] == [sys.executable, "-P", "-m", "docgen.trace.worker"]
        assert (stdin, stdout, start_new_session) == (DEVNULL, stderr, True)
        started = {name: value for name, value in env.items() if name not in _OWN}
        key = tuple(sorted(started.items()))
        if key not in self.nurseries:
            self.nurseries[key] = Nursery(started)
        channel = self.nurseries[key].channel
        message = json.dumps([cwd, dict(env)]).encode()
        socket.send_fds(channel, [message], [stdout.fileno(), *pass_fds])
        self.pid = int(channel.recv(32))
        try:
            self._alive: int | None = os.pidfd_open(self.pid)
        except ProcessLookupError:
            self._alive = None

    def __del__(self) -> None:
        if self._alive is not None:
            os.close(self._alive)

    def poll(self) -> int | None:
        return self._ended(0)

    def wait(self, timeout: float | None = None) -> int:
        code = self._ended(timeout)
        if code is None:
            raise TimeoutExpired("a forked worker", timeout or 0)
        return code

    def terminate(self) -> None:
        os.kill(self.pid, signal.SIGTERM)

    def _ended(self, timeout: float | None) -> int | None:
        """0 once the process has ended; nobody asks with what."""
        if self._alive is None or select.select([self._alive], [], [], timeout)[0]:
            return 0
        return None


def close() -> None:
    """End all nurseries."""
    while Popen.nurseries:
        Popen.nurseries.popitem()[1].close()
