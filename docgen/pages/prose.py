"""Links of the running text become the paragraphs that hold them.

Two links of one sentence make one paragraph, with its lines and its first words.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from docgen.markup.page import Block, Fence, Heading, Link, Page, Table

WORDS = 8
"""How many words of a paragraph tell which one it is."""
_ITEM = re.compile(r"\s*(?:>\s*)*(?:[-*+]|\d+[.)])\s")
_BLANK = re.compile(r"[\s>]*")
_LINK = re.compile(r"!?\[((?:[^\[\]]|\[[^\]]*\])*)\](?:\([^()\s]*(?:\s[^()]*)?\)|\[[^\]]*\])")


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Lines of prose with the `code:` and `value:` links in them."""

    line: int
    end_line: int
    words: str
    links: tuple[Link, ...]


def paragraphs(page: Page) -> list[Paragraph]:
    """The paragraphs, list items, headings and rows of a page that hold links to code."""
    links = [item for item in page.links if item.kind in ("code", "value")]
    fixed = _fixed_lines(page)
    found: dict[tuple[int, int], list[Link]] = {}
    for link in links:
        line = page.source.line_at(link.span.start)
        lines = (line, line)
        if line not in fixed and not link.within_block:
            lines = _around(page, line, fixed)
        found.setdefault(lines, []).append(link)
    return [
        Paragraph(first, last, _words(page, first, last, held), tuple(held))
        for (first, last), held in sorted(found.items())
    ]


def _fixed_lines(page: Page) -> set[int]:
    """Lines of fences, blocks, tables and headings: each of them stands for itself."""
    lines: set[int] = set()
    for item in page.items:
        if isinstance(item, Block | Fence | Table | Heading):
            lines.update(_lines(page, item))
    return lines


def _lines(page: Page, item: Block | Fence | Table | Heading) -> Iterable[int]:
    source = page.source
    last = max(item.span.end - 1, item.span.start)
    return range(source.line_at(item.span.start), source.line_at(last) + 1)


def _around(page: Page, line: int, fixed: set[int]) -> tuple[int, int]:
    """The first and the last line of the paragraph or list item around a line."""
    source = page.source
    first = last = line
    while first > 1 and not _ITEM.match(source.line_text(first)):
        if first - 1 in fixed or _BLANK.fullmatch(source.line_text(first - 1)):
            break
        first -= 1
    while last < source.line_count:
        text = source.line_text(last + 1)
        if last + 1 in fixed or _BLANK.fullmatch(text) or _ITEM.match(text):
            break
        last += 1
    return first, last


def _words(page: Page, first: int, last: int, links: list[Link]) -> str:
    """The first words of some lines as a reader sees them, with an ellipsis where more follow."""
    start = page.source.line_span(first).start
    end = page.source.line_span(last).end
    text = "".join(_plain(page, start, end, links))
    text = re.sub(r"^[\s>]+", "", _LINK.sub(r"\1", text), flags=re.MULTILINE)
    if text.startswith("|"):
        text = text.replace("|", " ").lstrip()
    words = re.sub(r"^(?:#+|[*+-])\s", "", text).replace("**", "").split()
    shown = " ".join(words[:WORDS])
    return f"{shown} …" if len(words) > WORDS else shown


def _plain(page: Page, start: int, end: int, links: list[Link]) -> Iterator[str]:
    """A text with its links to code put as their words."""
    at = start
    for link in links:
        yield page.source.text[at : link.span.start]
        yield link.text
        at = link.span.end
    yield page.source.text[at:end]
