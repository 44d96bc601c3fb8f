"""One line of `docgen.lock`: a link, and the fingerprint that was confirmed.

`["docs/ffn.md", "m.ffn", "eq-widen", "computes", "m.ffn.Z", "", "0123456789abcdef", "Z = X @ W"]`
says that the equation `widen` was confirmed while `Z` was `Z = X @ W`.
"""

from __future__ import annotations

import json
import re
from dataclasses import astuple, dataclass, fields

from docgen.text import counted

NONE = "-"
PROSE, CONCEPT, CALLS, EQUATION = "prose", "concept", "calls", "eq-"
_ROLES = ("computes", "inline", NONE)
_FINGERPRINT = re.compile(r"[0-9a-f]{16,64}")
_NTH = re.compile(r"([1-9]\d*/[1-9]\d*)?")

Key = tuple[str, str, str, str, str]


@dataclass(frozen=True, slots=True)
class Record:
    """A link to code as it was confirmed.

    Attributes:
        page: Path from the project's root.
        concept: Dotted function of the concept it stands in; `-` outside of one.
        what: `eq-` and the slug of an equation, `prose`, `concept` (its function), or `calls` (a
            function that this one calls).
        role: `computes` or `inline` of an equation's statement, else `-`.
        anchor: Dotted function and the reference in it, `model.ffn.Z`.
        nth: `2/3` where the reference names the second of three identical statements.
        code: The statement on one line; for people, never compared.
    """

    page: str
    concept: str
    what: str
    role: str
    anchor: str
    nth: str
    fingerprint: str
    code: str = ""

    @property
    def key(self) -> Key:
        """Which link it is."""
        return (self.page, self.concept, self.what, self.role, self.anchor)

    @property
    def sense(self) -> tuple[str, ...]:
        """What it says of the code, wherever on the site the link stands."""
        kind = EQUATION if self.what.startswith(EQUATION) else self.what
        return (kind, self.role, self.anchor, self.nth, self.fingerprint)

    def encode(self) -> str:
        """The line, without its end."""
        return json.dumps(astuple(self), ensure_ascii=False)


def decode(line: str) -> Record:
    """The record of a line.

    Raises:
        ValueError: It is none; the text says why, to follow "the line".
    """
    try:
        values = json.loads(line)
    except (ValueError, RecursionError):
        raise ValueError("is no list in square brackets") from None
    count = len(fields(Record))
    if not isinstance(values, list) or not all(isinstance(each, str) for each in values):
        raise ValueError("is no list of texts in quotes")
    if len(values) != count:
        raise ValueError(f"holds {counted(len(values), 'text')} instead of {count}")
    found = Record(*values)
    is_known = found.what in (PROSE, CONCEPT, CALLS) or found.what.startswith(EQUATION)
    if not is_known:
        raise ValueError(f"links `{found.what}`, which is no kind of link")
    if found.role not in _ROLES:
        raise ValueError(f"has `{found.role}` as its role")
    if not _NTH.fullmatch(found.nth):
        raise ValueError(f"counts `{found.nth}`; it must be like `1/2`")
    if not _FINGERPRINT.fullmatch(found.fingerprint):
        raise ValueError("has a fingerprint that is none")
    if not (found.page and found.anchor):
        raise ValueError("names no page or no anchor")
    return found
