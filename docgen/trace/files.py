"""The project's files that a run read, as Python's audit events tell.

`FileLog(root).digests()` is such as `(("model/ops.py", "9f86d0…"),)`.
"""

from __future__ import annotations

import hashlib
import os

_OUTSIDE = frozenset({".git", ".venv", "venv", "__pycache__", "site-packages", "node_modules"})


class FileLog:
    """Collects what is opened for reading below the root."""

    def __init__(self, root: str) -> None:
        self._roots = tuple(dict.fromkeys((root, os.path.realpath(root))))
        self._seen: dict[str, None] = {}

    def hear(self, event: str, arguments: tuple[object, ...]) -> None:
        """An audit hook."""
        if event != "open" or len(arguments) < 3:
            return
        path, _, flags = arguments[:3]
        if isinstance(flags, int) and flags & os.O_ACCMODE == os.O_WRONLY:
            return
        if isinstance(path, bytes):
            path = os.fsdecode(path)
        if isinstance(path, str):
            self._seen[os.path.abspath(path)] = None

    def digests(self) -> tuple[tuple[str, str], ...]:
        """File from the root and its SHA-256, sorted."""
        found = {}
        for path in list(self._seen):
            shown = below(path, self._roots)
            if shown and os.path.isfile(path):
                with open(path, "rb") as file:
                    found[shown] = hashlib.file_digest(file, "sha256").hexdigest()
        return tuple(sorted(found.items()))


def below(path: str, roots: tuple[str, ...]) -> str:
    """The path from the root with `/`; empty for a file that is not the project's own."""
    for root in roots:
        if path.startswith(os.path.join(root, "")):
            shown = os.path.relpath(path, root).replace(os.sep, "/")
            return "" if _OUTSIDE & set(shown.split("/")) else shown
    return ""
