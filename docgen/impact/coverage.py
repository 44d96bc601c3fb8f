"""`docgen coverage`: the numeric statements of a project, and its equations without code.

What is counted, and how, says `docgen.pages.count`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from docgen.diagnostics import Fault
from docgen.pages.context import equation_key
from docgen.pages.count import Count
from docgen.project import Project

Tell = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Uncoded:
    """An equation that no statement computes, with its verdict and the reason for it."""

    page: str
    line: int
    title: str
    state: str
    reason: str


@dataclass(frozen=True)
class Coverage(Count):
    """What independent equations explain, and the equations that explain no code."""

    uncoded: tuple[Uncoded, ...] = ()


def find_coverage(project: Project, tell: Tell = lambda _: None) -> Coverage:
    """The coverage of all functions of the settings' modules; the project is loaded with runs.

    Raises:
        unknown-function: The settings name no modules.
    """
    if not project.settings.modules:
        raise Fault(
            "unknown-function",
            "the settings name no modules whose statements could be counted",
            help='write `modules = ["package"]` under [tool.docgen]',
        )
    count = project.count(lambda done, total: tell(f"runs: {done} of {total}"))
    return Coverage(count.statements, count.failed, tuple(_uncoded(project)))


def _uncoded(project: Project) -> Iterable[Uncoded]:
    """Equations that no statement of the code computes."""
    for draft in project.pages.values():
        for equation, _ in draft.equations:
            if any(link.role != "tests" for link in equation.links):
                continue
            verdict = project.site.verdicts[equation_key(draft.page, equation)]
            source = draft.page.source
            start = (equation.fence.title_span or equation.fence.span).start
            yield Uncoded(
                source.path, source.line_at(start), equation.title, verdict.state, verdict.reason
            )
