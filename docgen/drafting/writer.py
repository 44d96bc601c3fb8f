r"""Functions of whole arrays become sums, means and sequences, entry by entry.

`np.sum(x, axis=1)` at i is `\sum_{j=1}^{m} x_{ij}` for an array `x` of shape (n, m).
"""

from __future__ import annotations

import ast
from collections.abc import Sequence

from docgen.drafting import piece
from docgen.drafting.calls import einsum_sides, short
from docgen.drafting.expression import Expressions, Places
from docgen.drafting.functions import ADDED, SPREAD
from docgen.drafting.piece import Piece, UnwritableError
from docgen.drafting.subscript import Place


class Writer(Expressions):
    """Writes the expressions of one statement, functions of whole arrays among them."""

    def applied(
        self,
        node: ast.Call,
        name: str,
        values: list[ast.expr],
        named: dict[str, ast.expr],
        places: Places,
    ) -> Piece:
        """A call of a function that works on whole arrays.

        Raises:
            UnwritableError: The call has no sign of its own.
        """
        first = values[0]
        if name in ADDED or name in SPREAD:
            return self._reduction(node, name, values, named, places)
        if name == "outer" and len(values) == 2:
            pair = self.real(first, places[:1]), self.real(values[1], places[1:])
            return piece.product(self.entry(first, pair[0]), self.entry(values[1], pair[1]))
        if name == "diff" and len(values) == 1:
            axis = self.axes(named.get("axis"), len(places), -1)[0]
            place = places[axis]
            if place is None:
                raise UnwritableError("it takes differences of two entries only")
            later = (*places[:axis], place.after(1, 1), *places[axis + 1 :])
            return piece.subtract(self.entry(first, later), self.entry(first, places))
        if name == "cumsum":
            axis = self.axes(named.get("axis"), len(places), 0)[0]
            place, inner = places[axis], self.letter()
            if place is None or not place.is_plain or len(self.shape(first)) != len(places):
                raise UnwritableError("it sums up to a place that is no index")
            body = self.entry(first, (*places[:axis], inner, *places[axis + 1 :]))
            text = body.latex if body.level >= piece.BIG else piece.bracketed(body)
            return Piece(f"\\sum_{{{inner.letter}=1}}^{{{place.latex}}} {text}", piece.BIG)
        if name == "trace" and len(values) == 1 and len(self.shape(first)) == 2:
            inner = self.letter()
            return self.total([inner], self.shape(first)[:1], self.entry(first, (inner, inner)))
        if name == "einsum":
            return self._einsum(values, places)
        if name == "norm" and set(named) <= {"axis", "keepdims"} and len(values) == 1:
            axes, all_places, lengths = self._inside(first, named, places)
            body = piece.power(self.entry(first, all_places), piece.number(2))
            return piece.root(self.total([all_places[a] for a in axes], lengths, body))
        return self._made(node, name, values, named, places)

    def _made(
        self,
        node: ast.Call,
        name: str,
        values: list[ast.expr],
        named: dict[str, ast.expr],
        places: Places,
    ) -> Piece:
        """An array that is made from nothing: its entries are numbers."""
        if name in ("zeros", "zeros_like"):
            return piece.number(0)
        if name in ("ones", "ones_like"):
            return piece.number(1)
        if name in ("full", "full_like") and len(values) > 1:
            return self.entry(values[1], ())
        place = places[-1] if places else None
        if name == "arange" and place is not None and len(values) <= 3:
            start = self.entry(values[0], ()) if len(values) > 1 else piece.number(0)
            step = self.entry(values[2], ()) if len(values) > 2 else piece.number(1)
            return _sequence(start, step, place)
        if name == "linspace" and place is not None and len(values) in (2, 3) and not named:
            start, stop = self.entry(values[0], ()), self.entry(values[1], ())
            length = self.extent(self.shape(node)[0])
            step = piece.quotient(piece.subtract(stop, start), Piece(f"{length} - 1", piece.SUM))
            return _sequence(start, step, place)
        if name == "vander" and len(values) < 3 and len(places) == 2 and places[0] and places[1]:
            columns = self.shape(node)[1]
            base = self.entry(values[0], self.real(values[0], places[:1]))
            raised = Piece(f"{self.extent(columns)} - {places[1].latex}", piece.SUM)
            return piece.power(base, raised)
        if (
            name in ("eye", "identity")
            and len(values) < 3
            and len(places) == 2
            and places[0]
            and places[1]
        ):
            return Piece(rf"\delta_{{{places[0].latex}{places[1].latex}}}")
        raise UnwritableError(f"`{short(node)}` has no sign of its own")

    def _inside(
        self, source: ast.expr, named: dict[str, ast.expr], places: Places
    ) -> tuple[list[int], Places, list[int]]:
        """The axes that a reduction runs along, the index of every axis, and their lengths."""
        shape = self.shape(source)
        axes = self.axes(named.get("axis"), len(shape), None)
        is_kept = len(places) == len(shape)
        outer = [p for a, p in enumerate(places) if a not in axes] if is_kept else list(places)
        every: list[Place | None] = []
        for axis, length in enumerate(shape):
            if axis in axes:
                every.append(None if length == 1 else self.letter())
            else:
                every.append(outer.pop(0))
        return axes, tuple(every), [shape[axis] for axis in axes]

    def _reduction(
        self,
        node: ast.Call,
        name: str,
        values: list[ast.expr],
        named: dict[str, ast.expr],
        places: Places,
    ) -> Piece:
        first = values[0]
        if len(values) > 2 and name == "average":
            raise UnwritableError(f"`{short(node)}` takes weights")
        if len(values) > 1:
            named = {"axis": values[1], **named}
        if isinstance(first, ast.GeneratorExp | ast.ListComp) or not self.shape(first):
            raise UnwritableError(f"`{short(node)}` runs over no array")
        axes, every, lengths = self._inside(first, named, places)
        inner = tuple(every[axis] for axis in axes)
        if name in SPREAD:
            return self._spread(name, first, named, every, axes, lengths)
        body = self.entry(first, every)
        if name in ("max", "amax", "min", "amin"):
            self.require(inner)
            if any(place is not None and place.letter in self.limits for place in inner):
                raise UnwritableError("it looks for an extreme of a part of an array")
            sign = r"\max" if "max" in name else r"\min"
            below = ",".join(place.letter for place in inner if place is not None)
            text = body.latex if body.level == piece.ATOM else piece.bracketed(body)
            return Piece(f"{sign}_{{{below}}} {text}", piece.BIG) if below else body
        if name == "prod":
            return self.total(inner, lengths, body, r"\prod")
        total = self.total(inner, lengths, body)
        if name == "sum":
            return total
        return self._mean(total, inner, lengths)

    def _mean(
        self, total: Piece, inner: Places, lengths: Sequence[int], less: Piece | None = None
    ) -> Piece:
        sizes = [
            self.bound(place.letter, length)
            for place, length in zip(inner, lengths, strict=True)
            if place is not None
        ]
        if not sizes and less is None:
            return total
        size = piece.of_sizes(sizes or ["1"])
        below = piece.subtract(size, less) if less is not None else size
        return Piece(rf"\frac{{1}}{{{below.latex}}} {total.latex}", piece.BIG)

    def _spread(
        self,
        name: str,
        source: ast.expr,
        named: dict[str, ast.expr],
        every: Places,
        axes: list[int],
        lengths: list[int],
    ) -> Piece:
        """A variance or a standard deviation: the mean squared difference from the mean."""
        less = named.get("ddof") or named.get("correction")
        twice = tuple(
            self.letter() if axis in axes and place is not None else place
            for axis, place in enumerate(every)
        )
        other = tuple(twice[a] for a in axes)
        mean = self._mean(self.total(other, lengths, self.entry(source, twice)), other, lengths)
        gap = piece.subtract(self.entry(source, every), mean)
        squares = self.total([every[a] for a in axes], lengths, piece.power(gap, piece.number(2)))
        taken = None
        if less is not None and not (isinstance(less, ast.Constant) and less.value == 0):
            taken = self.entry(less, ())
        variance = self._mean(squares, tuple(every[a] for a in axes), lengths, taken)
        return piece.root(variance) if name == "std" else variance

    def _einsum(self, values: list[ast.expr], places: Places) -> Piece:
        inputs, output = einsum_sides(values[0], len(values) - 1)
        known: dict[str, Place | None] = dict(zip(output, places, strict=True))
        inner: list[Place | None] = []
        lengths: list[int] = []
        for letters, node in zip(inputs, values[1:], strict=True):
            for letter, length in zip(letters, self.shape(node), strict=True):
                if letter not in known:
                    known[letter] = None if length == 1 else self.letter()
                    inner.append(known[letter])
                    lengths.append(length)
        body: Piece | None = None
        for letters, node in zip(inputs, values[1:], strict=True):
            factor = self.entry(node, self.real(node, [known[letter] for letter in letters]))
            body = factor if body is None else piece.product(body, factor)
        assert body is not None
        return self.total(inner, lengths, body) if inner else body


def _sequence(start: Piece, step: Piece, place: Place) -> Piece:
    """The entry of a sequence at a place, counted from 1."""
    count = Place(place.letter, place.factor, place.shift - 1, place.top).spaced
    steps = Piece(count, piece.ATOM if count.isalnum() else piece.SUM, is_base=True)
    run = steps if step.latex == "1" else piece.product(step, steps)
    return run if start.latex == "0" else piece.add(start, run)
