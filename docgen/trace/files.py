"""The project's files that a run read, or looked for, as Python's audit events tell.

`FileLog(root).digests()` is such as `(("model/ops.py", "9f86d0…"), ("optional.py", ""))`; a file
that was not there has an empty digest. A folder whose names the run asked for is `data/`. What was
edited during the run is not settled: nobody knows which of its texts was read. Modules from
elsewhere are named by their whole path, but for those of Python and of installed distributions:
their versions say what they hold.
"""

from __future__ import annotations

import glob
import hashlib
import os
import sys
import sysconfig
from contextlib import suppress
from functools import cache

_PYTHON = os.path.join(sysconfig.get_path("stdlib"), "")
_OUTSIDE = frozenset({".git", ".venv", "venv", "__pycache__", "site-packages", "node_modules"})


_FINDERS = frozenset({"importlib", "importlib_metadata", "pkg_resources"})
"""Packages that list folders in which modules and distributions may be."""
_MAKING = {
    "os.mkdir": 1,
    "os.remove": 1,
    "os.rmdir": 1,
    "os.rename": 2,
    "os.link": 2,
    "os.symlink": 2,
}
"""Events that give a folder other names → how many of their arguments are paths."""

_Stamp = tuple[int, int, int, int]


class FileLog:
    """Collects what is opened for reading or listed below the root, and what is imported."""

    def __init__(self, root: str) -> None:
        self._roots = tuple(dict.fromkeys((root, os.path.realpath(root))))
        self._seen: dict[str, _Stamp | None] = {}
        self._listed: dict[str, frozenset[str] | None] = {}
        self._made: set[str] = set()
        self._imports: dict[str, None] = {}
        self._known = frozenset(sys.modules)

    def hear(self, event: str, arguments: tuple[object, ...]) -> None:
        """An audit hook."""
        if event == "import" and arguments and isinstance(arguments[0], str):
            self._imports[arguments[0]] = None
        elif event in ("os.listdir", "os.scandir") and arguments:
            caller = sys._getframe().f_back
            self._list(arguments[0], caller.f_code.co_filename if caller else "")
        elif event in _MAKING:
            self._made.update(filter(None, map(_whole, arguments[: _MAKING[event]])))
        elif event == "open" and len(arguments) >= 3:
            self._open(*arguments[:3])

    def _open(self, given: object, _: object, flags: object) -> None:
        path = _whole(given)
        if not path:
            return
        if isinstance(flags, int) and flags & os.O_ACCMODE != os.O_RDONLY:
            self._made.add(path)
            if flags & os.O_ACCMODE == os.O_WRONLY:
                return
        if path not in self._seen:
            self._seen[path] = _stamp(path)

    def _list(self, given: object, caller: str) -> None:
        """Somebody asks for the names in a folder; who only looks for modules does not count."""
        if caller == __file__ or caller.startswith("<frozen importlib"):
            return
        path = _whole("." if given is None else given)
        is_asked = path and path not in self._listed and not _FINDERS & set(caller.split(os.sep))
        if is_asked and self._shown(path):
            self._listed[path] = _names(path)

    def _shown(self, path: str) -> str:
        """A folder of the project from the root, with a `/` at its end; empty for another one."""
        shown = "." if path in self._roots else below(path, self._roots)
        is_hidden = any(part.startswith(".") for part in shown.split("/"))
        return f"{shown}/" if shown == "." or (shown and not is_hidden) else ""

    def digests(self) -> tuple[tuple[str, str], ...]:
        """File from the root and its SHA-256, sorted; no digest where it is missing."""
        found = dict.fromkeys(self._unfound(), "")
        for path in self._elsewhere():
            with open(path, "rb") as file:
                found[path] = hashlib.file_digest(file, "sha256").hexdigest()
        for path in list(self._seen):
            shown = below(path, self._roots)
            if shown and not os.path.exists(path):
                found[shown] = ""
            elif shown and os.path.isfile(path):
                with open(path, "rb") as file:
                    found[shown] = hashlib.file_digest(file, "sha256").hexdigest()
        for path in list(self._listed):
            found[self._shown(path)] = folder_digest(path)
        return tuple(sorted(found.items()))

    def is_settled(self) -> bool:
        """Whether the digests, asked for before, are those of what was read.

        Names that the run itself gave to a folder, or took from it, are no edits.
        """
        read = all(
            stamp == _stamp(path) for path, stamp in self._seen.items() if below(path, self._roots)
        )
        return read and all(
            os.path.join(path, name) in self._made
            for path, names in self._listed.items()
            for name in (names or frozenset()) ^ (_names(path) or frozenset())
        )

    def _elsewhere(self) -> list[str]:
        """Files of modules from outside the root that no distribution holds."""
        found = []
        for name in frozenset(sys.modules) - self._known:
            path = getattr(sys.modules.get(name), "__file__", None)
            if not isinstance(path, str) or not os.path.isfile(path):
                continue
            path = os.path.abspath(path)
            is_python = path.startswith(_PYTHON) and "site-packages" not in path
            if not below(path, self._roots) and not is_python:
                found.append((name.partition(".")[0], path))
        return [path for top, path in found if not _is_distributed(top, path)]

    def _unfound(self) -> list[str]:
        """Files that would have been the modules that were imported in vain."""
        return [
            shown
            for name in list(self._imports)
            if name not in sys.modules
            for shown in module_files(name)
            if not os.path.exists(os.path.join(self._roots[0], shown))
        ]


