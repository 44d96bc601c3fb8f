"""`--write`: links to anchors in place of numbers, and nothing else touched."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from docgen.cli import main
from tests.adoption.conftest import URL, commit, move_down
from tests.conftest import git, load, places, write_files


def adopt(*arguments: object) -> Result:
    return CliRunner().invoke(main, ["adopt", *(str(each) for each in arguments)])


BEFORE = f"""\
# Guide

The sum `ffn.py:7` and (nn/ffn.py:8), returned in line 9 of `ffn.py`.
[The product]({URL}/blob/main/nn/ffn.py#L6 "why") and <{URL}/blob/main/nn/ffn.py#L12-L14>.

- `ffn.py` (line 7)

| Where | What |
|---|---|
| ffn.py:6 | product |

```
ffn.py:7
```

Lines ffn.py:6, 7 stay.
"""

AFTER = """\
# Guide

The sum [`ffn.py`](code:nn.ffn.forward.Z) and ([`nn/ffn.py`](code:nn.ffn.forward.H)), returned in \
[`ffn.py`](code:nn.ffn.forward.return).
[The product](code:nn.ffn.forward.A "why") and [`ffn.py`](code:nn.ffn.backward).

- [`ffn.py`](code:nn.ffn.forward.Z)

| Where | What |
|---|---|
| [`ffn.py`](code:nn.ffn.forward.A) | product |

```
ffn.py:7
```

Lines ffn.py:6, 7 stay.
"""


def test_sure_anchors_are_written_once(root: Path) -> None:
    commit(root, {"docs/a.md": BEFORE})
    move_down(root)
    done = adopt(root / "docs", "--write")
    assert done.exit_code == 1
    assert (root / "docs/a.md").read_text() == AFTER
    assert done.output.splitlines()[-1] == "8 references: 8 moved; 7 written, 1 left"
    again = adopt(root / "docs", "--write")
    assert again.output.splitlines()[-1] == "1 reference: 1 moved"
    assert (root / "docs/a.md").read_text() == AFTER


def test_written_pages_pass_the_check(root: Path) -> None:
    text = BEFORE.replace("Lines ffn.py:6, 7 stay.\n", "")
    commit(root, {"docs/a.md": text})
    assert "docs/a.md:3:10 bare-line-reference" in places(load(root))
    assert adopt(root / "docs", "--write").exit_code == 0
    project = load(root)
    assert places(project) == []
    assert [link.target for link in project.pages["a.md"].page.links] == [
        "nn.ffn.forward.Z",
        "nn.ffn.forward.H",
        "nn.ffn.forward.return",
        "nn.ffn.forward.A",
        "nn.ffn.backward",
        "nn.ffn.forward.Z",
        "nn.ffn.forward.A",
    ]


@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
@pytest.mark.parametrize("end", [b"\r\n", b"\n"])
def test_bytes_around_stay(root: Path, mark: bytes, end: bytes) -> None:
    lines = ["# Über \N{GREEK SMALL LETTER ALPHA}\t ", "", "ä ffn.py:7 ö  ", "", "", "end"]
    file = root / "docs/a.md"
    file.parent.mkdir()
    file.write_bytes(mark + end.join(line.encode() for line in lines))
    git(root, "-c", "core.autocrlf=false", "add", "-A")
    git(root, "commit", "-qm", "page")
    assert adopt(file, "--write").exit_code == 0
    lines[2] = "ä [`ffn.py`](code:nn.ffn.forward.Z) ö  "
    assert file.read_bytes() == mark + end.join(line.encode() for line in lines)


def test_restructured_text_stays(root: Path) -> None:
    text = "See ``ffn.py:7``.\n\n.. literalinclude:: ../nn/ffn.py\n   :lines: 4-9\n"
    commit(root, {"docs/a.rst": text})
    done = adopt(root / "docs", "--write")
    assert (done.exit_code, (root / "docs/a.rst").read_text()) == (1, text)
    assert done.output.count("left: reStructuredText is read only") == 2
    assert done.output.splitlines()[-1] == "2 references: 2 same"


def test_only_same_and_moved_are_written(root: Path) -> None:
    text = "ffn.py:7 and ffn.py:99\n"
    commit(root, {"docs/a.md": text})
    file = root / "nn/ffn.py"
    file.write_text(file.read_text().replace("Z = A + b", "Z = A - b"))
    assert adopt(root / "docs", "--write").exit_code == 1
    assert (root / "docs/a.md").read_text() == text


def test_where_docgen_reads_no_link_none_is_written(root: Path) -> None:
    text = f"<div>\nsee {URL}/blob/main/nn/ffn.py#L7 there\n</div>\n"
    commit(root, {"docs/a.md": text})
    done = adopt(root / "docs", "--write")
    assert "left: docgen would read no link there" in done.output
    assert (root / "docs/a.md").read_text() == text


def test_an_anchor_that_the_settings_use_otherwise_is_not_written(root: Path) -> None:
    settings = '[tool.docgen.lookup]\n"nn.ffn.forward.Z" = "nn.ffn.forward.A"\n'
    commit(root, {"docs/a.md": "ffn.py:7\n", "pyproject.toml": settings})
    done = adopt(root / "docs", "--write")
    assert "left: on this page the anchor means something else" in done.output
    assert (root / "docs/a.md").read_text() == "ffn.py:7\n"


def test_files_that_are_not_utf_8_stay(root: Path) -> None:
    file = root / "docs/a.md"
    file.parent.mkdir()
    file.write_bytes(b"\xe4 ffn.py:7\n")
    commit(root, {})
    done = adopt(root / "docs", "--write")
    assert done.output == "docs/a.md: not read: it is not UTF-8\nno line numbers found\n"
    assert done.exit_code == 1
    done = adopt(root / "docs", "--format", "json")
    assert (done.stdout, done.stderr) == ("[]\n", "docs/a.md: not read: it is not UTF-8\n")
    assert file.read_bytes() == b"\xe4 ffn.py:7\n"


def test_a_tree_without_numbers(root: Path) -> None:
    write_files(root, {"docs/a.md": "Nothing, but example.org:443 and 3:4.\n"})
    done = adopt(root / "docs")
    assert (done.exit_code, done.output) == (0, "no line numbers found\n")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((), "Missing argument"),
        (("nowhere",), "nowhere does not exist"),
        (("nn/ffn.py",), "nn/ffn.py is neither Markdown nor reStructuredText"),
        (("docs", "--format", "xml"), "'xml' is not one of"),
        (("docs", "--root", "nn"), "lies outside of"),
    ],
)
def test_wrong_use(
    root: Path, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...], said: str
) -> None:
    write_files(root, {"docs/a.md": "ffn.py:7\n"})
    monkeypatch.chdir(root)
    done = adopt(*arguments)
    assert done.exit_code == 2
    assert said in done.output


def test_a_folder_without_git_and_settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_files(tmp_path, {"m.py": "x = 1\n", "docs/a.md": "See m.py:1.\n"})
    monkeypatch.chdir(tmp_path)
    done = adopt("docs", "--write")
    assert (done.exit_code, done.output) == (
        1,
        "docs/a.md:1:5: unknown: m.py:1\n"
        "  names: m.py:1: x = 1\n"
        "  note: git knows nothing of this folder\n"
        "  anchor: code:m.x\n"
        "  left: its verdict is unknown: read the sentence again\n"
        "\n"
        "1 reference: 1 unknown\n",
    )
    assert (tmp_path / "docs/a.md").read_text() == "See m.py:1.\n"


def test_a_line_of_several_statements_is_left(root: Path) -> None:
    """`B = A; C = B`: which of them the number meant is not guessed."""
    code = "def f(x):\n    A = x; B = A\n    for i in x: A = i\n    if x: return A\n    return B\n"
    text = "`two.py:2`, `two.py:3`, `two.py:4`, `two.py:5` and `two.py:1`.\n"
    commit(root, {"two.py": code, "docs/a.md": text})
    done = adopt(root / "docs", "--write")
    assert (root / "docs/a.md").read_text() == (
        "`two.py:2`, `two.py:3`, `two.py:4`, [`two.py`](<code:two.f.return B>)"
        " and [`two.py`](code:two.f).\n"
    )
    note = "several statements stand in this line; link the one that is meant"
    assert done.output.count(f"left: {note}\n") == 3


def test_why_a_statement_without_a_name_is_left(root: Path) -> None:
    code = "def f(x):\n    if x:\n        A = 1\n    else:\n        A = 1\n    return A\n"
    commit(root, {"two.py": code, "docs/a.md": "`two.py:3` and `two.py:4`.\n"})
    lines = adopt(root / "docs", "--write").output.splitlines()
    around = "the anchor is the function around it"
    assert [line.strip() for line in lines if "left:" in line] == [
        f"left: its statement has no name of its own; {around}",
        f"left: no statement stands in this line; {around}",
    ]


def test_a_page_that_cannot_be_written(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    commit(root, {"docs/a.md": "The sum `ffn.py:7`.\n"})

    def refuse(file: Path, data: bytes) -> int:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "write_bytes", refuse)
    done = adopt(root / "docs", "--write")
    assert done.exit_code == 1
    assert "left: docs/a.md cannot be written: permission denied" in done.output
    assert done.output.splitlines()[-1] == "1 reference: 1 same"


def test_settings_that_cannot_be_read(root: Path) -> None:
    commit(root, {"docs/a.md": "The sum `ffn.py:7`.\n", "pyproject.toml": "[tool.docgen\n"})
    done = adopt(root / "docs", "--write")
    assert done.exit_code == 2
    assert "pyproject.toml:1" in done.output
    assert (root / "docs/a.md").read_text() == "The sum `ffn.py:7`.\n"
