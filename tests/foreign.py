"""A model that is no transformer, for tests: one step of a recurrent cell, there and back.

The numbers of `example` are counted by hand: drive (1, 2, -1), keep (1, 0, -1), pre (2, 2, -2),
new (4, 4, 4); backward from dnew (1, 0.5, 1): dpre (4, 2, -4), dx (0, 6), dh (4, 2, -4).
"""

from __future__ import annotations

RNN = """
import numpy as np

RATE = 0.25
INPUTS, HIDDEN = 2, 3
BATCH = 1
NAMES = ["in", "rec"]


def bend(a):
    return a * a


def advance(x, h, weights):
    drive = x @ weights["in"]
    keep = h @ weights["rec"]
    pre = drive + keep
    new = bend(pre)
    return new, dict(x=x, h=h, pre=pre)


def retreat(dnew, memo, weights, grads):
    dpre = dnew * 2 * memo["pre"]
    grads["in"] += memo["x"].T @ dpre
    grads["rec"] += memo["h"].T @ dpre
    dx = dpre @ weights["in"].T
    dh = dpre @ weights["rec"].T
    return dx, dh


def cycle(x, h, weights, dnew, grads):
    new, memo = advance(x, h, weights)
    dx, dh = retreat(dnew, memo, weights, grads)
    return new, dx


def begin(I, H):
    weights = {}
    for name in ("in", "rec"):
        rows = I if name == "in" else H
        weights[f"{name}"] = np.ones((rows, H))
    weights["bias"] = np.zeros(H)
    return weights


def decays(array):
    return array.ndim > 1
"""

RUNS = """
import numpy as np
from rnn import advance, begin, cycle, retreat

WEIGHTS = {"in": np.array([[1.0, 0.0, 1.0], [0.0, 1.0, -1.0]]), "rec": np.eye(3)}


def example():
    return advance(np.array([[1.0, 2.0]]), np.array([[1.0, 0.0, -1.0]]), WEIGHTS)


def quiet():
    return advance(np.array([[1.0, 2.0]]), np.zeros((1, 3)), WEIGHTS)


def there_and_back():
    new, memo = example()
    grads = {name: np.zeros_like(array) for name, array in WEIGHTS.items()}
    return retreat(np.array([[1.0, 0.5, 1.0]]), memo, WEIGHTS, grads)


def round_trip():
    # Another call of `retreat` comes first: it is not the one that `cycle` makes.
    there_and_back()
    grads = {name: np.zeros_like(array) for name, array in WEIGHTS.items()}
    x, h = np.array([[1.0, 2.0]]), np.array([[1.0, 0.0, -1.0]])
    return cycle(x, h, WEIGHTS, np.array([[7.0, 8.0, 9.0]]), grads)


def batch():
    return advance(np.array([[1.0, 2.0], [0.0, 1.0]]), np.array([[1.0, 0.0, -1.0]] * 2), WEIGHTS)


def several():
    return advance(np.arange(8.0).reshape(4, 2), np.ones((4, 3)), WEIGHTS)


def weights(I, H):
    return begin(I, H)
"""

TESTS = """
import numpy as np
from runs import example


def test_advance():
    new, _ = example()
    assert np.allclose(new, 4.0)


def test_elsewhere():
    if np.pi > 4:
        assert False
    assert 1 + 1 == 2


def test_partly():
    new, _ = example()
    if np.pi > 4:
        assert False


def test_wrong():
    new, _ = example()
    assert np.allclose(new, 5.0)


EXPECTED = 4.0
"""

SETTINGS = """
[tool.docgen.dimensions]
B = "rnn.BATCH"
I = { code = "rnn.INPUTS", note = "of one step" }
H = "rnn.HIDDEN"
"""

FILES = {"rnn.py": RNN, "runs.py": RUNS, "tests/test_rnn.py": TESTS}

HEAD = """---
code: rnn
---
# Cell

## Advance

"""
"""Six lines and an empty one: what follows starts in line 8."""

TABLE = """
| Symbol | Meaning | In code | Shape |
|---|---|---|---|
| $x$ | input | `x` | (B, I) |
| $h$ | state | `h` | (B, H) |
| $d$ | driven | `drive` | (B, H) |
| $p$ | before bending | `pre` | (B, H) |
| $y$ | new state | `return[0]` | (B, H) |
"""


DRIVEN = """
| Symbol | Meaning | In code | Shape |
|---|---|---|---|
| $x$ | input | `x` | (B, I) |
| $W$ | weights | `weights["in"]` | (I, H) |
| $d$ | driven | `drive` | (B, H) |
"""
"""The rows of an equation `d = x W` that is verified on the run `runs.several`."""

RUN = "/// example\n    run: runs.several\n\n| | |\n|---|---|\n| `drive` | Driven |\n///\n"
"""The block of that run."""


def page(body: str, concept: str = "advance", parts: str = "none") -> str:
    """A page with one concept; `body` starts in line 11."""
    return f"{HEAD}/// concept | {concept}\n    parts: {parts}\n///\n{body.lstrip(chr(10))}"


def line_of(text: str, mark: str, nth: int = 1) -> str:
    """`line:column` of the character behind `«` in a mark that the text holds without it."""
    plain = mark.replace("«", "")
    at = -1
    for _ in range(nth):
        at = text.index(plain, at + 1)
    at += mark.index("«")
    line = text.count("\n", 0, at) + 1
    return f"{line}:{at - (text.rfind(chr(10), 0, at) + 1) + 1}"
