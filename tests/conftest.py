"""Fixtures that many tests share: tiny projects, and a copy of this repository."""

from __future__ import annotations

import fcntl
import json
import os
import shutil
import subprocess
import textwrap
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import coverage
import pytest
from selectolax.lexbor import LexborHTMLParser as HTMLParser

from docgen.project import Project
from docgen.recording import STORE
from docgen.trace import crew
from tests import nursery

ROOT = Path(__file__).resolve().parent.parent
PARTS = (
    *("docs", "examples", "model", "tests"),
    *("mkdocs.yml", "mkdocs.offline.yml", "pyproject.toml", "docgen.lock"),
)
GIT = {
    "GIT_AUTHOR_NAME": "author",
    "GIT_AUTHOR_EMAIL": "author@example.org",
    "GIT_COMMITTER_NAME": "author",
    "GIT_COMMITTER_EMAIL": "author@example.org",
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_AUTHOR_DATE": "2026-01-02T03:04:05Z",
    "GIT_COMMITTER_DATE": "2026-01-02T03:04:05Z",
}

WHOLE = ("browser", "cases", "checking", "forms", "site", "tutorial")
"""Folders of tests that go through whole projects or sites; every line that they reach is reached
by other tests too, and to measure lines makes them take more than twice as long."""
WHOLE_FILES = (
    *("test_fuzz_reader.py", "test_history.py", "test_judged.py"),
    "test_edits_keep_meaning.py",
)

PROCESSES = ("trace", "lsp", "test_pytest_plugin.py")
"""Folders and files of tests for which lines are measured in the processes that they start, too:
docgen's workers fork for each execution, and each of those that is measured takes as long again."""
MEASURING = "COVERAGE_PROCESS_CONFIG"
_measured = os.environ.get(MEASURING)

MakeProject = Callable[..., Path]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what `make cover` runs without measuring lines."""
    for item in items:
        if _folder(item) in WHOLE or item.path.name in WHOLE_FILES:
            item.add_marker("whole")


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Say to processes that a test starts whether their lines are measured.

    docgen's workers are forked from one that has started, but where they are what is tested.
    """
    is_forked = _folder(item) not in PROCESSES and hasattr(os, "pidfd_open")
    vars(crew)["subprocess"] = nursery if is_forked else subprocess
    if _measured is not None:
        if _folder(item) in PROCESSES:
            os.environ[MEASURING] = _measured
        else:
            os.environ.pop(MEASURING, None)


def pytest_sessionfinish() -> None:
    """Keep the measured lines of a worker: on a busy machine it is killed before it is at its end.

    pytest-xdist waits ten seconds for a worker that has told its last result.
    """
    nursery.close()
    measuring = coverage.Coverage.current()
    if measuring is not None:
        measuring.save()


def _folder(item: pytest.Item) -> str:
    """The folder of tests that a test lies in, or its file; empty for one of another project."""
    tests = ROOT / "tests"
    return item.path.relative_to(tests).parts[0] if item.path.is_relative_to(tests) else ""


def git(folder: Path, *arguments: str) -> str:
    """Run git in a folder as a fixed author at a fixed time."""
    environment = {**os.environ, **GIT}
    done = subprocess.run(
        ["git", *arguments],
        cwd=folder,
        env=environment,
        check=True,
        capture_output=True,
        text=True,
    )
    return done.stdout.strip()


