from __future__ import annotations

from collections.abc import Callable

import pytest

from docgen.diagnostics import Fault
from docgen.source.anchor import Anchor
from docgen.source.index import SourceIndex
from docgen.text import Span

MakeIndex = Callable[..., SourceIndex]

FFN = """
    import numpy as np


    def ffn_forward(x, W, b):
        A = W @ x
        Z = A + b
        return np.maximum(Z, 0.0)
"""


def fault_of(index: SourceIndex, reference: str, scope: str = "") -> Fault:
    with pytest.raises(Fault) as caught:
        index.resolve(reference, scope)
    return caught.value


def function_fault(index: SourceIndex, reference: str, scope: str = "") -> Fault:
    with pytest.raises(Fault) as caught:
        index.function(reference, scope)
    return caught.value


def where(anchor: Anchor) -> tuple[int, int, int, int]:
    """First line and column of the region, last line and end column; columns from 0."""
    region = anchor.region
    return (region.line, region.column - 1, region.end_line, region.end_column - 1)


def lines(anchor: Anchor) -> tuple[int, int]:
    return (anchor.statement.line, anchor.statement.end_line)


def candidates(fault: Fault) -> list[int]:
    """Lines of the statements that the notes of a fault quote."""
    starts = [note.split(": ")[0] for note in fault.notes if ".py:" in note.split(": ")[0]]
    return [int(start.rpartition(":")[2]) for start in starts]


def within(fault: Fault, reference: str) -> str:
    assert fault.within is not None
    return reference[fault.within.start : fault.within.end]


def test_an_anchor_says_all_about_its_statement(make_index: MakeIndex) -> None:
    index = make_index(
        {"pkg/__init__.py": "", "pkg/m.py": "def f(x):\n    A = x @ (\n        x)  # why\n"}
    )
    anchor = index.resolve("f.A", "pkg.m")
    assert (anchor.reference, anchor.kind, anchor.bound) == ("f.A", "statement", "name")
    assert (anchor.module, anchor.path, anchor.function) == ("pkg.m", "pkg/m.py", "f")
    assert anchor.dotted == "pkg.m.f"
    assert where(anchor) == (2, 4, 3, 10)
    assert anchor.node == (2, 4, 3, 10)
    assert anchor.code == "A = x @ (\n    x)  # why"
    assert (anchor.cell, anchor.part) == ("A", "A = x @ (x)")


def test_c001_c015_a_statement_is_found_where_it_is_now(make_index: MakeIndex) -> None:
    index = make_index({"model.py": FFN})
    assert lines(index.resolve("Z", "model.ffn_forward")) == (6, 6)
    (index.root / "model.py").write_text("# a\n# b\n" + index.source("model.py").text)
    assert lines(index.resolve("Z", "model.ffn_forward")) == (6, 6)
    again = SourceIndex.scan(index.root)
    assert lines(again.resolve("Z", "model.ffn_forward")) == (8, 8)


def test_c004_missing_targets_are_faults_with_near_names(make_index: MakeIndex) -> None:
    index = make_index({"model.py": FFN})
    fault = fault_of(index, "ffn_forwrd.Z", "model")
    assert (fault.code, within(fault, "ffn_forwrd.Z")) == ("unknown-function", "ffn_forwrd")
    assert fault.help == "did you mean `ffn_forward.Z`?"
    fault = fault_of(index, "ffn_forward.z", "model")
    assert (fault.code, within(fault, "ffn_forward.z")) == ("unknown-anchor", "z")
    assert fault.help == "did you mean `ffn_forward.Z`?"
    assert fault.message == "`ffn_forward` binds no `z`"
    assert fault.notes == (
        "`ffn_forward` binds `A`, `Z`",
        "its parameters are `x`, `W`, `b`",
        "model.py:5: `A = W @ x`",
        "model.py:6: `Z = A + b`",
        "model.py:7: `return np.maximum(Z, 0.0)`",
    )
    assert function_fault(index, "ffn_forwrd", "model").code == "unknown-function"
    assert fault_of(index, "ffn_forwrd", "model").code == "unknown-function"
    assert fault_of(index, "modle.ffn_forward.Z").help == "did you mean `model.ffn_forward.Z`?"


