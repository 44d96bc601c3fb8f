"""Pages: one text to its blocks, fences, tables, headings, formulas and links.

`# A`, a blank line and `$x$` become a `Page` with a `Heading` and an `InlineMath`.
"""

from __future__ import annotations

from docgen.markup.front import scan_front
from docgen.markup.harvest import Harvest
from docgen.markup.page import Page
from docgen.markup.row import cut_lines
from docgen.markup.schema import HOST_BLOCKS
from docgen.markup.walk import Walk
from docgen.text import SourceText


def scan(source: SourceText, host_blocks: frozenset[str] = HOST_BLOCKS) -> Page:
    """Everything that a page says, and what is wrong with its markup.

    Args:
        source: The page, front matter included where the file has it.
        host_blocks: Names of `///` blocks that the site generator knows.
    """
    front, findings = scan_front(source)
    harvest = Harvest(source, host_blocks, findings)
    Walk(harvest, cut_lines(source, front.span.end)).read()
    harvest.items.sort(key=lambda item: (item.span.start, -item.span.end))
    ordered = sorted(harvest.findings, key=lambda finding: finding.sort_key)
    found = tuple(dict.fromkeys(ordered))
    return Page(source, front, tuple(harvest.items), found, tuple(harvest.references))
