"""Symbols of a concept: LaTeX names tied to cells and shapes.

The row `| $Z$ | widened rows | ``Z`` | (T, F) |` becomes a `Symbol` whose cell is recorded just
after the statement that binds `Z`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from docgen.diagnostics import Fault
from docgen.latex.item import read_items
from docgen.latex.mathml import set_math
from docgen.latex.name import parts_of
from docgen.links.cell import Cell, base_name, candidate_anchors, resolve_cell
from docgen.links.notation import is_expression, is_sign
from docgen.links.shape import (
    NO_SHAPE,
    Shape,
    is_function_shape,
    parse_function_shape,
    parse_shape,
)
from docgen.markup.symbols import Qualifier, SymbolRow
from docgen.settings import Settings
from docgen.source.anchor import Anchor
from docgen.source.index import SourceIndex
from docgen.text import Span
from docgen.trace.plan import When

_LETTERS = re.compile(r"\b(?!(?:to|in|and|scalar|none|symmetric)\b)[^\W\d]\w*")


@dataclass(frozen=True, slots=True)
class Symbol:
    """One LaTeX name. `cell` is None where the row binds nothing.

    Attributes:
        borrowed: Another concept's table declares it (`with:`).
        argument: Of a function with a Shape such as `(d,) to (F,)`: what it takes; `shape` is what
            it gives then.
        is_function: Its Shape says so.
        doubt: Why its cell names no single statement, and where that stands: an equation may still
            say at which time it is read.
        choices: The places of such a cell that is no name, of which an equation links one.
        is_called: Its cell names a function that is called, and no value.
        is_notation: It explains a sign, a letter of shapes or an expression; its cell is only
            shown.
        clash: Of a letter of shapes in the settings whose cell is a value of the function: what is
            wrong where an equation takes the letter for that value.
    """

    latex: str
    cell_text: str
    cell: Cell | None
    shape: Shape | None
    meaning: str
    span: Span
    cell_span: Span
    shape_span: Span
    borrowed: bool = False
    argument: Shape | None = None
    is_function: bool = False
    doubt: tuple[Fault, Span] | None = None
    choices: tuple[Anchor, ...] = ()
    is_notation: bool = False
    is_called: bool = False
    clash: Fault | None = None

    @property
    def shape_text(self) -> str:
        """Its shape as readers see it: `(T, d)`, `(d,) to (F,)`; empty where none is declared."""
        if self.shape is None:
            return ""
        if self.argument is not None:
            return f"{self.argument} to {self.shape}"
        return str(self.shape) if self.shape.axes else "scalar"


def normal_latex(latex: str) -> str:
    """LaTeX without the differences that spelling alone makes: spaces, braces round one token."""
    text = re.sub(r"\\[,;:! ]", " ", latex)
    text = re.sub(r"\{\s*(\\?[A-Za-z]+|\w)\s*\}", lambda m: _unbraced(m[1]), text)
    return re.sub(r"\s+", "", text)


def _unbraced(inner: str) -> str:
    return inner if len(inner) == 1 or inner.startswith("\\") else "{" + inner + "}"


def bind_symbols(
    rows: Iterable[SymbolRow],
    function: Anchor,
    index: SourceIndex,
    settings: Settings,
) -> tuple[list[Symbol], list[tuple[Fault, Span]]]:
    """Tie the rows of a concept's symbol tables to its function.

    Returns:
        The symbols, and faults, with their places, of cells that name no code and of shapes that
        are none (`unknown-anchor`, `ambiguous-anchor`, `malformed-block`).
    """
    symbols: list[Symbol] = []
    faults: list[tuple[Fault, Span]] = []
    rows = list(rows)
    names = tuple((latex, "to" in shape.split()) for latex, shape in _entries(rows))
    letters = set(settings.dimensions) | {
        letter for _, text in _entries(rows) for letter in _LETTERS.findall(text)
    }
    for row in rows:
        for number, (latex, span) in enumerate(row.symbols):
            cell_text, cell_span = _nth(row.cells, number, span)
            shape_text, shape_span = _nth(row.shapes, number, span)
            unread = _unread(latex)
            if unread is not None:
                faults.append((unread, span))
                continue
            cell = None
            doubt = None
            is_called = False
            choices: tuple[Anchor, ...] = ()
            is_notation = is_sign(latex) or is_expression(latex, names)
            is_notation |= latex.strip() in letters and shape_text in ("", "scalar", *NO_SHAPE)
            clash = None
            if is_notation and cell_text and latex.strip() in settings.dimensions:
                clash = _clash(index, latex.strip(), cell_text, function, settings)
            if cell_text and not is_notation:
                try:
                    qualifier = row.qualifiers[number % len(row.qualifiers)]
                    if qualifier is None:
                        may_call = is_function_shape(shape_text) or _is_called(latex, names)
                        cell = _bind(index, cell_text, may_call, function, settings)
                        is_called = cell is None
                    else:
                        cell_span = Span(cell_span.start, qualifier.span.end)
                        start = cell_span.start
                        cell = _at(index, cell_text, start, qualifier, function, settings)
                except Fault as fault:
                    if fault.code == "ambiguous-anchor" and qualifier is None:
                        doubt = (fault, cell_span)
                        if not _is_place(cell_text):
                            wanted = settings.lookup.get(cell_text, cell_text)
                            choices = tuple(candidate_anchors(index, wanted, function))
                    else:
                        faults.append((fault, cell_span))
            shape, argument = None, None
            is_function = is_function_shape(shape_text)
            try:
                if is_function:
                    argument, shape = parse_function_shape(shape_text)
                else:
                    shape = parse_shape(shape_text)
            except Fault as fault:
                faults.append((fault, shape_span))
            symbols.append(
                Symbol(
                    latex,
                    cell_text,
                    cell,
                    shape,
                    row.meaning.text,
                    span,
                    cell_span,
                    shape_span,
                    argument=argument,
                    is_function=is_function,
                    doubt=doubt,
                    choices=choices,
                    is_notation=is_notation,
                    is_called=is_called,
                    clash=clash,
                )
            )
    return symbols, faults


def _entries(rows: Sequence[SymbolRow]) -> Iterator[tuple[str, str]]:
    """Every symbol of the rows with the text of its Shape."""
    for row in rows:
        for number, (latex, span) in enumerate(row.symbols):
            yield latex, _nth(row.shapes, number, span)[0]


def _clash(
    index: SourceIndex, letter: str, cell_text: str, function: Anchor, settings: Settings
) -> Fault | None:
    """The fault of a letter of the settings that is given the cell of another value."""
    try:
        resolve_cell(index, cell_text, function, settings.lookup)
    except Fault as fault:
        if fault.code != "ambiguous-anchor":
            return None
    return Fault(
        "symbol-clash",
        f"`{letter}` is a letter of shapes in the settings, so its row binds nothing",
        notes=(f"`{letter}` stands in [tool.docgen.dimensions]",),
        help="rename the symbol on this page, or the letter in the settings",
    )


def _unread(latex: str) -> Fault | None:
    """Why a name is none that the reader knows; no equation could name it."""
    try:
        read_items(latex)
    except Fault as fault:
        try:
            set_math(latex, display=False)
        except Fault as unset:
            return unset  # which the formula itself is, too
        return fault
    return None


def _is_called(latex: str, names: Sequence[tuple[str, bool]]) -> bool:
    """Whether a symbol is a function of letters that have no row of their own."""
    parts = parts_of(latex)
    rows = {normal_latex(name) for name, _ in names}
    return parts is not None and all(normal_latex(one) not in rows for one in parts[1])


def _is_place(cell_text: str) -> bool:
    """Whether a cell is a name, an attribute or a subscript: something that is bound anew."""
    return base_name(cell_text) not in ("", "return")


def _bind(
    index: SourceIndex, cell_text: str, is_called: bool, function: Anchor, settings: Settings
) -> Cell | None:
    """The cell of a row; None where it names a function, whose symbol is called, not read.

    Args:
        is_called: Whether the symbol is a function of what stands in its brackets.
    """
    try:
        return resolve_cell(index, cell_text, function, settings.lookup)
    except Fault as fault:
        if fault.code != "unknown-anchor":
            raise
        if is_called and names_function(index, cell_text, function):
            return None
        raise


def _at(
    index: SourceIndex,
    text: str,
    start: int,
    qualifier: Qualifier,
    function: Anchor,
    settings: Settings,
) -> Cell:
    """The cell of a row that says when it is read: ``at `entry` ``, ``before `self.K` ``.

    Args:
        start: Where `text` stands in the page.
    """
    if qualifier.word == "at":
        if qualifier.target == "return":
            raise Fault(
                "malformed-block",
                f"`{text[:40]} at return` is a value that only a row of an `example` shows",
                help="write at `entry`, before `statement` or after `statement`",
            )
        if qualifier.target != "entry":
            raise Fault(
                "malformed-block",
                f"`at {qualifier.target[:40]}` is no time",
                help="write at `entry`, before `statement` or after `statement`",
            )
        return replace(_at_entry(index, text, function, settings), fixed=True)
    try:
        anchor = index.resolve(qualifier.target, function.scope)
    except Fault as fault:
        # Its place is told within the target, which ends at the closing backtick.
        within = fault.within or Span(0, len(qualifier.target))
        shifted = within.shift(qualifier.span.end - 1 - len(qualifier.target) - start)
        raise replace(fault, within=shifted) from None
    when: When = "before" if qualifier.word == "before" else "after"
    return Cell(text, function, anchor, when, anchor.node, text, exact=False, fixed=True)


def _at_entry(index: SourceIndex, text: str, function: Anchor, settings: Settings) -> Cell:
    """The cell of a parameter as the call begins, or of a part of one: `self.P`."""
    wanted = settings.lookup.get(text, text)
    try:
        return resolve_cell(index, f"{wanted} at entry", function, {})
    except Fault as fault:
        base = base_name(wanted)
        if fault.code != "unknown-anchor" or base in ("", wanted):
            raise
        owner = resolve_cell(index, f"{base} at entry", function, {})
        return replace(owner, text=text, expression=wanted, exact=False)


def names_function(index: SourceIndex, cell_text: str, function: Anchor) -> bool:
    """Whether a cell names a function that the code knows, or calls one."""
    name = cell_text.split("(")[0].strip()
    try:
        return index.resolve(name, function.scope).kind in ("function", "class")
    except Fault as fault:
        if fault.code == "source-unreadable":
            raise
        return False


def _nth(entries: tuple[tuple[str, Span], ...], number: int, otherwise: Span) -> tuple[str, Span]:
    """The entry for the nth symbol of a row: its own, or the one that all share."""
    if not entries:
        return "", otherwise
    return entries[number] if len(entries) > 1 else entries[0]
