"""The file `docgen.lock`: written, read, merged, and what is wrong with it."""

from __future__ import annotations

import random
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

from docgen.review.lock import FILE, HEADER, parse_lock, read_lock, write_lock
from docgen.review.record import Record
from tests.review.conftest import Adopter

RECORDS = [
    Record("docs/a.md", "m.f", f"eq-{name}", "computes", f"m.f.{name}", "", "0" * 16, f"{name} = 1")
    for name in "abcdefgh"
]
LINE = '["docs/a.md", "m.f", "eq-a", "computes", "m.f.a", "", "0000000000000000", "a = 1"]'


def written(folder: Path, records: list[Record]) -> str:
    folder.mkdir(exist_ok=True)
    write_lock(folder, records, None)
    return (folder / FILE).read_text(encoding="utf-8")


def test_form_of_the_file(tmp_path: Path) -> None:
    text = written(tmp_path, [RECORDS[1], RECORDS[0]])
    assert (
        text
        == HEADER
        + f"\n{LINE}\n\n"
        + LINE.replace("a.md", "A")
        .replace("eq-a", "eq-b")
        .replace("m.f.a", "m.f.b")
        .replace("a = 1", "b = 1")
        .replace("docs/A", "docs/a.md")
        + "\n"
    )
    assert list(tmp_path.iterdir()) == [tmp_path / FILE]


def test_what_is_written_is_read(tmp_path: Path) -> None:
    strange = Record("docs/ü.md", "-", "prose", "-", 'm.f.x["]\\', "1/2", "f" * 16, "x = '\ud800'")
    written(tmp_path, [*RECORDS, strange])
    lock = read_lock(tmp_path)
    assert lock is not None
    assert lock.findings == ()
    assert list(lock.records.values()) == [*RECORDS, strange]


def test_no_file_is_no_lock(tmp_path: Path) -> None:
    assert read_lock(tmp_path) is None


def test_untouched_lines_stay_as_they_are(tmp_path: Path) -> None:
    odd = LINE.replace(", ", ",").replace("a = 1", "a  =  1")
    (tmp_path / FILE).write_text(f"{HEADER}\n{odd}\n")
    lock = read_lock(tmp_path)
    write_lock(tmp_path, RECORDS[:2], lock)
    text = (tmp_path / FILE).read_text()
    assert odd in text
    write_lock(tmp_path, [replace(RECORDS[0], fingerprint="1" * 16)], lock)
    assert odd not in (tmp_path / FILE).read_text()


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("widen Z", "the line is no list in square brackets"),
        ('{"a": 1}', "the line is no list of texts in quotes"),
        ("[" * 5000, "the line is no list in square brackets"),
        ('["a", 2]', "the line is no list of texts in quotes"),
        ('["a", "b"]', "the line holds 2 texts instead of 8"),
        ('["a"]', "the line holds 1 text instead of 8"),
        (LINE.replace("eq-a", "figure"), "the line links `figure`, which is no kind of link"),
        (LINE.replace("computes", "tests"), "the line has `tests` as its role"),
        (LINE.replace('""', '"2 of 3"'), "the line counts `2 of 3`; it must be like `1/2`"),
        (LINE.replace("0" * 16, "0" * 15), "the line has a fingerprint that is none"),
        (LINE.replace("docs/a.md", ""), "the line names no page or no anchor"),
        (LINE[:40], "the line is no list in square brackets"),
    ],
)
def test_line_that_is_none(line: str, message: str) -> None:
    other = RECORDS[1].encode()
    lock = parse_lock(f"# head\n{line}\n\n{other}\n")
    (finding,) = lock.findings
    assert (finding.code, finding.message) == ("malformed-block", message)
    assert (finding.place.path, finding.place.line, finding.place.column) == (FILE, 2, 1)
    assert finding.help == "delete the line, then: docgen review"
    assert list(lock.records.values()) == [RECORDS[1]]


