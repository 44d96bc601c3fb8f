"""Blocks `example`: values that a run recorded, step by step or as whole matrices."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable
from dataclasses import dataclass

from docgen.diagnostics import Fault
from docgen.links.cell import Cell, resolve_cell
from docgen.links.returned import resolve_row
from docgen.links.runs import Run
from docgen.markup.page import Block, Row
from docgen.pages.code import name_marks, shown_marks
from docgen.pages.context import ConceptFacts, PageContext, UnresolvedError
from docgen.pages.inline import render_inline
from docgen.pages.runs import (
    are_usable,
    block_runs,
    check_called,
    counted,
    report_unreached,
    report_unstable,
    run_span,
)
from docgen.source.anchor import Anchor
from docgen.source.statements import statements
from docgen.source.tail import element_of
from docgen.syntax import module_tree
from docgen.text import Span
from docgen.trace.plan import Observation
from docgen.trace.value import Value
from docgen.views.escape import strip
from docgen.views.parts import ExamplePart, ExampleRow

FORMS = ("steps", "matrices")


@dataclass(frozen=True, slots=True)
class RowCell:
    """A row of a block: its cell, the author's label and words, and where the cell is written."""

    cell: Cell
    label: str
    words: str
    span: Span


def row_cells(
    context: PageContext, block: Block, function: Anchor, every: bool = True
) -> list[RowCell]:
    """The cells that a block's rows name, or all that the function binds, in code order.

    Raises:
        UnresolvedError: A row names nothing; each such row is reported.
    """
    if not block.rows and every:
        return [
            RowCell(_cell_of(anchor, function), "", "", block.name_span)
            for anchor in statements(context.index.module(function.module), function)
            if anchor.cell and anchor.bound != "import"
        ]
    resolve = resolve_row if block.name == "example" else resolve_cell
    found: list[RowCell] = []
    faulty = False
    for row in block.rows:
        text, span = row_key(row)
        try:
            cell = resolve(context.index, text, function, context.settings.lookup)
        except Fault as fault:
            context.fault(fault, span)
            faulty = True
            continue
        if cell.free and block.name != "shapes":
            context.fault(free_index(cell), span)
            faulty = True
            continue
        label, words = row_texts(context, row)
        found.append(RowCell(cell, label, words, span))
    if faulty:
        raise UnresolvedError
    return found


def free_index(cell: Cell) -> Fault:
    """A cell with an open index is many values; none of them can be shown."""
    return Fault(
        "unbound-symbol",
        f"`{cell.free[0]}` in `{cell.text}` has no value in the code",
        help=f"write a position, such as `{cell.expression}{' at return' * (cell.when == 'exit')}`",
    )


def row_key(row: Row) -> tuple[str, Span]:
    """The first column of a row without its backticks."""
    cell = row.cells[0]
    text = cell.text
    timed = re.fullmatch(r"`([^`]+)`\s+at\s+`(entry|return)`", text)
    if timed:
        return f"{timed[1].strip()} at {timed[2]}", cell.span
    if len(text) > 1 and text.startswith("`") and text.endswith("`"):
        return text[1:-1].strip(), Span(cell.span.start + 1, cell.span.end - 1)
    return text, cell.span


def row_texts(context: PageContext, row: Row) -> tuple[str, str]:
    """Label and words of a row, as HTML of their inline Markdown."""
    texts = [render_inline(cell.text, context) for cell in row.cells[1:3]]
    label, words = [*texts, "", ""][:2]
    return label, words


def _cell_of(anchor: Anchor, function: Anchor) -> Cell:
    if anchor.kind == "parameter":
        return Cell(anchor.cell, function, anchor, "entry", None, anchor.cell)
    return Cell(anchor.cell, function, anchor, "after", anchor.node, anchor.cell)


def chosen_call(context: PageContext, block: Block) -> int:
    """Which call of the function is shown, counted from 0; the first without `call:`.

    Raises:
        UnresolvedError: It is no number of a call; that is reported.
    """
    option = block.options.option("call")
    if option is None:
        return 0
    if not re.fullmatch(r"[1-9][0-9]{0,8}", option.value):
        context.fault(
            Fault(
                "malformed-block",
                f"`call: {option.value[:30]}` is no number of a call",
                help="calls count from 1: `call: 1`",
            ),
            option.value_span,
        )
        raise UnresolvedError
    return int(option.value) - 1