def test_a_renamed_name_is_listed_among_what_the_function_binds(make_index: MakeIndex) -> None:
    index = make_index({"model.py": FFN.replace("Z", "Hidden")})
    fault = fault_of(index, "Z", "model.ffn_forward")
    assert fault.notes[0] == "`ffn_forward` binds `A`, `Hidden`"
    assert fault.within == Span(0, 1)
    assert fault.help == "write one of: `x`, `W`, `b`, `A`, `Hidden`"
    index = make_index({"model.py": FFN.replace("Z", "Zq")})
    assert fault_of(index, "Z", "model.ffn_forward").help == "did you mean `Zq`?"


def test_c006_a_decorated_function_is_its_own(make_index: MakeIndex) -> None:
    index = make_index(
        {
            "timing.py": """
                import functools


                def timed(f):
                    @functools.wraps(f)
                    def inner(*a, **k):
                        Z = None
                        return f(*a, **k)
                    return inner
            """,
            "model.py": """
                from timing import timed


                @timed
                def ffn_forward(x, W, b):
                    Z = W @ x + b
                    return Z
            """,
        }
    )
    anchor = index.resolve("Z", "model.ffn_forward")
    assert (anchor.path, lines(anchor)) == ("model.py", (6, 6))
    assert lines(index.resolve("timed.Z", "model")) == (7, 7)


def test_c007_c016_decorators_belong_to_the_whole_function(make_index: MakeIndex) -> None:
    index = make_index(
        {
            "model.py": """
                from registry import layer, checked


                @layer(
                    "ffn",
                    bias=True,
                )
                @checked
                def ffn_forward(x, W, b):
                    Z = W @ x + b
                    return Z
            """,
            "guarded.py": """
                from guards import need


                @need((), lambda s: s > 0)
                def ffn_forward(x, W):
                    Z = W @ x
                    return Z
            """,
        }
    )
    function = index.function("model.ffn_forward")
    assert (lines(function), where(function)) == ((4, 11), (9, 0, 11, 12))
    assert function.code.startswith('@layer(\n    "ffn",')
    assert lines(index.resolve("ffn_forward.Z", "model")) == (10, 10)
    parameter = index.resolve("ffn_forward.W", "model")
    assert (where(parameter), parameter.code) == ((9, 19, 9, 20), "def ffn_forward(x, W, b):")
    assert lines(index.function("guarded.ffn_forward")) == (4, 7)
    assert lines(index.resolve("guarded.ffn_forward.Z")) == (6, 6)


def test_c008_two_definitions_of_one_name_are_ambiguous(make_index: MakeIndex) -> None:
    index = make_index(
        {
            "model.py": """
                class FFN:
                    def forward(self, x):
                        Z = x
                        return Z


                class FFN:
                    def forward(self, x):
                        Z = 2 * x
                        return Z
            """
        }
    )
    fault = fault_of(index, "FFN.forward.Z", "model")
    assert (fault.code, fault.notes) == (
        "ambiguous-anchor",
        (
            "model.py:3: `Z = x` in `FFN.forward` (class at line 1)",
            "model.py:9: `Z = 2 * x` in `FFN.forward` (class at line 7)",
        ),
    )
    assert within(fault, "FFN.forward.Z") == "Z"
    assert fault.help == "quote the statement: `Z = x` or `Z = 2 * x`"
    assert lines(index.resolve("FFN.forward.Z = 2 * x", "model")) == (9, 9)
    assert lines(index.resolve("FFN.forward.Z = x", "model")) == (3, 3)
    assert function_fault(index, "FFN.forward", "model").code == "ambiguous-anchor"


