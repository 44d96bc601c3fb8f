"""A tiny project on disk, and probed source run in this process."""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from textwrap import dedent

import pytest

from docgen.trace.plan import FunctionPlan, NodeKey, Observation, RunPlan, Trace, Watch
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
