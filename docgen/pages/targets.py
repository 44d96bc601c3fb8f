r"""Targets of links in words that docgen renders itself, until the host has resolved them.

`[part](other.md#x)` in a caption is `<a href="\ue0d80\ue0d9">` at first. The host is shown target 0
beside those of the page's sentences, and says that it is `../other/#x`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from docgen.views.escape import escape

_MARK = "\ue0d8{}\ue0d9"
_MARKS = re.compile("\ue0d8(\\d+)\ue0d9")
_ENTITY = re.compile(r"&amp;(#\d+|#x[0-9a-f]+|[0-9a-z]+);", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Target:
    """What a link or an image leads to.

    Attributes:
        tag: `a` or `img`.
    """

    tag: str
    url: str


class Targets:
    """The targets of one page as the author wrote them, each once, and as the host has them."""

    def __init__(self) -> None:
        """Begin with none."""
        self.written: list[Target] = []
        self._resolved: list[str] = []

    def mark(self, target: Target) -> str:
        """What stands for the target in HTML."""
        if target not in self.written:
            self.written.append(target)
            self._resolved.append(target.url)
        return _MARK.format(self.written.index(target))

    def resolve(self, urls: Sequence[str]) -> None:
        """Take what the host made of the targets, in their order."""
        self._resolved[: len(urls)] = urls

    def fill(self, html: str) -> str:
        """HTML with the address of each target in the place of its mark."""
        return _MARKS.sub(lambda mark: _attribute(self._resolved[int(mark[1])]), html)


def _attribute(url: str) -> str:
    """The address as Markdown writes it, which takes what looks like an entity for one."""
    return _ENTITY.sub(r"&\1;", escape(url))
