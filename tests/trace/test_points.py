from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from docgen.trace.cells import CellError
from docgen.trace.plan import Clash, Watch
from docgen.trace.points import indexed, numbers


def as_list(value: object) -> object:
    return value.tolist() if isinstance(value, np.ndarray) else value


LOOP = """
    def f(x, n):
        total = x * 0
        for i in range(n):
            step = x * i
            total += step
        return total
"""


def test_each_visit_reads_the_values_of_its_own_iteration(modules: Any) -> None:
    module = modules(LOOP)
    plan = module.equation(
        ("f", "total", "after", "total += step"),
        {
            "new": ("f", "total", "after", "total += step"),
            "old": ("f", "total", "before", "total += step"),
            "step": ("f", "step", "after", "step ="),
            "x": ("f", "x", "entry", ""),
        },
    )
    module.run(lambda space: space["f"](np.array([2.0]), 3))
    assert module.values(plan) == [
        {"new": [0.0], "old": [0.0], "step": [0.0], "x": [2.0]},
        {"new": [2.0], "old": [0.0], "step": [2.0], "x": [2.0]},
        {"new": [6.0], "old": [2.0], "step": [4.0], "x": [2.0]},
    ]
    points = module.source_of(plan).points(0)
    assert [(one.call, one.visit) for one in points] == [(0, 0), (0, 1), (0, 2)]
    observed = [one.value.data for one in module.recorder.observations() if one.value]
    assert (4.0,) in observed  # a watch that is kept is observed all the same


def test_calls_are_kept_apart_and_a_late_value_is_read_in_its_call(modules: Any) -> None:
    module = modules(
        """
        def f(x):
            y = x + 1
            z = y * 2
            return z
        """
    )
    plan = module.equation(
        ("f", "y", "after", "y ="),
        {"x": ("f", "x", "entry", ""), "z": ("f", "z", "after", "z =")},
    )
    module.run(lambda space: (space["f"](1.0), space["f"](5.0)))
    assert module.values(plan) == [{"x": 1.0, "z": 4.0}, {"x": 5.0, "z": 12.0}]


def test_at_most_as_many_points_as_asked_for(modules: Any) -> None:
    module = modules(LOOP)
    plan = module.equation(
        ("f", "step", "after", "step ="), {"step": ("f", "step", "after", "step =")}, limit=3
    )
    module.run(lambda space: space["f"](1.0, 9))
    assert module.values(plan) == [{"step": 0.0}, {"step": 4.0}, {"step": 8.0}]


PAIR = """
    def forward(x):
        z = x * 2
        return z + 1, {"z": z}

    def backward(dout, cache):
        dx = dout * 2
        return dx
"""
PAIRED = {
    "dx": ("backward", "dx", "after", "dx ="),
    "z": ("forward", "z", "after", "z =", {"is_paired": True}),
}


def test_a_value_of_the_call_that_made_the_cache(modules: Any) -> None:
    module = modules(PAIR)
    plan = module.equation(("backward", "dx", "after", "dx ="), PAIRED)

    def run(space: dict[str, Any]) -> None:
        caches = [space["forward"](float(x))[1] for x in (1, 2, 3)]
        for cache in reversed(caches):
            space["backward"](cache["z"], cache)

    module.run(run)
    assert module.values(plan) == [
        {"dx": 12.0, "z": 6.0},
        {"dx": 8.0, "z": 4.0},
        {"dx": 4.0, "z": 2.0},
    ]


def test_a_cache_that_nobody_returned(modules: Any) -> None:
    module = modules(PAIR)
    plan = module.equation(("backward", "dx", "after", "dx ="), PAIRED)
    module.run(lambda space: (space["forward"](1.0), space["backward"](1.0, {"z": 2.0})))
    with pytest.raises(
        CellError,
        match=r"^\$Z\$: no call of `forward` returned what this call of `backward` receives$",
    ):
        module.values(plan)


def test_an_argument_of_a_function_that_the_statement_calls(modules: Any) -> None:
    module = modules(
        """
        def inner(u):
            return u * 3

        def f(x):
            y = inner(x + 1)
            return y
        """
    )
    plan = module.equation(
        ("f", "y", "after", "y ="),
        {"y": ("f", "y", "after", "y ="), "u": ("inner", "u", "entry", "")},
    )
    module.run(lambda space: (space["inner"](9.0), space["f"](1.0), space["f"](2.0)))
    assert module.values(plan) == [{"y": 6.0, "u": 2.0}, {"y": 9.0, "u": 3.0}]


def test_a_cell_without_a_value(modules: Any) -> None:
    module = modules(PAIR)
    plan = module.equation(
        ("forward", "z", "after", "z ="), {"z": ("forward", 'x["a"]', "after", "z =")}
    )
    module.run(lambda space: space["forward"](1.0))
    with pytest.raises(CellError, match=r'^\$Z\$: `x\["a"\]`: TypeError: '):
        module.values(plan)


