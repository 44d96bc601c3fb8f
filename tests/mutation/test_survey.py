"""A small project is broken in every way; what becomes of each break was worked out by hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import msgspec
import pytest

from docgen.diagnostics import Fault
from docgen.mutation.chosen import chosen_functions
from docgen.mutation.figures import Figures, Survey, sentence
from docgen.mutation.survey import broken, survey
from docgen.pages.watch import StatementKey
from docgen.project import Project
from docgen.source.module import node_key, parse_module
from docgen.source.mutant import mutants
from docgen.trace.plan import Failure, FunctionPlan, RunPlan, Trace, Watch
from docgen.trace.record import LOST, Limits, record
from tests.conftest import write_files

MODEL = """
import numpy as np


def forward(X, W):
    Y = X @ W
    return Y, dict(X=X)


def backward(dY, c, W):
    dX = dY @ W.T
    return dX


def positive(x):
    count = 1
    y = np.maximum(0.0, abs(x))
    return y


def add_into(total, x):
    np.add(total, x, out=total)


def unused(x):
    return x + 1.0


def example():
    rng = np.random.default_rng(0)
    X, W = rng.normal(size=(3, 4)), rng.normal(size=(4, 2))
    Y, c = forward(X, W)
    dX = backward(rng.normal(size=Y.shape), c, W)
    total = np.zeros(2)
    add_into(total, positive(Y[0]))
    assert abs(dX).sum() > 0
    return total
"""

BROKEN = ("forward", "backward", "positive", "add_into", "unused")

PAGE = """
# Layer

## Backward

/// concept | model.backward
///

Text.

### Symbols

| Symbol | Meaning | In code | Shape |
|---|---|---|---|
| $dX$ | Gradient | `dX` | (T, d) |
| $dY$ | Gradient | `dY` | (T, F) |

/// example | One call
    run: model.example

| | |
|---|---|
| `dX` | out |
///

/// gradcheck | Slopes
    run: model.example
    forward: model.forward
    output: return[0]
    cotangent: dY

