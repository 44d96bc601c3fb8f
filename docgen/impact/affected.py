"""A change of the code becomes the list of what on the pages rests on it.

Where `Z = X @ W` became `Z = X @ W + b`, that is the equation of `Z`, the row of its symbol, every
paragraph that links to it, the blocks that show it, and the concept of its function.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from docgen.impact.change import Change, Difference, Side, compare
from docgen.impact.ground import Ground
from docgen.impact.rests import Rest, everything
from docgen.impact.revision import old_tree
from docgen.project import Project


@dataclass(frozen=True, slots=True)
class Touch:
    """One change under something on a page, and what the changed code does for it."""

    role: str
    change: Change


@dataclass(frozen=True, slots=True)
class Affected:
    """Something on a page that rests on changed code.

    Attributes:
        rest: As it stands on the page now; as it stood at the revision where it is gone.
        touches: By place in the code.
        is_gone: The page does not hold it any more.
        strays: Names of code to which it was tied at the revision and is not now, though neither
            the page nor that code changed: its anchors mean something else now.
    """

    rest: Rest
    touches: tuple[Touch, ...]
    is_gone: bool = False
    strays: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Impact:
    """What a change of the code means for the pages.

    Attributes:
        changes: All in files that pages name, also those that nothing rests on.
        unread: Files that are no Python on one side.
    """

    revision: str
    affected: tuple[Affected, ...]
    changes: tuple[Change, ...]
    unread: tuple[str, ...]


def find_impact(root: Path, revision: str) -> Impact:
    """What rests on the code that changed between a revision and the work tree.

    Nothing is executed, neither of the revision nor of the work tree.

    Raises:
        unknown-reference: There is no git, no repository, or no such revision.
    """
    new = Project.open(root)
    new.load(static=True)
    with old_tree(root, revision) as folder:
        old = Project.open(folder)
        old.load(static=True)
        before, after = everything(old), everything(new)
        paths = {ground.path for rest in (*before, *after) for ground in rest.grounds}
        difference = compare(old.site.index, new.site.index, paths)
        texts = {name: draft.page.source.text for name, draft in old.pages.items()}
        same = {
            draft.page.source.path
            for name, draft in new.pages.items()
            if texts.get(name) == draft.page.source.text
        }
        found = _affected(before, after, difference, same)
    return Impact(revision, tuple(found), difference.changes, difference.unread)


def _affected(
    before: Iterable[Rest], after: Iterable[Rest], difference: Difference, same: set[str]
) -> list[Affected]:
    """Every thing of either tree whose code changed, each once.

    Args:
        same: Pages whose text did not change.
    """
    olds = {rest.identity: rest for rest in before}
    news = {rest.identity: rest for rest in after}
    found: list[Affected] = []
    for identity in {**news, **olds}:
        rest, was = news.get(identity), olds.get(identity)
        touches = _touches(difference, "new", rest) if rest is not None else {}
        strays: tuple[str, ...] = ()
        if was is not None:
            touches |= _touches(difference, "old", was)
            if rest is not None and rest.page in same and not touches:
                strays = _strays(was, rest)
        shown = rest or was
        assert shown is not None
        if touches or strays:
            found.append(Affected(shown, _sorted(touches), rest is None, strays))
    return sorted(found, key=lambda one: (one.rest.page, one.rest.kind, one.rest.line))


def _touches(difference: Difference, side: Side, rest: Rest) -> dict[tuple[Change, str], Touch]:
    found: dict[tuple[Change, str], Touch] = {}
    for change in difference.changes:
        piece = change.old if side == "old" else change.new
        for ground in rest.grounds:
            if piece is not None and ground.holds(piece):
                found[change, ground.role] = Touch(ground.role, change)
    return found


def _sorted(touches: dict[tuple[Change, str], Touch]) -> tuple[Touch, ...]:
    return tuple(sorted(touches.values(), key=lambda touch: (touch.change.order, touch.role)))


def _strays(was: Rest, rest: Rest) -> tuple[str, ...]:
    """Names of the code that an unchanged text named before and does not name now."""
    now = {_spelled(ground) for ground in rest.grounds}
    lost = [ground.name for ground in was.grounds if _spelled(ground) not in now]
    return tuple(dict.fromkeys(lost))


def _spelled(ground: Ground) -> tuple[str, str]:
    """Role and name, the name as it is in every layout."""
    try:
        return (ground.role, ast.unparse(ast.parse(ground.name)))
    except SyntaxError:  # `f.return[0]`, the head of a block
        return (ground.role, "".join(ground.name.split()))
