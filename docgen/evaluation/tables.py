r"""Numbers, sizes, ones, identities, matrices of entries or blocks, and lists.

`[x, h]` of vectors of 2 and 3 entries is a vector of 5.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

from docgen.evaluation import domain
from docgen.evaluation.quantity import COLUMN, ROW, Array, Quantity, constant, merged, spread
from docgen.evaluation.stop import size_source, stop
from docgen.evaluation.term import Range, Term

if TYPE_CHECKING:
    from docgen.evaluation.evaluator import Evaluator

_CONSTANTS = {"pi": math.pi, "e": math.e, "infty": math.inf}


def number(term: Term, see: Evaluator) -> Quantity:  # noqa: ARG001 - one signature for all
    """Digits, exact where a float holds them."""
    value = float(term.text)
    is_exact = term.text.isdigit() and value < 2**53
    return constant(value, is_exact or Fraction(term.text) == Fraction(value))


def named(term: Term, see: Evaluator) -> Quantity:  # noqa: ARG001
    """A constant."""
    value = _CONSTANTS[term.text]
    return constant(value, math.isinf(value))


def size(term: Term, see: Evaluator) -> Quantity:
    """Arithmetic over the letters of shapes."""
    return constant(float(_length(term.text, see)))


def _length(axis: str, see: Evaluator) -> int:
    found = see.size(axis)
    if found is None:
        message = f"the length `{axis}` is unknown in this run"
        raise stop("unsupported-latex", message, help=size_source(axis))
    return found


def _written(term: Term, see: Evaluator) -> int | None:
    """The length of ones or of an identity; None where nothing says it."""
    if term.args:
        value = see.number(term.args[0], "a length").good()
        length = float(value.data.flat[0]) if not value.letters else math.nan
        if not (length >= 0 and length == int(length)):
            raise stop("shape-mismatch", "a length that is no whole number")
        return int(length)
    return _length(term.text, see) if term.text else None


def ones(term: Term, see: Evaluator) -> Quantity:
    """A column of ones."""
    length = _written(term, see)
    if length is None:
        stretch = see.stretch(term)
        if not stretch.root.size:
            see.used.append(stretch)
            return Quantity(np.ones(1), np.zeros(1), (), COLUMN, (stretch,))
        length = stretch.root.size
    return Quantity(np.ones(length), np.zeros(length), (), COLUMN)


def identity(term: Term, see: Evaluator) -> Quantity:
    """The identity matrix."""
    length = _written(term, see)
    if length is None:
        stretch = see.stretch(term)
        if not stretch.root.size:
            see.used.append(stretch)
            shape = (1, 1)
            return Quantity(
                np.ones(shape), np.zeros(shape), elastic=(stretch, stretch), is_unit=True
            )
        length = stretch.root.size
    return Quantity(np.eye(length), np.zeros((length, length)), is_unit=True)


def matrix(term: Term, see: Evaluator) -> Quantity:
    """Entries or blocks, row by row; one column of numbers is a column, one row a row.

    Raises:
        Stop: Blocks that do not fit.
    """
    rows = [[see.quantity(one).good() for one in row.args] for row in term.args]
    ranks = {one.rank for row in rows for one in row}
    if len({len(row) for row in rows}) > 1:
        raise stop("shape-mismatch", "rows of different length")
    if ranks == {0}:
        whole = _stacked([_stacked(row) for row in rows])
        if len(rows[0]) == 1:
            return _with(whole, whole.data[..., 0], whole.error[..., 0], COLUMN)
        if len(rows) == 1:
            return _with(whole, whole.data[..., 0, :], whole.error[..., 0, :], ROW)
        return whole
    if ranks != {2}:
        raise stop(
            "unsupported-latex",
            "blocks that are no matrices",
            help="write matrices or numbers",
        )
    for row in rows:
        if len({one.data.shape[-2] for one in row}) > 1:
            raise stop("shape-mismatch", "blocks of one row have different heights")
    lines = [joined(row, 1) for row in rows]
    widths = [[one.data.shape[-1] for one in row] for row in rows]
    if any(one != widths[0] for one in widths):
        raise stop("shape-mismatch", "blocks of one column have different widths")
    return joined(lines, 0)


def _with(one: Quantity, data: Array, error: Array, state: str) -> Quantity:
    return Quantity(data, error, one.letters, state, is_vague=one.is_vague)


def _stacked(values: Sequence[Quantity]) -> Quantity:
    """Values of one shape along a new first axis."""
    letters = merged(values)
    rank = values[0].rank
    arrays = [spread(one.data, one.letters, letters, rank) for one in values]
    errors = [spread(one.error, one.letters, letters, rank) for one in values]
    axis = len(letters)
    data = np.stack(np.broadcast_arrays(*arrays), axis)
    error = np.stack(np.broadcast_arrays(*errors), axis)
    return Quantity(data, error, letters, is_vague=any(one.is_vague for one in values))


def joined(values: Sequence[Quantity], along: int, state: str = "") -> Quantity:
    """Arrays of one rank, one after the other along a visible axis.

    Raises:
        Stop: Their other axes differ.
    """
    letters = merged(values)
    rank = values[0].rank
    lead = len(letters)
    arrays = [spread(one.data, one.letters, letters, rank) for one in values]
    errors = [spread(one.error, one.letters, letters, rank) for one in values]
    others = {one.shape[lead : lead + along] + one.shape[lead + along + 1 :] for one in arrays}
    if len(others) > 1:
        shapes = ", ".join(str(one.visible) for one in values)
        raise stop("shape-mismatch", f"shapes {shapes} do not fit side by side")
    front = np.broadcast_shapes(*(one.shape[:lead] for one in arrays))
    wide = [np.broadcast_to(one, front + one.shape[lead:]) for one in arrays]
    bounds = [np.broadcast_to(one, front + one.shape[lead:]) for one in errors]
    return Quantity(
        np.concatenate(wide, lead + along),
        np.concatenate(bounds, lead + along),
        letters,
        state,
        is_vague=any(one.is_vague for one in values),
    )


def join(term: Term, see: Evaluator) -> Quantity:
    r"""A list: numbers and vectors make a vector, matrices a matrix.

    Raises:
        Stop: Two separators, or parts that do not fit.
    """
    values: list[Quantity] = []
    for part in term.args:
        if part.op == "series":
            values += _series(part, see)
        else:
            values.append(see.quantity(part).good())
    if len(set(term.names)) > 1:
        raise stop("unsupported-latex", "two separators in one list", help="write a matrix")
    if any(one.elastic for one in values):
        raise stop("unsupported-latex", "ones without a length in a list")
    separator = term.names[0] if term.names else ","
    ranks = {one.rank for one in values}
    if not values or max(ranks) > 2 or (2 in ranks and len(ranks) > 1):
        shapes = ", ".join(str(one.visible) for one in values)
        raise stop("shape-mismatch", f"shapes {shapes} do not fit in one list")
    if 2 in ranks:
        return joined(values, 0 if separator == ";" else 1)
    if 0 in ranks and separator == "‖":
        raise stop("unsupported-latex", r"`\|` joins arrays")
    return joined([one if one.rank else _single(one) for one in values], 0)


def _single(one: Quantity) -> Quantity:
    return Quantity(one.data[..., None], one.error[..., None], one.letters, is_vague=one.is_vague)


def _series(term: Term, see: Evaluator) -> list[Quantity]:
    """The body for every value of the letter, one after the other."""
    base = 0 if term.names[:1] == ("0",) else 1
    letter = term.text
    running, inside = domain.run(Range(letter, "", base, *term.args[1:3]), see, ())
    if inside is not None:
        raise stop("unsupported-latex", "a list whose length depends on an index")
    outer = see.scope
    see.scope = {**outer, letter: running}
    try:
        body = see.quantity(term.args[0]).good()
    finally:
        see.scope = outer
    if letter not in body.letters:
        return [body] * len(running.numbers)
    axis = body.letters.index(letter)
    rest = tuple(one for one in body.letters if one != letter)
    return [
        Quantity(
            np.take(body.data, k, axis),
            np.take(body.error, k, axis),
            rest,
            body.state,
            is_vague=body.is_vague,
        )
        for k in range(len(running.numbers))
    ]
