"""Which statements are numeric, and when two traces agree."""

from __future__ import annotations

from textwrap import dedent

import pytest

from docgen.mutation.values import agree
from docgen.pages.watch import (
    StatementKey,
    Watched,
    holds_float,
    numeric_places,
    values_plan,
    watched,
)
from docgen.source.module import parse_module
from docgen.trace.plan import (
    FunctionPlan,
    GradientPlan,
    Observation,
    RunPlan,
    Trace,
    Watch,
)
from docgen.trace.value import Number, Value

SOURCE = """
import numpy as np

def f(x, *rest, key=None):
    (a, b), *c = x
    key[0] += 1
    for row in x:
        pass
    np.add(x, a, out=key)
    return a
"""


def make() -> Watched:
    module = parse_module("m", "m.py", dedent(SOURCE).removeprefix("\n").encode())
    return watched(module, module.definitions[0])


def array(*data: Number, digest: str = "", hidden: int = 0, dtype: str = "float64") -> Value:
    return Value("array", dtype, (len(data),), data, hidden, digest=digest)


def members(*items: Value, hidden: int = 0) -> Value:
    """A list with a digest of what is shown of it; some of its members are not shown."""
    return Value("list", "list", items=items, hidden=hidden, digest=repr(items))


def trace(*values: Value | None, result: Value | None = None, key: str = "k") -> Trace:
    seen = tuple(Observation(key, 0, at, value) for at, value in enumerate(values))
    return Trace("r", observations=seen, result=result)


def test_watches_of_a_function() -> None:
    plan = make().plan

    assert (plan.name, plan.path, plan.line) == ("m:f", "m.py", 3)
    assert [(watch.node, watch.when, watch.cell) for watch in plan.watches] == [
        ((4, 4, 4, 18), "after", "a"),
        ((4, 4, 4, 18), "after", "b"),
        ((4, 4, 4, 18), "after", "c"),
        ((5, 4, 5, 15), "after", "key[0]"),
        ((6, 4, 7, 12), "after", "row"),
        ((8, 4, 8, 25), "before", "x"),
        ((8, 4, 8, 25), "after", "x"),
        ((8, 4, 8, 25), "before", "a"),
        ((8, 4, 8, 25), "after", "a"),
        ((8, 4, 8, 25), "before", "key"),
        ((8, 4, 8, 25), "after", "key"),
        ((9, 4, 9, 12), "after", "return"),
        (None, "exit", "return"),
        (None, "exit", "x"),
        (None, "exit", "rest"),
        (None, "exit", "key"),
    ]
    assert len({watch.key for watch in plan.watches}) == len(plan.watches)


def numeric(*seen: tuple[tuple[int, str, str], Value | None]) -> set[int]:
    """Lines of the numeric statements, from values of (line, when, cell)."""
    function = make()
    key_of: dict[tuple[int, str, str], str] = {
        (watch.node[0], watch.when, watch.cell): watch.key
        for watch in function.plan.watches
        if watch.node is not None
    }
    observed = tuple(Observation(key_of[asked], 0, 0, value) for asked, value in seen)
    return {
        place.node[0]
        for place in numeric_places({"m:f": function}, [Trace("r", observations=observed)])
    }


def test_statements_with_floats_are_numeric() -> None:
    assert numeric(((4, "after", "a"), array(1, dtype="int64"))) == set()
    assert numeric(((4, "after", "a"), Value("text", text="1.0"))) == set()
    assert numeric(((4, "after", "a"), None)) == set()
    assert numeric(((4, "after", "b"), array(1.0))) == {4}
    assert numeric(((9, "after", "return"), Value("number", "float", (), (0.5,)))) == {9}


def test_a_call_is_numeric_where_it_changes_floats() -> None:
    before, after = (8, "before", "key"), (8, "after", "key")

    assert numeric((before, array(0.0)), (after, array(0.0))) == set()
    assert numeric((before, array(0.0)), (after, array(1.0))) == {8}
    assert numeric((before, array(0, dtype="int64")), (after, array(1, dtype="int64"))) == set()
    assert numeric((after, array(1.0))) == set()


