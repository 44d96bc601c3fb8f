r"""What to write instead of a symbol without code that cannot be read or compared.

The row `$\mathcal{N}_{nk}$` is one name, so `\mathcal{N}_{nj}` is none; `\mathcal{N}(n, k)` is a
function of both.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from docgen.diagnostics import Fault
from docgen.latex.item import Item, read_items
from docgen.latex.node import Equation
from docgen.latex.symbol import shown
from docgen.links.symbol import Symbol


def advised(fault: Fault, name: str, latex: str, symbols: Iterable[Symbol]) -> Fault:
    """The fault of a name without a row, with the help that a symbol without code calls for.

    Args:
        name: What has no row: an index such as `n`, or the symbol with other indices.
        latex: The equation.
    """
    try:
        wanted, written = read_items(name), _all(read_items(latex))
    except Fault:
        return fault
    for symbol in symbols:
        own = None if symbol.cell_text else _indexed(symbol.latex)
        if own is None or len(wanted) != 1:
            continue
        item, letters = own
        is_index = name in letters and any(one.key == item.key for one in written)
        is_other = wanted[0].base_key == item.base_key and len(_letters(wanted[0])) == len(letters)
        if is_index or is_other:
            base = shown(replace(item, sub=None))
            cure = f"`{base}({', '.join(letters)})` in its row and in the equations"
            note = f"`{symbol.latex}` is one name, whose subscript is no index"
            return replace(fault, notes=(note,), help=f"write {cure}")
    return fault


def only_defines(equation: Equation, cell: str) -> Fault:
    """The fault of an equation that defines symbols without code and compares nothing.

    Args:
        cell: What its linked statement binds; empty without one.
    """
    left = equation.parts[0].chain.sides[0]
    if not cell:
        return Fault("unsupported-latex", "it only defines symbols, and none has code")
    name = equation.latex[left.span.start : left.span.end]
    letters = " and ".join(f"`{letter}`" for letter in equation.parts[0].parameters)
    more = f", and {letters} a row each" if " and " in letters else f", and {letters} a row"
    return Fault(
        "unsupported-latex",
        f"`{name[:40]}` has no code in its row, so `{cell[:20]}` is compared with nothing",
        left.span,
        help=f"its row needs the cell `{cell}`{more if letters else ''}",
    )


def _indexed(latex: str) -> tuple[Item, tuple[str, ...]] | None:
    """A name with nothing but letters below, and these."""
    try:
        items = read_items(latex)
    except Fault:
        return None
    if len(items) != 1 or items[0].sup is not None or items[0].primes:
        return None
    letters = _letters(items[0])
    return (items[0], letters) if letters else None


def _letters(item: Item) -> tuple[str, ...]:
    """The letters below an item; none where anything else stands there."""
    below = [one for one in item.sub or () if not one.is_sign(",")]
    if any(one.kind != "letter" or one.has_scripts for one in below):
        return ()
    return tuple(one.text for one in below)


def _all(items: tuple[Item, ...]) -> list[Item]:
    """The items and all inside of them."""
    found: list[Item] = []
    for item in items:
        found.append(item)
        inner = [*item.parts, *(cell for row in item.rows for cell in row)]
        for part in (*inner, item.sub or (), item.sup or ()):
            found += _all(part)
    return found
