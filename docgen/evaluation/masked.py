"""Whether entries of a value may be hidden: NumPy's masked arrays, alone or in lists."""

from __future__ import annotations

import sys
from typing import TypeGuard

import numpy as np


def is_masked_array(value: object) -> TypeGuard[np.ma.MaskedArray]:
    """Whether a value is a masked array.

    Nothing makes one before its module is imported, and most projects never do. To name the class
    would import it, in each execution of a run anew.
    """
    return "numpy.ma" in sys.modules and isinstance(value, np.ma.MaskedArray)


def is_masked(value: object) -> bool:
    """Whether some entries may be hidden: a masked array, or a list that holds one."""
    if isinstance(value, list | tuple):
        return any(is_masked(member) for member in value)
    return is_masked_array(value)
