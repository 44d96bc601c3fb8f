"""Where in a document something stands, as words and as parts.

`Section 3.3, Eq. 2, p. 5` is `(Part("section", "3.3"), Part("equation", "2"), Part("page", "5"))`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

_WORDS = {
    "section": ("section", "sections", "sec", "§", "chapter", "appendix"),
    "equation": ("eq", "eqs", "equation", "equations"),
    "figure": ("fig", "figs", "figure", "figures"),
    "table": ("table", "tables"),
    "algorithm": ("algorithm", "alg"),
    "page": ("p", "pp", "page", "pages"),
}
_KINDS = {word: kind for kind, words in _WORDS.items() for word in words}
_SHOWN = {
    "section": "Section",
    "equation": "Eq.",
    "figure": "Fig.",
    "table": "Table",
    "algorithm": "Algorithm",
    "page": "p.",
}
_PART = re.compile(r"(?P<word>[^\W\d]+|§)\.?\s*\(?(?P<number>[\w.]+(?:[-–][\w.]+)?)\)?")


@dataclass(frozen=True, slots=True)
class Part:
    """One part of a locator; `kind` is empty where it is no kind that docgen knows.

    Attributes:
        number: As printed, without brackets; the text of the part where `kind` is empty.
    """

    kind: str
    number: str

    def __str__(self) -> str:
        """The part as a reader sees it: `Eq. 2`."""
        return f"{_SHOWN[self.kind]} {self.number}" if self.kind else self.number


def read_locator(text: str) -> tuple[Part, ...]:
    """The parts of a locator, in the order in which they are written."""
    found: list[Part] = []
    for piece in filter(None, map(str.strip, text.split(","))):
        match = _PART.fullmatch(piece)
        kind = _KINDS.get(match["word"].casefold(), "") if match else ""
        found.append(Part(kind, match["number"].rstrip(".") if match and kind else piece))
    return tuple(found)


def write_locator(parts: tuple[Part, ...]) -> str:
    """The parts as a reader sees them: `Section 3.3, Eq. 2, p. 5`."""
    return ", ".join(map(str, parts))


def holds(known: str, typed: str) -> bool:
    """Whether a number is the known one, lies in its range, or is a section that contains it."""
    if typed == known or known.startswith(f"{typed}."):
        return True
    first, dash, last = known.replace("–", "-").partition("-")
    ends = (first, last, typed)
    if not dash or not all(end.isdecimal() for end in ends):
        return False
    return int(first) <= int(typed) <= int(last)
