"""The tutorial works as it is written, from an empty folder and a wheel."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import write_files
from tests.tutorial.walk import (
    FENCE,
    MANUAL,
    ROOT,
    Shell,
    changed,
    commands,
    fences,
    is_shown,
    write,
)

PAGE = MANUAL / "tutorial.md"
OTHER = {
    "pyproject.toml": "[tool.docgen]\n",
    "scale.py": """
import click


def scale(x):
    assert click
    y = 2.0 * x
    return y
""",
    "docs/index.md": """
---
code: scale
---
# Scale

/// concept | scale
///

**Twice**
```math
y = 2 x
```

| Symbol | Meaning | In code | Shape |
|---|---|---|---|
| $x$ | Given | `x` | (n,) |
| $y$ | Twice as much | `y` | (n,) |

/// example | Three numbers
```python
scale(rng.normal(size=3))
```
///
""",
}
"""A project whose code imports a package that is installed beside docgen."""


def locked_versions() -> str:
    """The lock without hashes, which pip would ask of the wheel as well."""
    lock = (ROOT / "requirements.lock").read_text(encoding="utf-8")
    return "\n".join(re.findall(r"^[a-z0-9-]+==[^\\\n]+", lock, re.MULTILINE)) + "\n"


def clean_environment(folder: Path, wheels: Path) -> dict[str, str]:
    """Nothing of the caller's environment but where pip finds packages."""
    (folder / "bin").mkdir()
    python = folder / "bin" / "python3"
    python.write_text(f'#!/bin/sh\nexec "{sys._base_executable}" "$@"\n', encoding="utf-8")  # type: ignore[attr-defined]
    python.chmod(0o755)
    git = shutil.which("git")
    assert git is not None
    (folder / "constraints.txt").write_text(locked_versions(), encoding="utf-8")
    home = os.environ.get("HOME", str(folder))
    return {
        **{name: value for name, value in os.environ.items() if name.startswith("PIP_")},
        "PIP_FIND_LINKS": f"{os.environ.get('PIP_FIND_LINKS', '')} {wheels}".strip(),
        "PIP_CONSTRAINT": str(folder / "constraints.txt"),
        "PIP_DISABLE_PIP_VERSION_CHECK": "1",
        "PIP_NO_COMPILE": "1",
        "XDG_CONFIG_HOME": os.environ.get("XDG_CONFIG_HOME", f"{home}/.config"),
        "XDG_CACHE_HOME": os.environ.get("XDG_CACHE_HOME", f"{home}/.cache"),
        "HOME": str(folder),
        "PATH": os.pathsep.join([str(folder / "bin"), str(Path(git).parent), "/usr/bin", "/bin"]),
        "LANG": "C.UTF-8",
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_AUTHOR_NAME": "author",
        "GIT_AUTHOR_EMAIL": "author@example.org",
        "GIT_COMMITTER_NAME": "author",
        "GIT_COMMITTER_EMAIL": "author@example.org",
    }


def build_wheel(target: Path) -> None:
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(target)],
        cwd=ROOT,
        check=True,
        capture_output=True,
    )


def test_tutorial_as_written(tmp_path: Path) -> None:
    page = PAGE.read_text(encoding="utf-8")
    wheels, folder = tmp_path / "wheels", tmp_path / "work"
    folder.mkdir()
    build_wheel(wheels)
    with Shell(folder, clean_environment(tmp_path, wheels)) as shell:
        for fence in fences(page):
            if fence.language != "console":
                write(fence, folder / "fit")
                continue
            for command, shown in commands(fence.body):
                printed, code = shell.run(command)
                place = f"docs/manual/tutorial.md:{fence.line}: `{command}`"
                # What pip says of the indexes of a machine is not what the page shows.
                if command.startswith("pip "):
                    assert code == 0, f"{place} prints:\n{printed}"
                else:
                    assert is_shown(shown, printed), f"{place} prints:\n{printed}"
                # Findings are announced by the page; the exit code of anything else is 0.
                is_failing = re.search(r"^\d+ errors?$", shown, re.MULTILINE) is not None
                assert code == is_failing or command == "echo $?", f"{place} ends with {code}"
        # docgen stands among the packages that the code of a project needs; click is one.
        write_files(tmp_path / "other", OTHER)
        printed, code = shell.run(f"docgen check --root {tmp_path / 'other'}")
        assert (printed, code) == ("no findings\n", 0)


def test_page_has_no_other_fences() -> None:
    page = PAGE.read_text(encoding="utf-8")
    found = fences(page)

    assert len(re.findall("^```", FENCE.sub("", page), re.MULTILINE)) == 0
    assert [
        fence.line for fence in found if (fence.language == "console") == bool(fence.title)
    ] == []
    assert all(fence.body.startswith("$ ") for fence in found if fence.language == "console")


@pytest.mark.parametrize(
    ("shown", "printed", "wanted"),
    [
        ("a\n", "a\n", True),
        ("a\n", "a\nb\n", False),
        ("a\n...\n", "a\nb\nc\n", True),
        ("...\n", "", False),
        ("in 0.52 seconds\n", "in 11.07 seconds\n", True),
        ("in 0.52 seconds\n", "in 3 hours\n", False),
    ],
)
def test_what_counts_as_shown(shown: str, printed: str, wanted: bool) -> None:
    assert is_shown(shown, printed) is wanted


def test_a_change_applies_in_one_place_only() -> None:
    assert changed("a\nb\nc\n", " a\n-b\n+d\n") == "a\nd\nc\n"
    with pytest.raises(AssertionError):
        changed("b\nb\n", "-b\n+d\n")
