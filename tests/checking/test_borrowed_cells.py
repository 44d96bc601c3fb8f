r"""Rule 4 for `with:`: a symbol of another concept is read in the call that made the cache.

A plainer rule takes the last call of the other function: with two layers that of the wrong one.
"""

from __future__ import annotations

import pytest

from tests.checking.conftest import Check, Checked, concept, fence, table

LAYERS = """
    def forward(x, W):
        h = x @ W
        a = h * h
        return a, (x, h)


    def backward(da, cache, W):
        {unpack}
        dh = 2.0 * {h} * da
        dW = {x}.T @ dh
        return dW


    def ex(T=3, d=5, F=4, G=2):
        r = np.random.default_rng(0)
        x = r.normal(size=(T, d))
        W1, W2 = r.normal(size=(d, F)), r.normal(size=(F, G))
        a1, c1 = forward(x, W1)
        a2, c2 = forward(a1, W2)
        {backward}
    """
BACKWARD = "backward(r.normal(size=(T, G)), c2, W2); backward(r.normal(size=(T, F)), c1, W1)"
FORWARD = concept(
    "forward",
    fence("H", "H = X W"),
    fence("A", r"A = H \odot H"),
    table("X | `x` | (T, d)", "W | `W` | (d, F)", "H | `h` | (T, F)", "A | `a` | (T, F)"),
)
OWN = table("dA | `da` | (T, F)", "dH | `dh` | (T, F)", "dW | `dW` | (d, F)")


def checked(
    check: Check,
    latex: str,
    unpack: str = "made = cache",
    h: str = "made[1]",
    x: str = "made[0]",
    backward: str = BACKWARD,
) -> Checked:
    model = LAYERS.format(unpack=unpack, h=h, x=x, backward=backward)
    equations = (fence("DH", latex), fence("DW", r"dW = X^\top dH"))
    return check(model, FORWARD, concept("backward", *equations, OWN, more="with: forward"))


def test_the_call_that_made_the_cache(check: Check) -> None:
    found = checked(check, r"dH = 2 H \odot dA")
    assert found.codes == []
    assert {found.states[name] for name in ("dh", "dw")} == {"verified"}


def test_the_other_layer_would_not_do(check: Check) -> None:
    """Both layers are of one shape, and their caches are mixed up by the code."""
    model = LAYERS.format(
        unpack="made = other",
        h="made[1]",
        x="made[0]",
        backward="backward(r.normal(size=(T, d)), c1, c2, W1)",
    )
    model = model.replace("cache, W):", "cache, other, W):").replace("F=4, G=2", "F=5, G=5")
    equations = (fence("DH", r"dH = 2 H \odot dA"),)
    own = table("dA | `da` | (T, F)", "dH | `dh` | (T, F)")
    found = check(model, FORWARD, concept("backward", *equations, own, more="with: forward"))
    # Two calls made what it receives: which one is meant is not guessed.
    assert found.states["dh"] == "not-run"
    failed = next(one for one in found.findings if one.code == "run-failed")
    assert "2 calls of `forward` returned" in failed.label


def test_a_wrong_equation(check: Check) -> None:
    found = checked(check, r"dH = 2 A \odot dA")
    assert found.codes == ["equation-mismatch"]
    assert found.states["dh"] == "mismatch"


def test_a_name_of_this_function_goes_first(check: Check) -> None:
    """`h` is bound here to something else than in the forward pass, and used as that."""
    found = checked(
        check, r"dH = 2 H \odot dA", unpack="x, h = cache[0], cache[1] * 0.5", h="h", x="x"
    )
    assert found.codes == []
    assert found.states["dh"] == "verified"


@pytest.mark.parametrize(
    "backward",
    [
        "backward(r.normal(size=(T, G)), (a1.copy(), (a1 @ W2).copy()), W2 + 0)",
        "forward(a2.T @ a2, a2.T @ a2); backward(x, (x.copy(), x.copy()), W1)",
    ],
)
def test_a_call_that_received_nothing_of_the_other_one(check: Check, backward: str) -> None:
    found = checked(check, r"dH = 2 H \odot dA", backward=backward)
    assert found.states["dh"] == "not-run"
    assert found.codes[0] == "run-failed"
    said = "no call of `forward` returned what this call of `backward` receives"
    assert found.findings[0].label == f"$H$: {said}"


# Rows that explain notation.

SIGNS = """
    def f(X, b):
        Y = X + b
        n = X.shape[0] + 1
        Z = Y / n
        return Z


    def ex(T=3, d=7):
        r = np.random.default_rng(0)
        return f(r.normal(size=(T, d)), r.normal(size=d))
    """
ARRAYS = ("X | `X` | (T, d)", "b | `b` | (d,)", "Y | `Y` | (T, d)", "Z | `Z` | (T, d)")


def test_a_row_for_a_sign_binds_nothing(check: Check) -> None:
    """`np.zeros(3)` is nowhere in the code and would be wrong; ones stay what they are."""
    rows = table(*ARRAYS[:3], r"\mathbf{1} | `np.zeros(3)` | (T,)", r"\top | — | —")
    found = check(SIGNS, concept("f", fence("Y", r"Y = X + \mathbf{1} b^\top"), rows))
    assert (found.states, found.codes) == ({"y": "verified"}, [])


def test_a_row_for_the_letter_of_a_shape_binds_nothing(check: Check) -> None:
    """T is the number of rows, 3, whatever its cell says; the code divides by 4."""
    rows = table(*ARRAYS[2:], "T | `n` | scalar")
    found = check(SIGNS, concept("f", fence("Z", r"Z = \frac{1}{T} Y"), rows))
    assert (found.states, found.codes) == ({"z": "mismatch"}, ["equation-mismatch"])
    right = fence("Z", r"Z = \frac{1}{T + 1} Y")
    found = check(SIGNS, concept("f", right, rows))
    assert (found.states, found.codes) == ({"z": "verified"}, [])


def test_a_row_for_an_expression_binds_nothing(check: Check) -> None:
    """The cell of $x^2$ is three times x; read as that, the equation would hold."""
    model = """
        def f(x, y):
            q = x * 3.0
            s = q + y
            return s
        """
    rows = table("x | `x` | (d,)", "y | `y` | (d,)", "x^2 | `q` | (d,)", "s | `s` | (d,)")
    found = check(model, concept("f", fence("S", "s = x^2 + y"), rows))
    assert (found.states, found.codes) == ({"s": "mismatch"}, ["equation-mismatch"])


def test_a_function_of_a_symbol_is_one_name(check: Check) -> None:
    r"""`\mathrm{q}(x)` is an array where x has a row; no call, no function."""
    model = """
        def f(x, y):
            q = x * 3.0
            s = q + y
            return s
        """
    rows = table(
        "x | `x` | (d,)", "y | `y` | (d,)", r"\mathrm{q}(x) | `q` | (d,)", "s | `s` | (d,)"
    )
    equations = (fence("Q", r"\mathrm{q}(x) = 3 x"), fence("S", r"s = \mathrm{q}(x) + y"))
    found = check(model, concept("f", *equations, rows))
    assert (found.states, found.codes) == ({"q": "verified", "s": "verified"}, [])
