"""Comments and raw HTML, in which Markdown reads nothing.

The lines from `<div>` to `</div>` are raw; those of `<div markdown>` are a page like the rest.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from docgen.markup.row import Line

_BLOCK_TAGS = (
    "address|article|aside|blockquote|body|canvas|center|dd|details|dialog|dir|div|dl|dt|fieldset|"
    "figcaption|figure|footer|form|frameset|h[1-6]|head|header|hgroup|iframe|li|link|main|map|"
    "math|menu|meta|nav|noscript|object|ol|optgroup|option|p|param|pre|script|section|select|"
    "source|style|summary|svg|table|tbody|td|template|textarea|tfoot|th|thead|title|tr|track|"
    "ul|video"
)
_OPEN = re.compile(rf"<(?P<name>{_BLOCK_TAGS})(?P<rest>(?=[\s/>]|$)[^>]*>?)", re.IGNORECASE)
_CLOSE = re.compile(rf"</(?:{_BLOCK_TAGS})\s*>\s*$", re.IGNORECASE)
_MARKDOWN = re.compile(r"\smarkdown\b")
_EMPTY = frozenset({"link", "meta", "param", "source", "track"})


def skip_comment(lines: Sequence[Line], at: int, end: int) -> int | None:
    """The line behind a comment that starts a line; None where there is none, or it never ends."""
    if not lines[at].body.startswith("<!--"):
        return None
    for index in range(at, end):
        found = lines[index].body.find("-->", 4 if index == at else 0)
        if found >= 0:
            rest = lines[index].body[found + 3 :]
            return index + 1 if not rest.strip() else None
    return None


def skip_html(lines: Sequence[Line], at: int, end: int) -> int | None:
    """The line behind raw HTML that starts at a line.

    Without a closing tag it ends at the next blank line. A tag with the attribute `markdown`, and
    a closing tag, is one line.
    """
    body = lines[at].body
    if not body.startswith("<"):
        return None
    if _CLOSE.match(body):
        return at + 1
    opening = _OPEN.match(body)
    if opening is None:
        return None
    name = opening["name"].lower()
    if _MARKDOWN.search(opening["rest"]) or name in _EMPTY:
        return at + 1
    tag = re.compile(rf"<(?P<closes>/?){name}(?=[\s/>]|$)", re.IGNORECASE)
    depth = 0
    for index in range(at, end):
        for match in tag.finditer(lines[index].body):
            depth += -1 if match["closes"] else 1
        if depth <= 0:
            return index + 1
    return next((i for i in range(at, end) if not lines[i].body), end)
