"""The command `docgen`: reports, exit codes, explanations."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from docgen import __version__
from docgen.cli import main
from docgen.codes import CODES
from tests.conftest import MakeProject
from tests.foreign import FILES, SETTINGS, line_of, page

FAULTY = page("See [k](code:kept).\n\n/// used\n///\n")
PLACE = line_of(FAULTY, "code:«kept")


@pytest.fixture
def root(make_project: MakeProject) -> Path:
    files = {"docs/bad.md": FAULTY, "docs/sub/good.md": page("/// used\n///\n")}
    return make_project({**FILES, **files}, SETTINGS)


def run(*arguments: object) -> Result:
    return CliRunner().invoke(main, [str(each) for each in arguments])


def test_short_reports(root: Path) -> None:
    done = run("check", "--root", root, "--format", "short")
    assert done.exit_code == 1
    assert done.output == (
        f"docs/bad.md:{PLACE}: error[unknown-anchor]: `advance` binds no `kept`\n1 error\n"
    )


def test_full_reports(root: Path) -> None:
    done = run("check", "--root", root)
    assert done.exit_code == 1
    line, column = PLACE.split(":")
    lines = done.output.splitlines()
    assert lines[0] == "error[unknown-anchor]: `advance` binds no `kept`"
    assert lines[1].strip() == f"--> docs/bad.md:{PLACE}"
    assert lines[3] == f"{line} | See [k](code:kept)."
    assert lines[4].startswith(" " * (len(line) + 1) + "|" + " " * int(column) + "^^^^")
    assert lines[-1] == "1 error"
    assert "\x1b" not in done.output


def test_json_reports(root: Path) -> None:
    done = run("check", "--root", root, "--format", "json")
    assert done.exit_code == 1
    report = json.loads(done.output)
    assert report["counts"] == {"errors": 1, "warnings": 0}
    (finding,) = report["findings"]
    assert (finding["code"], finding["path"], finding["line"], finding["column"]) == (
        "unknown-anchor",
        "docs/bad.md",
        *map(int, PLACE.split(":")),
    )


@pytest.mark.parametrize(
    ("paths", "code", "count"),
    [
        (("docs/bad.md",), 1, "1 error"),
        (("docs",), 1, "1 error"),
        (("docs/sub",), 0, "no findings"),
        (("docs/sub/good.md",), 0, "no findings"),
        (("docs/sub", "docs/bad.md"), 1, "1 error"),
    ],
)
def test_paths_choose_what_is_reported(
    root: Path, paths: tuple[str, ...], code: int, count: str
) -> None:
    done = run("check", *(root / path for path in paths), "--root", root, "--format", "short")
    assert (done.exit_code, done.output.splitlines()[-1]) == (code, count)


def test_warnings_do_not_fail(root: Path) -> None:
    settings = root / "pyproject.toml"
    text = settings.read_text()
    severity = '[tool.docgen]\nseverity = { unknown-anchor = "warning" }\n'
    settings.write_text(text.replace("[tool.docgen]\n", severity, 1))
    done = run("check", "--root", root, "--format", "short")
    assert (done.exit_code, done.output.splitlines()[-1]) == (0, "1 warning")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("check", "--format", "xml"), "'xml' is not one of"),
        (("check", "--root", "nowhere"), "'nowhere' does not exist"),
        (("check", "nowhere.md"), "nowhere.md does not exist"),
        (("check", "rnn.py"), "rnn.py"),
        (("check", ".."), ".."),
        (
            ("explain", "unknown-ancor"),
            "there is no finding unknown-ancor; did you mean unknown-anchor?",
        ),
        (("explain", "zzz"), "there is no finding zzz; list them: docgen explain"),
        (("chek",), "No such command"),
    ],
)
def test_wrong_use(
    root: Path, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...], said: str
) -> None:
    monkeypatch.chdir(root)
    done = run(*arguments)
    assert done.exit_code == 2
    assert said in done.output


def test_the_project_is_found_upwards(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(root / "docs/sub")
    done = run("check", "good.md", "--format", "short")
    assert (done.exit_code, done.output) == (0, "no findings\n")


def test_without_a_project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    done = run("check")
    assert done.exit_code == 2
    assert "no pyproject.toml here or above; name its folder with --root" in done.output


def test_without_pages(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text("")
    done = run("check", "--root", tmp_path)
    assert done.exit_code == 2
    assert "there is no folder docs/ in" in done.output


@pytest.mark.parametrize("code", sorted(CODES))
def test_every_finding_is_explained(code: str) -> None:
    done = run("explain", code)
    entry = CODES[code]
    assert done.exit_code == 0
    assert done.output == (
        f"{entry.name}: {entry.title}\n\n{entry.meaning}\n\n{entry.example}\n\n{entry.cure}\n"
    )


def test_the_version(root: Path) -> None:
    assert run("--version").output == f"docgen, version {__version__}\n"
    assert run("-h").exit_code == 0


def test_as_a_process(root: Path) -> None:
    command = [sys.executable, "-c", "from docgen.cli import main; main()", "check"]
    done = subprocess.run(
        [*command, "--format", "short"], cwd=root, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (1, "")
    assert done.stdout == (
        f"docs/bad.md:{PLACE}: error[unknown-anchor]: `advance` binds no `kept`\n1 error\n"
    )
