"""What passes between the host and its worker: frames of msgpack with a length before each.

`Reply(0, Trace(key="a"))` travels as eight bytes of length and that many bytes of msgpack. The
plans are in a file that all workers read; what a worker is told is only the index of its next one.
"""

from __future__ import annotations

import os
import struct

import msgspec

from docgen.trace.codes import Source
from docgen.trace.plan import RunPlan, Trace

HEAD = struct.Struct("<Q")
TURN = struct.Struct("<I")
"""Index of the plan that a worker executes next."""
READY = HEAD.pack(0)
"""The first frame of a worker: it has started."""


class Limits(msgspec.Struct, frozen=True):
    """What one execution may take: wall time, address space, bytes of printed text kept."""

    seconds: float = 30.0
    memory_mb: int = 4096
    output_bytes: int = 20_000


class Request(msgspec.Struct, frozen=True):
    """All plans; each worker executes those that it is told.

    Attributes:
        root: The project's folder, absolute.
        roots: Folders below it in which modules are looked for.
        added_path: Entry of `sys.path` that only serves to find docgen; empty if none was added.
    """

    root: str
    roots: tuple[str, ...]
    limits: Limits
    plans: tuple[RunPlan, ...]
    added_path: str = ""


class Answer(msgspec.Struct, frozen=True):
    """What a child tells its worker: the trace of its execution, and what it compiled for it."""

    trace: Trace
    made: tuple[Source, ...] = ()


class Reply(msgspec.Struct, frozen=True):
    """The trace of the plan at `index`."""

    index: int
    trace: Trace


def frame(message: msgspec.Struct) -> bytes:
    """A message with its length before it."""
    try:
        payload = msgspec.msgpack.encode(message)
    except UnicodeEncodeError:
        payload = msgspec.msgpack.encode(_spelled(msgspec.to_builtins(message)))
    return HEAD.pack(len(payload)) + payload


def _spelled(data: object) -> object:
    """The same with `\\ud800` for halves of surrogate pairs, which text of a run may hold."""
    if isinstance(data, str):
        return data.encode("utf-8", "backslashreplace").decode("utf-8")
    if isinstance(data, dict):
        return {_spelled(key): _spelled(value) for key, value in data.items()}
    if isinstance(data, list | tuple):
        return [_spelled(each) for each in data]
    return data


def write_all(descriptor: int, data: bytes) -> None:
    """Write everything; a pipe may take it in pieces."""
    view = memoryview(data)
    while view:
        view = view[os.write(descriptor, view) :]


class Frames:
    """Cuts a stream of bytes into the payloads of its frames."""

    def __init__(self) -> None:
        self._held = bytearray()

    def feed(self, data: bytes) -> list[bytes]:
        """The payloads that are complete after these bytes."""
        self._held += data
        payloads = []
        while len(self._held) >= HEAD.size:
            (length,) = HEAD.unpack_from(self._held)
            if len(self._held) < HEAD.size + length:
                break
            payloads.append(bytes(self._held[HEAD.size : HEAD.size + length]))
            del self._held[: HEAD.size + length]
        return payloads
