from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from docgen.trace.plan import Failure, GradientPlan, GradientResult, RunPlan, Trace

FFN = """
    import numpy as np


    def ffn_forward(Xn, params, p):
        Z = Xn @ params[p + "w1"] + params[p + "b1"]
        A = np.maximum(Z, 0)
        return A @ params[p + "w2"] + params[p + "b2"], dict(Xn=Xn, Z=Z, A=A)


    def ffn_backward(dOut, c, params, p, grads):
        grads[p + "w2"] += c["A"].T @ dOut
        grads[p + "b2"] += dOut.sum(axis=0)
        dA = dOut @ params[p + "w2"].T
        dZ = dA * (c["Z"] > 0)
        dXn = dZ @ params[p + "w1"].T
        grads[p + "w1"] += c["Xn"].T @ dZ
        grads[p + "b1"] += dZ.sum(axis=0)
        return dXn


    def example():
        rng = np.random.default_rng(1)
        shapes = {"b0.w1": (2, 3), "b0.b1": 3, "b0.w2": (3, 2), "b0.b2": 2}
        params = {k: rng.normal(size=s) for k, s in shapes.items()}
        grads = {k: np.ones_like(v) for k, v in params.items()}
        other, _ = ffn_forward(rng.normal(size=(4, 2)), params, "b0.")
        out, cache = ffn_forward(rng.normal(size=(4, 2)), params, "b0.")
        ffn_forward(out, params, "b0.")
        return ffn_backward(rng.normal(size=(4, 2)), cache, params, "b0.", grads)
"""
PAIRS = (
    ('grads[p + "w2"]', 'params[p + "w2"]'),
    ('grads[p + "b2"]', 'params[p + "b2"]'),
    ('grads[p + "w1"]', 'params[p + "w1"]'),
    ('grads[p + "b1"]', 'params["b0.b1"]'),
    ("dXn", "Xn"),
    ("return", "Xn"),
)
PLAN = GradientPlan(
    "g", "model:ffn_forward", "model:ffn_backward", "return[0]", "dOut", PAIRS, 1e-5
)


def run(project: Any, source: str, plan: GradientPlan, code: str) -> Trace:
    project.write("model.py", source)
    (trace,) = project.record(RunPlan("k", code=code, imports=("model",), gradients=(plan,)))
    assert isinstance(trace, Trace)
    return trace


def simple(
    project: Any,
    source: str,
    code: str,
    *pairs: tuple[str, str],
    output: str = "return",
    cotangent: str = "1",
    step: float = 1e-5,
) -> tuple[GradientResult, ...]:
    plan = GradientPlan("g", "model:forward", "model:backward", output, cotangent, pairs, step)
    trace = run(project, "import numpy as np\n" + source, plan, code)
    assert trace.failure is None, trace.failure
    return trace.gradients


def passes(result: GradientResult) -> bool:
    assert result.problem == ""
    return result.gap <= result.tolerance


def test_gradients_of_a_layer_among_several_calls(project: Any) -> None:
    trace = run(project, FFN, PLAN, "example()")
    assert trace.failure is None
    assert trace.calls == {"model:ffn_forward": 3, "model:ffn_backward": 1}
    assert [(one.gradient, one.input) for one in trace.gradients] == list(PAIRS)
    assert all(passes(one) for one in trace.gradients)
    assert all(one.gap < 1e-9 and 0 < one.tolerance < 1e-5 for one in trace.gradients)
    assert {one.dtype for one in trace.gradients} == {"float64"}
    assert trace.result is not None
    assert trace.gradients[5].backward == trace.result
    assert (trace.mutated, trace.unstable, trace.observations) == ((), (), ())
    assert trace.gradients[1].backward is not None
    assert trace.gradients[1].backward.shape == (2,)


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ('grads[p + "w2"] += c["A"].T @ dOut', 'grads[p + "w2"] += 1.001 * c["A"].T @ dOut'),
        ('* (c["Z"] > 0)', '* (c["Z"] < 0)'),
        ("dZ.sum(axis=0)", "dZ.mean(axis=0)"),
        ('dZ @ params[p + "w1"].T', 'dZ @ params[p + "w1"].T + 1e-3'),
    ],
)
def test_wrong_gradients_fail(project: Any, right: str, wrong: str) -> None:
    trace = run(project, FFN.replace(right, wrong), PLAN, "example()")
    assert not all(passes(one) for one in trace.gradients)


