"""One page about the foreign model, checked: its parts and its findings."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

import pytest

from docgen.diagnostics import Finding
from docgen.markup.page import Fence
from docgen.project import Project
from docgen.trace.value import Value
from tests.conftest import MakeProject, load
from tests.foreign import FILES, SETTINGS, line_of

PAGE = "docs/p.md"
HOLDING = (
    "equation-mismatch",
    "weak-verdict",
    "shape-mismatch",
    "unsupported-latex",
    "unbound-symbol",
    "never-executed",
)
Part = TypeVar("Part")


@dataclass(frozen=True)
class Drawn:
    """A checked page."""

    root: Path
    text: str
    project: Project

    @property
    def findings(self) -> list[Finding]:
        """All findings but those on whether equations hold and which rows they use.

        What runs say of equations has tests of its own; here the equations are any.
        """
        fences = [
            range(source.line_at(item.body_span.start), source.line_at(item.body_span.end) + 1)
            for draft in self.project.pages.values()
            for source in [draft.page.source]
            for item in draft.page.items
            if isinstance(item, Fence) and item.language == "math"
        ]
        return [
            finding
            for finding in self.project.findings
            if finding.code != "unused-symbol"
            and not finding.message.endswith("along it cannot be told")
            and not (finding.code in HOLDING and any(finding.place.line in one for one in fences))
        ]

    @property
    def places(self) -> list[str]:
        """`line:column code` of findings on the page; others with their path."""
        return [
            f"{each.place.path}:{each.place.line}:{each.place.column} {each.code}".removeprefix(
                f"{PAGE}:"
            )
            for each in self.findings
        ]

    @property
    def finding(self) -> Finding:
        """The only finding."""
        (finding,) = self.findings
        return finding

    def at(self, mark: str, code: str, nth: int = 1) -> str:
        return f"{line_of(self.text, mark, nth)} {code}"

    def parts(self, kind: type[Part]) -> list[Part]:
        draft = self.project.pages["p.md"]
        entries = [*draft.drafts, *(addition.draft for addition in draft.additions)]
        return [entry.part for entry in entries if isinstance(entry.part, kind)]

    def part(self, kind: type[Part]) -> Part:
        """The only part of a kind."""
        (part,) = self.parts(kind)
        return part


Draw = Callable[..., Drawn]


@pytest.fixture
def draw(make_project: MakeProject) -> Draw:
    """Check a page of the given text beside the foreign model and other files."""

    def draw_page(
        text: str, files: dict[str, str] | None = None, settings: str = SETTINGS
    ) -> Drawn:
        root = make_project({**FILES, PAGE: text, **(files or {})}, settings)
        return Drawn(root, text, load(root))

    return draw_page


def numbers(value: Value | None) -> list[object]:
    """The entries of a value, in rows."""
    assert value is not None
    if not value.shape or len(value.shape) == 1:
        return list(value.data)
    width = value.shape[-1]
    return [list(value.data[at : at + width]) for at in range(0, len(value.data), width)]
