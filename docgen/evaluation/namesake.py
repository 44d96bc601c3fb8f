r"""A function of the code whose row has the name of a built-in one must be that function.

A reader of `\tanh(x)` sees the hyperbolic tangent, also where its row calls `relu(u)`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import numpy as np

from docgen.evaluation.elementary import FUNCTIONS, STEPS
from docgen.evaluation.given import given_array
from docgen.evaluation.stop import stop

_PAIRS: dict[str, Callable[..., Any]] = {"max": np.maximum, "min": np.minimum}
_OTHER_NAMES = {"ln": "log", "sgn": "sign"}
_OF_MATRICES = ("exp", "log", "sqrt", "sin", "cos")
"""Functions that are also those of a square matrix, and not of its entries."""
_CLOSE, _CLOSE_HALF = 1e-6, 4e-3
"""Of the value, or of one where that is larger: how far the code may be from the function."""

Function = Callable[..., object]


def as_named(key: str, called: str, function: Function) -> Function:
    r"""The function itself, compared at each call with the built-in one that its key names.

    Args:
        key: As its row spells it: `\tanh`, `\operatorname{relu}`.
        called: What the row calls: `relu(u)`.
    """
    found = re.fullmatch(r"\\(?:operatorname\{(\w+)\}|(\w+))", key)
    word = (found[1] or found[2]) if found else ""
    word = _OTHER_NAMES.get(word, word)
    built_in = _built_in(word)
    if built_in is None:
        return function

    def compared(*arguments: object) -> object:
        value = function(*arguments)
        _compare(key, called, arguments, value, built_in, of_matrices=word in _OF_MATRICES)
        return value

    return compared


def _built_in(word: str) -> Callable[..., Any] | None:
    plain: dict[str, Callable[..., Any]] = {"abs": np.abs, "sqrt": np.sqrt}
    return (plain | FUNCTIONS | STEPS | _PAIRS).get(word)


def _compare(
    key: str,
    called: str,
    arguments: tuple[object, ...],
    value: object,
    built_in: Callable[..., Any],
    *,
    of_matrices: bool,
) -> None:
    """Raise what tells the two functions apart.

    Args:
        of_matrices: Whether there is such a function of a square matrix as well.

    Raises:
        Stop: `equation-mismatch` where they have other values.
    """
    count = 2 if built_in in _PAIRS.values() else 1
    if len(arguments) != count or isinstance(value, tuple | dict):
        return
    if of_matrices and any(_is_square(np.asarray(one).shape) for one in arguments):
        return
    given = given_array(value)
    array = np.asarray(value) if given is None else given
    if array.dtype.kind not in "fiub":
        return
    with np.errstate(all="ignore"):
        expected = np.asarray(built_in(*(np.asarray(one, np.float64) for one in arguments)))
    where = "it gives an array of another shape"
    if array.shape == expected.shape:
        close = _CLOSE_HALF if array.dtype.name == "float16" else _CLOSE
        same = np.isclose(array.astype(float), expected, close, close, equal_nan=True)
        if same.all():
            return
        at = tuple(int(n) for n in np.argwhere(~same)[0])
        x = ", ".join(
            f"{float(np.broadcast_to(np.asarray(one), array.shape)[at]):.6g}" for one in arguments
        )
        where = f"at {x} the code gives {float(array[at]):.6g}, `{key}` is {expected[at]:.6g}"
    raise stop(
        "equation-mismatch",
        f"the row of `{key}` calls another function than that",
        where,
        help=rf"give it a name of its own: `\operatorname{{{_name(called)}}}`",
    )


def _is_square(shape: tuple[int, ...]) -> bool:
    """Whether the function of a matrix may be meant, and not that of its entries."""
    return len(shape) > 1 and shape[-1] == shape[-2]


def _name(called: str) -> str:
    """The function that a call begins with: `relu` of `ops.relu(u)[0]`."""
    found = re.match(r"[\w.]*?(\w+)\(", called)
    return found[1] if found else "f"
