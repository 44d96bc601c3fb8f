"""`docgen draft`: what it writes, where, and how it ends."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from docgen.cli import main
from docgen.cli.draft import report
from docgen.drafting.draft import Draft
from docgen.drafting.installed import with_installed
from tests.conftest import MakeProject

CODE = """
import numpy as np


def scaled(x, k):
    mean = np.mean(x)
    if k < 0:
        mean = -mean
    return np.sort(x - mean)


class Box:
    pass


short = lambda x: x
"""
REPORT = """\
2 numeric statements executed, 1 written as mathematics
1 equation: 1 independent
1 statement listed as code:
  return
    It calls code that has no equation of its own.
1 statement not executed by the call:
  mean = -mean
"""
CALL = "scaled(rng.normal(size=5), 2.0)"


@pytest.fixture
def folder(make_project: MakeProject) -> Path:
    return make_project({"plain.py": CODE})


def invoke(folder: Path, *arguments: str) -> Result:
    return CliRunner().invoke(main, ["draft", *arguments, "--root", str(folder)])


def test_page_goes_to_the_file_and_the_report_to_the_output(folder: Path) -> None:
    page = folder / "docs" / "new" / "plain.md"

    done = invoke(folder, "plain.scaled", "--call", CALL, "--output", str(page))

    assert (done.exit_code, done.stdout, done.stderr) == (0, REPORT, "")
    checked = CliRunner().invoke(main, ["check", "--root", str(folder)])
    assert (checked.exit_code, checked.output) == (0, "no findings\n")
    assert page.read_text(encoding="utf-8").startswith("---\ncode: plain\n")


def test_page_is_printed_without_a_file(folder: Path) -> None:
    done = invoke(folder, "plain.scaled", "--call", CALL)

    assert done.exit_code == 0
    assert done.stderr == REPORT
    assert r"\mathrm{mean} = \frac{1}{n} \sum_{i=1}^{n} x_i" in done.stdout
    assert list((folder / "docs").iterdir()) == []


def test_existing_page_is_not_written_over(folder: Path) -> None:
    page = folder / "docs" / "plain.md"
    page.write_text("# Mine\n", encoding="utf-8")

    done = invoke(folder, "plain.scaled", "--call", CALL, "--output", str(page))

    assert done.exit_code == 2
    assert "exists; name another page, or remove it" in done.stderr
    assert page.read_text(encoding="utf-8") == "# Mine\n"


def test_call_that_fails_says_why(folder: Path) -> None:
    done = invoke(folder, "plain.scaled", "--call", "scaled(1.0)")

    assert done.exit_code == 1
    assert done.stderr == (
        "Error: the call fails\n"
        "  TypeError: scaled() missing 1 required positional argument: 'k'\n"
        "  give a call of `scaled` that works, with `np`, a seeded `rng` and the names of `plain`\n"
    )


def test_function_without_numbers_gives_no_page(folder: Path) -> None:
    page = folder / "docs" / "dot.md"

    done = invoke(folder, "numpy.dot", "--call", "dot(1, 2)", "--output", str(page))

    assert (done.exit_code, done.stdout) == (1, "")
    assert isinstance(done.exception, SystemExit)
    assert done.stderr == (
        "the call executes no numeric statement of `numpy.dot`: give a call that computes floats,"
        " or name the function below it that does\n"
    )
    assert not page.exists()
    assert "installed" not in (folder / "pyproject.toml").read_text(encoding="utf-8")


def test_page_that_cannot_be_written(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> int:
        raise PermissionError(13, "Permission denied")

    page = folder / "docs" / "plain.md"
    with monkeypatch.context() as patch:
        patch.setattr(Path, "write_text", refuse)
        done = invoke(folder, "plain.scaled", "--call", CALL, "--output", str(page))

    assert done.exit_code == 2
    assert f"{page} cannot be written: permission denied" in done.stderr.replace("\n", "")


def test_page_below_a_file_is_refused_before_the_run(folder: Path) -> None:
    done = invoke(
        folder, "plain.scaled", "--call", CALL, "--output", str(folder / "plain.py" / "x")
    )

    assert done.exit_code == 2
    assert "lies below a file; name another page" in done.stderr


@pytest.mark.parametrize(
    ("asked", "cure"),
    [
        ("plain.py", "type docgen draft plain.FUNCTION"),
        ("./plain.py:scaled", "type docgen draft plain.scaled"),
        ("plain.Box", "name a function or a method that is written with `def`"),
        ("plain.short", "name a function or a method that is written with `def`"),
        ("plain.scale", "give the dotted name under which it can be imported"),
    ],
)
def test_what_is_no_function_says_what_to_type(folder: Path, asked: str, cure: str) -> None:
    done = invoke(folder, asked, "--call", CALL)

    assert done.exit_code == 1
    assert done.stderr.startswith(f"Error: `{asked}` is no function that Python code defines\n")
    assert done.stderr.endswith(f"  {cure}\n")


def test_installed_package_is_added_to_the_settings(folder: Path) -> None:
    done = invoke(folder, "numpy.flipud", "--call", "flipud(rng.normal(size=(3, 4)))")

    assert done.exit_code == 0, done.stderr
    assert done.stderr.startswith('pyproject.toml: added "numpy" to `installed`\n')
    assert "y_{ij} = m_{n-i+1,j}" in done.stdout
    settings = (folder / "pyproject.toml").read_text(encoding="utf-8")
    assert settings == '[tool.docgen]\ninstalled = ["numpy"]\n'


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("", '[tool.docgen]\ninstalled = ["scipy"]\n'),
        ("[project]\nname = 1\n", '[project]\nname = 1\n\n[tool.docgen]\ninstalled = ["scipy"]\n'),
        ("[tool.docgen]", '[tool.docgen]\ninstalled = ["scipy"]\n'),
        (
            '# Mine\n[tool.docgen]  # here\ndocs = "d"\n\n[tool.docgen.lookup]\na = "b"\n',
            '# Mine\n[tool.docgen]  # here\ninstalled = ["scipy"]\ndocs = "d"\n\n'
            '[tool.docgen.lookup]\na = "b"\n',
        ),
        (
            '[tool.docgen]\ninstalled = ["numpy"] # two\n',
            '[tool.docgen]\ninstalled = ["numpy", "scipy"] # two\n',
        ),
        ("[tool.docgen]\ninstalled = []\n", '[tool.docgen]\ninstalled = ["scipy"]\n'),
        (
            '[tool.docgen]\ninstalled = [\n    "numpy",\n]\n',
            '[tool.docgen]\ninstalled = [\n    "numpy", "scipy"\n]\n',
        ),
        (
            '[tool.docgen]\ndocs = "d"\n[tool.other]\ninstalled = ["x"]\n',
            '[tool.docgen]\ninstalled = ["scipy"]\ndocs = "d"\n[tool.other]\ninstalled = ["x"]\n',
        ),
    ],
)
def test_package_in_the_text_of_the_settings(before: str, after: str) -> None:
    assert with_installed(before, "scipy") == after


@pytest.mark.parametrize(
    ("copied", "by_call", "said"),
    [
        (
            0,
            0,
            [
                "4 numeric statements executed, 4 written as mathematics",
                "3 equations: 3 independent",
            ],
        ),
        (1, 0, ["1 of them only hands a value on", "3 equations: 3 independent"]),
        (2, 1, ["2 of them only hand a value on", "4 equations: 3 independent, 1 by call"]),
    ],
)
def test_counts_of_the_report(copied: int, by_call: int, said: list[str]) -> None:
    first, second = report(Draft("", 4, 4, copied, 3, by_call, (), ())).splitlines()
    assert first.endswith(said[0])
    assert second == said[1]


def test_settings_that_cannot_be_read_are_wrong_use(make_project: MakeProject) -> None:
    folder = make_project({"plain.py": CODE}, 'timeout = "long"')

    done = invoke(folder, "plain.scaled", "--call", CALL)

    assert (done.exit_code, done.stdout) == (2, "")
    assert "pyproject.toml:2: `timeout` must be a number of seconds" in done.stderr