def test_what_the_statement_does_not_need_may_be_missing(modules: Any) -> None:
    module = modules(
        """
        def f(x):
            if x > 0:
                y = x
            z = x * 2
            return z
        """
    )
    reads = {"z": ("f", "z", "after", "z ="), "y": ("f", "y", "after", "y =")}
    plan = module.equation(("f", "z", "after", "z ="), reads, sides=["z"])
    needs = module.equation(("f", "z", "after", "z ="), reads, key="needs")
    module.run(lambda space: (space["f"](1.0), space["f"](-1.0)))
    assert module.values(plan) == [{"z": 2.0, "y": 1.0}, {"z": -2.0}]
    with pytest.raises(CellError, match=r"^\$Y\$: it is not reached in the same call"):
        module.values(needs)


def test_a_statement_that_the_file_does_not_have(modules: Any) -> None:
    module = modules(PAIR)
    plan = module.equation(("forward", "z", "after", "z ="), {})
    watch = module.watches["forward"]["z after z ="]
    module.watches["forward"]["z after z ="] = Watch(watch.key, (90, 0, 90, 1), "after", "z")
    module.run(lambda space: space["forward"](1.0))
    with pytest.raises(CellError, match=r"^the file has no such statement$"):
        module.values(plan)


def test_an_index() -> None:
    array = np.arange(6.0).reshape(2, 3)
    assert as_list(indexed(array, "[:, 1]")) == [1.0, 4.0]
    assert as_list(indexed(array, "[-1, 0:2]")) == [3.0, 4.0]
    assert as_list(indexed([[1, 2], [3, 4]], "[1]")) == [3, 4]
    assert indexed(array, "") is array


@pytest.mark.parametrize("text", ["[t]", "[f(1)]", "[0](1)", "[", "[1.0]", "[True]", "x"])
def test_what_is_no_index(text: str) -> None:
    with pytest.raises(CellError, match=r"is no subscript of whole numbers$"):
        indexed(np.zeros(3), text)


def test_an_index_past_the_end() -> None:
    with pytest.raises(CellError, match=r"^`\[3\]`: index 3 is out of bounds"):
        indexed(np.zeros(3), "[3]")


REBOUND = """
    def f(x):
        x = x + 0.5
        y = x * 2
        x = x - np.array([0.0, 0.25])
        z = x * 3
        return y + z
"""


def test_a_symbol_with_two_values_in_one_call(modules: Any) -> None:
    module = modules(REBOUND)
    for key, statement in (("first", "y ="), ("second", "z =")):
        cell = statement[0]
        module.equation(
            ("f", cell, "after", statement),
            {"x": ("f", "x", "before", statement), cell: ("f", cell, "after", statement)},
            key=key,
            clash={"x": "X", cell: cell},
        )
    module.run(lambda space: space["f"](np.array([1.0, 2.0])))
    assert module.clashes() == [
        Clash("X", ("first", "second"), 0, ("2.5 at [1]", "2.25 at [1]")),
    ]


def test_no_clash_between_iterations_calls_and_indices(modules: Any) -> None:
    module = modules(LOOP)
    module.equation(
        ("f", "step", "after", "step ="),
        {"s": ("f", "step", "after", "step =")},
        key="first",
        clash={"s": "S"},
    )
    module.equation(
        ("f", "total", "after", "total += step"),
        {
            "s": ("f", "step", "before", "total += step"),
            "t": ("f", "step", "before", "total += step", {"index": "[0]"}),
        },
        key="second",
        clash={"s": "S", "t": "S"},
    )

    def run(space: dict[str, Any]) -> None:
        space["f"](np.array([1.0, np.nan]), 3)
        space["f"](np.array([2.0]), 2)

    module.run(run)
    assert module.clashes() == []


def test_a_symbol_that_changes_its_shape(modules: Any) -> None:
    module = modules(
        """
        def f(x):
            y = x * 2
            x = x[0]
            z = x * 3
            return y, z
        """
    )
    for key, statement in (("first", "y ="), ("second", "z =")):
        module.equation(
            ("f", statement[0], "after", statement),
            {"x": ("f", "x", "before", statement)},
            key=key,
            clash={"x": "x"},
        )
    module.run(lambda space: space["f"](np.ones(2)))
    assert module.clashes() == [Clash("x", ("first", "second"), 0, ("shape (2,)", "shape ()"))]


def test_a_mask_is_not_dropped() -> None:
    masked = np.ma.masked_array([[1.0, 2.0]], [[True, False]])
    assert numbers(masked) is masked
    part = indexed(masked, "[0, :]")
    assert isinstance(part, np.ma.MaskedArray)
    assert part.mask.tolist() == [True, False]
    rows = [masked]
    assert numbers(rows) is rows


def test_the_last_visit_is_a_point_however_many_there_are(modules: Any) -> None:
    module = modules(
        """
        def f(n):
            for i in range(n):
                y = i * 2.0
            return y
        """
    )
    anchor = ("f", "y", "after", "y =")
    plan = module.equation(anchor, {"y": anchor, "i": ("f", "i", "before", "y =")}, limit=3)
    module.run(lambda space: space["f"](2500))
    found = [(one.visit, one.values["i"].item()) for one in module.source_of(plan).points(0)]
    assert found == [(0, 0), (1000, 1000), (2499, 2499)]
