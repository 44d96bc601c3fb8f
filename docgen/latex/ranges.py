r"""Which axis an index runs along.

In `\sum_j X_{tj}` with `X` of `(T, d)`, j runs over d. An index that runs along two axes, or along
none, is refused, and so is a bound that belongs to another axis.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from docgen.latex.axes import is_composite
from docgen.latex.combine import Combiner
from docgen.latex.item import fault_at
from docgen.latex.node import (
    Addition,
    Binder,
    Dimension,
    Index,
    Indexed,
    Node,
    Number,
    Product,
    Symbol,
)
from docgen.latex.symbol import Declared
from docgen.latex.walk import letters_in, walk
from docgen.text import Span


@dataclass
class _Range:
    binder: Binder | None
    axes: dict[str, Span] = field(default_factory=dict)
    is_open: bool = False
    """Whether it addresses an array without a shape, or is compared with a bound."""


class Ranges:
    """The axes that each index in force addresses."""

    def __init__(self, combiner: Combiner, dimensions: frozenset[str]) -> None:
        self.combiner = combiner
        self.dimensions = dimensions
        self.free: dict[str, _Range] = {}
        self.scopes: list[dict[str, _Range]] = [self.free]

    def bind(self, binder: Binder) -> None:
        """A clause's index."""
        found = self.free.setdefault(binder.letter, _Range(binder))
        found.binder = binder

    def open(self, binders: tuple[Binder, ...]) -> None:
        """Begin a scope in which these indices are in force."""
        self.scopes.append({one.letter: _Range(one) for one in binders})

    def shut(self) -> dict[str, str]:
        """Leave the innermost scope; the axis of each of its indices, empty where none is known."""
        scope = self.scopes.pop()
        for letter, found in scope.items():
            self._check(letter, found)
        return {letter: self._axis(found) for letter, found in scope.items()}

    def axis(self, letter: str) -> str:
        """The axis of a free index, empty where none is known."""
        found = self.free.get(letter)
        return self._axis(found) if found is not None else ""

    def _axis(self, found: _Range) -> str:
        names = sorted({self.combiner.extents.of(axis) for axis in found.axes}, key=is_composite)
        return names[0] if names and not names[0].startswith("?") else ""

    def close(self, free: Mapping[str, Span]) -> None:
        """The indices of the left side, each with a place where it stands."""
        for letter, span in free.items():
            self._check(letter, self.free.get(letter) or _Range(None), span)

    def _of(self, letter: str) -> _Range:
        for scope in reversed(self.scopes):
            if letter in scope:
                return scope[letter]
        return self.free.setdefault(letter, _Range(None))

    def address(self, index: Node, axis: str, symbols: Mapping[str, Declared]) -> None:
        """An axis is read at an index."""
        if isinstance(index, Index):
            self._of(index.name).axes.setdefault(self.combiner.extents.of(axis), index.span)
            return
        self._check_position(index, axis, symbols)

    def address_unknown(self, indices: tuple[Node, ...]) -> None:
        """An array without a shape is read at some indices: nothing is known of their ranges."""
        for index in indices:
            for letter in letters_in(index):
                self._of(letter).is_open = True

    def read(self, letters: tuple[str, ...]) -> None:
        """A symbol is read whose cell leaves letters free: its array tells how far they run."""
        for letter in letters:
            self._of(letter).is_open = True

    def _check_position(self, index: Node, axis: str, symbols: Mapping[str, Declared]) -> None:
        symbol = position(index)
        if symbol is None:
            if isinstance(index, (Addition, Product)):
                for inner in walk(index):
                    found = position(inner)
                    if found is not None and (symbols[found.name].target):
                        message = f"arithmetic on the position `{found.name}`"
                        raise self.combiner.refused(message, index.span)
            return
        declared = symbols.get(symbol.name)
        if declared is None or (not isinstance(index, Indexed) and not declared.target):
            return
        if not declared.target:
            raise self.combiner.refused(
                f"`{symbol.name}` is an index, and its Shape names no axis",
                index.span,
                f"write its Shape as `(...) in {self.combiner.extents.of(axis)}`",
            )
        if not self.combiner.extents.agree(declared.target, axis):
            found_axis = self.combiner.extents.of(axis)
            raise fault_at(
                "shape-mismatch",
                f"`{symbol.name}` is a position in {declared.target}, and the axis is {found_axis}",
                index.span,
                f"its Shape ends with `in {declared.target}`",
            )

    def compare(
        self,
        left: Node,
        right: Node,
        relation: str,
        symbols: Mapping[str, Declared],
        span: Span,
    ) -> None:
        """A condition between an index and another index, a bound or a position.

        Raises:
            Fault: `unsupported-latex` for a name whose row gives no axis.
        """
        for one, other in ((left, right), (right, left)):
            if not isinstance(one, Index):
                continue
            symbol = position(other)
            declared = symbols.get(symbol.name) if symbol is not None else None
            if isinstance(other, Indexed) and declared is not None and relation in "=≠":
                if not declared.target:
                    raise self.combiner.refused(
                        f"`{declared.latex}` is compared with an index, and names no axis",
                        span,
                        "write its Shape as `(...) in V`",
                    )
                self._of(one.name).axes.setdefault(declared.target, one.span)

    def _check(self, letter: str, found: _Range, used: Span | None = None) -> None:
        extents = self.combiner.extents
        axes: dict[str, Span] = {}
        for axis, span in found.axes.items():
            axes.setdefault(extents.of(axis), span)
        binder = found.binder
        if binder is not None and binder.high is not None:
            self._check_bound(letter, binder, axes)
            return
        names = sorted(axes)
        if len(names) > 1 and not any(map(is_composite, names)):
            raise fault_at(
                "shape-mismatch",
                f"index `{letter}` runs over {names[0]} and over {names[1]}",
                axes[names[1]],
                "use two letters, or write its bounds",
            )
        where = used if used is not None else binder.span if binder is not None else None
        if not names and not found.is_open and where is not None:
            raise self.combiner.refused(
                f"the range of index `{letter}` is unknown",
                where,
                f"write its bounds, as in `{letter} = 1, \\dots, n`",
            )

    def _check_bound(self, letter: str, binder: Binder, axes: Mapping[str, Span]) -> None:
        high = binder.high
        if not isinstance(high, (Dimension, Symbol)) or high.name not in self.dimensions:
            return
        for axis, span in axes.items():
            if axis != high.name and not is_composite(axis) and not axis.startswith("?"):
                raise fault_at(
                    "shape-mismatch",
                    f"index `{letter}` ends at {high.name}, and its axis is {axis}",
                    span,
                    f"write `{axis}` as its upper bound",
                )


def position(node: Node) -> Symbol | None:
    """The symbol of an entry or of a number that may be a position."""
    base = node.base if isinstance(node, Indexed) else node
    return base if isinstance(base, Symbol) else None


def axis_of(node: Node) -> str:
    """A length written in the formula, as an axis."""
    if isinstance(node, (Dimension, Symbol)):
        return node.name
    if isinstance(node, Number):
        return node.digits
    return f"({node.span.start}:{node.span.end})"
