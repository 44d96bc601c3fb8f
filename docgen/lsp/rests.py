"""From a line of code to the equations, symbols and paragraphs of the pages that rest on it.

At the statement that an equation is computed by, its title is one reference, and each `code:` link
to that statement another.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from lsprotocol.types import CodeLens, Command, Location, Position, Range

from docgen.lsp.desk import Checked, Desk
from docgen.lsp.position import moved_lines
from docgen.pages.assemble import PageDraft
from docgen.pages.references import CodeLinkPart
from docgen.text import SourceText, Span

SHOW = "docgen.show"
"""The command of a code lens: show what rests on the line."""


@dataclass(frozen=True, slots=True)
class Rest:
    """Something on a page that rests on lines of a file.

    Attributes:
        kind: `equation`, `paragraph`, `symbol` or `concept`.
        first, last: The lines that it rests on.
        page, span: Where it stands.
    """

    kind: str
    title: str
    path: str
    first: int
    last: int
    page: SourceText
    span: Span


def rests(checked: Checked, path: str) -> list[Rest]:
    """Everything that rests on a file, in the order of the pages."""
    pages = checked.project.pages
    return [rest for name in sorted(pages) for rest in _of_page(pages[name]) if rest.path == path]


def _of_page(draft: PageDraft) -> Iterator[Rest]:
    page = draft.page.source
    found: list[Rest] = []
    for equation, _ in draft.equations:
        span = equation.fence.title_span or equation.fence.info_span
        for link in equation.links:
            lines = link.anchor.statement
            title = equation.title or equation.id
            found.append(
                Rest("equation", title, link.anchor.path, lines.line, lines.end_line, page, span)
            )
    for entry in draft.drafts:
        if isinstance(entry.part, CodeLinkPart):
            ref, title = entry.part.ref, entry.part.text
            span = entry.item.span
            found.append(Rest("paragraph", title, ref.path, ref.line, ref.end_line, page, span))
    for facts in draft.concepts:
        if facts.function is not None:
            line = facts.function.region.line
            section = facts.section
            where = section.heading.span if section.heading else section.block.span
            where = Span(where.start, page.line_span(page.line_at(where.start)).end)
            title = facts.title or facts.function.function
            found.append(Rest("concept", title, facts.function.path, line, line, page, where))
        for symbol in facts.symbols:
            if symbol.cell is not None and symbol.cell.anchor.kind != "parameter":
                anchor = symbol.cell.anchor
                first, last = anchor.statement.line, anchor.statement.end_line
                name = symbol.latex
                found.append(Rest("symbol", name, anchor.path, first, last, page, symbol.span))
    yield from sorted(found, key=lambda rest: rest.span)


def references(desk: Desk, path: str, position: Position) -> list[Location]:
    """What rests on a line of a Python file as the editor has it."""
    checked = desk.checked
    if checked is None:
        return []
    line = {new: old for old, new in _moved(desk, checked, path).items()}.get(position.line + 1)
    if line is None:
        return []
    found = [
        _location(desk, rest) for rest in rests(checked, path) if rest.first <= line <= rest.last
    ]
    return [one for number, one in enumerate(found) if one not in found[:number]]


def lenses(desk: Desk, path: str) -> list[CodeLens]:
    """`docgen: 2 equations` above each statement that equations or paragraphs rest on."""
    checked = desk.checked
    if checked is None:
        return []
    moved = _moved(desk, checked, path)
    counted: dict[int, dict[str, set[tuple[str, int]]]] = {}
    for rest in rests(checked, path):
        if rest.kind in ("equation", "paragraph") and rest.first in moved:
            kinds = counted.setdefault(moved[rest.first], {})
            kinds.setdefault(rest.kind, set()).add((rest.page.path, rest.span.start))
    return [
        CodeLens(
            Range(Position(line - 1, 0), Position(line - 1, 0)),
            Command(f"docgen: {_count(kinds)}", SHOW, arguments=[desk.uri_of(path), line - 1]),
        )
        for line, kinds in sorted(counted.items())
    ]


def _count(kinds: dict[str, set[tuple[str, int]]]) -> str:
    return ", ".join(
        f"{len(kinds[kind])} {kind}{'s' * (len(kinds[kind]) > 1)}"
        for kind in ("equation", "paragraph")
        if kind in kinds
    )


def _moved(desk: Desk, checked: Checked, path: str) -> dict[int, int]:
    """Lines of a Python file as it was checked → where the editor has them."""
    index = checked.project.site.index
    if path not in index.paths() or path not in index.files():
        return {}
    old = index.source(path).text
    return moved_lines(old, desk.documents[path].text if path in desk.documents else old)


def _location(desk: Desk, rest: Rest) -> Location:
    """Where it stands on its page, as the editor has the page now."""
    where = desk.columns.range_of_span(rest.page, rest.span)
    document = desk.documents.get(rest.page.path)
    if document is not None and document.text != rest.page.text:
        moved = moved_lines(rest.page.text, document.text)
        line = moved.get(where.start.line + 1, where.start.line + 1) - 1
        shift = line - where.start.line
        where = Range(
            Position(where.start.line + shift, where.start.character),
            Position(where.end.line + shift, where.end.character),
        )
    return Location(desk.uri_of(rest.page.path), where)
