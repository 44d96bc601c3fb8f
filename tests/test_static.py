"""`docgen check --static`: nothing of the user's is executed, and what is left open is said."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest
from click.testing import CliRunner

from docgen.cli import main
from docgen.diagnostics import Finding
from docgen.pages.omission import unchecked
from docgen.project import Project
from tests.conftest import MakeProject, copy_repository, load

MODEL = """
from collections import Counter
from pathlib import Path

import numpy as np

Path(__file__).with_name("imported").touch()
WIDTH = 4


def f(x, w):
    z = x * w
    y = z + 1.0
    if len(x) > 2:
        y = y * 1.0
    return y


def ex(d=5):
    r = np.random.default_rng(0)
    return f(r.normal(size=d), r.normal(size=d))
"""

GOOD = r"""
---
code: model
---
# Page

## F

/// concept | f
    parts: none
///

It is [4](value:model.WIDTH) wide, see [z](code:z).

**Scale**
```math
z = x \odot w
```

| Symbol | Meaning | In code | Shape |
|---|---|---|---|
| $x$ | In | `x` | (d,) |
| $w$ | Factor | `w` | (d,) |
| $z$ | Out | `z` | (d,) |

/// example | Run
    run: ex
    show: no
///
"""

FAULTY = r"""
---
code: model
---
# Page

## F

/// concept | f
    parts: none
    colour: red
///

It is [5](value:model.WIDTH) wide, see [k](code:kept), [two](code:y) and $q$.

**Wrong**
```math
z = x + w
```

**Kept**
```math code="y = z + 1.0"
y = z + 1
```

**Scale**
```math
z = \int x
```

**Scale**
```math
z = x \odot v
```

**Sent**
```math
y = z + 1
```

**Unread**
```math
z = x \foo w
```

**Shapes**
```math
u = x_t w_t
```

| Symbol | Meaning | In code | Shape |
|---|---|---|---|
| $x$ | In | `x` | (d,) |
| $w$ | Factor | `w` | |
| $z$ | Out | `z` | (d,) |
| $y$ | Sum | `y` | (d,) |
| $m$ | Lost | `missing` | (d,) |
| $s$ | Idle | `w` | (d,) |

/// example | Run
    run: ex
    rows: 3
///

/// example | Nothing
    run: nowhere
///

/// shapes | Rows

| | |
|---|---|
| `z` | |
///

See model.py:7.
"""

WATCHED = """
import json, os, sys

events = []
STARTS = ("subprocess.Popen", "os.fork", "os.forkpty", "os.exec", "os.posix_spawn", "os.system")
sys.addaudithook(lambda event, _: events.append(event) if event in STARTS else None)
from docgen.cli import main

try:
    main(sys.argv[1:])
except SystemExit as stop:
    code = stop.code
