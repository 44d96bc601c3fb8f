"""Blocks `flow`: the statements of a function as the way that values take through it.

The rows of a block become steps with what each calls, adds and fills, and the edges between them.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from docgen.diagnostics import Fault
from docgen.links.equation import slugify
from docgen.markup.page import Block
from docgen.pages.code import code_marks
from docgen.pages.context import ConceptFacts, PageContext
from docgen.pages.edges import flow_edges, normal_cell
from docgen.pages.example import RowCell, row_cells, shown_name
from docgen.pages.inline import render_inline
from docgen.pages.listing import render_lines, with_marks
from docgen.source.anchor import Anchor
from docgen.source.bindings import head_nodes
from docgen.source.calls import call_targets
from docgen.source.flow import Flow, NodeKey
from docgen.source.keys import Filling, fillings
from docgen.source.module import Module, Statement, node_key
from docgen.source.names import Names
from docgen.source.statements import definition_of
from docgen.text import Span
from docgen.views.parts import ListingPart, NamedRef, SourceRef
from docgen.views.steps import FlowEdge, FlowPart, FlowStep


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
    flow = context.site.flow(function)
    builder = _Steps(context, flow, mapping.value if mapping else "")
    span = mapping.value_span if mapping else block.name_span
    steps = tuple(builder.step(row, span) for row in rows)
    if mapping and not any(step.fills for step in steps):
        context.fault(
            Fault(
                "unknown-anchor",
                f"no step fills `{mapping.value[:50]}`",
                help="name a dictionary that the steps store to, or leave `fills:` out",
            ),
            mapping.value_span,
        )
    way = flow_edges(context.index, function, flow, [row.cell.anchor for row in rows])
    steps = tuple(
        replace(step, others=_others(flow, rows, number, way.edges))
        for number, step in enumerate(steps, 1)
    )
    part = FlowPart(
        block.argument,
        render_inline(block.options.value("caption"), context),
        render_inline(block.options.value("entry"), context),
        mapping.value if mapping else "",
        steps,
        _slug(context, function),
        way.entry,
        way.edges,
    )
    anchors = [row.cell.anchor for row in rows]
    return lambda: replace(part, steps=_marked(context, part.steps, anchors))


def _others(
    flow: Flow, rows: Sequence[RowCell], number: int, edges: Sequence[FlowEdge]
) -> tuple[str, ...]:
    """What the statement of a row binds besides, has no row of its own, and is read further on."""
    node = rows[number - 1].cell.node
    step = flow.step(node) if node is not None else None
    given = {edge.name for edge in edges if edge.start == number}
    shown = {normal_cell(row.cell.anchor.cell) for row in rows if row.cell.node == node}
    return tuple(name for name in step.binds if name in given - shown) if step else ()


def _marked(
    context: PageContext, steps: Sequence[FlowStep], anchors: Sequence[Anchor]
) -> tuple[FlowStep, ...]:
    """The steps with the places of the page's symbols, which all its concepts bind."""
    return tuple(
        replace(
            step,
            marks=code_marks(context, anchor),
            listing=with_marks(context, step.listing) if step.listing else None,
        )
        for step, anchor in zip(steps, anchors, strict=True)
    )


def _slug(context: PageContext, function: Anchor) -> str:
    name = slugify(function.function.replace(".", "-").replace("_", "-"))
    return context.unique_id(f"flow-{name}").removeprefix("flow-")


def _statement_rows(context: PageContext, block: Block, function: Anchor) -> list[RowCell]:
    """The rows; one that the author wrote for a parameter stands for no statement.

    Without rows each statement has one, whatever it binds: `a, b = f()` is one call.
    """
    rows = row_cells(context, block, function)
    if not block.rows:
        rows = list(
            {(row.cell.node, row.cell.text == "return"): row for row in rows[::-1]}.values()
        )
        rows.reverse()
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


