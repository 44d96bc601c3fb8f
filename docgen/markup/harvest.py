"""What a walk over the lines of a page brings in: items, findings, and what prose holds.

`harvest.prose([line])` adds the formulas and links of a line to `harvest.items`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from docgen.diagnostics import Fault, Finding
from docgen.markup.inline import scan_inline
from docgen.markup.page import Block, Heading, Item, Reference, Row
from docgen.markup.row import Line
from docgen.markup.schema import OPTIONS
from docgen.text import SourceText, Span

_ATTRIBUTES = re.compile(r"(?:^|[ \t]+)\{:?[ \t]*(?P<list>[^{}\n]*)\}$")
_REFERENCE = re.compile(
    r"\[(?P<name>[^\[\]]*)\]:[ ]*\n?(?P<target>\S+)[ ]*\n?"
    r"(?:(?P<quote>[\"'])(?P<title>.*)(?P=quote)[ ]*|\((?P<other>.*)\)[ ]*)?$",
    re.MULTILINE,
)
_ID = re.compile(r"(?:^|\s)#(?P<id>[^\s{}]+)")


class Harvest:
    """Items and findings of a page, in the order in which they were met."""

    def __init__(
        self, source: SourceText, host_blocks: frozenset[str], findings: list[Finding]
    ) -> None:
        self.source = source
        self.host_blocks = host_blocks
        self.findings = findings
        self.items: list[Item] = []
        self.references: list[Reference] = []

    def report(self, fault: Fault, span: Span) -> None:
        """Keep a fault as a finding at a span of the page."""
        self.findings.append(fault.at(self.source, span))

    def prose(self, lines: Sequence[Line], within_block: bool = False) -> None:
        """Read lines of one paragraph; what stands before their text is blanked."""
        start = lines[0].start
        text = lines[0].body
        for line in lines[1:]:
            between = self.source.text[start + len(text) : line.start]
            text += between.replace(">", " ") + line.body
        items, findings = scan_inline(self.source, text, start, within_block)
        self.items += items
        self.findings += findings

    def span_prose(self, span: Span, within_block: bool = False) -> None:
        """Read links, code and mathematics from characters of prose."""
        text = self.source.slice(span)
        if text:
            items, findings = scan_inline(self.source, text, span.start, within_block)
            self.items += items
            self.findings += findings

    def row_prose(self, row: Row, within_block: bool = False) -> None:
        """Read the prose of a table's cells; in a block the first cell is no prose."""
        for cell in row.cells[1:] if within_block else row.cells:
            self.span_prose(cell.span, within_block)

    def block_prose(self, block: Block) -> None:
        """Read what of a block is prose: its argument, some options, the words of its rows."""
        self.span_prose(block.argument_span, True)
        for option in block.options.entries:
            if OPTIONS[block.name].get(option.key) == "prose":
                self.span_prose(option.value_span, True)
        for row in block.rows:
            self.row_prose(row, True)

    def define(self, lines: Sequence[Line]) -> None:
        """Keep the definition of links that begins at the first line, as Markdown reads it."""
        found = _REFERENCE.match("\n".join(line.body for line in lines))
        if found:
            name, target = found["name"].strip().lower(), found["target"]
            title = found["title"] or found["other"] or ""
            self.references.append(Reference(name, target.lstrip("<").rstrip(">"), title))

    def heading(self, level: int, text_span: Span, span: Span) -> None:
        """Add a heading; an attribute list at its end is no text of it."""
        text = self.source.slice(text_span)
        attributes = _ATTRIBUTES.search(text)
        name = ""
        if attributes:
            found = _ID.search(attributes["list"])
            name = found["id"] if found else ""
            text = text[: attributes.start()].rstrip()
        self.items.append(Heading(level, text, name, span))
        self.span_prose(Span(text_span.start, text_span.start + len(text)))