def _whole(path: object) -> str:
    """A path from the top; empty for what is none, such as a descriptor."""
    if not isinstance(path, str | bytes | os.PathLike):
        return ""
    return os.path.abspath(os.fsdecode(path))


def _names(folder: str | os.PathLike[str]) -> frozenset[str] | None:
    """The names in a folder but for those that tools come and go with; None without a folder."""
    try:
        found = os.listdir(folder)
    except OSError:
        return None
    return frozenset(name for name in found if name[0] != "." and name not in _OUTSIDE)


def folder_digest(folder: str | os.PathLike[str]) -> str:
    """Digest of the names in a folder; empty where there is none."""
    names = _names(folder)
    if names is None:
        return ""
    return hashlib.sha256(os.fsencode("\0".join(sorted(names)))).hexdigest()


def _stamp(path: str) -> _Stamp | None:
    """What changes whenever a file is written or replaced; None of one that is missing."""
    try:
        found = os.stat(path)
    except OSError:
        return None
    return (found.st_ino, found.st_size, found.st_mtime_ns, found.st_ctime_ns)


def _is_distributed(top: str, path: str) -> bool:
    """Whether a file was installed with a distribution, whose version is part of every key."""
    for folder in ("site-packages", "dist-packages"):
        before, found, _ = path.rpartition(f"{os.sep}{folder}{os.sep}")
        if found:
            # Most distributions are called as their package is, and lists of what was installed are
            # read at once; to ask every distribution for its files takes long.
            return _is_told(before + found, top) or top in _distributed()
    return False


@cache
def _is_told(packages: str, top: str) -> bool:
    """Whether a distribution in a folder of packages has that name, or lists such files."""
    folder = glob.escape(packages)
    if glob.glob(f"{folder}{top}-*.dist-info"):
        return True
    for name in glob.glob(f"{folder}*.dist-info{os.sep}RECORD"):
        with suppress(OSError), open(name, "rb") as file:
            lines = b"\n" + file.read()
            if any(f"\n{top}{end}".encode() in lines for end in ("/", ".")):
                return True
    return False


@cache
def _distributed() -> frozenset[str]:
    # It takes a tenth of what a worker needs to start, and few ask for it.
    from importlib.metadata import packages_distributions

    return frozenset(packages_distributions())


def module_files(name: str) -> list[str]:
    """Where a module may stand, from the root."""
    path = name.replace(".", "/")
    return [f"{top}{path}{end}" for top in ("", "src/") for end in (".py", "/__init__.py")]


def below(path: str, roots: tuple[str, ...]) -> str:
    """The path from the root with `/`; empty for a file that is not the project's own."""
    for root in roots:
        if path.startswith(os.path.join(root, "")):
            shown = os.path.relpath(path, root).replace(os.sep, "/")
            return "" if _OUTSIDE & set(shown.split("/")) else shown
    return ""
