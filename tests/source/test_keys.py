from __future__ import annotations

from collections.abc import Callable

import pytest

from docgen.diagnostics import Fault
from docgen.source.anchor import Anchor
from docgen.source.index import SourceIndex
from docgen.source.keys import Filling, Place, fillings, patterns, stores

MakeIndex = Callable[..., SourceIndex]

MODEL = """
    import numpy as np
    from .ops import layer_norm_backward, linear_backward

    NAMES = ("wq", "wk")

    def init_params(cfg, rng):
        d, F = cfg.emb_dim, cfg.ff_dim
        p = {"tok_emb": rng.normal(size=(3, d)), **extra}
        for l in range(cfg.num_layers):
            b = f"b{l}."
            p[b + "ln1_g"], p[b + "ln1_b"] = np.ones(d), np.zeros(d)
            for n in "qk":
                p[b + f"w{n}"] = xavier_uniform(d, d, rng)
                p[b + f"b{n}"] = np.zeros(d)
            p[b + "ff1_w"], p[b + "ff1_b"] = xavier_uniform(d, F, rng), np.zeros(F)
        p.update(head=xavier_uniform(d, 3, rng))
        p.update({"bias": np.zeros(3)})
        return p

    def attention_backward(dOut, c, params, p, grads):
        dO, dWo, dbo = linear_backward(c["O"], params[p + "wo"], dOut)
        grads[p + "wo"] += dWo
        grads[p + "bo"] += dbo
        for i, n in enumerate(("q", "k")):
            dX, dW, db = linear_backward(c["Xn"], params[p + "w" + n], dO)
            grads[p + "w" + n] += dW
            grads[p + f"b{n}{i}"] += db
        return dX

    def block_backward(dY, c, params, l, grads):
        p = f"b{l}."
        dX1_branch, dg, db = layer_norm_backward(dY, c["ln2"], params[p + "ln2_g"])
        grads[p + "ln2_g"] += dg
        grads[p + "ln2_b"] += db.sum(axis=0)
        grads[p + "other"] += 1
        dX1 = dY + dX1_branch
        dXn = attention_backward(dX1, c["att"], params, p, grads=grads)
        dX, dg, db = layer_norm_backward(dXn, c["ln1"], params[p + "ln1_g"])
        grads[p + "ln1_g"] += dg
        return dX1

    def loss_and_grads(params, x, cfg):
        grads = {}
        for i in range(2):
            dX = block_backward(x, 0, params, i, grads)
        first = block_backward(x, 0, params, 0, grads)
        print(grads)
        return dX, grads
"""
OPS = """
    def layer_norm_backward(dY, c, g):
        return dY, dY, dY

    def linear_backward(X, W, dY):
        return dY, dY, dY
"""


def fills(index: SourceIndex, statement: Anchor, mapping: str) -> tuple[str, ...]:
    """The keys alone."""
    return tuple(dict.fromkeys(each.key for each in fillings(index, statement, mapping)))


@pytest.fixture
def index(make_index: MakeIndex) -> SourceIndex:
    return make_index({"model/__init__.py": "", "model/t.py": MODEL, "model/ops.py": OPS})


def fault_of(call: Callable[[], object]) -> Fault:
    with pytest.raises(Fault) as caught:
        call()
    return caught.value


def test_stores_are_in_the_order_in_which_they_run(index: SourceIndex) -> None:
    found = stores(index, index.function("model.t.init_params"), "p")
    assert [(each.pattern, each.anchor.statement.line, each.value_code) for each in found] == [
        ("tok_emb", 8, "rng.normal(size=(3, d))"),
        ("b{l}.ln1_g", 11, "np.ones(d)"),
        ("b{l}.ln1_b", 11, "np.zeros(d)"),
        ("b{l}.wq", 13, "xavier_uniform(d, d, rng)"),
        ("b{l}.bq", 14, "np.zeros(d)"),
        ("b{l}.wk", 13, "xavier_uniform(d, d, rng)"),
        ("b{l}.bk", 14, "np.zeros(d)"),
        ("b{l}.ff1_w", 15, "xavier_uniform(d, F, rng)"),
        ("b{l}.ff1_b", 15, "np.zeros(F)"),
        ("head", 16, "xavier_uniform(d, 3, rng)"),
        ("bias", 17, "np.zeros(3)"),
    ]
    assert found[1].anchor.cell == 'p[b + "ln1_g"]'


