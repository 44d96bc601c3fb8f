from __future__ import annotations

import numpy as np
import pytest

from docgen.trace.cells import CellError
from docgen.trace.pairing import Pairing, short


def test_the_call_that_returned_a_member_of_a_tuple() -> None:
    pairing = Pairing("m:forward", "m:backward")
    caches = [{"x": np.ones(1)}, {"x": np.ones(1)}]
    for call, cache in enumerate(caches):
        pairing.leave_maker(call, (np.zeros(2), cache))
    pairing.enter_taker(0, {"dout": np.ones(2), "cache": caches[1]})
    pairing.enter_taker(1, {"dout": np.ones(2), "cache": caches[0]})
    assert (pairing.call(0), pairing.call(1)) == (1, 0)


def test_a_member_of_a_returned_dict() -> None:
    pairing = Pairing("m:forward", "m:backward")
    inner = [{"x": 1}, {"x": 1}]
    pairing.leave_maker(0, (3.0, {"a": inner[0]}))
    pairing.leave_maker(1, {"a": inner[1]})
    pairing.enter_taker(0, {"c": inner[0]})
    pairing.enter_taker(1, {"c": inner[1]})
    assert (pairing.call(0), pairing.call(1)) == (0, 1)


def test_equal_objects_are_not_the_same_object() -> None:
    pairing = Pairing("m:forward", "m:backward")
    pairing.leave_maker(0, {"x": 1})
    pairing.enter_taker(0, {"c": {"x": 1}})
    with pytest.raises(
        CellError,
        match=r"^no call of `forward` returned what this call of `backward` receives$",
    ):
        pairing.call(0)


def test_most_shared_objects_decide_and_a_tie_is_a_problem() -> None:
    pairing = Pairing("m:forward", "m:backward")
    weights = np.ones(3)
    caches = [{"a": 1}, {"a": 1}]
    for call, cache in enumerate(caches):
        pairing.leave_maker(call, (weights, cache))
    pairing.enter_taker(0, {"w": weights, "cache": caches[0]})
    pairing.enter_taker(1, {"w": weights})
    assert pairing.call(0) == 0
    with pytest.raises(CellError, match=r"^2 calls of `forward` returned what"):
        pairing.call(1)


def test_plain_values_pair_nothing() -> None:
    pairing = Pairing("m:forward", "m:backward")
    pairing.leave_maker(0, (None, 1, "text", (), 2.0))
    pairing.enter_taker(0, {"a": None, "b": 1, "c": "text", "d": (), "e": 2.0})
    assert pairing.pairs == {}


def test_a_dead_object_pairs_nothing() -> None:
    pairing = Pairing("m:forward", "m:backward")
    pairing.leave_maker(0, np.ones(3))
    pairing.enter_taker(0, {"x": None})
    assert pairing.pairs == {}


def test_short() -> None:
    assert short("model.ops:Layer.forward") == "Layer.forward"
