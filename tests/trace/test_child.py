"""What a child says is heard, whenever it says it."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator

import msgspec
import pytest

from docgen.trace.child import Children
from docgen.trace.plan import Trace
from docgen.trace.wire import Limits, Request, frame

SAID = Trace("k", calls={"m:f": 1})


@pytest.fixture
def pipes() -> Iterator[tuple[int, int, int, int]]:
    made = (*os.pipe(), *os.pipe())
    yield made
    for each in made:
        os.close(each)


def test_an_answer_between_two_looks_is_heard(
    pipes: tuple[int, int, int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    listen, speak, alive, _ = pipes

    def ended(_pid: int) -> bool:
        """The child answers and ends after it was listened to, before it is looked at."""
        os.write(speak, frame(SAID))
        return True

    monkeypatch.setattr("docgen.trace.child._is_over", ended)
    monkeypatch.setattr("docgen.trace.child.LOOK", 0.0)
    children = object.__new__(Children)  # without what makes this process one of a worker
    children._request = Request("/", ("/",), Limits(seconds=60.0), ())
    children._alive = alive
    with tempfile.TemporaryFile() as said:
        payload, is_late = children._listen(listen, 0, said)

    assert payload is not None
    assert not is_late
    assert msgspec.msgpack.decode(payload, type=Trace) == SAID


def test_a_child_that_ends_without_an_answer_gave_none(
    pipes: tuple[int, int, int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    listen, _, alive, _ = pipes
    monkeypatch.setattr("docgen.trace.child._is_over", lambda _pid: True)
    monkeypatch.setattr("docgen.trace.child.LOOK", 0.0)
    children = object.__new__(Children)
    children._request = Request("/", ("/",), Limits(seconds=60.0), ())
    children._alive = alive
    with tempfile.TemporaryFile() as said:
        assert children._listen(listen, 0, said) == (None, False)
