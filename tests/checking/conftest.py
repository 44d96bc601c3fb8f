"""Small projects whose equations are checked: a module, one page, and what docgen says of them."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass

import pytest

from docgen.diagnostics import Finding
from docgen.pages.verdict import Verdict
from docgen.project import Project
from tests.conftest import MakeProject, load

PAGE = "docs/page.md"
MODEL = "model.py"


@dataclass(frozen=True)
class Checked:
    """A checked project of one module and one page."""

    project: Project
    texts: dict[str, str]

    def verdict(self, slug: str) -> Verdict:
        found: Verdict = self.project.site.verdicts[f"{PAGE}#{slug}"]
        return found

    @property
    def states(self) -> dict[str, str]:
        """Slug → state of every equation."""
        verdicts = self.project.site.verdicts
        return {key.partition("#")[2]: verdict.state for key, verdict in verdicts.items()}

    @property
    def findings(self) -> list[Finding]:
        return self.project.findings

    @property
    def codes(self) -> list[str]:
        return [finding.code for finding in self.findings]

    @property
    def places(self) -> list[str]:
        return [f"{one.place.line}:{one.place.column} {one.code}" for one in self.findings]

    @property
    def only(self) -> Finding:
        """The one finding there is."""
        assert len(self.findings) == 1, self.places
        return self.findings[0]

    def at(self, marked: str, code: str, path: str = PAGE) -> str:
        """`line:column code` of the place that `«` marks in a piece of a file."""
        piece = marked.replace("«", "")
        text = self.texts[path]
        assert text.count(piece) == 1, f"{text.count(piece)} times: {piece}"
        at = text.index(piece) + marked.index("«")
        start = text.rfind("\n", 0, at) + 1
        return f"{text.count(chr(10), 0, at) + 1}:{at - start + 1} {code}"


Check = Callable[..., Checked]

XY = ("x | `x` | (d,)", "y | `y` | (d,)")
EXAMPLE = """


def ex(d=5):
    r = np.random.default_rng(0)
    return f(r.normal(size=d), r.normal(size=d))
"""
"""What is added to a module without an example: its `f` takes two vectors."""


def fence(title: str, latex: str, options: str = "") -> str:
    """A titled equation."""
    head = f"```math {options}".rstrip()
    return f"**{title}**\n{head}\n{latex}\n```\n\n"


def table(*rows: str) -> str:
    r"""A symbol table of rows such as `Z | `Z` | (T, F)`: symbol, cell, Shape."""
    lines = ["| Symbol | Meaning | In code | Shape |", "|---|---|---|---|"]
    for row in rows:
        symbol, cell, shape = (part.strip() for part in row.split(" | "))
        symbols = ", ".join(f"${one.strip()}$" for one in symbol.split(" & "))
        lines.append(f"| {symbols} | It | {cell} | {shape} |")
    return "\n".join(lines) + "\n\n"


def concept(function: str, *parts: str, run: str = "ex", more: str = "") -> str:
    """A section whose equations are checked on one example."""
    options = f"    {more}\n" if more else ""
    example = f"/// example | Run\n    run: {run}\n    show: no\n///\n\n" if run else ""
    return (
        f"## About {function}\n\n/// concept | {function}\n    parts: none\n{options}///\n\n"
        + "".join(parts)
        + example
    )


@pytest.fixture
def check(make_project: MakeProject) -> Check:
    """Check a page on the code of `model.py`; NumPy is imported there already."""

    def checked(
        model: str,
        *parts: str,
        front: str = "",
        settings: str = "",
        files: dict[str, str] | None = None,
    ) -> Checked:
        code = "import numpy as np\n\n\n" + inspect.cleandoc(model) + "\n"
        if "def ex(" not in code:
            code += EXAMPLE
        page = f"---\ncode: model\n{front}---\n# Page\n\n{''.join(parts)}"
        folder = make_project({MODEL: code, PAGE: page, **(files or {})}, settings)
        return Checked(load(folder), {MODEL: code, PAGE: page})

    return checked
