r"""Square matrices: powers, inverses, determinants, traces and diagonals.

`A^{-1}` of a matrix whose condition number is above a million is refused: nothing follows from it.
"""

from __future__ import annotations

import numpy as np

from docgen.evaluation import products
from docgen.evaluation.quantity import Array, Quantity, settle
from docgen.evaluation.stop import stop

CONDITION = 1e6


def power(base: Quantity, exponent: Quantity) -> Quantity:
    """A square matrix times itself, so many times.

    Raises:
        Stop: The exponent is no small whole number.
    """
    if base.elastic:
        raise stop("unsupported-latex", "a power of an identity without a length")
    number = float(exponent.data.flat[0]) if exponent.data.size == 1 else float("nan")
    if exponent.letters or not (0 <= number <= 64 and number == int(number)):
        raise stop("unsupported-latex", "a power of a matrix that is no whole number")
    size = base.data.shape[-1]
    if number == 0:
        return Quantity(np.eye(size), np.zeros((size, size)), is_vague=base.is_vague)
    result = base
    for _ in range(int(number) - 1):
        result = products.contract(result, base)
    return result


def inverse(value: Quantity) -> Quantity:
    """The inverse of a square matrix.

    Raises:
        Stop: `ill-conditioned` for one that is singular or close to it.
    """
    value.good()
    if value.elastic:
        if value.is_unit:
            return Quantity(
                1 / value.data, np.abs(1 / value.data), value.letters, "", value.elastic,
                is_unit=True,
            )  # fmt: skip
        return value
    data = _inverted(value.data)
    size = np.abs(data)
    count = data.shape[-1]
    error = size @ (value.error + count * np.abs(value.data)) @ size + size
    return Quantity(data, settle(data, error), value.letters, is_vague=value.is_vague)


def _inverted(matrix: Array) -> Array:
    if not np.isfinite(matrix).all():
        raise stop("nonfinite-value", "an inverse of a matrix with infinite or NaN entries")
    try:
        worst = float(np.max(np.linalg.cond(matrix), initial=1.0))
        if not worst <= CONDITION:
            shown = f"{worst:.1e}" if np.isfinite(worst) else "infinite"
            raise stop(
                "ill-conditioned",
                f"the condition number of this matrix is {shown}; above 1e6 its inverse tells "
                "nothing",
            )
        return np.asarray(np.linalg.inv(matrix), np.float64)
    except np.linalg.LinAlgError:
        raise stop("ill-conditioned", "this matrix is singular") from None


def function(name: str, value: Quantity) -> Quantity:
    """`det`, `tr` or `diag`.

    Raises:
        Stop: `unsupported-latex` for an array of another shape.
    """
    value.good()
    lead = len(value.letters)
    if name == "diag" and value.rank == 1 and not value.elastic:
        size = value.data.shape[-1]
        eye = np.eye(size)
        return Quantity(
            eye * value.data[..., None, :],
            eye * value.error[..., None, :],
            value.letters,
            is_vague=value.is_vague,
        )
    if not value.is_square:
        raise stop("unsupported-latex", f"`{name}` of an array of shape {value.visible}")
    if name == "diag":
        return Quantity(
            np.diagonal(value.data, 0, lead, lead + 1).copy(),
            np.diagonal(value.error, 0, lead, lead + 1).copy(),
            value.letters,
            is_vague=value.is_vague,
        )
    if name == "tr":
        data = np.trace(value.data, 0, lead, lead + 1)
        error = np.trace(value.error, 0, lead, lead + 1)
        return Quantity(np.asarray(data), np.asarray(error) + np.abs(data), value.letters)
    return _determinant(value)


def _determinant(value: Quantity) -> Quantity:
    """Bound by rows: each entry's bound times the lengths of the other rows."""
    count = value.data.shape[-1]
    data = np.asarray(np.linalg.det(value.data), np.float64)
    bound = value.error + count * np.abs(value.data)
    rows = np.sqrt((value.data * value.data).sum(-1))
    spoiled = np.sqrt((bound * bound).sum(-1))
    error = np.abs(data)
    for k in range(count):
        others = np.prod(np.delete(rows, k, axis=-1), axis=-1)
        error = error + spoiled[..., k] * others
    return Quantity(data, settle(data, error), value.letters, is_vague=value.is_vague)
