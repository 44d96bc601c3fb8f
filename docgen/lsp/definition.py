"""From a place of a page to the code that it speaks of.

At the equation *Widen* that is the statement `Z = X @ W`; at a `code:` link, what it names.
"""

from __future__ import annotations

from lsprotocol.types import Location, Position

from docgen.diagnostics import Fault
from docgen.lsp.cursor import AnchorAt, EquationAt, SymbolAt, find
from docgen.lsp.desk import Desk
from docgen.lsp.position import moved_lines
from docgen.source.anchor import Anchor, Region


def definition(desk: Desk, path: str, position: Position) -> list[Location]:
    """The statements behind what stands at a position of a page."""
    source = desk.page(path)
    found = find(desk, source, desk.columns.offset(source, position))
    anchors: list[Anchor] = []
    if isinstance(found, EquationAt):
        anchors = [link.anchor for link in found.equation.links]
    elif isinstance(found, AnchorAt):
        anchors = [found.anchor]
    elif isinstance(found, SymbolAt) and found.symbol.cell is not None:
        anchors = [found.symbol.cell.anchor]
    places = [_location(desk, anchor) for anchor in anchors]
    return [place for place in places if place is not None]


def _location(desk: Desk, anchor: Anchor) -> Location | None:
    """An anchor's place in its file as the editor has it; of a function, its first line."""
    assert desk.checked is not None
    try:
        source = desk.checked.project.site.index.source(anchor.path)
    except Fault:
        return None
    region = anchor.region
    if region.end_line > region.line:
        end = len(source.line_text(region.line)) + 1
        region = Region(region.line, region.column, region.line, end)
    where = desk.columns.range_of_region(source, region)
    document = desk.documents.get(anchor.path)
    if document is not None:
        moved = moved_lines(source.text, document.text)
        where.start.line = where.end.line = moved.get(region.line, region.line) - 1
    return Location(desk.uri_of(anchor.path), where)
