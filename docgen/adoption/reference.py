"""Typed line numbers as data: where each stands, what it names, and how it could be replaced.

`see transformer.py:143` holds the `Reference` of the form `path:line` with the path
`transformer.py` and the lines 143 to 143.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from docgen.text import Span

Form = Literal[
    "path:line",
    "path#line",
    "words",
    "link",
    "host-link",
    "snippet",
    "hl_lines",
    "literalinclude",
    "emphasize-lines",
]
"""How it is written: `a.py:3`, `a.py#L3`, `a.py, line 3`, a link to a file, one to a source host,
and the ranges of includes."""

Verdict = Literal["same", "moved", "changed", "gone", "never", "unknown"]
VERDICTS: tuple[Verdict, ...] = ("same", "moved", "changed", "gone", "never", "unknown")

WRITTEN_FORMS = frozenset({"path:line", "path#line", "words", "link", "host-link"})
"""Forms that a link replaces; of the others only the block to paste is shown."""


@dataclass(frozen=True, slots=True)
class HostLink:
    """The parts of a link to a source host.

    Attributes:
        repository: Its page, without scheme: `github.com/o/r`.
        rest: Revision and path, not told apart yet: `main/model/ops.py`.
    """

    repository: str
    rest: str


@dataclass(frozen=True, slots=True)
class Excerpt:
    """What an include takes out of a file; the lines of a reference are counted in it.

    Attributes:
        ranges: First and last lines, 0 for the end of the file; none for the whole file.
        section: Name between `[start:name]` and `[end:name]`.
        name: Dotted name of a Python object.
    """

    ranges: tuple[tuple[int, int], ...] = ()
    section: str = ""
    name: str = ""


WHOLE = Excerpt()


@dataclass(frozen=True, slots=True)
class Edit:
    """What a link to an anchor takes the place of.

    Attributes:
        text: Visible text of the link; empty where only the target is replaced.
    """

    span: Span
    text: str = ""


@dataclass(frozen=True, slots=True)
class Reference:
    """One typed line number or range.

    Attributes:
        span: Where it stands in the page.
        needle: The text by which it is found in older versions of the page.
        path: File as written; empty for a link to a host, whose path is not told apart yet.
        first, last: Lines as written; `last` is 0 for the end of the file.
        edit: None where nothing can be replaced; `refusal` says why.
        excerpt: In which the lines are counted.
        beside: Other places of the page that say what is meant; the one written last counts.
    """

    form: Form
    span: Span
    needle: str
    path: str
    first: int
    last: int
    edit: Edit | None = None
    refusal: str = ""
    host: HostLink | None = None
    excerpt: Excerpt = WHOLE
    beside: tuple[Span, ...] = ()
