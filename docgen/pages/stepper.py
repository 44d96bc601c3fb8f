"""Blocks `stepper`: one row of every array, statement by statement; the reader may choose it."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from docgen.diagnostics import Fault
from docgen.links.cell import Cell
from docgen.links.equation import Equation, slugify
from docgen.links.runs import Run
from docgen.markup.page import Block
from docgen.pages.code import code_marks
from docgen.pages.context import ConceptFacts, PageContext, UnresolvedError
from docgen.pages.equation import mark_equation, set_latex
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
from docgen.source.chain import parsed
from docgen.syntax import module_tree
from docgen.trace.value import Value
from docgen.views.steps import Operand, StepperPart, StepperStep, StepVectors

ROWS = 8
"""So many rows of longer arrays are on the page, besides the author's."""


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
    html_id = _id(context, block.argument)
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
        values = [_value(context, block, run, step.row, call, position) for step in steps]
        shown = [
            (step, value) for step, value in zip(steps, values, strict=True) if value is not None
        ]
        count = 0
        if position is not None:
            count = min(((value.shape or (0,))[0] for _, value in shown), default=0)
        rows = _rows(count, position)
        return StepperPart(
            block.argument,
            shown_caption(context, block, run, function, call),
            "" if position is None else str(position),
            tuple(_draw(context, concept, run, step, value, call, rows) for step, value in shown),
            html_id,
            count,
        )

    return finish