def test_c009_lambdas_on_one_line_have_columns_of_their_own(make_index: MakeIndex) -> None:
    index = make_index(
        {
            "acts.py": """
                import numpy as np

                relu = lambda z: np.maximum(z, 0.0); leaky = lambda z: np.where(z > 0, z, 0.1 * z)
            """
        }
    )
    assert where(index.resolve("relu", "acts")) == (3, 0, 3, 35)
    assert where(index.resolve("leaky", "acts")) == (3, 37, 3, 82)
    assert index.function("relu", "acts").kind == "function"
    anchor = index.resolve("relu.np.maximum(z, 0.0)", "acts")
    assert (where(anchor), anchor.function) == ((3, 17, 3, 35), "relu")
    assert fault_of(index, "leaky.np.maximum(z, 0.0)", "acts").code == "unknown-anchor"
    assert index.resolve("leaky.z", "acts").kind == "parameter"


def test_c010_definitions_inside_of_strings_are_none(make_index: MakeIndex) -> None:
    index = make_index(
        {
            "model.py": '''
                TEMPLATE = """
                def ffn_forward(x, W, b):
                    Z = x
                """


                def ffn_forward(x, W, b):
                    Z = W @ x + b
                    return Z
            '''
        }
    )
    assert lines(index.resolve("ffn_forward.Z", "model")) == (8, 8)
    assert lines(index.function("ffn_forward", "model")) == (7, 9)


def test_c011_a_bare_inner_name_must_be_unique(make_index: MakeIndex) -> None:
    index = make_index(
        {
            "blocks.py": """
                def make_linear(W):
                    def forward(x):
                        Z = W @ x
                        return Z
                    return forward


                def make_affine(W, b):
                    def forward(x):
                        Z = W @ x + b
                        return Z
                    return forward
            """
        }
    )
    assert lines(index.resolve("make_affine.forward.Z", "blocks")) == (10, 10)
    assert lines(index.resolve("make_affine.Z", "blocks")) == (10, 10)
    fault = fault_of(index, "forward.Z", "blocks")
    assert (fault.code, candidates(fault)) == ("ambiguous-anchor", [3, 10])
    assert fault.help == "write `make_linear.forward.Z` or `make_affine.forward.Z`"
    fault = function_fault(index, "forward", "blocks")
    assert fault.help == "write `make_linear.forward` or `make_affine.forward`"


def test_c012_generated_methods_have_no_source(make_index: MakeIndex) -> None:
    index = make_index(
        {
            "config.py": """
                from dataclasses import dataclass


                @dataclass
                class Config:
                    width: int = 4
                    scale: float = 1.0
            """
        }
    )
    assert lines(index.resolve("Config.width", "config")) == (6, 6)
    assert lines(index.function("Config", "config")) == (4, 7)
    fault = fault_of(index, "Config.__init__", "config")
    assert fault.code == "unknown-function"
    assert fault.message == "`Config.__init__` is generated by dataclass, no source line"
    assert fault.notes == ("nearest: class `Config` at config.py:5",)
    assert within(fault, "Config.__init__") == "__init__"
    assert function_fault(index, "Config.__eq__", "config").message == (
        "`Config.__eq__` is generated by dataclass, no source line"
    )
    assert fault_of(index, "Config.__call__", "config").code == "unknown-anchor"


def test_c013_an_imported_builtin_has_no_lines(make_index: MakeIndex) -> None:
    index = make_index(
        {
            "model.py": """
                from math import tanh
                import numpy as np

                exp = np.exp


                def ffn_forward(x, W):
                    Z = tanh(W * x)
                    return Z
            """
        }
    )
    fault = fault_of(index, "model.tanh")
    assert fault.code == "unknown-function"
    assert fault.message == "`tanh` has no Python source here (builtin or installed)"
    assert fault.notes == ("imported at line 1 of model.py: `from math import tanh`",)
    assert lines(index.resolve("model.exp")) == (4, 4)
    assert function_fault(index, "tanh", "model.ffn_forward").code == "unknown-function"
    assert function_fault(index, "np.maximum", "model").code == "unknown-function"


