"""Paragraphs next to an equation, and around a link."""

from __future__ import annotations

from docgen.markup.page import Fence, Page
from docgen.markup.scan import scan
from docgen.review.paragraph import around, within
from docgen.text import SourceText, Span

TEXT = """---
code: m
---
# Page

One line
and another.

**Title**
```math
a = b
```

Below.

## Next

Far.

```math
c = d
```

## Last

Last words.
"""
PAGE = scan(SourceText("docs/p.md", TEXT))


def texts(page: Page, spans: list[Span]) -> list[str]:
    return [page.source.slice(span) for span in spans]


def fences() -> list[Fence]:
    return list(PAGE.equations)


def test_paragraphs_around_an_equation() -> None:
    assert texts(PAGE, around(PAGE, fences()[0].span)) == ["One line\nand another.", "Below."]


def test_no_heading_stands_between() -> None:
    assert texts(PAGE, around(PAGE, fences()[1].span)) == ["Far."]


def test_paragraph_of_a_word() -> None:
    at = TEXT.index("another")
    assert texts(PAGE, within(PAGE, Span(at, at + 7))) == ["One line\nand another."]


def test_paragraphs_of_a_section() -> None:
    span = Span(TEXT.index("## Next"), TEXT.index("## Last"))
    assert texts(PAGE, within(PAGE, span)) == ["Far."]
