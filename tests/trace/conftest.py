"""A tiny project on disk, and probed source run in this process."""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from textwrap import dedent
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from docgen.evaluation.term import Formula, Leaf, Statement, Term
from docgen.trace.clash import Clashes
from docgen.trace.equation import Equations
from docgen.trace.gradient import probed_functions
from docgen.trace.plan import (
    Clash,
    EquationPlan,
    FunctionPlan,
    NodeKey,
    Observation,
    Reading,
    RunPlan,
    Trace,
    Watch,
)
from docgen.trace.points import Source
from docgen.trace.probes import instrument
from docgen.trace.record import record
from docgen.trace.recorder import ProbedFunction, Recorder
from docgen.trace.wire import Limits

QUICK = Limits(seconds=20.0, memory_mb=2048)


def node(source: str, statement: str) -> NodeKey:
    """The position of the statement (or handler, or pattern) that starts with a text."""
    for found in ast.walk(ast.parse(source)):
        if isinstance(found, ast.stmt | ast.ExceptHandler | ast.pattern):
            text = ast.get_source_segment(source, found) or ""
            if text.startswith(statement):
                assert found.end_lineno is not None
                assert found.end_col_offset is not None
                return (found.lineno, found.col_offset, found.end_lineno, found.end_col_offset)
    raise LookupError(statement)


@dataclass
class Project:
    """Files below a folder, and runs of them."""

    root: Path

    def write(self, path: str, text: str) -> str:
        file = self.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        source = dedent(text).lstrip("\n")
        file.write_text(source, encoding="utf-8")
        return source

    def record(self, *plans: RunPlan, limits: Limits = QUICK) -> list[Trace]:
        return record(self.root, plans, limits)

    def run(
        self,
        target: str = "",
        *watches: tuple[str, str],
        function: str = "f",
        code: str = "",
        limits: Limits = QUICK,
        path: str = "model.py",
    ) -> Trace:
        """Record `model:f`'s cells just after statements that start with a text."""
        source = (self.root / path).read_text(encoding="utf-8")
        asked = tuple(Watch(c + "|" + s, node(source, s), "after", c) for c, s in watches)
        module = path.removesuffix(".py").replace("/", ".")
        functions = (FunctionPlan(module, path, function, 0, asked),) if watches else ()
        plan = RunPlan(
            "k", target, path if target else "", code, (module,) if code else (), {}, functions
        )
        return self.record(plan, limits=limits)[0]


@pytest.fixture
def project(tmp_path: Path) -> Project:
    return Project(tmp_path)


@dataclass
class Probed:
    """Source text with probes, executed here."""

    recorder: Recorder
    space: dict[str, object]

    def seen(self, key: str) -> list[Observation]:
        return [one for one in self.recorder.observations() if one.key == key]

    def data(self, key: str) -> list[object]:
        """Entries of what was recorded under a key; a problem as its text."""
        return [
            seen.problem or (seen.value.data or seen.value.text if seen.value else None)
            for seen in self.seen(key)
        ]

    def call(self, name: str, *arguments: object) -> object:
        function = self.space[name]
        assert callable(function)
        return function(*arguments)


Probe = Callable[..., Probed]


@pytest.fixture
def probe() -> Probe:
    """`probe(source, (key, statement, when, cell), ...)`: the module with those watches."""

    def build(
        source: str, *asked: tuple[str, str, str, str], function: str = "f", limit: int = 20
    ) -> Probed:
        source = dedent(source).lstrip("\n")
        watches = tuple(
            Watch(key, node(source, statement) if statement else None, when, cell)  # type: ignore[arg-type]
            for key, statement, when, cell in asked
        )
        plan = FunctionPlan("model", "model.py", function, 0, watches)
        recorder = Recorder([ProbedFunction(plan)], limit)
        tree = ast.parse(source)
        instrument(tree, "model", recorder)
        space: dict[str, object] = {"__docgen__": recorder, "__name__": "model"}
        exec(compile(tree, "model.py", "exec"), space)
        return Probed(recorder, space)

    return build


Asked = tuple[str, str, str, str]
"""Function, cell, when, start of the statement."""


class Module:
    """A module with probes, in this process, and the equations asked of it."""

    def __init__(self, source: str, limit: int = 20) -> None:
        self.source = dedent(source).lstrip("\n")
        self.limit = limit
        self.watches: dict[str, dict[str, Watch]] = {}
        self.plans: list[EquationPlan] = []

    def watch(self, asked: Asked) -> str:
        function, cell, when, statement = asked
        key = f"{cell} {when} {statement}"
        place = node(self.source, statement) if statement else None
        watch = Watch(key, place, when, cell)  # type: ignore[arg-type]
        self.watches.setdefault(function, {})[key] = watch
        return key

    def equation(self, anchor: Asked, reads: dict[str, Any], **more: Any) -> EquationPlan:
        readings = []
        for leaf, asked in reads.items():
            where, options = (asked[:4], dict(asked[4])) if len(asked) > 4 else (asked, {})
            name = f"m:{where[0]}"
            readings.append(Reading(leaf, self.watch(where), name, **options))
        sides = tuple(Term("leaf", text=leaf) for leaf in more.pop("sides", reads))
        relations = ("=",) * (len(sides) - 1)
        plan = EquationPlan(
            more.pop("key", "e"),
            f"m:{anchor[0]}",
            Formula(
                (Statement(sides, relations),), tuple(Leaf(leaf, leaf.upper()) for leaf in reads)
            ),
            (self.watch(anchor),),
            tuple(readings),
            **more,
        )
        self.plans.append(plan)
        return plan

    def run(self, start: Callable[[dict[str, Any]], object]) -> None:
        functions = tuple(
            FunctionPlan("m", "m.py", name, 0, tuple(watches.values()))
            for name, watches in self.watches.items()
        )
        plan = RunPlan("k", functions=functions, equations=tuple(self.plans))
        probed = probed_functions(plan, [])
        self.recorder = Recorder(probed, self.limit)
        self.equations = Equations(plan, self.recorder.kept)
        self.equations.attach(probed)
        tree = ast.parse(self.source)
        instrument(tree, "m", self.recorder)
        self.module = ModuleType("m")
        space = vars(self.module)
        space.update(__docgen__=self.recorder, np=np)
        exec(compile(tree, "/project/m.py", "exec"), space)
        start(space)
        self.recorder.is_paused = True

    def source_of(self, plan: EquationPlan) -> Source:
        return Source(plan, self.recorder.kept, self.equations.pairings(plan.function))

    def values(self, plan: EquationPlan) -> list[dict[str, Any]]:
        points = self.source_of(plan).points(0)
        return [
            {
                name: value.tolist() if isinstance(value, np.ndarray) else value
                for name, value in one.values.items()
            }
            for one in points
        ]

    def clashes(self) -> list[Clash]:
        clashes = Clashes()
        for plan in self.plans:
            clashes.add(plan, self.source_of(plan).points(0))
        return list(clashes.found.values())


@pytest.fixture
def modules() -> type[Module]:
    """`modules(source)`: a module to ask equations of and to run."""
    return Module
