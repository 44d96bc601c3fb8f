r"""The symbols of a drafted page: every value that an equation reads gets a name and a row.

The cell `x_max`, an array of shape (3, 1), becomes `x_{\mathrm{max}}` with the Shape `(n,)`.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from docgen.drafting.naming import latex_name
from docgen.drafting.subscript import Place, joined
from docgen.syntax import expression_tree
from docgen.trace.value import Value

INDICES = "ijkltuvwsrqp"
SIZES = ("n", "m", "d", "h", "p", "q", "N", "M", "D", "H", "K", "L", "P", "Q", "R", "S")
ARGUMENTS = "uvwzstpqrab"
_SAME = 1e-12


@dataclass(frozen=True, slots=True)
class Row:
    """A symbol with its row of the table.

    Attributes:
        cell: As the column *In code* has it, backticks included.
        kept: Which axes of the array the symbol has: those that are longer than 1.
        lengths: Their lengths.
    """

    latex: str
    meaning: str
    cell: str
    shape: str
    kept: tuple[int, ...] = ()
    lengths: tuple[int, ...] = ()

    def entry(self, places: tuple[Place | None, ...]) -> str:
        """The symbol at an index of each axis that it has."""
        if not self.kept:
            return self.latex
        below = joined([place for axis in self.kept if (place := places[axis]) is not None])
        base, _, script = self.latex.partition("_")
        if not script:
            return f"{base}_{below}" if len(below) == 1 else f"{base}_{{{below}}}"
        name, mark, above = script.partition("^")
        inner = name[1:-1] if name.startswith("{") and name.endswith("}") else name
        return f"{base}_{{{inner},{below}}}{mark}{above}"


class Symbols:
    """Names for values, letters for sizes and for indices; none of them taken twice.

    Args:
        names: Names that the function uses; a letter among them is neither size nor index.
        parameters: Names of the function's parameters.
        entering: Those that get another value later: what comes in has a name of its own.
        bound: Names that the function binds.
        own: Names that stand for functions and modules of the project.
    """

    def __init__(
        self,
        names: Iterable[str],
        parameters: frozenset[str] = frozenset(),
        entering: frozenset[str] = frozenset(),
        bound: frozenset[str] = frozenset(),
        own: frozenset[str] = frozenset(),
    ) -> None:
        self._taken = set(names)
        self._parameters = parameters
        self._bound = bound
        self.own = own
        self._values: Counter[str] = Counter()
        self._entering = entering
        self._rows: dict[tuple[str, str, tuple[int, ...]], Row] = {}
        self._sizes: dict[int, str] = {}
        self._used: set[str] = set()

    def size(self, length: int) -> str:
        """The letter of a size; equal sizes have one letter."""
        if length not in self._sizes:
            known = self._sizes.values()
            free = [one for one in SIZES if one not in self._taken and one not in known]
            self._sizes[length] = free[0] if free else str(length)
        return self._sizes[length]

    def is_size(self, length: int) -> bool:
        """Whether an array seen so far has an axis of that length."""
        return length in self._sizes

    def is_outer(self, name: str) -> bool:
        """Whether the function neither takes nor binds a name, but finds it outside."""
        return name not in self._parameters | self._bound

    def indices(self) -> list[str]:
        """Letters for indices, in the order in which they are used."""
        return [letter for letter in INDICES if letter not in self._taken]

    def arguments(self) -> list[str]:
        """Letters for what a function takes, which stand for nothing else."""
        return [letter for letter in ARGUMENTS if letter not in self._taken]

    def symbol(
        self,
        cell: str,
        value: Value,
        meaning: str = "",
        name: str = "",
        version: tuple[int, ...] = (),
    ) -> Row:
        """The symbol of a cell that has such a value; the same for the same version.

        Args:
            meaning: What the table says of it; a fact about the cell by default.
            name: What it is called; the name in the cell by default.
            version: Which value of the names in the cell.
        """
        if cell in self._entering and not any(version):
            cell, name, meaning = f"{cell} at entry", f"{cell}_in", f"Parameter `{cell}`"
        lengths = value.shape or ()
        kept = tuple(axis for axis, length in enumerate(lengths) if length != 1)
        letters = [self.size(lengths[axis]) for axis in kept]
        shape = f"({letters[0]},)" if len(letters) == 1 else f"({', '.join(letters)})"
        shape = (shape + " symmetric" * _is_symmetric(value)) if letters else "scalar"
        key = (cell, shape, version)
        found = self._rows.get(key)
        if found is None or found.kept != kept:
            latex = found.latex if found else self._fresh(name or _name(cell))
            long = tuple(lengths[axis] for axis in kept)
            words = meaning or self._meaning(cell, found)
            found = Row(latex, words, _quoted(cell), shape, kept, long)
            self._rows[key] = found
        return found

    def function(self, cell: str, latex: str) -> Row:
        """The symbol of a function whose cell calls code."""
        key = (cell, "function", ())
        if key not in self._rows:
            head, _, rest = latex.partition("(")
            name, number = f"{head}({rest}", 1
            while name in self._used:
                number += 1
                below = str(number) if number < 10 else f"{{{number}}}"
                name = f"{head}_{below}({rest}"
            self._used.add(name)
            self._rows[key] = Row(name, f"The call `{cell}`", f"`{cell}`", "none")
        return self._rows[key]

    def _meaning(self, cell: str, found: Row | None) -> str:
        if found is not None:
            return found.meaning
        if cell in self._parameters and cell not in self._entering:
            return f"Parameter `{cell}`"
        if not cell.isidentifier():
            return f"Value of `{cell}`"
        self._values[cell] += 1
        again = self._values[cell]
        return f"Value {again} of `{cell}`" if again > 1 else f"Value of `{cell}`"

    def _fresh(self, name: str) -> str:
        latex = latex_name(name)
        number = 1
        while latex in self._used:
            number += 1
            latex = f"{latex_name(name)}^{{({number})}}"
        self._used.add(latex)
        return latex


def _is_symmetric(value: Value) -> bool:
    """Whether a matrix equals its transpose."""
    shape = value.shape or ()
    if len(shape) != 2 or shape[0] != shape[1] or shape[0] == 1 or value.hidden:
        return False
    size = shape[0]
    for row in range(size):
        for column in range(row):
            one, other = value.data[row * size + column], value.data[column * size + row]
            if isinstance(one, str) or isinstance(other, str):
                return False
            if abs(one - other) > _SAME * max(abs(one), abs(other)):
                return False
    return True


def _quoted(cell: str) -> str:
    text, at, when = cell.partition(" at ")
    return f"`{text}` at `{when}`" if at else f"`{cell}`"


def _name(cell: str) -> str:
    """A name for a cell: its own, of a call that of the function, of a part that of the whole."""
    text = cell.partition(" at ")[0]
    try:
        node: ast.expr = expression_tree(text)
    except SyntaxError:
        return "y"
    below = ""
    while True:
        match node:
            case ast.Call(func=ast.Name(id="len")):
                return "length" + below
            case ast.Call(func=func):
                node = func
            case ast.Subscript(value=value, slice=index):
                inner = [one.id for one in ast.walk(index) if isinstance(one, ast.Name)]
                inner = [one for one in inner if one not in ("tuple", "slice", "np", "xp")]
                below = "".join(f"_{one}" for one in inner[:2]) + below
                node = value
            case ast.Attribute(attr=attr):
                return ("size" if attr == "shape" else attr) + below
            case ast.Name(id=name):
                return name + below
            case _:
                return "value" + below
