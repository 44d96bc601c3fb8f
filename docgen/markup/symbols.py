"""Symbol tables: LaTeX names, the code they stand for, their shapes.

The row ``| $W_1, b_1$ | Weights, bias | `w`, `b` | (d, F) and (F,) |`` holds two symbols, `W_1` in
`w` with `(d, F)`, and `b_1` in `b` with `(F,)`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from docgen.diagnostics import Fault, Finding, suggest
from docgen.markup.math import behind_math, match_code, match_math
from docgen.markup.page import Cell, Page, Row, Table, split_list
from docgen.markup.sections import Concept
from docgen.text import SourceText, Span, counted

_SHAPE_START = re.compile(r"(?:,\s*|\s+and\s+|,\s*and\s+)(?=[(`]|scalar\b|none\b|\u2014)")
_TIMED = re.compile(r"(?P<name>.*\S)\s+(?P<word>at)\s+(?P<time>entry|return)", re.DOTALL)
_OPENERS, _CLOSERS = "({[", ")}]"


@dataclass(frozen=True, slots=True)
class Qualifier:
    """When a cell is read, where the row says so: ``at `entry` `` is `at` and `entry`."""

    word: str
    target: str
    span: Span


@dataclass(frozen=True, slots=True)
class SymbolRow:
    """A row of a symbol table.

    Attributes:
        symbols: LaTeX names; `cells` and `shapes` have as many entries, or one for all, or none.
        qualifiers: Of the cells, one each; None where a cell has none.
    """

    symbols: tuple[tuple[str, Span], ...]
    cells: tuple[tuple[str, Span], ...]
    shapes: tuple[tuple[str, Span], ...]
    meaning: Cell
    span: Span
    row: Row
    qualifiers: tuple[Qualifier | None, ...] = ()


def symbol_tables(where: Page | Concept) -> tuple[tuple[SymbolRow, ...], tuple[Finding, ...]]:
    """The rows of all symbol tables of a page or concept, and rows that do not add up."""
    source = where.source if isinstance(where, Page) else where.page.source
    rows: list[SymbolRow] = []
    findings: list[Finding] = []
    for table in where.items:
        if not isinstance(table, Table):
            continue
        names = [_name(cell.text) for cell in table.header.cells]
        misnamed = _misnamed(source, table, names)
        findings += misnamed
        if misnamed or "symbol" not in names or "in code" not in names:
            continue
        for row in table.rows:
            try:
                rows.append(_read_row(names, row))
            except Fault as fault:
                findings.append(fault.at(source, row.span))
    return tuple(rows), tuple(findings)


def _name(text: str) -> str:
    return " ".join(text.strip("*_ ").casefold().split())


def _misnamed(source: SourceText, table: Table, names: list[str]) -> list[Finding]:
    """The first column of a symbol table whose name is near to one that it lacks.

    Such a table would silently declare nothing, or no shapes.
    """
    for wanted, beside in (
        ("Symbol", {"in code", "code"}),
        ("In code", {"symbol"}),
        ("Shape", {"symbol", "in code"}),
    ):
        lacks = wanted.casefold() not in names
        if not lacks or not (beside <= set(names) if wanted == "Shape" else beside & set(names)):
            continue
        for name, cell in zip(names, table.header.cells, strict=True):
            if _is_near(name, wanted.casefold()):
                fault = Fault(
                    "malformed-block",
                    f"a symbol table without the column *{wanted}*",
                    help=f"name this column `{wanted}`",
                )
                return [fault.at(source, cell.span)]
    return []


def _is_near(name: str, wanted: str) -> bool:
    if wanted == "in code":
        return name == "code" or suggest(name, [wanted]) is not None
    # Words such as *Share* and *Scope* head columns of their own.
    return suggest(name, [wanted], 0.85) is not None


def _read_row(names: list[str], row: Row) -> SymbolRow:
    """Read a row; places in faults are those within the row.

    Raises:
        malformed-block: No formula in the Symbol column, or counts that differ.
    """
    cells = dict(zip(names, row.cells, strict=False))
    end = Span(row.span.end, row.span.end)
    nothing = Cell("", end)
    symbol_cell = cells.get("symbol", nothing)
    symbols = _symbols(symbol_cell)
    if not symbols:
        raise Fault(
            "malformed-block",
            "the row names no symbol",
            _within(row, symbol_cell.span),
            help="write the symbol as a formula: `$Z$`",
        )
    code_cell, shape_cell = cells.get("in code", nothing), cells.get("shape", nothing)
    codes, qualifiers = _codes(code_cell, len(symbols))
    shapes = _shapes(shape_cell)
    for found, cell, what in ((codes, code_cell, "cell"), (shapes, shape_cell, "shape")):
        if len(found) not in (0, 1, len(symbols)):
            raise Fault(
                "malformed-block",
                f"the row has {counted(len(symbols), 'symbol')}, but {counted(len(found), what)}",
                _within(row, cell.span),
                help=f"write one of the {what}s for each symbol, or one for all",
            )
    meaning = cells.get("meaning", nothing)
    return SymbolRow(symbols, codes, shapes, meaning, row.span, row, qualifiers)


def _within(row: Row, span: Span) -> Span:
    return span.shift(-row.span.start)


def _symbols(cell: Cell) -> tuple[tuple[str, Span], ...]:
    """The names in the formulas of a cell, cut at commas outside of brackets."""
    found: list[tuple[str, Span]] = []
    text, start, at = cell.text, cell.span.start, 0
    while at < len(text):
        if text[at] == "$":
            formula = match_math(text, at)
            if formula is not None:
                found += _names(text[formula.left : formula.right], start + formula.left)
            at = behind_math(text, at)
        elif text[at] == "`":
            at = match_code(text, at)[1]
        else:
            at += 2 if text[at] == "\\" else 1
    return tuple(found)


def _names(latex: str, start: int) -> list[tuple[str, Span]]:
    names: list[tuple[str, Span]] = []
    depth = begin = at = 0
    while at <= len(latex):
        character = latex[at : at + 1]
        if not character or (character == "," and depth == 0):
            piece = latex[begin:at]
            stripped = piece.strip()
            first = start + begin + len(piece) - len(piece.lstrip())
            if stripped:
                names.append((stripped, Span(first, first + len(stripped))))
            begin = at + 1
        elif character == "\\":
            # `\,` is a space, `\{` and `\lbrace` are signs; a name behind it is read as letters.
            at += 1
        elif character in _OPENERS:
            depth += 1
        elif character in _CLOSERS:
            depth = max(depth - 1, 0)
        at += 1
    return names


def _codes(
    cell: Cell, symbols: int
) -> tuple[tuple[tuple[str, Span], ...], tuple[Qualifier | None, ...]]:
    """The code of a cell with what stands behind each: ``at `entry` ``."""
    codes: list[tuple[str, Span]] = []
    qualifiers: list[Qualifier | None] = []
    for begin, end in _code_spans(cell.text):
        ticks = len(cell.text[begin:end]) - len(cell.text[begin:end].lstrip("`"))
        raw = cell.text[begin + ticks : end - ticks]
        text = raw.strip()
        first = cell.span.start + begin + ticks + len(raw) - len(raw.lstrip())
        word = re.search(r"(?:^|[\s`])(at|before|after)\s+$", cell.text[:begin])
        if word and codes:
            span = Span(cell.span.start + word.start(1), cell.span.start + end)
            qualifiers[-1] = Qualifier(word[1], text, span)
        elif text:
            codes.append((text, Span(first, first + len(text))))
            qualifiers.append(None)
    if len(codes) == 1 and symbols > 1:
        text, span = codes[0]
        codes = split_list(text, span.start, ",")
        qualifiers = qualifiers * len(codes)
    timed = [_timed(*code, qualifier) for code, qualifier in zip(codes, qualifiers, strict=True)]
    return tuple(code for code, _ in timed), tuple(qualifier for _, qualifier in timed)


def _timed(
    text: str, span: Span, qualifier: Qualifier | None
) -> tuple[tuple[str, Span], Qualifier | None]:
    """The code `x at entry` means what `x` with ``at `entry` `` behind it means."""
    found = _TIMED.fullmatch(text)
    if found is None or qualifier is not None:
        return (text, span), qualifier
    first = span.start + found.start("word")
    name = Span(span.start, span.start + found.end("name"))
    return (found["name"], name), Qualifier("at", found["time"], Span(first, span.end))


def _code_spans(text: str) -> list[tuple[int, int]]:
    spans: list[tuple[int, int]] = []
    at = text.find("`")
    while at >= 0:
        is_code, end = match_code(text, at)
        if is_code:
            spans.append((at, end))
        at = text.find("`", end)
    return spans


def _shapes(cell: Cell) -> tuple[tuple[str, Span], ...]:
    """The shapes of a cell, cut at each comma and each *and* that another shape follows."""
    shapes: list[tuple[str, Span]] = []
    begin = 0
    cuts = [match.span() for match in _SHAPE_START.finditer(cell.text) if _is_top(cell.text, match)]
    for start, end in [*cuts, (len(cell.text), len(cell.text))]:
        piece = cell.text[begin:start]
        stripped = piece.strip()
        first = cell.span.start + begin + len(piece) - len(piece.lstrip())
        if stripped:
            shapes.append((stripped, Span(first, first + len(stripped))))
        begin = end
    return tuple(shapes)


def _is_top(text: str, match: re.Match[str]) -> bool:
    before = text[: match.start()]
    return before.count("(") <= before.count(")")
