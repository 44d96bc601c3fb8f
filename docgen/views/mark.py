"""A place of symbols in a line or a piece of code, as data."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Mark:
    """Characters of a line or of a piece of code that say the value of symbols.

    Attributes:
        start, end: From 0, the end excluded.
        numbers: Of the symbols, on their page.
        link: The one whose row stands on the page; None where none does.
    """

    start: int
    end: int
    numbers: tuple[int, ...]
    link: int | None = None
