"""Processes that are no children of the tests."""

from __future__ import annotations

import os
import select
from pathlib import Path


def is_running(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state not in ("Z", "X")


def wait_until_gone(pid: int) -> None:
    """Wait for the end of a process that is no child; the kernel tells when it has ended."""
    try:
        descriptor = os.pidfd_open(pid)
    except ProcessLookupError:
        return
    try:
        ready, _, _ = select.select([descriptor], [], [], 20)
        assert ready
    finally:
        os.close(descriptor)
