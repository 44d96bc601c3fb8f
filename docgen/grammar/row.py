r"""Rows of the reference: how something is written, what it means, and an example with its value.

`Row(one(r"\sqrt"), "The root", r"\sqrt{x}", {"x": 9}, 3)` says that the root of 9 is 3; the page
prints what the evaluation really gives, and a test compares the two.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

FUNCTION = "function"
HOLDS = "holds"
"""What an example gives that states an equation."""

Value = float | Sequence[float] | Sequence[Sequence[float]]
Given = float | str | tuple[str, Value]
"""A number; an array behind its Shape, as in `("T, d", [[1, 2]])`; or `FUNCTION`."""
Spelling = tuple[str, ...]
"""Keys of the reader's tables that one example shows together, such as two brackets."""


@dataclass(frozen=True, slots=True)
class Row:
    r"""Something that is read.

    Attributes:
        spellings: Ways to write it that mean the same.
        latex: The example; `@` and `#` stand for the first and second key of a spelling. Where
            its last part states nothing, it is the value that is shown.
        given: LaTeX of the declared symbols, and their values.
        gives: What the example gives, worked out by hand.
        kind: The table that the keys are from: `command`, `environment`, `font`, `spacing`,
            `sizing`, `word`; or `form`, for what has no key.
        written: How the row is headed, where the keys do not say it.
        slopes: Derivatives of one given symbol by another.
        tolerance: Of `\approx`.
    """

    spellings: tuple[Spelling, ...]
    means: str
    latex: str
    given: Mapping[str, Given] = field(default_factory=dict)
    gives: Value | str = 0.0
    kind: str = "command"
    written: str = ""
    slopes: Mapping[tuple[str, str], Value] = field(default_factory=dict)
    tolerance: float = 0.0


@dataclass(frozen=True, slots=True)
class Refusal:
    """Something that is not read, or read and not evaluated.

    Attributes:
        code: Of the finding that the example gives.
        why: The reason, as a sentence.
        kind: As for `Row`, with `refused` for what the reader knows and refuses.
    """

    spellings: tuple[Spelling, ...]
    latex: str
    given: Mapping[str, Given]
    code: str
    why: str
    kind: str = "form"


@dataclass(frozen=True, slots=True)
class Section:
    """Rows of one table; the page has a mark with its name."""

    name: str
    title: str
    rows: tuple[Row, ...]


def one(keys: str) -> tuple[Spelling, ...]:
    """Keys that mean the same, each a spelling of its own."""
    return tuple((key,) for key in keys.split())


def both(keys: str) -> tuple[Spelling, ...]:
    """Keys that only stand together, as one spelling."""
    return (tuple(keys.split()),)


def form(
    written: str, means: str, latex: str, given: Mapping[str, Given], gives: Value | str
) -> Row:
    """A row for a way of writing that is no key of a table."""
    return Row(((written,),), means, latex, given, gives, kind="form")
