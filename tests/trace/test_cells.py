from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
import pytest

from docgen.trace.cells import CellError, Executed, evaluate, noting, parse_cell, store


@dataclass(frozen=True)
class Config:
    ff_dim: int = 8


@dataclass(slots=True)
class Slotted:
    w: float = 2.0


@dataclass
class Counting:
    reads: list[int] = field(default_factory=list)

    @property
    def lazy(self) -> float:
        self.reads.append(1)
        return 5.0

    def __add__(self, other: object) -> float:
        self.reads.append(2)
        return 1.5


FRAME: dict[str, object] = {
    "params": {"b0.ff1_w": np.array([[1.0, 2.0], [3.0, 4.0]])},
    "p": "b0.",
    "l": 0,
    "Z": np.array([[1.0, -2.0]]),
    "cfg": Config(),
    "s": Slotted(),
    "np": np,
}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('params[p + "ff1_w"]', [[1.0, 2.0], [3.0, 4.0]]),
        ('params[f"b{l}.ff1_w"][0]', [1.0, 2.0]),
        ("(Z > 0)", [[True, False]]),
        ("Z[0, 1]", -2.0),
        ("Z[:, ::-1]", [[-2.0, 1.0]]),
        ("Z[..., None].shape", (1, 2, 1)),
        ("Z.T", [[1.0], [-2.0]]),
        ("Z.sum(axis=0)", [1.0, -2.0]),
        ("-Z @ Z.T + 1", [[-4.0]]),
        ("cfg.ff_dim // 2", 4),
        ("s.w ** 2", 4.0),
        ("[l, l + 1]", [0, 1]),
        ("np.pi > 3", True),
        ("not l", True),
        ("p + f'{p!r}'", "b0.'b0.'"),
    ],
)
def test_evaluate(text: str, expected: object) -> None:
    found = evaluate(parse_cell(text), FRAME)
    assert (found.tolist() if isinstance(found, np.ndarray) else found) == expected


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("Q[0]", "`Q` is not bound here"),
        ("return[0]", "`return` is not bound here"),
        ('params["x"]', "`params[\"x\"]`: KeyError: 'x'"),
        ("np.exp(Z)", "`np.exp(Z)` is neither a part of the statement nor readable in its frame"),
        ("p.max()", "`p.max()`: `p` is no array"),
        (
            "[z for z in Z]",
            "`[z for z in Z]` is neither a part of the statement nor readable in its frame",
        ),
        ("f'{l:03}'", "`f'{l:03}'`: only plain fields of an f-string are read"),
        ("Z +", "`Z +` is not a Python expression"),
    ],
)
def test_problems(text: str, problem: str) -> None:
    with pytest.raises(CellError) as caught:
        evaluate(parse_cell(text), FRAME)
    assert str(caught.value) == problem


def test_evaluation_changes_nothing() -> None:
    counts: defaultdict[str, list[float]] = defaultdict(list)
    counting = Counting()
    array = np.array([3.0, 1.0])
    frame: dict[str, object] = {"d": counts, "c": counting, "a": array}
    assert evaluate(parse_cell('d["missing"]'), frame) == []
    assert evaluate(parse_cell("c.lazy"), frame) == 5.0
    assert evaluate(parse_cell("c + 1"), frame) == 1.5
    evaluate(parse_cell("a.clip(0, 1, a)"), frame)
    assert (dict(counts), counting.reads, array.tolist()) == ({}, [], [3.0, 1.0])


def test_private_names_are_those_of_the_class() -> None:
    class Net:
        def __init__(self) -> None:
            self.__w = 2.0

    assert evaluate(parse_cell("net.__w"), {"net": Net()}) == 2.0


def test_store() -> None:
    frame: dict[str, object] = {"x": 1.0, "d": {"k": 1.0}, "s": Slotted()}
    for text in ("x", 'd["k"]', "s.w"):
        store(parse_cell(text), frame, 9.0)
    assert frame == {"x": 9.0, "d": {"k": 9.0}, "s": Slotted(9.0)}
    with pytest.raises(CellError):
        store(parse_cell("x + 1"), frame, 1.0)


class Lazy:
    KIND = 3

    def __init__(self) -> None:
        self.x = 2.0

    @property
    def wide(self) -> float:
        return 3 * self.x

    @cached_property
    def once(self) -> float:
        return 4 * self.x

    def method(self) -> float:
        return 0.0


class Open:
    def __getattr__(self, name: str) -> float:
        if name.startswith("__"):
            raise AttributeError(name)
        return 7.0


class Closed:
    y = 1.0

    def __getattribute__(self, name: str) -> object:
        return object.__getattribute__(self, name)


@pytest.mark.parametrize(
    ("text", "value", "names"),
    [
        ("lazy.x", 2.0, []),
        ("lazy.KIND", 3, []),
        ("lazy.wide", 6.0, ["Lazy.wide"]),
        ("lazy.once", 8.0, ["Lazy.once"]),
        ("lazy.wide + lazy.once", 14.0, ["Lazy.wide", "Lazy.once"]),
        ("open.z", 7.0, ["Open.__getattr__"]),
        ("closed.y", 1.0, ["Closed.__getattribute__"]),
    ],
)
def test_the_code_that_a_cell_executes_is_noted(text: str, value: object, names: list[str]) -> None:
    frame = {"lazy": Lazy(), "open": Open(), "closed": Closed()}
    executed: Executed = {}
    with noting(executed):
        assert evaluate(parse_cell(text), frame) == value
        callable_found = evaluate(parse_cell("lazy.method"), frame)
    assert callable(callable_found)
    assert executed == {f"{__name__}:{name}": __file__ for name in names}
    evaluate(parse_cell("lazy.wide"), frame)
    assert len(executed) == len(names)
