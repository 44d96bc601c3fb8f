r"""Formulas in which the places of symbols are marked, set exactly as without marks.

`set_marked("Z = X", [Occurrence(Span(0, 1), (7,))], False)` holds
`<mrow class="dg-sym dg-s7"><mi>Z</mi></mrow>`. A colour round the LaTeX of each place tells which
letters of the set formula it became; around these the marks are put into the plain formula.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

import math_core

from docgen.latex.mathml import convert, set_math
from docgen.text import Span

_TAG = re.compile(r"<(?P<close>/)?(?P<name>[a-z]+)(?P<rest>[^>]*?)(?P<empty>/)?>")
_COLOUR = re.compile(r'style="color:#([0-9A-F]{6});?"')
_ROWS = frozenset({"math", "mrow", "mstyle", "mtd", "mpadded", "msqrt", "menclose", "mphantom"})
"""Elements whose children stand in a row, so that several of them can be marked as one."""
_TABLES = frozenset({"mtable", "mtr"})
_KEPT = frozenset({"math", "mtd", "mtr", "msqrt", "mroot", "mfrac", "menclose"})
"""Elements that no mark surrounds: only their parent may hold them, or they draw lines."""
_FENCES = frozenset("()[]{}⟨⟩⌊⌋⌈⌉")
_UNSEEN = frozenset({"", "\u2061", "\u2062", "\u2063"})


@dataclass(frozen=True, slots=True)
class Occurrence:
    """Characters of a formula that name symbols, by the numbers of these.

    Attributes:
        declares: Of one number: it is the symbol's own cell of its table, where links lead.
    """

    span: Span
    numbers: tuple[int, ...]
    declares: bool = False


@dataclass(eq=False)
class _Element:
    """An element of a formula, with its first and last leaf (excluded) and its characters."""

    name: str
    start: int
    first: int
    colour: int | None = None
    end: int = 0
    last: int = 0
    text: str = ""
    children: list[_Element] = field(default_factory=list)


@dataclass(frozen=True, eq=False)
class _Formula:
    root: _Element
    leaves: list[str]
    seen: list[bool]
    colours: list[frozenset[int]]


def set_marked(latex: str, occurrences: Sequence[Occurrence], display: bool) -> str:
    """The formula with marks; a place that cannot be told in the set formula has none.

    Raises:
        Fault: As of `set_math`.
    """
    return _set_marked(latex, tuple(occurrences), display)


@lru_cache(maxsize=4096)
def _set_marked(latex: str, occurrences: tuple[Occurrence, ...], display: bool) -> str:
    plain = set_math(latex, display)
    kept = _nested(occurrences)
    if not kept:
        return plain
    formula = _read(plain)
    found = _located(latex, kept, display, formula)
    inserts: list[tuple[int, int, str]] = []
    for occurrence in kept:
        leaves = found.get(occurrence)
        if leaves:
            inserts += _wrapped(formula, leaves, occurrence)
    return _inserted(plain, inserts)


def class_of(numbers: Sequence[int]) -> str:
    """The classes of a place of symbols: `dg-sym dg-s7`."""
    return " ".join(("dg-sym", *(f"dg-s{number}" for number in numbers)))


def _nested(occurrences: Sequence[Occurrence]) -> list[Occurrence]:
    """Those that contain each other or lie apart, outer ones first."""
    kept: list[Occurrence] = []
    for one in sorted(occurrences, key=lambda each: (each.span.start, -each.span.end)):
        crosses = any(
            other.span.start < one.span.start < other.span.end < one.span.end for other in kept
        )
        if one.span.start < one.span.end and not crosses:
            kept.append(one)
    return kept


def _located(
    latex: str, occurrences: list[Occurrence], display: bool, formula: _Formula
) -> dict[Occurrence, set[int]]:
    """Which leaves of the plain formula each occurrence became."""
    found = _coloured(latex, occurrences, display, formula)
    if found is not None or len(occurrences) == 1:
        return found or {}
    alone: dict[Occurrence, set[int]] = {}
    for one in occurrences:
        alone |= _coloured(latex, [one], display, formula) or {}
    return alone


def _coloured(
    latex: str, occurrences: list[Occurrence], display: bool, formula: _Formula
) -> dict[Occurrence, set[int]] | None:
    """The same from one conversion; None where colours change what is set."""
    edits: list[tuple[int, int, str]] = []
    for number, one in enumerate(occurrences):
        span = one.span
        edits.append((span.start, number, rf"{{\color[HTML]{{{number:06X}}} "))
        edits.append((span.end, -1 - number, "}"))
    try:
        made = _read(convert(_inserted(latex, edits), display))
    except math_core.LatexError:
        return None
    shown = [at for at, seen in enumerate(formula.seen) if seen]
    others = [at for at, seen in enumerate(made.seen) if seen]
    if [formula.leaves[at] for at in shown] != [made.leaves[at] for at in others]:
        return None
    found: dict[Occurrence, set[int]] = {}
    for at, other in zip(shown, others, strict=True):
        for number in made.colours[other]:
            if number < len(occurrences):
                found.setdefault(occurrences[number], set()).add(at)
    return found


def _inserted(text: str, inserts: list[tuple[int, int, str]]) -> str:
    """The text with pieces put in; at one place by their rank, closing ones first."""
    out: list[str] = []
    at = 0
    for place, _, piece in sorted(inserts, key=lambda each: each[:2]):
        out += [text[at:place], piece]
        at = place
    return "".join([*out, text[at:]])


def _read(mathml: str) -> _Formula:
    """The elements of a formula and its leaves in order."""
    leaves: list[str] = []
    seen: list[bool] = []
    colours: list[frozenset[int]] = []
    root = _Element("", 0, 0)
    stack = [root]
    for tag in _TAG.finditer(mathml):
        if not tag["close"]:
            colour = _COLOUR.search(tag["rest"])
            code = int(colour[1], 16) if colour and tag["name"] == "mrow" else None
            element = _Element(tag["name"], tag.start(), len(leaves), code)
            stack[-1].children.append(element)
            stack.append(element)
            if not tag["empty"]:
                continue
        element = stack.pop()
        element.end = tag.end()
        if not element.children and element.name not in (*_ROWS, *_TABLES):
            start = mathml.index(">", element.start) + 1
            element.text = "" if tag["empty"] else mathml[start : tag.start()]
            leaves.append(f"{element.name} {element.text}")
            seen.append(element.text.strip() not in _UNSEEN)
            around = [one.colour for one in stack if one.colour is not None]
            colours.append(frozenset(around))
        element.last = len(leaves)
    return _Formula(root, leaves, seen, colours)


def _wrapped(
    formula: _Formula, leaves: set[int], occurrence: Occurrence
) -> list[tuple[int, int, str]]:
    """Marks around what consists of the leaves; none where one would change an operator."""
    groups = list(_groups(formula, formula.root, leaves))
    if not all(_is_harmless(group) for group in groups):
        return []
    inserts: list[tuple[int, int, str]] = []
    rank = 2 * (occurrence.span.end - occurrence.span.start)
    for number, group in enumerate(groups):
        name = class_of(occurrence.numbers)
        own = ""
        if occurrence.declares and number == 0:
            own = f' id="dg-sym-{occurrence.numbers[0]}" tabindex="0"'
        size = len(group)
        inserts.append((group[0].start, 1_000_000 - rank - size, f'<mrow class="{name}"{own}>'))
        inserts.append((group[-1].end, rank + size - 1_000_000, "</mrow>"))
    return inserts


def _groups(formula: _Formula, node: _Element, leaves: set[int]) -> Iterator[list[_Element]]:
    """The largest pieces that hold no other leaf; neighbours in a row are one piece."""
    run: list[_Element] = []
    for child in node.children:
        own = range(child.first, child.last)
        visible = [at for at in own if formula.seen[at]]
        if visible and all(at in leaves for at in visible) and child.name not in _KEPT:
            run.append(child)
            if node.name not in _ROWS:
                yield run
                run = []
            continue
        if run and not visible and child.name not in _TABLES:
            continue  # between two marked pieces, or behind the last of them
        if run:
            yield run
            run = []
        if visible and any(at in leaves for at in visible):
            yield from _groups(formula, child, leaves)
    if run:
        yield run


def _is_harmless(group: list[_Element]) -> bool:
    """Whether its ends are no operators, whose spaces depend on what stands around them."""
    if len(group) == 1:
        return True
    ends = (group[0], group[-1])
    return all(end.name != "mo" or end.text.strip() in _FENCES for end in ends)
