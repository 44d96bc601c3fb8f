"""A small project for tests of what rests on its code, with places worked out by hand."""

from __future__ import annotations

MODEL = """
import numpy as np

BASE = 4
WIDTH = 2 * BASE
DEPTH = 3


def bend(a):
    return a * a


def f(x, w):
    z = x * w
    y = bend(z)
    noise = 0.0
    return y + noise


def idle(x):
    return x + 1.0


def ex(d=5):
    r = np.random.default_rng(0)
    return f(r.normal(size=d), r.normal(size=d))
"""
"""`z` stands in line 13, `y` in 14, `noise` in 15, `return y + noise` in 16."""

PAGE = r"""
---
code: model
---
# Page

Layers are [8](value:model.WIDTH) wide
and [3](value:model.DEPTH) deep.

- [First](code:f.z) it scales.
- [Then](code:f.y) it bends.

> All of [bend](code:bend) in a line.

## F

/// concept | f
    parts: none
///

No link here.

**Scale**
```math
z = x \odot w
```

**Bend**
```math
y = B(z)
```

**Meant**
```math stated="only meant"
q = z
```

| Symbol | Meaning | In code | Shape |
|---|---|---|---|
| $x$ | In | `x` | (d,) |
| $w$ | Factor, [as given](code:f.x) | `w` | (d,) |
| $z$ | Scaled | `z` | (d,) |
| $y$ | Bent | `y` | (d,) |
| $q$ | Meant | — | (d,) |
| $B(u)$ | Bending | `bend(u)` | (…) to (…) |

/// example | Run
    run: ex

| | |
|---|---|
| `z` | |
///

/// listing
    from: z
    to: y
///
"""

FILES = {"model.py": MODEL, "docs/page.md": PAGE}
SETTINGS = 'modules = ["model"]\n'
