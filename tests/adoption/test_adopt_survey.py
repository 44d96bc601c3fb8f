"""Verdicts through git: what a typed number meant when it was written."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from docgen.adoption.survey import Entry, Spot, Survey
from tests.adoption.conftest import FFN, URL, commit, move_down
from tests.conftest import git, write_files


def survey(root: Path, page: str = "docs/a.md") -> list[Entry]:
    return Survey(root).entries([root / page])


def brief(root: Path, page: str = "docs/a.md") -> list[tuple[str, str, str]]:
    """(verdict, lines now, anchor) of each reference."""
    return [
        (
            entry.verdict,
            f"{entry.now.path}:{entry.now.first}-{entry.now.last}" if entry.now else "",
            entry.proposal.anchor,
        )
        for entry in survey(root, page)
    ]


def notes(root: Path, page: str = "docs/a.md") -> list[tuple[str, str]]:
    return [(entry.verdict, entry.note) for entry in survey(root, page)]


def test_same_and_moved(root: Path) -> None:
    old = commit(root, {"docs/a.md": "See ffn.py:7.\n"})
    move_down(root)
    new = commit(root, {"docs/b.md": "See ffn.py:9.\n"})
    (entry,) = survey(root)
    assert (entry.verdict, entry.then, entry.now) == (
        "moved",
        Spot("nn/ffn.py", 7, 7, "Z = A + b", old),
        Spot("nn/ffn.py", 9, 9, "Z = A + b"),
    )
    (entry,) = survey(root, "docs/b.md")
    assert (entry.verdict, entry.then, entry.now, entry.proposal.anchor, entry.refusal) == (
        "same",
        Spot("nn/ffn.py", 9, 9, "Z = A + b", new),
        Spot("nn/ffn.py", 9, 9, "Z = A + b"),
        "nn.ffn.forward.Z",
        "",
    )


def test_an_edit_of_the_sentence_does_not_renew_the_number(root: Path) -> None:
    first = commit(root, {"docs/a.md": "The sum is ffn.py:7.\n\nThe other ffn.py:6.\n"})
    move_down(root)
    text = "The sum (see ffn.py:7) is what counts.\n\nThe other ffn.py:8.\n"
    commit(root, {"docs/a.md": text})
    moved, same = survey(root)
    assert (moved.verdict, moved.then.commit if moved.then else "") == ("moved", first)
    assert (same.verdict, same.place.text) == ("same", "The other ffn.py:8.")


def test_a_page_that_was_renamed_keeps_its_past(root: Path) -> None:
    first = commit(root, {"docs/old.md": "# Title\n\nThe sum is made in ffn.py:7.\n"})
    move_down(root)
    git(root, "mv", "docs/old.md", "docs/a.md")
    commit(root, {})
    (entry,) = survey(root)
    assert (entry.verdict, entry.then.commit if entry.then else "") == ("moved", first)


def test_changed_gone_and_never(root: Path) -> None:
    commit(root, {"docs/a.md": "ffn.py:7 and ffn.py:8\n\nffn.py:99 and\nnone.py:3\n"})
    text = FFN.replace("Z = A + b", "Z = A - b").replace("    H = np.maximum(Z, 0.0)\n", "")
    commit(root, {"nn/ffn.py": text})
    assert brief(root) == [
        ("changed", "nn/ffn.py:7-7", "nn.ffn.forward.Z"),
        ("gone", "", ""),
        ("never", "", ""),
        ("never", "", ""),
    ]
    assert [entry.refusal for entry in survey(root)] == [
        "its verdict is changed: read the sentence again",
        "its verdict is gone",
        "it never meant anything",
        "its verdict is never",
    ]


def test_renamed_and_deleted_files(root: Path) -> None:
    commit(root, {"nn/extra.py": "def f(x):\n    return x\n"})
    commit(root, {"docs/a.md": "ffn.py:7, `nn/ffn.py:7`, and extra.py:2.\n"})
    git(root, "mv", "nn/ffn.py", "nn/middle.py")
    git(root, "commit", "-qm", "renamed")
    git(root, "mv", "nn/middle.py", "nn/layer.py")
    git(root, "rm", "-q", "nn/extra.py")
    git(root, "commit", "-qm", "renamed again")
    assert brief(root) == [
        ("moved", "nn/layer.py:7-7", "nn.layer.forward.Z"),
        ("moved", "nn/layer.py:7-7", "nn.layer.forward.Z"),
        ("gone", "", ""),
    ]
    assert notes(root) == [
        ("moved", "the file is `nn/layer.py` now"),
        ("moved", "the file is `nn/layer.py` now"),
        ("gone", "there is no `nn/extra.py` now"),
    ]


def test_unknown_without_a_commit(root: Path) -> None:
    write_files(root, {"docs/a.md": "See ffn.py:7.\n"})
    assert notes(root) == [("unknown", "the page is not in git")]
    assert brief(root) == [("unknown", "nn/ffn.py:7-7", "nn.ffn.forward.Z")]
    commit(root, {"docs/a.md": "Nothing.\n"})
    write_files(root, {"docs/a.md": "See ffn.py:7.\n"})
    assert notes(root) == [("unknown", "the line is not committed")]
    assert [entry.refusal for entry in survey(root)] == [
        "its verdict is unknown: read the sentence again"
    ]


def test_unknown_without_git(tmp_path: Path) -> None:
    write_files(tmp_path, {"nn/ffn.py": FFN, "docs/a.md": "ffn.py:7, no.py:1, example.org:443\n"})
    assert notes(tmp_path) == [
        ("unknown", "git knows nothing of this folder"),
        ("unknown", "no such file"),
    ]
    assert brief(tmp_path)[0] == ("unknown", "nn/ffn.py:7-7", "nn.ffn.forward.Z")


def test_unknown_where_the_history_is_cut_off(root: Path, tmp_path: Path) -> None:
    commit(root, {"docs/a.md": "See ffn.py:7.\n"})
    commit(root, {"docs/b.md": "Other.\n"})
    clone = tmp_path / "clone"
    git(tmp_path, "clone", "-q", "--depth", "1", root.as_uri(), str(clone))
    assert notes(clone) == [("unknown", "the history is cut off there: git fetch --unshallow")]


def test_code_that_is_not_in_git(root: Path) -> None:
    commit(root, {"docs/a.md": "See fresh.py:1 and late.py:1.\n"})
    commit(root, {"late.py": "x = 1\n"})
    write_files(root, {"fresh.py": "x = 1\n"})
    assert notes(root) == [
        ("unknown", "`fresh.py` is not in git"),
        ("never", "there was no such file when it was written"),
    ]


def test_a_name_of_several_files_is_said(root: Path) -> None:
    commit(root, {"old/ffn.py": FFN, "docs/a.md": "ffn.py:7 and nn/ffn.py:7\n"})
    assert notes(root) == [
        ("unknown", "`ffn.py` is the name of 2 files: `nn/ffn.py`, `old/ffn.py`"),
        ("same", ""),
    ]


def test_a_name_that_was_unique_when_it_was_written(root: Path) -> None:
    commit(root, {"docs/a.md": "ffn.py:7\n"})
    commit(root, {"old/ffn.py": FFN})
    assert brief(root) == [("same", "nn/ffn.py:7-7", "nn.ffn.forward.Z")]


def test_links_that_name_a_commit_are_judged_by_it(root: Path) -> None:
    pinned = git(root, "rev-parse", "HEAD")
    git(root, "tag", "v1")
    move_down(root)
    lines = [f"{URL}/blob/{each}/nn/ffn.py#L7" for each in (pinned, pinned[:8], "v1", "main")]
    lines.append(f"{URL}/blob/{'0' * 40}/nn/ffn.py#L7")
    commit(root, {"docs/a.md": "\n\n".join(lines) + "\n"})
    z, h = "nn.ffn.forward.Z", "nn.ffn.forward"
    assert brief(root) == [
        ("moved", "nn/ffn.py:9-9", z),
        ("moved", "nn/ffn.py:9-9", z),
        ("moved", "nn/ffn.py:9-9", z),
        ("same", "nn/ffn.py:7-7", h),
        ("unknown", "", ""),
    ]
    assert notes(root)[-1] == ("unknown", "the commit 000000000000 is not in this clone")


def test_links_to_other_repositories_are_passed_over(root: Path) -> None:
    other = "https://github.com/numpy/numpy/blob/main/nn/ffn.py#L7"
    commit(root, {"docs/a.md": f"[a]({other}) and [b]({URL}/blob/main/nn/ffn.py#L7)\n"})
    found = Survey(root)
    entries = found.entries([root / "docs/a.md"])
    assert ([entry.verdict for entry in entries], found.elsewhere) == (["same"], 1)


def test_without_a_remote_a_link_is_never_sure(root: Path) -> None:
    git(root, "remote", "remove", "origin")
    commit(root, {"docs/a.md": f"[b]({URL}/blob/main/nn/ffn.py#L7)\n"})
    (entry,) = survey(root)
    assert (entry.verdict, entry.refusal) == (
        "same",
        "git knows no remote: whether the link means this code is unsure",
    )
    write_files(root, {"mkdocs.yml": f"site_name: a\nrepo_url: {URL}/\n"})
    assert [entry.refusal for entry in survey(root)] == [""]


def test_a_project_below_the_top_of_its_repository(root: Path) -> None:
    shutil.move(root / "nn", root / "nn0")
    write_files(root, {"sub/pyproject.toml": "", "sub/nn/ffn.py": FFN, "sub/docs/a.md": "ffn.py:7"})
    commit(root, {"nn/ffn.py": FFN})
    file = root / "sub/nn/ffn.py"
    file.write_text("# One.\n" + FFN.lstrip("\n"))
    git(root, "commit", "-qam", "moved")
    assert brief(root / "sub") == [("moved", "nn/ffn.py:8-8", "nn.ffn.forward.Z")]


@pytest.mark.parametrize(
    ("written", "anchor", "sure", "block"),
    [
        ("ffn.py:4", "nn.ffn.forward", True, "in: nn.ffn.forward"),
        ("ffn.py:4-9", "nn.ffn.forward", True, "in: nn.ffn.forward"),
        ("ffn.py:12-14", "nn.ffn.backward", True, "in: nn.ffn.backward"),
        ("ffn.py:9", "nn.ffn.forward.return", True, "in: nn.ffn.forward.return"),
        ("ffn.py:6-7", "nn.ffn.forward", False, "in: nn.ffn.forward; from: A; to: Z"),
        ("ffn.py:4-7", "nn.ffn.forward", False, "in: nn.ffn.forward; to: Z"),
        ("ffn.py:8-9", "nn.ffn.forward", False, "in: nn.ffn.forward; from: H"),
        ("ffn.py:5", "nn.ffn.forward", False, ""),
        ("ffn.py:1", "nn.ffn.import numpy as np", True, "in: nn.ffn.import numpy as np"),
        ("ffn.py:9-12", "", False, ""),
        ("notes.yml:1", "", False, ""),
    ],
)
def test_anchors(root: Path, written: str, anchor: str, sure: bool, block: str) -> None:
    commit(root, {"notes.yml": "a: 1\n", "docs/a.md": f"See {written}.\n"})
    (entry,) = survey(root)
    rows = "; ".join(row.strip() for row in entry.proposal.block.splitlines()[1:-1])
    assert (entry.verdict, entry.proposal.anchor, entry.proposal.is_sure, rows) == (
        "same",
        anchor,
        sure,
        block,
    )


def test_lines_of_an_excerpt_are_counted_in_it(root: Path) -> None:
    page = """\
    ```python hl_lines="2 4"
    --8<-- "nn/ffn.py:6:9"
    ```

    ```python hl_lines="2"
    --8<-- "nn/ffn.py:sum"
    ```
    """
    marked = FFN.replace("    A = W", "    # --8<-- [start:sum]\n    A = W").replace(
        "    H = np", "    # --8<-- [end:sum]\n    H = np"
    )
    commit(root, {"nn/ffn.py": marked, "docs/a.md": page})
    file = root / "nn/ffn.py"
    file.write_text("# One.\n" + file.read_text())
    git(root, "commit", "-qam", "moved")
    entries = survey(root)
    assert [(each.reference.form, each.written, each.verdict) for each in entries] == [
        ("hl_lines", "2", "moved"),
        ("hl_lines", "4", "moved"),
        ("snippet", "nn/ffn.py:6:9", "moved"),
        ("hl_lines", "2", "same"),
    ]
    assert [(each.now.first, each.now.code) for each in entries if each.now] == [
        (8, "A = W @ x"),
        (10, "# --8<-- [end:sum]"),
        (7, "# --8<-- [start:sum]"),
        (9, "Z = A + b"),
    ]


def test_the_range_of_an_include_that_was_edited_last_counts(root: Path) -> None:
    fence = '```python hl_lines="1"\n--8<-- "nn/ffn.py:{}:9"\n```\n'
    commit(root, {"docs/a.md": fence.format(6)})
    second = commit(root, {"docs/a.md": fence.format(7)})
    entries = survey(root)
    assert [(each.verdict, each.then) for each in entries] == [
        ("same", Spot("nn/ffn.py", 7, 7, "Z = A + b", second)),
        ("same", Spot("nn/ffn.py", 7, 9, "Z = A + b", second)),
    ]
