"""Statements that are equal on both sides become those that stand where they mean something else.

In `a = x; x = 2` and `x = 2; a = x` both moved; in `b = 1; a = x` and `a = x; b = 1` none did.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from docgen.impact.effects import depend
from docgen.impact.pieces import Piece
from docgen.source.flow import NodeKey

Pair = tuple[Piece, Piece]


def moved(
    equal: Sequence[Pair],
    changed: Sequence[Pair],
    scopes: tuple[Sequence[Piece], Sequence[Piece]],
    imported: frozenset[str],
) -> list[Pair]:
    """The equal pairs that are in another block, or changed places with what they depend on.

    A block that is new, or gone, is a change of its own, and moves nothing.

    Args:
        changed: Statements that became others.
        scopes: All of the function before and after.
        imported: Names of modules.
    """
    pairs = [pair for pair in (*equal, *changed) if not pair[0].part]
    heirs = {old.node: new.node for old, new in pairs}
    places = ({one.node: one for one in scopes[0]}, {one.node: one for one in scopes[1]})
    found: dict[Pair, None] = {}
    for old, new in equal:
        if not old.part:
            was = _block(old, places[0], frozenset(heirs))
            now = _block(new, places[1], frozenset(heirs.values()))
            if (heirs[was[0]] if was[0] else None, was[1]) != now:
                found[old, new] = None
    for pair in _reordered(pairs, imported):
        found[pair] = None
    return [pair for pair in equal if pair in found]


def _block(
    piece: Piece, places: dict[NodeKey, Piece], lasting: frozenset[NodeKey]
) -> tuple[NodeKey | None, str]:
    """The innermost block around a piece whose statement is on both sides."""
    at = piece
    while at.inside is not None:
        if at.inside in lasting or at.inside not in places:
            return (at.inside if at.inside in lasting else None, at.block)
        at = places[at.inside]
    return (None, "")


def _reordered(pairs: Sequence[Pair], imported: frozenset[str]) -> list[Pair]:
    """Pairs that changed places with another one so that it matters."""
    ordered = sorted(pairs, key=lambda pair: pair[0].node)
    found: dict[Pair, None] = {}
    last: NodeKey = (0, 0, 0, 0)
    for at, pair in enumerate(ordered):
        if pair[1].node > last:
            last = pair[1].node
            continue
        for other in ordered[:at]:
            if other[1].node > pair[1].node and depend(pair[0].effects, other[0].effects, imported):
                found[pair] = found[other] = None
    return list(found)


def matched(before: Sequence[Piece], after: Sequence[Piece]) -> list[Pair]:
    """Pieces that are equal, the first with the first."""
    waiting: dict[str, list[Piece]] = defaultdict(list)
    for piece in after:
        waiting[piece.syntax].append(piece)
    return [(piece, waiting[piece.syntax].pop(0)) for piece in before if waiting[piece.syntax]]
