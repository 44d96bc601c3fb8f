"""Known findings, the file that holds them, and what `docgen check` and a build make of it."""

from __future__ import annotations

import json
import logging
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from docgen.baseline import Baseline, BaselineError, render_baseline
from docgen.cli import main
from docgen.diagnostics import Finding
from docgen.text import Place
from tests.conftest import MakeProject, build_site, write_files


def finding(
    line: int = 3, text: str = "see x", message: str = "no `x`", path: str = "docs/a.md"
) -> Finding:
    return Finding("unknown-anchor", message, Place(path, line, 1, 2, text))


def test_the_file_is_sorted_with_one_finding_a_line() -> None:
    text = render_baseline([finding(path="docs/b.md"), finding(text="see  x\t"), finding(9)])
    assert text == (
        "[\n"
        '{"path": "docs/a.md", "code": "unknown-anchor", "text": "see x", "message": "no `x`"},\n'
        '{"path": "docs/a.md", "code": "unknown-anchor", "text": "see x", "message": "no `x`"},\n'
        '{"path": "docs/b.md", "code": "unknown-anchor", "text": "see x", "message": "no `x`"},\n'
        '{"version": 1}\n'
        "]\n"
    )
    assert len(json.loads(text)) == 4
    assert json.loads(render_baseline([])) == [{"version": 1}]


@pytest.mark.parametrize(
    ("now", "is_known"),
    [
        (finding(), True),
        (finding(line=40), True),
        (finding(text="  see   x "), True),
        (finding(text="see y"), False),
        (finding(message="no `y`"), False),
        (finding(path="docs/b.md"), False),
    ],
)
def test_what_a_finding_is_known_by(tmp_path: Path, now: Finding, is_known: bool) -> None:
    file = tmp_path / "known.json"
    file.write_text(render_baseline([finding()]))
    assert Baseline.read(file).take(now) is is_known


def test_the_state_of_the_code_counts_where_the_entry_has_one(tmp_path: Path) -> None:
    one, two = (replace(finding(), state=state) for state in ("00aa", "00bb"))
    file = tmp_path / "known.json"
    file.write_text(render_baseline([one]))
    assert '"message": "no `x`", "state": "00aa"},' in file.read_text()
    assert [Baseline.read(file).take(each) for each in (one, two, finding())] == [
        True,
        False,
        False,
    ]
    # An entry of an older docgen has none.
    file.write_text(render_baseline([finding()]))
    assert Baseline.read(file).take(one)


def test_a_second_change_of_a_linked_statement_is_new(make_project: MakeProject) -> None:
    code = "def f(x):\n    y = x + 1.0\n    return y\n"
    page = "---\ncode: m\n---\n# P\n\n[It](code:f.y) grows.\n"
    root = make_project({"m.py": code, "docs/p.md": page})
    confirmed = CliRunner().invoke(main, ["review", "--all", "--root", str(root)])
    assert confirmed.exit_code == 0, confirmed.output
    (root / "m.py").write_text(code.replace("+", "-"))
    known = root / "known.json"
    assert check(root, "--write-baseline", known).exit_code == 0
    assert check(root, "--baseline", known).exit_code == 0
    (root / "m.py").write_text("# Moved.\n\n" + code.replace("+", "-"))
    assert check(root, "--baseline", known).exit_code == 0
    (root / "m.py").write_text(code.replace("+", "*"))
    done = check(root, "--baseline", known)
    assert done.exit_code == 1
    assert "`f.y` changed since this text was confirmed" in done.output


@pytest.mark.parametrize(
    ("before", "after", "is_known"),
    [
        ("`x` at line 3 of it", "`x` at line 14 of it", True),
        ("lines 3 to 5 differ", "lines 13 to 15 differ", True),
        ("as m.py:3 says", "as m.py:12-14 says", True),
        ("has 3 rows", "has 4 rows", False),
    ],
)
def test_numbers_of_lines_in_messages_do_not_count(
    tmp_path: Path, before: str, after: str, is_known: bool
) -> None:
    file = tmp_path / "known.json"
    file.write_text(render_baseline([finding(message=before)]))
    assert Baseline.read(file).take(finding(message=after)) is is_known


def test_entries_are_counted(tmp_path: Path) -> None:
    file = tmp_path / "known.json"
    file.write_text(render_baseline([finding(1), finding(text="mended")]))
    baseline = Baseline.read(file)
    assert baseline.fresh([finding(1), finding(2)]) == [finding(2)]
    assert baseline.mended == 1


ENTRY = '{"path": "a", "code": "b", "text": "c", "message": "d"},\n'


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "k.json:1:1: the baseline is no JSON: Expecting value"),
        ("[\n" + ENTRY + "oops\n]", "k.json:3:1: the baseline is no JSON: Expecting value"),
        (
            "[\n" + ENTRY + "<<<<<<< HEAD\n" + ENTRY + "=======\n>>>>>>> b\n]",
            "k.json:3:1: the baseline holds a merge conflict",
        ),
        ("{}", "k.json:1:1: the baseline is no list of findings"),
        ("[\n" + ENTRY + "{}]\n", 'k.json:3:1: the baseline does not end with {"version": 1}'),
        ("[]\n", 'k.json:1:1: the baseline does not end with {"version": 1}'),
        (
            "[\n" + ENTRY + '{"path": "a"},\n{"version": 1}\n]\n',
            "k.json:3:1: the baseline holds an entry without the texts path, code, text, message",
        ),
        (
            "[\n" + ENTRY.replace('"a"', "1") + '{"version": 1}\n]\n',
            "k.json:2:1: the baseline holds an entry without the texts path, code, text, message",
        ),
        ("[" * 100_000, "k.json:1:1: the baseline is nested too deeply"),
    ],
)
def test_damaged_files_are_said_with_their_place(tmp_path: Path, text: str, said: str) -> None:
    file = tmp_path / "k.json"
    file.write_text(text)
    with pytest.raises(BaselineError) as caught:
        Baseline.read(file, "k.json")
    assert str(caught.value) == f"{said}; write it anew: docgen check --write-baseline k.json"


