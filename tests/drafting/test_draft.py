"""Drafted pages: whole pages against pages by hand, and what cannot be written."""

from __future__ import annotations

from pathlib import Path

import pytest

from docgen.diagnostics import Fault
from docgen.drafting.draft import Draft, draft
from docgen.project import Project
from tests.conftest import MakeProject, load

CODE = '''
import numpy as np


def softmax(x, axis=-1):
    """The softmax."""
    x_max = np.max(x, axis=axis, keepdims=True)
    e = np.exp(x - x_max)
    return e / np.sum(e, axis=axis, keepdims=True)


def layer(X, W, b, scale=2.0):
    Z = X @ W + b
    Z *= scale
    return np.maximum(Z, 0.0)


def running(xs):
    mean = 0.0
    n = 0
    for x in xs:
        n += 1
        mean += (x - mean) / n
    return mean


def mixed(x, flag=False):
    order = np.sort(x)
    if flag:
        order = -order
    total = np.sum(order) if flag else np.mean(order)
    np.clip(order, 0.0, 1.0, out=order)
    return smooth(order) * total


def smooth(x):
    return x[:-1] + x[1:]


def fold(X, w, held):
    s = score(X[held], w, power=2)
    return s


def score(X, w, power):
    order = np.sort(X @ w)
    return np.sum(order**power)


def same(x):
    return np.where(x > -100.0, x, 0.0)


def text(name):
    return name


def slope(X, y, w):
    r = X @ w - y
    g = 2 / len(y) * (X.T @ r)
    return g
'''

SOFTMAX = r"""---
code: nets
parts: listing; links
---
# `softmax`

## `softmax`: what it computes

/// concept | softmax
///

`nets.softmax` is defined in `nets` and takes the parameters `x` and `axis`.

<!-- Say here what the function is for, and in the table what each symbol means. -->

### Mathematics

**`x_max`**
```math code="x_max" id="x-max"
x_{\mathrm{max},i} = \max_{j} x_{ij}
```

Written for the case that `axis` is `-1`.

**`e`**
```math code="e" id="e"
e_{ij} = \exp(x_{ij} - x_{\mathrm{max},i})
```

**Value returned**
```math code="return" id="value-returned"
y_{ij} = \frac{e_{ij}}{\sum_{k=1}^{m} e_{ik}}
```

Written for the case that `axis` is `-1`.

### What does each symbol mean?

| Symbol | Meaning | In code | Shape |
|---|---|---|---|
| $x_{\mathrm{max}}$ | Value of `x_max` | `x_max` | (n,) |
| $x$ | Parameter `x` | `x` | (n, m) |
| $e$ | Value of `e` | `e` | (n, m) |
| $y$ | The value returned | `return` | (n, m) |

### Worked example

/// example | The call `softmax(rng.normal(size=(3, 4)))`
```python
softmax(rng.normal(size=(3, 4)))
```

| | |
|---|---|
| `x` | $x$ |
| `x_max` | $x_{\mathrm{max}}$ |
| `e` | $e$ |
| `return` | $y$ |
///
"""

LAYER = r"""---
code: nets
parts: listing; links
---
# `layer`

## `layer`: what it computes

/// concept | layer
///

`nets.layer` is defined in `nets` and takes the parameters `X`, `W`, `b` and `scale`.

<!-- Say here what the function is for, and in the table what each symbol means. -->

### Mathematics

**`Z`**
```math code="Z = X @ W + b" id="z"
Z = X W + \mathbf{1} b^\top
```

**`Z`, value 2**
```math code="Z *= scale" id="z-value-2"
Z_{ij} \leftarrow Z_{ij} \mathrm{scale}
```

**Value returned**
```math code="return" id="value-returned"
y_{ij} = \max(Z_{ij}, 0)
```

### What does each symbol mean?

| Symbol | Meaning | In code | Shape |
|---|---|---|---|
| $Z$ | Value of `Z` | `Z` | (n, m) |
| $X$ | Parameter `X` | `X` | (n, d) |
| $W$ | Parameter `W` | `W` | (d, m) |
| $b$ | Parameter `b` | `b` | (m,) |
| $\mathrm{scale}$ | Parameter `scale` | `scale` | scalar |
| $y$ | The value returned | `return` | (n, m) |

### Worked example

/// example | The call `layer(X, rng.normal(size=(4, 5)), rng.normal(size=5))`
```python
X = rng.normal(size=(3, 4))
layer(X, rng.normal(size=(4, 5)), rng.normal(size=5))
```

| | |
|---|---|
| `X` | $X$ |
| `W` | $W$ |
| `b` | $b$ |
| `scale` | $\mathrm{scale}$ |
| `Z = X @ W + b` | $Z$ |
| `Z *= scale` | $Z$ |
| `return` | $y$ |
///
"""

RUNNING = (
    (r"\mathrm{mean} = 0", "mean = 0.0"),
    (r"\mathrm{mean}^{(2)} \leftarrow \mathrm{mean}^{(2)}", "mean += (x - mean) / n"),
    (r"y = \mathrm{mean}^{(3)}", "return"),
)


@pytest.fixture
def folder(make_project: MakeProject) -> Path:
    return make_project({"nets.py": CODE})


def drafted(folder: Path, function: str, call: str, setup: str = "") -> Draft:
    return draft(Project.open(folder), f"nets.{function}", call, setup)


