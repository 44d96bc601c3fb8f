r"""Which bars open and which close.

In `|x - |y||` the second bar opens, for it follows an operator; in `|x| |y|` the third does, for
nothing is open.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from docgen.diagnostics import Fault
from docgen.latex.token import unsupported
from docgen.text import Span

if TYPE_CHECKING:
    from docgen.latex.item import Item

_BEFORE_OPERAND = ("operator", "relation", "implies", "separator", "align", "row", "reduction")


def pair_bars(items: tuple[Item, ...], is_listed: bool, latex: str) -> tuple[Item, ...]:
    r"""The items with every pair of bars as one fence.

    Args:
        is_listed: Whether they stand between square brackets, where `\|` may join matrices.

    Raises:
        Fault: `unsupported-latex` for a bar without partner, `ambiguous-latex` for
            `|a| b |c|`, which could also be |a |b| c|.
    """
    if not any(item.kind == "bar" for item in items):
        return items
    if is_listed and _joins(items):
        return tuple(replace(item, kind="sign") if item.kind == "bar" else item for item in items)
    levels: list[list[Item]] = [[]]
    opened: list[Item] = []
    closed_at: tuple[int, int, str] | None = None
    for item in items:
        line = levels[-1]
        if item.kind != "bar":
            line.append(item)
            continue
        starts = not line or line[-1].kind in _BEFORE_OPERAND or _is_comma(line[-1])
        if opened and opened[-1].text == item.text and not starts:
            inner = tuple(levels.pop())
            first = opened.pop()
            span = Span(first.span.start, item.span.end)
            fence = replace(
                item,
                kind="fence",
                text=first.text,
                span=span,
                nucleus=Span(span.start, item.nucleus.end),
                parts=(inner,),
            )
            levels[-1].append(fence)
            closed_at = (len(levels), len(levels[-1]), first.text)
            continue
        if item.has_scripts:
            raise unsupported("scripts on a bar that opens", item.span)
        if not starts and closed_at is not None and closed_at[::2] == (len(levels), item.text):
            between = line[closed_at[1] :]
            if (
                between
                and between[0].kind not in _BEFORE_OPERAND
                and not any(
                    _is_comma(one) or one.kind in ("relation", "separator", "implies")
                    for one in between
                )
            ):
                whole = Span(line[closed_at[1] - 1].span.start, item.span.end)
                raise Fault(
                    "ambiguous-latex",
                    f"`{latex[whole.start : whole.end]}`: which bars belong together",
                    within=whole,
                    notes=(
                        "reading: the bar closes what is open, and another opens here",
                        "reading: the bar before opens inside the first pair",
                    ),
                    help=r"write `\lvert x \rvert`",
                )
        opened.append(item)
        levels.append([])
    if opened:
        raise unsupported("a bar without its partner", opened[-1].span, r"write `\lvert x \rvert`")
    return tuple(levels[0])


def _is_comma(item: Item) -> bool:
    return item.kind == "sign" and item.text in ",;"


def _joins(items: tuple[Item, ...]) -> bool:
    r"""Whether every bar is a `\|` between two operands."""
    ends = [0, len(items) - 1]
    return all(
        item.text == "‖"
        and not item.has_scripts
        and at not in ends
        and items[at - 1].kind not in (*_BEFORE_OPERAND, "bar")
        and items[at + 1].kind not in (*_BEFORE_OPERAND, "bar")
        for at, item in enumerate(items)
        if item.kind == "bar"
    )
