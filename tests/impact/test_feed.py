"""Statements that feed the linked one of an equation, and are named by no row."""

from __future__ import annotations

from docgen.pages.rests import rests
from docgen.project import Project
from tests.conftest import MakeProject

MODEL = """
def f(x, w, b):
    scaled = 2.0 * w
    half = 0.5 * x * scaled
    half = half + 0.0
    other = b * 3.0
    z = half + b
    return z, other
"""

PAGE = r"""
---
code: model
---
# Page

/// concept | f
    parts: none
///

**Sum**
```math
z = x \odot w + b
```

| Symbol | Meaning | In code | Shape |
|---|---|---|---|
| $z$ | Sum | `z` | (d,) |
| $x$ | Given | `x` | (d,) |
| $w$ | Weights | SEEN | (d,) |
| $b$ | Shift | `b` | (d,) |

/// example | Run
```python
f(rng.normal(size=3), rng.normal(size=3), rng.normal(size=3))
```
///
"""


def fed(make_project: MakeProject, cell: str) -> list[str]:
    root = make_project({"model.py": MODEL, "docs/page.md": PAGE.replace("SEEN", cell)})
    project = Project.open(root)
    project.load(static=True)
    (equation,) = (one for one in rests(project.site) if one.kind == "equation")
    return [ground.name for ground in equation.grounds if ground.role == "feeds it"]


def test_all_between_what_is_read_and_what_is_compared(make_project: MakeProject) -> None:
    """`half` is bound twice on the way, `other` is not on it."""
    assert fed(make_project, "`w`") == [
        "scaled = 2.0 * w",
        "half = 0.5 * x * scaled",
        "half = half + 0.0",
    ]


def test_what_the_equation_reads_itself_is_where_it_ends(make_project: MakeProject) -> None:
    assert fed(make_project, "`scaled`") == [
        "half = 0.5 * x * scaled",
        "half = half + 0.0",
    ]


def test_a_part_of_what_is_returned_rests_on_what_it_holds(make_project: MakeProject) -> None:
    page = PAGE.replace("| $z$ | Sum | `z` | (d,) |", "| $z$ | Sum | `return[1]` | (d,) |")
    page = page.replace(r"z = x \odot w + b", r"z = 3 b").replace("SEEN", "`w`")
    root = make_project({"model.py": MODEL, "docs/page.md": page})
    project = Project.open(root)
    project.load(static=True)
    (equation,) = (one for one in rests(project.site) if one.kind == "equation")

    fed = [ground.name for ground in equation.grounds if ground.role == "feeds it"]
    assert fed == ["other = b * 3.0"]
