"""Edges of a flow, each worked out by hand: (from, to, name), 0 the entry, last + 1 the return."""

from __future__ import annotations

import textwrap
from collections.abc import Callable
from pathlib import Path

import pytest

from docgen.pages.edges import Way, flow_edges
from docgen.source.flow import Flow
from docgen.source.index import SourceIndex
from docgen.views.steps import FlowEdge

Ways = Callable[..., Way]


@pytest.fixture
def way(tmp_path: Path) -> Ways:
    """The edges between named cells of the one function `f` of a file."""

    def make(code: str, cells: str, function: str = "f") -> Way:
        (tmp_path / "m.py").write_text(textwrap.dedent(code), encoding="utf-8")
        index = SourceIndex.scan(tmp_path)
        anchor = index.function(f"m.{function}")
        rows = [index.resolve(cell.strip(), anchor.scope) for cell in cells.split(";")]
        return flow_edges(index, anchor, Flow.of(index, anchor), rows)

    return make


BLOCK = """
def f(dY, c, params, l, grads):
    p = f"b{l}."
    dXn2 = ffn_backward(dY, c["ff"], params, p, grads)
    dX1_branch, dg, db = norm_backward(dXn2, c["ln2"], params[p + "g"])
    grads[p + "g"] += dg
    grads[p + "b"] += db
    dX1 = dY + dX1_branch
    dXn = attention_backward(dX1, c["att"], params, p, grads)
    dX_branch, dg, db = norm_backward(dXn, c["ln1"], params[p + "g"])
    return dX1 + dX_branch
"""


def test_the_gradient_through_a_block(way: Ways) -> None:
    assert way(BLOCK, "dXn2; dX1_branch; dX1; dXn; dX_branch; return") == Way(
        "dY",
        (
            FlowEdge(0, 1, "dY"),
            FlowEdge(1, 2, "dXn2"),
            FlowEdge(0, 3, "dY"),
            FlowEdge(2, 3, "dX1_branch"),
            FlowEdge(3, 4, "dX1"),
            FlowEdge(4, 5, "dXn"),
            FlowEdge(3, 6, "dX1"),
            FlowEdge(5, 6, "dX_branch"),
            FlowEdge(6, 7, ""),
        ),
    )


FEED = """
def f(Xn, params, p):
    Z = Xn @ params[p + "w"]
    A = np.maximum(0, Z)
    return A @ params[p + "v"], dict(Xn=Xn, Z=Z, A=A)
"""


def test_the_way_through_a_feed_forward_layer(way: Ways) -> None:
    assert way(FEED, "Z; A; return[0]") == Way(
        "Xn",
        (FlowEdge(0, 1, "Xn"), FlowEdge(1, 2, "Z"), FlowEdge(2, 3, "A"), FlowEdge(3, 4, "")),
    )
    assert way(FEED, "Z; A; return").edges[2:] == (
        FlowEdge(2, 3, "A"),
        FlowEdge(0, 3, "Xn"),
        FlowEdge(1, 3, "Z"),
        FlowEdge(3, 4, ""),
    )


def test_a_return_that_is_no_row_lets_values_out(way: Ways) -> None:
    assert way(FEED, "Z; A").edges == (
        FlowEdge(0, 1, "Xn"),
        FlowEdge(1, 2, "Z"),
        FlowEdge(2, 3, "A"),
        FlowEdge(0, 3, "Xn"),
        FlowEdge(1, 3, "Z"),
    )


def test_only_the_last_of_two_values_of_a_name_goes_on(way: Ways) -> None:
    code = "def f(x):\n    z = x * 2\n    y = z + x\n    x = y * y\n    return x + z\n"
    assert way(code, "z; y; x = y * y; return") == Way(
        "x",
        (
            FlowEdge(0, 1, "x"),
            FlowEdge(1, 2, "z"),
            FlowEdge(0, 2, "x"),
            FlowEdge(2, 3, "y"),
            FlowEdge(3, 4, "x"),
            FlowEdge(1, 4, "z"),
            FlowEdge(4, 5, ""),
        ),
    )


def test_a_loop_carries_a_value_back(way: Ways) -> None:
    code = """
        def f(x, n):
            total = x * 0
            for k in range(n):
                y = total * x
                total += y
            return total
    """
    assert way(code, "total = x * 0; y; total += y; return") == Way(
        "x",
        (
            FlowEdge(0, 1, "x"),
            FlowEdge(1, 2, "total"),
            FlowEdge(3, 2, "total"),
            FlowEdge(0, 2, "x"),
            FlowEdge(2, 3, "y"),
            FlowEdge(1, 3, "total"),
            FlowEdge(3, 3, "total"),
            FlowEdge(1, 4, "total"),
            FlowEdge(3, 4, "total"),
            FlowEdge(4, 5, ""),
        ),
    )


def test_either_branch_may_give_the_value(way: Ways) -> None:
    code = """
        def f(x, is_long):
            y = x * 2
            if is_long:
                y = x + 1
            return y * 3
    """
    assert way(code, "y = x * 2; y = x + 1; return").edges == (
        FlowEdge(0, 1, "x"),
        FlowEdge(0, 2, "x"),
        FlowEdge(1, 3, "y"),
        FlowEdge(2, 3, "y"),
        FlowEdge(3, 4, ""),
    )


