r"""The left sides of an equation: what each of its parts says something of.

`Y_{tj} = \sum_i X_{ti} W_{ij}` has the left side `Y_{tj}`, of the symbol $Y$; `\lVert R \rVert = 1`
has one of no symbol, so it states a property.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from docgen.diagnostics import Fault
from docgen.latex.node import Call, Indexed, Part
from docgen.latex.node import Symbol as SymbolNode
from docgen.latex.parse import read_equation, read_formula
from docgen.links.declare import as_declared, declare
from docgen.links.symbol import Symbol, normal_latex

_RELATION = re.compile(r"=|\\leftarrow|\\gets|:=|\\coloneqq")
_INNER = re.compile(r"\\begin\{(cases|array|\w*matrix)\*?\}.*?\\end\{\1\*?\}", re.DOTALL)
_LAYOUT = re.compile(r"\\(?:begin|end)\{(?!cases|array|\w*matrix)\w+\*?\}|&")
_PART = re.compile(r"\\q?quad(?![A-Za-z])|\\\\|\\Rightarrow|\\implies")
_DEFINING = ("=", "≈", "←", ":=")


@dataclass(frozen=True, slots=True)
class Left:
    """The left side of one part.

    Attributes:
        offset: Where it stands in the LaTeX.
        symbol: The row of its symbol; None where none declares it, and of a property.
        is_property: It is no symbol, or is not said to be equal to something.
    """

    text: str
    offset: int
    symbol: Symbol | None = None
    is_property: bool = False


def find_lefts(latex: str, symbols: Sequence[Symbol]) -> list[Left]:
    """The left sides of all parts, as the reader sees them; as they are written if it cannot."""
    declared = declare(symbols)
    rows = {normal_latex(symbol.latex): symbol for symbol in reversed(declared.values())}
    written = [
        Left(text, offset, rows.get(normal_latex(text))) for text, offset in left_sides(latex)
    ]
    if written and all(one.symbol is not None for one in written):
        return written
    try:
        parts = read_equation(latex, as_declared(declared.values())).parts
    except Fault:  # reported when it is read to be checked
        return [one if one.symbol else _alone(one, declared) for one in written]
    return [_left(part, latex, declared) for part in parts]


def _alone(written: Left, declared: dict[str, Symbol]) -> Left:
    """A left side read by itself, where what follows cannot be read."""
    try:
        part = read_formula(written.text, as_declared(declared.values())).parts[0]
    except Fault:
        return written
    side = part.chain.sides[0]
    base = side.base if isinstance(side, Indexed) else side
    symbol = declared.get(base.name) if isinstance(base, SymbolNode | Call) else None
    return replace(written, symbol=symbol, is_property=symbol is None)


def _left(part: Part, latex: str, declared: dict[str, Symbol]) -> Left:
    side = part.chain.sides[0]
    text = latex[side.span.start : side.span.end]
    base = side.base if isinstance(side, Indexed) else side
    is_name = isinstance(base, SymbolNode) or (isinstance(base, Call) and base.kind != "built-in")
    if not is_name or part.chain.relations[0] not in _DEFINING:
        return Left(text, side.span.start, is_property=True)
    name = base.name if isinstance(base, SymbolNode | Call) else ""
    return Left(text, side.span.start, declared.get(name))


def left_sides(latex: str) -> list[tuple[str, int]]:
    r"""Left sides of the parts of an equation, with their offsets.

    Parts are separated by `\quad`, `\\` and `\Rightarrow`; a part without a relation has none.
    The rows of matrices and of `cases` are no parts.
    """
    found: list[tuple[str, int]] = []
    start = 0
    for end, after in [*_top_level(_PART, latex), (len(latex), len(latex))]:
        part = latex[start:end]
        relations = _top_level(_RELATION, part)
        if relations:
            raw = part[: relations[0][0]]
            blank = _LAYOUT.sub(lambda match: " " * len(match[0]), raw)
            left = blank.strip(" \t\n,")
            if left:
                found.append((left, start + blank.find(left)))
        start = after
    return found


def _top_level(pattern: re.Pattern[str], latex: str) -> list[tuple[int, int]]:
    """Matches that no brace and no matrix encloses."""
    inner = [match.span() for match in _INNER.finditer(latex)]
    depth = 0
    depths: list[int] = []
    for at, character in enumerate(latex):
        escaped = at > 0 and latex[at - 1] == "\\"
        if character == "}" and not escaped:
            depth -= 1
        depths.append(depth)
        if character == "{" and not escaped:
            depth += 1
    return [
        match.span()
        for match in pattern.finditer(latex)
        if depths[match.start()] == 0
        and not any(start <= match.start() < end for start, end in inner)
    ]
