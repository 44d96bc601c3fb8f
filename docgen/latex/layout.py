r"""Lists and tables: `[h, x]`, `[H_1, \dots, H_h]`, `cases`, block matrices.

The ends of a list with dots are equal but for one numeral, and what lies between is their series.
"""

from __future__ import annotations

from dataclasses import replace

from docgen.latex.context import Context
from docgen.latex.item import Item, keys, span_of
from docgen.latex.node import (
    Case,
    Cases,
    Concatenation,
    Matrix,
    Node,
    Series,
)
from docgen.latex.relation import has_relation, read_conditions
from docgen.text import Span

_DIGITS = 10
_SEPARATORS = (",", ";", "‖")
# No letter of a formula: what runs in a series that dots stand for.
SERIES_LETTER = "…"


def read_square(item: Item, where: Span, context: Context, joined: bool = False) -> Node:
    """The inside of brackets: an expression, or a list, which joins its parts.

    Args:
        joined: Whether it is a list even of one part, as in `Concat(x)`.
    """
    items = item.parts[0]
    parts: list[tuple[Item, ...]] = []
    separators: list[str] = []
    start = 0
    for at, one in enumerate(items):
        if one.kind == "sign" and one.text in _SEPARATORS:
            parts.append(items[start:at])
            separators.append(one.text)
            start = at + 1
    parts.append(items[start:])
    if len(parts) == 1 and not joined:
        return context.read(items, where)
    if not any(_is_dots(part) for part in parts):
        nodes = tuple(context.read(part, where) for part in parts)
        return Concatenation(where, nodes, tuple(separators))
    return _with_series(parts, separators, where, context)


def _with_series(
    parts: list[tuple[Item, ...]], separators: list[str], where: Span, context: Context
) -> Node:
    """A list with dots, which stand for what lies between the terms beside them."""
    dots = next(at for at, part in enumerate(parts) if _is_dots(part))
    if dots == 0 or dots != len(parts) - 2:
        raise context.unsupported("dots stand before the last part", span_of(parts[dots]))
    first, last = dots - 1, parts[-1]
    while first > 0 and _follows(parts[first - 1], parts[first], last):
        first -= 1
    if len(set(separators[first:])) > 1:
        raise context.unsupported("a list with dots has one separator", where)
    series = _series(parts[first], last, where, context)
    nodes = (*(context.read(part, where) for part in parts[:first]), series)
    # One more separator than gaps: that between the terms which the dots stand for.
    return Concatenation(where, nodes, tuple(separators[: first + 1]))


def _follows(one: tuple[Item, ...], other: tuple[Item, ...], last: tuple[Item, ...]) -> bool:
    """Whether two terms before dots are neighbours of the same series: `x_1, x_2`."""
    left, right = _generalise(one, last), _generalise(other, last)
    if left is None or right is None or left[1] is None or right[1] is None:
        return False
    if keys(left[0]) != keys(right[0]):
        return False
    low, high = left[1][0][0].text, right[1][0][0].text
    is_small = max(len(low), len(high)) < _DIGITS
    return is_small and low.isdigit() and high.isdigit() and int(low) + 1 == int(high)


def _is_dots(items: tuple[Item, ...]) -> bool:
    return len(items) == 1 and items[0].kind == "dots" and not items[0].has_scripts


def _series(first: tuple[Item, ...], last: tuple[Item, ...], where: Span, context: Context) -> Node:
    """The series between two ends that differ in one script.

    Raises:
        Fault: `unsupported-latex` for ends that differ in more, or in nothing.
    """
    if not first or not last:
        raise context.unsupported("dots between nothing", where)
    span = Span(first[0].span.start, last[-1].span.end)
    found = _generalise(first, last)
    if found is None or found[1] is None:
        raise context.unsupported(
            "the ends of a list with dots must be equal but for one index", span
        )
    body, ends = found
    assert ends is not None
    low, high = (context.read(end, span) for end in ends)
    inner = replace(
        context,
        letters=context.letters | {SERIES_LETTER},
        bound=context.bound | {SERIES_LETTER},
    )
    return Series(span, inner.read(body, span), SERIES_LETTER, low, high)


