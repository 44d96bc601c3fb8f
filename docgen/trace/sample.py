"""A statement at one recorded point as plain data, small enough to be sent along with a page.

`Z = X W` at the first execution of the run is a `Sample` with the numbers of Z, X and W, both sides
and how they compare, so that a reader can change a number of X and see what becomes of it.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from docgen.evaluation.term import Outcome

LIMIT = 600
"""Numbers that a sample holds at most."""

Kind = Literal["float", "float32", "float16", "int", "bool"]
Entry = float | int | bool | str
"""What is not finite travels as text: `inf`, `-inf`, `nan`."""


class Numbers(msgspec.Struct, frozen=True):
    """An array in C order; `float` is any type of more digits than `float32`.

    Attributes:
        data: Empty where only the shape counts.
    """

    shape: tuple[int, ...]
    data: tuple[Entry, ...]
    kind: Kind = "float"


class SampledCall(msgspec.Struct, frozen=True):
    """A call of the project's code: the key of its signature, what it got, what it gave."""

    key: str
    arguments: tuple[Numbers, ...]
    result: Numbers


class SampledSide(msgspec.Struct, frozen=True):
    """The value of a side; its first axes are named by `letters`."""

    value: Numbers
    letters: tuple[str, ...] = ()


class Sample(msgspec.Struct, frozen=True):
    """A statement where it was executed first.

    Attributes:
        call, visit: Of that execution.
        values: By the names of leaves, as recorded; of one that the statement does not read, the
            shape alone.
        calls: In order, each once.
        derivatives: Of the first leaf by the second.
        sides: Empty where one of them has no value without the other, as `1` beside a vector.
        outcome: At this point, which need not be the worst one.
        reason: Why there are no numbers; empty where there are.
    """

    call: int = 0
    visit: int = 0
    values: dict[str, Numbers] = {}
    calls: tuple[SampledCall, ...] = ()
    derivatives: tuple[tuple[str, str, Numbers], ...] = ()
    sides: tuple[SampledSide, ...] = ()
    outcome: Outcome | None = None
    reason: str = ""
