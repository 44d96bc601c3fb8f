"""`docgen coverage`: numeric statements, counted by hand, and what explains them."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from docgen.cli import main
from docgen.impact.coverage import Coverage, find_coverage
from docgen.pages.count import shown
from docgen.pages.coverage import covered
from docgen.trace.plan import Failure, RunPlan, Trace
from docgen.trace.record import Limits
from tests.conftest import BuiltSite, MakeProject, load, write_files
from tests.impact.small import FILES, MODEL, PAGE, SETTINGS

STATEMENTS = [
    ("model.bend", 9, "return a * a", "unexplained"),
    ("model.f", 13, "z = x * w", "independent"),
    ("model.f", 14, "y = bend(z)", "by-call"),
    ("model.f", 15, "noise = 0.0", "unexplained"),
    ("model.f", 16, "return y + noise", "unexplained"),
    ("model.idle", 20, "return x + 1.0", "unreached"),
    ("model.ex", 25, "return f(r.normal(size=d), r.normal(size=d))", "unexplained"),
]
"""`r = np.random.default_rng(0)` is no number; no run calls `idle`."""


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The small project, which no test changes; its runs are stored after the first."""
    folder = tmp_path_factory.mktemp("coverage")
    write_files(folder, {"pyproject.toml": f"[tool.docgen]\n{SETTINGS}", **FILES})
    return folder


def found(make_project: MakeProject, model: str = MODEL, page: str = PAGE) -> Coverage:
    folder = make_project({"model.py": model, "docs/page.md": page}, SETTINGS)
    return find_coverage(load(folder))


def test_every_numeric_statement(make_project: MakeProject) -> None:
    coverage = found(make_project)
    assert [
        (each.function, each.line, each.code, each.state) for each in coverage.statements
    ] == STATEMENTS
    assert coverage.percentage == 100 / 7
    assert [(each.page, each.line, each.title, each.state) for each in coverage.uncoded] == [
        ("docs/page.md", 32, "Meant", "stated")
    ]
    assert coverage.failed == ()


def test_what_mutate_calls_covered_is_what_is_counted(root: Path) -> None:
    project = load(root)
    lines = {node[0] for _, node in covered(project.site, ("verified",))}
    coverage = find_coverage(project)
    assert {each.line for each in coverage.statements if each.state == "independent"} == lines


@pytest.mark.whole
def test_on_this_repository_it_counts_what_mutate_calls_covered(built: BuiltSite) -> None:
    project = load(built.root)
    lines = {(path, node[0]) for path, node in covered(project.site, ("verified",))}
    coverage = find_coverage(project)
    explained = {(one.path, one.line) for one in coverage.statements if one.state == "independent"}
    # An equation may also be about a statement that holds whole numbers, which is not counted.
    assert explained == lines & {(one.path, one.line) for one in coverage.statements}
    assert len(explained) == coverage.count("independent") > 0
    every = [(one.path, one.line, one.code) for one in coverage.statements]
    assert len(set(every)) == len(every)


def replaced(text: str, *pairs: tuple[str, str]) -> str:
    for old, new in pairs:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    return text


BEND = "**Bend**\n```math\ny = B(z)\n```\n\n"
RUN = "/// example | Run\n    run: ex\n\n| | |\n|---|---|\n| `z` | |\n///\n"


@pytest.mark.parametrize(
    ("page", "counts"),
    [
        (PAGE, (1, 1, 4, 1)),
        # No equation of `y`: nothing explains it.
        (replaced(PAGE, (BEND, "")), (1, 0, 5, 1)),
        # An equation that is not evaluated explains nothing.
        (replaced(PAGE, ("**Scale**\n```math", '**Scale**\n```math stated="so"')), (0, 1, 5, 1)),
        # A wrong equation explains nothing.
        (replaced(PAGE, (r"z = x \odot w", "z = x + w")), (0, 1, 5, 1)),
        # Without the run no statement is reached; `r = ...` may be a number then.
        (replaced(PAGE, (RUN, "")), (0, 0, 0, 8)),
    ],
)
def test_the_figure_never_rises_when_less_is_checked(
    make_project: MakeProject, page: str, counts: tuple[int, ...]
) -> None:
    coverage = found(make_project, page=page)
    states = ("independent", "by-call", "unexplained", "unreached")
    assert tuple(coverage.count(state) for state in states) == counts
    assert coverage.percentage <= 100 / 7


