"""A block becomes the code that it shows, runs or compares.

A `listing` rests on the lines that it prints, an `example` on what its rows name and on its run.
"""

from __future__ import annotations

from collections.abc import Iterator

from docgen.diagnostics import Fault
from docgen.links.cell import resolve_cell
from docgen.links.returned import resolve_row
from docgen.markup.page import Block
from docgen.pages.context import ConceptFacts, PageContext
from docgen.pages.example import row_key
from docgen.pages.ground import Ground, ground
from docgen.source.anchor import Anchor

ROWS = ("example", "stepper", "shapes", "flow", "plot")
"""Blocks whose rows are cells of their function; without rows they show all that it binds."""
FUNCTIONS = {
    "gradcheck": ("forward", "backward"),
    "caches": ("forward", "backward"),
    "parameters": ("function", "decay"),
}
"""Options by which a block names the functions that it is about."""


def block_grounds(
    context: PageContext, facts: ConceptFacts | None, block: Block
) -> Iterator[Ground]:
    """What a block rests on; lists of what stands elsewhere on the pages rest on nothing."""
    if block.name == "listing":
        yield from _listing(context, facts, block)
        return
    for key in FUNCTIONS.get(block.name, ()):
        option = block.options.option(key)
        if option is not None:
            yield from _function(context, "is shown", option.value, context.module)
        elif key == "backward" and facts is not None and facts.function is not None:
            yield ground("is shown", facts.function)
    if block.name in ROWS:
        yield from _rows(context, facts, block)
    for text, _ in block.options.items("run"):
        yield from _function(context, "is run", text, context.module)


def _subject(context: PageContext, facts: ConceptFacts | None, block: Block) -> Anchor | None:
    option = block.options.option("in")
    if option is None:
        return facts.function if facts is not None else None
    try:
        return context.index.function(option.value, context.module)
    except Fault:
        return None


def _rows(context: PageContext, facts: ConceptFacts | None, block: Block) -> Iterator[Ground]:
    function = _subject(context, facts, block)
    if function is None or block.options.value("show") == "no":
        return
    if not block.rows:
        yield ground("is shown", function)
    resolve = resolve_row if block.name == "example" else resolve_cell
    for row in block.rows:
        if not row.cells:
            continue
        text, _ = row_key(row)
        try:
            cell = resolve(context.index, text, function, context.settings.lookup)
        except Fault:
            continue
        yield ground("is shown", cell.anchor)


def _listing(context: PageContext, facts: ConceptFacts | None, block: Block) -> Iterator[Ground]:
    """The lines that are printed: of the whole, from one statement to another."""
    option = block.options.option("in")
    whole = facts.function if facts is not None else None
    try:
        if option is not None:
            scope = whole.scope if whole is not None else context.module
            whole = context.index.resolve(option.value, scope)
        if whole is None or whole.kind == "module":
            return
        first, last = whole.statement.line, whole.statement.end_line
        start, end = block.options.option("from"), block.options.option("to")
        lookup = context.settings.lookup
        if start is not None:
            wanted = lookup.get(start.value, start.value)
            first = context.index.resolve(wanted, whole.scope).statement.line
        if end is not None:
            wanted = lookup.get(end.value, end.value)
            last = context.index.resolve(wanted, whole.scope).statement.end_line
    except Fault:
        return
    name = whole.function or whole.module
    yield Ground("is printed", whole.path, first, last, name)


def _function(context: PageContext, role: str, name: str, scope: str) -> Iterator[Ground]:
    try:
        anchor = context.index.test(name, scope)
    except Fault:
        return
    yield ground(role, anchor)