def test_a_cache_that_cannot_be_told_is_a_problem(project: Any) -> None:
    copied = FFN.replace("dOut, c, params", "dOut, c2, params").replace(
        'grads[p + "w2"] +=', 'c = dict(c2)\n        grads[p + "w2"] +='
    )
    source = copied.replace(", cache, params", ", dict(cache), params")
    trace = run(project, source, PLAN, "example()")
    assert {one.problem for one in trace.gradients} == {
        "no call of `ffn_backward` receives an object that one of the 3 calls of `ffn_forward` "
        "returned"
    }
    alone = FFN.replace("other, _ = ffn_forward", "# ").replace("ffn_forward(out", "# (out")
    alone = alone.replace(", cache, params", ", dict(cache), params")
    trace = run(project, alone, PLAN, "example()")
    assert all(passes(one) for one in trace.gradients)


def test_calls_that_never_come(project: Any) -> None:
    trace = run(project, FFN, PLAN, "1")
    assert trace.gradients[0].problem == "the run never calls `ffn_backward`"
    trace = run(
        project,
        FFN,
        PLAN,
        "g = {'w2': 0.0, 'b2': 0.0, 'w1': 0.0, 'b1': 0.0}\n"
        "one = np.ones((1, 1))\n"
        "ffn_backward(one, dict(A=one, Z=one, Xn=one), dict(w1=one, w2=one), '', g)",
    )
    assert trace.gradients[0].problem == "the run never calls `ffn_forward`"


def test_a_failed_run_has_no_gradients(project: Any) -> None:
    trace = run(project, FFN, PLAN, "example()\n1 / 0")
    assert (trace.failure and trace.failure.kind, trace.gradients) == ("raised", ())


def test_c076_a_kink_at_the_point(project: Any) -> None:
    source = """
    def forward(z):
        a = np.maximum(z, 0.0)
        return a


    def backward(z):
        dz = (z > 0).astype(z.dtype)
        return dz
    """
    code = "z = np.array([-1., 0., 2.])\nforward(z)\nbackward(z)"
    (good,) = simple(project, dedented(source), code, ("return", "z"))
    assert good.numeric is not None
    assert np.allclose(good.numeric.data, (0.0, 0.5, 1.0))  # type: ignore[arg-type]
    assert good.kinks == ("kink: one-sided slopes 0 and 1, code 0 lies between at [1]",)
    assert passes(good)
    (bad,) = simple(
        project,
        dedented(source.replace("astype(z.dtype)", "astype(float) + 2 * (z == 0)")),
        code,
        ("return", "z"),
    )
    assert (bad.kinks, passes(bad)) == ((), False)
    assert bad.gap == pytest.approx(1.5)


def dedented(source: str) -> str:
    return source.replace("\n    ", "\n")


CUBE = """
def forward(x):
    L = x * x * x
    return L


def backward(x):
    g = 3 * x * x
    return g
"""


def test_c077_single_precision_is_widened(project: Any) -> None:
    code = "x = np.float32(1.0)\nforward(x)\nbackward(x)"
    (good,) = simple(project, CUBE, code, ("return", "x"), step=1e-6)
    (bad,) = simple(project, CUBE.replace("3 *", "2.9 *"), code, ("return", "x"), step=1e-6)
    assert good.dtype == "float64"
    assert (passes(good), passes(bad)) == (True, False)
    narrow = CUBE.replace("L = x", "x = np.float32(x)\n    L = x")
    (good,) = simple(project, narrow, code, ("return", "x"), step=1e-6)
    (bad,) = simple(project, narrow.replace("3 *", "2.9 *"), code, ("return", "x"), step=1e-6)
    assert good.dtype == "float32"
    assert (passes(good), passes(bad)) == (True, False)


LINEAR = """
def forward(x, W, b):
    return x @ W + b


def backward(dZ, x):
    dW = x.T @ dZ
    db = dZ.sum(axis=0)
    return dW, db
"""


def test_c078_a_bias_gradient_that_is_not_summed(project: Any) -> None:
    code = (
        "x = rng.normal(size=(4, 2))\nforward(x, rng.normal(size=(2, 3)), np.zeros(3))\n"
        "backward(np.ones((4, 3)), x)"
    )
    pairs = (("return[0]", "W"), ("db", "b"))

    def check(db: str) -> GradientResult:
        source = LINEAR.replace("dZ.sum(axis=0)", db)
        weights, bias = simple(project, source, code, *pairs, cotangent="dZ")
        assert passes(weights)
        return bias

    good = check("dZ.sum(axis=0)")
    assert passes(good)
    assert good.backward is not None
    assert good.backward.data == (4.0, 4.0, 4.0)
    assert not passes(check("dZ.mean(axis=0)"))
    unsummed = check("dZ")
    assert unsummed.problem == "shape (4, 3) of `db` against (3,) of `b`"
    assert unsummed.numeric is None
    assert check("dZ.sum()").problem == "shape () of `db` against (3,) of `b`"


