"""`docgen check` as a process: what it loads where nothing changed, and how it ends."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import MakeProject
from tests.foreign import FILES, SETTINGS, page

LOADED = """
import atexit, sys
from docgen.cli import main

atexit.register(lambda: print("loaded", *sorted(sys.modules), file=sys.stderr))
main(sys.argv[1:])
"""
"""Runs a command and prints the names of all modules when it ends, however it does."""

GOOD = page("/// example\n    run: runs.example\n///\n")
HEAVY = {"mkdocs", "material", "numpy"}


@pytest.fixture
def root(make_project: MakeProject) -> Path:
    return make_project({**FILES, "docs/page.md": GOOD}, SETTINGS)


def run(root: Path, *arguments: str, before: str = "") -> subprocess.CompletedProcess[str]:
    """A command in a process of its own, started in the project.

    Args:
        before: Code that is executed first.
    """
    return subprocess.run(
        [sys.executable, "-c", f"{before}\n{LOADED}", *arguments],
        cwd=root,
        capture_output=True,
        text=True,
        check=False,
    )


def loaded(done: subprocess.CompletedProcess[str]) -> set[str]:
    """Top-level packages that a process had loaded when it ended."""
    (line,) = [each for each in done.stderr.splitlines() if each.startswith("loaded ")]
    return {name.partition(".")[0] for name in line.split()[1:]}


def test_with_nothing_changed_neither_mkdocs_nor_numpy_is_loaded(root: Path) -> None:
    first = run(root, "check")
    assert (first.returncode, first.stdout) == (0, "no findings\n")
    assert (root / ".docgen").is_dir()
    again = run(root, "check")
    assert (again.returncode, again.stdout) == (0, "no findings\n")
    assert loaded(again) & HEAVY == set()
    assert {"docgen", "click"} <= loaded(again)
    # What is looked for would be seen.
    told = run(root, "--version", before="import material, mkdocs, numpy")
    assert loaded(told) >= HEAVY


@pytest.mark.parametrize(
    ("text", "severity", "arguments", "code", "last"),
    [
        (GOOD, "", (), 0, "no findings"),
        (GOOD, "", ("docs/page.md", "--format", "short"), 0, "no findings"),
        (f"{GOOD}\n[k](code:kept)\n", "", (), 1, "1 error"),
        (f"{GOOD}\n[k](code:kept)\n", "warning", (), 0, "1 warning"),
    ],
)
def test_exit_codes(
    root: Path, text: str, severity: str, arguments: tuple[str, ...], code: int, last: str
) -> None:
    (root / "docs/page.md").write_text(text)
    if severity:
        settings = root / "pyproject.toml"
        weighed = f'[tool.docgen]\nseverity = {{ unknown-anchor = "{severity}" }}\n'
        settings.write_text(settings.read_text().replace("[tool.docgen]\n", weighed, 1))
    done = run(root, "check", *arguments)
    assert (done.returncode, done.stdout.splitlines()[-1]) == (code, last)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("docs/none.md",), "docs/none.md does not exist"),
        (("rnn.py",), "rnn.py lies outside of docs/, where the pages are"),
        (("--format", "xml"), "'xml' is not one of"),
        (("--root", "docs"), "there is no folder docs/ in"),
        (("--fast",), "No such option"),
    ],
)
def test_wrong_use_exits_with_2(root: Path, arguments: tuple[str, ...], said: str) -> None:
    done = run(root, "check", *arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert said in done.stderr
