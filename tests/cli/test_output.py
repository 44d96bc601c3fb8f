"""Reports reach streams of any encoding; colours go to terminals that want them."""

from __future__ import annotations

import json
import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest

from docgen.cli.output import write_report
from tests.conftest import MakeProject
from tests.foreign import FILES, SETTINGS, line_of, page

FAULTY = page("𝔸 see [k](code:kept𝔸).\n\n/// used\n///\n")
PLACE = line_of(FAULTY, "code:«kept")
CHECK = [sys.executable, "-c", "from docgen.cli import main; main()", "check"]


@pytest.fixture
def root(make_project: MakeProject) -> Path:
    return make_project({**FILES, "docs/bad.md": FAULTY}, SETTINGS)


def check(root: Path, form: str, **environment: str) -> subprocess.CompletedProcess[bytes]:
    given = {**os.environ, **environment}
    command = [*CHECK, "--format", form]
    return subprocess.run(command, cwd=root, env=given, capture_output=True, check=False)


@pytest.mark.parametrize("encoding", ["latin-1", "ascii", "utf-16"])
def test_json_is_utf_8_at_every_stream(root: Path, encoding: str) -> None:
    done = check(root, "json", PYTHONIOENCODING=encoding)

    assert (done.returncode, done.stderr) == (1, b"")
    (finding,) = json.loads(done.stdout.decode("utf-8"))["findings"]
    assert finding["message"] == "`advance` binds no `kept𝔸`"


def test_json_of_other_commands_is_utf_8_too(make_project: MakeProject) -> None:
    root = make_project({**FILES, "docs/good.md": page("𝔸 see [it](code:drive).\n")}, SETTINGS)
    line = FILES["rnn.py"].lstrip().partition("drive =")[0].count("\n") + 1
    command = [*CHECK[:-1], "where", f"rnn.py:{line}", "--format", "json"]
    given = {**os.environ, "PYTHONIOENCODING": "latin-1"}
    done = subprocess.run(command, cwd=root, env=given, capture_output=True, check=True)

    names = [each["name"] for each in json.loads(done.stdout.decode("utf-8"))["found"]]
    assert "𝔸 see it." in names


def test_text_spells_what_its_stream_lacks(root: Path) -> None:
    done = check(root, "short", PYTHONIOENCODING="latin-1")

    assert (done.returncode, done.stderr) == (1, b"")
    assert done.stdout.decode("latin-1") == (
        f"docs/bad.md:{PLACE}: error[unknown-anchor]: `advance` binds no `kept\\U0001d538`\n"
        "1 error\n"
    )


def test_code_cannot_steer_the_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    write_report("m.py:1: \x1b[2Jx = 1\n", "full")
    write_report('{"code": "𝔸"}\n', "json")

    assert capsys.readouterr().out == 'm.py:1: ␛[2Jx = 1\n{"code": "𝔸"}\n'


def test_a_closed_stream_is_no_fault(root: Path) -> None:
    command = f'"{sys.executable}" -c "from docgen.cli import main; main()" check >&-'
    done = subprocess.run(["sh", "-c", command], cwd=root, capture_output=True, check=False)

    assert (done.returncode, done.stdout, done.stderr) == (1, b"", b"")


@pytest.mark.parametrize(
    ("environment", "is_colored"),
    [
        ({"TERM": "xterm"}, True),
        ({"TERM": "dumb"}, False),
        ({"TERM": "xterm", "NO_COLOR": "1"}, False),
        ({"TERM": "xterm", "NO_COLOR": ""}, True),
    ],
)
def test_colors_are_for_terminals_that_want_them(
    root: Path, environment: dict[str, str], is_colored: bool
) -> None:
    terminal, end = pty.openpty()
    given = {key: value for key, value in os.environ.items() if key != "NO_COLOR"}
    subprocess.run(
        [*CHECK, "--static"],
        cwd=root,
        env={**given, **environment},
        stdout=end,
        stderr=subprocess.DEVNULL,
        check=False,
    )
    os.close(end)
    shown = os.read(terminal, 1 << 16)
    os.close(terminal)

    assert b"unknown-anchor" in shown
    assert (b"\x1b[" in shown) is is_colored
