"""The pytest plugin, run as people run it: in a process of its own, on a small project."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from docgen.baseline import render_baseline
from docgen.pages.claims import Claim, page_claims
from docgen.project import Project
from tests.conftest import load, write_files
from tests.foreign import DRIVEN, FILES, SETTINGS, page

RUN = "/// example\n    run: runs.several\n///\n"
HOLDS = '**Driven**\n```math code="drive"\nd = x W\n```\n'
FAILS = '**Twice**\n```math code="drive"\nd = 2 x W\n```\n'
BAD = page(
    f"{DRIVEN}\n{RUN}\n{HOLDS}\n{FAILS}\n"
    'See [one](code:drive) and [none](code:weights["out"]), in rnn.py:14.\n\n'
    "Rows of [2](value:rnn.INPUTS).\n\n/// exmaple\n///\n"
)
PYTEST = """
[tool.pytest.ini_options]
testpaths = ["suite"]
filterwarnings = ["error"]
"""
TESTS = """
def test_passes():
    pass
"""


NOISY = """
import warnings

from docgen.project import Project

load = Project.load


def load_noisily(project):
    warnings.warn("outdated", DeprecationWarning)
    load(project)


Project.load = load_noisily
"""
"""Tests treat warnings as errors here; what warns while docgen loads the pages is no error."""


def run(cwd: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    # In CI, pytest repeats the whole message of a failure in its summary.
    told = ("CI", "BUILD_NUMBER")
    kept = {
        key: text
        for key, text in os.environ.items()
        if not key.startswith("PYTEST_") and key not in told
    }
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *arguments],
        cwd=cwd,
        env={**kept, "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
    )


def outcomes(done: subprocess.CompletedProcess[str]) -> dict[str, str]:
    """Id of an item → `PASSED` or `FAILED`, from a report of `-rA`."""
    found = re.findall(r"^(PASSED|FAILED) (.*?)(?: - .*)?$", done.stdout, re.MULTILINE)
    return {name: state for state, name in found}


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("plugin")
    settings = f"[tool.docgen]\ntimeuot = 3\n{SETTINGS}\n{PYTEST}"
    write_files(
        folder,
        {
            **FILES,
            "docs/conftest.py": NOISY,
            "suite/test_own.py": TESTS,
            "pyproject.toml": settings,
            "docs/bad.md": BAD,
            "docs/build/plain.md": "# Plain\n",
            "docs/__pycache__/cached.md": "# Cached\n",
            "docs/env/pyvenv.cfg": "",
            "docs/env/installed.md": "# Installed\n",
        },
    )
    (folder / "docs/latin.md").write_bytes(b"# Caf\xe9\n")
    return folder


@pytest.fixture(scope="module")
def project(root: Path) -> Project:
    return load(root)


def has_error(claim: Claim) -> bool:
    return any(finding.severity == "error" for finding in claim.findings)


def expected(project: Project) -> dict[str, str]:
    """What the items of all pages must come to, read off the project."""
    items = {
        f"docs/{path}::{claim.name}": "FAILED" if has_error(claim) else "PASSED"
        for path, draft in project.pages.items()
        for claim in page_claims(draft)
    }
    return {**items, "pyproject.toml::project": "FAILED"}


def test_every_error_fails_an_item_and_says_what_it_is(root: Path, project: Project) -> None:
    done = run(root, "--docgen", "-rA")

    assert outcomes(done) == {**expected(project), "suite/test_own.py::test_passes": "PASSED"}
    assert done.returncode == 1
    named = [one for one in project.findings if one.severity == "error"]
    assert {one.code for one in named} == {
        "unknown-option",
        "source-unreadable",
        "equation-mismatch",
        "unknown-anchor",
        "bare-line-reference",
        "malformed-block",
    }
    for finding in named:
        head = f"error[{finding.code}]: {finding.message}\n"
        where = f"--> {finding.place.path}:{finding.place.line}:{finding.place.column}\n"
        assert done.stdout.count(head) == 1
        assert where in done.stdout


def test_claims_and_the_site_hold_all_findings(project: Project) -> None:
    held = {
        finding
        for draft in project.pages.values()
        for claim in page_claims(draft)
        for finding in claim.findings
    }

    assert held | set(project.concerning(())) == set(project.findings)


def test_workers_collect_the_same_items(root: Path, project: Project) -> None:
    done = run(root, "--docgen", "-rA", "-n", "2", "docs")

    assert outcomes(done) == expected(project)


def test_items_are_chosen_by_id_from_another_folder(root: Path) -> None:
    broken = 'docs/bad.md::code:weights("out")@31'
    chosen = [f"{root}/docs/bad.md::advance.driven", f"{root}/{broken}"]

    done = run(root.parent, "--docgen", "-rA", "-q", *chosen)

    states = {name.rpartition("docs/")[2]: state for name, state in outcomes(done).items()}
    assert states == {
        "bad.md::advance.driven": "PASSED",
        broken.removeprefix("docs/"): "FAILED",
    }


def test_items_are_chosen_by_keyword_and_mark(root: Path) -> None:
    done = run(root, "--docgen", "-q", "--collect-only", "-k", "driven", "-m", "docgen")

    assert done.stdout.splitlines()[0] == "docs/bad.md::advance.driven"
    assert "1/" in done.stdout
    assert done.returncode == 0


def test_nothing_of_docgen_is_loaded_without_the_option(root: Path) -> None:
    test = (
        "import sys\n\n\ndef test_loaded():\n"
        "    names = {name for name in sys.modules if name.split('.')[0] == 'docgen'}\n"
        "    assert names == {'docgen', 'docgen.pytest_plugin'}\n"
    )
    write_files(root / "alone", {"test_loaded.py": test})

    done = run(root, "-q", "alone")

    assert done.stdout.splitlines()[-1].startswith("1 passed")


def test_a_folder_without_a_project_is_refused(tmp_path: Path) -> None:
    done = run(tmp_path, "--docgen")

    assert done.returncode == 4
    assert "docgen: no pyproject.toml with [tool.docgen] here or above" in done.stderr


def test_what_the_baseline_holds_fails_no_item(tmp_path: Path) -> None:
    settings = f'[tool.docgen]\nbaseline = "known.json"\n{SETTINGS}\n'
    text = page("In rnn.py:14.\n\nSee [one](code:kept).\n")
    write_files(tmp_path, {**FILES, "pyproject.toml": settings, "docs/p.md": text})
    known = [one for one in load(tmp_path).findings if one.code == "bare-line-reference"]
    (tmp_path / "known.json").write_text(render_baseline(known))

    done = run(tmp_path, "--docgen", "-rA", "docs/p.md")

    states = {name.split("::")[1]: state for name, state in outcomes(done).items()}
    (broken,) = [name for name in states if name.startswith("code:kept@")]
    assert states.pop(broken) == "FAILED"
    assert set(states.values()) == {"PASSED"}
    assert {"other", "project"} <= set(states)

    (tmp_path / "known.json").write_text("[")
    refused = run(tmp_path, "--docgen", "docs/p.md")
    assert refused.returncode == 4
    assert "docgen: known.json:1:2: the baseline is no JSON" in refused.stderr
