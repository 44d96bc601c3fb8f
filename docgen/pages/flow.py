"""Blocks `flow`: the statements of a function as the way that values take through it."""

from __future__ import annotations

import ast
from collections.abc import Callable

from docgen.diagnostics import Fault
from docgen.markup.page import Block
from docgen.pages.context import ConceptFacts, PageContext
from docgen.pages.example import RowCell, row_cells, shown_name
from docgen.pages.inline import render_inline
from docgen.source.anchor import Anchor
from docgen.source.keys import fills
from docgen.text import Span
from docgen.views.parts import FlowPart, FlowStep, NamedRef


def assemble_flow(
    context: PageContext, concept: ConceptFacts | None, block: Block
) -> Callable[[], FlowPart]:
    """Steps with the function each calls, its lines, and the entries of a dictionary it fills.

    Raises:
        UnresolvedError: A row names nothing; it is reported.
    """
    function = context.subject(concept, block)
    mapping = block.options.option("fills")
    rows = _statement_rows(context, block, function)
    steps = tuple(
        FlowStep(
            row.label,
            row.words,
            shown_name(row, "matrices"),
            context.statement_ref(row.cell.anchor),
            row.cell.anchor.code,
            _callee(context, row.cell.anchor),
            _fills(context, row, mapping.value, mapping.value_span) if mapping else (),
        )
        for row in rows
    )
    if mapping and not any(step.fills for step in steps):
        context.fault(
            Fault(
                "unknown-anchor",
                f"no step fills `{mapping.value[:50]}`",
                help="name a dictionary that the steps store to, or leave `fills:` out",
            ),
            mapping.value_span,
        )
    part = FlowPart(
        block.argument,
        render_inline(block.options.value("caption"), context),
        render_inline(block.options.value("entry"), context),
        mapping.value if mapping else "",
        steps,
    )
    return lambda: part


def _statement_rows(context: PageContext, block: Block, function: Anchor) -> list[RowCell]:
    """The rows; one that the author wrote for a parameter stands for no statement."""
    rows = row_cells(context, block, function)
    for row in rows if block.rows else ():
        if row.cell.node is None:
            context.fault(
                Fault(
                    "unknown-anchor",
                    f"`{row.cell.text}` is a parameter; a flow shows statements",
                    help="name what a statement binds, or say it in `entry:`",
                ),
                row.span,
            )
    return [row for row in rows if row.cell.node is not None]


def _callee(context: PageContext, anchor: Anchor) -> NamedRef | None:
    """The function of the project that the statement calls, with its lines."""
    for node in _calls(anchor):
        try:
            target = context.index.function(ast.unparse(node.func), anchor.scope)
        except Fault:
            continue
        ref = context.ref(target.path, target.statement.line, target.statement.end_line)
        return NamedRef(target.function, ref)
    return None


def _calls(anchor: Anchor) -> list[ast.Call]:
    """Calls of a statement; the head of a `for` or `with` is parsed with an empty body."""
    code = anchor.code if not anchor.code.rstrip().endswith(":") else f"{anchor.code} pass"
    try:
        tree = ast.parse(code)
    except SyntaxError:
        return []
    return [node for node in ast.walk(tree) if isinstance(node, ast.Call)]


def _fills(context: PageContext, row: RowCell, mapping: str, span: Span) -> tuple[str, ...]:
    try:
        return fills(context.index, row.cell.anchor, mapping)
    except Fault as fault:
        context.fault(fault, span)
        return ()
