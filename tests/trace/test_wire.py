from __future__ import annotations

import msgspec

from docgen.trace.plan import Failure, Trace
from docgen.trace.value import Value
from docgen.trace.wire import Frames, Reply, frame


def test_frames_are_cut_wherever_the_bytes_are() -> None:
    replies = [Reply(0, Trace("a")), Reply(1, Trace("b", output="x" * 50))]
    stream = b"".join(frame(reply) for reply in replies)
    for size in (1, 7, len(stream)):
        frames = Frames()
        pieces = [stream[at : at + size] for at in range(0, len(stream), size)]
        payloads = [payload for piece in pieces for payload in frames.feed(piece)]
        assert [msgspec.msgpack.decode(payload, type=Reply) for payload in payloads] == replies


def test_halves_of_surrogate_pairs_are_spelled() -> None:
    """Python's strings may hold them, UTF-8 cannot; a name of a file that is not UTF-8 has some."""
    value = Value("dict", "dict", keys=("\udcff",), items=(Value("text", "str", text="a"),))
    failure = Failure("raised", "ValueError: \ud800 𝔸")
    trace = Trace("k", failure, {"m:f": 2}, result=value, files=(("docs/\udcff", "1f"),))

    (payload,) = Frames().feed(frame(trace))

    assert msgspec.msgpack.decode(payload, type=Trace) == Trace(
        "k",
        Failure("raised", "ValueError: \\ud800 𝔸"),
        {"m:f": 2},
        result=Value("dict", "dict", keys=("\\udcff",), items=value.items),
        files=(("docs/\\udcff", "1f"),),
    )