def test_a_statement_fills_what_it_and_its_callees_store(index: SourceIndex) -> None:
    def filled(reference: str, function: str = "block_backward") -> tuple[str, ...]:
        return fills(index, index.resolve(reference, f"model.t.{function}"), "grads")

    attention = ("b{l}.wo", "b{l}.bo", "b{l}.wq", "b{l}.bq0", "b{l}.wk", "b{l}.bk1")
    assert filled("dX1_branch") == ("b{l}.ln2_g", "b{l}.ln2_b")
    assert filled("dX1") == ()
    assert filled("dXn") == attention
    assert filled("dX") == ("b{l}.ln1_g",)
    assert filled("return") == ()
    assert filled('grads[p + "other"]') == ("b{l}.other",)
    whole = ("b{l}.ln2_g", "b{l}.ln2_b", "b{l}.other", *attention, "b{l}.ln1_g")
    renamed = tuple(key.replace("{l}", "{i}") for key in whole)
    assert filled("dX", "loss_and_grads") == renamed
    numbered = tuple(key.replace("{l}", "0") for key in whole)
    assert filled("first", "loss_and_grads") == numbered
    assert filled("print(grads)", "loss_and_grads") == ()


def test_statements_of_an_unrolled_loop_fill_all_its_keys(index: SourceIndex) -> None:
    anchor = index.resolve("dW", "model.t.attention_backward")
    fault = fault_of(lambda: fills(index, anchor, "grads"))
    assert (fault.code, fault.message) == (
        "unknown-anchor",
        "the code does not say which key `p + 'w' + n` is",
    )


def test_patterns_of_expressions(index: SourceIndex) -> None:
    function = index.function("model.t.attention_backward")
    known = {"p": ("b{l}.",)}
    assert patterns(index, function, 'p + "wo"', known) == ("b{l}.wo",)
    assert patterns(index, function, 'p + "w" + n', known) == ("b{l}.wq", "b{l}.wk")
    assert patterns(index, function, 'f"{n}{n}{i}{x!r}"', known) == ("qq0{x}", "kk1{x}")
    assert patterns(index, function, "'a'", {}) == ("a",)
    fault = fault_of(lambda: patterns(index, function, 'p + "wo"'))
    assert fault.notes == ("model/t.py:1, in `attention_backward`",)


@pytest.mark.parametrize(
    ("body", "keys"),
    [
        ("for n in NAMES:\n        p[n] = 1", ("wq", "wk")),
        ("for n in reversed(['a', 'b']):\n        p[n] = 1", ("b", "a")),
        ("for n, k in zip('ab', ['c', 'd']):\n        p[n + k] = 1", ("ac", "bd")),
        ("for n, k in (('a', 1), ('b', 2)):\n        p[f'{n}{k}'] = 1", ("a1", "b2")),
        ("for n in {'a': 1}:\n        p[n] = 1\n    else:\n        p['z'] = 2", ("a", "z")),
        ("for q.n in 'ab':\n        p['k'] = 1", ("k",)),
        ("if x:\n        p['a'] = 1\n    else:\n        p['b'] = 1", ("a", "b")),
        ("def g():\n        p['no'] = 1\n    p = dict(a=1)", ("a",)),
        ("p['a']: int = 3", ("a",)),
        ("p['a'], q = x", ("a",)),
    ],
)
def test_loops_and_branches(make_index: MakeIndex, body: str, keys: tuple[str, ...]) -> None:
    index = make_index({"m.py": f"NAMES = ('wq', 'wk')\ndef f(x, q, p):\n    {body}\n"})
    found = stores(index, index.function("m.f"), "p")
    assert tuple(each.pattern for each in found) == keys


