"""Where a page leads to another, and where the site shows a file of the code.

With `docs/code/ops.md` as the page of `model/ops.py`, line 24 of that file is
`../code/ops/#code-model-ops-L24` from `docs/operations.md`.
"""

from __future__ import annotations

import posixpath
from dataclasses import dataclass
from functools import cache
from urllib.parse import quote

FRONT = ("index", "README")
"""Names of the pages that stand for their folder."""


@dataclass(frozen=True, slots=True)
class CodePage:
    """The page that shows a whole file.

    Attributes:
        page: From the project's root.
        html_id: Of its listing, with which the ids of its lines begin.
    """

    page: str
    html_id: str

    def line(self, number: int) -> str:
        """The id of a line."""
        return f"{self.html_id}-L{number}"


def page_address(here: str, there: str, fragment: str, has_folders: bool) -> str:
    """A link from one page to a place on another.

    Args:
        here, there: Pages, from the project's root.
        fragment: Id of the place; empty for the page itself.
        has_folders: Whether the host makes a folder of each page, `code/ops/`, and no file.
    """
    mark = f"#{fragment}" if fragment else ""
    if here == there and mark:
        return mark
    start = _built(here, has_folders)
    home = start if has_folders else posixpath.dirname(start)
    target = _built(there, has_folders)
    found = _relative(target or ".", home or ".")
    if has_folders or not target or target.endswith("/"):
        found += "/"
    return quote(found) + mark


@cache
def _relative(target: str, home: str) -> str:
    return posixpath.relpath(target, home)


@cache
def _built(page: str, has_folders: bool) -> str:
    """What the host makes of a page: a folder, or a file."""
    folder, name = posixpath.split(page)
    stem = posixpath.splitext(name)[0]
    if has_folders:
        return folder if stem in FRONT else posixpath.join(folder, stem)
    return posixpath.join(folder, f"{'index' if stem == 'README' else stem}.html")
