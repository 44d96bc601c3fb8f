"""Equations meet code of every form: methods, closures, recursion, generators, all targets."""

from __future__ import annotations

import pytest

from tests.checking.conftest import XY, Check, concept, fence, table


@pytest.mark.parametrize(
    ("body", "left"),
    [
        ("a, b = x + y, x * y", "a"),
        ("(b, (a, *c)) = x * y, (x + y, 1, 2)", "a"),
        ("[a, b] = [x + y, x * y]", "a"),
        ("a = b = x + y", "b"),
        ("a: np.ndarray = x + y", "a"),
        ("b = 0 * x\n    b += x + y", "b"),
        ("assert (a := x + y) is not None", "a"),
        ("if (a := x + y).sum() > -1e9: pass", "a"),
        ("cache = {}\n    cache['s'] = x + y", "cache['s']"),
        ("cache = {'s': x + y}", "cache['s']"),
        ("m = np.zeros((2, 5))\n    m[1] = x + y", "m[1]"),
        ("for a in [x + y]: pass", "a"),
        ("match x + y:\n        case a: pass", "a"),
        ("try:\n        a = x + y\n    finally:\n        pass", "a"),
        ("with np.errstate(all='ignore'):\n        a = x + y", "a"),
        ("a = (lambda u: u + y)(x)", "a"),
        ("a = np.array([u + v for u, v in zip(x, y)])", "a"),
        ("a = x + y; b = a", "a"),
    ],
)
def test_targets(check: Check, body: str, left: str) -> None:
    """The same sum in every form; the wrong one is a mismatch in every form."""
    model = f"\ndef f(x, y):\n    {body}\n    return None\n"
    rows = table(*XY, f"s | `{left}` | (d,)")
    code = f'code="{body.rpartition(chr(10))[2].strip()}"' if left == "b" and "+=" in body else ""
    for latex, state in (("s = x + y", "verified"), ("s = x - y", "mismatch")):
        found = check(model, concept("f", fence("S", latex, code), rows))
        assert (found.states, len(found.codes)) == ({"s": state}, int(state != "verified"))


def test_a_method_and_its_attributes(check: Check) -> None:
    model = """
        class Layer:
            scale = 2.0

            def __init__(self, W):
                self.W = W

            def forward(self, x):
                self.out = self.scale * (self.W @ x)
                return self.out


        def ex(n=3, d=5):
            r = np.random.default_rng(0)
            layer = Layer(r.normal(size=(n, d)))
            layer.forward(r.normal(size=d))
            layer.forward(r.normal(size=d))
        """
    rows = table(
        "x | `x` | (d,)",
        "W | `self.W` | (n, d)",
        "s | `self.scale` | scalar",
        "o | `self.out` | (n,)",
    )
    found = check(model, concept("Layer.forward", fence("O", "o = s W x"), rows))
    assert (found.states, found.codes) == ({"o": "verified"}, [])
    assert found.verdict("o").points == 2 * 3


def test_an_inherited_method(check: Check) -> None:
    model = """
        class Base:
            def double(self, x):
                y = x * self.k
                return y


        class Child(Base):
            k = 2.0


        def ex(d=5):
            Child().double(np.random.default_rng(0).normal(size=d))
        """
    rows = table("x | `x` | (d,)", "y | `y` | (d,)", "k | `self.k` | scalar")
    found = check(model, concept("Base.double", fence("Y", "y = k x"), rows))
    assert (found.states, found.codes) == ({"y": "verified"}, [])


def test_attributes_of_a_dataclass(check: Check) -> None:
    model = """
        from dataclasses import dataclass


        @dataclass
        class State:
            m: np.ndarray
            v: np.ndarray


        def f(x, y):
            state = State(x * 0.5, y)
            state.m = state.m + y
            state.v = state.m * x
            return state
        """
    rows = table(
        *XY,
        "m | `state.m` before `state.m = state.m + y` | (d,)",
        "m' | `state.m` | (d,)",
        "v | `state.v` | (d,)",
    )
    equations = (fence("M", "m' = m + y"), fence("V", r"v = m' \odot x"))
    found = check(model, concept("f", *equations, rows))
    assert (found.states, found.codes) == ({"m": "verified", "v": "verified"}, [])


NESTED = """
    def f(x, k):
        c = k * 2.0

        def inner(u):
            v = u * c
            return v

        w = inner(x) + inner(x + 1.0)
        return w


    def ex(d=5):
        return f(np.random.default_rng(0).normal(size=d), 3.0)
    """


