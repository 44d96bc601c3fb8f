from __future__ import annotations

import threading
from collections import OrderedDict, namedtuple
from dataclasses import dataclass

import numpy as np

from docgen.trace.copies import deep_copy

Pair = namedtuple("Pair", "a b")


@dataclass(frozen=True)
class Holder:
    w: object


@dataclass(slots=True)
class Slotted:
    w: object


def test_arrays_are_new_and_shared_references_stay_shared() -> None:
    w = np.arange(6.0).reshape(2, 3).T
    structure = {"w": w, "same": [w], "pair": Pair(w, (w,)), "held": Holder(w), "s": Slotted(w)}
    made = deep_copy(structure)
    assert isinstance(made, dict)
    new = made["w"]
    assert new is not w
    assert new.tolist() == w.tolist()
    assert made["same"][0] is new
    assert made["pair"].a is made["pair"].b[0] is new
    assert type(made["pair"]) is Pair
    assert made["held"].w is new
    assert made["s"].w is new


def test_cycles_subclasses_and_things_that_cannot_be_copied() -> None:
    ring: list[object] = []
    ring.append(ring)
    made = deep_copy(ring)
    assert isinstance(made, list)
    assert made is not ring
    assert made[0] is made
    lock = threading.Lock()
    ordered = OrderedDict(a=lock, f=len, m=np, s={1}, r=np.random.default_rng(0))
    copied = deep_copy(ordered)
    assert isinstance(copied, OrderedDict)
    assert (copied["a"], copied["f"], copied["m"], copied["s"]) == (lock, len, np, {1})
    assert copied["r"] is not ordered["r"]
    holder = np.array([[1.0], None], dtype=object)
    boxed = deep_copy(holder)
    assert isinstance(boxed, np.ndarray)
    assert boxed[0] == [1.0]
    assert boxed[0] is not holder[0]
    assert deep_copy(np.zeros(2, dtype=[("a", object), ("b", float)])) is not None


def test_widening() -> None:
    single = np.float32([0.5, 0.25])
    made = deep_copy(
        [single, np.float16(0.5), np.complex64(1j), np.complex64([1j]), np.int8(3), 2.0],
        widen=True,
    )
    assert isinstance(made, list)
    kinds = [getattr(one, "dtype", None) for one in made]
    assert kinds == ["float64", "float64", "complex128", "complex128", "int8", None]
    assert made[0].tolist() == [0.5, 0.25]