@pytest.mark.parametrize(
    "body",
    [
        "p[x] = 1",
        "p[0] = 1",
        "for n in x:\n        p[n] = 1",
        "for n in zip(x, 'ab'):\n        p[n] = 1",
        "k = 'a'\n    k = 'b'\n    p[k] = 1",
        "a, b = x\n    p[a] = 1",
        "k = k2\n    k2 = k\n    p[k] = 1",
        "for n in [*x]:\n        p[n] = 1",
        "p[g()] = 1",
    ],
)
def test_what_is_not_static_is_a_fault(make_index: MakeIndex, body: str) -> None:
    index = make_index({"m.py": f"def f(x, p):\n    {body}\n"})
    fault = fault_of(lambda: stores(index, index.function("m.f"), "p"))
    assert (fault.code, fault.within) == ("unknown-anchor", None)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        ("np.add(1, g)", "`np.add` gets `g` and cannot be followed"),
        ("h(*x, g)", "`h` is called with `*`, its arguments are not static"),
        ("C(g)", "`C` gets `g` and cannot be followed"),
        ("r(g)", "`r` gets `g` and cannot be followed"),
    ],
)
def test_calls_that_cannot_be_followed_are_faults(
    make_index: MakeIndex, call: str, message: str
) -> None:
    index = make_index(
        {
            "m.py": f"""
                import numpy as np
                def h(x, g):
                    g["a"] = 1
                def r(g):
                    r(g)
                class C:
                    pass
                def f(x, g):
                    y = {call}
            """
        }
    )
    fault = fault_of(lambda: fills(index, index.resolve("y", "m.f"), "g"))
    assert (fault.code, fault.message) == ("unknown-anchor", message)


def test_methods_and_defaults_are_followed(make_index: MakeIndex) -> None:
    index = make_index(
        {
            "m.py": """
                class C:
                    def h(self, grads, p="b.", q=0):
                        grads[p + f"w{q}"] += 1
                        other(grads)

                    def f(self, g):
                        y = self.h(g)
                        self.g["k"] = 1
                        z = self.h(self.g, "c.", q=2)

                def other(store=None):
                    store["x"] = 1
            """
        }
    )
    assert fills(index, index.resolve("y", "m.C.f"), "g") == ("b.w0", "x")
    assert fills(index, index.resolve("z", "m.C.f"), "self.g") == ("c.w2", "x")


def test_a_statement_of_a_module_fills_nothing(make_index: MakeIndex) -> None:
    index = make_index({"m.py": "g = {}\n"})
    fault = fault_of(lambda: fills(index, index.resolve("m.g"), "g"))
    assert fault.code == "unknown-anchor"


def test_the_statements_that_lead_to_a_store(index: SourceIndex) -> None:
    """Lines of the model: its first line is 1, `block_backward` starts in line 30."""

    def ways(reference: str, function: str) -> list[tuple[str, list[int]]]:
        anchor = index.resolve(reference, f"model.t.{function}")
        found = fillings(index, anchor, "grads")
        assert {place.path for each in found for place in each.way} <= {"model/t.py"}
        return [(each.key, [place.line for place in each.way]) for each in found]

    assert ways("dX1_branch", "block_backward") == [("b{l}.ln2_g", [33]), ("b{l}.ln2_b", [34])]
    assert ways("dXn", "block_backward") == [
        ("b{l}.wo", [37, 22]),
        ("b{l}.bo", [37, 23]),
        ("b{l}.wq", [37, 26]),
        ("b{l}.bq0", [37, 27]),
        ("b{l}.wk", [37, 26]),
        ("b{l}.bk1", [37, 27]),
    ]
    assert ways("first", "loss_and_grads")[2:5] == [
        ("b0.other", [46, 35]),
        ("b0.wo", [46, 37, 22]),
        ("b0.bo", [46, 37, 23]),
    ]


def test_a_store_over_several_lines_is_all_of_them(make_index: MakeIndex) -> None:
    index = make_index({"m.py": "def f(g, x):\n    g['a'] = (\n        x\n    )\n"})
    (found,) = fillings(index, index.resolve("g['a']", "m.f"), "g")
    assert found == Filling("a", (Place("m.py", 2, 4),))
