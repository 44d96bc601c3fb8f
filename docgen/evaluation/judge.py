"""Whether the points of a check could tell the equation from wrong ones.

Recorded with γ = 1 and β = 0, `y = γ x + β` also passes as `y = x`: the two survivors `without the
factor` and `without this term` say that the run proves little about γ and β.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import TypeVar

import msgspec
import numpy as np

from docgen.evaluation.body import body_variants
from docgen.evaluation.coincidence import coincidences
from docgen.evaluation.evaluate import evaluate, side
from docgen.evaluation.fresh import SIGNS, Draw, Unknown, assignments, shaken
from docgen.evaluation.inputs import Inputs
from docgen.evaluation.neutral import neutral
from docgen.evaluation.point import Array, Point
from docgen.evaluation.positions import Moved, moved
from docgen.evaluation.quantity import Quantity
from docgen.evaluation.term import Formula, Outcome, Problem, Statement, Term
from docgen.evaluation.twins import twins
from docgen.evaluation.variant import Variant, variants

__all__ = ["Point", "Survivor", "judge"]

Survivor = tuple[str, int, int]
"""What was changed, and start and end of its place in the LaTeX."""

_Tried = TypeVar("_Tried", bound=Variant | Moved)

_DRAWS = 6

NO_INPUTS = Inputs()


def judge(
    formula: Formula,
    number: int,
    points: Sequence[Point],
    suspects: Collection[Survivor] | None = None,
    literals: Sequence[float] = (),
    inputs: Inputs = NO_INPUTS,
) -> tuple[tuple[Survivor, ...], int]:
    """Variants of a statement that pass at every point though they mean something else.

    Args:
        points: Where the statement itself has passed, the most telling ones first.
        suspects: Those that passed elsewhere, where only they are of interest; None for all.
        literals: Numbers that the code writes, see `coincidences`.
        inputs: What the function was given, see `twins`.

    Returns:
        What was changed and where, for each survivor, and what the page leaves out; and how many
        variants of interest mean something else or fail, the survivors among them.
    """
    plain = (*variants(formula, number), *body_variants(formula, number))
    alike = coincidences(formula, number, points, literals)
    tried = _of_interest((*plain, *alike), suspects)
    passing = [one for one in tried if _passes(formula, number, one, points)]
    wide = inputs.widened(formula)
    same = _of_interest(twins(wide, number, points, inputs), suspects)
    passing_same = [one for one in same if _passes(wide, number, one, points)]
    others = _of_interest([*moved(formula, number, points)], suspects)
    count = len(tried) + len(same) + len(others)
    idle = [(text, 0, 0) for text in neutral(formula.statements[number], points, inputs)]
    idle = [one for one in idle if suspects is None or one in suspects]
    moving = [
        one
        for one in others
        if all(_is_met(_outcome(formula, number, one.at(point))) for point in points)
    ]
    if not (passing or passing_same or moving):
        return tuple(idle), count
    bindings = _Bindings(formula, number, points)
    survivors = [(one.text, *one.span) for one in passing if bindings.tell_apart(one)]
    if passing_same:
        among = _Bindings(wide, number, points)
        survivors += [(one.text, *one.span) for one in passing_same if among.tell_apart(one)]
    survivors += [(one.text, *one.span) for one in moving if bindings.tell_moved(one)]
    # What passes and means the same is no wrong variant.
    count -= len(passing) + len(passing_same) + len(moving) - len(survivors)
    return (*survivors, *idle), count


def _of_interest(tried: Sequence[_Tried], suspects: Collection[Survivor] | None) -> list[_Tried]:
    return [each for each in tried if suspects is None or (each.text, *each.span) in suspects]


def _passes(formula: Formula, number: int, variant: Variant, points: Sequence[Point]) -> bool:
    changed = replaced(_calling(formula, variant), number, variant.statement)
    return all(_is_met(_outcome(changed, number, point)) for point in points)


def _calling(formula: Formula, variant: Variant) -> Formula:
    """The formula with what a variant of one of its statements calls."""
    if not variant.definitions:
        return formula
    definitions = (*formula.definitions, *variant.definitions)
    return msgspec.structs.replace(formula, definitions=definitions)


def _outcome(formula: Formula, number: int, point: Point) -> Outcome:
    return evaluate(formula, number, point.values, point.functions, point.derivatives)


def _is_met(outcome: Outcome) -> bool:
    return outcome.problem is None and outcome.ratio <= 1


def replaced(formula: Formula, number: int, statement: Statement) -> Formula:
    """The formula with one of its statements put in the place of what it was."""
    statements = formula.statements
    changed = (*statements[:number], statement, *statements[number + 1 :])
    return msgspec.structs.replace(formula, statements=changed)


class _Bindings:
    """Random bindings at which one statement has a value, drawn as they are needed."""

    def __init__(self, formula: Formula, number: int, points: Sequence[Point]) -> None:
        self.formula = formula
        self.number = number
        self.statement = formula.statements[number]
        self.points = points
        first = 0 if self.statement.is_property else 1
        self._right = range(first, len(self.statement.sides))
        self._plain = [self._beside(formula, self.statement, which) for which in self._right]
        self._source = self._draws()
        self._known: list[Point] = []

    def tell_apart(self, variant: Variant) -> bool:
        """Whether a variant means something else than the statement."""
        other = variant.statement
        if other.relations != self.statement.relations:
            return True
        sides = self.statement.sides
        which = [one for one in self._right if sides[one] != other.sides[one]] or self._right
        formula = _calling(self.formula, variant)
        pairs = [(one, self._beside(formula, other, one)) for one in which]
        changed = replaced(formula, self.number, other)
        is_empty = True
        for point in self:
            is_empty = False
            if any(self._differ(pair, one, changed, point) for one, pair in pairs):
                return True
        # Where no values can be drawn, nothing says that the variant is the statement itself.
        return is_empty

    def tell_moved(self, other: Moved) -> bool:
        """Whether a statement means something else with other entries of an array of positions."""
        drawn = [other.pair(self.formula, point) for point in self]
        pairs = [pair for pair in drawn if pair is not None]
        # As above: where no values can be drawn, nothing says that it means the same.
        return not pairs or any(
            self._is_moved(which, *pair)
            for pair in pairs
            for which in range(len(self.statement.sides))
        )

    def _is_moved(self, which: int, before: Point, after: Point) -> bool:
        one, two = (self._side(self.formula, which, point) for point in (before, after))
        if isinstance(one, Problem) or isinstance(two, Problem):
            return isinstance(one, Problem) != isinstance(two, Problem)
        return one.letters != two.letters or not _is_same(one, two)

    def __iter__(self) -> Iterator[Point]:
        position = 0
        while position < len(self._known) or self._next():
            yield self._known[position]
            position += 1

    def _next(self) -> bool:
        found = next(self._source, None)
        if found is not None:
            self._known.append(found)
        return found is not None

    def _beside(self, formula: Formula, other: Statement, which: int) -> Formula:
        """A statement that one side is what it is in a variant."""
        named = self.statement.locals
        changed = other.sides[which]
        if other.locals != named:
            marks = {name: f"{name}′" for name, _ in other.locals}
            changed = _marked(changed, marks)
            named += tuple((marks[name], _marked(body, marks)) for name, body in other.locals)
        beside = msgspec.structs.replace(
            self.statement,
            sides=(self.statement.sides[which], changed),
            relations=("≈" if self.statement.tolerance else "=",),
            locals=named,
        )
        return replaced(formula, self.number, beside)

    def _differ(self, pair: Formula, which: int, changed: Formula, point: Point) -> bool:
        outcome = _outcome(pair, self.number, point)
        if outcome.problem is None:
            return not outcome.ratio <= 1
        # A row and a column are not compared, though both may be what the left side is.
        one, two = (self._side(formula, which, point) for formula in (self.formula, changed))
        if isinstance(one, Problem) or isinstance(two, Problem):
            return True
        return one.letters != two.letters or not _is_same(one, two)

    def _side(self, formula: Formula, which: int, point: Point) -> Quantity | Problem:
        return side(formula, self.number, which, point.values, point.functions, point.derivatives)

    def _has_value(self, point: Point) -> bool:
        outcomes = (_outcome(one, self.number, point) for one in self._plain)
        return all(_is_met(outcome) and outcome.entries for outcome in outcomes)

    def _draws(self) -> Iterator[Point]:
        count = 0
        for point in self._fresh():
            count += 1
            yield point
            if count == _DRAWS:
                return
        if not count:
            moved = (shaken(point, seed) for point in self.points[:1] for seed in range(_DRAWS))
            yield from (point for point in moved if self._has_value(point))

    def _fresh(self) -> Iterator[Point]:
        like = self.points[0].values if self.points else {}
        is_found = False
        for order, sizes in enumerate(assignments(self.formula)):
            if order >= 2 and is_found:
                return
            for seed in range(_DRAWS // 2):
                point = self._drawn(sizes, 10 * order + seed, like)
                if point is None:
                    # Other seeds of sizes that the equation refuses are refused as well.
                    break
                is_found = True
                yield point

    def _drawn(
        self, sizes: Mapping[str, int], seed: int, like: Mapping[str, Array]
    ) -> Point | None:
        """A binding of these sizes at which the statement has a value, of whatever sign."""
        for sign in SIGNS:
            draw = Draw(self.formula, sizes, seed, sign, is_spread=seed % 10 > 0, like=like)
            try:
                point = draw.point()
            except Unknown:
                return None
            if self._has_value(point):
                return point
        return None


def _marked(term: Term, names: Mapping[str, str]) -> Term:
    """The term with other names for what `where` defines."""
    text = names.get(term.text, term.text) if term.op == "local" else term.text
    args = tuple(_marked(part, names) for part in term.args)
    return Term(term.op, args, text, term.names, term.span)


def _is_same(one: Quantity, other: Quantity) -> bool:
    if one.data.shape != other.data.shape:
        return False
    gap = np.abs(one.data - other.data)
    return bool(np.all(gap <= 1e-9 * np.maximum(np.abs(one.data), np.abs(other.data))))