def test_a_quotation_that_starts_with_an_import_is_no_path(make_index: MakeIndex) -> None:
    index = make_index({"model.py": FFN})
    fault = fault_of(index, "np.minimum(Z, 0.0)", "model.ffn_forward")
    assert fault.code == "unknown-anchor"
    assert fault.message == "nothing in `ffn_forward` is `np.minimum(Z, 0.0)`"
    assert candidates(fault) == [5, 6, 7]


def test_c014_class_and_instance_attributes_are_apart(make_index: MakeIndex) -> None:
    index = make_index(
        {
            "model.py": """
                class FFN:
                    scale = 1.0

                    def __init__(self, scale):
                        self.scale = scale
                        self.scale *= 2
            """
        }
    )
    assert lines(index.resolve("FFN.scale", "model")) == (2, 2)
    fault = fault_of(index, "FFN.__init__.self.scale", "model")
    assert (fault.code, candidates(fault)) == ("ambiguous-anchor", [5, 6])
    anchor = index.resolve("FFN.__init__.self.scale *= 2", "model")
    assert (lines(anchor), anchor.bound, anchor.cell) == ((6, 6), "augmented", "self.scale")
    assert index.resolve("scale", "model.FFN.__init__").kind == "parameter"


def test_c017_overloads_are_skipped_and_accessors_ambiguous(make_index: MakeIndex) -> None:
    index = make_index(
        {
            "model.py": """
                from typing import overload
                import numpy as np


                @overload
                def act(z: float) -> float: ...
                @overload
                def act(z: np.ndarray) -> np.ndarray: ...
                def act(z):
                    A = z * (z > 0)
                    return A


                class FFN:
                    @property
                    def gain(self):
                        G = self._g
                        return G

                    @gain.setter
                    def gain(self, value):
                        G = float(value)
                        self._g = G
            """
        }
    )
    assert lines(index.resolve("act.A", "model")) == (10, 10)
    assert lines(index.function("act", "model")) == (9, 11)
    fault = fault_of(index, "FFN.gain.G", "model")
    assert (fault.code, candidates(fault)) == ("ambiguous-anchor", [17, 22])
    assert lines(index.resolve("FFN.gain.G = self._g", "model")) == (17, 17)
    assert lines(index.resolve("FFN.gain.G = float(value)", "model")) == (22, 22)
    assert lines(index.resolve("FFN.gain.value", "model")) == (21, 21)


def test_conditional_definitions_are_ambiguous(make_index: MakeIndex) -> None:
    index = make_index(
        {
            "model.py": """
                if FAST:
                    def f(x):
                        Z = x
                else:
                    def f(x):
                        Z = 2 * x
                try:
                    K = 1
                except ImportError:
                    K = 2
            """
        }
    )
    assert candidates(function_fault(index, "f", "model")) == [2, 5]
    assert candidates(fault_of(index, "f.Z", "model")) == [3, 6]
    assert candidates(fault_of(index, "K", "model")) == [8, 10]


def test_inherited_methods_and_attributes_are_those_of_the_base(make_index: MakeIndex) -> None:
    index = make_index(
        {
            "base.py": "class Base:\n    scale = 1\n    def forward(self, x):\n        Z = x\n",
            "model.py": """
                import base
                from base import Base as Root

                class One(Root):
                    def other(self):
                        return self.forward(1)

                class Two(base.Base):
                    def forward(self, x):
                        Y = x

                class Three(Root, metaclass=abc):
                    pass
            """,
        }
    )
    anchor = index.resolve("One.forward.Z", "model")
    assert (anchor.path, anchor.function, lines(anchor)) == ("base.py", "Base.forward", (4, 4))
    assert index.resolve("Three.scale", "model").path == "base.py"
    assert fault_of(index, "Two.forward.Z", "model").code == "unknown-anchor"
    assert index.function("self.forward", "model.One.other").path == "base.py"
    assert index.function("Two.forward", "model").path == "model.py"