def test_page_of_a_softmax(folder: Path) -> None:
    made = drafted(folder, "softmax", "softmax(rng.normal(size=(3, 4)))")

    assert made == Draft(SOFTMAX, 3, 3, 0, 3, 0, (), ())


def test_one_equation_is_told_as_one(folder: Path) -> None:
    told: list[str] = []
    draft(Project.open(folder), "nets.smooth", "smooth(rng.normal(size=4))", "", told.append)

    assert [each for each in told if "equation" in each][-1] == "1 equation together"


def test_page_of_a_layer_with_setup(folder: Path) -> None:
    made = drafted(
        folder,
        "layer",
        "layer(X, rng.normal(size=(4, 5)), rng.normal(size=5))",
        "X = rng.normal(size=(3, 4))\n",
    )

    assert made == Draft(LAYER, 3, 3, 0, 3, 0, (), ())


def test_drafted_page_is_clean_in_the_project(folder: Path) -> None:
    for name, page in (("softmax", SOFTMAX), ("layer", LAYER)):
        (folder / "docs" / f"{name}.md").write_text(page, encoding="utf-8")

    project = load(folder)

    assert project.findings == []
    assert {verdict.state for verdict in project.site.verdicts.values()} == {"verified"}


def test_drafting_leaves_the_pages_of_the_project_alone(folder: Path) -> None:
    (folder / "docs" / "other.md").write_text("/// nonsense\n///\n", encoding="utf-8")

    made = drafted(folder, "softmax", "softmax(rng.normal(size=(3, 4)))")

    assert made.text == SOFTMAX
    assert [file.name for file in (folder / "docs").iterdir()] == ["other.md"]


def test_values_before_within_and_behind_a_loop_are_symbols_of_their_own(folder: Path) -> None:
    made = drafted(folder, "running", "running(rng.normal(size=6))")

    for latex, code in RUNNING:
        assert latex in made.text
        assert f'code="{code}"' in made.text
    assert made.listings == (("for x in xs:", "It is the head of a loop."),)
    assert (made.statements, made.written, made.copied) == (4, 3, 1)


def test_what_cannot_be_written_is_listed_with_the_reason(folder: Path) -> None:
    made = drafted(folder, "mixed", "mixed(rng.normal(size=6))")

    assert made.listings == (
        ("order = np.sort(x)", "It calls code that has no equation of its own."),
        ("np.clip(order, 0.0, 1.0, out=order)", "It changes an array in place within a call."),
    )
    assert made.unexecuted == ("order = -order",)
    assert (made.statements, made.written, made.independent) == (4, 2, 2)
    assert "Written for the case that `flag` does not hold." in made.text
    assert r"y_i = \mathrm{smooth}_i \mathrm{total}" in made.text


def test_equation_that_the_call_cannot_tell_from_a_wrong_one_is_not_written(folder: Path) -> None:
    made = drafted(folder, "same", "same(rng.normal(size=6))")

    assert "```math" not in made.text
    assert made.listings == (
        (
            "return",
            "An equation for it holds, but this call could not tell a wrong one from it.",
        ),
    )


def test_size_of_an_array_is_no_range_of_an_index(folder: Path) -> None:
    """`len(y)` is the letter of its Shape; the indices of `g` run along the other axis."""
    made = drafted(
        folder, "slope", "slope(rng.normal(size=(5, 3)), rng.normal(size=5), np.ones(3))"
    )

    assert r"g_i = \frac{2}{n} \left(\sum_{j=1}^{n} X_{ji} r_j\right)" in made.text
    assert (made.statements, made.written) == (3, 3)


def test_call_is_written_with_all_that_it_is_given(folder: Path) -> None:
    """The score is that of the rows held out, and the page must not say that it is that of X."""
    made = drafted(
        folder,
        "fold",
        "fold(rng.normal(size=(6, 3)), rng.normal(size=3), np.array([0, 1, 2, 5]))",
    )

    assert r"s = \operatorname{score}(X_{\mathrm{held}}, w)" in made.text
    assert "| `score(u, v, power=2)` |  |" in made.text
    assert r"| $X_{\mathrm{held}}$ | Value of `X[held]` | `X[held]` |" in made.text
    assert (made.independent, made.by_call) == (1, 1)


def test_lock_of_the_project_does_not_hold_a_draft(folder: Path) -> None:
    """What is only tried was never confirmed, and need not be."""
    (folder / "docgen.lock").write_text("# nothing is confirmed\n", encoding="utf-8")
    made = drafted(folder, "softmax", "softmax(rng.normal(size=(3, 4)))")

    assert (made.statements, made.written) == (3, 3)


def test_call_that_fails_is_a_fault(folder: Path) -> None:
    with pytest.raises(Fault, match="the call fails") as raised:
        drafted(folder, "softmax", "softmax()")

    assert raised.value.code == "run-failed"
    assert raised.value.notes[0].startswith("TypeError: ")


def test_call_of_another_function_is_a_fault(folder: Path) -> None:
    with pytest.raises(Fault, match="the call does not reach `softmax`"):
        drafted(folder, "softmax", "smooth(rng.normal(size=4))")


def test_function_without_numbers_gives_a_page_without_equations(folder: Path) -> None:
    made = drafted(folder, "text", "text('a')")

    assert (made.statements, made.written, made.listings) == (0, 0, ())
    assert "```math" not in made.text


def test_unknown_function_is_a_fault(folder: Path) -> None:
    with pytest.raises(Fault, match="is no function that Python code defines"):
        drafted(folder, "sofmax", "softmax(1.0)")
