"""Nothing that an author writes into a block or a fence is passed over in silence."""

from __future__ import annotations

import pytest

from tests.conftest import MakeProject, load, places

CODE = """
import numpy as np

size = 3


def step(x):
    y = 2.0 * x
    return y


def example():
    return step(np.arange(3.0))
"""
HEAD = """\
---
code: m
---
# Page

## Step

/// concept | step
    parts: none
///

"""


def check(make_project: MakeProject, body: str, settings: str = "") -> list[str]:
    project = make_project({"m.py": CODE}, settings)
    (project / "docs" / "p.md").write_text(HEAD + body, encoding="utf-8")
    return places(load(project))


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("/// listing | other\n///\n", "12:15 malformed-block"),
        ("/// links | title\n///\n", "12:13 malformed-block"),
        ("/// example\n    run: m.example\n    caption:\n///\n", "14:5 malformed-block"),
        (
            "/// example\n    run: m.example\n\n| `y` | |\n|---|---|\n| `x` | |\n///\n",
            "15:3 malformed-block",
        ),
        (
            "/// example\n    run: m.example\n\n| | | | |\n|-|-|-|-|\n| `x` | | | more |\n///\n",
            "17:13 malformed-block",
        ),
        ('```math stated=""\ny = 2 x\n```\n', "12:9 malformed-block"),
        ("```latex\ny = 2 x\n```\n", "12:4 unchecked-math"),
        ("```Maths\ny = 2 x\n```\n", "12:4 unchecked-math"),
        ("```python\ny = 2 * x\n```\n", ""),
    ],
)
def test_one_finding(make_project: MakeProject, body: str, expected: str) -> None:
    found = [place.removeprefix("docs/p.md:") for place in check(make_project, body)]
    assert found == ([expected] if expected else [])


def test_a_run_and_a_fence(make_project: MakeProject) -> None:
    body = "/// example\n    run: m.example\n\n```python\nexample()\n```\n///\n"
    assert check(make_project, body) == ["docs/p.md:15:4 malformed-block"]


@pytest.mark.parametrize(("base", "expected"), [("0", []), ("1", []), ("banana", ["3:7"])])
def test_the_base_of_indices(make_project: MakeProject, base: str, expected: list[str]) -> None:
    project = make_project({"m.py": CODE})
    page = f"---\ncode: m\nbase: {base}\n---\n# Page\n"
    (project / "docs" / "p.md").write_text(page, encoding="utf-8")
    assert places(load(project)) == [f"docs/p.md:{at} malformed-block" for at in expected]
