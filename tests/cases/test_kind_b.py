"""Kind B: finding the right definition, in whole projects."""

from __future__ import annotations

import os

from tests.cases.conftest import concept, drawn, gutters, links, listings, page, references, values
from tests.conftest import MakeProject, load, places


def test_c006_a_decorated_function_is_linked_and_traced_itself(make_project: MakeProject) -> None:
    folder = make_project(
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
                import numpy as np
                from timing import timed


                @timed
                def ffn_forward(x, W, b):
                    Z = W @ x + b
                    return Z


                def ex():
                    return ffn_forward(np.array([3.0]), np.array([[2.0]]), np.array([1.0]))
            """,
            "docs/index.md": page(concept("ffn_forward", ("Z",), prose=links("Z"))),
        }
    )
    project = load(folder)
    assert places(project) == []
    assert references(drawn(project)) == ["model.py:5-8", "model.py:7"]
    assert values(drawn(project)) == [("Z", "[7.0000]")]


def test_c007_where_a_decorated_definition_starts(make_project: MakeProject) -> None:
    folder = make_project(
        {
            "registry.py": "def layer(*a, **k): return lambda f: f\n\n\nchecked = layer()\n",
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
            "docs/index.md": page(links("ffn_forward", "ffn_forward.Z") + listings("ffn_forward")),
        }
    )
    html = drawn(load(folder))
    assert references(html) == ["model.py:9", "model.py:10", "model.py:4-11"]
    assert gutters(html) == [list(range(4, 12))]


TWICE = """
    class FFN:
        def forward(self, x):
            Z = x
            return Z


    class FFN:
        def forward(self, x):
            Z = 2 * x
            return Z


    def ex():
        return FFN().forward(2.0)
"""


def test_c008_the_second_definition_is_the_one_that_runs(make_project: MakeProject) -> None:
    text = page(
        links("FFN.forward.Z", "FFN.forward.Z = x", "FFN.forward.Z = 2 * x")
        + concept("FFN.forward.1", ("Z",))
        + concept("FFN.forward.2", ("Z", "return"))
    )
    project = load(make_project({"model.py": TWICE, "docs/index.md": text}))
    assert places(project) == [
        "docs/index.md:4:24 ambiguous-anchor",
        "docs/index.md:19:10 never-executed",
    ]
    assert project.findings[0].notes == (
        "model.py:3: `Z = x` in `FFN.forward` (class at line 1)",
        "model.py:9: `Z = 2 * x` in `FFN.forward` (class at line 7)",
    )
    html = drawn(project)
    assert references(html) == ["model.py:3", "model.py:9", "model.py:2-4", "model.py:8-10"]
    assert values(html) == [("Z", "4.0000"), ("return", "4.0000")]


def test_c008_an_ambiguous_concept_is_one_finding(make_project: MakeProject) -> None:
    """What the section names in the unknown function says nothing of its own."""
    text = page(concept("FFN.forward", ("Z",), prose=links("Z", "Z = 2 * x") + "[4](value:Z)"))
    project = load(make_project({"model.py": TWICE, "docs/index.md": text}))
    assert places(project) == ["docs/index.md:6:19 ambiguous-anchor"]
    assert project.findings[0].help == (
        "write `forward.1` or `forward.2`, counted in the order of the file"
    )


def test_c008_a_run_of_a_name_that_two_functions_have(make_project: MakeProject) -> None:
    """Only one of them would run, whatever the page says."""
    model = "def f(x):\n    Z = x\n\n\ndef ex():\n    f(1.0)\n\n\ndef ex():\n    f(2.0)\n"
    text = page(concept("f", ("Z",), run="ex.1"))
    project = load(make_project({"model.py": model, "docs/index.md": text}))
    assert places(project) == ["docs/index.md:13:10 ambiguous-anchor"]


def test_c009_lambdas_are_traced_apart(make_project: MakeProject) -> None:
    folder = make_project(
        {
            "acts.py": """
                import numpy as np

                relu = lambda z: np.maximum(z, 0.0); leaky = lambda z: np.where(z > 0, z, 0.1 * z)


                class Act:
                    twice = lambda self, z: self.scale * z
                    scale = 2.0


                def ex():
                    leaky(np.array([9.0]))
                    return relu(np.array([-1.0, 2.0])), Act().twice(3.0)
            """,
            "docs/index.md": page(
                links("relu", "leaky")
                + concept("relu", ("z", "np.maximum(z, 0.0)"))
                + concept("leaky", ("np.maximum(z, 0.0)",))
                + concept("Act.twice", ("z", "self.scale * z")),
                "acts",
            ),
        }
    )
    project = load(folder)
    html = drawn(project)
    assert places(project) == ["docs/index.md:38:4 unknown-anchor"]
    assert references(html)[:2] == ["acts.py:3", "acts.py:3"]
    assert values(html) == [
        ("z", "[-1.0000, 2.0000]"),
        ("np.maximum(z, 0.0)", "[0.0000, 2.0000]"),
        ("z", "3.0000"),
        ("self.scale * z", "6.0000"),
    ]


def test_c010_a_string_holds_no_definition(make_project: MakeProject) -> None:
    folder = make_project(
        {
            "model.py": '''
                TEMPLATE = """
                def ffn_forward(x, W, b):
                    Z = x
                """


                def ffn_forward(x, W, b):
                    Z = W @ x + b
                    return Z
            ''',
            "docs/index.md": page(links("ffn_forward.Z") + listings("ffn_forward")),
        }
    )
    project = load(folder)
    assert places(project) == []
    assert references(drawn(project)) == ["model.py:8", "model.py:7-9"]


def test_c011_inner_functions_of_one_name(make_project: MakeProject) -> None:
    model = """
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


        def ex():
            import numpy as np
            make_linear(np.eye(1))(np.ones(1))
            return make_affine(np.eye(1), np.ones(1))(np.ones(1))
    """
    text = page(
        links("make_affine.forward.Z", "forward.Z") + concept("make_affine.forward", ("Z",))
    )
    project = load(make_project({"model.py": model, "docs/index.md": text}))
    assert places(project) == ["docs/index.md:6:20 ambiguous-anchor"]
    assert project.findings[0].help == "write `make_linear.forward.Z` or `make_affine.forward.Z`"
    assert references(drawn(project))[0] == "model.py:10"
    assert values(drawn(project)) == [("Z", "[2.0000]")]


def test_c012_generated_methods(make_project: MakeProject) -> None:
    model = """
        from dataclasses import dataclass


        @dataclass
        class Config:
            width: int = 4
            scale: float = 1.0
    """
    text = page(
        links("Config.__init__", "Config.width")
        + listings("Config")
        + "[4](value:Config.width) [5](value:Config.width)\n",
        "config",
    )
    project = load(make_project({"config.py": model, "docs/index.md": text}))
    assert places(project) == [
        "docs/index.md:4:19 unknown-function",
        "docs/index.md:12:26 value-mismatch",
    ]
    assert project.findings[0].notes == ("nearest: class `Config` at config.py:5",)
    assert references(drawn(project)) == ["config.py:6", "config.py:4-7"]


def test_c013_names_without_lines_of_their_own(make_project: MakeProject) -> None:
    model = """
        from math import tanh
        import numpy as np

        exp = np.exp


        def ffn_forward(x, W):
            Z = tanh(W * x)
            return Z
    """
    text = page(listings("model.tanh", "model.exp", "np.exp") + links("model.exp"))
    project = load(make_project({"model.py": model, "docs/index.md": text}))
    assert places(project) == [
        "docs/index.md:5:15 unknown-function",
        "docs/index.md:13:9 unknown-function",
    ]
    assert gutters(drawn(project)) == [[4]]
    assert references(drawn(project)) == ["model.py:4", "model.py:4"]


def test_c014_class_and_instance_attributes(make_project: MakeProject) -> None:
    model = """
        class FFN:
            scale = 1.0

            def __init__(self, scale):
                self.scale = scale
                self.scale *= 2


        def ex():
            return FFN(3.0)
    """
    text = page(
        links("FFN.scale", "FFN.__init__.self.scale")
        + concept("FFN.__init__", ("self.scale = scale", "self.scale *= 2", "scale"))
    )
    project = load(make_project({"model.py": model, "docs/index.md": text}))
    assert places(project) == ["docs/index.md:6:25 ambiguous-anchor"]
    assert references(drawn(project))[0] == "model.py:2"
    assert values(drawn(project)) == [
        ("self.scale = scale", "3.0000"),
        ("self.scale *= 2", "6.0000"),
        ("scale", "3.0000"),
    ]


def test_c015_one_process_never_shows_old_text(make_project: MakeProject) -> None:
    model = "def f(A, b):\n    Z = A + b\n    return Z\n\n\ndef ex():\n    return f(5.0, 2.0)\n"
    text = page(concept("f", ("Z",), prose=links("Z")) + listings("f.Z"))
    folder = make_project({"model.py": model, "docs/index.md": text})
    file = folder / "model.py"
    assert values(drawn(load(folder))) == [("Z", "7.0000")]
    before = file.stat()
    file.write_text(model.replace("A + b", "A - b"))
    os.utime(file, ns=(before.st_atime_ns, before.st_mtime_ns))
    html = drawn(load(folder))
    assert values(html) == [("Z", "3.0000")]
    assert html.css_first(".dg-listing pre").text().strip() == "Z = A - b"
    file.write_text("\n\n\n" + model.replace("A + b", "A - b"))
    html = drawn(load(folder))
    assert (values(html), gutters(html)) == ([("Z", "3.0000")], [[5]])
    assert references(html) == ["model.py:4-6", "model.py:5", "model.py:5"]


def test_c016_lambdas_among_the_arguments_of_a_decorator(make_project: MakeProject) -> None:
    folder = make_project(
        {
            "guards.py": "def need(*a): return lambda f: f\n",
            "model.py": """
                from guards import need


                @need((), lambda s: s > 0)
                def ffn_forward(x, W):
                    Z = W @ x
                    return Z
            """,
            "docs/index.md": page(links("ffn_forward.Z") + listings("ffn_forward")),
        }
    )
    html = drawn(load(folder))
    assert (references(html), gutters(html)) == (["model.py:6", "model.py:4-7"], [[4, 5, 6, 7]])


def test_c017_overloads_and_accessors(make_project: MakeProject) -> None:
    model = """
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


        def ex():
            ffn = FFN()
            ffn.gain = 3
            return act(ffn.gain)
    """
    text = page(
        links("act.A", "FFN.gain.G", "FFN.gain.G = self._g", "FFN.gain.G = float(value)")
        + listings("act", "FFN.gain")
        + concept("FFN.gain.1", ("G",))
        + concept("FFN.gain.2", ("value", "G"))
    )
    project = load(make_project({"model.py": model, "docs/index.md": text}))
    assert places(project) == [
        "docs/index.md:6:21 ambiguous-anchor",
        "docs/index.md:17:13 ambiguous-anchor",
    ]
    assert (
        project.findings[1].help == "write `gain.1` or `gain.2`, counted in the order of the file"
    )
    html = drawn(project)
    assert references(html)[:4] == ["model.py:10", "model.py:17", "model.py:22", "model.py:9-11"]
    assert values(html) == [("G", "3.0000"), ("value", "3"), ("G", "3.0000")]
