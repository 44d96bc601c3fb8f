"""File names as authors write them become paths of a project.

`transformer.py` is `model/transformer.py` where no other file ends so.
"""

from __future__ import annotations

import os
import posixpath
from collections.abc import Iterable
from pathlib import Path

_PASSED = frozenset({"node_modules", "__pycache__", "site-packages"})
_OUTPUT = frozenset({"site", "build", "dist"})


class Names:
    """The files of a project at one time, found by their endings."""

    def __init__(self, paths: Iterable[str]) -> None:
        self.paths = frozenset(paths)
        self._by_name: dict[str, list[str]] = {}
        for path in sorted(self.paths):
            self._by_name.setdefault(path.rpartition("/")[2], []).append(path)

    @classmethod
    def scan(cls, root: Path) -> Names:
        """The files below a folder, without hidden ones, environments and output."""
        found: list[str] = []
        for folder, inner, files in os.walk(root):
            if "pyvenv.cfg" in files:
                inner.clear()
                continue
            is_top = Path(folder) == root
            inner[:] = [
                name
                for name in sorted(inner)
                if not name.startswith(".")
                and name not in _PASSED
                and not (is_top and name in _OUTPUT)
            ]
            here = Path(folder).relative_to(root)
            found += [(here / name).as_posix() for name in files]
        return cls(found)

    def find(self, written: str, folder: str, is_link: bool = False) -> list[str]:
        """The files that a name may mean: one from the root or from the page, else by ending.

        Args:
            folder: That of the page, from the root.
            is_link: It is the target of a link, which starts at the page.
        """
        plain = written.removeprefix("/")
        from_root = posixpath.normpath(plain)
        from_page = posixpath.normpath(posixpath.join(folder, plain))
        order = (from_page, from_root) if is_link else (from_root, from_page)
        for path in order:
            if path in self.paths:
                return [path]
        ending = from_root
        while ending.startswith("../"):
            ending = ending[3:]
        name = ending.rpartition("/")[2]
        return [path for path in self._by_name.get(name, []) if f"/{path}".endswith(f"/{ending}")]
