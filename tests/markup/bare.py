"""What a bare CommonMark renderer with tables sees on a page, to compare with the scanner.

`assert bare_facts(page) == scanned_facts(page)` for pages that must also read well without docgen.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from urllib.parse import unquote

from markdown_it import MarkdownIt
from markdown_it.token import Token

from docgen.markup.page import Page, Table


@dataclass(frozen=True)
class Facts:
    headings: tuple[tuple[int, str], ...]
    tables: tuple[tuple[tuple[str, ...], ...], ...]
    fences: tuple[tuple[str, str], ...]
    links: tuple[str, ...]


def bare_facts(page: Page) -> Facts:
    """Headings, tables, fences and docgen's links as CommonMark with tables reads them."""
    text = page.source.text[page.front.span.end :]
    tokens = MarkdownIt("commonmark").enable("table").parse(text)
    headings: list[tuple[int, str]] = []
    tables: list[list[list[str]]] = []
    fences: list[tuple[str, str]] = []
    links: list[str] = []
    for before, token in zip([None, *tokens], tokens, strict=False):
        if token.type == "table_open":
            tables.append([])
        elif token.type == "tr_open":
            tables[-1].append([])
        elif token.type == "fence":
            fences.append(((token.info.split() or [""])[0], token.content.removesuffix("\n")))
        elif token.type == "inline" and before is not None:
            if before.type == "heading_open":
                title = re.sub(r"\s+\{[^{}]*\}$", "", token.content)
                headings.append((int(before.tag[1:]), title))
            elif before.type in ("td_open", "th_open"):
                tables[-1][-1].append(token.content.replace("\\|", "|"))
            links += _targets(token)
    return Facts(
        tuple(headings),
        tuple(
            tuple(tuple(row) for row in table if row[0].strip("/") or not row[0])
            for table in tables
        ),
        tuple(fences),
        tuple(links),
    )


def _targets(token: Token) -> list[str]:
    hrefs = [
        unquote(str(child.attrs["href"]))
        for child in token.children or []
        if child.type == "link_open"
    ]
    ours = ("code:", "value:", "#")
    return [href for href in hrefs if href.startswith(ours) or ".md#eq-" in href]


def scanned_facts(page: Page) -> Facts:
    """The same as the scanner reads them; the tables of blocks count as tables."""
    tables: list[Table] = [*page.tables, *(block.table for block in page.blocks if block.table)]
    tables.sort(key=lambda table: table.span)
    fences = [*page.fences, *(block.fence for block in page.blocks if block.fence)]
    fences.sort(key=lambda fence: fence.span)
    return Facts(
        tuple((heading.level, heading.text) for heading in page.headings),
        tuple(
            tuple(
                tuple(cell.text.replace("\\|", "|") for cell in row.cells)
                for row in (table.header, *table.rows)
            )
            for table in tables
        ),
        tuple((fence.language, fence.body) for fence in fences),
        tuple(
            link.target if link.kind == "anchor" else f"{link.kind}:{link.target}"
            for link in page.links
        ),
    )
