"""Two builds are equal byte for byte, whatever the hash seed, the time zone and the locale."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from tests.conftest import REPO_URL, BuiltSite, commit_all, copy_repository


def test_builds_are_equal(built: BuiltSite, tmp_path: Path) -> None:
    """A build in this process, of runs that were kept if there are any, and one that has none."""
    root = copy_repository(tmp_path / "cold")
    assert commit_all(root) == built.commit
    cold = tmp_path / "site"
    environment = {"PYTHONHASHSEED": "77", "TZ": "Pacific/Auckland", "LC_ALL": "POSIX"}
    subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(cold)],
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
    first, second = files(built.site), files(cold)
    assert sorted(first) == sorted(second)
    assert [name for name in first if first[name] != second[name]] == []


def files(site: Path) -> dict[str, bytes]:
    """The files of a site, from its folder."""
    return {
        str(file.relative_to(site)): file.read_bytes()
        for file in sorted(site.rglob("*"))
        if file.is_file()
    }
