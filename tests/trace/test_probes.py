from __future__ import annotations

import ast
import traceback
from textwrap import dedent
from typing import Any

import numpy as np
import pytest

from docgen.trace.cells import RETURNED
from docgen.trace.plan import FunctionPlan, Watch
from docgen.trace.probes import HOOK, instrument
from docgen.trace.recorder import ProbedFunction, Recorder

W = np.array([[2.0]])
X = np.array([3.0])
B = np.array([1.0])


def test_c018_backslash_continuation(probe: Any) -> None:
    source = """
        def f(W, x, b):
            h = 1
            Z = W @ x \\
                + b
            return Z
    """
    run = probe(source, ("Z", "Z =", "after", "Z"))
    run.call("f", W, X, B)
    assert run.data("Z") == [(7.0,)]


def test_c019_two_statements_on_one_line(probe: Any) -> None:
    source = """
        def f(x, W, b):
            A = W @ x; Z = A + b
            return Z
    """
    run = probe(source, ("A", "A =", "after", "A"), ("Z", "Z =", "after", "Z"))
    run.call("f", X, W, B)
    assert (run.data("A"), run.data("Z")) == ([(6.0,)], [(7.0,)])


def test_c020_walrus_has_its_own_value(probe: Any) -> None:
    source = """
        def f(W, x, b):
            if (1, Z := W @ x, b):
                y = (M := Z * 2) + b
            return y
    """
    run = probe(
        source,
        ("Z", "if", "after", "Z"),
        ("M", "y =", "after", "M"),
        ("y", "y =", "after", "y"),
    )
    run.call("f", W, X, B)
    assert (run.data("Z"), run.data("M"), run.data("y")) == ([(6.0,)], [(12.0,)], [(13.0,)])


def test_c021_nested_and_starred_targets(probe: Any) -> None:
    source = """
        def f(layer, x):
            (mu, (Z, *_)), = [layer(x)]
            first, *Zs = Z
            for i, Zs[0] in enumerate([9.0]):
                pass
            [q] = [Z]
            return mu, Z, q
    """
    run = probe(
        source,
        ("Z", "(mu", "after", "Z"),
        ("Zs", "first", "after", "Zs"),
        ("element", "for", "after", "Zs[0]"),
        ("q", "[q]", "after", "q"),
    )
    run.call("f", lambda _: (0.5, ([1.0, 2.0, 3.0], 7)), 0)
    (z,), (zs,), (q,) = run.seen("Z"), run.seen("Zs"), run.seen("q")
    assert z.value is not None
    assert zs.value is not None
    assert q.value is not None
    assert [item.data for item in z.value.items] == [(1.0,), (2.0,), (3.0,)]
    assert [item.data for item in zs.value.items] == [(2.0,), (3.0,)]
    assert run.data("element") == [(9.0,)]
    assert q.value == z.value


def test_c022_values_are_copied_at_once(probe: Any) -> None:
    source = """
        def f(x, W, b):
            Z = W @ x
            U = Z
            Z += b
            return Z
    """
    run = probe(
        source,
        ("first", "Z =", "after", "Z"),
        ("U", "U =", "after", "U"),
        ("added", "Z +=", "before", "b"),
        ("old", "Z +=", "before", "Z"),
        ("second", "Z +=", "after", "Z"),
    )
    run.call("f", X, W, B)
    got = {key: run.data(key) for key in ("first", "U", "added", "old", "second")}
    assert got == {
        "first": [(6.0,)],
        "U": [(6.0,)],
        "added": [(1.0,)],
        "old": [(6.0,)],
        "second": [(7.0,)],
    }


def test_c023_match_shows_no_value_of_a_case_not_taken(probe: Any) -> None:
    source = """
        def f(kind, z, cut):
            Z = 0.0
            match kind:
                case "relu":
                    if cut > 0:
                        Z = z * 1e9
                case [Z]:
                    pass
            return Z
    """
    asked = [
        ("2", "Z = 0.0", "after", "Z"),
        ("6", "Z = z", "after", "Z"),
        ("7", "[Z]", "after", "Z"),
    ]
    run = probe(source, *asked)
    run.call("f", "relu", 1.0, -1)
    assert (run.data("2"), run.data("6"), run.data("7")) == ([(0.0,)], [], [])
    run.call("f", [4.0], 1.0, -1)
    assert [(seen.call, seen.visit) for seen in run.seen("7")] == [(1, 0)]
    assert run.data("7") == [(4.0,)]


