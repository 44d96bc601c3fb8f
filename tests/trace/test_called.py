from __future__ import annotations

import sys
from typing import Any

import numpy as np
import pytest

from docgen.trace.called import Listener, callable_of
from docgen.trace.cells import CellError
from docgen.trace.plan import CallPlan

NORM = """
    def scaled(u, g):
        u *= g
        return u, {}

    def norm(u, g, eps):
        return scaled(u, g)[0] + eps, {}

    def f(x, g):
        y, _ = norm(x.copy(), g, 0.5)
        return y
"""


def call(
    modules: Any, monkeypatch: pytest.MonkeyPatch, expression: str, names: tuple[str, ...]
) -> Any:
    """The function at the only point, its listener, and the module."""
    module = modules(NORM)
    cell = f"({', '.join(names)},)" if names else ""
    watch = module.watch(("f", cell, "before", "y, _ =")) if names else ""
    plan = CallPlan("n", expression, ("u",), "m", names, watch)
    equation = module.equation(("f", "y", "after", "y, _ ="), {}, calls=(plan,))
    module.run(lambda space: space["f"](np.ones(2), np.array([2.0, 3.0])))
    monkeypatch.setitem(sys.modules, "m", module.module)
    (point,) = module.source_of(equation).points(0)
    listener = Listener(("/project",))
    kept = module.recorder.kept
    return callable_of(plan, kept, point.call, point.time, listener), listener, module


def test_a_call_with_a_name_of_the_frame(modules: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    function, listener, module = call(modules, monkeypatch, "norm(u, g, abs(-0.5))[0]", ("g",))
    argument = np.array([10.0, 100.0])
    for _ in range(2):  # on copies: nothing adds up
        assert np.array_equal(function(argument), [20.5, 300.5])
    assert np.array_equal(argument, [10.0, 100.0])
    assert list(listener.names) == ["m:norm", "m:scaled"]
    assert module.recorder.calls == {"m:f": 1}
    assert sys.getprofile() is None


def test_what_the_code_raises_is_raised(modules: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    function, _, _ = call(modules, monkeypatch, "norm(u)", ())
    with pytest.raises(TypeError, match="missing 2 required positional arguments"):
        function(np.ones(2))
    assert sys.getprofile() is None


def test_names_that_were_not_bound(modules: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    function, _, _ = call(modules, monkeypatch, "norm(u, g, h)[0]", ("g", "h"))
    with pytest.raises(CellError, match=r"^`h` is not bound here$"):
        function(np.ones(2))
