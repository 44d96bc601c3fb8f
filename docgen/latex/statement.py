r"""A formula as equations, side conditions and definitions.

`a = b, \qquad i = 1, \dots, n` is one equation and the range of an index; rows of `aligned`, parts
between `\quad` and both ends of `\Rightarrow` are equations of their own.
"""

from __future__ import annotations

from dataclasses import dataclass

from docgen.latex.context import Context, letter_of
from docgen.latex.item import Item, span_of
from docgen.latex.node import Binder, Clause
from docgen.latex.relation import has_relation, read_chain
from docgen.text import Span

WORDS = {
    "for": "for",
    "for all": "for",
    "for every": "for",
    "for each": "for",
    "if": "for",
    "when": "for",
    "with": "for",
    "where": "where",
    "and": "comma",
    "so": "implies",
    "hence": "implies",
}
_END = (",", ".", ";")


@dataclass(frozen=True, slots=True)
class Segment:
    """Items between two joints, and the joint before them."""

    items: tuple[Item, ...]
    joined: str


def split_segments(items: tuple[Item, ...], context: Context) -> list[Segment]:
    """The stretches of a formula between rows, `\\quad`, arrows, words and commas.

    Raises:
        Fault: `unsupported-latex` for a row that goes on with an operator, two commas in a row,
            a formula that says nothing.
    """
    segments: list[Segment] = []
    for number, line in enumerate(_lines(items, context)):
        segments.extend(_split_line(line, "row" if number else "", context))
    if not segments:
        where = span_of(items) if items else Span(0, len(context.latex))
        raise context.unsupported("a formula that says nothing", where)
    return segments


def _lines(items: tuple[Item, ...], context: Context) -> list[tuple[Item, ...]]:
    """The rows of an `aligned`; a row that starts with a relation goes on with the one before."""
    while items and items[-1].is_sign(*_END):
        items = items[:-1]
    if len(items) != 1 or items[0].kind != "rows":
        return [items]
    if items[0].has_scripts:
        raise context.unsupported("scripts on `aligned`", items[0].span)
    lines: list[tuple[Item, ...]] = []
    for row in items[0].rows:
        line = tuple(item for cell in row for item in cell)
        if not line:
            raise context.unsupported("an empty row", items[0].nucleus)
        if line[0].kind == "relation" and lines:
            before = lines[-1]
            while before and before[-1].is_sign(*_END):
                before = before[:-1]
            lines[-1] = (*before, *line)
        elif line[0].kind == "operator" and lines:
            message = f"a row that starts with `{line[0].text}`"
            cure = "join it with the row before"
            raise context.unsupported(message, line[0].span, cure)
        else:
            lines.append(line)
    return lines


def _split_line(items: tuple[Item, ...], joined: str, context: Context) -> list[Segment]:
    segments: list[Segment] = []
    start, commas = 0, 0
    for at, item in enumerate((*items, None)):
        joint = _joint(item) if item is not None else "end"
        if not joint:
            continue
        if at > start:
            segments.append(Segment(items[start:at], joined))
            joined, commas = "", 0
        if joint == "comma":
            commas += 1
            if commas > 1 or not segments:
                assert item is not None
                raise context.unsupported("a comma after nothing", item.span)
        if joint == "implies" and not segments and joined != "row":
            assert item is not None
            raise context.unsupported(f"`{context.text(item.span)}` after nothing", item.span)
        if joint != "end":
            joined = _stronger(joined, joint)
        start = at + 1
    if joined in ("implies", "for", "where") and items:
        raise context.unsupported("nothing follows here", items[-1].span)
    return segments


def _stronger(one: str, other: str) -> str:
    order = ("", "comma", "quad", "row", "implies", "for", "where")
    return max(one, other, key=order.index)


def _joint(item: Item) -> str:
    if item.has_scripts:
        return ""
    if item.kind == "separator":
        return "quad"
    if item.kind == "implies":
        return "implies"
    if item.kind == "sign" and item.text in _END:
        return "comma"
    return WORDS.get(item.text.lower(), "") if item.kind == "name" else ""


def take_clause(
    segments: list[Segment], at: int, context: Context
) -> tuple[list[Clause], int] | None:
    """The clause that starts at a segment, and the segment after it; None if there is none.

    Raises:
        Fault: `unsupported-latex` for a range without an end.
    """
    segment = segments[at]
    items = segment.items
    letter = letter_of(items[:1]) if items else None
    is_letter = letter is not None and not context.names.has(letter)
    if is_letter and len(items) > 2 and items[1].is_sign("=") and not has_relation(items[2:]):
        ended = next(
            (
                k
                for k in range(at + 1, min(at + 3, len(segments)))
                if _is_dots(segments[k]) and segments[k].joined == "comma"
            ),
            None,
        )
        if ended is not None:
            assert letter is not None
            return _take_range(letter, segments, at, ended, context)
    if segment.joined == "for" and is_letter and len(items) == 1:
        assert letter is not None
        return [Clause(segment.items[0].span, Binder(items[0].span, letter))], at + 1
    is_told = segment.joined == "for" or _is_on_indices(items, context)
    if not (has_relation(items) and is_told):
        if segment.joined == "for":
            raise context.unsupported("a clause that is no condition", span_of(items))
        return None
    chain = read_chain(items, context)
    return [Clause(chain.span, condition=chain)], at + 1


def _take_range(
    letter: str, segments: list[Segment], at: int, dots: int, context: Context
) -> tuple[list[Clause], int]:
    span = span_of(segments[at].items)
    if dots + 1 >= len(segments) or segments[dots + 1].joined != "comma":
        raise context.unsupported("a range without an end", span_of(segments[dots].items))
    last = segments[dots + 1].items
    whole = Span(span.start, span_of(last).end)
    low = context.read(segments[at].items[2:], span)
    step = context.read(segments[at + 1].items, span) if dots == at + 2 else None
    high = context.read(last, span)
    return [Clause(whole, Binder(whole, letter, low, high), None, step)], dots + 2


def _is_dots(segment: Segment) -> bool:
    return len(segment.items) == 1 and segment.items[0].kind == "dots"


def _is_on_indices(items: tuple[Item, ...], context: Context) -> bool:
    """Whether a comparison holds undeclared index letters and numbers only: `j > i`."""
    letters = 0
    for item in items:
        if item.kind == "letter" and not item.has_scripts:
            if context.names.has(item.text):
                continue
            if item.text not in context.letters:
                return False
            letters += 1
        elif item.kind not in ("number", "relation", "operator"):
            return False
    return letters > 0