def test_match_statement_itself_finds_the_capture(probe: Any) -> None:
    source = """
        def f(shape):
            match shape:
                case {"a": first, **rest}:
                    pass
                case [first, *others] if (n := len(others)) > 0:
                    pass
                case _:
                    pass
    """
    run = probe(
        source,
        ("first", "match", "after", "first"),
        ("others", "match", "after", "others"),
        ("n", "match", "after", "n"),
        ("arrived", "_", "before", ""),
    )
    run.call("f", [1.0, 2.0])
    run.call("f", {"a": 5.0, "b": 1})
    run.call("f", None)
    assert run.data("first") == [(1.0,), (5.0,)]
    assert [len(seen.value.items) for seen in run.seen("others") if seen.value] == [1]
    assert run.data("n") == [(1,)]
    assert [seen.call for seen in run.seen("arrived")] == [2]


def test_c024_c025_f_strings(probe: Any) -> None:
    source = '''
        def f(W, x):
            s = f"""
            shape {(Z := W @ x).shape}
            """
            t = f"{x = }"
            return Z, s
    '''
    run = probe(source, ("Z", "s =", "after", "Z"), ("s", "s =", "after", "s"))
    run.call("f", W, X)
    assert run.data("Z") == [(6.0,)]
    assert "shape (1,)" in str(run.data("s")[0])


def test_c026_comprehension_scope(probe: Any) -> None:
    source = """
        def f(W, x):
            rows = [Z for Z in W]
            last = [(H := w * x) for w in W]
            Z = sum(last)
            return Z, H, rows
    """
    run = probe(
        source,
        ("Z", "Z =", "after", "Z"),
        ("H", "last", "after", "H"),
        ("product", "last", "after", "w * x"),
        ("rows", "rows", "after", "[Z for Z in W]"),
    )
    run.call("f", [1.0, 2.0], 3.0)
    assert run.data("Z") == [(9.0,)]
    assert [(seen.call, seen.visit) for seen in run.seen("H")] == [(0, 0), (0, 1)]
    assert run.data("H") == run.data("product") == [(3.0,), (6.0,)]
    assert len(run.seen("rows")) == 1


def test_c027_try_except_finally(probe: Any) -> None:
    source = """
        def f(x):
            try:
                Z = 1.0 / x
            except ZeroDivisionError as Z:
                Z = float("inf")
            finally:
                if x == 0:
                    n = 1
            return Z
    """
    run = probe(
        source,
        ("3", "Z = 1.0", "after", "Z"),
        ("4", "except", "after", "Z"),
        ("5", "Z = float", "after", "Z"),
        ("n", "n =", "after", "n"),
        ("try", "try", "after", "Z"),
    )
    with pytest.raises(UnboundLocalError):
        run.call("f", 0.0)
    assert (run.data("3"), run.data("5"), run.data("n")) == ([], [("inf",)], [(1,)])
    assert run.data("4") == ["ZeroDivisionError"]
    assert run.data("try") == ["ZeroDivisionError"]


def test_parts_of_a_statement_are_taken_in_place(probe: Any) -> None:
    source = """
        calls = []

        def g(x):
            calls.append(x)
            return x * 2

        def f(X1, ff):
            return X1 + ff, dict(once=g(X1 - 1))
    """
    run = probe(
        source,
        ("sum", "return X1", "after", "X1 + ff"),
        ("called", "return X1", "after", "g(X1 - 1)"),
        ("inner", "return X1", "before", "X1 - 1"),
        ("first", "return X1", "after", "return[0]"),
        ("whole", "", "exit", "return[1]['once']"),
        ("name", "return X1", "after", "ff"),
    )
    run.call("f", 3.0, 4.0)
    got = [run.data(key) for key in ("sum", "called", "inner", "first", "whole", "name")]
    assert got == [[(7.0,)], [(4.0,)], [(2.0,)], [(7.0,)], [(4.0,)], [(4.0,)]]
    assert run.space["calls"] == [2.0]


def test_a_part_that_stands_twice_is_read_in_the_frame(probe: Any) -> None:
    source = """
        def f(x):
            y = x[0] + x[0]
            return y
    """
    run = probe(source, ("x", "y =", "before", "x[0]"))
    run.call("f", [2.0])
    assert run.data("x") == [(2.0,)]