def test_floats_inside_of_containers_count() -> None:
    inner = Value("dict", keys=("a",), items=(Value("list", items=(array(1.0),)),))

    assert holds_float(Value("tuple", items=(Value("none"), inner)))
    assert not holds_float(Value("tuple", items=(Value("none"), array(1, dtype="bool"))))
    assert holds_float(Value("number", "complex", (), ("1+2j",)))


NUMBER = Value("number", "float", (), (1.0,))


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        (trace(array(1.0)), trace(array(1.0)), True),
        (trace(array(1.0, 1e-13)), trace(array(1.0, 0.0)), True),
        (trace(array(1.0, 1e-11)), trace(array(1.0, 0.0)), False),
        (trace(array(1e9, 0.0)), trace(array(1e9, 1e-4)), True),
        (trace(array("nan", 1.0)), trace(array("nan", 1.0)), True),
        (trace(array("nan")), trace(array(1.0)), False),
        (trace(array("inf")), trace(array("-inf")), False),
        (trace(array(1.0)), trace(array(1.0, 1.0)), False),
        (
            trace(Value("object", "Cache", digest="a")),
            trace(Value("object", "Cache", digest="a")),
            True,
        ),
        (
            trace(Value("object", "Cache", digest="a")),
            trace(Value("object", "Cache", digest="b")),
            False,
        ),
        # One that does not tell what it holds may hold anything.
        (trace(Value("object", "Lock")), trace(Value("object", "Lock")), False),
        (trace(members(array(1.0), hidden=2)), trace(members(array(1.0), hidden=2)), True),
        (trace(members(array(1.0), hidden=2)), trace(members(array(1.0 + 1e-15), hidden=2)), False),
        (trace(array(1.0)), trace(array(1, dtype="int64")), True),
        (trace(array(1.0), array(2.0)), trace(array(1.0)), False),
        (trace(None), trace(array(1.0)), False),
        (trace(None), trace(None), True),
        (trace(array(1.0, digest="a", hidden=5)), trace(array(1.0, digest="a", hidden=5)), True),
        (trace(array(1.0, digest="a", hidden=5)), trace(array(1.0, digest="b", hidden=5)), False),
        (trace(result=NUMBER), trace(result=NUMBER), True),
        (trace(result=NUMBER), trace(result=Value("number", "float", (), (2.0,))), False),
        (trace(result=NUMBER), trace(), False),
        (trace(array(1.0), key="other"), trace(array(2.0), key="other"), True),
        (
            trace(Value("tuple", items=(array(1.0),))),
            trace(Value("tuple", items=(array(2.0),))),
            False,
        ),
    ],
)
def test_agreement(one: Trace, other: Trace, expected: bool) -> None:
    plan = FunctionPlan("m", "m.py", "f", 1, (Watch("k", None, "exit", "return"),))

    assert agree(one, other, Watched(plan, {}, ())) is expected


def test_a_plan_of_values_probes_all_functions_and_records_one() -> None:
    plan = RunPlan(
        "r",
        "t:example",
        "t.py",
        functions=(FunctionPlan("m", "m.py", "g", 1, (Watch("w", None, "exit", "x"),)),),
        gradients=(GradientPlan("g", "m:f", "m:g", "return", "dY", ()),),
        expressions=(("e", "m", "np.pi"),),
        replays=3,
    )
    one = Watched(FunctionPlan("m", "m.py", "f", 3, (Watch("v", None, "exit", "x"),)), {}, ())
    two = Watched(FunctionPlan("m", "m.py", "h", 9, (Watch("u", None, "exit", "x"),)), {}, ())

    assert values_plan(plan, 2, (one, two), {"m:f"}) == RunPlan(
        "r",
        "t:example",
        "t.py",
        functions=(
            one.plan,
            FunctionPlan("m", "m.py", "g", 1),
            FunctionPlan("m", "m.py", "h", 9),
        ),
        once=True,
        replay=2,
    )


def test_places_are_told_apart_by_file_and_span() -> None:
    keys = make().keys

    assert set(keys.values()) == {
        StatementKey("m.py", node)
        for node in (
            (4, 4, 4, 18),
            (5, 4, 5, 15),
            (6, 4, 7, 12),
            (8, 4, 8, 25),
            (9, 4, 9, 12),
        )
    }
