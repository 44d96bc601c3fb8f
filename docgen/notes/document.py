"""A compiled document: what carries a number or a label in it, and where that stands.

`document.entry("eq:widen").locator` is `Section 4.5, Eq. 51, p. 11`.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from functools import cached_property
from typing import Literal

from docgen.notes.locator import Part, write_locator

Kind = Literal["section", "equation", "figure", "table"]


@dataclass(frozen=True, slots=True)
class Entry:
    """A heading, an equation or a figure.

    Attributes:
        label: Empty where it has none, so that nothing can cite it by name.
        number: As printed, without brackets; empty where it is not numbered.
        section: Number of the section it stands in, empty below a heading without a number that
            begins no part of one; of a heading its own.
        page: Number printed on its page.
        sheet: The same page counted from 1, which is how links name it.
        title: Text of a heading.
        level: Of a heading, from 1.
    """

    label: str
    kind: Kind
    number: str
    section: str
    page: str
    sheet: int
    title: str = ""
    level: int = 0

    @property
    def parts(self) -> tuple[Part, ...]:
        """Section, own number and page, as far as there are such."""
        own = (Part(self.kind, self.number),) if self.number and self.kind != "section" else ()
        section = (Part("section", self.section),) if self.section else ()
        return (*section, *own, Part("page", self.page))

    @property
    def locator(self) -> str:
        """The place in words: `Section 4.5, Eq. 51, p. 11`."""
        return write_locator(self.parts)


@dataclass(frozen=True)
class Document:
    """The entries of a document, in its order."""

    entries: tuple[Entry, ...]

    @cached_property
    def labels(self) -> dict[str, Entry]:
        """Entries by label; the first of each."""
        return {entry.label: entry for entry in reversed(self.entries) if entry.label}

    def numbered(self, kind: str, number: str) -> Entry | None:
        """The first entry of a kind with a number."""
        found = (one for one in self.entries if one.kind == kind and one.number == number)
        return next(found, None)

    def encode(self) -> bytes:
        """The document as bytes that `decode` reads."""
        return json.dumps([asdict(entry) for entry in self.entries]).encode()

    @classmethod
    def decode(cls, data: bytes) -> Document | None:
        """What `encode` gave; None of what another docgen wrote."""
        try:
            return cls(tuple(Entry(**fields) for fields in json.loads(data)))
        except (TypeError, ValueError):
            return None