def test_missing_and_undecodable_files(tmp_path: Path) -> None:
    with pytest.raises(BaselineError, match=r"^k: cannot be read; write it: docgen check"):
        Baseline.read(tmp_path / "k", "k")
    (tmp_path / "k").write_bytes(b"\xff\xfe")
    with pytest.raises(BaselineError, match=r"^k: is not UTF-8"):
        Baseline.read(tmp_path / "k", "k")


PAGE = """
# Page

See [a](code:m.nothing).

See [a](code:m.nothing).
"""


@pytest.fixture
def root(make_project: MakeProject) -> Path:
    return make_project({"m.py": "x = 1\n", "docs/a.md": PAGE, "docs/b.md": "# B\n"})


def check(root: Path, *arguments: object) -> Result:
    given = ["check", "--root", str(root), "--format", "short"]
    return CliRunner().invoke(main, [*given, *(str(each) for each in arguments)])


def test_check_writes_and_heeds_a_baseline(root: Path) -> None:
    file = root / "known.json"
    done = check(root, "--write-baseline", file)
    assert (done.exit_code, done.stdout) == (0, "")
    assert done.stderr == f"2 findings in {file}\n"
    done = check(root, "--baseline", file)
    assert (done.exit_code, done.stdout, done.stderr) == (
        0,
        "no findings\n",
        "2 known by the baseline\n",
    )
    write_files(root, {"docs/a.md": "# More\n\ntext\n" + PAGE + "\nSee [a](code:m.nothing).\n"})
    done = check(root, "--baseline", file)
    assert done.exit_code == 1
    assert done.stdout.startswith("docs/a.md:11:")
    assert done.stdout.endswith("\n1 error\n")
    assert done.stderr == "2 known by the baseline\n"


def test_mended_entries_are_a_note(root: Path) -> None:
    file = root / "known.json"
    check(root, "--write-baseline", file)
    write_files(root, {"docs/a.md": "# Page\n\nSee [a](code:m.nothing).\n"})
    done = check(root, "--baseline", file)
    assert (done.exit_code, done.stdout) == (0, "no findings\n")
    assert done.stderr == ("1 known by the baseline\n1 of the baseline are mended: write it anew\n")
    # What is not reported or not checked is not mended.
    assert check(root, root / "docs/b.md", "--baseline", file).stderr == ""
    assert check(root, "--static", "--baseline", file).stderr == "1 known by the baseline\n"


def test_the_setting_names_a_baseline_and_the_option_wins(root: Path) -> None:
    check(root, "--write-baseline", root / "known.json")
    (root / "empty.json").write_text(render_baseline([]))
    settings = root / "pyproject.toml"
    settings.write_text('[tool.docgen]\nbaseline = "known.json"\n')
    assert check(root).exit_code == 0
    assert check(root, "--baseline", root / "empty.json").exit_code == 1


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--baseline", "none.json"), "none.json: cannot be read; write it"),
        (("--baseline", "docs/b.md"), "docs/b.md:1:1: the baseline is no JSON"),
        (("--write-baseline", "k.json", "--baseline", "k.json"), "leave the rest out"),
        (("--write-baseline", "k.json", "docs/a.md"), "leave the rest out"),
        (("--write-baseline", "k.json", "--static"), "leave the rest out"),
        (("--write-baseline", "none/k.json"), "none/k.json cannot be written"),
    ],
)
def test_wrong_use(
    root: Path, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...], said: str
) -> None:
    monkeypatch.chdir(root)
    done = check(root, *arguments)
    assert done.exit_code == 2
    assert said in " ".join(done.output.split())


def test_a_strict_build_heeds_the_setting(root: Path, caplog: pytest.LogCaptureFixture) -> None:
    from mkdocs.exceptions import Abort

    write_files(
        root,
        {"mkdocs.yml": "site_name: a\nplugins: [docgen]\n", "docs/index.md": "# Home\n"},
    )
    settings = root / "pyproject.toml"
    settings.write_text('[tool.docgen]\nbaseline = "known.json"\n')
    with pytest.raises(Abort):
        build_site(root)
    assert "docgen: known.json: cannot be read; write it" in caplog.text
    (root / "known.json").write_text(render_baseline([]))
    check(root, "--write-baseline", root / "known.json")
    with caplog.at_level(logging.INFO, logger="mkdocs.plugins.docgen"):
        build_site(root)
    levels = [each.levelname for each in caplog.records if "m.nothing" in each.getMessage()]
    assert levels == ["INFO", "INFO"]
    write_files(root, {"docs/b.md": "# B\n\nSee [a](code:m.nothing).\n"})
    with pytest.raises(Abort):
        build_site(root)
