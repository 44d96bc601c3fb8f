"""Git says when a line of a page was written, and what the code was then.

`history.origin("docs/a.md", 12, "ops.py:3")` is the commit that wrote `ops.py:3` in that line.
"""

from __future__ import annotations

import difflib
import os
import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path

from docgen.adoption.names import Names
from docgen.source.host import run_git, web_url

_STEPS = 50
"""Edits of a line that are followed back."""

_RENAMES = "2000"
"""Commits with renames that are read."""

_UNSAVED = "0" * 40


@dataclass(frozen=True, slots=True)
class Origin:
    """The commit that wrote a reference; `reason` says why there is none."""

    commit: str
    reason: str = ""


@dataclass(frozen=True, slots=True)
class _Blamed:
    """Who wrote one line, and the version before; the names that the page had in both.

    Attributes:
        line: Its number in that commit.
    """

    commit: str
    line: int = 0
    path: str = ""
    previous: str = ""
    previous_path: str = ""


class History:
    """A Git work tree; every question is asked once."""

    def __init__(self, top: Path, prefix: str, shallow: frozenset[str]) -> None:
        self.top = top
        self.prefix = prefix
        self.shallow = shallow
        self._blames: dict[tuple[str, str], list[_Blamed] | None] = {}
        self._shows: dict[tuple[str, str], bytes | None] = {}
        self._names: dict[str, Names] = {}
        self._renames: dict[str, list[tuple[str, str]]] = {}
        self._commits: dict[str, str] = {}

    @classmethod
    def find(cls, root: Path) -> History | None:
        """The history of a folder; None where git or a repository is missing."""
        top = run_git(root, "rev-parse", "--show-toplevel")
        if top is None:
            return None
        found = Path(os.fsdecode(top).rstrip("\n")).resolve()
        if not root.resolve().is_relative_to(found):
            return None
        inner = root.resolve().relative_to(found).as_posix()
        marks = run_git(root, "rev-parse", "--git-path", "shallow") or b""
        file = root / os.fsdecode(marks).rstrip("\n")
        cut = frozenset(file.read_text().split()) if marks and file.is_file() else frozenset()
        return cls(found, "" if inner == "." else f"{inner}/", cut)

    def origin(self, path: str, line: int, needle: str) -> Origin:
        """The commit that wrote a text in a line; later edits of the line's rest do not count."""
        blamed = self._blame("", self.prefix + path, line)
        if blamed is None:
            return Origin("", "the page is not in git")
        for _ in range(_STEPS):
            older = self._before(blamed, needle)
            if older is None:
                break
            blamed = older
        if blamed.commit == _UNSAVED:
            return Origin("", "the line is not committed")
        if blamed.commit in self.shallow:
            return Origin("", "the history is cut off there: git fetch --unshallow")
        return Origin(blamed.commit)

    def latest(self, origins: Iterable[Origin]) -> Origin:
        """The last of some commits; what is not committed comes after all that are."""
        found: Origin | None = None
        for origin in origins:
            if not origin.commit:
                return origin
            if found is None or self._is_before(found.commit, origin.commit):
                found = origin
        assert found is not None
        return found

    def _is_before(self, first: str, second: str) -> bool:
        return run_git(self.top, "merge-base", "--is-ancestor", first, second) is not None

    def _before(self, blamed: _Blamed, needle: str) -> _Blamed | None:
        """The same text in the version before a commit; None where that commit brought it."""
        if not blamed.previous or "\n" in needle:
            return None
        then = self._text(blamed.commit, blamed.path)
        before = self._text(blamed.previous, blamed.previous_path)
        pattern = re.compile(rf"(?<![\w/]){re.escape(needle)}(?!\w)")
        holding = [at for at, text in enumerate(before, 1) if pattern.search(text)]
        if not holding:
            return None
        at = holding[0]
        if len(holding) > 1:
            own = then[blamed.line - 1] if blamed.line <= len(then) else ""
            near = difflib.get_close_matches(own, [before[each - 1] for each in holding], 1, 0.5)
            if not near:
                return None
            at = next(each for each in holding if before[each - 1] == near[0])
        return self._blame(blamed.previous, blamed.previous_path, at)

    def _text(self, commit: str, path: str) -> list[str]:
        data = self._show("" if commit == _UNSAVED else commit, path)
        return (data or b"").decode("utf-8", "replace").split("\n")

    def _blame(self, commit: str, path: str, line: int) -> _Blamed | None:
        """Who wrote a line of a file; of the work tree without a commit."""
        if (commit, path) not in self._blames:
            revision = [commit] if commit else []
            printed = run_git(self.top, "blame", "--porcelain", "-w", "-M", *revision, "--", path)
            self._blames[commit, path] = None if printed is None else _read_blame(printed)
        blames = self._blames[commit, path]
        return blames[line - 1] if blames is not None and line <= len(blames) else None

    def show(self, commit: str, path: str) -> bytes | None:
        """A file of a commit, by its path from the root."""
        return self._show(commit, self.prefix + path)

    def _show(self, commit: str, path: str) -> bytes | None:
        if not commit:
            file = self.top / path
            return file.read_bytes() if file.is_file() else None
        if (commit, path) not in self._shows:
            self._shows[commit, path] = run_git(self.top, "cat-file", "blob", f"{commit}:{path}")
        return self._shows[commit, path]

    def names(self, commit: str) -> Names:
        """The files of a commit below the root."""
        if commit not in self._names:
            printed = run_git(self.top, "ls-tree", "-r", "-z", "--name-only", "--full-tree", commit)
            paths = os.fsdecode(printed or b"").split("\0")
            inside = (path for path in paths if path and path.startswith(self.prefix))
            self._names[commit] = Names(path.removeprefix(self.prefix) for path in inside)
        return self._names[commit]

    def renamed(self, commit: str, path: str) -> str:
        """What a file of a commit is called now, its renames followed."""
        if commit not in self._renames:
            self._renames[commit] = [
                *self._moves("log", "--format=", "--reverse", f"-n{_RENAMES}", f"{commit}..HEAD"),
                *self._moves("diff", "HEAD"),
            ]
        current = self.prefix + path
        for old, new in self._renames[commit]:
            current = new if old == current else current
        inside = current.startswith(self.prefix)
        return current.removeprefix(self.prefix) if inside else ""

    def _moves(self, command: str, *arguments: str) -> list[tuple[str, str]]:
        printed = run_git(
            self.top, command, "-z", "--name-status", "-M", "--diff-filter=R", *arguments
        )
        fields = [field.strip("\n") for field in os.fsdecode(printed or b"").split("\0")]
        return [
            (fields[at + 1], fields[at + 2])
            for at in range(len(fields) - 2)
            if re.fullmatch(r"R\d{3}", fields[at])
        ]

    def commit_of(self, revision: str) -> str:
        """All 40 digits of a commit or a tag; empty where there is none."""
        if revision not in self._commits:
            found = run_git(self.top, "rev-parse", "--verify", "--quiet", f"{revision}^{{commit}}")
            self._commits[revision] = os.fsdecode(found or b"").strip()
        return self._commits[revision]

    def remotes(self) -> frozenset[str]:
        """The pages of the repositories that this one knows: `github.com/o/r`."""
        printed = os.fsdecode(run_git(self.top, "remote", "-v") or b"")
        urls = {line.split()[1] for line in printed.splitlines() if len(line.split()) > 1}
        return frozenset(bare_url(url) for url in urls)


def bare_url(url: str) -> str:
    """The page of a repository without scheme and user: `github.com/o/r`."""
    return re.sub(r"^https?://(?:[^/@]+@)?", "", web_url(url)).lower()


def _read_blame(printed: bytes) -> list[_Blamed]:
    known: dict[str, _Blamed] = {}
    order: list[tuple[str, int]] = []
    commit, line = "", 0
    for raw in printed.split(b"\n"):
        if raw.startswith(b"\t"):
            order.append((commit, line))
            continue
        text = os.fsdecode(raw)
        head = re.fullmatch(r"([0-9a-f]{40,64}) (\d+) \d+(?: \d+)?", text)
        if head:
            commit, line = head[1], int(head[2])
            known.setdefault(commit, _Blamed(commit))
        elif text.startswith("filename "):
            known[commit] = replace(known[commit], path=text.split(" ", 1)[1])
        elif text.startswith("previous "):
            _, previous, path = text.split(" ", 2)
            known[commit] = replace(known[commit], previous=previous, previous_path=path)
    return [replace(known[each], line=at) for each, at in order]