def test_a_place_is_read_behind_a_statement_that_may_change_it(probe: Any) -> None:
    source = """
        import numpy as np

        def f(self, x):
            np.add.at(self["y"], 0, 1.0)
            z = np.multiply(x, 2, out=self["z"])
            np.negative(self["y"][1:], out=self["w"][:1])
            np.copyto(self["u"], x + 1)
            q = np.abs(self["y"])
            if np.multiply(x, 3, out=self["u"]) is x:
                q = 0
            return np.multiply(x, 5, out=self["z"])
    """
    run = probe(
        source,
        ("y", "np.add", "after", "self['y']"),
        ("y before", "np.add", "before", "self['y']"),
        ("z", "z =", "after", "self['z']"),
        ("w", "np.neg", "after", "self['w'][:1]"),
        ("part", "np.copyto", "after", "x + 1"),
        ("u", "np.copyto", "after", "self['u']"),
        ("q", "q =", "after", "self['y']"),
        ("in a block", "if", "after", "self['u']"),
        ("returned", "return", "after", "self['z']"),
    )
    own = {name: np.array([0.0, 7.0]) for name in "yzwu"}
    run.call("f", own, np.array([3.0, 4.0]))
    assert {key: run.data(key) for key in [probe.key for probe in run.recorder.probes]} == {
        "y": [(1.0, 7.0)],
        "y before": [(0.0, 7.0)],
        "z": [(6.0, 8.0)],
        "w": [(-7.0,)],
        "part": [(4.0, 5.0)],
        "u": [(4.0, 5.0)],
        "q": [(1.0, 7.0)],
        "in a block": [(4.0, 5.0)],
        "returned": [(15.0, 20.0)],
    }


def test_parts_that_no_frame_tells_are_taken_where_they_stand(probe: Any) -> None:
    """A call, what a call is asked for, what the statement binds itself, what is yielded."""
    source = """
        def f(hear, x, make):
            hear(make(x)[0])
            hear(x[make([0])[0]])
            hear(x[1], x := [9.0, 9.0])
            yield x[0]
            x[0] = 1.0
    """
    run = probe(
        source,
        ("call", "hear(make", "after", "make(x)[0]"),
        ("asked", "hear(x[make", "after", "x[make([0])[0]]"),
        ("bound", "hear(x[1]", "after", "x[1]"),
        ("yielded", "yield", "after", "x[0]"),
    )
    made: Any = run.call("f", lambda *_: None, [5.0, 6.0], list)
    next(made)
    assert [run.data(key) for key in ("call", "asked", "bound", "yielded")] == [
        [(5.0,)],
        [(5.0,)],
        [(6.0,)],
        [(9.0,)],
    ]


def test_target_container_and_key_are_evaluated_once(probe: Any) -> None:
    source = """
        import numpy as np
        asked = []

        def key(name):
            asked.append(name)
            return name

        class Box:
            pass

        def f(grads, dW):
            box = Box()
            grads[key("a") + "b"] += dW
            grads["m"][1:3, 0] = dW
            grads["v"][1:] = 7.0
            box.P = grads["ab"] * 2
            return box
    """
    run = probe(
        source,
        ("sum", "grads[key", "after", 'grads[key("a") + "b"]'),
        ("again", "grads[key", "after", 'grads[key("a") + "b"]'),
        ("block", 'grads["m"]', "after", 'grads["m"][1:3, 0]'),
        ("slice", 'grads["v"]', "after", 'grads["v"][1:]'),
        ("P", "box.P", "after", "box.P"),
        ("old", "grads[key", "before", 'grads["ab"]'),
    )
    run.call("f", {"ab": 1.0, "m": np.zeros((3, 2)), "v": np.zeros(3)}, 5.0)
    assert run.space["asked"] == ["a"]
    assert run.data("sum") == run.data("again") == [(6.0,)]
    assert run.data("block") == [(5.0, 5.0)]
    assert run.data("slice") == [(7.0, 7.0)]
    assert run.data("P") == [(12.0,)]
    assert run.data("old") == [(1.0,)]


