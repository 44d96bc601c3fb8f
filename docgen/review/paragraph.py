"""The paragraphs of a page that somebody has to read again.

`around(page, fence.span)` is the paragraph above an equation and the one below it.
"""

from __future__ import annotations

from collections.abc import Iterator

from docgen.markup.page import Block, Fence, Heading, Page, Table
from docgen.text import Span


def within(page: Page, span: Span) -> list[Span]:
    """The paragraphs that a piece of a page holds, or that hold it."""
    return [each for each in _paragraphs(page) if each.start < span.end and span.start < each.end]


def around(page: Page, span: Span) -> list[Span]:
    """The paragraphs next to a fence, as far as no heading stands between."""
    headings = [item.span for item in page.items if isinstance(item, Heading)]
    above = [each for each in _paragraphs(page) if each.end <= span.start]
    below = [each for each in _paragraphs(page) if each.start >= span.end]
    first = above[-1:] if not _between(headings, above[-1:], span) else []
    last = below[:1] if not _between(headings, [span], *below[:1]) else []
    return [*first, *last]


def _between(headings: list[Span], before: list[Span], after: Span | None = None) -> bool:
    if not before or after is None:
        return False
    return any(before[0].end <= each.start and each.end <= after.start for each in headings)


def _paragraphs(page: Page) -> Iterator[Span]:
    """Runs of lines of prose: no heading, fence, table, block or title of an equation."""
    source = page.source
    taken: set[int] = set()
    for line in range(1, source.line_at(page.front.span.end)):
        taken.add(line)
    for item in page.items:
        if isinstance(item, Block | Fence | Heading | Table):
            spans = [item.span]
            if isinstance(item, Fence) and item.title_span is not None:
                spans.append(item.title_span)
            for span in spans:
                last = source.line_at(max(span.end - 1, span.start))
                taken.update(range(source.line_at(span.start), last + 1))
    run: list[int] = []
    for line in range(1, source.line_count + 2):
        is_prose = line <= source.line_count and line not in taken
        if is_prose and source.line_text(line).strip():
            run.append(line)
        elif run:
            yield Span(source.line_span(run[0]).start, source.line_span(run[-1]).end)
            run = []
