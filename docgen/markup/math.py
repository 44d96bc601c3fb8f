"""Which `$` and which backticks of a line belong together.

In ``$5 a day, $x$, `$HOME` `` only `$x$` is a formula.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

_MONEY = re.compile(r"\$\d[\d.,]*\s+(?:[^\W\d_]{2,}|a\s)")
_RUN = re.compile(r"`+")


@dataclass(frozen=True, slots=True)
class Formula:
    """Offsets in a text: `start` and `end` with the dollars, `left` and `right` without."""

    start: int
    end: int
    left: int
    right: int
    display: bool


def match_code(text: str, at: int) -> tuple[bool, int]:
    """Whether code starts at the backticks that stand at `at`, and the offset behind them."""
    opening = _RUN.match(text, at)
    assert opening is not None
    for closing in _RUN.finditer(text, opening.end()):
        if len(closing[0]) == len(opening[0]):
            return True, closing.end()
    return False, opening.end()


def match_math(text: str, at: int) -> Formula | None:
    """The formula that starts at the `$` that stands at `at`.

    A `$` before white space is text, so is one before a number, a space and a word, and so is one
    whose partner follows white space or stands before a digit.
    """
    if text.startswith("$$", at):
        return _display(text, at)
    following = text[at + 1 : at + 2]
    if not following or following.isspace() or _MONEY.match(text, at):
        return None
    if at and text[at - 1].isdigit() and not (following in "\\{^" or following.isalpha()):
        return None
    end = _closing(text, at + 1)
    if end is None or text[end - 1].isspace() or text[end + 1 : end + 2].isdigit():
        return None
    return Formula(at, end + 1, at + 1, end, False)


def behind_math(text: str, at: int) -> int:
    """The offset behind the formula that starts at a `$`, or behind the dollars that start none."""
    formula = match_math(text, at)
    if formula is not None:
        return formula.end
    return at + (2 if text.startswith("$$", at) else 1)


def _display(text: str, at: int) -> Formula | None:
    end = text.find("$$", at + 2)
    while end > 0 and text[end - 1] == "\\":
        end = text.find("$$", end + 2)
    if end < 0 or not text[at + 2 : end].strip():
        return None
    return Formula(at, end + 2, at + 2, end, True)


def _closing(text: str, at: int) -> int | None:
    """The next `$` without a backslash."""
    while at < len(text):
        if text[at] == "\\":
            at += 2
        elif text[at] == "$":
            return at
        else:
            at += 1
    return None
