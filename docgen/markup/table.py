"""Tables: a header, a delimiter row, and every line up to the next blank one.

A row with another number of cells than the header is a finding.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from docgen.diagnostics import Fault, Finding
from docgen.markup.page import Row, Table
from docgen.markup.row import Line, cut_row, is_delimiter
from docgen.text import SourceText, Span

_OTHER = re.compile(r"/{3,}|`{3,}|~{3,}|#{1,6}[ \t]|>|!!! ?\w|\?\?\?\+? ?[\w\"]|={3}[+!]* +\"|<!--")


def is_table(lines: Sequence[Line], at: int) -> bool:
    """Whether a line and the one below it are a table's header and delimiter row."""
    if at + 1 >= len(lines) or "|" not in lines[at].body:
        return False
    return is_delimiter(lines[at + 1].body) and not is_delimiter(lines[at].body)


def read_table(
    source: SourceText, lines: Sequence[Line], at: int, end: int
) -> tuple[Table, int, list[Finding]]:
    """The table whose header is the line `at`, the line behind it, and its ragged rows."""
    header = cut_row(lines[at])
    count = len(header.cells)
    findings: list[Finding] = []
    delimiter = cut_row(lines[at + 1])
    if len(delimiter.cells) != count:
        findings.append(_ragged(delimiter, count).at(source, delimiter.span))
    rows: list[Row] = []
    last = at + 1
    while last + 1 < end and lines[last + 1].body and not _OTHER.match(lines[last + 1].body):
        last += 1
        row = cut_row(lines[last])
        if len(row.cells) != count:
            findings.append(_ragged(row, count).at(source, row.span))
        rows.append(row)
    span = Span(lines[at].start, lines[last].span.end)
    return Table(header, tuple(rows), span, lines[at].indent), last + 1, findings


def _ragged(row: Row, count: int) -> Fault:
    found = len(row.cells)
    more = found > count
    where = None
    if more and count:
        first = row.span.start
        where = Span(row.cells[count].span.start - first, row.cells[-1].span.end - first)
    return Fault(
        "malformed-block",
        f"the row has {_cells(found)}, its header {_cells(count)}",
        where,
        help="write a `|` that is text as `\\|`, in backticks or in `$...$`"
        if more
        else "add the cells that are missing; a cell may be empty",
    )


def _cells(count: int) -> str:
    return "1 cell" if count == 1 else f"{count} cells"
