"""Two trees of code become the list of statements that one has and the other has not.

`compare(old, new)` of `Z = X @ W` and `Z = X @ W + b` is one change, with both statements.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from docgen.diagnostics import Fault
from docgen.impact.moves import matched, moved
from docgen.impact.pieces import Piece, pieces
from docgen.source.bindings import own_bindings
from docgen.source.index import SourceIndex

Side = Literal["old", "new"]
_Scope = tuple[str, str, int]


@dataclass(frozen=True, slots=True)
class Change:
    """A statement or parameter before and after; None where it is not."""

    old: Piece | None
    new: Piece | None

    @property
    def word(self) -> str:
        """`added`, `removed`, `moved` or `changed`."""
        if self.old is None:
            return "added"
        if self.new is None:
            return "removed"
        return "moved" if self.old.syntax == self.new.syntax else "changed"

    @property
    def order(self) -> tuple[str, int, str]:
        """Path, line and part of the newer statement, else of the older one."""
        piece = self.new or self.old
        assert piece is not None
        return (piece.path, piece.line, piece.part)


@dataclass(frozen=True, slots=True)
class Difference:
    """All changes between two trees.

    Attributes:
        unread: Files that are no Python on one side, which therefore has no statement of them.
    """

    changes: tuple[Change, ...]
    unread: tuple[str, ...]


def compare(old: SourceIndex, new: SourceIndex, paths: Iterable[str]) -> Difference:
    """What differs between some Python files of two trees, layout and comments aside.

    Functions that moved as a whole do not differ, nor do statements that moved within their
    function, unless they are in another block or changed places with what they depend on.
    """
    unread: dict[str, None] = {}
    differing = [path for path in sorted(paths) if _data(old.root / path) != _data(new.root / path)]
    befores = _scopes(old, differing, unread)
    afters = _scopes(new, differing, unread)
    changes: list[Change] = []
    for before, after in _paired(befores, afters):
        imported = _imported(old, before[0]) | _imported(new, after[0])
        changes += _changes(befores.get(before, []), afters.get(after, []), imported)
    return Difference(tuple(sorted(changes, key=lambda change: change.order)), tuple(unread))


def _imported(index: SourceIndex, path: str) -> frozenset[str]:
    """The names that a file binds by imports; none of a file that is not there."""
    if path not in index.paths():
        return frozenset()
    bindings = own_bindings(index.module_at(path))
    return frozenset(each.text for each in bindings if each.bound == "import")


def _data(file: Path) -> bytes | None:
    try:
        return file.read_bytes()
    except OSError:
        return None


def _scopes(
    index: SourceIndex, paths: Iterable[str], unread: dict[str, None]
) -> dict[_Scope, list[Piece]]:
    known = set(index.paths())
    found: dict[_Scope, list[Piece]] = defaultdict(list)
    for path in paths:
        if path not in known:
            continue
        try:
            module = index.module_at(path)
        except Fault:
            unread[path] = None
            continue
        for piece in pieces(module):
            found[piece.path, piece.scope, piece.twin].append(piece)
    return dict(found)


def _paired(
    befores: dict[_Scope, list[Piece]], afters: dict[_Scope, list[Piece]]
) -> list[tuple[_Scope, _Scope]]:
    """Which function became which: the one of its name, in its file or in the one it moved to."""
    pairs = [(scope, scope) for scope in befores if scope in afters]
    lost = [scope for scope in befores if scope not in afters]
    made = [scope for scope in afters if scope not in befores]
    for scope in list(lost):
        homes = [one for one in made if one[1:] == scope[1:]]
        rivals = [one for one in lost if one[1:] == scope[1:]]
        if len(homes) == len(rivals) == 1:
            pairs.append((scope, homes[0]))
            lost.remove(scope)
            made.remove(homes[0])
    nowhere: _Scope = ("", "", -1)
    return [*pairs, *((one, nowhere) for one in lost), *((nowhere, one) for one in made)]


def _changes(
    before: Sequence[Piece], after: Sequence[Piece], imported: frozenset[str]
) -> list[Change]:
    """Pieces of one function that only one side has, those that bind the same together.

    Equal ones that stand where they mean something else are changed too.
    """
    equal = matched(before, after)
    is_met = {id(piece) for pair in equal for piece in pair}
    gone = [piece for piece in before if id(piece) not in is_met]
    come = [piece for piece in after if id(piece) not in is_met]
    changes: list[Change] = []
    for piece in gone:
        heir = next((one for one in come if one.binds == piece.binds), None)
        if heir is not None:
            come.remove(heir)
        changes.append(Change(piece, heir))
    pairs = [(each.old, each.new) for each in changes if each.old and each.new]
    changes += [Change(*pair) for pair in moved(equal, pairs, (before, after), imported)]
    return [*changes, *(Change(None, piece) for piece in come)]