here = os.getcwd()
names = [
    name
    for name, module in sys.modules.items()
    if (getattr(module, "__file__", None) or "").startswith(here)
]
print(json.dumps({"code": code, "events": sorted(set(events)), "modules": names}))
"""
"""Runs a command and prints the processes that it started and the modules of the project."""


def watched(folder: Path, *arguments: str) -> dict[str, object]:
    done = subprocess.run(
        [sys.executable, "-c", WATCHED, *arguments],
        cwd=folder,
        capture_output=True,
        text=True,
        check=True,
    )
    found: dict[str, object] = json.loads(done.stdout.splitlines()[-1])
    return found


def static(folder: Path) -> Project:
    project = Project.open(folder)
    project.load(static=True)
    return project


def test_nothing_is_imported_and_no_process_started(make_project: MakeProject) -> None:
    folder = make_project({"model.py": MODEL, "docs/page.md": GOOD})
    found = watched(folder, "check", "--static")
    assert found == {"code": 0, "events": [], "modules": []}
    assert not (folder / "imported").exists()
    assert not (folder / ".docgen").exists()
    # The same eyes see what the whole check does.
    assert watched(folder, "check")["events"]
    assert (folder / "imported").exists()


def test_findings_that_need_no_run_are_those_of_the_whole_check(
    make_project: MakeProject,
) -> None:
    folder = make_project(
        {"model.py": MODEL, "docs/page.md": FAULTY},
        'modules = ["model", "other"]\n[tool.docgen.dimensions]\nd = "model.WIDTHS"\n',
    )
    project = load(folder)
    whole = [
        finding
        for finding in project.findings
        if finding.code not in RUN and finding.message != LETTER
    ]
    assert len(whole) == len(project.findings) - 3
    assert [_told(one) for one in static(folder).findings] == [_told(one) for one in whole]
    assert {finding.code for finding in whole} >= {
        "unknown-anchor",
        "ambiguous-anchor",
        "unbound-symbol",
        "unused-symbol",
        "unsupported-latex",
        "unrenderable-latex",
        "unknown-option",
        "unknown-function",
        "duplicate-id",
        "bare-line-reference",
        "shape-mismatch",
    }
    assert {finding.code for finding in project.findings} & set(RUN) == {
        "equation-mismatch",
        "value-mismatch",
    }


RUN = ("equation-mismatch", "value-mismatch")
LETTER = "dimension `d` has no whole number in the code"


def _told(finding: Finding) -> tuple[object, ...]:
    """A finding without the notes and the cure, which a run may make better."""
    return (finding.code, finding.message, finding.place, finding.severity)


def test_equations_are_pending(make_project: MakeProject) -> None:
    folder = make_project({"model.py": MODEL, "docs/page.md": GOOD})
    verdict = static(folder).site.verdicts["docs/page.md#scale"]
    assert (verdict.state, verdict.reason) == ("pending", "no code was executed")
    assert load(folder).site.verdicts["docs/page.md#scale"].state == "verified"


LEFT = [
    "1 equation was not evaluated",
    "1 run was not executed",
    "3 declared shapes were not compared",
    "1 number in the text was not compared",
]


@pytest.mark.parametrize("form", ["full", "short"])
def test_the_last_line_says_what_was_not_checked(make_project: MakeProject, form: str) -> None:
    folder = make_project({"model.py": MODEL, "docs/page.md": GOOD})
    done = _check(folder, "--format", form)
    assert (done[0], done[1]) == (0, f"no findings (static: {', '.join(LEFT)})\n")


def test_json_says_what_was_not_checked(make_project: MakeProject) -> None:
    folder = make_project({"model.py": MODEL, "docs/page.md": GOOD})
    code, output = _check(folder, "--format", "json")
    document = json.loads(output)
    assert (code, document["findings"], document["unchecked"]) == (0, [], LEFT)


def test_a_fault_fails(make_project: MakeProject) -> None:
    bad = GOOD.replace("(code:z)", "(code:zz)")
    folder = make_project({"model.py": MODEL, "docs/page.md": bad})
    code, output = _check(folder, "--format", "short")
    assert code == 1
    assert output.splitlines()[0].startswith("docs/page.md:12:49: error[unknown-anchor]")
    assert output.splitlines()[-1] == f"1 error (static: {', '.join(LEFT)})"


def test_a_page_with_nothing_to_execute(make_project: MakeProject) -> None:
    folder = make_project({"docs/page.md": "# Only words\n"})
    assert _check(folder) == (0, "no findings (static: there was nothing to execute)\n")


@pytest.mark.whole
def test_this_site_is_clean_without_runs(tmp_path: Path) -> None:
    project = static(copy_repository(tmp_path / "copy"))
    assert project.findings == []
    states = Counter(verdict.state for verdict in project.site.verdicts.values())
    assert set(states) == {"pending", "defined"}
    assert project.recorded == 0
    count = states["pending"]
    said = unchecked(project.site, project.pages.values())
    assert said[0] == f"{count} equations were not evaluated"
    assert [phrase.partition(" ")[2] for phrase in said[1:]] == [
        "runs were not executed",
        "declared shapes were not compared",
        "gradient checks were not made",
        "numbers in the text were not compared",
        "dimensions were not read",
    ]


def _check(folder: Path, *arguments: str) -> tuple[int, str]:
    done = CliRunner().invoke(main, ["check", "--static", "--root", str(folder), *arguments])
    return done.exit_code, done.output
