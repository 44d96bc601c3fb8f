"""Blocks that count: statements by what explains them, modules, verdicts, versions."""

from __future__ import annotations

import math
import platform
from pathlib import Path

import pytest
from selectolax.lexbor import LexborHTMLParser

from docgen import __version__
from docgen.impact.coverage import Coverage
from docgen.impact.figures import render_full
from docgen.pages.badge import nearness
from docgen.pages.count import Count, Numeric, State
from docgen.pages.tally import total
from docgen.project import Project
from docgen.views.tally import (
    CoveragePart,
    FunctionCount,
    ModuleCount,
    ModulesPart,
    OpenStatement,
    VerdictCount,
    VerdictsPart,
    VersionsPart,
    render_coverage,
    render_modules,
)
from tests.conftest import MakeProject, places, write_files
from tests.impact.small import FILES, SETTINGS
from tests.pages.conftest import Draw, Part

COUNTS = "/// coverage\n///\n\n/// modules\n///\n\n/// verdicts\n///\n\n/// versions\n///\n"
REASON = '\n[tool.docgen.unexplained]\n"model.f.y" = "of bend"\n'


@pytest.fixture(scope="module")
def counted(tmp_path_factory: pytest.TempPathFactory) -> Project:
    folder = tmp_path_factory.mktemp("tally")
    code = {"docs/code.md": "/// module | model\n///\n", "docs/counts.md": COUNTS}
    settings = f"[tool.docgen]\n{SETTINGS}{REASON}"
    write_files(folder, {"pyproject.toml": settings, **FILES, **code})
    project = Project.open(folder)
    project.counts = True
    project.load()
    assert places(project) == []
    return project


def part(project: Project, kind: type[Part]) -> Part:
    entries = project.pages["counts.md"].drafts
    (found,) = [entry.part for entry in entries if isinstance(entry.part, kind)]
    return found


def test_coverage(counted: Project) -> None:
    found = part(counted, CoveragePart)
    assert found.total == (
        "1 of 7 numeric statements (14.2 %) is explained by an independent equation,"
        " 1 by call only, 4 by none; no run reached 1. For 1 of the other 6 a reason is given."
    )
    page = "../code/#code-model-L"
    assert found.functions == (
        FunctionCount("model.bend", f"{page}8", 0, 1, "1 by none"),
        FunctionCount("model.f", f"{page}12", 1, 4, "1 by call, 2 by none"),
        FunctionCount("model.idle", f"{page}19", 0, 1, "1 no run reaches it"),
        FunctionCount("model.ex", f"{page}23", 0, 1, "1 by none"),
    )
    assert [(one.ref.line, one.state, one.reason) for one in found.statements] == [
        (9, "by none", ""),
        (15, "by none", ""),
        (16, "by none", ""),
        (20, "no run reaches it", ""),
        (25, "by none", ""),
        (14, "by call", "of bend"),
    ]
    assert isinstance(found.statements[0], OpenStatement)


@pytest.mark.parametrize(
    ("rest", "heads"),
    [("", ["Function", "Explained"]), ("1 by call", ["Function", "Explained", "Of the rest"])],
)
def test_a_column_of_functions_that_would_be_empty_is_left_out(rest: str, heads: list[str]) -> None:
    functions = (FunctionCount("model.f", "#a", 1, 1), FunctionCount("model.g", "#b", 0, 1, rest))
    table = LexborHTMLParser(render_coverage(CoveragePart("One of two.", functions)))
    assert [cell.text() for cell in table.css("thead th")] == heads


def test_where_nothing_is_left_the_sentence_says_so() -> None:
    whole = Numeric("m.py", 3, "m.f", "y = x * x", "independent")
    said = total(Count((whole, whole)))
    assert said == "All 2 numeric statements are explained by an independent equation."
    said = total(Count((whole,)))
    assert said == "The one numeric statement is explained by an independent equation."


