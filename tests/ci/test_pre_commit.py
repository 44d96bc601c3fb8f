"""The hooks for pre-commit: their form, and what they run."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from tests.ci.conftest import replace

ROOT = Path(__file__).resolve().parent.parent.parent
HOOKS = {
    hook["id"]: hook
    for hook in yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))
}


def run(name: str, folder: Path) -> subprocess.CompletedProcess[str]:
    program, *arguments = shlex.split(HOOKS[name]["entry"])
    found = Path(sys.executable).parent / program
    return subprocess.run([found, *arguments], cwd=folder, capture_output=True, text=True)


def test_what_each_hook_runs() -> None:
    entries = {
        name: (hook["entry"], hook["language"], hook["pass_filenames"])
        for name, hook in HOOKS.items()
    }

    assert entries == {
        "docgen": ("docgen check --static", "python", False),
        "docgen-check": ("docgen check", "system", False),
    }


@pytest.mark.parametrize("name", HOOKS)
def test_what_starts_a_hook(name: str) -> None:
    starts = re.compile(HOOKS[name]["files"]).search

    assert all(map(starts, ["docs/a.md", "model/ops.py", "pyproject.toml", "docgen.lock"]))
    assert not any(map(starts, ["a.mdx", "a.pyc", "poetry.lock", "Makefile"]))


@pytest.mark.parametrize("name", HOOKS)
def test_hook_passes(name: str, project: Path) -> None:
    assert run(name, project).returncode == 0


def test_hook_finds_a_name_that_is_gone(project: Path) -> None:
    replace(project / "scale.py", "y = 2 * x\n    return y", "z = 2 * x\n    return z")

    done = run("docgen", project)

    assert done.returncode == 1
    assert "error[unknown-anchor]: `double` binds no `y`" in done.stdout


def test_full_hook_finds_a_wrong_equation(project: Path) -> None:
    replace(project / "docs/index.md", "y = 2 x", "y = 3 x")

    assert run("docgen", project).returncode == 0
    done = run("docgen-check", project)
    assert done.returncode == 1
    assert done.stdout.startswith("error[equation-mismatch]: equation `twice` differs")
