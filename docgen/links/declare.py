r"""Rows of symbol tables become the declared names that the reader of equations knows.

The row `$\operatorname{LN}_1(u)$` with the Shape `(T, d) to (T, d)` declares a function of one
argument; `$\mathrm{Ff}(X_1)$` is one name where `$X_1$` has a row.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from docgen.diagnostics import Fault
from docgen.latex.name import normal_name, parts_of
from docgen.latex.symbol import Declared
from docgen.links.notation import is_expression
from docgen.links.symbol import Symbol

_BUILT_IN = frozenset({"I", "e", r"\pi", r"\delta", r"\infty"})


def declare(symbols: Sequence[Symbol]) -> dict[str, Symbol]:
    """The symbols that equations of a concept can name, by their LaTeX; the first row counts.

    Rows that explain a built-in sign, a letter of shapes or an operator declare nothing.
    """
    found: dict[str, Symbol] = {}
    names: set[str] = set()
    reach = tuple((symbol.latex, symbol.is_function) for symbol in symbols)
    for symbol in symbols:
        if symbol.is_notation or is_expression(symbol.latex, reach):
            continue
        if not symbol.cell_text and symbol.latex.strip() in _BUILT_IN:
            continue
        try:
            name = normal_name(symbol.latex)
        except Fault:
            name = symbol.latex
        if name not in names:
            names.add(name)
            found[symbol.latex] = symbol
    return found


def as_declared(symbols: Iterable[Symbol]) -> list[Declared]:
    """What the reader is told of these symbols."""
    rows = list(symbols)
    names = {normal for row in rows if (normal := _normal(row.latex))}
    return [_declared(row, names) for row in rows]


def is_function(symbol: Symbol, names: set[str]) -> bool:
    """Whether a row is a function of what stands in its brackets, which has no row of its own."""
    if symbol.is_function:
        return True
    parts = parts_of(symbol.latex)
    return parts is not None and all(argument not in names for argument in parts[1])


def _declared(symbol: Symbol, names: set[str]) -> Declared:
    shape = symbol.shape
    axes = shape.axes if shape is not None else None
    if not is_function(symbol, names):
        target = shape.target if shape is not None else ""
        letters = symbol.cell.free if symbol.cell is not None else ()
        return Declared(symbol.latex, axes, target=target, letters=letters)
    argument = symbol.argument.axes if symbol.argument is not None else None
    return Declared(symbol.latex, axes, True, argument=argument)


def _normal(latex: str) -> str:
    try:
        return normal_name(latex)
    except Fault:
        return ""