def test_loops_and_with_bind_at_the_start_of_their_block(probe: Any) -> None:
    source = """
        from contextlib import nullcontext

        def f(n):
            for i in range(n):
                pass
            with nullcontext(5.0) as w:
                w = 0.0
            while (left := n - 1) > 0:
                n = left
            total: float = n + 0.5
            unset: float
            return total
    """
    run = probe(
        source,
        ("i", "for", "after", "i"),
        ("w", "with", "after", "w"),
        ("left", "while", "after", "left"),
        ("total", "total", "after", "total"),
        ("unset", "unset", "after", "unset"),
        ("after loop", "for", "after", "n"),
    )
    run.call("f", 2)
    assert run.data("i") == [(0,), (1,)]
    assert run.data("w") == [(5.0,)]
    assert run.data("left") == [(1,), (0,)]
    assert run.data("total") == [(1.5,)]
    assert run.data("unset") == ["`unset` is not bound here"]
    assert run.data("after loop") == [(2,)]


def test_entry_exit_and_reached(probe: Any) -> None:
    source = '''
        def f(a, /, b, *rest, c=1, **more):
            """Doc."""
            a = a + 1
            if b:
                return
            d = more["z"]
    '''
    run = probe(
        source,
        ("a", "", "entry", "a"),
        ("rest", "", "entry", "rest[0]"),
        ("a at exit", "", "exit", "a"),
        ("d at exit", "", "exit", "d"),
        ("returned", "return", "after", "return"),
        ("reached", "d =", "after", ""),
        ("returning", "return", "after", ""),
    )
    function = run.space["f"]
    assert callable(function)
    assert function.__doc__ == "Doc."
    function(1, True, 7, z=2)
    function(1, False, 7, z=2)
    assert run.data("a") == [(1,), (1,)]
    assert run.data("rest") == [(7,), (7,)]
    assert run.data("a at exit") == [(2,), (2,)]
    assert run.data("d at exit") == ["`d` is not bound here", (2,)]
    assert [(seen.call, seen.problem) for seen in run.seen("reached")] == [(1, "")]
    assert [(seen.call, seen.problem) for seen in run.seen("returning")] == [(0, "")]
    assert [seen.value.kind for seen in run.seen("returned") if seen.value] == ["none"]
    assert run.recorder.calls == {"model:f": 2}


def test_recursion_and_generators_keep_their_calls_apart(probe: Any) -> None:
    source = """
        def f(n):
            for i in range(2):
                Z = 10 * n + i
                if n:
                    yield from f(n - 1)
                yield Z
    """
    run = probe(source, ("Z", "Z =", "after", "Z"))
    list(run.call("f", 1))
    seen = [(one.call, one.visit, one.value and one.value.data) for one in run.seen("Z")]
    assert seen == [
        (0, 0, (10,)),
        (0, 1, (11,)),
        (1, 0, (0,)),
        (1, 1, (1,)),
        (2, 0, (0,)),
        (2, 1, (1,)),
    ]


def test_nested_functions_methods_closures_and_async(probe: Any) -> None:
    source = """
        import asyncio

        class Net:
            def __init__(self):
                self.__w = 3.0

            def f(self, x):
                scale = 2.0

                def g(y):
                    Z = y * self.__w
                    return Z
                return g(x) + g(x)

        async def wait(x):
            Q = x
            await asyncio.sleep(0)
            return Q
    """
    run = probe(
        source,
        ("Z", "Z =", "after", "Z"),
        ("closure", "Z =", "before", "self.__w"),
        ("enclosing", "return Z", "before", "scale"),
        ("inner return", "return Z", "after", "return"),
        function="Net.f",
    )
    net = run.call("Net")
    assert net.f(2.0) == 12.0
    assert run.data("Z") == [(6.0,), (6.0,)]
    assert run.data("inner return") == [(6.0,), (6.0,)]
    assert run.data("closure") == [(3.0,), (3.0,)]
    assert run.data("enclosing") == [(2.0,), (2.0,)]

    nested = probe(source, ("Z", "Z =", "after", "Z"), function="Net.f.<locals>.g")
    nested.call("Net").f(2.0)
    assert [seen.call for seen in nested.seen("Z")] == [0, 1]

    waiting = probe(source, ("Q", "Q =", "after", "Q"), function="wait")
    coroutine = waiting.call("wait", 4.0)
    coroutine.send(None)
    with pytest.raises(StopIteration):
        coroutine.send(None)
    assert waiting.data("Q") == [(4.0,)]


