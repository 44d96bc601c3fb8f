"""A recorded value as it leaves the worker: numbers as data, never as printed text.

`np.array([[1.0, -1.0]])` becomes
`Value(kind="array", dtype="float64", shape=(1, 2), data=[1.0, -1.0])`.
"""

from __future__ import annotations

import ast
from typing import Literal

import msgspec

Number = float | int | bool | str
"""An entry; complex numbers and not finite floats travel as text (`1+2j`, `nan`, `inf`, `-inf`)."""

Kind = Literal["array", "number", "text", "none", "list", "tuple", "dict", "object"]


class Skew(msgspec.Struct, frozen=True):
    """How far an array is from itself with two axes exchanged, as a part of its largest entry."""

    one: int
    other: int
    gap: float


class Whole(msgspec.Struct, frozen=True):
    """What holds of all entries of an array, though not all are recorded.

    Attributes:
        least, most: Of whole numbers; None of others.
        skews: One of each two axes of the same length.
    """

    least: int | None = None
    most: int | None = None
    skews: tuple[Skew, ...] = ()


class Value(msgspec.Struct, frozen=True, tag=False):
    """What was recorded.

    Attributes:
        kind: `number` is a scalar of Python or NumPy; `object` anything unknown.
        dtype: NumPy's name for arrays (`float64`), Python's type name otherwise.
        shape: Of an array; `()` for a 0-d array and a number; None otherwise.
        data: Entries in C order, at most `LIMIT` of them; of a number, its one entry.
        hidden: How many entries `data` leaves out.
        items: Members of a list, tuple or dict (the dict's keys are in `keys`).
        text: A string itself; of an object, the name of its type.
        keys: Of a dict: strings as they are, the rest as Python writes it; `<Thing>` of an object.
        digest: Of the whole content, so that two values with the same `data` can be told apart;
            empty for an object that does not tell what it holds.
        whole: Of an array that hides entries.
    """

    kind: Kind
    dtype: str = ""
    shape: tuple[int, ...] | None = None
    data: tuple[Number, ...] = ()
    hidden: int = 0
    keys: tuple[str, ...] = ()
    items: tuple[Value, ...] = ()
    text: str = ""
    digest: str = ""
    whole: Whole | None = None


LIMIT = 4096


def is_literal(text: str) -> bool:
    """Whether Python reads a text as a number, a string, a tuple or the like."""
    try:
        ast.literal_eval(text)
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        return False
    return True
