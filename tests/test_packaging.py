"""What is installed, locked and promised fits together."""

from __future__ import annotations

import importlib
import os
import re
import tomllib
from pathlib import Path

from docgen import __version__
from docgen.markup.schema import OPTIONS

OWN = {"layers"}  # draws docgen itself: of no use on another site
ROOT = Path(__file__).resolve().parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
LOCK = (ROOT / "requirements.lock").read_text(encoding="utf-8")


def test_lock_holds_versions_with_hashes_and_nothing_of_a_machine() -> None:
    wrong = [
        line
        for line in LOCK.splitlines()
        if not re.fullmatch(
            r"[a-z0-9-]+==[\w.+]+( ; [^\\]+)? \\|    --hash=sha256:[0-9a-f]{64}( \\)?| *#.*|", line
        )
    ]

    assert wrong == []
    assert not re.search(r"://|--(extra-)?index|--trusted|--find-links|/(tmp|work|home|opt)/", LOCK)


def test_lock_covers_every_dependency() -> None:
    wanted = [*PROJECT["dependencies"], *PROJECT["optional-dependencies"]["dev"]]
    names = {re.match(r"[\w-]+", text)[0].lower() for text in wanted}  # type: ignore[index]

    assert names - set(re.findall(r"^([a-z0-9-]+)==", LOCK, re.MULTILINE)) == set()


def test_lock_has_no_click_that_breaks_live_reload() -> None:
    version = re.search(r"^click==(\S+)", LOCK, re.MULTILINE)

    assert version is not None
    assert version[1] != "8.2.2"
    assert not version[1].startswith("8.3.")


def test_entry_points_name_what_exists() -> None:
    points = [*PROJECT["scripts"].values()]
    points += [point for group in PROJECT["entry-points"].values() for point in group.values()]

    assert points == [
        "docgen.cli:main",
        "docgen.mkdocs_plugin:DocgenPlugin",
        "docgen.markdown_ext:DocgenExtension",
        "docgen.pytest_plugin",
    ]
    for point in points:
        module, _, name = point.partition(":")
        found = importlib.import_module(module)
        assert not name or callable(getattr(found, name))


def test_the_version_stands_in_one_place() -> None:
    assert PROJECT["dynamic"] == ["version"]
    assert re.fullmatch(r"\d+\.\d+\.\d+", __version__)


def test_readme_lists_every_block() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    table = readme.split("## Blocks\n", 1)[1].split("\n## ", 1)[0]

    assert set(re.findall(r"^\| `(\w+)` \|", table, re.MULTILINE)) == set(OPTIONS) - OWN


def test_ci_script_can_be_run() -> None:
    assert os.access(ROOT / ".ci" / "run", os.X_OK)