CENTRED = """
def forward(x):
    x -= x.mean()
    L = (x ** 2).sum()
    return L


def backward(x):
    return 2 * (x - x.mean())
"""


def test_c079_a_function_that_changes_its_arguments(project: Any) -> None:
    plan = GradientPlan("g", "model:forward", "model:backward", "return", "1", (("return", "x"),))
    source = "import numpy as np\n" + CENTRED
    code = "x = np.array([%s])\nforward(x.copy())\nbackward(x)\nx"
    trace = run(project, source, plan, code % "1., 3.")
    (result,) = trace.gradients
    assert passes(result)
    assert result.numeric is not None
    assert np.allclose(result.numeric.data, (-2.0, 2.0))  # type: ignore[arg-type]
    assert trace.mutated == ("forward changes its argument x",)
    assert trace.result is not None
    assert trace.result.data == (1.0, 3.0)
    raised = run(project, source, plan, code % "1, 3")
    assert isinstance(raised.failure, Failure)
    assert raised.failure.message.startswith("UFuncTypeError") or "Casting" in (
        raised.failure.message
    )
    pure = source.replace("x -= x.mean()", "x = x - x.mean()")
    integers = run(project, pure, plan, code % "1, 3")
    assert integers.gradients[0].problem == "`x` holds int64, which is not perturbed; give floats"


@pytest.mark.parametrize(
    ("change", "pair", "problem"),
    [
        (("", ""), ("nothing", "x"), "`nothing` is not bound here"),
        (("", ""), ("return", "y"), "`y` is not bound here"),
        (("", ""), ("return", "x + 1"), "`x + 1` is no place in the arguments of `forward`"),
        (("", ""), ("return", "name"), "`name` is no array of real numbers"),
        (("return g", "return 'text'"), ("return", "x"), "`return` is no array of real numbers"),
        (
            ("return L", "return L + np.random.rand()"),
            ("return", "x"),
            "`forward` gives another value when it is called again",
        ),
        (
            ("return L", "return 1"),
            ("return", "x"),
            "`return` of `forward` holds no floating point",
        ),
        (
            ("    return L", "    return L if once.pop() else 1 / 0"),
            ("return", "x"),
            "`forward` made again raised IndexError: pop from empty list",
        ),
    ],
)
def test_problems(
    project: Any, change: tuple[str, str], pair: tuple[str, str], problem: str
) -> None:
    source = CUBE.replace("forward(x)", "forward(x, name='n')").replace(*change)
    code = "x = np.array([1.0, 2.0])\nforward(x)\nbackward(x)"
    (result,) = simple(project, "once = [1]\n" + source, code, pair)
    assert result.problem == problem


def test_cotangents_that_do_not_fit(project: Any) -> None:
    code = "x = np.array([1.0, 2.0])\nforward(x)\nbackward(x)"
    (long,) = simple(project, CUBE, code, ("return", "x"), cotangent="[1, 2, 3]")
    assert long.problem == "shape (3,) of `[1, 2, 3]` against (2,) of `return`"
    (text,) = simple(project, CUBE, code, ("return", "x"), cotangent="'a'")
    assert text.problem == "`'a'` is no array of real numbers"


@pytest.mark.parametrize(
    ("output", "said"),
    [
        # 1 / 0, 0 / 0, and terms that cancel while the sum of their magnitudes is too large.
        ("1 / np.float64(x)", "is not finite"),
        ("np.float64(x) / x", "is not a number"),
        ("np.array([1.7e308, -1.7e308, 1.7e308]) + x", "is not finite"),
    ],
)
def test_an_objective_that_is_not_finite_compares_nothing(
    project: Any, output: str, said: str
) -> None:
    source = f"def forward(x):\n    return {output}\n\n\ndef backward(x):\n    return 3.0\n"
    code = "np.seterr(all='ignore')\nx = np.float64(0.0)\nforward(x)\nbackward(x)"
    (result,) = simple(project, source, code, ("return", "x"))
    assert (result.problem, result.code) == (f"`return` of `forward` {said}", "nonfinite-value")
    assert result.numeric is None


