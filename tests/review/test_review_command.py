"""`docgen review`: what it shows, what it confirms, when it refuses, and how it ends."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

from docgen.cli import main
from docgen.review.lock import FILE
from tests.conftest import commit_all, git, load
from tests.review.conftest import Adopter


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody is there to answer."""
    monkeypatch.setattr("docgen.cli.review.is_terminal", lambda: True)


def test_first_review_makes_the_lock(adopter: Adopter) -> None:
    assert not (adopter.root / FILE).exists()
    result = adopter.run("--all")
    assert (result.exit_code, result.output) == (0, "8 confirmed\n")
    assert adopter.lock.count("\n[") == 8
    again = adopter.run("--all")
    assert (again.exit_code, again.output) == (0, "everything is confirmed\n")


def test_without_a_terminal_it_shows_and_writes_nothing(confirmed: Adopter) -> None:
    before = confirmed.lock
    confirmed.code("pre = drive + keep", "pre = drive - keep")
    result = confirmed.run()
    assert result.exit_code == 1
    assert "docs/page.md:22: equation both\n" in result.output
    assert result.output.endswith(
        "2 not confirmed; to confirm, run it in a terminal, or with --all\n"
    )
    assert confirmed.lock == before


def test_first_review_without_a_terminal_makes_no_lock(adopter: Adopter) -> None:
    assert adopter.run().exit_code == 1
    assert not (adopter.root / FILE).exists()


def test_old_and_new_code_side_by_side(confirmed: Adopter, monkeypatch: pytest.MonkeyPatch) -> None:
    confirmed.code("pre = drive + keep", "pre = drive - keep")
    monkeypatch.setenv("COLUMNS", "83")
    shown = confirmed.run("pre").output
    expected = """\
docs/page.md:22: equation both

  rnn.advance.pre: changed
  confirmed                              | now, rnn.py:15
- pre = drive + keep                     | + pre = drive - keep

  docs/page.md:22
    ```math code="pre; drive" stated="by construction"
    p = d + k
    ```
"""
    assert expected in shown
    monkeypatch.setenv("COLUMNS", "79")
    narrow = """\
  rnn.advance.pre: changed
  confirmed
- pre = drive + keep
  now, rnn.py:15
+ pre = drive - keep
"""
    assert narrow in confirmed.run("pre").output


def test_the_paragraph_of_a_link(confirmed: Adopter) -> None:
    confirmed.code("drive = x @ w", "drive = x.T.T @ w")
    expected = """\
  docs/page.md:14
    The input [drives](code:drive) the cell.
"""
    assert expected in confirmed.run().output


def test_old_function_from_the_history(confirmed: Adopter) -> None:
    commit_all(confirmed.root)
    confirmed.code("norm > 9", "norm > 8")
    git(confirmed.root, "commit", "-qam", "other")
    confirmed.code("norm > 8", "norm > 7")
    shown = confirmed.run("--show", "advance").output
    assert "-     if norm > 9:" in shown
    assert "+     if norm > 7:" in shown
    assert "norm > 8" not in shown


def test_function_that_no_commit_shows(confirmed: Adopter) -> None:
    confirmed.code("norm > 9", "norm > 8")
    assert "confirmed: no commit shows it" in confirmed.run("advance").output


@pytest.mark.usefixtures("terminal")
def test_one_by_one(confirmed: Adopter) -> None:
    confirmed.code("drive = x @ w", "drive = x.T.T @ w")
    # The section, the sentence, and two equations.
    result = confirmed.run(answers="n\ny\ny\nn\n")
    assert result.exit_code == 1
    assert result.output.count("Do page and code agree?") == 4
    assert result.output.endswith("2 confirmed, 2 not confirmed\n")
    assert confirmed.messages == ["22: `drive` changed since equation `both` was confirmed"]
    assert confirmed.run(answers="y\ny\n").exit_code == 0
    assert confirmed.findings == []


@pytest.mark.usefixtures("terminal")
def test_stopped_half_way(confirmed: Adopter) -> None:
    confirmed.code("drive = x @ w", "drive = x.T.T @ w")
    result = confirmed.run(answers="y\ny\n")
    assert result.exit_code == 1
    assert confirmed.messages == [
        "17: `drive` changed since equation `driven` was confirmed",
        "22: `drive` changed since equation `both` was confirmed",
    ]


