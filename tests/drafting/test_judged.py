"""Ten functions of NumPy and SciPy, drafted: their pages hold, and say at least half of them."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import pytest

from docgen.drafting.draft import Draft, draft
from docgen.drafting.installed import add_installed
from docgen.project import Project
from tests.conftest import load, write_files
from tests.drafting.functions import JUDGED, Judged

LEAST = 0.5
"""Share of the numeric statements that are executed and must have an equation."""


@dataclass(frozen=True)
class Site:
    drafts: dict[str, Draft]
    project: Project


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Site:
    folder = tmp_path_factory.mktemp("judged")
    write_files(folder, {"pyproject.toml": "[tool.docgen]\n"})
    for package in ("numpy", "scipy"):
        add_installed(folder, package)
    with ThreadPoolExecutor(2) as pool:
        made = pool.map(lambda one: drafted(folder, one), JUDGED)
        drafts = dict(zip((one.function for one in JUDGED), made, strict=True))
    pages = {f"docs/{page_of(name)}": one.text for name, one in drafts.items()}
    write_files(folder, pages)
    return Site(drafts, load(folder))


def drafted(folder: Path, one: Judged) -> Draft:
    page = f"docs/{page_of(one.function)}"
    return draft(Project.open(folder), one.function, one.call, page=page)


def page_of(function: str) -> str:
    return f"{Path(function.replace('.', '/')).name}.md"


@pytest.mark.parametrize("function", [one.function for one in JUDGED])
def test_page_of_an_installed_function_is_clean_as_drafted(site: Site, function: str) -> None:
    page = site.project.pages[page_of(function)]
    made = site.drafts[function]

    assert page.findings == []
    assert len(page.equations) == made.independent + made.by_call
    states = [
        site.project.site.verdicts[f"docs/{page_of(function)}#{equation.slug}"].state
        for equation, _ in page.equations
    ]
    assert states.count("verified") == made.independent
    assert states.count("by-call") == made.by_call


def test_settings_that_drafting_writes_are_clean(site: Site) -> None:
    assert site.project.site_findings == []


def test_at_least_half_of_the_numeric_statements_have_an_equation(site: Site) -> None:
    statements = written = copied = independent = 0
    for function, made in site.drafts.items():
        total = made.independent + made.by_call
        print(
            f"{function}: {made.written} of {made.statements} statements,"
            f" {made.copied} of them copies;"
            f" {total} equations, {made.by_call} of them by call"
        )
        statements += made.statements
        written += made.written
        copied += made.copied
        independent += made.independent
    telling = written - copied
    print(
        f"share: {written} of {statements}, {written / statements:.0%};"
        f" without copies {telling}, {telling / statements:.0%}"
    )

    assert statements == 70
    assert written / statements >= LEAST
    assert telling / statements >= LEAST
    assert independent > written / 2
