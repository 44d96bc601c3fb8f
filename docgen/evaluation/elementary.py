r"""Elementary functions entry by entry, powers, roots, bars and norms, with their bounds.

`f(x)` has the bound |f'(x)| E_x + |f(x)|; a root at 0, where the slope is infinite, a finite one.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np

from docgen.evaluation import arithmetic, linear, piecewise
from docgen.evaluation.quantity import Array, Quantity, settle
from docgen.evaluation.stop import stop
from docgen.evaluation.term import Term

if TYPE_CHECKING:
    from docgen.evaluation.evaluator import Evaluator

_erf = np.vectorize(math.erf, otypes=[np.float64])

FUNCTIONS: dict[str, Callable[[Array], Array]] = {
    "exp": np.exp,
    "log": np.log,
    "sin": np.sin,
    "cos": np.cos,
    "tan": np.tan,
    "tanh": np.tanh,
    "sinh": np.sinh,
    "cosh": np.cosh,
    "arcsin": np.arcsin,
    "arccos": np.arccos,
    "arctan": np.arctan,
    "erf": _erf,
    "expm1": np.expm1,
    "log1p": np.log1p,
}
STEPS: dict[str, Callable[[Array], Array]] = {
    "sign": np.sign,
    "floor": np.floor,
    "ceil": np.ceil,
}


def call(term: Term, see: Evaluator) -> Quantity:
    """A built-in function.

    Raises:
        Stop: `ambiguous-latex` for `max` or `min` of an array, `unsupported-latex` for a function
            that is not known or takes other arguments.
    """
    values = [see.quantity(one) for one in term.args]
    name = term.text
    if name in ("max", "min"):
        if len(values) == 1 and values[0].rank:
            raise stop(
                "ambiguous-latex",
                f"`{name}` of an array",
                "reading: its largest entry" if name == "max" else "reading: its smallest entry",
                f"reading: one side of `{name}` is missing",
                help=rf"write `\{name}_i v_i`, or `\{name}(0, v)`",
            )
        return piecewise.extreme(term, values, see)
    if term.names:
        raise stop("unsupported-latex", f"`{name}` along an index")
    if len(values) != 1:
        raise stop("unsupported-latex", f"`{name}` takes one argument")
    value = values[0]
    if name in STEPS:
        return value.like(STEPS[name](value.data), np.zeros(value.data.shape))
    if name in FUNCTIONS:
        _check_square(value, f"`{name}`")
        data = FUNCTIONS[name](value.data)
        steep = _slope(name, value.data, data) * value.error
        error = _bent(steep, value.error, see.u) + np.abs(data)
        return value.like(data, settle(data, error))
    if name in ("det", "tr", "diag"):
        return linear.function(name, value)
    raise stop("unsupported-latex", f"`{name}` is no function that is known here")


def _slope(name: str, x: Array, v: Array) -> Array:
    """The size of the slope of a function at x, where its value is v."""
    match name:
        case "exp":
            return v
        case "expm1":
            return v + 1
        case "log":
            return 1 / np.abs(x)
        case "log1p":
            return 1 / np.abs(1 + x)
        case "sin":
            return np.abs(np.cos(x))
        case "cos":
            return np.abs(np.sin(x))
        case "tan":
            return 1 + v * v
        case "tanh":
            return 1 - v * v
        case "sinh":
            return np.cosh(x)
        case "cosh":
            return np.abs(np.sinh(x))
        case "arcsin" | "arccos":
            return 1 / np.sqrt(1 - x * x)
        case "arctan":
            return 1 / (1 + x * x)
        case "erf":
            return 2 / math.sqrt(math.pi) * np.exp(-x * x)
    raise TypeError(f"no slope of {name}")


def _bent(error: Array, inner: Array, u: float) -> Array:
    """The bound where the slope is infinite: of a square root, what the curve allows."""
    if math.isfinite(error.sum()):
        return error
    limit = np.sqrt(2 * inner / u)
    return np.where(inner == 0, 0.0, np.fmin(error, limit))


def _check_square(value: Quantity, what: str) -> None:
    """Refuse a function of a matrix that may be square by more than accident."""
    if value.is_square and value.is_vague:
        raise stop(
            "ambiguous-latex",
            f"{what} of a square matrix",
            "reading: of every entry",
            "reading: of the matrix",
            help="write it with indices, or declare the Shape as `(…)`",
        )


def absolute(term: Term, see: Evaluator) -> Quantity:
    """The absolute value of a number.

    Raises:
        Stop: Bars round an array.
    """
    value = see.quantity(term.args[0])
    if value.rank:
        kind = "vector" if value.rank == 1 else "matrix"
        raise stop(
            "ambiguous-latex",
            f"bars round a {kind}",
            f"reading: the {'norm' if value.rank == 1 else 'determinant'}",
            "reading: the absolute value of every entry",
            help=r"write `\|v\|` for the norm, `|v_i|` for entries, `\det(A)`",
        )
    return value.like(np.abs(value.data), value.error)


def norm(term: Term, see: Evaluator) -> Quantity:
    """A norm over all visible axes: of entries, their absolute value.

    Raises:
        Stop: `unsupported-latex` for a matrix without `_F` and for more than two axes.
    """
    value = see.quantity(term.args[0]).good()
    order = term.text
    if value.rank == 2 and order != "F":
        raise stop("unsupported-latex", "a matrix norm without `_F`", help=r"write `\|A\|_F`")
    if value.rank > 2 or (order == "F" and value.rank < 2):
        raise stop("unsupported-latex", f"a norm of an array of {value.rank} axes")
    axes = tuple(range(len(value.letters), value.data.ndim))
    size = np.abs(value.data)
    if order == "1":
        data = size.sum(axes)
        error = value.error.sum(axes) + data
    elif order == "infty":
        data = size.max(axes, initial=0.0)
        error = value.error.max(axes, initial=0.0)
    else:
        data = np.sqrt((size * size).sum(axes))
        steep = (size * value.error).sum(axes) / data
        error = np.where(data > 0, steep, value.error.sum(axes)) + 2 * data
    return Quantity(data, settle(data, error), value.letters, is_vague=value.is_vague)


def root(term: Term, see: Evaluator) -> Quantity:
    """A root, entry by entry."""
    value = see.quantity(term.args[0])
    _check_square(value, "a root")
    if len(term.args) > 1:
        degree = see.number(term.args[1], "the degree of a root")
        return raised(value, Quantity(1 / degree.data, np.abs(1 / degree.data)), see)
    data = np.sqrt(value.data)
    inner = value.error
    error = np.where(inner > 0, np.fmin(inner / (2 * data), np.sqrt(inner / see.u)), 0.0) + data
    return value.like(data, settle(data, error))


def power(term: Term, see: Evaluator) -> Quantity:
    """A power: of entries, or of a square matrix by itself.

    Raises:
        Stop: `ambiguous-latex` for a square matrix of unknown Shape, `unsupported-latex` for an
            array as exponent and for what is no square matrix.
    """
    base, exponent = see.quantity(term.args[0]), see.quantity(term.args[1])
    if base.rank and exponent.rank:
        raise stop("unsupported-latex", "an array to the power of an array")
    if base.rank == 2 and term.text != "entries":
        if not base.is_square and not base.elastic:
            raise stop(
                "unsupported-latex",
                "a power of a matrix that is not square",
                help=r"write `\odot`, or indices",
            )
        if term.text != "matrix":
            raise stop(
                "ambiguous-latex",
                "a power of a square matrix of unknown Shape",
                "reading: the matrix times itself",
                "reading: the power of every entry",
                help="declare its Shape",
            )
        return linear.power(base, exponent)
    if term.args[0].op == "constant" and term.args[0].text == "e":
        _check_square(exponent, "a power")
        data = np.exp(exponent.data)
        return exponent.like(data, settle(data, data * exponent.error + data))
    if base.rank > 2:
        raise stop("unsupported-latex", f"a power of an array of {base.rank} axes")
    _check_square(exponent, "a power")
    return raised(base, exponent, see)


def raised(base: Quantity, exponent: Quantity, see: Evaluator) -> Quantity:
    """Every entry to a power."""
    if exponent.data.ndim == 0 and float(exponent.data) == 2.0:
        x, ex = base.data, base.error
        data = x * x
        error = 2 * np.abs(x) * ex + data + see.u * ex * ex
        return base.like(data, settle(data, error))
    x, ex, p, ep, letters = arithmetic.pair(base, exponent)
    data = np.power(x, p)
    size = np.abs(x)
    slope = np.abs(p) * np.power(size, p - 1)
    error = np.where((ex > 0) & np.isfinite(p), slope * ex, 0.0)
    if not math.isfinite(error.sum()):
        # Near 0 a power below 1 is steep: what the curve allows.
        curve = np.power(see.u * ex, np.abs(p)) / see.u
        error = np.where(np.isfinite(error), error, np.where((p > 0) & (p < 1), curve, error))
    if ep.any():
        error = error + np.where(ep > 0, np.abs(data * np.log(size)) * ep, 0.0)
    elastic = base.elastic if base.rank else exponent.elastic
    state = base.state if base.rank else exponent.state
    return arithmetic.made(
        data, error + np.abs(data), letters, base, exponent, state, elastic=elastic
    )


def inverse(term: Term, see: Evaluator) -> Quantity:
    """The inverse of a square matrix, or one over a number.

    Raises:
        Stop: `unsupported-latex` for what is no square matrix and no number.
    """
    value = see.quantity(term.args[0])
    if value.rank == 0:
        data = 1 / value.data
        error = data * data * value.error + np.abs(data)
        return value.like(data, settle(data, error))
    if value.rank != 2 or not (value.is_square or value.elastic):
        raise stop("unsupported-latex", f"an inverse of an array of shape {value.visible}")
    return linear.inverse(value)
