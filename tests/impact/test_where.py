"""`docgen where FILE:LINE`: what rests on a line of code."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from docgen.cli import main
from tests.conftest import MakeProject
from tests.impact.small import FILES, SETTINGS


@pytest.fixture
def root(make_project: MakeProject) -> Path:
    return make_project({**FILES, "notes.txt": "one\n"}, SETTINGS)


def where(root: Path, *arguments: str) -> Result:
    return CliRunner().invoke(main, ["where", *arguments, "--root", str(root)])


IN_F = ["docs/page.md:14: concept F (is documented)"]
OF_BEND = [
    "docs/page.md:27: equation Bend (is called)",
    "docs/page.md:44: symbol $B(u)$ (is called)",
    "docs/page.md:12: paragraph All of bend in a line. (is named)",
    "docs/page.md:14: concept F (is run by it)",
]


@pytest.mark.parametrize(
    ("line", "lines"),
    [
        (
            13,
            [
                "model.py:13: z = x * w",
                "docs/page.md:22: equation Scale (computes it)",
                "docs/page.md:41: symbol $z$ (binds it)",
                "docs/page.md:9: paragraph First it scales. (is linked)",
                "docs/page.md:46: block example Run (is shown)",
                "docs/page.md:54: block listing (is printed)",
                *IN_F,
            ],
        ),
        (
            12,
            [
                "model.py:12",
                "docs/page.md:39: symbol $x$ (binds it)",
                "docs/page.md:40: symbol $w$ (binds it)",
                "docs/page.md:40: paragraph $w$ Factor, as given `w` (d,) (is linked)",
                *IN_F,
            ],
        ),
        (15, ["model.py:15: noise = 0.0", *IN_F]),
        (8, ["model.py:8: a", *OF_BEND]),
        (9, ["model.py:9: return a * a", *OF_BEND]),
        (
            3,
            [
                "model.py:3: BASE = 4",
                "docs/page.md:6: paragraph Layers are 8 wide and 3 deep. (is computed from)",
            ],
        ),
        (20, ["nothing rests on model.py:20"]),
        (1, ["nothing rests on model.py:1"]),
    ],
)
def test_what_rests_on_a_line(root: Path, line: int, lines: list[str]) -> None:
    done = where(root, f"model.py:{line}")
    assert (done.exit_code, done.output.splitlines()) == (0, lines)


def test_json(root: Path) -> None:
    done = where(root, "model.py:15", "--format", "json")
    assert json.loads(done.output) == {
        "version": 1,
        "file": "model.py",
        "line": 15,
        "code": "noise = 0.0",
        "found": [
            {
                "kind": "concept",
                "page": "docs/page.md",
                "line": 14,
                "end_line": 18,
                "name": "F",
                "roles": ["is documented"],
            }
        ],
    }


def test_a_statement_over_several_lines_and_the_gaps_of_a_function(
    make_project: MakeProject,
) -> None:
    model = FILES["model.py"].replace(
        "    z = x * w\n", "    z = (\n        x\n        * w\n    )\n\n"
    )
    root = make_project({**FILES, "model.py": model}, SETTINGS)
    for line in (13, 14, 15, 16):
        assert "equation Scale (computes it)" in where(root, f"model.py:{line}").output
    # The blank line behind it is printed by the listing, and belongs to the function.
    assert where(root, "model.py:17").output.splitlines() == [
        "model.py:17",
        "docs/page.md:54: block listing (is printed)",
        *IN_F,
    ]


def test_the_file_is_found_from_here_or_from_the_root(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(root / "docs")
    assert where(root, "model.py:13").output == where(root, "../model.py:13").output
    assert where(root, "notes.txt:1").output == "nothing rests on notes.txt:1\n"


@pytest.mark.parametrize(
    ("place", "said"),
    [
        ("model.py", "`model.py` is no FILE:LINE; write one such as model.py:12"),
        ("model.py:z", "`model.py:z` is no FILE:LINE"),
        ("none.py:3", "there is no file none.py, neither here nor in"),
        ("model.py:0", "model.py has no line 0: it has 25"),
        ("model.py:26", "model.py has no line 26: it has 25"),
        ("../outside.py:1", "../outside.py lies outside of"),
    ],
)
def test_wrong_use(root: Path, place: str, said: str) -> None:
    (root.parent / "outside.py").write_text("a = 1\n")
    done = where(root, place)
    assert done.exit_code == 2
    assert said in done.output


def test_a_file_that_is_no_python(root: Path) -> None:
    (root / "model.py").write_text("def f(:\n")
    done = where(root, "model.py:1")
    assert done.exit_code == 2
    assert "`model.py` is not valid Python" in done.output


def test_a_file_that_is_read_through_a_link(root: Path) -> None:
    (root / "lib").mkdir()
    (root / "model.py").rename(root / "lib/real.py")
    (root / "model.py").symlink_to("lib/real.py")
    expected = ["lib/real.py:15: noise = 0.0", *IN_F]
    assert where(root, "model.py:15").output.splitlines() == expected
    assert where(root, "lib/real.py:15").output.splitlines() == expected


def test_settings_that_cannot_be_read(root: Path) -> None:
    (root / "pyproject.toml").write_text("[tool.docgen\n")
    done = where(root, "model.py:15")
    assert done.exit_code == 2
    assert "pyproject.toml:1: pyproject.toml is not valid TOML" in done.output
