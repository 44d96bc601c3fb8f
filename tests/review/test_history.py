"""A function as it was when it was confirmed, from the Git history."""

from __future__ import annotations

from pathlib import Path

from docgen.review.history import confirmed_code
from docgen.source.fingerprint import definition_fingerprint
from docgen.source.index import SourceIndex
from tests.conftest import MakeProject, commit_all, git

OLD = "def f(x):\n    # first\n    return x\n"


def digest(root: Path) -> str:
    return definition_fingerprint(list(SourceIndex.scan(root).module("m").definitions))


def test_newest_commit_with_the_fingerprint(make_project: MakeProject) -> None:
    root = make_project({"m.py": OLD})
    was = digest(root)
    commit_all(root)
    for text in (OLD.replace("first", "second"), "def f(x:\n", "def f(x):\n    return -x\n"):
        (root / "m.py").write_text(text)
        git(root, "commit", "-qam", "edit")
    anchor = SourceIndex.scan(root).function("m.f")
    assert confirmed_code(root, anchor, was) == OLD.replace("first", "second").rstrip()
    assert confirmed_code(root, anchor, "0" * 16) is None


def test_no_repository(make_project: MakeProject) -> None:
    root = make_project({"m.py": OLD})
    anchor = SourceIndex.scan(root).function("m.f")
    assert confirmed_code(root, anchor, digest(root)) is None


def test_project_inside_of_a_repository(make_project: MakeProject) -> None:
    root = make_project({"m.py": OLD})
    was = digest(root)
    commit_all(root.parent)
    (root / "m.py").write_text("def f(x):\n    return 0\n")
    anchor = SourceIndex.scan(root).function("m.f")
    assert confirmed_code(root, anchor, was) == OLD.rstrip()


def test_file_of_a_repository_inside_of_the_project(make_project: MakeProject) -> None:
    root = make_project({"lib/m.py": OLD})
    was = definition_fingerprint(list(SourceIndex.scan(root).module("lib.m").definitions))
    git(root, "init", "-q", "-b", "main")
    commit_all(root / "lib")
    (root / "lib/m.py").write_text("def f(x):\n    return 0\n")
    anchor = SourceIndex.scan(root).function("lib.m.f")
    assert confirmed_code(root, anchor, was) == OLD.rstrip()
