"""A small project whose pages were confirmed, and what a check says after an edit of it."""

from __future__ import annotations

import pathlib
from dataclasses import dataclass

import pytest
from click.testing import CliRunner, Result

from docgen.cli import main
from docgen.diagnostics import Finding
from docgen.project import Project
from docgen.review.lock import FILE
from tests.conftest import MakeProject

CODE = """
import numpy as np


def bend(a):
    return squeeze(a) * a


def squeeze(a):
    return a


def advance(x, h, w):
    drive = x @ w
    keep = h @ w
    pre = drive + keep
    norm = np.sum(pre)
    if norm > 9:
        norm = 0.0
    return bend(pre)


def twice(x):
    y = x + x
    y = x + x
    return y


def example():
    x = np.array([[1.0, 2.0], [0.5, -1.0], [2.0, 3.0], [-1.0, 4.0]])
    w = np.array([[1.0, 2.0, 3.0], [4.0, -5.0, 6.5]])
    return advance(x, x + 1.0, w)
"""
PAGE = r"""---
code: rnn
---
# Cell

Before any section, [squeeze](code:squeeze) is linked.

## Advance

/// concept | advance
    parts: none
///

The input [drives](code:drive) the cell.

**Driven**
```math
d = x W
```

**Both**
```math code="pre; drive" stated="by construction"
p = d + k
```

| Symbol | Meaning | In code | Shape |
|---|---|---|---|
| $x$ | input | `x` | (B, I) |
| $W$ | weights | `w` | (I, H) |
| $d$ | driven | `drive` | (B, H) |
| $k$ | kept | `keep` | (B, H) |
| $p$ | sum | `pre` | (B, H) |

/// example | Run
    run: rnn.example
    show: no
///
"""
"""`drive` is linked in line 14 and by the equations in lines 17 and 22."""


@dataclass(frozen=True)
class Adopter:
    """A project on disk."""

    root: pathlib.Path

    def edit(self, path: str, old: str, new: str) -> None:
        file = self.root / path
        text = file.read_text(encoding="utf-8")
        assert text.count(old) == 1, f"{text.count(old)} times: {old}"
        file.write_text(text.replace(old, new), encoding="utf-8")

    def code(self, old: str, new: str) -> None:
        self.edit("rnn.py", old, new)

    def page(self, old: str, new: str) -> None:
        self.edit("docs/page.md", old, new)

    @property
    def findings(self) -> list[Finding]:
        """What a check without runs says."""
        project = Project.open(self.root)
        project.load(static=True)
        return project.findings

    @property
    def places(self) -> list[str]:
        return [f"{one.place.path}:{one.place.line} {one.code}" for one in self.findings]

    @property
    def messages(self) -> list[str]:
        return [f"{one.place.line}: {one.message}" for one in self.findings]

    @property
    def only(self) -> Finding:
        assert len(self.findings) == 1, self.places
        return self.findings[0]

    @property
    def lock(self) -> str:
        return (self.root / FILE).read_text(encoding="utf-8")

    def run(self, *arguments: str, answers: str = "") -> Result:
        return CliRunner().invoke(
            main, ["review", "--root", str(self.root), *arguments], input=answers
        )


@pytest.fixture
def adopter(make_project: MakeProject) -> Adopter:
    """The project before its first review."""
    return Adopter(make_project({"rnn.py": CODE, "docs/page.md": PAGE}))


@pytest.fixture
def confirmed(adopter: Adopter) -> Adopter:
    """The project after its first review."""
    result = adopter.run("--all")
    assert result.exit_code == 0, result.output
    return adopter
