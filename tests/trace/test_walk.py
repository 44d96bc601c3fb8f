from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from docgen.trace.walk import arrays

A, B, C = np.zeros(1), np.zeros(2), np.zeros(3)


@dataclass
class Plain:
    weight: np.ndarray
    more: list[Any]


class Slotted:
    __slots__ = ("bias", "unset")

    def __init__(self, bias: np.ndarray) -> None:
        self.bias = bias


class Property:
    @property
    def array(self) -> np.ndarray:
        raise AssertionError("code of the project ran")


def found(value: object) -> list[int]:
    return [len(array) for array in arrays(value)]


def test_containers_in_order_each_array_once() -> None:
    assert found({"a": A, "b": [B, (C, A)], "c": 3.0}) == [1, 2, 3]


def test_fields_of_plain_objects_and_slots() -> None:
    assert found(Plain(A, [Slotted(B)])) == [1, 2]


def test_a_ring() -> None:
    ring: list[Any] = [A]
    ring.append(ring)
    assert found(ring) == [1]


def test_nothing_is_run_and_modules_and_types_are_closed() -> None:
    assert found([Property(), np, Plain, len, "text", None]) == []
