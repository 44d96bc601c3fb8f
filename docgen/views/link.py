r"""The stylesheet of a page, asked for where the page first needs it.

What stands above is painted without waiting for it:
`<h1>A</h1><p>Words</p><figure class="dg-x">` has the link before the figure. A paragraph with
formulas and names of code in it is read without the style, and does not wait either.
"""

from __future__ import annotations

import re
from html.parser import HTMLParser

from docgen.views.escape import escape

_ARTICLE = re.compile(r"<article\b[^>]*>")
_OURS = re.compile(r"<[a-z][^<>]*[\s\"']dg-|<dg-|<math\b")
_PARAGRAPH = re.compile(r"<p[\s>]")
_CLASSES = re.compile(r"\bclass=([\"'])(.*?)\1")
_IN_WORDS = re.compile(r"(?:dg-(?:inline|tie|code|ref|value|sym|s\d+))$|(?!dg-)")
_VOID = frozenset(("area", "br", "col", "embed", "hr", "img", "input", "link", "source", "wbr"))


def link_style(page: str, url: str) -> str:
    """A page with the link to the stylesheet; as it is where nothing of docgen is on it.

    Args:
        page: The whole HTML of a page.
        url: Of the stylesheet, from the page.
    """
    first = _OURS.search(page)
    if first is None:
        return page
    article = _ARTICLE.search(page)
    link = f'<link rel="stylesheet" href="{escape(url)}">'
    if article is None or article.end() > first.start():
        return page.replace("</head>", f"{link}</head>", 1)
    at = _first_styled(page, article.end())
    return f"{page[:at]}{link}{page[at:]}"


def _first_styled(page: str, start: int) -> int:
    """Where the first child of an article that needs the style begins.

    Args:
        page: The whole HTML of a page.
        start: Offset of a child of the article.
    """
    while first := _OURS.search(page, start):
        child = start + _Before(page[start : first.start()]).start
        end = page.find("</p>", first.start())
        if end < 0 or not _PARAGRAPH.match(page, child) or not _is_read_without(page[child:end]):
            return child
        start = end + len("</p>")
    return start


def _is_read_without(paragraph: str) -> bool:
    """Whether nothing of docgen is in a paragraph but formulas, numbers and names of code."""
    if "<dg-" in paragraph:
        return False
    named = (name for _, names in _CLASSES.findall(paragraph) for name in names.split())
    return all(_IN_WORDS.match(name) for name in named)


class _Before(HTMLParser):
    """Where the child of an article begins in which some HTML of it ends.

    Attributes:
        start: Offset in that HTML; its length where it ends between two children.
    """

    def __init__(self, html: str) -> None:
        super().__init__()
        self.lines = [0, *(at + 1 for at, character in enumerate(html) if character == "\n")]
        self.open: list[tuple[str, int]] = []
        self.feed(html)
        self.start = self.open[0][1] if self.open else len(html)

    def handle_starttag(self, tag: str, _attrs: list[tuple[str, str | None]]) -> None:
        """Remember an element that is not closed yet, and where it began."""
        if tag not in _VOID:
            line, column = self.getpos()
            self.open.append((tag, self.lines[line - 1] + column))

    def handle_startendtag(self, tag: str, _attrs: list[tuple[str, str | None]]) -> None:
        """An element that closes itself holds nothing."""

    def handle_endtag(self, tag: str) -> None:
        """Forget an element and those in it that nothing closed."""
        names = [name for name, _ in self.open]
        if tag in names:
            del self.open[len(names) - 1 - names[::-1].index(tag) :]
