"""Code with the places of symbols marked: `Z = x`, with `Z` marked, as HTML.

`mark_code("Z = x", (Mark(0, 1, (7,)),))` is `<span class="dg-sym dg-s7">Z</span> = x`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from docgen.latex.marks import class_of
from docgen.views.escape import breaks, escape
from docgen.views.mark import Mark

_PIECE = re.compile(
    r"(?P<string>\"{3}(?:\\.|.)*?\"{3}|'{3}(?:\\.|.)*?'{3}|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*')"
    r"|(?P<comment>#[^\n]*)|(?P<blank>(?:\s|\\\n)+)",
    re.DOTALL,
)
_LINE_END = re.compile(r"\s*\n\s*")
_UNIT = re.compile(
    r"#\s+\([^()]*\)(?:,\s*\([^()]*\))*"  # the comment of shapes
    r"|[-*]?\.?[^\W\d][\w.]*(?:\[[^][()]{0,20}\])*[][(){},;:]*"  # a name with short indices
)
_BREAK = re.compile(r" |-[^\W\d]")
"""Where a browser would break a line."""


@dataclass(frozen=True, slots=True)
class Tag:
    """HTML around some characters of a text: `open`, the characters, `close`."""

    start: int
    end: int
    open: str
    close: str


def marked_code(text: str, marks: Sequence[Mark]) -> str:
    """Inline code with its marks; several lines of text become one."""
    if "\n" in text:
        text, marks = one_line(text, marks)
    return f"<code>{mark_code(text, marks)}</code>"


def mark_code(text: str, marks: Sequence[Mark]) -> str:
    """The text as HTML, each mark a `<span>`; long words may break as those of `code` do.

    Names with their indices, and comments of shapes, go to the next line whole if they fit there.
    """
    kept = outer(marks)
    gaps = breaks(text)
    tags = [Tag(one.start, one.end, _span(one), "</span>") for one in kept]
    return tagged(text, [*tags, *_units(text, gaps, kept)], gaps)


def _units(text: str, gaps: Sequence[int], marks: Sequence[Mark]) -> Iterator[Tag]:
    """What would break inside, as boxes; none across the end of a mark."""
    for found in _UNIT.finditer(text):
        start, end = found.span()
        # Brackets that close behind a mark need no box: no line begins with them.
        end = min((one.end for one in marks if one.start < start < one.end < end), default=end)
        is_crossed = any(start < one.start < end < one.end for one in marks)
        is_breaking = _BREAK.search(text, start, end) or any(start < gap < end for gap in gaps)
        if is_breaking and not is_crossed:
            yield Tag(start, end, '<span class="dg-key">', "</span>")


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


def one_line(text: str, marks: Sequence[Mark] = ()) -> tuple[str, list[Mark]]:
    """Several lines as one would write them in one, and where the marks are then."""
    places: list[int] = []
    out: list[str] = []
    length = 0
    at = 0
    for start, end, kept in _blanks(text):
        places += range(length, length + start - at)
        out += [text[at:start], kept]
        length += start - at
        places += [length] * (end - start)
        length += len(kept)
        at = end
    places += range(length, length + len(text) - at)
    joined = "".join([*out, text[at:]])
    moved = []
    for one in marks:
        start, end = places[one.start], places[one.end - 1] + 1
        moved.append(Mark(start, end, one.numbers, one.link))
    return joined, moved


def _blanks(text: str) -> Iterator[tuple[int, int, str]]:
    """Start and end of blanks, and what stands for them: none beside the inside of a bracket."""
    after_comment = -1
    for piece in _PIECE.finditer(text):
        start, end = piece.span()
        if piece["string"]:
            yield from ((*found.span(), " ") for found in _LINE_END.finditer(text, start, end))
        elif piece["comment"]:
            after_comment = end
        else:
            is_edge = start == 0 or end == len(text)
            is_inside = "\n" in piece[0] and (
                text[start - 1 : start] in tuple("([{") or text[end : end + 1] in tuple(")]}")
            )
            is_left_out = is_edge or (is_inside and start != after_comment)
            yield start, end, "" if is_left_out else " "


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
