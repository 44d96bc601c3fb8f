"""Blocks `listing`: source lines with their true numbers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from docgen.diagnostics import Fault
from docgen.links.equation import slugify
from docgen.markup.page import Block
from docgen.pages.code import line_equations, line_marks
from docgen.pages.context import ConceptFacts, PageContext, UnresolvedError
from docgen.source.anchor import Anchor
from docgen.text import Span
from docgen.views.parts import ListingPart


def assemble_listing(
    context: PageContext, concept: ConceptFacts | None, block: Block
) -> Callable[[], ListingPart]:
    """The lines of a function, a statement or a range, with highlighted statements.

    Raises:
        UnresolvedError: A reference names nothing; it is reported.
    """
    whole = _whole(context, concept, block)
    first, last = whole.statement.line, whole.statement.end_line
    start, end = block.options.option("from"), block.options.option("to")
    if start:
        first = _inside(context, start.value, start.value_span, whole).statement.line
    if end:
        last = _inside(context, end.value, end.value_span, whole).statement.end_line
    if first > last and start:
        context.fault(
            Fault(
                "malformed-block",
                f"`from: {start.value}` stands after `to:`",
                help="exchange `from:` and `to:`",
            ),
            start.span,
        )
        raise UnresolvedError
    marked: set[int] = set()
    for text, span in block.options.items("highlight"):
        marked |= _highlighted(context, text, span, whole, (first, last))
    part = render_lines(context, whole, first, last, frozenset(marked))
    return lambda: with_marks(context, part)


def with_marks(context: PageContext, part: ListingPart) -> ListingPart:
    """The listing with the places of symbols and the equations that its lines compute."""
    path, line = part.ref.path, part.ref.line
    return replace(
        part,
        marks=line_marks(context, path, line, part.lines),
        equations=line_equations(context, path, line, part.lines),
    )


def render_lines(
    context: PageContext,
    holder: Anchor,
    first: int,
    last: int,
    highlight: frozenset[int] = frozenset(),
) -> ListingPart:
    """Source lines as a part, under an id that is unique on the page."""
    source = context.index.source(holder.path)
    lines = [source.line_text(line) for line in range(first, last + 1)]
    name = holder.function or holder.module
    base = f"code-{slugify(name.replace('.', '-').replace('_', '-'))}"
    html_id = context.unique_id(base)
    ref = context.ref(holder.path, first, last)
    return ListingPart(html_id, ref, name, dedent(lines), highlight)


def dedent(lines: list[str]) -> tuple[str, ...]:
    """Lines without the indentation of the first one, where they have it.

    Lines inside a string may be indented less than the statement; they stay as they are.
    """
    head = lines[0]
    prefix = head[: len(head) - len(head.lstrip())]
    return tuple(line.removeprefix(prefix) for line in lines)


def _whole(context: PageContext, concept: ConceptFacts | None, block: Block) -> Anchor:
    option = block.options.option("in")
    if option is None:
        return context.subject(concept, block)
    scope = concept.function.scope if concept and concept.function else context.module
    try:
        anchor = context.index.resolve(option.value, scope)
        if anchor.kind == "module":
            raise Fault(
                "unknown-anchor",
                f"`{option.value}` is a module; a listing shows a part of one",
                help="name a function, a class or a statement",
            )
    except Fault as fault:
        context.fault(fault, option.value_span)
        raise UnresolvedError from None
    return anchor


def _inside(context: PageContext, text: str, span: Span, whole: Anchor) -> Anchor:
    """A statement of what is listed: lines of another function or file are not its lines."""
    wanted = context.settings.lookup.get(text, text)
    try:
        anchor = context.index.resolve(wanted, whole.scope)
        lines = range(whole.statement.line, whole.statement.end_line + 1)
        is_inside = anchor.path == whole.path and anchor.statement.line in lines
        if not is_inside:
            raise Fault(
                "unknown-anchor",
                f"`{text}` stands outside of `{whole.function or whole.module}`",
                help="name a statement of what the listing shows",
            )
    except Fault as fault:
        context.fault(fault, span)
        raise UnresolvedError from None
    return anchor


def _highlighted(
    context: PageContext, text: str, span: Span, whole: Anchor, shown: tuple[int, int]
) -> set[int]:
    anchor = _inside(context, text, span, whole)
    lines = set(range(anchor.statement.line, anchor.statement.end_line + 1))
    if anchor.kind == "parameter":
        lines = set(range(anchor.region.line, anchor.region.end_line + 1))
    if not lines <= set(range(shown[0], shown[1] + 1)):
        context.fault(
            Fault(
                "unknown-anchor",
                f"`{text}` stands outside of the lines shown",
                notes=(f"the listing shows lines {shown[0]} to {shown[1]}",),
                help="widen `from:` and `to:`, or leave the highlight out",
            ),
            span,
        )
    return lines
