"""Two builds are equal byte for byte, whatever the hash seed, the time zone and the locale."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from tests.conftest import REPO_URL, commit_all, copy_repository


def build(root: Path, target: Path, **environment: str) -> dict[str, bytes]:
    """Build in a process of its own without a warm store; the files of the site."""
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(target)]
    subprocess.run(
        command,
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
    return {
        str(file.relative_to(target)): file.read_bytes()
        for file in sorted(target.rglob("*"))
        if file.is_file()
    }


def test_builds_are_equal(tmp_path: Path) -> None:
    first_root = copy_repository(tmp_path / "first")
    commit_all(first_root)
    second_root = copy_repository(tmp_path / "second")
    commit_all(second_root)
    first = build(first_root, tmp_path / "a", PYTHONHASHSEED="1", TZ="UTC", LC_ALL="C.UTF-8")
    second = build(
        second_root, tmp_path / "b", PYTHONHASHSEED="77", TZ="Pacific/Auckland", LC_ALL="POSIX"
    )
    warm = build(first_root, tmp_path / "c", PYTHONHASHSEED="5", TZ="America/Lima", LC_ALL="C")
    assert sorted(first) == sorted(second) == sorted(warm)
    assert [name for name in first if first[name] != second[name]] == []
    assert [name for name in first if first[name] != warm[name]] == []
