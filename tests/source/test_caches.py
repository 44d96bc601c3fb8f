from __future__ import annotations

from collections.abc import Callable

import pytest

from docgen.diagnostics import Fault
from docgen.source.caches import Cache, caches
from docgen.source.index import SourceIndex

MakeIndex = Callable[..., SourceIndex]

OPS = """
    def layer_norm_forward(X, g):
        s = 1 / X
        Xhat = X * s
        cache = {"Xhat": Xhat, "s": s}
        return Xhat * g, cache

    def layer_norm_backward(dY, c, g):
        return dY
"""
MODEL = """
    from . import ops
    from .ops import layer_norm_forward

    def ffn_forward(Xn, params):
        Z = Xn
        return Z, dict(Xn=Xn, Z=Z)

    def ffn_backward(dOut, c):
        return dOut

    def wrapped(X):
        return layer_norm_forward(X, 1)

    def pair_forward(X):
        return X, (X, X + 1)

    def only_cache(X):
        return dict(a=X)

    def block_forward(X, params):
        Xn, c_ln1 = layer_norm_forward(X, params)
        ff, c_ff = ffn_forward(Xn, params)
        other, c_other = wrapped(X)
        pair, c_pair = pair_forward(X)
        here = dict(q=X)
        return X, dict(
            ln1=c_ln1, ff=c_ff, x=X, w=c_other, pair=c_pair, here=here, unread=1,
            direct=only_cache(X), strange=X[0](1))

    def block_backward(dY, c, params):
        dX = ffn_backward(dY, c["ff"])
        dX = ops.layer_norm_backward(dX, c["ln1"], g=params["ff"])
        dX = dX + c["x"]
        dX = unknown(dX, c=c["w"])
        a, b = c["pair"]
        return dX, c["here"], c["direct"], c["strange"], c["missing"]
"""


@pytest.fixture
def index(make_index: MakeIndex) -> SourceIndex:
    return make_index({"model/__init__.py": "", "model/t.py": MODEL, "model/ops.py": OPS})


def table(found: tuple[Cache, ...]) -> list[tuple[str, tuple[str, ...], str, str, int]]:
    return [
        (
            each.passed_as,
            each.keys,
            f"{each.built.path}:{each.built.statement.line}",
            each.reader,
            each.read.statement.line,
        )
        for each in found
    ]


def test_every_entry_is_followed_to_where_it_is_built_and_read(index: SourceIndex) -> None:
    forward = index.function("model.t.block_forward")
    backward = index.function("model.t.block_backward")
    expected = [
        ('c["ff"]', ("Xn", "Z"), "model/t.py:6", "ffn_backward", 31),
        ('c["ln1"]', ("Xhat", "s"), "model/ops.py:4", "layer_norm_backward", 32),
        ('c["x"]', (), "model/t.py:26", "block_backward", 33),
        ('c["w"]', ("Xhat", "s"), "model/ops.py:4", "unknown", 34),
        ('c["pair"]', ("X", "X + 1"), "model/t.py:15", "block_backward", 35),
        ('c["here"]', ("q",), "model/t.py:25", "block_backward", 36),
        ('c["direct"]', ("a",), "model/t.py:18", "block_backward", 36),
        ('c["strange"]', (), "model/t.py:26", "block_backward", 36),
    ]
    assert table(caches(index, forward, backward, "c")) == expected


def fault_of(call: Callable[[], object]) -> Fault:
    with pytest.raises(Fault) as caught:
        call()
    return caught.value


def test_the_parameter_is_found_by_its_keys(make_index: MakeIndex) -> None:
    index = make_index(
        {
            "m.py": """
                def forward(x):
                    a, c_a = other(x)
                    return a, dict(a=c_a, b=x)

                def other(x):
                    if x:
                        return x, 1
                    return x, 2

                def backward(d, cache, grads):
                    grads["q"] = 1
                    return cache["b"], cache["a"]

                def both(c, g):
                    return c["a"], g["b"]

                def none(c):
                    return c["z"]

                def bare(x):
                    return x

                def empty():
                    pass
            """
        }
    )
    names = ("forward", "backward", "both", "none", "bare")
    forward, backward, both, none, bare = (index.function(f"m.{name}") for name in names)
    assert table(caches(index, forward, backward)) == [
        ('cache["b"]', (), "m.py:3", "backward", 12),
        ('cache["a"]', (), "m.py:3", "backward", 12),
    ]
    assert fault_of(lambda: caches(index, forward, both)).code == "ambiguous-anchor"
    assert fault_of(lambda: caches(index, forward, none)).message == (
        "no parameter of `none` is read by keys of the cache"
    )
    assert fault_of(lambda: caches(index, forward, none, "c")).message == (
        "`none` reads no entry of what `forward` keeps"
    )
    assert fault_of(lambda: caches(index, bare, backward)).message == (
        "`bare` returns no dictionary that the text shows"
    )
    empty = index.function("m.empty")
    assert fault_of(lambda: caches(index, empty, backward)).code == "unknown-anchor"
    module = index.resolve("m")
    assert fault_of(lambda: caches(index, module, backward)).message == "`m` is no function"