| | |
|---|---|
| `dX` | `X` |
///
"""


@dataclass(frozen=True)
class Broken:
    """A project, its survey, the lines that were told, and the files before and after."""

    project: Project
    found: Survey
    told: list[str]
    before: dict[str, str]
    after: dict[str, str]

    def fates(self, *functions: str) -> dict[str, str]:
        """`function kind: after` → what became of it, and which checks noticed."""
        return {
            f"{one.mutant.function} {one.mutant.kind}: {one.mutant.after}": one.fate
            + "".join(f" by {kind}" for kind in one.by)
            for one in self.found.outcomes
            if one.mutant.function in functions
        }


@pytest.fixture(scope="module")
def broken_project(tmp_path_factory: pytest.TempPathFactory) -> Broken:
    root = tmp_path_factory.mktemp("mutation")
    write_files(
        root,
        {
            "pyproject.toml": '[tool.docgen]\nmodules = ["model"]\n',
            "model.py": MODEL,
            "docs/index.md": PAGE,
        },
    )
    project = Project.open(root)
    project.load()
    module = project.site.index.module_at("model.py")
    first = next(each for each in module.definitions if each.qualname == "backward")
    covered = {StatementKey("model.py", node_key(first.statements[0]))}
    names = [f"model.{name}" for name in BROKEN]
    told: list[str] = []
    before = _texts(root)
    found = survey(project, chosen_functions(project, names), covered, told.append)
    return Broken(project, found, told, before, _texts(root))


def _texts(root: Path) -> dict[str, str]:
    return {str(path): path.read_text() for path in root.rglob("*.py")}


def test_a_gradient_check_notices_breaks_of_both_functions(broken_project: Broken) -> None:
    assert broken_project.fates("forward", "backward") == {
        "forward sign: -X @ W": "noticed by gradient",
        "forward dropped: W": "noticed by gradient",
        "forward dropped: X": "raised",
        "forward operator: W @ X": "raised",
        "forward transpose: X.T @ W": "raised",
        "forward transpose: X @ W.T": "raised",
        "forward sign: -Y": "noticed by gradient",
        "forward swapped: dict(X=X), Y": "raised",
        "forward sign: -X": "survived",
        "backward sign: -dY @ W.T": "noticed by gradient",
        "backward dropped: W.T": "noticed by gradient by shape",
        "backward dropped: dY": "noticed by gradient",
        "backward operator: W.T @ dY": "raised",
        "backward transpose: dY.T @ W.T": "raised",
        "backward transpose: W": "raised",
        "backward sign: -dX": "survived",  # the check reads `dX`, not what is returned
    }


def test_equal_results_are_equivalent_and_statements_of_whole_numbers_are_left_alone(
    broken_project: Broken,
) -> None:
    found = broken_project.fates("positive")

    assert {name: fate for name, fate in found.items() if fate == "equivalent"} == {
        "positive swapped: np.maximum(abs(x), 0.0)": "equivalent",
        "positive sign: -x": "equivalent",
    }
    assert found["positive function: x"] == "survived"
    assert found["positive constant: 1.0"] == "survived"
    assert not any("count" in name for name in found)
    assert "positive constant: 2" not in found


def test_a_call_that_changes_its_argument_is_a_numeric_statement(broken_project: Broken) -> None:
    assert broken_project.fates("add_into") == {
        "add_into dropped: pass": "survived",
        "add_into swapped: np.add(x, total, out=total)": "equivalent",
        "add_into sign: -total": "survived",
        "add_into sign: -x": "survived",
    }


def test_functions_that_no_run_executes_are_said(broken_project: Broken) -> None:
    assert broken_project.found.unexecuted == ("model.unused",)
    assert broken_project.fates("unused") == {}


def test_counts_are_kept_apart_by_what_covers_a_statement(broken_project: Broken) -> None:
    found = broken_project.found

    assert found.figures("covered") == Figures(1, 6, 0, 3, 3, 3, 0)
    assert found.figures("documented") == Figures(2, 7, 0, 3, 4, 3, 1)
    assert found.figures("all") == Figures(7, 28, 3, 8, 17, 6, 11)
    assert [sentence(one.mutant) for one in found.survivors[:2]] == [
        "model.py:6:22 sign: X → -X",
        "model.py:11:12 sign: dX → -dX",
    ]
    assert found.noticed_by == {"gradient": 6, "shape": 1}


def test_files_stay_as_they_are_and_progress_is_told(broken_project: Broken) -> None:
    assert broken_project.after == broken_project.before
    assert broken_project.told[0] == "runs: 1 of 1"
    assert "breaks, run 1 of 1: 28 of 28" in broken_project.told


def test_a_broken_plan_loads_the_text_once_and_its_watches_follow() -> None:
    module = parse_module("m", "m.py", b"def f(x): y = x - 1.0; return y\n")
    one = next(each for each in mutants(module) if each.after == "x")
    watches = (
        Watch("y", (1, 10, 1, 21), "after", "y"),
        Watch("r", (1, 23, 1, 31), "after", "return"),
        Watch("e", None, "exit", "y"),
    )
    other = FunctionPlan("o", "o.py", "g", 1, watches)
    plan = RunPlan("k", "m:f", functions=(FunctionPlan("m", "m.py", "f", 1, watches), other))

    made = broken(plan, one)

    assert made == RunPlan(
        "k",
        "m:f",
        functions=(
            FunctionPlan(
                "m",
                "m.py",
                "f",
                1,
                (
                    Watch("y", (1, 10, 1, 15), "after", "y"),
                    Watch("r", (1, 17, 1, 25), "after", "return"),
                    Watch("e", None, "exit", "y"),
                ),
            ),
            other,
        ),
        overrides={"m.py": "def f(x): y = x; return y\n"},
        once=True,
    )


def test_an_execution_that_was_lost_is_made_again(broken_project: Broken) -> None:
    asked: list[int] = []

    def lose_first(plans: Sequence[RunPlan]) -> list[Trace]:
        asked.append(len(plans))
        if len(asked) == 1:
            return [Trace(plan.key, Failure("killed", LOST)) for plan in plans]
        return record(broken_project.project.root, plans)

    functions = chosen_functions(broken_project.project, ("model.add_into",))
    found = survey(broken_project.project, functions, (), execute=lose_first)

    assert asked[:3] == [1, 1, 1]
    assert [one.fate for one in found.outcomes] == [
        one.fate for one in broken_project.found.outcomes if one.mutant.function == "add_into"
    ]


def test_an_execution_that_is_lost_twice_is_no_result(broken_project: Broken) -> None:
    def lose(plans: Sequence[RunPlan]) -> list[Trace]:
        return [Trace(plan.key, Failure("killed", f"{LOST}: text")) for plan in plans]

    functions = chosen_functions(broken_project.project, ("model.add_into",))

    with pytest.raises(RuntimeError, match="the worker process ended early: text"):
        survey(broken_project.project, functions, (), execute=lose)


CUT = """
import numpy as np


def few(x):
    y = np.maximum(0.0, abs(x))
    return y


def many(x):
    z = x + 1.0
    return z


