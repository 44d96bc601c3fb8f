"""`docgen mutate`: what it breaks, what it prints, how it ends."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from docgen.cli import main
from tests.conftest import MakeProject

MODEL = """
import numpy as np


class Layer:
    def double(self, x):
        return 2.0 * x


def shift(x):
    return x + 1.0


def example():
    return shift(Layer().double(np.ones(2)))
"""
PAGE = """
# Page

/// concept | layer.shift
///

/// example | One call
    run: layer.example

| | |
|---|---|
| `return` | out |
///
"""


@pytest.fixture
def root(make_project: MakeProject) -> Path:
    files = {"layer.py": MODEL, "docs/index.md": PAGE, "empty/__init__.py": ""}
    return make_project(files, 'modules = ["layer"]')


def run(root: Path, *arguments: str) -> Result:
    return CliRunner().invoke(main, ["mutate", "--root", str(root), *arguments])


def test_all_modules_of_the_settings_are_broken(root: Path) -> None:
    done = run(root)

    assert done.exit_code == 0
    # 8 of `2.0 * x`, 8 of `x + 1.0`, 7 of what `example` returns
    row = done.output.splitlines()[3].removeprefix("all functions that were asked for")
    assert row.split() == ["3", "23", "0", "0", "23", "0", "23", "0.0", "%"]
    assert "  layer.py:6:16 sign: 2.0 * x → -2.0 * x" in done.output.splitlines()


def test_functions_that_are_named_are_broken_alone(root: Path) -> None:
    one = json.loads(run(root, "--format", "json", "layer.shift").output)
    method = json.loads(run(root, "--format", "json", "layer.Layer").output)
    both = json.loads(
        run(root, "--format", "json", "layer.shift", "layer.shift", "layer.Layer").output
    )

    assert {each["function"] for each in one["survivors"]} == {"shift"}
    assert {each["function"] for each in method["survivors"]} == {"Layer.double"}
    assert both["scopes"]["all"]["breaks"] == (
        one["scopes"]["all"]["breaks"] + method["scopes"]["all"]["breaks"]
    )
    assert one["scopes"]["documented"] == one["scopes"]["all"]
    assert method["scopes"]["documented"]["breaks"] == 0


def test_wrong_names_are_wrong_use(root: Path) -> None:
    done = run(root, "layer.shft")

    assert done.exit_code == 2
    assert "did you mean `layer.shift`?" in done.output
    assert run(root, "nothing").exit_code == 2


def test_settings_without_modules_ask_for_names(make_project: MakeProject) -> None:
    root = make_project({"layer.py": MODEL, "docs/index.md": PAGE})

    assert run(root).exit_code == 2
    assert "the settings name no modules to break" in run(root).output
    assert run(root, "layer.shift").exit_code == 0


def test_settings_that_cannot_be_read_are_wrong_use(make_project: MakeProject) -> None:
    files = {"layer.py": MODEL, "docs/index.md": PAGE}
    root = make_project(files, 'modules = ["layer"]\ntimeout = "long"')

    done = run(root)

    assert done.exit_code == 2
    assert "pyproject.toml:3: `timeout` must be a number of seconds" in done.output


def test_pages_are_needed(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text('[tool.docgen]\nmodules = ["layer"]\n')
    (tmp_path / "layer.py").write_text(MODEL)

    done = run(tmp_path, "layer.shift")

    assert done.exit_code == 2
    assert "there is no folder docs/" in done.output


def test_a_run_that_fails_is_said_and_nothing_is_measured(make_project: MakeProject) -> None:
    code = MODEL.replace("return shift", 'raise ValueError("too small")\n    return shift')
    root = make_project({"layer.py": code, "docs/index.md": PAGE}, 'modules = ["layer"]')

    done = run(root)

    assert done.exit_code == 1
    assert done.stdout == ""
    assert done.stderr.splitlines() == [
        "Error: docs/index.md:7: `example` raises",
        "  ValueError: too small",
        "  mend the function, or name another run",
    ]
