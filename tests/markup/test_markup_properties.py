"""Whatever a page holds, scanning it raises nothing and every span slices to its item's text."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from docgen.markup.match import alignment
from docgen.markup.page import (
    Block,
    Fence,
    Heading,
    InlineMath,
    Item,
    LineReference,
    Link,
    Options,
    Page,
    Table,
)
from docgen.markup.scan import scan
from docgen.markup.sections import concepts
from docgen.markup.symbols import symbol_tables
from docgen.text import SourceText

INGREDIENTS = [
    "\n", "\n\n", "    ", "  ", "\t", " ", "> ", "- ", "1. ", "text", "é漢", "**T**", "# H", "===",
    "---", "/// concept | f", "/// listing", "/// example | t", "///", "////", "//// details | D",
    "//", "/// nope", "in: f", "run: a; b", "caption: $x$ [l](code:f)", "hilight Z", "```math",
    "```math code=\"Z\" written='g[\"x\"]'", '```math code="Z', "```", "```python", "~~~", "`",
    "``", "$", "$x$", "$$", "$5 a", "\\", "|", "| a | b |", "|---|---|", "| $p(y|x)$ | `a|b` |",
    "| Symbol | In code | Shape |", "|---|---|---|", "| $a, b$ | `c`, `d` at `entry` | (d,) |",
    "[t](code:f.Z)", '[t](<code:g[p + "x"]>)', "[t](code:g h)", "[t](#eq-x)", "![i](x)", "[", "](",
    ")", "<div>", "</div>", "<div markdown>", "<!--", "-->", "<", ">", "a.py:12", "`a.py`, line 3",
    "!!! note", '=== "Tab"', "??? tip", "[^1]: note", ":   def", "[r]: x", "{#id}", "\u00a0",
    "\x0c",
]  # fmt: skip

PAGES = st.lists(
    st.one_of(st.sampled_from(INGREDIENTS), st.text(max_size=3).map(lambda t: t.replace("\r", ""))),
    max_size=40,
).map("".join)


def check_options(page: Page, options: Options) -> None:
    cut = page.source.slice
    for option in options.entries:
        assert cut(option.key_span) == option.key
        assert cut(option.value_span) == option.value
        assert option.span.start <= option.key_span.start <= option.value_span.end
        assert option.value_span.end <= option.span.end
        for text, span in options.items(option.key):
            assert cut(span) == text


def check_table(page: Page, table: Table) -> None:
    for row in (table.header, *table.rows):
        assert table.span.start <= row.span.start <= row.span.end <= table.span.end
        for cell in row.cells:
            assert page.source.slice(cell.span) == cell.text


def check_fence(page: Page, fence: Fence) -> None:
    cut = page.source.slice
    assert cut(fence.span)[:3] in ("```", "~~~")
    for raw, text in zip(cut(fence.body_span).split("\n"), fence.body.split("\n"), strict=True):
        assert raw.endswith(text.lstrip(" \t"))
    if fence.title_span is not None:
        assert fence.title in cut(fence.title_span)
    check_options(page, fence.options)


def check_item(page: Page, item: Item) -> None:
    cut = page.source.slice
    match item:
        case InlineMath():
            assert cut(item.latex_span) == item.latex
            assert cut(item.span) == ("$$" if item.display else "$") + item.latex + (
                "$$" if item.display else "$"
            )
        case Link():
            assert cut(item.text_span) == item.text
            assert cut(item.target_span) == item.target
            assert (cut(item.span)[0], cut(item.span)[-1]) == ("[", ")")
        case LineReference():
            assert item.path in cut(item.span)
            assert str(item.line) in cut(item.span)
        case Heading():
            assert item.text in cut(item.span)
        case Fence():
            check_fence(page, item)
        case Table():
            check_table(page, item)
        case Block():
            assert cut(item.span).startswith("///")
            assert cut(item.name_span).lower() == item.name
            assert cut(item.argument_span) == item.argument
            assert item.span.start <= item.body_span.start <= item.body_span.end <= item.span.end
            check_options(page, item.options)
            if item.table is not None:
                check_table(page, item.table)
            if item.fence is not None:
                check_fence(page, item.fence)


@settings(max_examples=80, deadline=None)
@given(PAGES)
def test_spans(text: str) -> None:
    page = scan(SourceText("docs/a.md", text))
    for item in page.items:
        check_item(page, item)
    for finding in page.findings:
        assert 1 <= finding.place.line <= text.count("\n") + 1
        assert len(finding.message) <= 90
    large = [item.span for item in page.items if isinstance(item, Block | Fence | Table)]
    for first, second in pairwise(large):
        assert first.end <= second.start


@settings(max_examples=40, deadline=None)
@given(PAGES)
def test_concepts_symbols_and_matching(text: str) -> None:
    page = scan(SourceText("docs/a.md", text))
    for concept in concepts(page)[0]:
        assert concept.block in concept.items
        symbol_tables(concept)
    for row in symbol_tables(page)[0]:
        for name, span in (*row.symbols, *row.cells, *row.shapes):
            assert page.source.slice(span) == name
    whole = [(index, index) for index in range(len(page.items))]
    assert alignment(page, page) == whole