@pytest.mark.parametrize(
    ("good", "left", "said"),
    [
        (
            184,
            [("unexplained", "of it")],
            "184 of 185 numeric statements (99.4 %) are explained by an independent equation,"
            " 1 by none. A reason is given for the one that is left.",
        ),
        (
            1,
            [("unreached", ""), ("by-call", "")],
            "1 of 3 numeric statements (33.3 %) is explained by an independent equation,"
            " 1 by call only; no run reached 1. No reason is given for the other 2.",
        ),
        (
            2,
            [("unreached", "a"), ("unreached", "b")],
            "2 of 4 numeric statements (50.0 %) are explained by an independent equation;"
            " no run reached 2. A reason is given for each of the other 2.",
        ),
        (
            0,
            [("by-call", "")],
            "0 of 1 numeric statement (0.0 %) is explained by an independent equation,"
            " 1 by call only. No reason is given for it.",
        ),
        (
            0,
            [("by-call", ""), ("unexplained", "a")],
            "0 of 2 numeric statements (0.0 %) are explained by an independent equation,"
            " 1 by call only, 1 by none. For 1 of them a reason is given.",
        ),
    ],
)
def test_sentences_fit_small_counts(good: int, left: list[tuple[State, str]], said: str) -> None:
    whole = Numeric("m.py", 3, "m.f", "y = x * x", "independent")
    rest = [Numeric("m.py", 4, "m.f", "z = y", state, reason) for state, reason in left]
    count = Count((*[whole] * good, *rest))
    assert total(count) == said
    report = render_full(Coverage(count.statements)).splitlines()
    assert f"{report[-1]}." == said.partition(". ")[0] + "."


def test_modules(counted: Project) -> None:
    assert part(counted, ModulesPart).modules == (
        ModuleCount("model", "../code/#code-model-L1", "", 25, "7", "1"),
    )


def test_the_columns_of_modules_say_what_they_count(counted: Project) -> None:
    """A module may have many statements and no numeric one."""
    table = LexborHTMLParser(render_modules(part(counted, ModulesPart)))
    assert [cell.text() for cell in table.css("thead th")] == [
        "Module",
        "Holds",
        "Lines",
        "Numeric statements",
        "Of these explained",
    ]


def test_verdicts(counted: Project) -> None:
    found = part(counted, VerdictsPart)
    assert [(one.state, one.equations) for one in found.counts] == [
        ("verified", 1),
        ("by-call", 1),
        ("stated", 1),
    ]
    assert isinstance(found.counts[0], VerdictCount)
    assert found.notes[0].startswith(
        f"{sum(one.entries for one in counted.site.verdicts.values()):,} numbers were compared,"
        " in 1 run and in repetitions of it with other numbers."
    )
    assert found.notes[1] == "Largest gap below 1e-12: nothing but rounding."


@pytest.mark.parametrize(
    ("gap", "tolerance", "said"),
    [
        (3e-11, 1e-8, "Largest gap ≤ 1e-10; allowed there: 1e-8."),
        (0.0, 3.2e-9, "Largest gap ≤ 1e-12; allowed there: 4e-9."),
        # The power of ten above the gap is above the tolerance, and the gap below it.
        (5e-10, 8e-10, "Largest gap ≤ 8e-10; allowed there: 8e-10."),
        (2.5, 9.5e-10, "Largest gap ≤ 1e1; allowed there: 1e-9."),
        (math.inf, 4e-15, "Largest gap ≤ infinity; allowed there: 4e-15."),
        (1e-13, 1e-12, "Largest gap below 1e-12: nothing but rounding."),
    ],
)
def test_a_gap_is_told_beside_its_tolerance(gap: float, tolerance: float, said: str) -> None:
    assert nearness(gap, tolerance) == said


def test_versions_and_a_tree_without_commit(counted: Project) -> None:
    found = part(counted, VersionsPart)
    assert found.versions == (("docgen", __version__), ("Python", platform.python_version()))
    assert found.commit == "Built from files that belong to no commit."


def test_nothing_is_executed_again_when_nothing_changed(counted: Project) -> None:
    again = Project.open(counted.root)
    again.counts = True
    again.load()
    assert again.recorded == 0
    assert part(again, CoveragePart) == part(counted, CoveragePart)


def test_what_is_not_counted_says_so(make_project: MakeProject) -> None:
    root: Path = make_project({**FILES, "docs/counts.md": COUNTS}, SETTINGS)
    project = Project.open(root)
    project.load(static=True)
    assert part(project, CoveragePart) == CoveragePart(
        "The statements are counted when the code is executed and a site is built."
    )
    assert part(project, ModulesPart).modules[0].statements == ""


@pytest.mark.parametrize(
    ("text", "settings", "mark", "code"),
    [
        ("/// coverage\n///\n", "", "«coverage", "unknown-function"),
        ("/// modules\n///\n", "", "«modules", "unknown-function"),
        ("/// versions\n    packages: nothing-of-it\n///\n", None, "«nothing", "malformed-block"),
        ("/// verdicts | All\n///\n", None, "«All", "malformed-block"),
    ],
)
def test_wrong_use(draw: Draw, text: str, settings: str | None, mark: str, code: str) -> None:
    drawn = draw(text) if settings is None else draw(text, settings=settings)
    assert drawn.places == [drawn.at(mark, code)]
