"""The state of an evaluation: leaves, indices in force, parameters of functions, open lengths.

`value(term)` asks the table for the operation of the term; what stops it gets the term's place.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import msgspec
import numpy as np

from docgen.evaluation.binding import Raw, bind
from docgen.evaluation.extent import Sizes, size_of
from docgen.evaluation.operator import Operator
from docgen.evaluation.quantity import Array, Quantity
from docgen.evaluation.stop import Stop, stop
from docgen.evaluation.stretch import Stretch
from docgen.evaluation.term import Definition, Formula, Leaf, Signature, Term

Value = Quantity | Operator
Operation = Callable[[Term, "Evaluator"], Value]
Functions = Mapping[str, Callable[..., object]]
Derivatives = Mapping[tuple[str, str], Callable[[], Any]]


class Running:
    """An index in force: the numbers it takes, as the page counts, and what means the first."""

    __slots__ = ("base", "letter", "numbers", "quantity")

    def __init__(self, letter: str, numbers: Array, base: int) -> None:
        self.letter = letter
        self.numbers = numbers
        self.base = base
        self.quantity = Quantity(numbers, np.zeros(numbers.shape), (letter,))

    def covers(self, size: int) -> bool:
        """Whether it takes every position of an axis, in order."""
        numbers = self.numbers
        return (
            len(numbers) == size
            and size > 0
            and numbers[0] == self.base
            and numbers[-1] == self.base + size - 1
            and bool((np.diff(numbers) == 1).all())
        )


class Evaluator:
    """One statement at one point.

    Attributes:
        u: Unit roundoff of the tolerance.
        scope: Indices in force, by letter.
        place: Span of the function that is applied, the outermost.
        path: Terms of the functions being applied, outermost first, by identity.
        live: Where the value of what is evaluated now counts; None for everywhere.
        branches: Keys of branches, see `Outcome`.
    """

    def __init__(
        self,
        table: Mapping[str, Operation],
        formula: Formula,
        arrays: Mapping[str, Raw],
        sizes: Mapping[str, int],
        leads: Sizes,
        u: float,
        functions: Functions,
        derivatives: Derivatives,
    ) -> None:
        self.table = table
        self.formula = formula
        self.base = formula.base
        self.leaves: dict[str, Leaf] = {one.name: one for one in formula.leaves}
        self.arrays = arrays
        self.sizes = dict(sizes)
        self.leads = leads
        self.u = u
        self.functions = functions
        self.derivatives = derivatives
        self.definitions: dict[str, Definition] = {one.key: one for one in formula.definitions}
        self.signatures: dict[str, Signature] = {one.key: one for one in formula.signatures}
        self.bound: dict[str, Quantity] = {}
        self.scope: dict[str, Running] = {}
        self.parameters: dict[str, Quantity] = {}
        self.locals: dict[str, Term] = {}
        self.local_values: dict[str, Value] = {}
        self.path: tuple[int, ...] = ()
        self.keys: tuple[str, ...] = ()
        self.place = (0, 0)
        self.live: Quantity | None = None
        self.branches: set[str] = set()
        self.notes: dict[str, None] = {}
        self.stretches: dict[tuple[int, ...], Stretch] = {}
        self.used: list[Stretch] = []

    def value(self, term: Term) -> Value:
        """The value of a term.

        Raises:
            Stop: It has none; the place is that of the innermost term.
        """
        try:
            operation = self.table[term.op]
        except KeyError:
            raise TypeError(f"no operation {term.op}") from None
        try:
            return operation(term, self)
        except Stop as found:
            if found.problem.span == (0, 0) != term.span:
                span = self.span(term)
                found.problem = msgspec.structs.replace(found.problem, span=span)
            raise

    def span(self, term: Term) -> tuple[int, int]:
        """Where a term stands; within a function, where the function is called.

        The equation that defines the function may be another one.
        """
        return self.place if self.keys else term.span

    def quantity(self, term: Term) -> Quantity:
        """The value of a term that is no derivative.

        Raises:
            Stop: It is one.
        """
        value = self.value(term)
        if isinstance(value, Operator):
            raise stop(
                "unsupported-latex",
                "a derivative of an array by an array stands here",
                help="multiply it by a vector, or compare it",
            )
        return value

    def number(self, term: Term, what: str) -> Quantity:
        """A value without visible axes.

        Raises:
            Stop: It is an array.
        """
        value = self.quantity(term)
        if value.rank:
            raise stop("ambiguous-latex", f"{what} is an array of shape {value.visible}")
        return value

    def size(self, axis: str) -> int | None:
        """Length of a declared axis; None while it is not known."""
        return size_of(axis, self.sizes)

    def leaf(self, name: str) -> Quantity:
        """The recorded value of a leaf, whole.

        Raises:
            Stop: None was recorded.
        """
        found = self.bound.get(name)
        if found is None:
            leaf = self.leaves[name]
            if name not in self.arrays:
                raise stop("run-failed", f"no value of `{leaf.symbol}` was recorded")
            found = self.bound[name] = bind(leaf, self.arrays[name], self.leads)
        return found

    def stretch(self, term: Term) -> Stretch:
        """The length of a term that says none; the same at every pass over the statement."""
        key = (*self.path, id(term))
        found = self.stretches.get(key)
        if found is None:
            found = self.stretches[key] = Stretch(self.span(term))
        return found

    def reset(self) -> None:
        """Forget what a pass over the statement left behind, but for lengths that it found."""
        self.scope, self.parameters = {}, {}
        self.local_values = {}
        self.path, self.keys = (), ()
        self.live = None
        self.branches = set()
        self.used = []

    def settled(self, compute: Callable[[], Any]) -> Any:
        """What a function computes once all lengths that it meets are known.

        Raises:
            Stop: A length stays unknown, or the function says so.
        """
        while True:
            self.reset()
            failure: Stop | None = None
            result: Any = None
            try:
                result = compute()
            except Stop as stopped:
                failure = stopped
            if any(one.root.size for one in self.used):
                continue
            if failure is not None:
                raise failure
            for one in self.used:
                if not one.root.is_free:
                    found = stop(
                        "unsupported-latex",
                        "nothing gives these ones a length",
                        help=r"write their length, as in `\mathbf{1}_n` or `I_n`",
                    )
                    found.problem = msgspec.structs.replace(found.problem, span=one.span)
                    raise found
            return result


def letters_in(terms: Iterable[Term]) -> set[str]:
    """Index letters that stand in terms."""
    found: set[str] = set()
    waiting = list(terms)
    while waiting:
        term = waiting.pop()
        if term.op == "index":
            found.add(term.text)
        waiting += term.args
    return found
