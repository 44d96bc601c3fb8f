r"""Wrong variants of a spelling: every token replaced, dropped, doubled or swapped.

Only what stands to the right of a relation is touched: of `m = \max_u Z_{tu}` variants are
`m = \min_u Z_{tu}`, `m = \max_u Z_{t}` and so on.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator
from dataclasses import dataclass

from docgen.latex.symbol import dimensions
from docgen.latex.table import COMMANDS
from docgen.latex.token import Token, scan_tokens
from tests.forms.form import Form

_OTHER = {
    "+": ("-",),
    "-": ("+",),
    "/": (r"\cdot ",),
    r"\cdot": ("/", "+"),
    r"\odot": ("+", ""),
    r"\sum": (r"\max", r"\prod"),
    r"\max": (r"\min", r"\sum"),
    r"\min": (r"\max",),
    r"\exp": (r"\log", r"\tanh"),
    r"\log": (r"\exp", r"\sqrt"),
    r"\tanh": (r"\sin", r"\exp"),
    r"\sin": (r"\cos", r"\tanh"),
    r"\cos": (r"\sin", r"\exp"),
    r"\sqrt": (r"\exp",),
    r"\le": ("<", r"\ge", ">"),
    "<": (r"\le", ">"),
    ">": (r"\le", "<"),
    r"\pi": ("e", "2"),
    "e": (r"\pi", "2"),
    r"\infty": ("1", r"\pi"),
    r"\frac": (),
}
_OPEN = {"(": ")", "[": "]", "{": "}", r"\{": r"\}"}


@dataclass(frozen=True)
class Unit:
    """A token, or the tokens of one declared name."""

    start: int
    end: int
    text: str
    kind: str


def variants(form: Form, spelling: str) -> dict[str, str]:
    """Variants with what was done to each, none equal to the spelling."""
    found: dict[str, str] = {}
    for what, latex in _all(form, spelling):
        if re.sub(r"\s", "", latex) != re.sub(r"\s", "", spelling):
            found.setdefault(latex, what)
    return found


def sampled(form: Form, spelling: str, count: int) -> dict[str, str]:
    """At most so many of them, the same ones in every run."""
    every = variants(form, spelling)
    chosen = sorted(every, key=lambda latex: zlib.crc32(latex.encode()))[:count]
    return {latex: every[latex] for latex in chosen}


def _all(form: Form, spelling: str) -> Iterator[tuple[str, str]]:
    units = _units(form, spelling)
    right = _right_of_relations(units)
    letters = sorted({one.text for one in units if one.kind == "letter"})
    names = sorted({one.latex for one in form.declared if not one.is_function})
    names += sorted({letter for one in form.declared for letter in dimensions(one)} - {*names})

    def put(start: int, end: int, text: str) -> str:
        return f"{spelling[:start]} {text} {spelling[end:]}"

    for at, unit in enumerate(units):
        if not right[at]:
            continue
        for other in _others(unit, names, letters):
            yield f"{unit.text} → {other}", put(unit.start, unit.end, other)
        if unit.text in _OPEN:
            end = _closing(units, at)
            before = units[at - 1].text if at else ""
            if before in ("_", "^"):
                yield "script dropped", put(units[at - 1].start, units[end].end, "")
            elif before not in (r"\frac", r"\sqrt", "}"):
                without = spelling[unit.end : units[end].start]
                yield "brackets dropped", put(unit.start, units[end].end, without)
            if before == r"\frac" and end + 1 < len(units) and units[end + 1].text == "{":
                last = _closing(units, end + 1)
                above = spelling[unit.start : units[end].end]
                below = spelling[units[end + 1].start : units[last].end]
                yield "fraction upside down", put(unit.start, units[last].end, below + above)
            continue
        if unit.kind == "structure":
            continue
        yield f"{unit.text} dropped", put(unit.start, unit.end, "")
        yield f"{unit.text} doubled", put(unit.start, unit.end, f"{unit.text} {unit.text}")
        if unit.text in "+-":
            end = _end_of_term(units, at)
            yield "term dropped", put(unit.start, units[end].end, "")
            term = spelling[unit.start : units[end].end]
            yield "term doubled", put(unit.start, units[end].end, f"{term} {term}")
        follower = units[at + 1] if at + 1 < len(units) else None
        if follower is not None and follower.kind != "structure" and right[at + 1]:
            text = f"{follower.text} {unit.text}"
            yield f"{unit.text} {follower.text} swapped", put(unit.start, follower.end, text)


def _others(unit: Unit, names: list[str], letters: list[str]) -> Iterator[str]:
    """What may stand in the place of a token: others of its class."""
    if unit.kind == "name":
        yield from (name for name in names if name != unit.text)
    elif unit.kind == "letter":
        yield from (letter for letter in letters if letter != unit.text)
    elif unit.kind == "number":
        digit = int(unit.text[-1])
        yield unit.text[:-1] + str((digit + 1) % 10)
        yield unit.text[:-1] + str((digit + 2) % 10)
    yield from _OTHER.get(unit.text, ())


def _units(form: Form, spelling: str) -> list[Unit]:
    tokens = scan_tokens(spelling)
    patterns = [tuple(one.text for one in scan_tokens(name)) for name in _names(form)]
    patterns.sort(key=len, reverse=True)
    texts = [one.text for one in tokens]
    units: list[Unit] = []
    at = 0
    while at < len(tokens):
        found = next((one for one in patterns if tuple(texts[at : at + len(one)]) == one), None)
        length = len(found) if found is not None else 1
        start, end = tokens[at].span.start, tokens[at + length - 1].span.end
        kind = "name" if found is not None else _kind(tokens[at])
        units.append(Unit(start, end, spelling[start:end], kind))
        at += length
    return units


def _names(form: Form) -> list[str]:
    declared = [one.latex for one in form.declared if not one.is_function]
    return declared + [letter for one in form.declared for letter in dimensions(one)]


def _kind(token: Token) -> str:
    if token.kind in ("letter", "number"):
        return "sign" if token.text in _OTHER else token.kind
    row = COMMANDS.get(token.text)
    if token.kind in ("begin", "end") or token.text in ("_", "^", "&", r"\\", ",", ";"):
        return "structure"
    if row is not None and row.kind in ("open", "close", "separator", "fraction", "bar"):
        return "structure"
    return "structure" if token.text in "{}" else "sign"


def _right_of_relations(units: list[Unit]) -> list[bool]:
    """Whether a relation stands before each unit in its statement."""
    found: list[bool] = []
    depth, is_right = 0, False
    for unit in units:
        opens = unit.text in _OPEN or unit.text.startswith(r"\begin")
        closes = unit.text in _OPEN.values() or unit.text.startswith(r"\end")
        depth += opens - closes
        # The body of `aligned` is the level of statements.
        level = depth - units[0].text.startswith(r"\begin{aligned}")
        if level == 0 and unit.text in (r"\quad", r"\\"):
            is_right = False
        found.append(is_right)
        if level == 0 and unit.text in ("=", r"\le", "<"):
            is_right = True
    return found


def _closing(units: list[Unit], at: int) -> int:
    depth = 0
    for end in range(at, len(units)):
        depth += (units[end].text in _OPEN) - (units[end].text in _OPEN.values())
        if depth == 0:
            return end
    raise LookupError(units[at].text)


def _end_of_term(units: list[Unit], at: int) -> int:
    """The last unit of the term that a sign begins."""
    depth = 0
    for end in range(at + 1, len(units)):
        text = units[end].text
        is_closed = text in _OPEN.values() or text.startswith(r"\end")
        ends = text in ("+", "-", ",", r"\quad", r"\\", "&", "=", r"\le") or is_closed
        if depth == 0 and ends:
            return end - 1
        depth += (text in _OPEN or text.startswith(r"\begin")) - is_closed
    return len(units) - 1
