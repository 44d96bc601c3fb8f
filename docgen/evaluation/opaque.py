r"""Functions of the project's code, called with arrays: what happens inside them is not seen.

`f(x_t)` with a hidden axis t calls the code once for every t; its value has the bound 4 |v|.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from docgen.evaluation.extent import ANY, shown_axes
from docgen.evaluation.given import given_array
from docgen.evaluation.quantity import Quantity, merged, spread
from docgen.evaluation.stop import Stop, stop
from docgen.evaluation.term import Signature, Term

if TYPE_CHECKING:
    from docgen.evaluation.evaluator import Evaluator

_CALL_BOUND = 4.0
"""Bound of a value, a guess."""


def called(
    key: str,
    signature: Signature | None,
    values: Sequence[Quantity],
    terms: Sequence[Term],
    see: Evaluator,
) -> Quantity:
    """The project's function, called for every value of the hidden indices.

    Raises:
        Stop: `run-failed` where the function is not there, `shape-mismatch` where it gives another
            shape than declared.
    """
    function = see.functions.get(key)
    if function is None:
        raise stop("run-failed", f"the function `{_name(key, signature)}` was not found")
    for one in values:
        one.good()
    letters = merged(values) if values else ()
    sizes: dict[str, int] = {}
    for one in values:
        sizes.update(zip(one.letters, one.data.shape, strict=False))
    kinds = [_dtype(one, see) for one in terms] or [None] * len(values)
    arrays = []
    for one, kind in zip(values, kinds, strict=True):
        wide = tuple(sizes[letter] for letter in letters) + one.visible
        whole = np.broadcast_to(spread(one.data, one.letters, letters, one.rank), wide)
        arrays.append(whole if kind is None else whole.astype(kind))
    shape = tuple(sizes[letter] for letter in letters)
    results = [
        _result(function, [one[at] for one in arrays], key, signature) for at in np.ndindex(shape)
    ]
    shapes = {one.shape for one in results}
    if len(shapes) != 1:
        what = f"arrays of shapes {sorted(shapes)}" if shapes else "nothing"
        raise stop("shape-mismatch", f"`{_name(key, signature)}` gives {what}")
    data = np.asarray(results, np.float64).reshape(shape + shapes.pop())
    _check_result(data.ndim - len(letters), key, signature)
    error = np.where(np.isfinite(data), _CALL_BOUND * np.abs(data), 0.0)
    is_vague = signature is None or signature.result is None
    return Quantity(data, error, letters, is_vague=is_vague)


def _dtype(term: Term, see: Evaluator) -> np.dtype[Any] | None:
    """The type of whole numbers, which the code may use as indices."""
    if term.op == "at":
        return _dtype(term.args[0], see)
    if term.op == "leaf" and term.text in see.arrays:
        found = see.arrays[term.text].dtype
        return found if found.kind in "iub" else None
    return None


def _result(
    function: Any, arguments: Sequence[Any], key: str, signature: Signature | None
) -> np.ndarray[Any, np.dtype[Any]]:
    try:
        # The code may change its arguments.
        value = function(*(np.array(one)[()] for one in arguments))
    except Stop:
        raise
    except Exception as error:  # any fault of the project's code
        text = str(error).split("\n")[0]
        name = type(error).__name__
        said = f"{name}: {text}" if text else name
        raise stop("run-failed", f"`{_name(key, signature)}` raises {said}") from None
    given = given_array(value)
    plain = None if isinstance(value, tuple | dict) else value
    array = np.asarray(plain) if given is None else given
    if array.dtype.kind not in "fiub":
        raise stop(
            "shape-mismatch",
            f"`{_name(key, signature)}` gives a value of type {type(value).__name__}, not numbers",
        )
    return array


def _check_result(rank: int, key: str, signature: Signature | None) -> None:
    if signature is None or signature.result is None or ANY in signature.result:
        return
    if rank != len(signature.result):
        raise stop(
            "shape-mismatch",
            f"`{_name(key, signature)}` is declared to give {shown_axes(signature.result)}, and "
            f"gives an array of {rank} axes",
        )


def _name(key: str, signature: Signature | None) -> str:
    return signature.symbol if signature is not None else key
