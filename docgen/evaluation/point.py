"""The values at which an equation is evaluated: of one recorded execution, or drawn at random."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy.typing as npt

Array = npt.NDArray[Any]
Function = Callable[..., Any]
Slope = Callable[[], Any]


@dataclass(frozen=True, slots=True)
class Point:
    """Where an equation is evaluated.

    Attributes:
        values: By the names of leaves, as recorded, with all axes.
        functions: By the keys of signatures.
        derivatives: By the names of the two leaves, of which and by which; called when needed.
    """

    values: Mapping[str, Array]
    functions: Mapping[str, Function] = field(default_factory=dict)
    derivatives: Mapping[tuple[str, str], Slope] = field(default_factory=dict)
