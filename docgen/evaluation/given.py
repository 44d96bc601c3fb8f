"""Arrays of other libraries as arrays of NumPy: what PyTorch and JAX call a tensor or an array.

`given_array(torch.ones(2))` is `array([1., 1.], dtype=float32)`, which shares the tensor's memory.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray


def given_array(value: object) -> NDArray[Any] | None:
    """The numbers of another library's array; None for anything else, and where it gives none.

    An array of another library has `__array__` and `__dlpack__`. One that takes part in automatic
    differentiation gives its numbers when it is detached from that.
    """
    kind = type(value)
    if isinstance(value, np.ndarray | np.generic | type):
        return None
    if not hasattr(kind, "__array__") or not hasattr(kind, "__dlpack__"):
        return None
    try:
        given = np.asarray(detached(value))
    except Exception:  # whatever that library raises: on another device, not computed yet
        return None
    return given if given.dtype.kind in "biufc" else None


def is_shared(value: object, given: NDArray[Any]) -> bool:
    """Whether what is written to the given array is in the array of the other library as well.

    Not where that gives a copy of its numbers, nor where it does not let them be written to: it may
    have kept that copy for the next time.
    """
    again = given_array(value)
    return given.flags.writeable and again is not None and np.shares_memory(given, again)


def detached(value: object) -> object:
    """The same array outside of automatic differentiation, where it says how."""
    detach = getattr(value, "detach", None)
    return detach() if callable(detach) else value
