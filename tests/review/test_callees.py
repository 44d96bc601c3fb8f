"""Functions that a function runs, one call after the other."""

from __future__ import annotations

from docgen.review.callees import Callees
from docgen.source.index import SourceIndex
from tests.conftest import MakeProject

MODEL = """
import numpy as np
import ops
from ops import Scale, relu as bend


def forward(x):
    y = bend(x)
    z = list(map(ops.half, y))
    scale = Scale(2)
    def inner(v):
        return deep(v)
    if isinstance(z, Other):
        return forward(z)
    return inner(scale.apply(np.sum(z)))


def deep(v):
    return ops.deepest(v)


def apart(v):
    return v


class Other:
    def run(self):
        return apart(self.size)

    @property
    def size(self):
        return helper()


def helper():
    return 1
"""
OPS = """
def relu(x):
    return loop(x)


def loop(x):
    return relu(x) + half(x)


def half(x):
    return x / 2


def deepest(x):
    return x


class Scale:
    def __init__(self, by):
        self.by = half(by)

    def apply(self, x):
        return x * self.by
"""


def reached(make_project: MakeProject, name: str) -> list[str]:
    index = SourceIndex.scan(make_project({"model.py": MODEL, "ops.py": OPS}))
    module = index.module("model")
    function = next(each for each in module.definitions if each.qualname == name)
    return list(Callees(index).reached(function))


def test_calls_are_followed_through_modules(make_project: MakeProject) -> None:
    assert reached(make_project, "forward") == [
        "model.deep",
        "ops.Scale",
        "ops.deepest",
        "ops.half",
        "ops.loop",
        "ops.relu",
    ]


def test_methods_and_properties_of_the_own_class(make_project: MakeProject) -> None:
    assert reached(make_project, "Other.run") == ["model.Other.size", "model.apart", "model.helper"]


def test_a_function_that_calls_nothing(make_project: MakeProject) -> None:
    assert reached(make_project, "helper") == []
