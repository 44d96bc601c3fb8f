"""Concepts of a page: a `concept` block and the section of the heading above it.

A `concept` block below `## Feed-forward` owns every item up to the next `##` or `#`.
"""

from __future__ import annotations

from dataclasses import dataclass

from docgen.diagnostics import Fault, Finding
from docgen.markup.page import Block, Heading, Item, Page
from docgen.text import Span


@dataclass(frozen=True)
class Concept:
    """A section that documents a function.

    Attributes:
        heading: None where the block stands above the first heading of the page.
        items: Of the section, without those of concepts in its subsections.
        span: From the heading to the end of the section.
        level: Of the heading; 0 without one.
    """

    block: Block
    heading: Heading | None
    items: tuple[Item, ...]
    span: Span
    level: int
    page: Page


def concepts(page: Page) -> tuple[tuple[Concept, ...], tuple[Finding, ...]]:
    """The concepts of a page in its order, and second concept blocks of one section."""
    found: list[tuple[Block, Heading | None, Span]] = []
    findings: list[Finding] = []
    sections: dict[int, Block] = {}
    heading: Heading | None = None
    for item in page.items:
        if isinstance(item, Heading):
            heading = item
        elif isinstance(item, Block) and item.name == "concept":
            start = heading.span.start if heading else page.front.span.end
            first = sections.setdefault(start, item)
            if first is item:
                found.append((item, heading, _section(page, heading)))
            else:
                findings.append(_second(page, first, item))
    result = [
        Concept(
            block,
            head,
            _items(page, span, [other for _, _, other in found if other != span]),
            span,
            head.level if head else 0,
            page,
        )
        for block, head, span in found
    ]
    return tuple(result), tuple(findings)


def _section(page: Page, heading: Heading | None) -> Span:
    """From a heading to the next of its level or a higher one; without one, to the first."""
    start = heading.span.start if heading else page.front.span.end
    level = heading.level if heading else 6
    for other in page.headings:
        if other.span.start > start and other.level <= level:
            return Span(start, other.span.start)
        if heading is None:
            return Span(start, other.span.start)
    return Span(start, len(page.source.text))


def _items(page: Page, span: Span, others: list[Span]) -> tuple[Item, ...]:
    inner = [each for each in others if span.start < each.start and each.end <= span.end]
    return tuple(
        item
        for item in page.items
        if span.start <= item.span.start < span.end
        and not any(each.start <= item.span.start < each.end for each in inner)
    )


def _second(page: Page, first: Block, second: Block) -> Finding:
    line = page.source.line_at(first.span.start)
    return Fault(
        "malformed-block",
        "two `concept` blocks in one section",
        notes=(f"the first stands in line {line}",),
        help="write a heading between them",
    ).at(page.source, second.name_span)
