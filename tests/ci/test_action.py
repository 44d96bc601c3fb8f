"""The GitHub action: its form, and what the scripts of its steps do."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

import pytest
import yaml

from tests.ci.conftest import replace
from tests.conftest import git

ROOT = Path(__file__).resolve().parent.parent.parent
ACTION = yaml.safe_load((ROOT / "action.yml").read_text(encoding="utf-8"))
STEPS = {step["name"]: step for step in ACTION["runs"]["steps"]}

FINDING = (
    "::error file=docs/index.md,line=13,col=5,endColumn=8,title=equation-mismatch::"
    "equation `twice` differs from the code by 1.0e+00 (tolerance 3e-14)"
    "%0Aevaluates to 3 at [0]%0Ascale.py:5:5: computed 2 at [0]"
    "%0Anote: code / equation is everywhere 0.6667%0Anote: shapes agree: (3,)"
    "%0Anote: in call 1 of `example`%0Ahelp: change the equation accordingly, or mend the code\n"
    "1 error\n"
)
TOUCHED = """<!-- docgen affected -->
### Documentation that rests on the code changed since `BASE`

**docs/index.md**

- equation *Twice* (line 11)
    - scale.py:5 computes it: `` y = 2 * x -> y = x * 2 ``
- symbol `y` (line 19)
    - scale.py:5 binds it: `` y = 2 * x -> y = x * 2 ``
- block *example Three numbers* (line 21)
    - scale.py:5 is shown: `` y = 2 * x -> y = x * 2 ``
- concept *Double* (line 6)
    - scale.py:5 is documented: `` y = 2 * x -> y = x * 2 ``

1 equation, 1 symbol, 1 block, 1 concept rest on 1 changed statement since BASE.
"""


@dataclass
class Runner:
    """Runs a step's script as a runner of GitHub does, with programs that stand in for others."""

    folder: Path
    project: Path
    variables: dict[str, str] = field(default_factory=dict)

    def stand_in(self, name: str, script: str) -> None:
        """A program on the path; it notes how it was called."""
        program = self.folder / "bin" / name
        log = shlex.quote(str(self.folder / "calls"))
        program.write_text(
            f'#!/bin/bash\nprintf "%q " {name} "$@" >> {log}\necho >> {log}\n{script}\n',
            encoding="utf-8",
        )
        program.chmod(0o755)

    def run(self, step: str, **variables: str) -> subprocess.CompletedProcess[str]:
        script = self.folder / "script.sh"
        script.write_text(STEPS[step]["run"], encoding="utf-8")
        return subprocess.run(
            ["bash", "--noprofile", "--norc", "-eo", "pipefail", str(script)],
            cwd=self.project,
            env={
                "PATH": os.pathsep.join(
                    [str(self.folder / "bin"), str(Path(sys.executable).parent), os.environ["PATH"]]
                ),
                "LANG": "C.UTF-8",
                "HOME": str(self.folder),
                "RUNNER_TEMP": str(self.folder),
                "GITHUB_OUTPUT": str(self.folder / "output"),
                "GITHUB_STEP_SUMMARY": str(self.folder / "summary"),
                **variables,
            },
            capture_output=True,
            text=True,
            encoding="utf-8",
        )

    def text(self, name: str) -> str:
        file = self.folder / name
        return file.read_text(encoding="utf-8") if file.exists() else ""

    @property
    def outputs(self) -> dict[str, str]:
        return dict(line.split("=", 1) for line in self.text("output").splitlines())


@pytest.fixture
def runner(tmp_path: Path, project: Path) -> Runner:
    (tmp_path / "runner" / "bin").mkdir(parents=True)
    return Runner(tmp_path / "runner", project)


def test_form_is_that_of_an_action() -> None:
    done = subprocess.run(
        ["check-jsonschema", "--builtin-schema", "vendor.github-actions", str(ROOT / "action.yml")],
        env={
            **os.environ,
            "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
        },
        capture_output=True,
        text=True,
    )

    assert (done.returncode, done.stdout) == (0, "ok -- validation done\n")


def test_no_expression_stands_in_a_script() -> None:
    scripts = {name: step["run"] for name, step in STEPS.items() if "run" in step}

    assert [name for name, script in scripts.items() if "${{" in script] == []
    assert all(STEPS[name]["shell"] == "bash" for name in scripts)


def test_every_input_is_used_and_exists() -> None:
    text = (ROOT / "action.yml").read_text(encoding="utf-8")

    assert set(re.findall(r"inputs\.([\w-]+)", text)) == set(ACTION["inputs"])


@pytest.mark.parametrize(
    ("version", "wanted"), [("", "mkdocs-docgen"), ("0.1.0", "mkdocs-docgen==0.1.0")]
)
def test_install(runner: Runner, version: str, wanted: str) -> None:
    runner.stand_in("python", "")

    assert runner.run("Install docgen", VERSION=version).returncode == 0
    assert runner.text("calls") == f"python -m pip install --quiet {wanted} \n"


def test_check_of_a_right_page(runner: Runner) -> None:
    done = runner.run("Check")

    assert (done.returncode, done.stdout, done.stderr) == (0, "no findings\n", "")
    sarif = str(runner.folder / "docgen.sarif")
    assert runner.outputs == {"exit-code": "0", "sarif": sarif, "warnings": "0"}
    assert runner.text("summary") == "## docgen check\n~~~~text\nno findings\n~~~~\n"