def _position(context: PageContext, block: Block) -> int | None:
    """Which row is shown, a position as in the code (from 0); all rows without `row:`."""
    option = block.options.option("row")
    if option is None:
        return None
    if not re.fullmatch(r"[0-9]{1,9}", option.value):
        context.fault(
            Fault(
                "malformed-block",
                f"`row: {option.value[:30]}` is no row",
                help="rows are positions as in the code, from 0: `row: 1`",
            ),
            option.value_span,
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
        return parsed(anchor.part)
    try:
        body = module_tree(anchor.code).body
    except SyntaxError:
        return None
    node = body[0] if len(body) == 1 else None
    if isinstance(node, ast.AugAssign):
        # `x += y` reads the old `x` as well.
        target = parsed(ast.unparse(node.target))
        return ast.BinOp(target, node.op, node.value) if target else None
    return node.value if isinstance(node, ast.Assign | ast.AnnAssign) else None


def _terms(expression: ast.expr) -> list[str]:
    """The terms of a sum, from the left."""
    if isinstance(expression, ast.BinOp) and isinstance(expression.op, ast.Add):
        return [*_terms(expression.left), *_terms(expression.right)]
    return [ast.unparse(expression)]


def _operands(expression: ast.expr) -> list[str]:
    """Names that an expression reads row by row: of a call its first argument, which it works on.

    The right side of a matrix product is left out: no row of it belongs to a row of the result.
    """
    if isinstance(expression, ast.Call) and expression.args:
        expression = expression.args[0]
    if isinstance(expression, ast.BinOp) and isinstance(expression.op, ast.MatMult):
        return _operands(expression.left)
    names = [node for node in ast.walk(expression) if isinstance(node, ast.Name)]
    names.sort(key=lambda node: (node.lineno, node.col_offset))
    return list(dict.fromkeys(node.id for node in names if isinstance(node.ctx, ast.Load)))


def _id(context: PageContext, title: str) -> str:
    """What the ids of the steps begin with; no other stepper and no heading has such an id."""
    base = "-".join(filter(None, ("step", slugify(title))))
    headings = [heading.id or slugify(heading.text) for heading in context.page.headings]
    while True:
        html_id = context.unique_id(base)
        if not any(re.fullmatch(rf"{re.escape(html_id)}-\d+(-r\d+)?", each) for each in headings):
            return html_id


def _rows(count: int, position: int | None) -> tuple[int | None, ...]:
    """Rows on the page: the first of those that every array has, and the author's."""
    if position is None:
        return (None,)
    return tuple(sorted({*range(min(count, ROWS)), position}))


def _value(
    context: PageContext, block: Block, run: Run, row: RowCell, call: int, position: int | None
) -> Value | None:
    """What a step gives, where the author's row of it can be shown."""
    value = shown_value(context, run, row, call, bool(block.rows))
    if value is not None and position is not None and not _fits(value, position):
        _report_row(context, block, row, value, position)
        return None
    return value


def _draw(
    context: PageContext,
    concept: ConceptFacts | None,
    run: Run,
    step: _Step,
    after: Value,
    call: int,
    rows: Sequence[int | None],
) -> StepperStep:
    row = step.row
    reads: list[tuple[Cell, Value | None]] = []
    for cell in step.reads:
        seen = [each.value for each in cell.observe(run) if each.call == call]
        reads.append((cell, seen[-1] if seen else None))
    equation = _equation(concept, row.cell.anchor)
    shape = _shape(concept, row.cell.text)
    vectors = tuple(_vectors(step, reads, after, position) for position in rows)
    is_alike = all(
        _shape(concept, cell.text) in ("", shape) and value.shape == after.shape
        for cell, value in reads
        if value is not None and _read(cell.text, value, after, rows[0], step.is_sum)
    )
    return StepperStep(
        row.label,
        row.words,
        vectors,
        shape,
        context.statement_ref(row.cell.anchor),
        row.cell.anchor.code,
        "" if is_alike else shown_name(row, "matrices"),
        equation.title if equation else "",
        equation.html_id if equation else "",
        _mathml(context, concept, equation) if equation else "",
        code_marks(context, row.cell.anchor),
    )


def _vectors(
    step: _Step, reads: Sequence[tuple[Cell, Value | None]], after: Value, position: int | None
) -> StepVectors:
    found = [_read(cell.text, value, after, position, step.is_sum) for cell, value in reads]
    shown = tuple(operand for operand in found if operand is not None)
    is_sum = step.is_sum and len(shown) == len(found)
    result = _operand(shown_name(step.row, "matrices"), after, position)
    return StepVectors(
        "" if position is None else str(position),
        () if is_sum else shown,
        shown if is_sum else (),
        (result,),
    )


def _shape(concept: ConceptFacts | None, cell_text: str) -> str:
    symbol = concept.symbol_of(cell_text) if concept else None
    return str(symbol.shape) if symbol and symbol.shape else ""


def _mathml(context: PageContext, concept: ConceptFacts | None, equation: Equation) -> str:
    """The equation with its symbols marked as where it stands; empty where it cannot be set."""
    try:
        mathml = set_latex(context, equation.latex, equation.fence.body_span, True)
    except UnresolvedError:
        return ""
    return mark_equation(context, concept, equation, mathml)


def _read(
    name: str, value: Value | None, after: Value, position: int | None, is_term: bool
) -> Operand | None:
    """What a statement reads, cut to the row shown; None where no row of it belongs to that row.

    A term with fewer axes than the sum is added to every row: it is shown whole.
    """
    if value is None or value.shape is None or after.shape is None:
        return None
    if position is None:
        return Operand(name, value) if value.shape or is_term else None
    if is_term and len(value.shape) < len(after.shape):
        return Operand(name, value)
    is_aligned = len(value.shape) == len(after.shape) and value.shape[:1] == after.shape[:1]
    return _operand(name, value, position) if is_aligned and _fits(value, position) else None


def _report_row(
    context: PageContext, block: Block, row: RowCell, value: Value, position: int
) -> None:
    """Report a value without the row that is shown, once a block.

    A value that the author did not name and that has no rows, such as a dictionary, is left out.
    """
    if not value.shape:
        if block.rows:
            context.fault(
                Fault(
                    "malformed-block",
                    f"`{row.cell.text}` has no rows, so none of them can be shown",
                    help="leave the line out, or leave out `row:`",
                ),
                row.span,
            )
        return
    option = block.options.option("row")
    key = ("row", str(block.span.start))
    if option is None or key in context.reported:
        return
    context.reported.add(key)
    rows = value.shape[0]
    if position < rows:
        problem = f"`{row.cell.text}` is too large to show one row of"
    else:
        problem = f"`row: {position}` does not exist: `{row.cell.text}` has {rows} rows"
    context.fault(
        Fault(
            "malformed-block",
            problem,
            help=f"write a row from 0 to {max(rows - 1, 0)}",
        ),
        option.value_span,
    )


def _fits(value: Value, position: int) -> bool:
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
            is_same = (link.anchor.path, link.anchor.node) == (anchor.path, anchor.node)
            if link.role != "tests" and is_same:
                return equation
    return None
