from __future__ import annotations

from collections.abc import Callable, Iterable

from docgen.source.calls import CallGraph, CallSite
from docgen.source.index import SourceIndex

MakeIndex = Callable[..., SourceIndex]

FILES = {
    "model/__init__.py": "from .ops import relu\n",
    "model/ops.py": """
        def relu(z):
            return z

        def norm(z):
            return relu(relu(z))
    """,
    "model/block.py": """
        from . import ops
        from .ops import relu as act
        import model.ops
        import numpy as np

        class Base:
            def forward(self, x):
                return ops.norm(x)

        class Block(Base):
            def __init__(self, n):
                self.n = act(n)

            def run(self, x):
                return self.forward(x) + super().forward(x)

            @staticmethod
            def free(self):
                return self.forward(1)

            @classmethod
            def make(cls):
                return cls(1).run(2)

        def apply(x, act):
            return act(x)

        def train(x):
            block = Block(3)
            go = model.ops.norm
            def step(y):
                return go(y)
            table = {"a": act}
            table["a"](x)
            np.relu(x)
            return block.run(x)

        def rebound(x):
            f = act
            f = np.tanh
            return f(x)

        act(0)
    """,
    "tests/test_block.py": """
        import model
        from model.block import Block, train as fit

        def check(x):
            return fit(x)

        def test_train():
            def loss():
                return fit(1)
            assert loss()

        class TestBlock:
            def test_run(self):
                assert Block(1).run(2) and model.relu(1)

        class Helper:
            def test_not(self):
                model.relu(1)

        def test_by_a_helper():
            assert check(1)
    """,
    "tests/test_broken.py": "def (:\n",
}


def shown(sites: Iterable[CallSite]) -> list[tuple[str, int, str]]:
    return [(site.caller.dotted, site.line, site.code) for site in sites]


def test_callers_are_found_through_imports_aliases_and_methods(make_index: MakeIndex) -> None:
    graph = CallGraph.scan(make_index(FILES))
    assert shown(graph.callers("model.ops.relu")) == [
        ("model.block.Block.__init__", 12, "act(n)"),
        ("model.ops.norm", 5, "relu(relu(z))"),
        ("model.ops.norm", 5, "relu(z)"),
    ]
    assert shown(graph.callers("model.ops.norm")) == [
        ("model.block.Base.forward", 8, "ops.norm(x)"),
        ("model.block.train.step", 32, "go(y)"),
    ]
    assert shown(graph.callers("model.block.Base.forward")) == [
        ("model.block.Block.run", 15, "self.forward(x)"),
        ("model.block.Block.run", 15, "super().forward(x)"),
    ]
    assert shown(graph.callers("model.block.Block")) == [
        ("model.block.Block.make", 23, "cls(1)"),
        ("model.block.train", 29, "Block(3)"),
    ]
    assert shown(graph.callers("model.block.Block.__init__")) == shown(
        graph.callers("model.block.Block")
    )
    assert shown(graph.callers("model.block.Block.run")) == [
        ("model.block.Block.make", 23, "cls(1).run(2)"),
        ("model.block.train", 36, "block.run(x)"),
    ]
    assert graph.callers("model.block.apply") == ()
    assert graph.callers("model.block.train") == ()


def test_tests_that_call_and_tests_that_reach(make_index: MakeIndex) -> None:
    graph = CallGraph.scan(make_index(FILES))
    prefix = "tests.test_block"
    assert shown(graph.tests_calling("model.block.train")) == [
        (f"{prefix}.test_train", 9, "fit(1)")
    ]
    assert shown(graph.tests_reaching("model.block.train")) == [
        (f"{prefix}.test_by_a_helper", 21, "check(1)")
    ]
    assert shown(graph.tests_calling("model.ops.relu")) == [
        (f"{prefix}.TestBlock.test_run", 14, "model.relu(1)")
    ]
    assert shown(graph.tests_reaching("model.ops.relu")) == [
        (f"{prefix}.test_train", 9, "fit(1)"),
        (f"{prefix}.test_by_a_helper", 21, "check(1)"),
    ]
    assert shown(graph.tests_reaching("model.ops.norm"))[:2] == [
        (f"{prefix}.test_train", 9, "fit(1)"),
        (f"{prefix}.TestBlock.test_run", 14, "Block(1).run(2)"),
    ]
    assert graph.tests_reaching("model.block.apply") == ()


def test_a_call_has_the_place_of_its_own(make_index: MakeIndex) -> None:
    graph = CallGraph.scan(make_index({"m.py": "def a(): pass\ndef b():\n    x = a(\n    )\n"}))
    (site,) = graph.callers("m.a")
    region = site.region
    assert (site.path, site.line, site.code) == ("m.py", 3, "a()")
    assert (region.line, region.column, region.end_line, region.end_column) == (3, 9, 4, 6)
    assert site.caller.kind == "function"


def test_calls_in_circles_end(make_index: MakeIndex) -> None:
    graph = CallGraph.scan(
        make_index(
            {
                "m.py": "a = b\nb = a\ndef f():\n    g()\n    a()\ndef g():\n    f()\n",
                "tests/test_m.py": "from m import f\ndef test_f():\n    f()\n",
                "x.py": "from y import q\nclass A(B): pass\nclass B(A): pass\nclass C(A):\n"
                "    def r(self): self.s()\n",
                "y.py": "from x import q\ndef t():\n    q()\n",
            }
        )
    )
    assert shown(graph.callers("m.f")) == [("m.g", 7, "f()")]
    assert shown(graph.tests_reaching("m.g")) == [("tests.test_m.test_f", 3, "f()")]


def test_methods_of_what_a_parameter_is_declared_to_be(make_index: MakeIndex) -> None:
    """No others: what any of `*opts` is, and what a name became since, the text does not say."""
    index = make_index(
        {
            "opt.py": """
                class Opt:
                    def step(self, p):
                        return p

                class Other(Opt):
                    pass
            """,
            "train.py": """
                import opt
                from opt import Opt, Other

                def plain(o: Opt):
                    return o.step(1)

                def dotted(o: opt.Opt):
                    return o.step(2)

                def quoted(*, o: "Other"):
                    return o.step(3)

                def undeclared(o):
                    return o.step(4)

                def many(*o: Opt):
                    return o.step(5)

                def rebound(o: Opt):
                    o = make()
                    return o.step(6)

                def either(o: Opt | None):
                    return o.step(7)

                def foreign(o: int):
                    return o.step(8)
            """,
        }
    )
    sites = CallGraph.scan(index).callers("opt.Opt.step")
    assert [site.code for site in sites] == ["o.step(1)", "o.step(2)", "o.step(3)"]
