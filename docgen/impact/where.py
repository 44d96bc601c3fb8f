"""A line of a file becomes the list of what on the pages rests on it.

Of the line `Z = X @ W` that is the equation of `Z`, its symbol, and all else that names it.
"""

from __future__ import annotations

import json
from dataclasses import dataclass

from docgen.impact.pieces import Piece, pieces
from docgen.impact.report import place, spelled
from docgen.pages.ground import Ground
from docgen.pages.rests import Rest, rests
from docgen.project import Project

VERSION = 1


@dataclass(frozen=True, slots=True)
class Found:
    """Something on a page, and what the line does for it."""

    rest: Rest
    roles: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Resting:
    """What rests on a line.

    Attributes:
        code: The statement that the line belongs to; empty where it belongs to none.
    """

    path: str
    line: int
    code: str
    found: tuple[Found, ...]


def find_resting(project: Project, path: str, line: int) -> Resting:
    """What rests on the statement around a line; the project is loaded, with runs or without.

    Between statements, what rests on the whole function or on the lines as they are printed.

    Args:
        path: From the project's root.

    Raises:
        source-unreadable: The file is no Python.
    """
    index = project.site.index
    hit: list[Piece] = []
    if path in index.paths():
        every = pieces(index.module_at(path))
        hit = [piece for piece in every if piece.line <= line <= piece.end_line]
        # A parameter stands in the head of its function, a lambda in its assignment.
        inner = [piece for piece in hit if piece.part]
        hit = inner or hit[-1:]
    found = []
    for rest in rests(project.site):
        roles = [each.role for each in rest.grounds if _carries(each, path, line, hit)]
        if roles:
            found.append(Found(rest, tuple(dict.fromkeys(roles))))
    return Resting(path, line, hit[0].code if len(hit) == 1 else "", tuple(found))


def _carries(ground: Ground, path: str, line: int, hit: list[Piece]) -> bool:
    if ground.path != path:
        return False
    if ground.node is None:
        return ground.first <= line <= ground.last
    return any(ground.holds(piece.path, piece.line, piece.node, piece.part) for piece in hit)


def render_full(resting: Resting) -> str:
    """A line for each thing: where it stands, what it is, and what the line does for it."""
    at = f"{resting.path}:{resting.line}"
    if not resting.found:
        return f"nothing rests on {at}\n"
    lines = [f"{at}: {resting.code}" if resting.code else at]
    for each in resting.found:
        rest = each.rest
        roles = ", ".join(each.roles)
        lines.append(f"{rest.page}:{rest.line}: {rest.kind} {spelled(rest)} ({roles})")
    return "\n".join(lines) + "\n"


def render_json(resting: Resting) -> str:
    """One object: `{"version", "file", "line", "code", "found": [{"kind", "page", ...}]}`."""
    document = {
        "version": VERSION,
        "file": resting.path,
        "line": resting.line,
        "code": resting.code,
        "found": [{**place(each.rest), "roles": list(each.roles)} for each in resting.found],
    }
    return json.dumps(document, ensure_ascii=False, indent=2) + "\n"
