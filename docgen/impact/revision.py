"""A git revision of a project becomes a folder that can be read like the project itself.

`with old_tree(root, "HEAD~1") as tree:` has the Python files, pages and settings in `tree.folder`.
"""

from __future__ import annotations

import os
import posixpath
import shutil
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from docgen.diagnostics import Fault
from docgen.project import PAGES
from docgen.source.host import run_git

_READ = (".py", *PAGES)
_LINK = "120000"
_SETTINGS = ("pyproject.toml", "mkdocs.yml", "docgen.lock")


@dataclass(frozen=True, slots=True)
class OldTree:
    """A revision as files.

    Attributes:
        others: Folders that are repositories of their own, of which it holds no file.
    """

    folder: Path
    others: tuple[str, ...]


@contextmanager
def old_tree(root: Path, revision: str) -> Iterator[OldTree]:
    """A temporary folder with what docgen reads of a project, as it was at a revision.

    Raises:
        unknown-reference: There is no git, no repository, or no such revision.
    """
    commit = find_commit(root, revision)
    listed = run_git(root, "ls-tree", "-r", "-z", commit)
    assert listed is not None
    files: dict[str, str] = {}
    links: dict[str, str] = {}
    others: list[str] = []
    for entry in filter(None, os.fsdecode(listed).split("\0")):
        about, _, path = entry.partition("\t")
        mode, kind, name = about.split(" ")
        if kind != "blob":
            others.append(path)
        elif mode == _LINK:
            links[path] = name
        else:
            files[path] = name
    files |= _linked(files, dict(zip(links, _contents(root, links.values()), strict=True)))
    read = {path: name for path, name in files.items() if path.endswith(_READ) or path in _SETTINGS}
    with tempfile.TemporaryDirectory(prefix="docgen-") as made:
        folder = Path(made)
        for path, data in zip(read, _contents(root, read.values()), strict=True):
            file = folder / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(data)
        yield OldTree(folder, tuple(others))


def _linked(files: dict[str, str], links: dict[str, bytes]) -> dict[str, str]:
    """The files that symbolic links lead to, under the names of the links.

    Args:
        links: Path → where it leads to; a link out of the tree leads to nothing.
    """
    found: dict[str, str] = {}
    for path, data in links.items():
        target = posixpath.normpath(posixpath.join(posixpath.dirname(path), os.fsdecode(data)))
        if target in files:
            found[path] = files[target]
        for inner, name in files.items():
            if inner.startswith(f"{target}/"):
                found[path + inner.removeprefix(target)] = name
    return found


def find_commit(root: Path, revision: str) -> str:
    """The commit that a revision names.

    Raises:
        unknown-reference: There is no git, no repository, or no such revision.
    """
    if shutil.which("git") is None:
        raise Fault(
            "unknown-reference",
            "the command git is not installed",
            help="install git; what changed is read from its history",
        )
    if run_git(root, "rev-parse", "--show-toplevel") is None:
        raise Fault(
            "unknown-reference",
            f"`{root}` is in no git repository",
            help="run this in a clone, or type: git init && git add . && git commit",
        )
    name = run_git(root, "rev-parse", "--verify", "--end-of-options", f"{revision}^{{commit}}")
    if name is None:
        raise Fault(
            "unknown-reference",
            f"git knows no revision `{revision}` here",
            help="type one that `git log --oneline` shows, such as HEAD~1; in a shallow clone, "
            "`git fetch --unshallow` first",
        )
    return name.decode().strip()


def _contents(root: Path, names: Iterable[str]) -> Iterator[bytes]:
    """The content of each blob, read by one process."""
    blobs = list(names)
    asked = "".join(f"{name}\n" for name in blobs).encode()
    answer = run_git(root, "cat-file", "--batch", given=asked)
    assert answer is not None
    at = 0
    for _ in blobs:
        end = answer.index(b"\n", at)
        size = int(answer[at:end].split(b" ")[2])
        yield answer[end + 1 : end + 1 + size]
        at = end + size + 2
