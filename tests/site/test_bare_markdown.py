"""Every page of the documentation in a bare Markdown renderer: CommonMark and tables, no docgen."""

from __future__ import annotations

from pathlib import Path

import pytest
from markdown_it import MarkdownIt

from docgen.markup.scan import scan
from docgen.text import SourceText, decode_page
from tests.conftest import ROOT
from tests.markup.bare import bare_facts, scanned_facts

PAGES = sorted((ROOT / "docs").rglob("*.md"))


def read(file: Path) -> SourceText:
    return SourceText(file.relative_to(ROOT).as_posix(), decode_page(file.read_bytes()))


@pytest.mark.parametrize("file", PAGES, ids=lambda file: file.name)
def test_headings_tables_fences_and_links_are_the_scanners(file: Path) -> None:
    page = scan(read(file))
    assert page.findings == ()
    assert bare_facts(page) == scanned_facts(page)


@pytest.mark.parametrize("file", PAGES, ids=lambda file: file.name)
def test_no_prose_becomes_code(file: Path) -> None:
    """Indented bodies, as of admonitions, are code blocks for CommonMark."""
    page = scan(read(file))
    text = page.source.text[page.front.span.end :]
    tokens = MarkdownIt("commonmark").enable("table").parse(text)
    assert [token.content for token in tokens if token.type == "code_block"] == []


@pytest.mark.parametrize("file", PAGES, ids=lambda file: file.name)
def test_no_option_runs_into_prose(file: Path) -> None:
    """Blocks stay apart from paragraphs: a paragraph that holds slashes is a block, whole."""
    text = read(file).text
    front = scan(read(file)).front.span.end
    for token in MarkdownIt("commonmark").enable("table").parse(text[front:]):
        lines = token.content.split("\n") if token.type == "inline" else []
        if any(line.strip().startswith("///") for line in lines):
            assert lines[0].startswith("///"), token.content


def test_there_are_pages() -> None:
    assert len(PAGES) >= 6