def test_names_are_looked_for_from_the_function_outwards(make_index: MakeIndex) -> None:
    index = make_index(
        {
            "model/__init__.py": "from .ops import *\nfrom . import config as settings\n",
            "model/config.py": "emb_dim = 32\nx = 1\n",
            "model/ops.py": "def relu_forward(z):\n    y = z\n    return y\n",
            "model/transformer.py": """
                from .ops import relu_forward as relu
                import model.ops
                from missing import *

                act = relu
                x = 2

                def ffn_forward(x):
                    y = relu(x)
                    return y

                def other():
                    return x
            """,
            "top.py": "def main():\n    done = 1\n",
        }
    )
    scope = "model.transformer.ffn_forward"
    assert index.resolve("x", scope).kind == "parameter"
    assert lines(index.resolve("x", "model.transformer.other")) == (6, 6)
    assert index.resolve("config.emb_dim", scope).path == "model/config.py"
    assert index.resolve("ops.relu_forward.y", scope).path == "model/ops.py"
    assert index.resolve("relu.y", scope).path == "model/ops.py"
    assert index.function("relu", scope).dotted == "model.ops.relu_forward"
    assert index.function("act", scope).dotted == "model.ops.relu_forward"
    assert index.function("model.ops.relu_forward", scope).dotted == "model.ops.relu_forward"
    assert index.resolve("top.main.done", scope).path == "top.py"
    assert index.resolve("relu_forward.y", "model").path == "model/ops.py"
    assert index.resolve("settings.emb_dim", "model").path == "model/config.py"
    assert index.resolve("transformer.ffn_forward.y", "model").path == "model/transformer.py"
    assert index.resolve("model.config").kind == "module"
    assert index.resolve("settings", "model").kind == "module"
    assert fault_of(index, "config.emb_dimm", scope).help == "did you mean `config.emb_dim`?"
    assert fault_of(index, "model.confi.emb_dim").help == "did you mean `model.config.emb_dim`?"


def test_an_attribute_of_a_bound_name_is_no_function(make_index: MakeIndex) -> None:
    index = make_index({"model.py": "def f(cfg):\n    Z = cfg.d\n    return Z\n"})
    assert fault_of(index, "cfg.d", "model.f").code == "unknown-anchor"
    assert fault_of(index, "conf.d", "model.f").code == "unknown-function"


def test_numbers_tell_identical_statements_apart_and_nothing_else(make_index: MakeIndex) -> None:
    index = make_index(
        {
            "model.py": """
                def f(x):
                    x1 = 0.5
                    g(x)
                    g( x )
                    Y = 1
                    Y = 2
                    assert x
                    return h(x, 0.5)
            """
        }
    )
    fault = fault_of(index, "f.g(x)", "model")
    assert fault.help == "they are identical: write `g(x).1` to `g(x).2`"
    assert lines(index.resolve("g(x).1", "model.f")) == (3, 3)
    assert lines(index.resolve("f.call:g.2", "model")) == (4, 4)
    assert index.resolve("assert.1", "model.f").kind == "assert"
    assert index.resolve("return.1", "model.f").kind == "return"
    assert lines(index.resolve("x1 = 0.5", "model.f")) == (2, 2)
    assert lines(index.resolve("x1.1", "model.f")) == (2, 2)
    fault = fault_of(index, "f.Y.2", "model")
    assert (fault.code, candidates(fault)) == ("ambiguous-anchor", [5, 6])
    fault = fault_of(index, "g(x).3", "model.f")
    assert (fault.code, candidates(fault)) == ("unknown-anchor", [3, 4])
