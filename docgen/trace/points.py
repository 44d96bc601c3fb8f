"""The points of a statement: at each record of its anchor, what its symbols were.

With the anchor `Z` recorded in two calls, and `X` at their entries, the points are
`Reached(call=0, ..., values={"X": ..., "Z": ...})` and the same for call 1.
"""

from __future__ import annotations

import ast
import hashlib
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from docgen.evaluation.binding import to_array
from docgen.evaluation.given import given_array
from docgen.evaluation.masked import is_masked
from docgen.evaluation.term import Leaf, Problem
from docgen.evaluation.walk import used_leaves
from docgen.syntax import expression_tree
from docgen.trace.cells import CellError
from docgen.trace.kept import Kept, LeftOutError, Record
from docgen.trace.pairing import Pairing, short
from docgen.trace.plan import EquationPlan, Reading

_NUMBERS = "fiubc"


@dataclass(frozen=True)
class Reached:
    """One execution of a statement.

    Attributes:
        values: Of each leaf that was read.
        records: Where each was read.
    """

    call: int
    visit: int
    time: int
    values: dict[str, Any] = field(default_factory=dict)
    records: dict[str, Record] = field(default_factory=dict)

    def digest(self, leaves: Iterable[Leaf]) -> str:
        """The same for points at which the leaves have the same shapes and numbers."""
        state = hashlib.blake2b(digest_size=16)
        for leaf in leaves:
            array = to_array(leaf, self.values.get(leaf.name))
            if isinstance(array, Problem):
                continue
            content = array.astype(np.float64).tobytes()
            state.update(f"{leaf.name} {array.shape} ".encode() + content)
        return state.hexdigest()


@dataclass(frozen=True)
class Source:
    """Where one equation finds its values.

    Attributes:
        pairings: Name of a function → how its calls belong to those of the concept's function.
    """

    plan: EquationPlan
    kept: Kept
    pairings: dict[str, Pairing]

    def points(self, number: int) -> list[Reached]:
        """The points of the statement with that number, at most as many as the plan says.

        Raises:
            CellError: A symbol of the statement has no value at one of them.
        """
        if number >= len(self.plan.anchors):
            return []
        anchor = self.plan.anchors[number]
        if anchor in self.kept.missing:
            raise CellError(self.kept.missing[anchor])
        statement = self.plan.formula.statements[number]
        needed = used_leaves(self.plan.formula, statement)
        anchored = self.kept.all(anchor)
        chosen = _spread(anchored, self.plan.limit)
        found = []
        left_out: LeftOutError | None = None
        for record in chosen:
            try:
                found.append(self._point(record, needed))
            except LeftOutError as problem:
                left_out = problem
        if left_out is not None and not found:
            raise left_out
        return found

    def call(self, function: str, call: int, *, is_paired: bool) -> int:
        """The call of a function in which a call of the concept's function reads.

        Raises:
            CellError: There is none, or there are several.
        """
        if is_paired:
            return self.pairings[function].call(call)
        if function != self.plan.function:
            raise CellError(f"`{short(function)}` is another function than that of the equation")
        return call

    def record(self, reading: Reading, reached: Record | Reached) -> Record:
        """Where a leaf is read, at one execution of a statement.

        Raises:
            CellError: It is not read there.
        """
        if reading.watch in self.kept.missing:
            raise CellError(self.kept.missing[reading.watch])
        if reading.is_paired or reading.function == self.plan.function:
            call = self.call(reading.function, reached.call, is_paired=reading.is_paired)
            record = self.kept.at(reading.watch, call, reached.time)
        else:
            # A function that is called in the concept's call, such as `ffn_backward.dOut`.
            start = self.kept.starts.get((self.plan.function, reached.call), reached.time)
            record = self.kept.between(reading.watch, start, reached.time)
        if record is None:
            raise CellError("it is not reached in the same call as the equation")
        return record

    def _point(self, anchor: Record, needed: set[str]) -> Reached:
        point = Reached(anchor.call, anchor.visit, anchor.time)
        for reading in self.plan.readings:
            try:
                record = self.record(reading, anchor)
                point.values[reading.leaf] = numbers(indexed(record.read(), reading.index))
                point.records[reading.leaf] = record
            except CellError as problem:
                if reading.leaf in needed:
                    if isinstance(problem, LeftOutError):
                        raise
                    raise CellError(f"${self._symbol(reading.leaf)}$: {problem}") from None
        return point

    def _symbol(self, name: str) -> str:
        symbols = {leaf.name: leaf.symbol for leaf in self.plan.formula.leaves}
        return symbols.get(name, name)


def indexed(value: object, text: str) -> object:
    """`value[:, 1]` for the text `[:, 1]`.

    Raises:
        CellError: The text is no such subscript, or the value has no such place.
    """
    if not text:
        return value
    key = _key(text)
    try:
        given = value if isinstance(value, np.ndarray) else given_array(value)
        array = np.asarray(value) if given is None else given
        found: object = array[key]
        return found
    except (IndexError, RuntimeError, TypeError, ValueError) as error:
        raise CellError(f"`{text}`: {' '.join(str(error).split())}") from None


def _key(text: str) -> Any:
    try:
        tree = expression_tree(f"_{text.strip()}")
        if isinstance(tree, ast.Subscript) and isinstance(tree.value, ast.Name):
            return _position(tree.slice)
    except (SyntaxError, ValueError):
        pass
    raise CellError(f"`{text}` is no subscript of whole numbers")


def _position(node: ast.expr) -> object:
    """A part of a subscript: whole numbers and slices of them.

    Raises:
        ValueError: It is something else.
    """
    match node:
        case ast.Tuple(elts=members):
            return tuple(_position(member) for member in members)
        case ast.Slice(lower=low, upper=high, step=step):
            return slice(*(None if end is None else _position(end) for end in (low, high, step)))
        case ast.Constant(value=int(number)) if not isinstance(number, bool):
            return number
        case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int(number))):
            return -number
    raise ValueError


def numbers(value: object) -> object:
    """A list of numbers as an array; what holds none as it is, for the evaluator to say so."""
    if is_masked(value):
        return value
    given = given_array(value)
    if given is not None:
        return given
    try:
        array = np.asarray(value)
    except (ValueError, TypeError, RuntimeError):  # rows of several lengths, no numbers to be had
        return value
    return array if array.dtype.kind in _NUMBERS else value


def _spread(records: list[Record], limit: int) -> list[Record]:
    """At most so many of the records, the first and the last included."""
    if len(records) <= limit or limit < 1:
        return records[: max(limit, 0)]
    if limit == 1:
        return records[:1]
    last = len(records) - 1
    return [records[step * last // (limit - 1)] for step in range(limit)]