def test_a_parameter_bound_anew_in_a_branch_still_comes_in(way: Ways) -> None:
    code = """
        def f(x):
            if len(x) > 3:
                x = x[:3]
            return x * 2
    """
    assert way(code, "x = x[:3]; return").edges == (
        FlowEdge(0, 1, "x"),
        FlowEdge(0, 2, "x"),
        FlowEdge(1, 2, "x"),
        FlowEdge(2, 3, ""),
    )


def test_statements_between_are_told(way: Ways) -> None:
    code = """
        def f(x):
            a = x * 2
            b = a.sum()
            c = b + 1
            d = c * a
            return d
    """
    assert way(code, "a; d").edges == (
        FlowEdge(0, 1, "x"),
        FlowEdge(1, 2, "a", ("b", "c")),
        FlowEdge(1, 2, "a"),
        FlowEdge(2, 3, "d"),
    )


def test_what_is_stored_into_one_dictionary_does_not_feed_its_other_entries(way: Ways) -> None:
    code = """
        def f(x, grads):
            grads["a"] += x
            grads["b"] += x
            return grads
    """
    assert way(code, 'grads["a"]; grads["b"]; return').edges == (
        FlowEdge(0, 1, "x"),
        FlowEdge(0, 2, "x"),
        FlowEdge(1, 3, "grads"),
        FlowEdge(2, 3, "grads"),
        FlowEdge(3, 4, ""),
    )


def test_dictionaries_texts_and_the_receiver_are_no_entry(way: Ways) -> None:
    code = """
        class C:
            def f(self, cache, p, x, l):
                y = self.g(cache["a"], f"b{l}", x)
                return y
    """
    assert way(code, "y", "C.f") == Way("x", (FlowEdge(0, 1, "x"), FlowEdge(1, 2, "y")))


def test_without_a_parameter_nothing_comes_in(way: Ways) -> None:
    assert way("def f():\n    y = g()\n    return y\n", "y") == Way("", (FlowEdge(1, 2, "y"),))


def test_the_row_of_a_statement_takes_what_goes_into_its_targets_without_a_row(way: Ways) -> None:
    code = """
        def f(x, n):
            q = x + 1
            k = x + 2
            a, b = cut(q, n), cut(k, n)
            return a @ b
    """
    assert way(code, "q; k; a; return").edges == (
        FlowEdge(0, 1, "x"),
        FlowEdge(0, 2, "x"),
        FlowEdge(1, 3, "q"),
        FlowEdge(2, 3, "k"),
        FlowEdge(3, 4, "a"),
        FlowEdge(3, 4, "b"),
        FlowEdge(4, 5, ""),
    )
    assert way(code, "q; k; a; b; return").edges[2:6] == (
        FlowEdge(1, 3, "q"),
        FlowEdge(2, 4, "k"),
        FlowEdge(3, 5, "a"),
        FlowEdge(4, 5, "b"),
    )


CHANGED = """
def scale(g, most):
    for name in g:
        g[name] *= most


def put(g, x):
    g["last"] = x


def f(x, opt):
    g = start(x)
    scale(g, 0.5)
    opt.step(g)
    put(g, x)
    return g
"""


def test_what_a_call_changes_comes_from_it_afterwards(way: Ways) -> None:
    """`scale` reads and changes all of `g`, an unknown method may, and `put` only puts into it."""
    assert way(CHANGED, "g; scale(...); opt.step(...); put(...)").edges == (
        FlowEdge(0, 1, "x"),
        FlowEdge(1, 2, "g"),
        FlowEdge(2, 3, "g"),
        FlowEdge(0, 4, "x"),
        FlowEdge(2, 5, "g"),
        FlowEdge(3, 5, "g"),
        FlowEdge(4, 5, "g"),
    )


def test_a_call_that_is_left_out_hands_on_what_it_changes(way: Ways) -> None:
    assert way(CHANGED, "g; opt.step(...)").edges[:2] == (
        FlowEdge(0, 1, "x"),
        FlowEdge(1, 2, "g", ("g",)),
    )


LISTS = """
def f(x, n):
    s = [x]
    kept = []
    for k in range(n):
        y, c = g(s[-1])
        s.append(y)
        kept.append(c)
    use(s[-1], y)
    return kept
"""


def test_a_list_that_grows_reaches_a_call_and_what_is_returned(way: Ways) -> None:
    """`append` changes the list and not what it puts there, so `y` comes from its statement."""
    assert way(LISTS, "s; y; s.append(...); use(...)").edges == (
        FlowEdge(0, 1, "x"),
        FlowEdge(1, 2, "s"),
        FlowEdge(3, 2, "s"),
        FlowEdge(1, 3, "s"),
        FlowEdge(3, 3, "s"),
        FlowEdge(2, 3, "y"),
        FlowEdge(1, 4, "s"),
        FlowEdge(3, 4, "s"),
        FlowEdge(2, 4, "y"),
        FlowEdge(2, 5, "c", ("kept",)),
    )


def test_an_entry_that_is_read_comes_from_where_it_was_stored(way: Ways) -> None:
    code = """
        def f(x):
            c = {}
            c["a"] = x
            c["b"] = c["a"] + 1
            return c["b"]
    """
    assert way(code, 'c["a"]; c["b"]').edges == (
        FlowEdge(0, 1, "x"),
        FlowEdge(1, 2, "c"),
        FlowEdge(1, 3, "c"),
        FlowEdge(2, 3, "c"),
    )