def test_a_run_that_fails_reaches_nothing(make_project: MakeProject) -> None:
    coverage = found(
        make_project, replaced(MODEL, ("    return y + noise", "    raise ValueError"))
    )
    assert coverage.failed == ("ex",)
    assert {each.state for each in coverage.statements} == {"unreached"}
    assert coverage.percentage == 0.0


def test_modules_without_numbers(make_project: MakeProject) -> None:
    coverage = found(make_project, model="NAME = 'x'\n", page="# Page\n")
    assert (coverage.statements, coverage.percentage) == ((), 0.0)


def run(root: Path, *arguments: str) -> Result:
    return CliRunner().invoke(main, ["coverage", *arguments, "--root", str(root)])


REPORT = """\
explained by an independent equation:
  model.py:13: z = x * w

explained by call only:
  model.py:14: y = bend(z)

explained by no equation:
  model.py:9: return a * a
  model.py:15: noise = 0.0
  model.py:16: return y + noise
  model.py:25: return f(r.normal(size=d), r.normal(size=d))

reached by no run, so counted as not explained:
  model.py:20: return x + 1.0

equations without code:
  docs/page.md:32: Meant (stated, only meant)

model.bend: 0 of 1
model.f: 1 of 4
model.idle: 0 of 1
model.ex: 0 of 1

1 of 7 numeric statements (14.2 %) is explained by an independent equation, 1 by call only, 4 by \
none; no run reached 1
"""


def test_the_report(root: Path) -> None:
    done = run(root)
    assert (done.exit_code, done.output) == (0, REPORT)


def test_json(root: Path) -> None:
    document = json.loads(run(root, "--format", "json").output)
    assert document["percentage"] == 100 / 7
    assert document["counts"] == {
        "statements": 7,
        "independent": 1,
        "by-call": 1,
        "unexplained": 4,
        "unreached": 1,
    }
    assert document["functions"][1] == {
        "function": "model.f",
        "statements": 4,
        "independent": 1,
        "by-call": 1,
        "unexplained": 2,
        "unreached": 0,
    }
    assert document["statements"][1] == {
        "path": "model.py",
        "line": 13,
        "function": "model.f",
        "code": "z = x * w",
        "state": "independent",
        "reason": "",
    }
    assert document["equations_without_code"] == [
        {
            "page": "docs/page.md",
            "line": 32,
            "title": "Meant",
            "state": "stated",
            "reason": "only meant",
        }
    ]
    assert document["failed_runs"] == []


@pytest.mark.parametrize(
    ("limit", "code"),
    # 100 / 7 is 14.2857142857142847...; what is printed is 14.2.
    [("0", 0), ("14.28571", 0), ("14.28572", 1), ("100", 1)],
)
def test_fail_under_compares_the_unrounded_figure(root: Path, limit: str, code: int) -> None:
    done = run(root, "--fail-under", limit)
    assert done.exit_code == code
    said = f"14.2 % is less than {float(limit):g} %\n"
    assert done.stderr == (said if code else "")
    assert done.stdout == REPORT


def test_a_failure_says_its_limit_in_full() -> None:
    assert [shown(each) for each in (0.0, 79.99, 80.0, 100.0)] == ["0.0", "79.9", "80.0", "100.0"]


@pytest.mark.parametrize("limit", ["-1", "101", "all"])
def test_wrong_limits(root: Path, limit: str) -> None:
    assert run(root, "--fail-under", limit).exit_code == 2


def test_without_modules(make_project: MakeProject) -> None:
    done = run(make_project(FILES))
    assert done.exit_code == 2
    assert 'write `modules = ["package"]` under [tool.docgen]' in done.output


def test_a_run_that_fails_while_its_values_are_recorded_is_told(
    make_project: MakeProject, monkeypatch: pytest.MonkeyPatch
) -> None:
    def failing(
        _: Path, plans: Sequence[RunPlan], take: Callable[[int, Trace], None], limits: Limits
    ) -> None:
        for index, plan in enumerate(plans):
            take(index, Trace(plan.key, Failure("memory", "out of memory")))

    project = load(make_project(FILES, SETTINGS))
    monkeypatch.setattr("docgen.recording.record_each", failing)
    coverage = find_coverage(project)
    assert coverage.failed == ("ex",)
    assert {each.state for each in coverage.statements} == {"unreached"}
