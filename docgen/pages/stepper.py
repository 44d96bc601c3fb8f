"""Blocks `stepper`: one row of every array, statement by statement."""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import dataclass, field

from docgen.diagnostics import Fault
from docgen.links.cell import Cell
from docgen.links.equation import Equation
from docgen.links.runs import Run
from docgen.markup.page import Block
from docgen.pages.context import ConceptFacts, PageContext, UnresolvedError
from docgen.pages.example import (
    RowCell,
    chosen_call,
    row_cells,
    shown_caption,
    shown_name,
    shown_value,
)
from docgen.pages.runs import block_run, check_called, counted, is_usable, report_unstable, run_span
from docgen.source.anchor import Anchor
from docgen.trace.value import Value
from docgen.views.parts import Operand, StepperPart, StepperStep


@dataclass
class _Step:
    """A statement, the cells it reads, and the cell it binds."""

    row: RowCell
    reads: list[Cell] = field(default_factory=list)
    is_sum: bool = False


def assemble_stepper(
    context: PageContext, concept: ConceptFacts | None, block: Block
) -> Callable[[], StepperPart]:
    """The traced function as steps: what each reads, what it gives; both terms of a sum.

    Raises:
        UnresolvedError: Something it names is unknown; it is reported.
    """
    function = context.subject(concept, block)
    run = block_run(context, concept, block)
    rows = row_cells(context, block, function)
    call = chosen_call(context, block)
    position = _position(context, block)
    steps = [_step(row, function) for row in rows]
    for step in steps:
        for cell in (step.row.cell, *step.reads):
            cell.watch(run)

    def finish() -> StepperPart:
        where = run_span(block)
        if not is_usable(context, run, where):
            raise UnresolvedError
        check_called(context, block, run, function, call)
        keys = {step.row.cell.watch(run): step.row.cell.text for step in steps}
        report_unstable(context, run, {**keys, **counted(function)}, where)
        drawn = [_draw(context, concept, block, run, step, call, position) for step in steps]
        return StepperPart(
            block.argument,
            shown_caption(context, block, run, function, call),
            "" if position is None else str(position),
            tuple(step for step in drawn if step is not None),
        )

    return finish


def _position(context: PageContext, block: Block) -> int | None:
    """Which row is shown, a position as in the code (from 0); all rows without `row:`."""
    option = block.options.option("row")
    if option is None:
        return None
    if not option.value.isdigit():
        context.report(
            Fault(
                "malformed-block",
                f"`row: {option.value[:30]}` is no row",
                help="rows are positions as in the code, from 0: `row: 1`",
            ).at(context.page.source, option.value_span)
        )
        raise UnresolvedError
    return int(option.value)


def _step(row: RowCell, function: Anchor) -> _Step:
    anchor = row.cell.anchor
    if anchor.kind == "parameter":
        return _Step(row)
    expression = _computed(anchor)
    if expression is None:
        return _Step(row)
    is_sum = isinstance(expression, ast.BinOp) and isinstance(expression.op, ast.Add)
    terms = _terms(expression) if is_sum else _operands(expression)
    reads = [
        Cell(text, function, anchor, "before", anchor.node, text, exact=False) for text in terms
    ]
    return _Step(row, reads, is_sum)


def _computed(anchor: Anchor) -> ast.expr | None:
    """The expression that gives a cell its value: right side, or the part that is returned."""
    if anchor.kind in ("return", "expression"):
        return _parsed(anchor.part)
    try:
        body = ast.parse(anchor.code).body
    except SyntaxError:
        return None
    node = body[0] if len(body) == 1 else None
    if isinstance(node, ast.Assign | ast.AugAssign):
        return node.value
    return None


def _parsed(text: str) -> ast.expr | None:
    try:
        return ast.parse(text, mode="eval").body
    except SyntaxError:
        return None


def _terms(expression: ast.expr) -> list[str]:
    """The terms of a sum, from the left."""
    if isinstance(expression, ast.BinOp) and isinstance(expression.op, ast.Add):
        return [*_terms(expression.left), *_terms(expression.right)]
    return [ast.unparse(expression)]


def _operands(expression: ast.expr) -> list[str]:
    """Names that an expression reads; of a call, its first argument, which it works on."""
    if isinstance(expression, ast.Call) and expression.args:
        expression = expression.args[0]
    names = dict.fromkeys(
        node.id
        for node in ast.walk(expression)
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)
    )
    return list(names)


def _draw(
    context: PageContext,
    concept: ConceptFacts | None,
    block: Block,
    run: Run,
    step: _Step,
    call: int,
    position: int | None,
) -> StepperStep | None:
    row = step.row
    after = shown_value(context, run, row, call, bool(block.rows))
    if after is None:
        return None
    chosen = _cut(context, block, after, position)
    if chosen is None:
        return None
    reads: list[Operand] = []
    for cell in step.reads:
        seen = [each.value for each in cell.observe(run) if each.call == call]
        if seen and seen[-1] is not None and seen[-1].shape and _fits(seen[-1], position):
            reads.append(_operand(cell.text, seen[-1], position))
    equation = _equation(concept, row.cell.anchor)
    symbol = concept.symbol_of(row.cell.text) if concept else None
    shape = str(symbol.shape) if symbol and symbol.shape else ""
    is_sum = step.is_sum and len(reads) == len(step.reads)
    name = shown_name(row, "matrices")
    return StepperStep(
        row.label,
        row.words,
        () if is_sum else tuple(reads),
        tuple(reads) if is_sum else (),
        (_operand(name, after, position),),
        shape,
        context.statement_ref(row.cell.anchor),
        row.cell.anchor.code,
        equation.title if equation else "",
        equation.html_id if equation else "",
    )


def _cut(context: PageContext, block: Block, value: Value, position: int | None) -> Value | None:
    if position is None or _fits(value, position):
        return value
    option = block.options.option("row")
    assert option is not None
    key = ("row", option.value)
    if key not in context.reported:
        context.reported.add(key)
        size = value.shape[0] if value.shape else 0
        context.report(
            Fault(
                "malformed-block",
                f"`row: {position}` does not exist: the arrays have {size} rows",
                help=f"write a row from 0 to {max(size - 1, 0)}",
            ).at(context.page.source, option.value_span)
        )
    return None


def _fits(value: Value, position: int | None) -> bool:
    if position is None:
        return True
    return bool(value.shape) and position < (value.shape or (0,))[0] and not value.hidden


def _operand(name: str, value: Value, position: int | None) -> Operand:
    """One row of an array, named as the code would index it."""
    if position is None or not value.shape:
        return Operand(name, value)
    width = len(value.data) // value.shape[0]
    data = value.data[position * width : (position + 1) * width]
    cut = Value(value.kind, value.dtype, value.shape[1:], data)
    spelled = name if name.isidentifier() or name.endswith("]") else f"({name})"
    return Operand(f"{spelled}[{position}]", cut)


def _equation(concept: ConceptFacts | None, anchor: Anchor) -> Equation | None:
    """The first equation that the statement computes."""
    if concept is None:
        return None
    for equation in concept.equations:
        for link in equation.links:
            if link.role != "tests" and link.anchor.node == anchor.node:
                return equation
    return None
