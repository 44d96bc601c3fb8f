from __future__ import annotations

import sys
from typing import Any

import numpy as np
import pytest

from docgen.trace.called import Listener
from docgen.trace.cells import CellError
from docgen.trace.derivative import Derivative
from docgen.trace.equation import Work
from docgen.trace.plan import DerivativePlan

LOSS = """
    def square(z):
        return z * z

    def f(x, w):
        z = x @ w
        y = square(z)
        loss = y.sum()
        return loss
"""
X = np.array([[1.0, 2.0], [3.0, -1.0]])
W = np.array([[0.5, -1.0, 2.0], [1.0, 0.25, -2.0]])
Z = X @ W


def derivative(
    module: Any, monkeypatch: pytest.MonkeyPatch, start: Any, of: Any, by: Any, anchor: Any = None
) -> Derivative:
    """That of the last point of an equation anchored at `of`."""
    keys = module.watch(of), module.watch(by)
    plan = DerivativePlan("n", "d", f"m:{of[0]}", *keys, is_paired=anchor is not None)
    equation = module.equation(anchor or of, {}, derivatives=(plan,))
    module.run(start)
    monkeypatch.setitem(sys.modules, "m", module.module)
    listener = Listener(("/project",))
    work = Work(equation, module.equations, module.recorder, listener)
    found: Derivative = work.derivative(plan, work.source.points(0)[-1])
    return found


def test_by_what_a_statement_binds(modules: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    found = derivative(
        modules(LOSS),
        monkeypatch,
        lambda space: space["f"](X, W),
        ("f", "loss", "after", "loss ="),
        ("f", "z", "after", "z ="),
    )
    assert np.allclose(found.value(), 2 * Z, rtol=1e-9, atol=1e-9)
    assert list(found.listener.names) == ["m:f", "m:square"]


def test_by_an_argument_of_an_array(modules: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    found = derivative(
        modules(LOSS),
        monkeypatch,
        lambda space: space["f"](X, W),
        ("f", "z", "after", "z ="),
        ("f", "w", "entry", ""),
    ).value()
    # z[t, j] depends on w[i, j] alone, with slope x[t, i].
    assert np.allclose(found, np.einsum("ti,jk->tjik", X, np.eye(3)), atol=1e-9)


def test_by_a_place_in_an_argument(modules: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    module = modules(
        """
        def f(params, p):
            y = params[p + "w"] * params["a"]
            return y
        """
    )
    found = derivative(
        module,
        monkeypatch,
        lambda space: space["f"]({"b.w": np.array([1.0, 2.0]), "a": 3.0}, "b."),
        ("f", "y", "after", "y ="),
        ("f", 'params[p + "w"]', "entry", ""),
    ).value()
    assert np.allclose(found, 3 * np.eye(2), atol=1e-9)


def test_by_a_subscript_that_a_statement_binds(
    modules: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    module = modules(
        """
        def f(x):
            rows = [0.0, 0.0]
            rows[1] = x * 2
            y = rows[1] * rows[1]
            return y
        """
    )
    found = derivative(
        module,
        monkeypatch,
        lambda space: space["f"](3.0),
        ("f", "y", "after", "y ="),
        ("f", "rows[1]", "after", "rows[1] ="),
    ).value()
    assert np.allclose(found, 12.0)


def test_in_the_iteration_of_the_point(modules: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    module = modules(
        """
        def f(x):
            y = 1.0
            for n in range(3):
                s = x + n
                y = y * s
            return y
        """
    )
    found = derivative(
        module,
        monkeypatch,
        lambda space: space["f"](1.0),
        ("f", "y", "after", "y = y"),
        ("f", "s", "after", "s ="),
    ).value()
    assert np.allclose(found, 2.0)  # y = 1 · 2 · s in the last one


def test_in_the_call_that_made_the_cache(modules: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    module = modules(
        """
        def forward(x):
            y = x ** 3
            return y, {"x": x}

        def backward(dy, cache):
            dx = dy * 3 * cache["x"] ** 2
            return dx
        """
    )

    def run(space: dict[str, Any]) -> None:
        caches = [space["forward"](np.array([x]))[1] for x in (1.0, 2.0, 3.0)]
        space["backward"](1.0, caches[1])

    found = derivative(
        module,
        monkeypatch,
        run,
        ("forward", "y", "after", "y ="),
        ("forward", "x", "entry", ""),
        ("backward", "dx", "after", "dx ="),
    ).value()
    assert np.allclose(found, [[12.0]], rtol=1e-9)


def test_single_precision_is_differenced_in_double(
    modules: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = derivative(
        modules(LOSS),
        monkeypatch,
        lambda space: space["f"](X.astype(np.float32), W.astype(np.float32)),
        ("f", "loss", "after", "loss ="),
        ("f", "z", "after", "z ="),
    )
    assert np.allclose(found.value(), 2 * Z, rtol=1e-9, atol=1e-9)


@pytest.mark.parametrize(
    ("by", "sentence"),
    [
        (
            ("f", "z.T", "after", "y ="),
            "`z.T`: it is not bound by a statement, so it cannot be changed",
        ),
        (("f", "x.T", "entry", ""), "`x.T` is no place that can be changed"),
        (("f", "x.shape[0]", "entry", ""), "`x.shape[0]` holds no floating point numbers"),
    ],
)
def test_what_cannot_be_changed(
    modules: Any, monkeypatch: pytest.MonkeyPatch, by: Any, sentence: str
) -> None:
    found = derivative(
        modules(LOSS),
        monkeypatch,
        lambda space: space["f"](X, W),
        ("f", "loss", "after", "loss ="),
        by,
    )
    with pytest.raises(CellError) as raised:
        found.value()
    assert str(raised.value) == sentence


def test_a_call_that_is_not_the_same_again(modules: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    module = modules(
        """
        count = [0.0]

        def f(x):
            count[0] += 1.0
            y = x * count[0]
            return y
        """
    )
    found = derivative(
        module,
        monkeypatch,
        lambda space: space["f"](2.0),
        ("f", "y", "after", "y ="),
        ("f", "x", "entry", ""),
    )
    with pytest.raises(CellError, match=r"^`f` called again gives another `y` than it gave$"):
        found.value()


def test_too_many_entries(modules: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    module = modules("def f(x):\n    y = x.sum()\n    return y\n")
    found = derivative(
        module,
        monkeypatch,
        lambda space: space["f"](np.ones(5000)),
        ("f", "y", "after", "y ="),
        ("f", "x", "entry", ""),
    )
    with pytest.raises(CellError, match=r"^`x` has 5000 entries: too many"):
        found.value()


def test_nothing_is_recorded_while_a_call_is_made_again(
    modules: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    module = modules(LOSS)
    found = derivative(
        module,
        monkeypatch,
        lambda space: space["f"](X, W),
        ("f", "loss", "after", "loss ="),
        ("f", "z", "after", "z ="),
    )
    before = dict(module.recorder.calls), module.recorder.observations()
    found.value()
    assert (module.recorder.calls, module.recorder.observations()) == before
    assert module.recorder.is_paused
    assert module.recorder.rerun is None
