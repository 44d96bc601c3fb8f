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
from docgen.impact.revision import old_tree
from docgen.pages.ground import Ground
from docgen.pages.reach import REACHED
from docgen.pages.rests import Rest, everything
from docgen.project import Project
from docgen.syntax import module_tree


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
        is_cut: The page, which is as it was, holds it, but nothing of its code is found.
        strays: Names of code to which it was tied at the revision and is not now, though neither
            the page nor that code changed: its anchors mean something else now.
        gained: Names of functions and constants to which its code leads now and did not, though
            none of it changed: an import did, or a second name of a function.
        lost: Those to which its code does not lead any more.
    """

    rest: Rest
    touches: tuple[Touch, ...]
    is_gone: bool = False
    strays: tuple[str, ...] = ()
    gained: tuple[str, ...] = ()
    lost: tuple[str, ...] = ()
    is_cut: bool = False


@dataclass(frozen=True, slots=True)
class Impact:
    """What a change of the code means for the pages.

    Attributes:
        changes: All in files that pages name, also those that nothing rests on.
        unread: Files that are no Python on one side.
        others: Folders that pages name and that are repositories of their own: what changed in them
            is not known.
    """

    revision: str
    affected: tuple[Affected, ...]
    changes: tuple[Change, ...]
    unread: tuple[str, ...]
    others: tuple[str, ...] = ()


def find_impact(root: Path, revision: str) -> Impact:
    """What rests on the code that changed between a revision and the work tree.

    Nothing is executed, neither of the revision nor of the work tree.

    Raises:
        unknown-reference: There is no git, no repository, or no such revision.
    """
    new = Project.open(root)
    new.load(static=True)
    with old_tree(root, revision) as tree:
        old = Project.open(tree.folder)
        old.load(static=True)
        before, after = everything(old.site), everything(new.site)
        paths = {ground.path for rest in (*before, *after) for ground in rest.grounds}
        difference = compare(old.site.index, new.site.index, paths)
        texts = {name: draft.page.source.text for name, draft in old.pages.items()}
        same = {
            draft.page.source.path
            for name, draft in new.pages.items()
            if texts.get(name) == draft.page.source.text
        }
        found = _affected(before, after, difference, same)
    others = tuple(
        each for each in tree.others if any(path.startswith(f"{each}/") for path in paths)
    )
    return Impact(revision, tuple(found), difference.changes, difference.unread, others)


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
        gained: tuple[str, ...] = ()
        lost: tuple[str, ...] = ()
        if was is not None:
            touches |= _touches(difference, "old", was)
            is_same = rest is not None and (rest.page in same or rest.kind == "concept")
            if rest is not None and is_same and not touches:
                strays = _lost(was, rest, is_led=False)
                if not strays:
                    gained, lost = _lost(rest, was, is_led=True), _lost(was, rest, is_led=True)
        shown = rest or was
        assert shown is not None
        if touches or strays or gained or lost:
            is_cut = rest is None and shown.page in same
            is_gone = rest is None and not is_cut
            found.append(Affected(shown, _sorted(touches), is_gone, strays, gained, lost, is_cut))
    return sorted(found, key=lambda one: (one.rest.page, one.rest.kind, one.rest.line))


def _touches(difference: Difference, side: Side, rest: Rest) -> dict[tuple[Change, str], Touch]:
    found: dict[tuple[Change, str], Touch] = {}
    for change in difference.changes:
        piece = change.old if side == "old" else change.new
        for ground in rest.grounds:
            if piece is not None and ground.holds(piece.path, piece.line, piece.node, piece.part):
                found[change, ground.role] = Touch(ground.role, change)
    return found


def _sorted(touches: dict[tuple[Change, str], Touch]) -> tuple[Touch, ...]:
    return tuple(sorted(touches.values(), key=lambda touch: (touch.change.order, touch.role)))


def _lost(one: Rest, other: Rest, is_led: bool) -> tuple[str, ...]:
    """Names of the code under one that is not under the other.

    Args:
        is_led: Whether of the code that is run and read, or of what the text names.
    """
    theirs = {_spelled(ground) for ground in other.grounds}
    lost = [
        ground.name
        for ground in one.grounds
        if (ground.role in REACHED) == is_led and _spelled(ground) not in theirs
    ]
    return tuple(dict.fromkeys(lost))


def _spelled(ground: Ground) -> tuple[str, str]:
    """Role and name, the name as it is in every layout."""
    try:
        return (ground.role, ast.unparse(module_tree(ground.name)))
    except SyntaxError:  # `f.return[0]`, the head of a block
        return (ground.role, "".join(ground.name.split()))
