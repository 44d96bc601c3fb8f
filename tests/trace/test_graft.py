"""Functions of a module that is loaded already get probes; those around them make probed ones."""

from __future__ import annotations

import builtins
import importlib.util
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from docgen.trace.graft import graft
from docgen.trace.plan import FunctionPlan, Watch
from docgen.trace.probes import HOOK
from docgen.trace.recorder import ProbedFunction, Recorder
from tests.trace.conftest import node

SOURCE = """\
class Scale:
    def __init__(self, by):
        self.by = by

    def of(self, x):
        def times(z):
            y = self.by * z
            return y
        return times(x)

def plus(k):
    def add(x):
        y = x + k
        return y
    return add

three = plus(3.0)
half = lambda x: x / 2
"""


@pytest.fixture
def loaded(tmp_path: Path) -> ModuleType:
    file = tmp_path / "grafted.py"
    file.write_text(SOURCE)
    spec = importlib.util.spec_from_file_location("grafted", file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def grafted(
    module: ModuleType, qualname: str, statement: str, monkeypatch: pytest.MonkeyPatch
) -> Recorder:
    watches = (Watch("y", node(SOURCE, statement), "after", "y"),)
    plan = FunctionPlan("grafted", "grafted.py", qualname, 0, watches)
    recorder = Recorder([ProbedFunction(plan)], limit=20)
    monkeypatch.setattr(builtins, HOOK, recorder, raising=False)
    assert module.__file__ is not None
    graft("grafted", module.__file__, recorder)
    return recorder


def seen(recorder: Recorder) -> list[Any]:
    return [one.value.data if one.value else one.problem for one in recorder.observations()]


def test_a_function_in_a_method_is_probed_when_it_is_made(
    loaded: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    recorder = grafted(loaded, "Scale.of.times", "y = self.by", monkeypatch)

    assert loaded.Scale(2.0).of(4.0) == 8.0
    assert seen(recorder) == [(8.0,)]


def test_a_closure_that_was_made_before_is_probed(
    loaded: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    recorder = grafted(loaded, "plus.add", "y = x + k", monkeypatch)

    assert (loaded.three(1.0), loaded.plus(5.0)(1.0)) == (4.0, 6.0)
    assert seen(recorder) == [(4.0,), (6.0,)]


def test_what_cannot_be_probed_is_said(loaded: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    recorder = grafted(loaded, "half", "y = x + k", monkeypatch)

    assert loaded.half(1.0) == 0.5
    assert seen(recorder) == ["its module was loaded before docgen's probes"]
