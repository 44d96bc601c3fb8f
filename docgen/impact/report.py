"""What a change means for the pages, in words: for people, for programs, for a pull request.

An equation whose statement changed is `33: Widen` below its page, with the statement's lines before
and after.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from itertools import groupby

from docgen.impact.affected import Affected, Impact
from docgen.impact.change import Change
from docgen.impact.pieces import Piece
from docgen.pages.rests import KINDS, Kind, Rest

VERSION = 1
_OTHER = "{} is a repository of its own, so all of its code counts as changed"
PLURALS: dict[Kind, str] = {kind: f"{kind}s" for kind in KINDS}


def render_full(impact: Impact) -> str:
    """By page and kind; the last line counts."""
    lines: list[str] = []
    for page, kinds in _grouped(impact):
        lines.append(page)
        for kind, found in kinds:
            lines.append(f"  {PLURALS[kind]}")
            for one in found:
                lines.append(f"    {_where(one)}: {spelled(one.rest)}{_gone(one, impact)}")
                lines += [f"        {text}" for text in _reasons(one)]
    lines += [
        f"{path} is no Python on one side, so all of its code counts as changed"
        for path in impact.unread
    ]
    lines += [_OTHER.format(path) for path in impact.others]
    return "\n".join([*lines, _summary(impact)]) + "\n"


def render_markdown(impact: Impact) -> str:
    """A comment for a pull request: a heading, then a list for each page."""
    lines = [f"### Documentation that rests on the code changed since `{impact.revision}`", ""]
    for page, kinds in _grouped(impact):
        lines += [f"**{page}**", ""]
        for kind, found in kinds:
            for one in found:
                name = _markdown_name(one.rest)
                lines.append(f"- {kind} {name} (line {one.rest.line}){_gone(one, impact)}")
                lines += [f"    - {_quoted(text)}" for text in _reasons(one)]
        lines.append("")
    lines += [
        f"`{path}` is no Python on one side, so all of its code counts as changed.\n"
        for path in impact.unread
    ]
    lines += [f"{_OTHER.format(f'`{path}`')}.\n" for path in impact.others]
    summary = _summary(impact)
    return "\n".join([*lines, f"{summary[:1].upper()}{summary[1:]}."]) + "\n"


def render_json(impact: Impact) -> str:
    """One object of JSON with `version`, `revision` and the lists of what was found.

    The lists are `affected`, `changes`, `unread` and `others`. Each entry of `affected` has `kind`,
    `page`, `line`, `end_line`, `name`, `gone`, `cut`, `strays`, `gained`, `lost` and `because`, a
    list of a role with a change.
    """
    document = {
        "version": VERSION,
        "revision": impact.revision,
        "affected": [
            {
                **place(one.rest),
                "gone": one.is_gone,
                "cut": one.is_cut,
                "strays": list(one.strays),
                "gained": list(one.gained),
                "lost": list(one.lost),
                "because": [{"role": touch.role, **_change(touch.change)} for touch in one.touches],
            }
            for _, kinds in _grouped(impact)
            for _, found in kinds
            for one in found
        ],
        "changes": [_change(change) for change in impact.changes],
        "unread": list(impact.unread),
        "others": list(impact.others),
    }
    return json.dumps(document, ensure_ascii=False, indent=2) + "\n"


def place(rest: Rest) -> dict[str, object]:
    """What something is and where it stands, for JSON."""
    return {
        "kind": rest.kind,
        "page": rest.page,
        "line": rest.line,
        "end_line": rest.end_line,
        "name": rest.name,
    }


def _grouped(impact: Impact) -> list[tuple[str, list[tuple[Kind, list[Affected]]]]]:
    """By page, then by kind, then by line."""

    def order(one: Affected) -> tuple[str, int, int]:
        return (one.rest.page, KINDS.index(one.rest.kind), one.rest.line)

    ordered = sorted(impact.affected, key=order)
    return [
        (page, [(kind, [*found]) for kind, found in groupby(ones, lambda one: one.rest.kind)])
        for page, ones in groupby(ordered, lambda one: one.rest.page)
    ]


def _where(one: Affected) -> str:
    return f"{one.rest.page}:{one.rest.line}"


def spelled(rest: Rest) -> str:
    """What something is called, for people; a symbol as formulas are written."""
    return f"${rest.name}$" if rest.kind == "symbol" else rest.name


def _markdown_name(rest: Rest) -> str:
    if rest.kind == "symbol":
        return f"`{rest.name}`"
    return f"“{rest.name}”" if rest.kind == "paragraph" else f"*{rest.name}*"


def _gone(one: Affected, impact: Impact) -> str:
    if one.is_cut:
        return " (its code is not found now; run docgen check)"
    return f" (at {impact.revision}; the page does not hold it now)" if one.is_gone else ""


def _reasons(one: Affected) -> list[str]:
    """Each change once, with all that its code does for the thing."""
    roles: dict[Change, list[str]] = {}
    for touch in one.touches:
        roles.setdefault(touch.change, []).append(touch.role)
    told = [f"{_lines(change)} {_role(names)}: {_code(change)}" for change, names in roles.items()]
    told += [f"it does not name {name} now; run docgen check" for name in one.strays]
    told += [f"its code leads to {name} now" for name in one.gained]
    return [*told, *(f"its code does not lead to {name} now" for name in one.lost)]


def _role(names: Iterable[str]) -> str:
    return " and ".join(dict.fromkeys(names))


def _lines(change: Change) -> str:
    """`model.py:3`, or both places where the line is another one: `model.py:3 -> model.py:5`."""
    places = [_line(piece) for piece in (change.old, change.new) if piece is not None]
    return " -> ".join(dict.fromkeys(places))


def _line(piece: Piece) -> str:
    return f"{piece.path}:{piece.line}"


def _code(change: Change) -> str:
    if change.old is not None and change.new is not None and change.word != "moved":
        return f"{change.old.code} -> {change.new.code}"
    piece = change.new or change.old
    assert piece is not None
    return f"{change.word} {piece.code}"


def _quoted(text: str) -> str:
    """A reason in which Markdown reads the code as code."""
    head, _, code = text.partition(": ")
    return f"{head}: `` {code} ``" if code else text


def _change(change: Change) -> dict[str, object]:
    return {"change": change.word, "old": _piece(change.old), "new": _piece(change.new)}


def _piece(piece: Piece | None) -> dict[str, object] | None:
    if piece is None:
        return None
    return {
        "file": piece.path,
        "line": piece.line,
        "end_line": piece.end_line,
        "function": piece.scope,
        "code": piece.code,
    }


def _summary(impact: Impact) -> str:
    count = len(impact.changes)
    changed = f"{count} changed statement{'s' * (count != 1)}"
    if not count:
        return f"no code that the pages name changed since {impact.revision}"
    if not impact.affected:
        return f"nothing on the pages rests on the {changed} since {impact.revision}"
    counted = [(kind, _count(impact.affected, kind)) for kind in KINDS]
    words = [f"{count} {kind if count == 1 else PLURALS[kind]}" for kind, count in counted if count]
    total = len(impact.affected)
    return f"{', '.join(words)} rest{'s' * (total == 1)} on {changed} since {impact.revision}"


def _count(affected: Sequence[Affected], kind: Kind) -> int:
    return sum(one.rest.kind == kind for one in affected)
