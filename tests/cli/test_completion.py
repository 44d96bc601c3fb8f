"""What a shell gets when tab is pressed, by the protocol of its script."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from docgen.cli import COMMANDS
from docgen.codes import CODES
from tests.conftest import MakeProject

DOCGEN = Path(sys.executable).parent / "docgen"
ASK = """
import json, sys
sys.argv = ["docgen"]
from docgen.cli import main
try:
    main()
finally:
    print(json.dumps(sorted({name.split(".")[0] for name in sys.modules})), file=sys.stderr)
"""


def ask(folder: Path, typed: str) -> tuple[list[str], set[str]]:
    """What bash is offered for a command line that ends at the cursor, and what was loaded."""
    words = typed.split(" ")
    done = subprocess.run(
        [sys.executable, "-c", ASK],
        cwd=folder,
        env={
            **os.environ,
            "_DOCGEN_COMPLETE": "bash_complete",
            "COMP_WORDS": typed,
            "COMP_CWORD": str(len(words) - 1),
        },
        check=True,
        capture_output=True,
        text=True,
    )
    return done.stdout.split(), set(json.loads(done.stderr))


@pytest.fixture
def project(make_project: MakeProject) -> Path:
    return make_project(
        {"docs/index.md": "# One\n", "docs/deep/other.markdown": "# Two\n", "docs/x.txt": ""}
    )


def test_commands_are_offered_and_none_is_loaded(project: Path) -> None:
    offered, loaded = ask(project, "docgen ")

    assert offered == [f"plain,{name}" for name in COMMANDS]
    assert loaded & {"mkdocs", "markdown", "numpy", "msgspec", "math_core"} == set()


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ("docgen expl", ["plain,explain"]),
        ("docgen --ver", ["plain,--version"]),
        ("docgen explain unknown-re", ["plain,unknown-reference"]),
        ("docgen completion ", ["plain,bash", "plain,zsh", "plain,fish"]),
        ("docgen nothing", []),
    ],
)
def test_light_answers(project: Path, typed: str, offered: list[str]) -> None:
    found, loaded = ask(project, typed)

    assert found == offered
    assert loaded & {"mkdocs", "markdown", "numpy", "msgspec"} == set()


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ("docgen check ", ["plain,docs/deep/other.markdown", "plain,docs/index.md"]),
        ("docgen check docs/i", ["plain,docs/index.md"]),
        ("docgen fill docs/i", ["plain,docs/index.md"]),
        ("docgen check docs/index.md docs/d", ["plain,docs/deep/other.markdown"]),
        ("docgen check nowhere", ["file,nowhere"]),
        ("docgen check --format s", ["plain,short", "plain,sarif"]),
    ],
)
def test_answers_with_pages(project: Path, typed: str, offered: list[str]) -> None:
    found, loaded = ask(project, typed)

    assert found == offered
    assert loaded & {"mkdocs", "numpy"} == set()


def test_pages_are_named_from_the_current_folder(project: Path) -> None:
    assert ask(project / "docs" / "deep", "docgen check ")[0] == [
        "plain,other.markdown",
        "plain,../index.md",
    ]


def test_no_page_is_offered_outside_of_a_project(tmp_path: Path) -> None:
    assert ask(tmp_path, "docgen check do")[0] == ["file,do"]


def test_all_codes_are_offered(project: Path) -> None:
    assert ask(project, "docgen explain ")[0] == [f"plain,{name}" for name in CODES]


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_script_asks_this_program(shell: str) -> None:
    done = subprocess.run([DOCGEN, "completion", shell], capture_output=True, text=True)

    assert done.returncode == 0
    assert f"_DOCGEN_COMPLETE={shell}_complete" in done.stdout


def test_bash_completes_by_the_script(project: Path) -> None:
    script = (
        'eval "$(docgen completion bash)"; COMP_WORDS=(docgen expla); COMP_CWORD=1;'
        ' _docgen_completion docgen; echo "${COMPREPLY[@]}"'
    )
    path = f"{DOCGEN.parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        ["bash", "--norc", "-c", script],
        cwd=project,
        env={**os.environ, "PATH": path},
        capture_output=True,
        text=True,
    )

    assert (done.returncode, done.stdout) == (0, "explain\n")
