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


CONSTANTS = """
import functools

import numpy as np
from ops import GAIN as FACTOR, half
import ops as tools

SCALE: float = 0.5
TABLE = {"k": SCALE}
TABLE["l"] = 2.0
twice = functools.partial(np.multiply, 2.0)
Array = np.ndarray
alias = half


def wrap(f):
    def inner(*given):
        return f(*given)
    return inner


class Parent:
    shift = 1.0


class Layer(Parent):
    gain = 2.0
    unused = 3.0

    @wrap
    def forward(self, x: Array, by=FACTOR):
        scaled: Array = x * TABLE["k"] + self.gain + self.shift
        SCALE_2 = alias(tools.SLOPE)
        return twice(scaled) * SCALE_2


def shadowed(SCALE):
    TABLE = [SCALE for _ in range(2)]
    return TABLE
"""


def test_constants_decorators_and_defaults(make_project: MakeProject) -> None:
    ops = "SLOPE = 0.0\nGAIN = SLOPE + 1\nHALF = 0.5\n\n\ndef half(v):\n    return v * HALF\n"
    index = SourceIndex.scan(make_project({"model.py": CONSTANTS, "ops.py": ops}))
    module = index.module("model")
    by_name = {each.qualname: each for each in module.definitions}
    callees = Callees(index)

    forward = by_name["Layer.forward"]
    assert list(callees.reached(forward)) == ["model.wrap", "ops.half"]
    assert {name: len(one.statements) for name, one in callees.read(forward).items()} == {
        "model.Layer.gain": 1,
        "model.Parent.shift": 1,
        "model.SCALE": 1,
        "model.TABLE": 2,
        "model.twice": 1,
        "ops.GAIN": 1,
        "ops.HALF": 1,
        "ops.SLOPE": 1,
    }
    assert callees.read(by_name["shadowed"]) == {}


def test_of_a_class_that_is_called_its_bases_count(make_project: MakeProject) -> None:
    code = (
        "class Parent:\n    k = 1\n\n    def __init__(self):\n        self.a = helper()\n\n\n"
        "class Child(Parent):\n    pass\n\n\ndef helper():\n    return 1\n\n\n"
        "def f():\n    return Child().a\n"
    )
    index = SourceIndex.scan(make_project({"model.py": code}))
    function = next(each for each in index.module("model").definitions if each.name == "f")
    assert list(Callees(index).reached(function)) == ["model.Child", "model.Parent", "model.helper"]


def test_what_is_installed_is_not_led_to(make_project: MakeProject) -> None:
    """A new version of a package is no change of the project's code."""
    text = (
        "import scipy.special as special\nfrom scipy.special import softmax\n\n\n"
        "def f(x):\n    return own(softmax(special.log_softmax(x)))\n\n\n"
        "def own(x):\n    return x\n"
    )
    root = make_project({"m.py": text})
    index = SourceIndex.scan(root, installed=("scipy",))
    (function, _) = index.module_at("m.py").definitions
    callees = Callees(index)

    assert list(callees.reached(function)) == ["m.own"]
    module = index.module("scipy.special._logsumexp")
    (documented,) = (one for one in module.definitions if one.qualname == "softmax")
    assert callees.reached(documented) == {}
    assert callees.read(documented) == {}