def shown_caption(context: PageContext, block: Block, run: Run, function: Anchor, call: int) -> str:
    """The author's caption, and which of several calls of the function the values are from."""
    caption = render_inline(block.options.value("caption"), context)
    calls = run.calls(function)
    if calls < 2:
        return caption
    return f"{caption} The run makes {calls} calls; call {call + 1} is shown.".strip()


def observed(context: PageContext, run: Run, cell: Cell, call: int, span: Span) -> Value | None:
    """The value of a cell in one call of a finished run, at its last visit there.

    Reports `never-executed` where the run has none and `run-failed` where the cell cannot be
    evaluated.
    """
    seen: list[Observation] = [each for each in cell.observe(run) if each.call == call]
    if not seen:
        if cell.when == "exit":
            context.fault(_not_returned(run, cell, call), span)
        else:
            report_unreached(context, run, cell.text, cell.anchor, span)
        return None
    last = seen[-1]
    if last.value is None:
        context.fault(
            Fault(
                "run-failed",
                f"`{cell.text}` has no value in `{run.name}`",
                label=last.problem[:80],
                notes=(last.problem,),
                help="name what is there when the function returns, or show another `call:`"
                if cell.when == "exit"
                else "name a cell that exists at this statement",
            ),
            span,
        )
        return None
    return last.value


def _not_returned(run: Run, cell: Cell, call: int) -> Fault:
    """The fault of a call that has no value `at return`, since no return of it was recorded."""
    name, most = cell.function.function[:40], run.plan().limit
    if call >= most:
        return Fault(
            "never-executed",
            f"call {call + 1} of `{name}` in `{run.name}` is not recorded",
            notes=(f"of one function the first {most} calls are recorded",),
            help=f"show an earlier call: `call: {most}`",
        )
    return Fault(
        "never-executed",
        f"call {call + 1} of `{name}` in `{run.name}` does not return",
        notes=("it ends with an exception, or goes on when the run ends",),
        help="show a call that returns with `call:`, or name another run",
    )


def shown_value(
    context: PageContext, run: Run, row: RowCell, call: int, is_named: bool
) -> Value | None:
    """The value of a row; where the author named no rows, a branch not taken is no fault."""
    if not is_named and not any(seen.call == call for seen in row.cell.observe(run)):
        return None
    return observed(context, run, row.cell, call, row.span)


def assemble_example(
    context: PageContext, concept: ConceptFacts | None, block: Block
) -> Callable[[], ExamplePart | None]:
    """A worked example; one with `show: no` only checks equations and shapes.

    Raises:
        UnresolvedError: Something it names is unknown; it is reported.
    """
    function = context.subject(concept, block)
    runs = block_runs(context, concept, block)
    fixed = block.options.value("fixed").strip()
    for run in runs if fixed else ():
        run.fixed, run.replays = fixed, 0
    if _is_hidden(context, block):
        return _hidden(context, block, function, runs)
    form = _form(context, block)
    labels = _labels(context, block, runs)
    rows = row_cells(context, block, function)
    call = chosen_call(context, block)
    for run in runs:
        run.probe(function)
        for row in rows:
            row.cell.watch(run)

    def finish() -> ExamplePart | None:
        where = run_span(block)
        if not are_usable(context, runs, where):
            raise UnresolvedError
        for run in runs:
            check_called(context, block, run, function, call)
            keys = {row.cell.watch(run): row.cell.text for row in rows}
            report_unstable(context, run, {**keys, **counted(function)}, where)
        drawn = [
            ExampleRow(
                row.label,
                row.cell.text,
                shown_code(row.cell, form),
                tuple(shown_value(context, run, row, call, bool(block.rows)) for run in runs),
                context.statement_ref(row.cell.anchor),
                row.words,
                name_marks(context, concept, row.cell.text),
                shown_marks(
                    context, concept, row.cell.anchor, row.cell.text, shown_code(row.cell, form)
                ),
            )
            for row in rows
        ]
        names = tuple(labels or [run.name for run in runs])
        return ExamplePart(
            block.argument,
            shown_caption(context, block, runs[0], function, call),
            form,
            names,
            tuple(drawn),
        )

    return finish