def test_check_of_a_wrong_page(runner: Runner) -> None:
    replace(runner.project / "docs/index.md", "y = 2 x", "y = 3 x")

    done = runner.run("Check")

    assert (done.returncode, done.stdout, done.stderr) == (0, FINDING, "")
    assert runner.outputs["exit-code"] == "1"
    assert '"ruleId": "equation-mismatch"' in runner.text("docgen.sarif")
    assert runner.text("summary").splitlines()[2:5] == [
        "error[equation-mismatch]: equation `twice` differs from the code by 1.0e+00"
        " (tolerance 3e-14)",
        "  --> docs/index.md:13:5",
        "   |",
    ]


def test_check_where_there_is_no_project(runner: Runner) -> None:
    (runner.project / "pyproject.toml").unlink()

    done = runner.run("Check")

    assert (done.returncode, done.stdout) == (0, "")
    assert done.stderr.splitlines()[-1] == (
        "Error: no pyproject.toml here or above; name its folder with --root"
    )
    assert runner.outputs == {"exit-code": "2"}


@pytest.mark.parametrize(
    ("code", "warnings", "fail_on", "wanted"),
    [
        ("0", "0", "error", 0),
        ("1", "0", "error", 1),
        ("0", "1", "error", 0),
        ("0", "1", "warning", 1),
        ("0", "0", "warning", 0),
        ("1", "0", "warning", 1),
        ("1", "3", "never", 0),
        ("2", "", "never", 2),
        ("0", "0", "always", 2),
    ],
)
def test_exit_code(runner: Runner, code: str, warnings: str, fail_on: str, wanted: int) -> None:
    done = runner.run("Fail on findings", CODE=code, WARNINGS=warnings, FAIL_ON=fail_on)

    assert done.returncode == wanted


STEP = "Say what the pull request touches"
CALLS = {
    "find": (
        "gh api --paginate repos/example/scale/issues/7/comments --jq"
        ' .\\[\\]\\ \\|\\ select\\(.user.type\\ ==\\ \\"Bot\\"\\ and\\ \\(.body\\ \\|\\ startswith'
        '\\(\\"\\<\\!--\\ docgen\\ affected\\ --\\>\\"\\)\\)\\)\\ \\|\\ .id \n'
    ),
    "add": "gh api --silent --method POST repos/example/scale/issues/7/comments -F body=@{0} \n",
    "change": (
        "gh api --silent --method PATCH repos/example/scale/issues/comments/41 -F body=@{0} \n"
    ),
}


def say(runner: Runner, base: str) -> subprocess.CompletedProcess[str]:
    return runner.run(STEP, BASE=base, NUMBER="7", REPOSITORY="example/scale", GH_TOKEN="none")


def calls(runner: Runner, *names: str) -> str:
    body = runner.folder / "docgen-affected.md"
    return "".join(CALLS[name].format(body) for name in names)


def test_first_comment_on_a_pull_request(runner: Runner) -> None:
    base = git(runner.project, "rev-parse", "HEAD")
    replace(runner.project / "scale.py", "y = 2 * x", "y = x * 2")
    runner.stand_in("gh", "")

    done = say(runner, base)

    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert runner.text("docgen-affected.md").replace(base, "BASE") == TOUCHED
    assert runner.text("summary") == runner.text("docgen-affected.md")
    assert runner.text("calls") == calls(runner, "find", "add")


def test_comment_is_changed_rather_than_added(runner: Runner) -> None:
    base = git(runner.project, "rev-parse", "HEAD")
    runner.stand_in("gh", 'if [ "$2" = --paginate ]; then printf "41\\n58\\n"; fi')

    assert say(runner, base).returncode == 0
    assert runner.text("calls") == calls(runner, "find", "change")


def test_no_comment_where_nothing_is_touched(runner: Runner) -> None:
    runner.stand_in("gh", "")

    assert say(runner, git(runner.project, "rev-parse", "HEAD")).returncode == 0
    assert runner.text("calls") == calls(runner, "find")


def test_token_that_may_not_write(runner: Runner) -> None:
    base = git(runner.project, "rev-parse", "HEAD")
    replace(runner.project / "scale.py", "y = 2 * x", "y = x * 2")
    runner.stand_in("gh", '[ "$2" = --paginate ]')

    done = say(runner, base)

    assert (done.returncode, done.stdout) == (
        0,
        "::warning::docgen may not write a comment: give the job pull-requests: write\n",
    )


def test_base_that_a_shallow_checkout_lacks_is_fetched(runner: Runner, tmp_path: Path) -> None:
    base = git(runner.project, "rev-parse", "HEAD")
    git(runner.project, "config", "uploadpack.allowAnySHA1InWant", "true")
    replace(runner.project / "scale.py", "y = 2 * x", "y = x * 2")
    git(runner.project, "commit", "-qam", "changed")
    git(tmp_path, "clone", "-q", "--depth=1", f"file://{runner.project}", "shallow")
    shallow = Runner(runner.folder, tmp_path / "shallow")
    shallow.stand_in("gh", "")

    done = say(shallow, base)

    assert (done.returncode, done.stderr) == (0, "")
    assert shallow.text("docgen-affected.md").replace(base, "BASE") == TOUCHED


def test_base_is_never_an_option(runner: Runner) -> None:
    runner.stand_in("gh", "")

    done = say(runner, "--output=x")

    assert done.returncode != 0
    assert not (runner.project / "x").exists()
    assert runner.text("calls") == ""