def example():
    x = np.array([-0.5, 2.0])
    total = few(x)
    for k in range(9):
        total = total + many(x)
    return total + few(x)
"""
MOST = 20
"""Values that a run records below; `few` makes 8 of them in two calls, `many` 36 between these."""


def test_traces_that_are_compared_were_asked_for_the_same_values(
    tmp_path: Path,
) -> None:
    page = "# Page\n\n## Section\n\n/// concept | model.few\n///\n\n"
    page += "/// example | One call\n    run: model.example\n///\n"
    settings = '[tool.docgen]\nmodules = ["model"]\n'
    write_files(tmp_path, {"pyproject.toml": settings, "model.py": CUT, "docs/index.md": page})
    project = Project.open(tmp_path)
    project.load()
    asked: set[int] = set()

    def cut(plans: Sequence[RunPlan]) -> list[Trace]:
        """Traces of runs that record so many values and no more, as when memory ends."""
        traces = record(tmp_path, plans, workers=1)
        asked.update(len(trace.observations) for trace in traces)
        return [
            msgspec.structs.replace(trace, observations=trace.observations[:MOST])
            for trace in traces
        ]

    functions = chosen_functions(project, ("model.few", "model.many"))
    found = Broken(project, survey(project, functions, (), execute=cut), [], {}, {})

    # All values of the run are more than are recorded; those of one function may not be.
    assert {8, 36, 44} <= asked
    assert found.fates("few") == {
        "few sign: -np.maximum(0.0, abs(x))": "survived",
        "few function: np.minimum(0.0, abs(x))": "survived",
        "few constant: 1.0": "survived",
        "few swapped: np.maximum(abs(x), 0.0)": "equivalent",
        "few sign: -abs(x)": "survived",
        "few function: x": "survived",
        "few sign: -x": "equivalent",
        "few sign: -y": "survived",
    }


def test_executions_are_shared_out_in_one_place(
    broken_project: Broken, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Batches are executed side by side; none of them starts more than one worker."""
    asked: set[object] = set()

    def noted(root: Path, plans: Sequence[RunPlan], *more: object, **named: object) -> list[Trace]:
        asked.add(named.get("workers"))
        return [Trace(plan.key) for plan in plans]

    monkeypatch.setattr("docgen.mutation.survey.record", noted)
    functions = chosen_functions(broken_project.project, ("model.add_into",))
    survey(broken_project.project, functions, ())

    assert asked == {1}


def test_a_run_may_take_as_long_as_the_settings_say(
    broken_project: Broken, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of a shorter limit the figures would not be those of the pages, whose runs end."""
    asked: set[Limits] = set()

    def noted(
        root: Path, plans: Sequence[RunPlan], limits: Limits, workers: int | None
    ) -> list[Trace]:
        asked.add(limits)
        return [Trace(plan.key) for plan in plans]

    monkeypatch.setattr("docgen.mutation.survey.record", noted)
    functions = chosen_functions(broken_project.project, ("model.add_into",))
    survey(broken_project.project, functions, ())

    assert asked == {Limits(30.0, 4096)}


def test_a_run_that_does_not_end_with_its_values_recorded_stops_the_survey(
    broken_project: Broken,
) -> None:
    def late(plans: Sequence[RunPlan]) -> list[Trace]:
        return [Trace(plan.key, Failure("timeout", "timed out after 30 s")) for plan in plans]

    functions = chosen_functions(broken_project.project, ("model.add_into",))

    with pytest.raises(Fault) as caught:
        survey(broken_project.project, functions, (), execute=late)

    assert caught.value == Fault(
        "run-timeout",
        "docs/index.md:18: `example` does not end",
        label="timed out after 30 s",
        notes=("timed out after 30 s", "each value of the broken functions was recorded in it"),
        help="make the example smaller, or raise `timeout` in [tool.docgen]",
    )


@pytest.mark.parametrize("replay", [1, 2, 3])
def test_a_repetition_that_ran_out_of_time_says_nothing_of_breaks(
    broken_project: Broken, replay: int
) -> None:
    root = broken_project.project.root

    def late(plans: Sequence[RunPlan]) -> list[Trace]:
        return [
            Trace(plan.key, Failure("timeout", "timed out after 30 s"))
            if plan.replay == replay and not plan.overrides
            else trace
            for plan, trace in zip(plans, record(root, plans, workers=1), strict=True)
        ]

    functions = chosen_functions(broken_project.project, ("model.positive",))
    found = survey(broken_project.project, functions, (), execute=late)

    assert [one.fate for one in found.outcomes] == [
        one.fate for one in broken_project.found.outcomes if one.mutant.function == "positive"
    ]