def test_conditional_definitions_and_module_level(probe: Any) -> None:
    source = """
        from __future__ import annotations
        size = 4
        if size > 3:
            def f():
                Z = 1
        else:
            def f():
                Z = 2
    """
    run = probe(source, ("Z", "Z = 2", "after", "Z"))
    run.call("f")
    assert run.data("Z") == []
    module = probe(source, ("size", "size", "after", "size"), function="")
    assert module.data("size") == [(4,)]
    assert module.recorder.calls == {"model:": 1}


BLOCKS = """
    if n:
        def f1():
            return n
    else:
        class C:
            async def f2(self):
                return n
    for _ in range(1):
        try:
            raise KeyError
        except KeyError:
            def f3():
                return n
        else:
            pass
        finally:
            def f4():
                return n
    with held:
        match n:
            case 1 if n:
                def f5():
                    return (k := n)
            case _:
                f6 = lambda: n
    while False:
        pass
    else:
        def f7(a):
            b = c = a; a = b
            return a
"""


def with_probes(function: str, *watches: Watch) -> tuple[ast.Module, list[int]]:
    """The blocks with probes in one of their functions, and the lines on which probes stand."""
    plan = FunctionPlan("m", "m.py", function, 0, watches)
    tree = ast.parse(dedent(BLOCKS).lstrip("\n"))
    instrument(tree, "m", Recorder([ProbedFunction(plan)], 20))
    hooks = [one for one in ast.walk(tree) if isinstance(one, ast.Name) and one.id == HOOK]
    return tree, sorted({one.lineno for one in hooks})


@pytest.mark.parametrize(
    ("function", "lines"),
    [
        ("f1", [3]),
        ("C.f2", [7]),
        ("f3", [13]),
        ("f4", [18]),
        ("f5", [23]),
        ("f6", [25]),
        ("f7", [30, 31]),
    ],
)
def test_functions_are_found_in_every_block(function: str, lines: list[int]) -> None:
    assert with_probes(function, Watch("x", None, "exit", RETURNED))[1] == lines


def test_every_new_node_has_a_place() -> None:
    tree, lines = with_probes(
        "f7",
        Watch("n", None, "entry", "a"),
        Watch("b", (30, 12, 30, 21), "after", "b"),
        Watch("a", (30, 23, 30, 28), "before", "a"),
        Watch("x", None, "exit", RETURNED),
    )
    placed = ast.dump(tree, include_attributes=True)
    assert ast.dump(ast.fix_missing_locations(tree), include_attributes=True) == placed
    assert lines == [30, 31]


def test_what_the_file_does_not_have_is_told(probe: Any) -> None:
    source = "def f():\n    Z = 1\n"
    gone = probe(source, ("Z", "Z", "after", "Z"), function="g")
    assert [(one.call, one.problem) for one in gone.seen("Z")] == [
        (-1, "the loaded file has no such function")
    ]
    run = probe(source, ("Z", "Z", "after", "Z +"))
    run.call("f")
    assert run.data("Z") == ["`Z +` is not a Python expression"]


def test_limits_of_calls_and_visits(probe: Any) -> None:
    source = """
        def f(n):
            for i in range(n):
                pass
    """
    run = probe(source, ("i", "for", "after", "i"), limit=2)
    run.call("f", 1000)
    run.call("f", 1)
    run.call("f", 1)
    seen = run.seen("i")
    assert len(seen) == 501
    assert (seen[498].visit, seen[499].visit, seen[499].value and seen[499].value.data) == (
        498,
        999,
        (999,),
    )
    assert run.recorder.calls == {"model:f": 3}


def test_tracebacks_keep_their_lines(probe: Any) -> None:
    source = """
        def f(x):
            Z = x
            A = Z \\
                / 0
            return A
    """
    run = probe(source, ("Z", "Z =", "after", "Z"), ("A", "A =", "after", "Z \\\n/ 0"))
    with pytest.raises(ZeroDivisionError) as caught:
        run.call("f", 1)
    assert [step.lineno for step in traceback.extract_tb(caught.tb)][-1] == 3


def test_locals_show_nothing_of_docgen(probe: Any) -> None:
    source = """
        def f(x):
            Z = x
            x[0] = Z[0] + 1
            return dict(locals())
    """
    run = probe(
        source, ("Z", "Z =", "after", "Z"), ("x", "x[0]", "after", "x[0]"), ("e", "", "exit", "x")
    )
    assert run.call("f", [1]) == {"x": [2], "Z": [2]}