Ends = tuple[tuple[Item, ...], tuple[Item, ...]] | None


def _generalise(
    first: tuple[Item, ...], last: tuple[Item, ...]
) -> tuple[tuple[Item, ...], Ends] | None:
    """The items with a letter where the two differ, and what stands there; None if in more."""
    if len(first) != len(last):
        return None
    body: list[Item] = []
    ends: Ends = None
    for left, right in zip(first, last, strict=True):
        if left.key == right.key:
            body.append(left)
            continue
        if left.base_key != right.base_key or left.primes != right.primes or ends is not None:
            return None
        scripts: list[tuple[Item, ...] | None] = []
        for below, above in ((left.sub, right.sub), (left.sup, right.sup)):
            if below is None or above is None or keys(below) == keys(above):
                if (below is None) != (above is None):
                    return None
                scripts.append(below)
                continue
            put = None if ends is not None else _put_letter(below, above)
            if put is None:
                return None
            scripts.append(put[0])
            ends = put[1]
        left = replace(left, sub=scripts[0], sup=scripts[1])
        if ends is None:
            return None
        body.append(left)
    return tuple(body), ends


def _put_letter(
    first: tuple[Item, ...], last: tuple[Item, ...]
) -> tuple[tuple[Item, ...], Ends] | None:
    """A script with the letter of a series in the place where the two differ."""
    if first[0].kind == "number" and len(first) == 1:
        span = first[0].span
        return (Item("letter", SERIES_LETTER, span, span),), (first, last)
    if len(first) != len(last):
        return None
    differing = [k for k, (a, b) in enumerate(zip(first, last, strict=True)) if a.key != b.key]
    if len(differing) != 1 or first[differing[0]].kind != "number":
        return None
    at = differing[0]
    span = first[at].span
    letter = Item("letter", SERIES_LETTER, span, span)
    return (*first[:at], letter, *first[at + 1 :]), (first[at : at + 1], last[at : at + 1])


def read_environment(item: Item, context: Context) -> Node:
    """`cases` and matrices; their scripts are read by the caller.

    Raises:
        Fault: `unsupported-latex` for rows of different length.
    """
    if item.kind == "cases":
        return _cases(item, context)
    rows = tuple(tuple(context.read(cell, item.nucleus) for cell in row) for row in item.rows)
    if len({len(row) for row in rows}) > 1:
        raise context.unsupported("rows of different length", item.nucleus)
    return Matrix(item.nucleus, rows)


def _cases(item: Item, context: Context) -> Node:
    rows: list[Case] = []
    for row in item.rows:
        cells = [cell for cell in row if cell]
        span = Span(row[0][0].span.start, row[-1][-1].span.end) if all(row) else item.nucleus
        if len(cells) != 2 or len(row) != 2:
            raise context.unsupported(
                "a row of `cases` holds a value and a condition", span, "write `x & x > 0`"
            )
        value = _without_comma(cells[0])
        condition = _without_comma(cells[1])
        words = [one.text for one in condition if one.kind == "name"]
        while (
            condition
            and condition[0].kind == "name"
            and condition[0].text in ("if", "for", "when", "where")
        ):
            condition = condition[1:]
        node = context.read(value, span)
        if len(condition) == 1 and words and words[-1] in ("otherwise", "else"):
            rows.append(Case(span, node, ()))
            continue
        if not has_relation(condition):
            raise context.unsupported("a condition without a comparison", span)
        rows.append(Case(span, node, read_conditions(condition, span, context)))
    open_rows = [row for row in rows if not row.conditions]
    if len(open_rows) > 1 or (open_rows and (rows[-1].conditions or len(rows) == 1)):
        cure = "write `otherwise` once, in the last of several rows"
        raise context.unsupported("`otherwise` has no place here", open_rows[0].span, cure)
    return Cases(item.nucleus, tuple(rows))


def _without_comma(items: tuple[Item, ...]) -> tuple[Item, ...]:
    while items and items[-1].is_sign(",", ".", ";"):
        items = items[:-1]
    return items
