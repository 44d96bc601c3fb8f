"""Lines of a page to its blocks, fences, tables and headings.

A line indented by four spaces after a blank one is code; below `!!! note` it is text. Lines are
read as Python-Markdown with the extensions of a Material site reads them.
"""

from __future__ import annotations

import re

from docgen.diagnostics import Fault
from docgen.markup.block import CLOSING, OPENING, read_block
from docgen.markup.fence import opens_fence, read_fence, read_title
from docgen.markup.harvest import Harvest
from docgen.markup.html import skip_comment, skip_html
from docgen.markup.raw import check_raw
from docgen.markup.row import Line, cut_line, is_lazy
from docgen.markup.schema import OPTIONS
from docgen.markup.slashes import (
    check_host_options,
    is_short,
    name_block,
    read_loose,
    short,
    unopened,
)
from docgen.markup.stack import Stack
from docgen.markup.table import is_table, read_table
from docgen.text import TAB_WIDTH, Span

_ATX = re.compile(r"(?P<marks>#{1,6})(?!#)(?P<text>.*)$")
_SETEXT = re.compile(r"(=+|-+)[ \t]*$")
_RULE = re.compile(r"(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,})$")
_BOX = re.compile(
    r"(?:!!![ ]?[\w-]+(?:[ ]+[\w-]+)*|\?\?\?\+?[ ]?(?:[\w-]+(?:[ ]+[\w-]+)*)?"
    r"|={3}(?:\+|\+!|!\+|!)?)"
    r"(?:[ ]+\"(?P<title>.*)\")?[ \t]*$"
)
_MARKER = re.compile(r"(?:[*+-]|\d+\.)[ \t]+(?=\S)")
_FOOTNOTE = re.compile(r"\[\^[^\]]*\]:[ \t]*")
_REFERENCE = re.compile(r"\[[^\]^][^\]]*\]:[ \t]*<?(?P<target>(?:code|value):)?")
_DEEPEST = 20
"""Quotes in quotes that are read; a mark inside of these is text."""

_DEFINITION = re.compile(r":[ \t]{1,3}(?=\S)")