def test_an_anchor_brings_its_function(confirmed: Adopter) -> None:
    confirmed.code("pre = drive + keep", "pre = drive - keep")
    confirmed.code("def squeeze(a):\n    return a", "def squeeze(a):\n    return -a")
    result = confirmed.run("rnn.advance.pre", "--all")
    assert (result.exit_code, result.output) == (0, "2 confirmed\n")
    assert confirmed.messages == [
        "10: `squeeze`, which `advance` runs, changed since that was confirmed",
    ]
    assert confirmed.run("squeeze", "--all").output == "2 confirmed\n"
    assert confirmed.findings == []


def test_unknown_anchor(confirmed: Adopter) -> None:
    result = confirmed.run("advance.driv")
    assert result.exit_code == 2
    assert "no page links `advance.driv`; did you mean `advance.drive`?" in result.output
    assert confirmed.run("--all", "--show").exit_code == 2


def test_refused_while_a_check_fails(confirmed: Adopter) -> None:
    before = confirmed.lock
    confirmed.code("drive = x @ w", "drive = x @ w + 1")
    result = confirmed.run("--all")
    assert result.exit_code == 1
    assert "error[equation-mismatch]" in result.output
    assert "stale-link" not in result.output
    assert result.output.endswith(
        "nothing is confirmed while a check fails; mend it, then: docgen review\n"
    )
    assert confirmed.lock == before


def test_a_full_check_is_clean_after_a_review(confirmed: Adopter) -> None:
    confirmed.code("keep = h @ w", "keep = h @ w * 2")
    assert [one.code for one in load(confirmed.root).findings] == ["callee-changed"]
    assert confirmed.run("--all").exit_code == 0
    assert load(confirmed.root).findings == []


def test_a_lock_that_cannot_be_written(confirmed: Adopter) -> None:
    (confirmed.root / FILE).unlink()
    (confirmed.root / FILE).mkdir()
    result = confirmed.run("--all")
    assert result.exit_code == 2
    assert f"{FILE} cannot be written: is a directory; nothing is confirmed" in result.output
    assert not any(each.name.startswith(f".{FILE}") for each in confirmed.root.iterdir())


def test_a_lock_that_is_a_link(confirmed: Adopter) -> None:
    kept = confirmed.root / "kept.lock"
    (confirmed.root / FILE).rename(kept)
    (confirmed.root / FILE).symlink_to(kept)
    confirmed.code("norm > 9", "norm > 8")
    assert confirmed.run("--all").output == "1 confirmed\n"
    assert (confirmed.root / FILE).is_symlink()
    assert confirmed.findings == []

    kept.unlink()
    found = confirmed.only
    assert (found.code, found.place.path) == ("malformed-block", FILE)
    assert found.message == "`docgen.lock` cannot be read: no such file or directory"


def test_known_findings_do_not_stop_a_review(confirmed: Adopter) -> None:
    confirmed.page("The input [drives]", "See rnn.py:4. The input [drives]")
    confirmed.code("norm > 9", "norm > 8")
    assert confirmed.run("--all").exit_code == 1
    root = str(confirmed.root)
    (confirmed.root / "pyproject.toml").write_text('[tool.docgen]\nbaseline = "known.json"\n')
    target = str(confirmed.root / "known.json")
    written = CliRunner().invoke(main, ["check", "--root", root, "--write-baseline", target])
    assert written.exit_code == 0, written.output
    assert confirmed.run("--all").output == "1 confirmed\n"
    # A second reference is not known.
    confirmed.page("Before any", "As rnn.py:7 says. Before any")
    confirmed.code("norm > 8", "norm > 7")
    result = confirmed.run("--all")
    assert result.exit_code == 1
    assert "rnn.py:7" in result.output
    assert "rnn.py:4" not in result.output


CONFLICT = "<<<<<<< ours\n=======\n>>>>>>> theirs\n"


@pytest.mark.parametrize("option", ["--show", ""])
def test_a_damaged_lock_is_not_confirmed(confirmed: Adopter, option: str) -> None:
    file = confirmed.root / FILE
    file.write_text(confirmed.lock + CONFLICT)
    result = confirmed.run(*filter(None, [option]))
    assert result.exit_code == 1
    assert result.output.startswith(
        "error[malformed-block]: a merge left a conflict in this file\n"
    )
    assert result.output.endswith("\n1 error\n")
    assert confirmed.lock.endswith(CONFLICT)


def test_confirming_all_mends_a_damaged_lock(confirmed: Adopter) -> None:
    before = confirmed.lock
    (confirmed.root / FILE).write_text(before + CONFLICT)
    result = confirmed.run("--all")
    assert (result.exit_code, result.output) == (0, "everything is confirmed\n")
    assert confirmed.lock == before
