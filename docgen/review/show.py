"""Changes become text for a terminal: old and new code side by side, equation and paragraphs.

In 80 columns `Z = X @ W` and `Z = X @ V` stand beside each other, in fewer one above the other.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from docgen.report import shown
from docgen.review.compare import Change
from docgen.review.history import confirmed_code
from docgen.review.paragraph import around, within
from docgen.review.record import CALLS, CONCEPT, EQUATION
from docgen.review.subject import Subject
from docgen.source.index import SourceIndex
from docgen.text import Span, display_width, expand_tabs

NARROW = 80
_GUTTER = " | "


@dataclass(frozen=True)
class Code:
    """Code with where it stands, or a word on why there is none."""

    title: str
    lines: tuple[str, ...]


def show_subject(changes: Sequence[Change], index: SourceIndex, root: Path, width: int) -> str:
    """Everything of one subject: each change of its code, then what the page says."""
    subject = changes[0].subject
    lines = [_headline(subject)]
    for change in changes:
        lines += ["", f"  {_what(change)}", *_codes(change, index, root, width)]
    if subject.what.startswith(EQUATION):
        lines += ["", *_piece(subject, subject.span)]
        pieces = around(subject.page, subject.span)
    else:
        spans = (subject.span, *subject.more)
        pieces = list(dict.fromkeys(each for span in spans for each in within(subject.page, span)))
    for span in pieces:
        lines += ["", *_piece(subject, span)]
    return "\n".join(shown(line).rstrip() for line in lines) + "\n"


def side_by_side(left: Code, right: Code, width: int) -> list[str]:
    """Two columns that fill the width; one above the other where they would be narrow.

    Lines that differ have a mark: `-` on the left, `+` on the right.
    """
    rows = list(_rows(left.lines, right.lines))
    if width < NARROW:
        return [
            f"  {left.title}",
            *(
                f"{'-' if is_changed else ' '} {one}"
                for one, _, is_changed in rows
                if one is not None
            ),
            f"  {right.title}",
            *(
                f"{'+' if is_changed else ' '} {two}"
                for _, two, is_changed in rows
                if two is not None
            ),
        ]
    half = (width - len(_GUTTER)) // 2
    found = [f"{_fit('  ' + left.title, half)[0]}{_GUTTER}{right.title}"]
    for one, two, is_changed in rows:
        marks = ("- ", "+ ") if is_changed else ("  ", "  ")
        first = _fit(marks[0] + one, half) if one is not None else [" " * half]
        second = _fit(marks[1] + two, half) if two is not None else [""]
        count = max(len(first), len(second))
        first += [" " * half] * (count - len(first))
        second += [""] * (count - len(second))
        found += [f"{a}{_GUTTER}{b}" for a, b in zip(first, second, strict=True)]
    return found


def _rows(
    left: Sequence[str], right: Sequence[str]
) -> Iterator[tuple[str | None, str | None, bool]]:
    """Lines beside each other, and whether they differ."""
    for kind, i, i_end, j, j_end in difflib.SequenceMatcher(
        None, left, right, autojunk=False
    ).get_opcodes():
        for at in range(max(i_end - i, j_end - j)):
            one = left[i + at] if i + at < i_end else None
            two = right[j + at] if j + at < j_end else None
            yield one, two, kind != "equal"


def _fit(text: str, width: int) -> list[str]:
    """A line cut into pieces of a width, the last one filled up with spaces."""
    pieces: list[str] = []
    piece, used = "", 0
    for character in expand_tabs(text):
        cells = display_width(character)
        if used + cells > width:
            pieces.append(piece + " " * (width - used))
            piece, used = "    ", 4
        piece += character
        used += cells
    return [*pieces, piece + " " * (width - used)]


def _headline(subject: Subject) -> str:
    place = subject.page.source.place(subject.held[0].span)
    kind = "link to"
    if subject.what.startswith(EQUATION):
        kind = "equation"
    elif subject.what == CONCEPT:
        kind = "section of"
    return f"{place.path}:{place.line}: {kind} {subject.name}"


def _what(change: Change) -> str:
    record = change.held.record
    name = record.anchor
    if record.what == CALLS:
        verb = "runs" if change.held.is_whole else "reads"
        name = f"{name}, which {change.subject.name} {verb}"
    if change.kind == "new":
        return f"{name}: never confirmed"
    if change.kind == "renumbered":
        assert change.old is not None
        was, now = change.old.nth or "alone", record.nth or "alone"
        return f"{name}: was {was} of identical statements, is {now}"
    return f"{name}: changed"


def _codes(change: Change, index: SourceIndex, root: Path, width: int) -> list[str]:
    anchor, old = change.held.anchor, change.old
    module = index.module_at(anchor.path)
    title = f"now, {anchor.path}:{anchor.statement.line}"
    code = anchor.code
    if anchor.kind == "module":
        code = "\n".join(sorted({each.name for each in module.children}))
    elif old is not None and old.code:
        # Laid out as the old one is, of which only the syntax is known.
        code = change.held.write()
    now = Code(title, tuple(code.split("\n")))
    if old is None:
        return [f"  {now.title}", *(f"  {line}" for line in now.lines)]
    return side_by_side(_old_code(change, root), now, width)


def _old_code(change: Change, root: Path) -> Code:
    old, anchor = change.old, change.held.anchor
    assert old is not None
    if old.code:
        return Code("confirmed", (old.code,))
    if anchor.kind == "module":
        return Code("confirmed: other names", ())
    code = confirmed_code(root, anchor, old.fingerprint)
    if code is None:
        return Code("confirmed: no commit shows it", ())
    return Code("confirmed", tuple(code.split("\n")))


def _piece(subject: Subject, span: Span) -> list[str]:
    """Lines of the page, with where they stand."""
    source = subject.page.source
    text = source.slice(span).split("\n")
    return [f"  {source.path}:{source.line_at(span.start)}", *(f"    {line}" for line in text)]
