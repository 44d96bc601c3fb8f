"""Two builds are equal byte for byte, whatever the hash seed, the time zone and the locale.

The workers that execute runs have a hash seed of their own, which is always the same.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

from docgen.recording import STORE
from tests.conftest import REPO_URL, BuiltSite, commit_all, copy_repository


def test_builds_are_equal(built: BuiltSite, tmp_path: Path) -> None:
    root = copy_repository(tmp_path / "again", warm=True)
    assert commit_all(root) == built.commit
    assert differing(files(built.site), files(build(root, "--strict"))) == []


def test_runs_that_were_kept_make_the_same_site(block: Path, tmp_path: Path) -> None:
    """On the pages that rest on the block alone: the results are kept in the same way."""
    kept = shutil.copytree(block, tmp_path / "kept")
    without = shutil.copytree(block, tmp_path / "without")
    assert (without / STORE).is_dir()
    shutil.rmtree(without / STORE)
    assert commit_all(kept) == commit_all(without)
    # The first makes the runs that a check of the pages has no use for.
    build(kept)
    assert differing(files(build(kept)), files(build(without))) == []


def build(root: Path, *options: str) -> Path:
    """Build the site in a process with another hash seed, time zone and locale."""
    site = root.parent / f"{root.name}-site"
    environment = {"PYTHONHASHSEED": "77", "TZ": "Pacific/Auckland", "LC_ALL": "POSIX"}
    subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--site-dir", str(site), *options],
        cwd=root,
        env={
            **os.environ,
            "NO_MKDOCS_2_WARNING": "1",
            "DOCGEN_REPO_URL": REPO_URL,
            **environment,
        },
        check=True,
        capture_output=True,
    )
    return site


def differing(first: dict[str, bytes], second: dict[str, bytes]) -> list[str]:
    """Names of the files that only one site has, or that are not equal."""
    return sorted(
        name for name in first.keys() | second.keys() if first.get(name) != second.get(name)
    )


def files(site: Path) -> dict[str, bytes]:
    """The files of a site, from its folder."""
    return {
        str(file.relative_to(site)): file.read_bytes()
        for file in sorted(site.rglob("*"))
        if file.is_file()
    }
