"""From a line of code to what on the pages rests on it, as `docgen where` says it.

At the statement that an equation is computed by, the equation is one reference, and a paragraph
that links the statement another.
"""

from __future__ import annotations

from lsprotocol.types import CodeLens, Command, Location, Position, Range

from docgen.diagnostics import Fault
from docgen.impact.where import find_resting
from docgen.lsp.desk import Checked, Desk
from docgen.lsp.position import moved_lines
from docgen.pages.rests import ROLES, Rest, rests

SHOW = "docgen.show"
"""The command of a code lens: show what rests on the line."""
COUNTED = ("equation", "paragraph")


def references(desk: Desk, path: str, position: Position) -> list[Location]:
    """What rests on a line of a Python file as the editor has it."""
    checked = desk.checked
    if checked is None:
        return []
    line = {new: old for old, new in _moved(desk, checked, path).items()}.get(position.line + 1)
    if line is None:
        return []
    try:
        resting = find_resting(checked.project, path, line)
    except Fault:
        return []  # it is no Python while it is typed
    found = [_location(desk, checked, one.rest) for one in resting.found]
    return [one for number, one in enumerate(found) if one not in found[:number]]


def lenses(desk: Desk, path: str) -> list[CodeLens]:
    """`docgen: 2 equations` above each statement that equations or paragraphs rest on."""
    checked = desk.checked
    if checked is None:
        return []
    moved = _moved(desk, checked, path)
    counted: dict[int, dict[str, set[str]]] = {}
    for rest in rests(checked.project.site):
        for ground in rest.grounds if rest.kind in COUNTED else ():
            is_own = rest.kind != "equation" or ground.role in ROLES.values()
            if is_own and ground.path == path and ground.first in moved:
                kinds = counted.setdefault(moved[ground.first], {})
                kinds.setdefault(rest.kind, set()).add(f"{rest.page}#{rest.key}")
    return [
        CodeLens(
            Range(Position(line - 1, 0), Position(line - 1, 0)),
            Command(f"docgen: {_count(kinds)}", SHOW, arguments=[desk.uri_of(path), line - 1]),
        )
        for line, kinds in sorted(counted.items())
    ]


def _count(kinds: dict[str, set[str]]) -> str:
    return ", ".join(
        f"{len(kinds[kind])} {kind}{'s' * (len(kinds[kind]) > 1)}"
        for kind in COUNTED
        if kind in kinds
    )


def _moved(desk: Desk, checked: Checked, path: str) -> dict[int, int]:
    """Lines of a Python file as it was checked → where the editor has them."""
    index = checked.project.site.index
    if path not in index.paths() or path not in index.files():
        return {}
    old = index.source(path).text
    return moved_lines(old, desk.documents[path].text if path in desk.documents else old)


def _location(desk: Desk, checked: Checked, rest: Rest) -> Location:
    """The first line of it, as the editor has the page now."""
    page = checked.source(rest.page)
    document = desk.documents.get(rest.page)
    line = rest.line
    if document is not None and document.text != page.text:
        line = moved_lines(page.text, document.text).get(line, line)
    where = desk.columns.range_of_span(page, page.line_span(rest.line))
    start = Position(line - 1, where.start.character)
    return Location(desk.uri_of(rest.page), Range(start, Position(line - 1, where.end.character)))