@pytest.mark.parametrize("function", ["f.inner", "f"])
def test_a_nested_function_and_its_closure(check: Check, function: str) -> None:
    rows = table("v | `v` | (d,)", "u | `u` | (d,)", "c | `c` | scalar")
    found = check(NESTED, concept(function, fence("V", "v = c u"), rows))
    assert (found.states, found.codes) == ({"v": "verified"}, [])
    assert found.verdict("v").points == 2 * 3
    found = check(NESTED, concept(function, fence("V", "v = 2 c u"), rows))
    assert found.states == {"v": "mismatch"}


def test_recursion(check: Check) -> None:
    """Each call has its own values, though the inner one runs within the statement."""
    model = """
        def f(n, x):
            if n == 0:
                return x
            below = f(n - 1, x)
            r = n * below + x
            return r


        def ex(d=5):
            return f(4, np.random.default_rng(0).normal(size=d))
        """
    rows = table("r | `r` | (d,)", "n | `n` | scalar", "b | `below` | (d,)", "x | `x` | (d,)")
    found = check(model, concept("f", fence("R", "r = n b + x"), rows))
    assert (found.states, found.codes) == ({"r": "verified"}, [])
    assert found.verdict("r").points == 4 * 3


def test_a_generator(check: Check) -> None:
    """Its body runs on when the next value is asked for, between other statements."""
    model = """
        def f(x):
            for i in range(3):
                y = x * i
                yield y
                x = x + 1.0


        def ex(d=5):
            x = np.random.default_rng(0).normal(size=d)
            return [a + b for a, b in zip(f(x), f(x * 2.0))]
        """
    rows = table("y | `y` | (d,)", "i | `i` | scalar", "x | `x` | (d,)")
    found = check(model, concept("f", fence("Y", "y = i x"), rows))
    assert (found.states, found.codes) == ({"y": "verified"}, [])
    assert found.verdict("y").points == 2 * 3 * 3


def test_an_example_of_a_generator_shows_what_it_yields(check: Check) -> None:
    model = """
        def f(x):
            y = x * 2.0
            yield y + 1.0
            yield from (y,)
            yield


        def ex(d=5):
            return list(f(np.random.default_rng(0).normal(size=d)))
        """
    rows = table("y | `y` | (d,)", "x | `x` | (d,)")
    block = "/// example | Shown\n    run: ex\n///\n\n"
    found = check(model, concept("f", fence("Y", "y = 2 x"), rows, block, run=""))
    assert (found.states, found.codes) == ({"y": "verified"}, [])


def test_a_fence_that_ends_without_a_value(check: Check) -> None:
    rows = table("y | `y` | (d,)", "x | `x` | (d,)")
    fenced = "/// example | Shown\n```python\nf(np.ones(3))\nassert True\n```\n///\n\n"
    model = """
        def f(x):
            y = x * 2.0
            return y
        """
    found = check(model, concept("f", fence("Y", "y = 2 x"), rows, fenced, run=""))
    assert found.codes == ["run-failed"]
    assert found.only.message == "`the fence` ends without a value"
    assert found.only.label == "the last line is neither an expression nor an assignment"
    assert found.only.help == "end it with an expression, such as the call that it shows"


def test_a_function_that_is_called_while_it_runs(check: Check) -> None:
    """The argument of `g` is computed by another call of `g`."""
    model = """
        def f(x, k):
            y = k * x
            return y


        def ex(d=5):
            x = np.random.default_rng(0).normal(size=d)
            return f(f(x, 2.0), 3.0)
        """
    rows = table("y | `y` | (d,)", "k | `k` | scalar", "x | `x` | (d,)")
    found = check(model, concept("f", fence("Y", "y = k x"), rows))
    assert (found.states, found.codes) == ({"y": "verified"}, [])


def test_the_variable_of_a_comprehension_has_no_value_of_its_own(check: Check) -> None:
    """It is gone when the statement ends: refused, not passed over."""
    model = """
        def f(x, y):
            s = [v * 2.0 for v in x]
            return s
        """
    rows = table("v | `v` | scalar", "u | `v * 2.0` | scalar")
    found = check(model, concept("f", fence("U", "u = 2 v"), rows))
    assert found.states == {"u": "not-run"}
    assert found.codes[0] == "run-failed"


def test_plain_numbers(check: Check) -> None:
    model = """
        def f(a, b):
            s = a * b
            n = 3
            return s / n


        def ex():
            f(2, 3.5)
            f(7, 0.25)
        """
    rows = table(
        "a | `a` | scalar", "b | `b` | scalar", "n | `n` | scalar", "r | `return` | scalar"
    )
    found = check(model, concept("f", fence("R", r"r = \frac{a b}{n}"), rows))
    assert (found.states, found.codes) == ({"r": "verified"}, [])
