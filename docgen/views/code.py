"""Code with the places of symbols marked: `Z = x`, with `Z` marked, as HTML.

`mark_code("Z = x", (Mark(0, 1, (7,)),))` is `<span class="dg-sym dg-s7">Z</span> = x`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from docgen.latex.marks import class_of
from docgen.views.escape import breaks, escape
from docgen.views.escape import code as plain_code
from docgen.views.mark import Mark

_SPACE = re.compile(r"\s+")


@dataclass(frozen=True, slots=True)
class Tag:
    """HTML around some characters of a text: `open`, the characters, `close`."""

    start: int
    end: int
    open: str
    close: str


def marked_code(text: str, marks: Sequence[Mark], is_one_line: bool = True) -> str:
    """Inline code with its marks.

    Args:
        text: May have several lines.
        is_one_line: They are joined, with single spaces.
    """
    if is_one_line and "\n" in text:
        text, marks = one_line(text, marks)
    return f"<code>{mark_code(text, marks)}</code>" if marks else plain_code(text)


def mark_code(text: str, marks: Sequence[Mark]) -> str:
    """The text as HTML, each mark a `<span>`; long words may break as those of `code` do."""
    tags = [Tag(one.start, one.end, _span(one), "</span>") for one in outer(marks)]
    return tagged(text, tags, breaks(text))


def mark_links(marks: Sequence[Mark]) -> list[Tag]:
    """The marks as links to the rows of their symbols; what holds another mark is none."""
    tags = []
    for one in outer(marks):
        holds = any(other != one and _contains(one, other) for other in marks)
        if holds or one.link is None:
            tags.append(Tag(one.start, one.end, _span(one), "</span>"))
        else:
            link = f'<a class="{class_of(one.numbers)}" href="#dg-sym-{one.link}" tabindex="-1">'
            tags.append(Tag(one.start, one.end, link, "</a>"))
    return tags


def tagged(text: str, tags: Sequence[Tag], gaps: Sequence[int] = ()) -> str:
    """The text as HTML with tags around parts of it, of which each holds another or lies apart.

    Args:
        gaps: Where it may break.
    """
    edits = [(gap, 1, 0, "<wbr>") for gap in gaps]
    for rank, tag in enumerate(sorted(tags, key=lambda each: (each.start, -each.end))):
        edits.append((tag.start, 2, rank, tag.open))
        edits.append((tag.end, 0, -rank, tag.close))
    out: list[str] = []
    at = 0
    for place, _, _, piece in sorted(edits):
        out += [escape(text[at:place]), piece]
        at = place
    return "".join([*out, escape(text[at:])])


def one_line(text: str, marks: Sequence[Mark]) -> tuple[str, list[Mark]]:
    """Several lines as one, and where its marks are then."""
    places: list[int] = []
    out: list[str] = []
    length = 0
    at = 0
    for space in _SPACE.finditer(text):
        places += range(length, length + space.start() - at)
        out.append(text[at : space.start()])
        length += space.start() - at
        is_edge = not length or space.end() == len(text)
        places += [length] * (space.end() - space.start())
        out.append("" if is_edge else " ")
        length += not is_edge
        at = space.end()
    places += range(length, length + len(text) - at)
    joined = "".join([*out, text[at:]])
    moved = []
    for one in marks:
        start, end = places[one.start], places[one.end - 1] + 1
        moved.append(Mark(start, end, one.numbers, one.link))
    return joined, moved


def outer(marks: Sequence[Mark]) -> list[Mark]:
    """Marks that hold each other or lie apart; of two that cross, the first."""
    kept: list[Mark] = []
    for one in sorted(marks, key=lambda each: (each.start, -each.end)):
        if not any(other.start < one.start < other.end < one.end for other in kept):
            kept.append(one)
    return kept


def _contains(one: Mark, other: Mark) -> bool:
    return one.start <= other.start and other.end <= one.end


def _span(mark: Mark) -> str:
    return f'<span class="{class_of(mark.numbers)}">'
