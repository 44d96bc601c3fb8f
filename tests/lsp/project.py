"""The project that the tests edit: one function, one page, numbers counted by hand.

`z` of the example is [[1.5, 4.5, 2.5, 1], [-3.5, 1, 3, -1]].
"""

from __future__ import annotations

MODEL = """\
import numpy as np


def widen(x, w):
    z = x @ w
    y = z * z
    return y, z


def ex():
    x = np.array([[1.0, 2.0, 0.5], [0.0, -1.0, 3.0]])
    w = np.array([[1.0, 0.0, 2.0, -1.0], [0.5, 2.0, 0.0, 1.0], [-1.0, 1.0, 1.0, 0.0]])
    return widen(x, w)
"""
TESTS = """\
from model import ex


def test_widen():
    assert ex()[1][0, 0] == 1.5
"""
SETTINGS = """\
[tool.docgen]
"""
PAGE = r"""---
code: model
---
# Page

## Widen

/// concept | widen
    parts: none
///

The product is [z](code:z), and $Z$ is used twice.

**Product**
```math tests="test_widen.assert"
Z = X W
```

**Square**
```math
Y = Z \odot Z
```

| Symbol | Meaning | In code | Shape |
|---|---|---|---|
| $X$ | Rows | `x` | (n, d) |
| $W$ | Weights | `w` | (d, m) |
| $Z$ | Widened rows | `z` | (n, m) |
| $Y$ | Their squares | `return[0]` | (n, m) |

/// example | Run
    run: ex
    show: no
///
"""
FILES = {
    "pyproject.toml": SETTINGS,
    "model.py": MODEL,
    "tests/test_model.py": TESTS,
    "docs/page.md": PAGE,
}


def line_of(text: str, piece: str) -> int:
    """The line, from 0, of a piece that the text holds once."""
    assert text.count(piece) == 1, f"{text.count(piece)} times: {piece}"
    return text[: text.index(piece)].count("\n")


def span(line: int, start: int, end: int) -> dict[str, dict[str, int]]:
    """A range within a line, as an editor counts it."""
    return {
        "start": {"line": line, "character": start},
        "end": {"line": line, "character": end},
    }
