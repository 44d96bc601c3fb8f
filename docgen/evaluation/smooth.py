"""Functions drawn at random: smooth, fixed by their seed, of any shape to any shape.

They stand for functions of the project about which an equation may assume nothing.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
Shape = tuple[int, ...]


class Smooth:
    """`sin(A x + b) + B x`, with A, B and b drawn for the sizes of the arguments and the result.

    Args:
        name: Two functions with different names are different.
        shape: Shape of the result, from the shapes of the arguments.
        is_positive: Its values are above zero.
    """

    def __init__(
        self, name: str, seed: int, shape: Callable[..., Shape], is_positive: bool = False
    ) -> None:
        self._seed = (zlib.crc32(name.encode()), seed)
        self._shape = shape
        self._is_positive = is_positive
        self._drawn: dict[tuple[int, int], tuple[Floats, Floats, Floats]] = {}

    def __call__(self, *arguments: Any) -> Floats:
        """The value at the arguments, which are taken as one long vector."""
        arrays = [np.asarray(one, dtype=np.float64) for one in arguments]
        shape = self._shape(*arguments)
        vector = np.concatenate([one.ravel() for one in arrays]) if arrays else np.zeros(0)
        inner, outer, shift = self._numbers(vector.size, int(np.prod(shape, dtype=np.int64)))
        bent = np.sin(inner @ vector + shift)
        flat = 1.5 + bent if self._is_positive else bent + outer @ vector
        return flat.reshape(shape)

    def _numbers(self, taken: int, given: int) -> tuple[Floats, Floats, Floats]:
        key = (taken, given)
        if key not in self._drawn:
            rng = np.random.default_rng((*self._seed, taken, given))
            scale = 1 / np.sqrt(max(taken, 1))
            inner = rng.normal(size=(given, taken)) * scale
            outer = rng.normal(size=(given, taken)) * scale / 2
            self._drawn[key] = (inner, outer, rng.normal(size=given))
        return self._drawn[key]
