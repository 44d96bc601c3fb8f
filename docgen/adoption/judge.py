"""Two versions of a file and the lines meant then become a verdict on the lines meant now.

`Z = A + b` that stood in line 6 and stands in line 8 is `moved`; a statement that binds `Z` another
way is `changed`.
"""

from __future__ import annotations

import difflib
from collections.abc import Sequence
from dataclasses import dataclass

from docgen.adoption.lines import CodeText, Unit, touched
from docgen.adoption.reference import Verdict
from docgen.text import counted

_ALIKE = 0.6
"""How alike two lines must be for one to count as an edit of the other."""

Lines = tuple[int, int]
NOWHERE: Lines = (0, 0)


@dataclass(frozen=True, slots=True)
class Judgement:
    """What became of some lines.

    Attributes:
        lines: First and last line now; zeros where they are gone, or not found for sure.
        note: What a reader should know besides.
    """

    verdict: Verdict
    lines: Lines = NOWHERE
    note: str = ""


def judge(then: CodeText, meant: Lines, now: CodeText, named: Lines) -> Judgement:
    """What became of the lines `meant` of the file as it was.

    Args:
        meant: First and last line in `then`.
        named: First and last line that the same reference names in `now`.
    """
    units = then.covered(*meant)
    if not units or meant[0] > len(then.lines) or meant[1] > len(then.lines):
        return Judgement("never", note=_nothing(then, meant))
    if then.data == now.data and meant == named:
        return Judgement("same", meant)
    is_statement = units[0] in then.statements
    if is_statement and now.module is None:
        if now.path.endswith(".py"):
            return Judgement("unknown", note=f"`{now.path}` cannot be read as Python now")
        units, is_statement = touched(then.plain, *meant), False
    pool = now.statements if is_statement else now.plain
    before = then.statements if is_statement else then.plain
    places = _places(units, before, pool)
    if len(places) == 1 and _is_elsewhere(units[0], places[0][0], pool):
        line = places[0][0].line
        note = f"its function is still there, and the same code stands in another, line {line}"
        return Judgement("moved", note=f"{note}: say which")
    if len(places) == 1:
        found = _located(units, places[0], meant)
        return Judgement("same" if found == named else "moved", found)
    if places:
        lines = ", ".join(str(place[0].line) for place in places)
        return Judgement("moved", note=f"the same code stands in lines {lines}: say which")
    return _edited(units, then, now, pool)


def _nothing(then: CodeText, meant: Lines) -> str:
    if max(meant) > len(then.lines):
        return f"the file had {counted(len(then.lines), 'line')}"
    return "there was no code in these lines"


def _places(
    units: Sequence[Unit], before: Sequence[Unit], pool: Sequence[Unit]
) -> list[Sequence[Unit]]:
    """Where the same code stands now: in the same function if it is there, else anywhere.

    Of identical copies the one with the same rank is meant, where there are as many as before.
    """
    keys = [unit.key for unit in units]
    runs = [
        pool[at : at + len(keys)]
        for at in range(len(pool) - len(keys) + 1)
        if pool[at].key == keys[0] and [unit.key for unit in pool[at : at + len(keys)]] == keys
    ]
    inside = [run for run in runs if run[0].scope == units[0].scope]
    chosen = inside or runs
    if len(chosen) < 2:
        return chosen
    twins = [
        at
        for at in range(len(before) - len(keys) + 1)
        if before[at].key == keys[0]
        and [unit.key for unit in before[at : at + len(keys)]] == keys
        and (not inside or before[at].scope == units[0].scope)
    ]
    ranks = [at for at, start in enumerate(twins) if before[start] is units[0]]
    return [chosen[ranks[0]]] if ranks and len(twins) == len(chosen) else chosen


def _is_elsewhere(unit: Unit, found: Unit, pool: Sequence[Unit]) -> bool:
    """Whether code stands in another function than before, which is still there without it."""
    return found.scope != unit.scope and any(each.scope == unit.scope for each in pool)


def _located(units: Sequence[Unit], run: Sequence[Unit], meant: Lines) -> Lines:
    """The lines of a run that lie in it as those meant lay in the units."""
    first = run[0].line + (meant[0] - units[0].line)
    last = run[-1].end_line + (meant[1] - units[-1].end_line)
    heights = [unit.end_line - unit.line for unit in units]
    if heights != [unit.end_line - unit.line for unit in run]:
        # Laid out anew: a line of a statement has no counterpart.
        first, last = run[0].line, run[-1].end_line if meant[0] < meant[1] else run[0].line
    return max(first, 1), max(last, first, 1)


def _edited(
    units: Sequence[Unit], then: CodeText, now: CodeText, pool: Sequence[Unit]
) -> Judgement:
    """Changed where something in its place is its edit, else gone."""
    kept = [each for unit in units for each in _counterparts(unit, pool)]
    if kept:
        lines = min(each.line for each in kept), max(each.end_line for each in kept)
        return Judgement("changed", lines)
    old, new = [_folded(text.lines) for text in (then, now)]
    start, end = units[0].line - 1, units[-1].end_line
    matcher = difflib.SequenceMatcher(None, old, new, autojunk=False)
    for tag, left, right, low, high in matcher.get_opcodes():
        if tag != "replace" or right <= start or left >= end:
            continue
        text = old[start]
        ratios = [difflib.SequenceMatcher(None, text, line).ratio() for line in new[low:high]]
        best = max(ratios)
        if best >= _ALIKE and ratios.count(best) == 1:
            line = low + ratios.index(best) + 1
            return Judgement("changed", (line, line))
    return Judgement("gone", note="the code was taken out of the file")


def _counterparts(unit: Unit, pool: Sequence[Unit]) -> list[Unit]:
    """The one unit of the same function that is the same, else the one that binds the same."""
    inside = [each for each in pool if each.scope == unit.scope]
    same = [each for each in inside if each.key == unit.key]
    if not same:
        same = [each for each in inside if unit.binds and each.binds == unit.binds]
    return same if len(same) == 1 else []


def _folded(lines: Sequence[str]) -> list[str]:
    return [" ".join(line.split()) for line in lines]