@pytest.mark.parametrize(
    ("change", "code", "expected"),
    [
        (("return g", "return g[:1]"), "reshape_forward(x)\nbackward(x)", "shape-mismatch"),
        (("", ""), "backward(x)", "run-failed"),
        # The same sizes are wanted of a list that has another length at each call.
        (
            ("x * x * x", "x * x * x * np.ones(once.pop())"),
            "reshape_forward(x)\nbackward(x)",
            "run-failed",
        ),
    ],
)
def test_what_kind_of_problem_it_is_does_not_follow_from_words(
    project: Any, change: tuple[str, str], code: str, expected: str
) -> None:
    source = "import numpy as np\nonce = [3, 2]\n" + CUBE.replace("forward", "reshape_forward")
    plan = GradientPlan(
        "g", "model:reshape_forward", "model:backward", "return", "1", (("return", "x"),)
    )
    code = f"x = np.array([1.0, 2.0])\n{code}"
    trace = run(project, source.replace(*change), plan, code)
    assert trace.failure is None
    (result,) = trace.gradients
    assert "shape" in result.problem
    assert result.code == expected


def test_places_of_every_kind(project: Any) -> None:
    source = """
class Layer:
    def __init__(self):
        self.w = np.array([2.0, 3.0])
        self.dw = np.zeros(2)
        self.scale = 1.5

    def forward(self, x, *rest, k=1.0, **more):
        self.seen = x
        return [self.scale * self.w * x * rest[0] * k * more["z"]]

    def backward(self, dy, y):
        c = self.seen * 5.0 * 2.0 * 3.0
        self.dw += self.scale * c * dy
        dscale = (self.w * c * dy).sum()
        dz = (self.scale * self.w * c * dy).sum() / 3.0
        return self.scale * self.w * 30.0 * dy
"""
    code = (
        "layer = Layer()\nx = np.array([[1.0, 2.0]]).T[:, 0]\n"
        "y = layer.forward(x, 5.0, k=2.0, z=3.0)\n"
        "layer.backward(np.array([0.5, -1.0]), y)"
    )
    pairs = (
        ("self.dw", "self.w"),
        ("dscale", "self.scale"),
        ("dz", 'more["z"]'),
        ("return", "x"),
    )
    plan = GradientPlan(
        "g", "model:Layer.forward", "model:Layer.backward", "return[0]", "dy", pairs
    )
    trace = run(project, "import numpy as np\n" + source, plan, code)
    assert trace.failure is None
    assert [one.problem for one in trace.gradients] == [""] * 4
    assert all(passes(one) for one in trace.gradients)
    assert trace.mutated == ("Layer.forward changes its argument self",)


def test_what_cannot_be_called_again(project: Any) -> None:
    source = """
def outer(x):
    def forward(x):
        return x * x

    def backward(x):
        return 2 * x
    forward(x)
    return backward(x)
"""
    plan = GradientPlan(
        "g", "model:outer.forward", "model:outer.backward", "return", "1", (("return", "x"),)
    )
    trace = run(project, source, plan, "outer(np.ones(2))")
    assert trace.gradients[0].problem == (
        "`outer.forward` cannot be called again: it is no function of its module"
    )


def test_static_and_wrapped_functions(project: Any) -> None:
    source = """
import functools

def plain(function):
    @functools.wraps(function)
    def call(*arguments):
        return function(*arguments)
    return call

class Op:
    @staticmethod
    @plain
    def forward(x, /):
        return x * x

    @classmethod
    def backward(cls, x):
        return 2 * x
"""
    plan = GradientPlan(
        "g", "model:Op.forward", "model:Op.backward", "return", "1", (("return", "x"),)
    )
    trace = run(project, source, plan, "x = np.array(3.0)\nOp.forward(x)\nOp.backward(x)")
    (result,) = trace.gradients
    assert passes(result)
    assert result.scale == pytest.approx(6.0)


def test_random_gradients_are_unstable(project: Any) -> None:
    source = CUBE.replace("g = 3 * x * x", "np.random.rand()\n    g = x * np.random.rand()")
    plan = GradientPlan("g", "model:forward", "model:backward", "return", "1", (("return", "x"),))
    trace = run(project, "import numpy as np\n" + source, plan, "forward(2.0)\nbackward(2.0)\n1")
    assert trace.unstable == ("g",)
