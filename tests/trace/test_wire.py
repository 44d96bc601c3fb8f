from __future__ import annotations

import msgspec

from docgen.trace.plan import Trace
from docgen.trace.wire import Frames, Reply, frame


def test_frames_are_cut_wherever_the_bytes_are() -> None:
    replies = [Reply(0, Trace("a")), Reply(1, Trace("b", output="x" * 50))]
    stream = b"".join(frame(reply) for reply in replies)
    for size in (1, 7, len(stream)):
        frames = Frames()
        pieces = [stream[at : at + size] for at in range(0, len(stream), size)]
        payloads = [payload for piece in pieces for payload in frames.feed(piece)]
        assert [msgspec.msgpack.decode(payload, type=Reply) for payload in payloads] == replies