def write_files(folder: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        target = folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(textwrap.dedent(text).removeprefix("\n"), encoding="utf-8")


def site_config(*extensions: str, plugins: Sequence[str] = ("docgen",), more: str = "") -> str:
    """An `mkdocs.yml` of Material without fonts from elsewhere, where a wrong anchor is warned of.

    Args:
        extensions: Of Markdown.
        more: Further lines.
    """
    return "\n".join(
        [
            "site_name: Cell",
            "theme:\n  name: material\n  font: false",
            more,
            "plugins:",
            *(f"  - {name}" for name in plugins),
            "markdown_extensions:",
            *(f"  - {name}" for name in extensions),
            "validation:\n  anchors: warn\n",
        ]
    )


@pytest.fixture
def make_project(tmp_path: Path) -> MakeProject:
    """Write a project of the given files (path → text, dedented) and return its folder."""

    def make(files: dict[str, str], settings: str = "") -> Path:
        folder = tmp_path / "project"
        write_files(folder, {"pyproject.toml": f"[tool.docgen]\n{settings}", **files})
        (folder / "docs").mkdir(exist_ok=True)
        return folder

    return make


def copy_repository(folder: Path, warm: bool = False) -> Path:
    """This repository's pages, model and settings in a folder of their own.

    Args:
        warm: With the results of runs that are stored here, if there are any: a build then makes
            again only what rests on something else. The store is read by what a run rests on,
            docgen's own code included.
    """
    if warm and (ROOT / STORE).is_dir():
        shutil.copytree(ROOT / STORE, folder / STORE)
    for part in PARTS:
        source = ROOT / part
        if source.is_dir():
            ignore = shutil.ignore_patterns("__pycache__", ".docgen", "node_modules")
            shutil.copytree(source, folder / part, ignore=ignore)
        else:
            folder.mkdir(parents=True, exist_ok=True)
            shutil.copy2(source, folder / part)
    return folder


BLOCK = ("transformer-block.md", "operations.md", "layer-norm.md", "attention.md")
"""The page on the block, and those with the definitions that it rests on."""


def copy_block(folder: Path) -> Path:
    """This repository with these pages alone: what an edit of them does is told sooner."""
    root = copy_repository(folder, warm=True)
    for page in (root / "docs").rglob("*.md"):
        if page.relative_to(root / "docs").as_posix() not in BLOCK:
            page.unlink()
    lock = root / "docgen.lock"
    kept = [
        line
        for line in lock.read_text(encoding="utf-8").splitlines(keepends=True)
        if not line.startswith("[") or json.loads(line)[0].removeprefix("docs/") in BLOCK
    ]
    lock.write_text("".join(kept), encoding="utf-8")
    return root


def load(folder: Path) -> Project:
    """The project in a folder, checked."""
    project = Project.open(folder)
    project.load()
    return project


def places(project: Project) -> list[str]:
    """Findings as `path:line:column code`, sorted as they are reported."""
    return [
        f"{finding.place.path}:{finding.place.line}:{finding.place.column} {finding.code}"
        for finding in project.findings
    ]


REPO_URL = "https://github.com/example/transformer"


def commit_all(folder: Path) -> str:
    """Make the folder a repository with one commit of everything; the commit's name."""
    write_files(folder, {".gitignore": ".docgen/\nsite/\n__pycache__/\n"})
    git(folder, "init", "-q", "-b", "main")
    git(folder, "add", ".")
    git(folder, "commit", "-q", "-m", "all")
    return git(folder, "rev-parse", "HEAD")


def build_site(
    folder: Path,
    strict: bool = True,
    repo_url: str = "",
    name: str = "mkdocs.yml",
    **config: object,
) -> Path:
    """Build the site of a folder in this process; the folder of the built site."""
    from mkdocs.commands.build import build
    from mkdocs.config import load_config

    options = {"repo_url": repo_url, "strict": strict, **config}
    built = load_config(str(folder / name), **options)
    built.plugins.on_startup(command="build", dirty=False)
    build(built)
    return Path(built.site_dir)


@dataclass(frozen=True)
class BuiltSite:
    """The strictly built site of a clean clone, with links to its commit."""

    root: Path
    site: Path
    commit: str

    def page(self, name: str) -> HTMLParser:
        return HTMLParser((self.site / name / "index.html").read_text(encoding="utf-8"))

    def lines(self, path: str) -> list[str]:
        return (self.root / path).read_text(encoding="utf-8").split("\n")


def made_once(factory: pytest.TempPathFactory, name: str, make: Callable[[Path], object]) -> Path:
    """A folder that one of the processes of a test run makes, and all of them read.

    Args:
        make: Makes the folder of that path, which is not there.
    """
    shared = factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        shared = shared.parent
    folder, done = shared / name, shared / f"{name}.done"
    with open(shared / f"{name}.lock", "w", encoding="utf-8") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not done.exists():
            shutil.rmtree(folder, ignore_errors=True)  # what another one could not finish
            make(folder)
            done.touch()
    return folder


@pytest.fixture(scope="session")
def block(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The pages of `copy_block`, which have no findings, with the results of their runs."""

    def make(root: Path) -> None:
        assert places(load(copy_block(root))) == []

    return made_once(tmp_path_factory, "block", make)


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> BuiltSite:
    def make(root: Path) -> None:
        copy_repository(root, warm=True)
        commit_all(root)
        build_site(root, repo_url=REPO_URL)

    root = made_once(tmp_path_factory, "built", make)
    return BuiltSite(root, root / "site", git(root, "rev-parse", "HEAD"))
