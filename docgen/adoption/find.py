"""Markdown pages become the list of their typed line numbers.

`see transformer.py:143` in prose, in inline code, in links and in the ranges of includes; not in
fenced code, formulas, comments and front matter.
"""

from __future__ import annotations

import re

from docgen.adoption.includes import include_references
from docgen.adoption.reference import Reference
from docgen.adoption.sentence import capital_references, typed_references
from docgen.adoption.targets import fold_texts, host_references, inline_links, local_references
from docgen.markup.page import Fence, Heading, Page
from docgen.text import Span

_ESCAPED = re.compile(r"^[ \t]*;+-+8<-+.*$", re.MULTILINE)
_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)


def markdown_references(page: Page) -> list[Reference]:
    """Everything that a page refers to by line, in its order."""
    source = page.source
    hidden = [item.span for item in page.items if isinstance(item, Fence)]
    hidden += [Span(*match.span()) for match in _COMMENT.finditer(source.text)]
    hidden += [item.span for item in page.maths]
    if page.front.span.end:
        hidden.append(page.front.span)
    closed = [(each.span, "it stands in a heading") for each in _headings(page)]
    includes = include_references(page)
    names = {each.span for each in includes}
    names |= {Span(*match.span()) for match in _ESCAPED.finditer(source.text)}
    typed = [each for each in page.line_references if not _is_in(each.span, names)]
    typed += capital_references(source.text, [*hidden, *(each.span for each in typed)])
    links = inline_links(source, hidden)
    found = typed_references(source, typed, closed)
    found += host_references(source, hidden, links)
    found += local_references(source, links)
    found = fold_texts(found, links)
    found += includes
    return sorted(found, key=lambda each: (each.span, each.form))


def _headings(page: Page) -> list[Heading]:
    return [item for item in page.items if isinstance(item, Heading)]


def _is_in(span: Span, places: set[Span]) -> bool:
    return any(each.start <= span.start and span.end <= each.end for each in places)