def _is_hidden(context: PageContext, block: Block) -> bool:
    option = block.options.option("show")
    if option is not None and option.value not in ("yes", "no"):
        context.fault(
            Fault(
                "unknown-option",
                f"`show: {option.value[:30]}` is unknown",
                help="write `show: no`, or leave `show` out",
            ),
            option.value_span,
        )
    return option is not None and option.value == "no"


def _hidden(
    context: PageContext, block: Block, function: Anchor, runs: list[Run]
) -> Callable[[], None]:
    """Runs that are not shown: they must finish and call the function all the same."""
    if block.rows:
        row = block.rows[0]
        context.fault(
            Fault(
                "malformed-block",
                "an example with `show: no` shows no rows",
                help="leave out the rows, or `show: no`",
            ),
            row.span,
        )
    for run in runs:
        run.probe(function)

    def finish() -> None:
        if are_usable(context, runs, run_span(block)):
            for run in runs:
                check_called(context, block, run, function, 0)

    return finish


def _labels(context: PageContext, block: Block, runs: list[Run]) -> list[str]:
    """The author's names of the runs, one each; a wrong number of them is reported."""
    option = block.options.option("labels")
    if option is None:
        return []
    labels = [text for text, _ in block.options.items("labels")]
    if len(labels) != len(runs):
        context.fault(
            Fault(
                "malformed-block",
                f"`labels:` names {len(labels)}, the block shows {len(runs)}",
                notes=("runs: " + ", ".join(f"`{run.name}`" for run in runs),),
                help="write one label for each run, separated by `;`",
            ),
            option.value_span,
        )
        raise UnresolvedError
    return labels


def _form(context: PageContext, block: Block) -> str:
    option = block.options.option("form")
    if option is None:
        return "steps"
    if option.value not in FORMS:
        context.fault(
            Fault(
                "unknown-option",
                f"`form: {option.value[:30]}` is unknown",
                help="write `form: steps` or `form: matrices`",
            ),
            option.value_span,
        )
        raise UnresolvedError
    return option.value


def shown_name(row: RowCell, form: str) -> str:
    """The cell as the page names it; a returned matrix by the label of its row."""
    if form == "matrices" and row.cell.anchor.kind == "return" and row.label:
        return strip(row.label)
    return row.cell.text


def shown_code(cell: Cell, form: str) -> str:
    """What computes the cell, as written in the code.

    A step shows the whole statement where it binds one name, the returned expression of a
    `return`, and the bare name of parameters and of one target among several. Of a part of what is
    returned that the code does not write out, it is the expression and the index behind it.
    """
    anchor = cell.anchor
    if not cell.exact or anchor.kind == "parameter":
        return cell.text
    if anchor.kind == "return":
        return f"{anchor.part}{_unwritten(anchor)}" if anchor.part else cell.text
    statement = _single_assignment(anchor.code)
    if statement is None:
        return cell.text
    return statement[1] if form == "matrices" else statement[0]


def _unwritten(anchor: Anchor) -> str:
    """What `return[1]["tok"]` takes of a returned name: `["tok"]` where the code has `x, grads`."""
    try:
        body = module_tree(anchor.code).body
    except SyntaxError:
        return ""
    node = body[0].value if len(body) == 1 and isinstance(body[0], ast.Return) else None
    rest = ""
    for index in re.findall(r'\["[^"]*"\]|\[-?\d+\]', anchor.cell) if node else ():
        element = element_of(node, ast.literal_eval(index[1:-1]))
        if rest or element is node:
            rest += index
        node = element
    return rest if isinstance(node, ast.Name | ast.Attribute | ast.Subscript | ast.Call) else ""


def _single_assignment(code: str) -> tuple[str, str] | None:
    """Statement and right side of an assignment to one name, comments left out."""
    try:
        body = module_tree(code).body
    except SyntaxError:
        return None
    match body:
        case [ast.Assign(targets=[ast.Name()], value=value) as node]:
            whole, right = (ast.get_source_segment(code, each) for each in (node, value))
            return (whole, right) if whole and right else None
    return None
