r"""Variants of a statement with a number in the place of another that is equal in the run.

With T = 5 and d = 4, `1/d` becomes `1/(T - 1)`; with β = 0.5, `β g` becomes `(1 - β) g`. They pass
by their making: where they mean something else, the sizes or numbers of the run hide it.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from docgen.evaluation.change import ONE, TWO
from docgen.evaluation.extent import letters_of, measure, size_of
from docgen.evaluation.point import Point
from docgen.evaluation.spots import Spot, placed, spots
from docgen.evaluation.term import Formula, Problem, Statement, Term
from docgen.evaluation.variant import Variant, scope_of
from docgen.evaluation.walk import walk_terms
from docgen.evaluation.words import CODE, EQUAL

_LEAST = 3
"""Whole numbers below it stand in formulas for reasons of their own: `x^2`, `1/2`."""
_PLAIN = (0.0, 1.0, -1.0, 2.0, -2.0, 0.5)
"""Numbers that code writes for reasons of its own."""


@dataclass(frozen=True, slots=True)
class _Known:
    """What numbers have one value at a point: lengths, and symbols that are no arrays."""

    sizes: Mapping[str, int]
    scalars: Mapping[str, float]

    def value(self, term: Term) -> float | None:
        """What arithmetic over them comes to; None for anything else."""
        match term.op:
            case "number":
                return _read(term.text)
            case "size":
                return size_of(term.text, self.sizes)
            case "leaf":
                return self.scalars.get(term.text)
            case "sum" | "product" | "quotient" | "power" | "root":
                parts = [self.value(part) for part in term.args]
                known = [part for part in parts if part is not None]
                return _combined(term, known) if len(known) == len(parts) else None
        return None


def coincidences(
    formula: Formula, number: int, points: Sequence[Point], literals: Sequence[float]
) -> tuple[Variant, ...]:
    """The variants of one statement of a formula that are equal to it at all points.

    Args:
        literals: Numbers that the code writes, one of which may stand for a symbol of the page.
    """
    known = [one for point in points if (one := _known(formula, point)) is not None]
    if not known or len(known) < len(points):
        return ()
    statement = formula.statements[number]
    lengths = {
        letter: tuple(one.sizes.get(letter, 0) for one in known)
        for letter in scope_of(formula, statement).lengths
    }
    symbols = {leaf.name: leaf.symbol for leaf in formula.leaves}
    lefts = {term.text for term in walk_terms(statement.sides[0]) if term.op == "leaf"}
    others = [] if statement.is_property else [*lefts]
    scalars = [name for name in known[0].scalars if name in symbols and name not in others]
    places = [*spots(statement)]
    rests = {spot.term.args[1].text for spot in places if _is_rest(spot.term)}
    candidates = _Candidates(lengths, scalars, symbols, rests, literals)
    found: dict[Statement, Variant] = {}
    for spot in places:
        values = [one.value(spot.term) for one in known]
        if any(value is None or not math.isfinite(value) for value in values):
            continue
        for text, term in candidates.of(spot, known[0]):
            others_are = [one.value(term) for one in known]
            changed = spot.put(placed(term, spot))
            if changed != statement and all(map(_is_equal, values, others_are)):
                words = f"{EQUAL}{text}"
                variant = Variant(words, spot.term.span, changed, spot.term)
                found.setdefault(changed, variant)
    return tuple(found.values())


@dataclass(frozen=True, slots=True)
class _Candidates:
    """What an author may have meant by a number, or code may have written for it.

    Attributes:
        lengths: Letters that the shapes of the formula name, with their sizes at all points.
        scalars: Names of leaves that are no arrays and that the statement does not compute.
        symbols: LaTeX of each leaf.
        rests: Leaves of which the statement takes `1 - β`.
        literals: Numbers that the code writes.
    """

    lengths: Mapping[str, tuple[int, ...]]
    scalars: Sequence[str]
    symbols: Mapping[str, str]
    rests: Collection[str]
    literals: Sequence[float]

    def of(self, spot: Spot, known: _Known) -> Iterator[tuple[str, Term]]:
        """Each in words, with the term that stands for it."""
        term = spot.term
        value = known.value(term)
        assert value is not None
        inner = {part.op for part in walk_terms(term)}
        if "size" in inner and "leaf" not in inner:
            if term.op == "size" and spot.is_position:
                return  # how far an index runs is how long its axis is
            if value != 1:
                yield from _of_sizes(self._others(term), self.literals)
            if value >= _LEAST and value in self.literals:
                yield _written(value)
        elif term.op == "number" and value not in self.literals and not spot.is_position:
            if value >= _LEAST and not spot.is_exponent:
                yield from _of_sizes(self.lengths, self.literals)
            for name in self.scalars if value not in (0, 1) else ():
                yield f"{self.symbols[name]} = {term.text}", Term("leaf", text=name)
        elif term.op == "leaf":
            symbol = self.symbols[term.text]
            if value == 0.5 and term.text in self.rests:
                yield f"1 - {symbol} = 0.5", Term("sum", (ONE, term), "+-")
            if value == -1:
                yield f"1/{symbol} = -1", Term("quotient", (ONE, term))
            if value in self.literals and value not in _PLAIN:
                yield _written(value)
        elif term.op == "power" and term.args[0].op == "leaf" and value == 4:
            base = term.args[0]
            twice = Term("product", (TWO, base), names=("scalar",))
            yield f"2 {self.symbols[base.text]} = 4", twice

    def _others(self, term: Term) -> list[str]:
        """Letters but those equal to one in the term, which has a variant of its own for that."""
        own = {
            letter
            for part in walk_terms(term)
            if part.op == "size"
            for letter in letters_of(part.text)
        }
        taken = {self.lengths[letter] for letter in own if letter in self.lengths}
        return [one for one, sizes in self.lengths.items() if one in own or sizes not in taken]


def _is_rest(term: Term) -> bool:
    """Whether it is `1 - β`."""
    return term.op == "sum" and term.text == "+-" and term.args[0].text == "1"


def _written(value: float) -> tuple[str, Term]:
    text = format(value, ".15g")
    return f"{CODE} = {text}", Term("number", text=text)


def _of_sizes(lengths: Iterable[str], literals: Collection[float]) -> Iterator[tuple[str, Term]]:
    """Sizes, and what code makes of them with a 1 or 2 that it writes."""
    for letter in lengths:
        size = Term("size", text=letter)
        yield letter, size
        yield f"√{letter}", Term("root", (size,))
        if 1 in literals:
            yield f"{letter} - 1", Term("sum", (size, ONE), "+-")
            yield f"{letter} + 1", Term("sum", (size, ONE), "++")
        if 2 in literals:
            yield f"2 {letter}", Term("product", (TWO, size), names=("scalar",))
            yield f"{letter}/2", Term("quotient", (size, TWO))


def _known(formula: Formula, point: Point) -> _Known | None:
    sizes = measure((*formula.leaves, *formula.sizing), point.values, {})
    if isinstance(sizes, Problem):
        return None
    scalars = {}
    for leaf in formula.leaves:
        value = np.asarray(point.values.get(leaf.name))
        if not (leaf.letters or leaf.target) and value.ndim == 0 and value.dtype.kind in "iuf":
            scalars[leaf.name] = float(value)
    return _Known(sizes, scalars)


def _read(text: str) -> float | None:
    try:
        return float(text)
    except ValueError:
        return None


def _combined(term: Term, parts: Sequence[float]) -> float | None:
    try:
        match term.op:
            case "sum":
                return sum(
                    -part if sign == "-" else part
                    for sign, part in zip(term.text, parts, strict=True)
                )
            case "product":
                return math.prod(parts)
            case "quotient":
                return parts[0] / parts[1]
            case "power":
                return math.pow(parts[0], parts[1])
        return math.pow(parts[0], 1 / parts[1] if len(parts) > 1 else 0.5)
    except (ArithmeticError, ValueError):
        return None


def _is_equal(one: float | None, other: float | None) -> bool:
    return one is not None and other is not None and math.isclose(one, other, rel_tol=1e-12)
