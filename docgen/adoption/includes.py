"""Line ranges of includes: `--8<-- "ops.py:10:20"`, and `hl_lines` of a fence with an include.

They are read inside of fences, for that is where they are written.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from docgen.adoption.reference import Excerpt, Reference
from docgen.markup.page import Fence, Page
from docgen.text import SourceText, Span

_SNIPPET = re.compile(r"[ \t]*-{1,}8<-{1,}[ \t]+(?P<mark>[\"'])(?P<file>[^\"'\n]+)(?P=mark)[ \t]*")
_BLOCK = re.compile(r"[ \t]*-{1,}8<-{1,}[ \t]*")
_TAG = re.compile(
    r"[ \t]*\{%-?\s*include(?:-markdown)?\s+(?P<mark>[\"'])(?P<file>[^\"'\n]+)(?P=mark)[^%\n]*%\}"
)
_FILE = re.compile(r"(?P<path>[^:\s;][^:]*?)(?::(?P<cut>[\w:,.-]*))?")
_CUT = re.compile(r"(?P<first>\d*)(?::(?P<last>\d*))?")
_HIGHLIGHT = re.compile(r"\bhl_lines\s*=\s*(?P<mark>[\"'])(?P<lines>[\d\s-]*)(?P=mark)")
_ONE = re.compile(r"(?P<first>\d+)(?:-(?P<last>\d+))?")
REFUSAL = "an include is no link: replace the fence by the block"


def include_references(page: Page) -> list[Reference]:
    """References of all includes and highlights of a page."""
    source = page.source
    found: list[Reference] = []
    for span in _snippets(source):
        match = _FILE.fullmatch(source.slice(span))
        if match is None:
            continue
        excerpt = _excerpt(match["cut"] or "")
        for first, last in excerpt.ranges:
            path, needle = match["path"], source.slice(span)
            found.append(Reference("snippet", span, needle, path, first, last, refusal=REFUSAL))
    for fence in page.fences:
        found += _highlights(source, fence)
    return found


def _snippets(source: SourceText) -> Iterator[Span]:
    """Places of the names of included files, ranges included."""
    is_block = False
    for number in range(1, source.line_count + 1):
        text, start = source.line_text(number), source.line_starts[number - 1]
        if _BLOCK.fullmatch(text):
            is_block = not is_block
        elif is_block and text.strip() and not text.lstrip().startswith(";"):
            first = start + len(text) - len(text.lstrip())
            yield Span(first, first + len(text.strip()))
        elif match := _SNIPPET.fullmatch(text):
            yield Span(start + match.start("file"), start + match.end("file"))


def _excerpt(cut: str) -> Excerpt:
    """What stands behind the name of an included file: `10:20`, `10:20,30:40`, `section`."""
    ranges: list[tuple[int, int]] = []
    for piece in cut.split(","):
        match = _CUT.fullmatch(piece)
        if match is None:
            return Excerpt(section=cut)
        if match["first"] or match["last"]:
            ranges.append((int(match["first"] or 1), int(match["last"] or 0)))
    return Excerpt(tuple(ranges))


def _highlights(source: SourceText, fence: Fence) -> Iterator[Reference]:
    """`hl_lines` of a fence that holds an include and nothing else; code typed in it is its own."""
    match = _HIGHLIGHT.search(source.text, fence.info_span.start, fence.info_span.end)
    lines = [line for line in fence.body.split("\n") if line.strip()]
    if match is None or len(lines) not in (1, 3):
        return
    whole = lines[0] if len(lines) == 1 else lines[1]
    if len(lines) == 3 and not (_BLOCK.fullmatch(lines[0]) and _BLOCK.fullmatch(lines[2])):
        return
    include = _SNIPPET.fullmatch(whole) or _TAG.fullmatch(whole)
    if include is None and len(lines) == 1:
        return
    named = _FILE.fullmatch(include["file"] if include else whole.strip())
    if named is None:
        return
    excerpt = _excerpt(named["cut"] or "")
    begin = source.text.index(named[0], fence.body_span.start)
    beside = Span(begin, begin + len(named[0]))
    for one in _ONE.finditer(source.text, match.start("lines"), match.end("lines")):
        first = int(one["first"])
        last = int(one["last"] or first)
        span = Span(*one.span())
        yield Reference(
            "hl_lines",
            span,
            match[0],
            named["path"],
            first,
            last,
            refusal=REFUSAL,
            excerpt=excerpt,
            beside=(beside,),
        )
