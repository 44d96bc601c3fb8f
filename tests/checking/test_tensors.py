"""Code whose arrays are those of another library, as PyTorch's are."""

from __future__ import annotations

import pytest

from tests.checking.conftest import Check, concept, fence, table

MODEL = """
    class Tensor:
        def __init__(self, data):
            self.data = data

        def __array__(self, dtype=None, copy=None):
            raise RuntimeError("detach it first")

        def __dlpack__(self):
            raise NotImplementedError

        def detach(self):
            return Plain(self.data)

        def __matmul__(self, other):
            return Tensor(self.data @ other.data)

        def __add__(self, other):
            return Tensor(self.data + other.data)


    class Plain(Tensor):
        def __array__(self, dtype=None, copy=None):
            return self.data


    class Layer:
        def __init__(self, w, b):
            self.w = w
            self.b = b

        def forward(self, x):
            y = x @ self.w + self.b
            return y


    def ex(T=3, d=5, F=4):
        r = np.random.default_rng(0)
        sizes = (d, F), F, (T, d)
        w, b, x = (Tensor(r.normal(size=size).astype(np.float32)) for size in sizes)
        return Layer(w, b).forward(x)
    """


@pytest.mark.parametrize(("sign", "state"), [("+", "verified"), ("-", "mismatch")])
def test_equation_on_tensors(check: Check, sign: str, state: str) -> None:
    rows = table(
        "X | `x` | (T, d)", "W | `self.w` | (d, F)", "b | `self.b` | (F,)", "Y | `y` | (T, F)"
    )
    equation = fence("Y", rf"Y = X W {sign} \mathbf{{1}} b^\top")
    found = check(MODEL, concept("Layer.forward", equation, rows))

    assert found.states == {"y": state}
    # The tensors were changed in place for the runs that are made again.
    assert found.verdict("y").replays == 2


COPIED = """
    class Tensor:
        def __init__(self, data):
            self.data = data

        def __array__(self, dtype=None, copy=None):
            {gives}

        def __dlpack__(self):
            raise NotImplementedError

        def __matmul__(self, other):
            return Tensor(self.data @ other.data)

        def __add__(self, other):
            return Tensor(self.data + other.data)


    def f(x, w, b):
        y = x @ w + b
        return y


    def ex(T=3, d=5, F=4):
        r = np.random.default_rng(0)
        x, w = Tensor(r.normal(size=(T, d))), Tensor(r.normal(size=(d, F)))
        return f(x, w, Tensor(np.zeros(F)))
    """


@pytest.mark.parametrize(
    ("gives", "state"),
    [
        ("return self.data", "mismatch"),
        ("return self.data.copy()", "weak"),
        ("self.data.flags.writeable = False; return self.data", "weak"),
    ],
)
def test_numbers_put_into_a_copy_are_no_other_numbers(check: Check, gives: str, state: str) -> None:
    """The bias of the run is zero, so only other numbers tell that the equation lacks it."""
    rows = table("X | `x` | (T, d)", "W | `w` | (d, F)", "Y | `y` | (T, F)")
    found = check(COPIED.replace("{gives}", gives), concept("f", fence("Y", "Y = X W"), rows))

    assert found.states == {"y": state}