def test_two_lines_that_differ_and_two_that_do_not() -> None:
    other = LINE.replace("0" * 16, "1" * 16)
    lock = parse_lock(f"{LINE}\n{other}\n{RECORDS[1].encode()}\n{RECORDS[1].encode()}\n")
    assert [(each.place.line, each.message) for each in lock.findings] == [
        (2, "a second line confirms other code of `m.f.a`")
    ]
    assert list(lock.records.values()) == [RECORDS[1]]
    assert lock.disputed == {RECORDS[0].key}


def test_file_that_is_no_text(tmp_path: Path) -> None:
    (tmp_path / FILE).write_bytes(b"# head\n\xff\n")
    lock = read_lock(tmp_path)
    assert lock is not None
    assert [(each.code, each.place.line) for each in lock.findings] == [("source-unreadable", 2)]


def test_folder_of_that_name(tmp_path: Path) -> None:
    (tmp_path / FILE).mkdir()
    lock = read_lock(tmp_path)
    assert lock is not None
    assert [each.message for each in lock.findings] == [
        "`docgen.lock` cannot be read: is a directory"
    ]


def merged(folder: Path, base: str, ours: str, theirs: str) -> tuple[int, str]:
    """Conflicts, and the text that Git makes of two branches."""
    for name, text in {"base": base, "ours": ours, "theirs": theirs}.items():
        (folder / name).write_text(text, encoding="utf-8")
    done = subprocess.run(
        ["git", "merge-file", "-p", "ours", "base", "theirs"],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, done.stdout


def test_branches_that_confirm_different_links_merge(tmp_path: Path) -> None:
    """Any two sets of links, neighbours among them."""
    dice = random.Random(0)
    base = written(tmp_path, RECORDS)
    for _ in range(60):
        order = dice.sample(range(8), 8)
        cut = dice.randrange(1, 8)
        mine, yours = order[:cut], order[cut:]
        changed = [replace(each, fingerprint="a" * 16) for each in RECORDS]
        ours = written(tmp_path, [changed[at] if at in mine else RECORDS[at] for at in range(8)])
        theirs = written(tmp_path, [changed[at] if at in yours else RECORDS[at] for at in range(8)])
        assert merged(tmp_path, base, ours, theirs) == (0, written(tmp_path, changed)), order


def test_branches_that_add_and_drop_links_merge(tmp_path: Path) -> None:
    base = written(tmp_path, RECORDS[1:7:2])
    ours = written(tmp_path, [RECORDS[0], RECORDS[1], RECORDS[3], RECORDS[5]])
    theirs = written(tmp_path, [RECORDS[1], RECORDS[3], RECORDS[6]])
    both = written(tmp_path, [RECORDS[0], RECORDS[1], RECORDS[3], RECORDS[6]])
    assert merged(tmp_path, base, ours, theirs) == (0, both)


def test_conflict_that_was_left(confirmed: Adopter) -> None:
    base = confirmed.lock
    ours = base.replace("56704d32f5913fb3", "a" * 16)
    theirs = base.replace("56704d32f5913fb3", "b" * 16)
    assert ours != base
    conflicts, text = merged(confirmed.root, base, ours, theirs)
    assert conflicts > 0
    (confirmed.root / FILE).write_text(text)
    first = text[: text.index("<<<<<<<")].count("\n") + 1
    found = [one for one in confirmed.findings if one.place.path == FILE]
    assert {one.code for one in found} == {"malformed-block"}
    assert found[0].message == "a merge left a conflict in this file"
    assert (found[0].place.line, found[0].place.column) == (first, 1)
    # Nothing but the lock is to blame, and what stands outside of the conflict counts.
    assert {one.place.path for one in confirmed.findings} == {FILE}
    result = confirmed.run("--all")
    assert result.exit_code == 0, result.output
    assert confirmed.lock == base
    assert confirmed.findings == []