class Walk:
    """One run through lines with the containers that are open."""

    def __init__(self, harvest: Harvest, lines: list[Line], depth: int = 0) -> None:
        self.harvest = harvest
        self.lines = lines
        self.depth = depth
        self.stack = Stack(harvest)
        self.paragraph: list[Line] = []
        self.at = 0

    def read(self) -> None:
        """Read all lines, then close what is open."""
        while self.at < len(self.lines):
            line = self.lines[self.at]
            if not line.body:
                self.flush()
                self.at += 1
            elif not self.read_code(line) and not self.read_structure(line):
                self.read_paragraph(line)
        self.flush()
        self.stack.leave(0)

    def flush(self) -> None:
        """End the open paragraph."""
        if self.paragraph:
            self.harvest.prose(self.paragraph)
            self.paragraph = []

    def leave_by(self, indent: int) -> None:
        """Close the containers whose content starts further right, and the text in them."""
        if self.stack.base > indent:
            self.flush()
            self.stack.leave_by(indent)

    def read_code(self, line: Line) -> bool:
        """Leave containers that a line is not part of; skip it if it is indented code."""
        if self.paragraph:
            if self.stack.kind == "box":
                self.leave_by(line.indent)
            return False
        self.leave_by(line.indent)
        if line.indent < self.stack.base + TAB_WIDTH or line.is_beside:
            return False
        while self.at < len(self.lines):
            each = self.lines[self.at]
            if each.body and each.indent < self.stack.base + TAB_WIDTH:
                break
            self.at += 1
        return True

    def read_structure(self, line: Line) -> bool:
        """Read what starts at a line, if it is more than a line of a paragraph."""
        first = line.body[0]
        if first in "`~" and opens_fence(line):
            return self.read_fence(line)
        if line.indent >= self.stack.base + TAB_WIDTH and not line.is_beside:
            return self.read_deep(line)
        if first == "/":
            return self.read_slashes(line)
        if first == "#" and _ATX.match(line.body):
            return self.read_heading(line)
        if first in "!?=" and self.read_box(line):
            return True
        if first == "<" and self.read_html():
            return True
        if first == ">" and self.depth < _DEEPEST:
            return self.read_quote()
        if first in "*-_" and not self.paragraph and _RULE.match(line.body):
            self.at += 1
            return True
        if first in "[:" and self.read_definition(line):
            return True
        if (first in "*+-" or first.isdigit()) and self.read_item(line):
            return True
        return self.read_table(line) or self.read_setext(line)

    def read_paragraph(self, line: Line) -> None:
        """Take one more line into the paragraph; a rule ends it."""
        if self.paragraph and _RULE.match(line.body):
            self.flush()
        else:
            self.paragraph.append(line)
        self.at += 1

    def read_deep(self, line: Line) -> bool:
        """A line far to the right that continues a paragraph; a block there would be lost."""
        opening = OPENING.match(line.body)
        if opening and opening["name"].lower() in OPTIONS:
            self.harvest.report(
                Fault(
                    "malformed-block",
                    "the block is indented so far that it is text",
                    help=f"indent it by {self.stack.base} columns"
                    if self.stack.base
                    else "do not indent it",
                ),
                line.span,
            )
        return False

    def read_fence(self, line: Line) -> bool:
        """Read a fence of code or an equation, with the title above it."""
        title = read_title(self.paragraph[-1]) if self.paragraph else None
        read = read_fence(self.harvest.source, self.lines, self.at, len(self.lines), title)
        if read.fence.title_span is not None:
            heading = self.paragraph.pop()
            self.harvest.prose([heading], within_block=True)
        self.flush()
        if line.is_beside and read.fence.language == "math":
            self.harvest.report(
                Fault(
                    "malformed-block",
                    "a fence cannot start beside a list marker",
                    help="write the fence on the next line, indented by four spaces",
                ),
                line.span,
            )
        self.harvest.items.append(read.fence)
        self.harvest.findings += read.findings
        self.at = read.next
        return True

    def read_slashes(self, line: Line) -> bool:
        """Read a line of slashes: an opening or a closing one, or what was meant as one."""
        if not line.body.startswith("///"):
            if not is_short(line.body):
                return False
            self.harvest.report(short(line.body), line.span)
            self.flush()
            self.at += 1
            return True
        self.leave_by(line.indent)
        self.flush()
        closing = CLOSING.match(line.body)
        if closing:
            self.read_closing(line, len(closing["slashes"]))
            return True
        opening = OPENING.match(line.body)
        if opening is None:
            self.harvest.report(read_loose(line.body, self.harvest.host_blocks), line.span)
            self.at += 1
            return True
        self.read_opening(line, opening)
        return True

    def read_closing(self, line: Line, slashes: int) -> None:
        """Close the block with as many slashes."""
        self.at += 1
        if not self.stack.close(slashes):
            self.harvest.report(unopened(self.stack.slashes), line.span)

    def read_opening(self, line: Line, opening: re.Match[str]) -> None:
        """Read a block of docgen, or step into one of another extension."""
        name = opening["name"].lower()
        slashes = len(opening["slashes"])
        span = line.part(opening, "name")
        outer = self.stack.outer
        if name in self.harvest.host_blocks and name not in OPTIONS:
            self.at += 1
            if opening["argument"]:
                self.harvest.span_prose(line.part(opening, "argument"))
            self.skip_host_options(opening["name"])
            if slashes in outer:
                fault = Fault(
                    "malformed-block",
                    f"`{name[:40]}` has as many slashes as a block around it",
                    help="write another number of slashes, three or more, at both its ends",
                )
                self.harvest.report(fault, line.part(opening, "slashes"))
            self.stack.open_host(slashes, name, span)
            return
        known, fault_or_none = name_block(name, self.harvest.host_blocks)
        if fault_or_none is not None:
            self.harvest.report(fault_or_none, span)
        if known is None:
            self.at += 1
            self.stack.open_host(slashes, name, None)
            return
        read = read_block(
            self.harvest.source,
            self.lines,
            self.at,
            len(self.lines),
            outer,
            self.stack.base,
            known,
        )
        self.at = read.next
        if fault_or_none is None:
            self.harvest.items.append(read.block)
            self.harvest.findings += read.findings
            self.harvest.block_prose(read.block)

    def skip_host_options(self, name: str) -> None:
        """Options of another extension's block, which are none of docgen's business."""
        first = self.at
        while self.at < len(self.lines):
            line = self.lines[self.at]
            if not line.body or line.indent < self.stack.base + TAB_WIDTH:
                break
            self.at += 1
        below = self.lines[first] if first < len(self.lines) else None
        if below is not None and below.body:
            fault = check_host_options(name, below.body, is_indented=self.at > first)
            if fault is not None:
                self.harvest.report(fault, below.span)

    def read_heading(self, line: Line) -> bool:
        """Read a heading that begins with `#`."""
        match = _ATX.match(line.body)
        assert match is not None
        if line.indent > self.stack.base and not line.is_beside:
            return False
        self.leave_by(line.indent)
        self.flush()
        text = match["text"].rstrip(" \t").rstrip("#").rstrip(" \t")
        start = line.start + len(match["marks"]) + len(text) - len(text.lstrip(" \t"))
        text_span = Span(start, start + len(text.lstrip(" \t")))
        self.harvest.heading(len(match["marks"]), text_span, line.span)
        self.at += 1
        return True

    def read_setext(self, line: Line) -> bool:
        """Read a heading that a line of `=` or `-` underlines."""
        if self.paragraph or self.at + 1 >= len(self.lines):
            return False
        below = self.lines[self.at + 1]
        if below.indent >= self.stack.base + TAB_WIDTH or not _SETEXT.match(below.body):
            return False
        level = 1 if below.body[0] == "=" else 2
        self.harvest.heading(level, line.span, Span(line.start, below.span.end))
        self.at += 2
        return True

    def read_box(self, line: Line) -> bool:
        """Step into an admonition, a detail or a tab."""
        match = _BOX.match(line.body)
        if match is None or (line.body[0] == "=" and match["title"] is None):
            return False
        self.leave_by(line.indent)
        if line.indent > self.stack.base:
            return False
        self.flush()
        if match["title"]:
            self.harvest.span_prose(line.part(match, "title"))
        self.stack.open("box")
        self.at += 1
        return True

    def read_html(self) -> bool:
        """Skip a comment or raw HTML; blocks, equations and links to code in it are reported."""
        behind = skip_comment(self.lines, self.at, len(self.lines))
        if behind is None:
            behind = skip_html(self.lines, self.at, len(self.lines))
            for line in self.lines[self.at : behind or self.at]:
                for fault, span in check_raw(line):
                    self.harvest.report(fault, span)
        if behind is None:
            return False
        self.flush()
        self.at = behind
        return True

    def read_quote(self) -> bool:
        """Read the lines of a quote as a page of their own, with their true places."""
        self.flush()
        inner: list[Line] = []
        while self.at < len(self.lines):
            each = self.lines[self.at]
            if not each.body or (each.body[0] != ">" and not is_lazy(each, inner)):
                break
            if each.body[0] == ">":
                text = each.body[2:] if each.body[1:2] == " " else each.body[1:]
                inner.append(cut_line(text, each.end - len(text)))
            else:
                inner.append(each)
            self.at += 1
        Walk(self.harvest, inner, self.depth + 1).read()
        return True

    def read_definition(self, line: Line) -> bool:
        """Read a footnote or a reference of links."""
        footnote = _FOOTNOTE.match(line.body)
        if footnote:
            self.leave_by(line.indent)
            self.flush()
            self.open_item(line, footnote.end())
            return True
        reference = _REFERENCE.match(line.body)
        if reference and not reference["target"]:  # Markdown reads one below text, too
            self.harvest.define(self.lines[self.at : self.at + 3])
        if reference and not self.paragraph:
            if reference["target"]:
                fault = Fault(
                    "malformed-block",
                    f"a `{reference['target']}` target in a reference definition",
                    help="write it at its place: `[text](code:...)`",
                )
                self.harvest.report(fault, line.part(reference, "target"))
            self.at += 1
            return True
        definition = _DEFINITION.match(line.body)
        if definition:
            self.leave_by(line.indent)
            self.flush()
            self.open_item(line, definition.end())
            return True
        return False

    def read_item(self, line: Line) -> bool:
        """A list item: after a blank line, or right below the text of another item."""
        marker = _MARKER.match(line.body)
        in_list = self.stack.kind == "item"
        if marker is None or (self.paragraph and not in_list):
            return False
        self.leave_by(line.indent)
        self.flush()
        self.open_item(line, marker.end())
        return True

    def open_item(self, line: Line, width: int) -> None:
        """Read on with what stands beside a marker, as the first line of the item."""
        self.stack.open("item")
        body = line.body[width:]
        if not body.strip():
            self.at += 1
            return
        beside = Line(self.stack.base, body, line.start + width, line.begin, True)
        self.lines[self.at] = beside

    def read_table(self, line: Line) -> bool:
        """Read a table with the prose in it."""
        if not is_table(self.lines, self.at):
            return False
        if self.paragraph:
            fault = Fault(
                "malformed-block",
                "the table stands right below text, so it is no table",
                help="leave a blank line above it",
            )
            self.harvest.report(fault, line.span)
        self.flush()
        end = len(self.lines)
        table, self.at, findings = read_table(self.harvest.source, self.lines, self.at, end)
        self.harvest.items.append(table)
        self.harvest.findings += findings
        for row in (table.header, *table.rows):
            self.harvest.row_prose(row)
        return True
