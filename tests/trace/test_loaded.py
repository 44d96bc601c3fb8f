from __future__ import annotations

import sys
from types import ModuleType

import pytest

from docgen.trace.loaded import arrays_of

SOURCE = """
import functools
import numpy as np

A, B, C, D = (np.full(1, float(n)) for n in range(4))
table = {"w": A}


def plain(x, A):
    return x @ C + A + B.D + table["w"] + len(x)


def outer(x):
    def inner(y):
        return y + D
    return [inner(one) + B for one in x]


@functools.cache
def cached(x):
    return A


class Layer:
    W = A

    def run(self, x):
        return self.C @ B

    @property
    def wide(self):
        return C

    @functools.cached_property
    def once(self):
        return D

    @staticmethod
    def still(x):
        return A


class Anything:
    def __getattr__(self, name):
        return self


anything = Anything()
"""


@pytest.mark.parametrize(
    ("qualname", "numbers"),
    [
        ("plain", [2.0, 1.0]),
        ("outer", [3.0, 1.0]),
        ("cached", [0.0]),
        ("Layer.run", [1.0]),
        ("Layer.wide", [2.0]),
        ("Layer.once", [3.0]),
        ("Layer.still", [0.0]),
        ("Layer", []),
        ("anything", []),
        ("anything.run", []),
        ("outer.<locals>.inner", []),
        ("missing", []),
        ("", []),
    ],
)
def test_the_arrays_that_a_function_loads(
    monkeypatch: pytest.MonkeyPatch, qualname: str, numbers: list[float]
) -> None:
    module = ModuleType("loaded_by_a_test")
    monkeypatch.setitem(sys.modules, "loaded_by_a_test", module)
    exec(SOURCE, vars(module))
    found = arrays_of(module, qualname)
    assert sorted(float(array[0]) for array in found) == sorted(numbers)
