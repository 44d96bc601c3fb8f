from __future__ import annotations

import hashlib
import importlib
import importlib.metadata
import os
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from docgen.trace.files import FileLog, below


def test_what_was_read_below_the_root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("a.py", "b.txt", "site-packages/c.py", "written.txt"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(name)
    log = FileLog(str(tmp_path))
    monkeypatch.chdir(tmp_path)
    log.hear("open", (str(tmp_path / "a.py"), "r", os.O_RDONLY))
    log.hear("open", (b"b.txt", None, os.O_RDWR))
    log.hear("open", ("written.txt", "w", os.O_WRONLY))
    log.hear("open", ("site-packages/c.py", "r", os.O_RDONLY))
    log.hear("open", ("gone.txt", "r", os.O_RDONLY))
    log.hear("open", (3, "r", os.O_RDONLY))
    log.hear("open", (os.devnull, "r", os.O_RDONLY))
    log.hear("import", ("a", None, None))
    digests = {name: hashlib.sha256(name.encode()).hexdigest() for name in ("a.py", "b.txt")}
    missing = ("a/__init__.py", "gone.txt", "src/a.py", "src/a/__init__.py")
    assert log.digests() == tuple(sorted({**digests, **dict.fromkeys(missing, "")}.items()))


@pytest.mark.parametrize(
    ("name", "edit", "is_settled"),
    [
        ("a.py", Path.exists, True),
        ("a.py", lambda file: file.write_text("B = 22"), False),
        ("a.py", lambda file: file.unlink(), False),
        ("a.py", lambda file: (file.unlink(), file.write_text("A = 1")), False),
        ("new.py", Path.exists, True),
        ("new.py", lambda file: file.write_text("B = 22"), False),
        ("other.py", lambda file: file.write_text("B = 22"), True),
        ("site-packages/a.py", lambda file: file.write_text("B = 22"), True),
    ],
)
def test_what_was_edited_since_it_was_opened_is_not_settled(
    tmp_path: Path, name: str, edit: Callable[[Path], object], is_settled: bool
) -> None:
    (tmp_path / "site-packages").mkdir()
    for old in ("a.py", "other.py", "site-packages/a.py"):
        (tmp_path / old).write_text("A = 1")
    log = FileLog(str(tmp_path))
    for opened in ("a.py", "new.py", "site-packages/a.py"):
        log.hear("open", (str(tmp_path / opened), "r", os.O_RDONLY))
    edit(tmp_path / name)
    log.hear("open", (str(tmp_path / "a.py"), "r", os.O_RDONLY))
    assert log.is_settled() is is_settled


def names_digest(*names: str) -> str:
    return hashlib.sha256("\0".join(names).encode()).hexdigest()


def test_folders_whose_names_were_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("data/b.npy", "data/a.npy", "data/.cache/x", "data/__pycache__/y", ".git/z"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(name)
    log = FileLog(str(tmp_path))
    monkeypatch.chdir(tmp_path)
    log.hear("os.listdir", (None,))
    log.hear("os.scandir", (b"data",))
    log.hear("os.listdir", (tmp_path / "gone",))
    for other in (".git", "data/.cache", "data/__pycache__", os.sep, 3):
        log.hear("os.listdir", (other,))
    assert log.digests() == (
        ("./", names_digest("data")),
        ("data/", names_digest("a.npy", "b.npy")),
        ("gone/", ""),
    )


def test_who_only_looks_for_modules_asks_for_no_names(tmp_path: Path) -> None:
    log = FileLog(str(tmp_path))
    code = compile(
        "hear('os.listdir', (folder,))", "<frozen importlib._bootstrap_external>", "exec"
    )
    exec(code, {"hear": log.hear, "folder": str(tmp_path)})
    code = compile("hear('os.listdir', (folder,))", importlib.metadata.__file__, "exec")
    exec(code, {"hear": log.hear, "folder": str(tmp_path)})
    assert log.digests() == ()


@pytest.mark.parametrize(
    ("names", "events", "is_settled"),
    [
        ("new.txt", (), False),
        ("new.txt", (("open", ("data/new.txt", "w", os.O_WRONLY | os.O_CREAT)),), True),
        ("new.txt", (("open", ("data/new.txt", "r", os.O_RDONLY)),), False),
        ("new.txt", (("os.rename", ("data/temporary", "data/new.txt", -1, -1)),), True),
        ("new.txt", (("os.mkdir", ("data/new.txt", 0o777, -1)),), True),
        ("new.txt", (("os.mkdir", ("data/other", 0o777, -1)),), False),
        (".hidden", (), True),
    ],
)
def test_names_that_a_run_gives_to_a_folder_are_no_edits(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    names: str,
    events: tuple[tuple[str, tuple[object, ...]], ...],
    is_settled: bool,
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "data").mkdir()
    log = FileLog(str(tmp_path))
    log.hear("os.listdir", ("data",))
    for event in events:
        log.hear(*event)
    (tmp_path / "data" / names).write_text("")
    assert log.is_settled() is is_settled


def test_names_that_a_run_takes_from_a_folder_are_no_edits(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "old.txt").write_text("")
    log = FileLog(str(tmp_path))
    log.hear("os.scandir", ("data",))
    (tmp_path / "data" / "old.txt").unlink()
    assert not log.is_settled()
    log.hear("os.remove", ("data/old.txt", -1))
    assert log.is_settled()


def test_below() -> None:
    assert below("/p/src/a.py", ("/p",)) == "src/a.py"
    assert below("/other/a.py", ("/p",)) == ""
    assert below("/p/.venv/lib/a.py", ("/p",)) == ""


def test_modules_from_elsewhere_are_named_by_their_whole_path(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No version says what is in them; a distribution has one, and Python's own modules too."""
    root, other, packages = (tmp_path / name for name in ("root", "other", "x/site-packages"))
    for folder in (root, other, packages):
        folder.mkdir(parents=True)
    (other / "loose_module.py").write_text("A = 1\n")
    (packages / "bare_module.py").write_text("B = 2\n")
    (packages / "told_module.py").write_text("C = 3\n")
    (packages / "told_module-1.0.dist-info").mkdir()
    (packages / "listed_module.py").write_text("E = 5\n")
    (packages / "listed_package").mkdir()
    (packages / "listed_package" / "__init__.py").write_text("F = 6\n")
    (packages / "Other.Name-2.0.dist-info").mkdir()
    (packages / "Other.Name-2.0.dist-info" / "RECORD").write_text(
        "bare_modules/__init__.py,,\nlisted_module.py,,\nlisted_package/__init__.py,,\n"
    )
    (root / "own_module.py").write_text("D = 4\n")
    log = FileLog(str(root))
    for folder in (root, other, packages):
        monkeypatch.syspath_prepend(folder)
    told = ("told_module", "listed_module", "listed_package")
    names = ("loose_module", "bare_module", *told, "own_module", "colorsys")
    for name in names:
        monkeypatch.delitem(sys.modules, name, raising=False)
        importlib.import_module(name)

    assert dict(log.digests()) == {
        str(other / "loose_module.py"): hashlib.sha256(b"A = 1\n").hexdigest(),
        str(packages / "bare_module.py"): hashlib.sha256(b"B = 2\n").hexdigest(),
    }
    for name in names:
        monkeypatch.delitem(sys.modules, name)
