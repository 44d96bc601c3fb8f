"""Marks of the symbols in code that a page shows: listings, statements, names of cells.

In a line of a listing and in a statement they stand where the syntax tree has the places of the
symbols; what is shown of a statement is told by where it begins.
"""

from __future__ import annotations

import ast

from docgen.pages.context import ConceptFacts, PageContext
from docgen.pages.marks import Marks
from docgen.source.anchor import Anchor
from docgen.source.module import char_column
from docgen.syntax import module_tree
from docgen.views.mark import Mark

_LINKED = ("computes", "inline")

Lines = tuple[tuple[Mark, ...], ...]
"""Of each line, its marks."""


def line_marks(context: PageContext, path: str, first: int, lines: tuple[str, ...]) -> Lines:
    """Marks of whole lines of a file, each perhaps without its indentation."""
    source = context.index.source(path)
    made: list[tuple[Mark, ...]] = []
    for number, line in enumerate(lines, first):
        cut = len(source.line_text(number)) - len(line)
        marks = _marks(context).lines.get(path, {}).get(number, ())
        is_tail = source.line_text(number).endswith(line)
        made.append(tuple(_shifted(one, -cut) for one in marks) if is_tail else ())
    return tuple(made)


def line_equations(
    context: PageContext, path: str, first: int, lines: tuple[str, ...]
) -> tuple[tuple[str, ...], ...]:
    """Of each line, the ids of the equations of the page that it computes."""
    found: dict[int, dict[str, None]] = {}
    draft = context.site.pages.get(context.page.source.path)
    for equation, _ in draft.equations if draft is not None else ():
        for link in equation.links:
            if link.role in _LINKED and link.anchor.path == path:
                of = link.anchor.statement
                for line in range(of.line, of.end_line + 1):
                    found.setdefault(line, {})[equation.html_id] = None
    return tuple(tuple(found.get(number, ())) for number in range(first, first + len(lines)))


def code_marks(context: PageContext, anchor: Anchor) -> tuple[Mark, ...]:
    """Marks of a statement as `anchor.code` shows it."""
    lines = tuple(anchor.code.split("\n"))
    found: list[Mark] = []
    at = 0
    of_lines = line_marks(context, anchor.path, anchor.statement.line, lines)
    for line, marks in zip(lines, of_lines, strict=True):
        found += [_shifted(one, at) for one in marks]
        at += len(line) + 1
    return tuple(found)


def shown_marks(
    context: PageContext, facts: ConceptFacts | None, anchor: Anchor, cell: str, shown: str
) -> tuple[Mark, ...]:
    """Marks of what is shown of a statement: the whole, its right side, or a part; or its cell.

    Args:
        cell: As the page names it, with its time.
    """
    start = _start(context, anchor, shown)
    if start is None:
        # A part of what is returned may be written out nowhere; it is the cell all the same.
        is_part = anchor.kind == "return" and shown != anchor.part
        return name_marks(context, facts, cell, shown) if is_part or shown == cell else ()
    end = start + len(shown)
    return tuple(
        _shifted(one, -start)
        for one in code_marks(context, anchor)
        if start <= one.start and one.end <= end
    )


def name_marks(
    context: PageContext, facts: ConceptFacts | None, cell: str, shown: str = ""
) -> tuple[Mark, ...]:
    """The mark of the name of a cell; none where it is no symbol.

    Args:
        shown: The words that stand for it; the cell itself without them.
    """
    numbers = _marks(context).of_cell(facts, cell)
    return (Mark(0, len(shown or cell), numbers),) if numbers else ()


def _start(context: PageContext, anchor: Anchor, shown: str) -> int | None:
    """Where in `anchor.code` the part stands that is shown; None where it is no part of it."""
    code = anchor.code
    first = context.index.source(anchor.path).line_text(anchor.statement.line)
    cut = len(first) - len(code.split("\n")[0])
    if anchor.kind == "return" and shown == anchor.part:
        at = anchor.region.column - 1 - cut
        is_first = anchor.region.line == anchor.statement.line
        return at if is_first and code[at : at + len(shown)] == shown else None
    if anchor.kind != "statement":
        return None
    # Of a statement, all of it or what ends with it: its right side.
    line, column, end_line, end_column = anchor.node
    last = context.index.source(anchor.path).line_text(end_line)
    lines = code.split("\n")
    if len(lines) <= end_line - line or first[:cut].strip():
        return None
    before = sum(len(each) + 1 for each in lines[: end_line - line])
    end = before + char_column(last, end_column) - (len(last) - len(lines[end_line - line]))
    start = char_column(first, column) - cut
    if code[start:end] == shown:
        return start
    value = _value(code[start:end])
    return end - len(shown) if value == shown and code[:end].endswith(shown) else None


def _value(code: str) -> str | None:
    """The right side of an assignment."""
    try:
        body = module_tree(code).body
    except SyntaxError:
        return None
    match body:
        case [ast.Assign(value=value)]:
            return ast.get_source_segment(code, value)
        case _:
            return None


def _shifted(mark: Mark, by: int) -> Mark:
    return Mark(mark.start + by, mark.end + by, mark.numbers, mark.link)


def _marks(context: PageContext) -> Marks:
    assert context.marks is not None
    return context.marks