@dataclass(frozen=True, slots=True)
class _Steps:
    """Rows become steps; `mapping` is the dictionary whose entries are told, if any."""

    context: PageContext
    flow: Flow
    mapping: str

    def step(self, row: RowCell, span: Span) -> FlowStep:
        anchor = row.cell.anchor
        module = self.context.index.module_at(anchor.path)
        statement = _statement(module, anchor)
        calls = _calls(statement)
        callee = self._callee(calls, anchor)
        filled = self._filled(anchor, span)
        expression = _expression(statement, anchor.cell)
        arms = _arms(self.flow, anchor.node)
        return FlowStep(
            row.label,
            row.words,
            shown_name(row, "matrices"),
            self.context.statement_ref(anchor),
            anchor.code,
            self._named(callee),
            tuple(dict.fromkeys(each.key for each in filled)),
            module.part(expression) if expression else "",
            tuple(module.part(term) for term in _added(statement, expression)),
            () if callee else tuple(dict.fromkeys(_called(call) for call in calls)),
            arms,
            self._fill_refs(anchor, filled),
            self._listing(callee, filled),
        )

    def _callee(self, calls: Sequence[ast.Call], anchor: Anchor) -> Anchor | None:
        """The first function of the project that the statement calls."""
        index = self.context.index
        module = index.module_at(anchor.path)
        definition = definition_of(module, anchor)
        for node in calls:
            with suppress(Fault):
                return index.function(ast.unparse(node.func), anchor.scope)
            # A method of what a name was bound to, or is declared to be.
            targets = call_targets(Names(index), module, definition, node) if definition else []
            for target in targets:
                with suppress(Fault):
                    return index.function(target)
        return None

    def _named(self, callee: Anchor | None) -> NamedRef | None:
        if callee is None:
            return None
        lines = callee.statement
        return NamedRef(callee.function, self.context.ref(callee.path, lines.line, lines.end_line))

    def _filled(self, anchor: Anchor, span: Span) -> tuple[Filling, ...]:
        if not self.mapping:
            return ()
        try:
            return fillings(self.context.index, anchor, self.mapping)
        except Fault as fault:
            self.context.fault(fault, span)
            return ()

    def _fill_refs(self, anchor: Anchor, filled: Sequence[Filling]) -> tuple[SourceRef, ...]:
        """Statements behind the step that store what it gave, joined where they are neighbours."""
        own = sorted({way.line: way.end_line for way in (each.way[0] for each in filled)}.items())
        runs: list[tuple[int, int]] = []
        for line, end in own:
            if line == anchor.statement.line:
                continue
            if runs and runs[-1][1] + 1 == line:
                runs[-1] = (runs[-1][0], end)
            else:
                runs.append((line, end))
        return tuple(self.context.ref(anchor.path, line, end) for line, end in runs)

    def _listing(self, callee: Anchor | None, filled: Sequence[Filling]) -> ListingPart | None:
        """The function called; its statements that fill entries, or call what does, stand out."""
        if callee is None:
            return None
        first, last = callee.statement.line, callee.statement.end_line
        marked = {
            line
            for each in filled
            for place in each.way[1:2]
            if place.path == callee.path
            for line in range(place.line, place.end_line + 1)
            if first <= line <= last
        }
        return render_lines(self.context, callee, first, last, frozenset(marked))


def _statement(module: Module, anchor: Anchor) -> Statement | None:
    definition = definition_of(module, anchor)
    found = definition.statements if definition else ()
    return next((each for each in found if node_key(each) == anchor.node), None)


def _calls(statement: Statement | None) -> list[ast.Call]:
    nodes = head_nodes(statement) if statement is not None else ()
    return [node for node in nodes if isinstance(node, ast.Call)]


def _called(call: ast.Call) -> str:
    """`np.sum`, or `.sum` of what is no name."""
    node: ast.expr = call.func
    while isinstance(node, ast.Attribute):
        node = node.value
    if isinstance(node, ast.Name):
        return ast.unparse(call.func)
    return f".{call.func.attr}" if isinstance(call.func, ast.Attribute) else "a value"


def _expression(statement: Statement | None, cell: str) -> ast.expr | None:
    """What becomes the cell; of several targets the part for it, where the syntax says so."""
    value = getattr(statement, "value", None)
    if not isinstance(value, ast.expr):
        return None
    if not isinstance(value, ast.Tuple):
        return value
    names = [f"return[{at}]" for at in range(len(value.elts))]
    match statement:
        case ast.Assign(targets=[ast.Tuple(elts=targets)]) if len(targets) == len(value.elts):
            names = [ast.unparse(each) for each in targets]
    wanted = normal_cell(cell)
    return next((one for name, one in zip(names, value.elts, strict=True) if name == wanted), value)


def _added(statement: Statement | None, expression: ast.expr | None) -> list[ast.expr]:
    """The terms of a sum, from the left; of `a += b` both; none where it is no sum."""
    if expression is None:
        return []
    if isinstance(statement, ast.AugAssign):
        is_sum = isinstance(statement.op, ast.Add)
        return [statement.target, expression] if is_sum else []
    terms: list[ast.expr] = []
    while isinstance(expression, ast.BinOp) and isinstance(expression.op, ast.Add):
        terms.insert(0, expression.right)
        expression = expression.left
    return [expression, *terms] if terms else []


def _arms(flow: Flow, node: NodeKey) -> tuple[str, ...]:
    step = flow.step(node)
    return tuple(dict.fromkeys(arm.text for arm in step.arms)) if step else ()
