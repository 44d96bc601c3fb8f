r"""Derivatives of arrays by arrays: linear maps that vectors multiply from both sides.

`v \frac{\partial Y}{\partial X}` sums v over all axes of Y and has the shape of X.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from docgen.evaluation.quantity import Array, Quantity, settle, spread
from docgen.evaluation.stop import stop

TOLERANCE = 1e-9
"""Of derivatives, relative to the largest entry; that of their finite differences."""


@dataclass(frozen=True)
class Side:
    """The axes of one of the two symbols, as its value has them."""

    letters: tuple[str, ...]
    shape: tuple[int, ...]

    @property
    def rank(self) -> int:
        """Axes that belong to the symbol itself, without those of indices in force."""
        return len(self.shape) - len(self.letters)

    @property
    def size(self) -> int:
        """How many entries the value has."""
        return int(np.prod(self.shape, dtype=np.int64))


@dataclass(frozen=True)
class Operator:
    """A map of shape (entries of `of`, entries of `by`)."""

    data: Array
    error: Array
    of: Side
    by: Side


def side_of(value: Quantity) -> Side:
    """The axes of a value, without its numbers."""
    return Side(value.letters, value.data.shape)


def derivative(data: Array, of: Quantity, by: Quantity, u: float) -> Operator | Quantity:
    """The map, or an ordinary value where one of the two is a number.

    Raises:
        Stop: `run-failed` where the derivative has too many entries.
    """
    top, bottom = side_of(of), side_of(by)
    largest = float(np.max(np.abs(data), initial=0.0))
    bound = TOLERANCE * largest / (32 * u)
    whole = np.asarray(data, np.float64)
    if top.size * bottom.size != whole.size:
        raise stop("run-failed", f"the derivative has {whole.size} entries")
    flat = whole.reshape(top.size, bottom.size)
    error = np.where(np.isfinite(flat), bound, 0.0)
    made = Operator(flat, error, top, bottom)
    if not top.shape:
        return _plain(made, bottom)
    return _plain(made, top) if not bottom.shape else made


def _plain(one: Operator, side: Side) -> Quantity:
    return Quantity(one.data.reshape(side.shape), one.error.reshape(side.shape), side.letters)


def flip(one: Operator) -> Operator:
    """The transposed map: it takes from the left what the other takes from the right."""
    return Operator(one.data.T, one.error.T, one.by, one.of)


def negate(one: Operator) -> Operator:
    """The map with the sign of every entry changed."""
    return replace(one, data=-one.data)


def to_quantity(one: Operator) -> Quantity:
    """The map as an array whose visible axes are those of both.

    Raises:
        Stop: Both have the same leading axes, so entries of one stand beside those of the other.
    """
    if set(one.of.letters) & set(one.by.letters):
        raise stop(
            "unsupported-latex",
            "a derivative over leading axes, compared entry by entry",
            help="multiply it by a vector, or declare all axes",
        )
    top, bottom = len(one.of.letters), len(one.by.letters)
    whole = one.data.reshape(one.of.shape + one.by.shape)
    error = one.error.reshape(whole.shape)
    count = len(one.of.shape)
    order = (
        *range(top),
        *range(count, count + bottom),
        *range(top, count),
        *range(count + bottom, whole.ndim),
    )
    letters = one.of.letters + one.by.letters
    return Quantity(whole.transpose(order), error.transpose(order), letters)


def product(a: Quantity | Operator, b: Quantity | Operator, u: float) -> Quantity | Operator:
    """A number times a map, two maps one after the other, or a map at an array.

    Raises:
        Stop: The shapes do not fit.
    """
    if isinstance(a, Operator) and isinstance(b, Operator):
        if a.by.shape != b.of.shape:
            raise stop("shape-mismatch", f"derivatives by {a.by.shape} and of {b.of.shape}")
        data, error = _contracted(a.data, a.error, b.data, b.error)
        return Operator(data, error, a.of, b.by)
    if isinstance(a, Operator):
        assert isinstance(b, Quantity)
        return _scaled(a, b, u) if _is_number(b, a.by) else _applied(a, b)
    assert isinstance(b, Operator)
    return _scaled(b, a, u) if _is_number(a, b.of) else _applied(flip(b), a)


def _is_number(value: Quantity, side: Side) -> bool:
    return value.rank == 0 and not value.letters and side.shape != ()


def _scaled(one: Operator, by: Quantity, u: float) -> Operator:
    number, bound = float(by.good().data), float(by.error)
    data = one.data * number
    error = abs(number) * one.error + bound * np.abs(one.data) + np.abs(data)
    return replace(one, data=data, error=settle(data, error + u * bound * one.error))


def _applied(one: Operator, value: Quantity) -> Quantity:
    """The map at an array: sums over all axes of `by`."""
    value.good()
    side = one.by
    extra = tuple(letter for letter in value.letters if letter not in side.letters)
    missing = [letter for letter in side.letters if letter not in value.letters]
    if missing or value.visible != side.shape[len(side.letters) :]:
        raise stop(
            "shape-mismatch",
            f"an array of shape {value.visible} beside a derivative of shape "
            f"{side.shape[len(side.letters) :]}",
        )
    order = extra + side.letters
    flat, bound = (
        spread(each, value.letters, order, value.rank) for each in (value.data, value.error)
    )
    sizes = flat.shape[: len(extra)]
    flat, bound = flat.reshape(*sizes, side.size), bound.reshape(*sizes, side.size)
    data, error = _contracted(flat, bound, one.data.T, one.error.T)
    shape = sizes + one.of.shape
    return Quantity(data.reshape(shape), error.reshape(shape), extra + one.of.letters)


def _contracted(x: Array, ex: Array, y: Array, ey: Array) -> tuple[Array, Array]:
    data = x @ y
    error = np.abs(x) @ (ey + np.abs(y)) + ex @ np.abs(y)
    return data, settle(data, error)


def add(a: Quantity | Operator, b: Quantity | Operator, sign: float) -> Operator:
    """A sum of maps; the identity is the map of a symbol by one of its own shape.

    Raises:
        Stop: The shapes do not fit.
    """
    like = a if isinstance(a, Operator) else b
    assert isinstance(like, Operator)
    left, right = as_operator(a, like), as_operator(b, like)
    if left.of.shape != right.of.shape or left.by.shape != right.by.shape:
        raise stop("shape-mismatch", "a sum of derivatives of different shapes")
    data = left.data + sign * right.data
    error = left.error + right.error + np.abs(data)
    return Operator(data, settle(data, error), left.of, left.by)


def as_operator(value: Quantity | Operator, like: Operator) -> Operator:
    """The value as a map between the axes of another.

    Raises:
        Stop: It is no array of these axes.
    """
    if isinstance(value, Operator):
        return value
    value.good()
    if value.is_unit and value.elastic and not value.letters:
        if like.of.shape != like.by.shape:
            raise stop(
                "shape-mismatch",
                f"the identity, and a derivative of {like.of.shape} by {like.by.shape}",
            )
        for one in value.elastic:
            if one is not None:
                one.root.is_free = True
        number = float(value.data.flat[0])
        bound = float(value.error.flat[0])
        eye = np.eye(like.of.size)
        return Operator(number * eye, bound * eye, like.of, like.by)
    letters = like.of.letters + like.by.letters
    wanted = like.of.shape[len(like.of.letters) :] + like.by.shape[len(like.by.letters) :]
    if set(value.letters) - set(letters) or value.visible != wanted or letters:
        raise stop(
            "shape-mismatch",
            f"an array of shape {value.visible} beside a derivative of shape "
            f"{like.of.shape + like.by.shape}",
        )
    shape = (like.of.size, like.by.size)
    return Operator(value.data.reshape(shape), value.error.reshape(shape), like.of, like.by)
