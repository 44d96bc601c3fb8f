r"""Keys of the reader's tables against the rows of the reference: none without, none too many.

With a new command `\rot` in the table, `gaps()` is ``("command `\rot` has no row",)``.
"""

from __future__ import annotations

from collections.abc import Iterable

from docgen.grammar.row import Refusal, Row
from docgen.grammar.sections import REFUSALS, SECTIONS
from docgen.latex.statement import WORDS
from docgen.latex.table import COMMANDS, DROPPED, ENVIRONMENTS, FONTS, REFUSED, SIZING

TABLES: dict[str, Iterable[str]] = {
    "command": COMMANDS,
    "environment": ENVIRONMENTS,
    "font": FONTS,
    "spacing": DROPPED,
    "sizing": SIZING,
    "word": WORDS,
    "refused": REFUSED,
}


def gaps() -> tuple[str, ...]:
    """What the reference lacks, and what it has that the reader does not know."""
    rows = [row for section in SECTIONS for row in section.rows]
    return compare(TABLES, (*rows, *(row for table in REFUSALS.values() for row in table)))


def compare(tables: dict[str, Iterable[str]], rows: Iterable[Row | Refusal]) -> tuple[str, ...]:
    """Sentences for keys without a row and for rows without a key."""
    known = {(kind, key) for kind, keys in tables.items() for key in keys}
    shown = {
        (row.kind, key)
        for row in rows
        if row.kind != "form"
        for spelling in row.spellings
        for key in spelling
    }
    missing = [f"{kind} `{key}` has no row" for kind, key in sorted(known - shown)]
    stale = [f"the row of {kind} `{key}` has no key" for kind, key in sorted(shown - known)]
    return (*missing, *stale)
