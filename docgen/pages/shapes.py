"""Blocks `shapes`, and the check of every declared shape against every run of its concept."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Hashable
from itertools import combinations

from docgen.diagnostics import Fault, Label
from docgen.links.cell import Cell
from docgen.links.runs import Run
from docgen.links.shape import Shape, unify
from docgen.links.symbol import Symbol
from docgen.markup.page import Block
from docgen.pages.code import name_marks
from docgen.pages.context import ConceptFacts, PageContext, UnresolvedError
from docgen.pages.declared import disagreement
from docgen.pages.dimension import dimension, legend, real_text, report_letter
from docgen.pages.example import RowCell, row_cells
from docgen.pages.runs import are_usable, block_runs, is_usable, report_unreached, run_span
from docgen.source.anchor import Anchor
from docgen.syntax import expression_tree
from docgen.text import Span
from docgen.views.escape import strip
from docgen.views.parts import ShapeRow, ShapesPart


def watch_shapes(concept: ConceptFacts) -> None:
    """Ask every run of a concept for the cells whose shape its tables declare."""
    for run in concept.runs:
        for symbol in concept.symbols:
            if symbol.cell is not None:
                symbol.cell.watch(run)


def check_shapes(context: PageContext, concept: ConceptFacts) -> None:
    """Compare declared shapes with each run, call by call; letters are one size in a call.

    What is wrong is kept in `concept.misshapen`: equations of such a symbol need not say it again.
    Reports `shape-mismatch` at the Shape cell, once a symbol, and `never-executed` for shapes that
    no run shows.
    """
    faulty = concept.misshapen
    sizes: list[dict[str, int]] = []
    _report_unseen(context, concept)
    for run in concept.runs:
        # A block whose rows are faulty does not come to say that its run fails.
        if not is_usable(context, run, concept.places[run.key]):
            continue
        assert concept.function is not None
        for call in range(run.calls(concept.function)):
            bound: dict[str, int] = dict(run.sizes)
            # Letters alone first: they tell what the letters of `T * d` are.
            for symbol in sorted(concept.symbols, key=_is_composite):
                if symbol.latex in faulty:
                    continue
                if not _agrees(context, run, symbol, call, bound):
                    faulty.add(symbol.latex)
            sizes.append(bound)
    if sizes and not faulty:
        _report_alike(context, concept, sizes)


def _is_composite(symbol: Symbol) -> bool:
    axes = symbol.shape.axes if symbol.shape else ()
    return any(not axis.isidentifier() and not axis.isdigit() for axis in axes)


def _report_alike(context: PageContext, concept: ConceptFacts, sizes: list[dict[str, int]]) -> None:
    """Letters that are equal in every call could be exchanged, and no check would notice."""
    first: dict[str, Symbol] = {}
    for symbol in concept.symbols:
        for axis in symbol.shape.axes if symbol.cell and symbol.shape else ():
            if axis.isidentifier():
                first.setdefault(axis, symbol)
    is_compared = any(not one.stated and not one.defined for one in concept.equations)
    for letter, symbol in first.items() if is_compared else ():
        lengths = [bound[letter] for bound in sizes if letter in bound]
        if lengths and all(length == 1 for length in lengths):
            context.fault(
                Fault(
                    "weak-verdict",
                    f"`{letter}` is 1 in every call, so sums and means along it cannot be told",
                    help=f"add an example in which `{letter}` is at least 3",
                ),
                symbol.shape_span,
            )
    for one, other in combinations(first, 2):
        known = [(bound[one], bound[other]) for bound in sizes if {one, other} <= set(bound)]
        if known and all(size == twin for size, twin in known):
            context.fault(
                Fault(
                    "weak-verdict",
                    f"`{one}` and `{other}` are equal in every call, so neither can be told apart",
                    notes=(f"sizes: {', '.join(str(size) for size, _ in known[:5])}",),
                    help=f"add an example in which `{one}` and `{other}` differ",
                ),
                first[other].shape_span,
            )


def _report_unseen(context: PageContext, concept: ConceptFacts) -> None:
    """A declared shape that no run shows is not checked, and may not look as if it were."""
    shaped = [symbol for symbol in concept.symbols if symbol.cell and symbol.shape is not None]
    if concept.has_faulty_run or any(run.failed for run in concept.runs):
        return
    if shaped and not concept.runs:
        context.fault(
            Fault(
                "never-executed",
                "no run of this concept shows the shapes that its table declares",
                help="add an example: `/// example | title` with `run: package.module.function`",
            ),
            shaped[0].shape_span,
        )
        return
    for symbol in shaped:
        assert symbol.cell is not None
        seen = [each for run in concept.runs for each in symbol.cell.observe(run)]
        values = [each.value for each in seen if each.value is not None]
        if not values:
            run = concept.runs[0]
            where = symbol.cell.anchor
            report_unreached(context, run, symbol.cell_text, where, symbol.shape_span)


def _agrees(
    context: PageContext, run: Run, symbol: Symbol, call: int, bound: dict[str, int]
) -> bool:
    cell, shape = symbol.cell, symbol.shape
    if cell is None or shape is None:
        return True
    for seen in cell.observe(run):
        if seen.call == call and seen.problem:
            context.fault(
                Fault(
                    "run-failed",
                    f"`{symbol.cell_text}` has no value in every call of `{run.name}`",
                    label=seen.problem[:80],
                    notes=(seen.problem,),
                    help="name a cell that exists whenever the statement runs",
                ),
                symbol.cell_span,
            )
            return False
        if seen.call != call or seen.value is None:
            continue
        why = disagreement(shape, seen.value, bound)
        if why:
            _report(context, run, cell, symbol.shape_span, why, bound)
            return False
    return True


def _letters(concept: ConceptFacts, run: Run, call: int) -> dict[str, int]:
    """Sizes of the letters in one call, as the concept's table gives them."""
    bound = dict(run.sizes)
    for symbol in concept.symbols:
        for seen in symbol.cell.observe(run) if symbol.cell and symbol.shape else ():
            if symbol.shape and seen.call == call and seen.value and seen.value.shape is not None:
                unify(symbol.shape, seen.value.shape, bound)
    return bound


def _report(
    context: PageContext, run: Run, cell: Cell, span: Span, why: str, bound: dict[str, int]
) -> None:
    anchor = cell.anchor
    source = context.index.source(anchor.path)
    line = source.line_span(anchor.region.line)
    letters = ", ".join(f"{letter} = {size}" for letter, size in sorted(bound.items()))
    context.fault(
        Fault(
            "shape-mismatch",
            f"`{cell.text}` has another shape than declared",
            label=why,
            notes=(f"in `{run.name}`" + (f" with {letters}" if letters else ""),),
            help="write the shape that the run has, in letters of the settings",
            related=(Label(source.place(line), "recorded here"),),
        ),
        span,
    )


def assemble_shapes(
    context: PageContext, concept: ConceptFacts | None, block: Block
) -> Callable[[], ShapesPart]:
    """A table of shapes, symbolic and under the real configuration.

    Raises:
        UnresolvedError: A row names nothing or has no declared shape; it is reported.
    """
    function = context.subject(concept, block)
    if concept is None:
        context.fault(
            Fault(
                "malformed-block",
                "`shapes` stands in no concept, so no table declares shapes for it",
                help="put it below a heading with `/// concept | function`",
            ),
            block.name_span,
        )
        raise UnresolvedError
    runs = block_runs(context, concept, block)
    rows = _rows(context, concept, block, function)
    shapes = [(row, _declared(context, concept, row)) for row in rows]
    if any(shape is None for _, shape in shapes):
        raise UnresolvedError
    for row in rows:
        for run in runs:
            row.cell.watch(run)

    def finish() -> ShapesPart:
        good = [(row, shape) for row, shape in shapes if shape is not None]
        for row, shape in good:
            _check_letters(context, row, shape)
        if not are_usable(context, runs, run_span(block)):
            raise UnresolvedError
        bounds: dict[tuple[str, int], dict[str, int]] = {}
        for row, shape in good:
            _check_reached(context, runs, row)
            _check_row(context, concept, runs, row, shape, bounds)
        drawn = [
            ShapeRow(
                _name(row),
                str(shape),
                real_text(context, shape),
                context.statement_ref(row.cell.anchor),
                row.words,
                name_marks(context, concept, row.cell.text, _name(row)),
            )
            for row, shape in good
        ]
        letters = legend(context, [shape for _, shape in good])
        first = drawn[0].ref if drawn else None
        return ShapesPart(block.argument, first, tuple(drawn), letters)

    return finish


def _name(row: RowCell) -> str:
    return strip(row.label) or row.cell.text


def _rows(
    context: PageContext, concept: ConceptFacts, block: Block, function: Anchor
) -> list[RowCell]:
    """The rows that the author wrote, else each array that a symbol names, in code order.

    Several symbols may name one array. One that is named by an entry alone, such as `s[:, 0]`, is
    shown by that entry, whose shape is declared.
    """
    if block.rows:
        return row_cells(context, block, function)
    shaped = [(one.cell, one.cell_span, one.shape) for one in concept.symbols if one.cell]
    found: dict[Hashable, RowCell] = {}
    for cell, span, shape in shaped:
        if cell.exact and shape is not None:
            found.setdefault((cell.when, cell.node, cell.expression), RowCell(cell, "", "", span))
    named = {row.cell.expression for row in found.values()}
    for cell, span, shape in shaped:
        name = "" if cell.exact else _array_of(cell)
        # A single number is no array.
        if name and name not in named and shape is not None and shape.axes:
            found.setdefault(name, RowCell(cell, "", "", span))
    return sorted(found.values(), key=lambda row: row.cell.anchor.region)


def _array_of(cell: Cell) -> str:
    """The name that a cell takes an entry of by position; empty for keys and attributes.

    What a dictionary holds under its keys are many arrays, and no entries of one.
    """
    node = expression_tree(re.sub(r"\breturn\b", "_returned", cell.expression))
    while isinstance(node, ast.Subscript) and not _has_key(node.slice):
        node = node.value
    return node.id if isinstance(node, ast.Name) else ""


def _has_key(index: ast.expr) -> bool:
    """Whether an index may be a key: a text, or a name that may hold one."""
    return any(
        isinstance(one, ast.Name | ast.JoinedStr)
        or (isinstance(one, ast.Constant) and isinstance(one.value, str))
        for one in ast.walk(index)
    )


def _declared(context: PageContext, concept: ConceptFacts, row: RowCell) -> Shape | None:
    """The declared shape of a row's cell; a missing one is reported with the row to add."""
    symbol = concept.symbol_of(row.cell.text)
    if symbol is not None and symbol.shape is not None:
        return symbol.shape
    if concept.is_incomplete:
        return None  # A table may declare it; what is wrong with that one is reported.
    context.fault(
        Fault(
            "unbound-symbol",
            f"no symbol table declares the shape of `{row.cell.text}`",
            help=f"add a row to the symbol table: | $...$ | ... | `{row.cell.text}` | (...) |",
        ),
        row.span,
    )
    return None


def _check_letters(context: PageContext, row: RowCell, shape: Shape) -> None:
    unknown = [letter for letter in shape.letters if dimension(context, letter) is None]
    for letter in unknown:
        report_letter(context, letter, row.span)


def _check_row(
    context: PageContext,
    concept: ConceptFacts,
    runs: list[Run],
    row: RowCell,
    shape: Shape,
    bounds: dict[tuple[str, int], dict[str, int]],
) -> None:
    """A row may take the shape that a table declares for another cell of the same name.

    Args:
        bounds: Sizes of letters in each call of a run, as the rows so far have them.
    """
    if any(symbol.cell == row.cell for symbol in concept.symbols):
        return
    for run in runs:
        for seen in row.cell.observe(run):
            is_own = row.cell.function == concept.function
            known = _letters(concept, run, seen.call) if is_own else dict(run.sizes)
            bound = bounds.setdefault((run.key, seen.call), known)
            why = disagreement(shape, seen.value, bound) if seen.value else ""
            if why:
                _report(context, run, row.cell, row.span, why, bound)
                return


def _check_reached(context: PageContext, runs: list[Run], row: RowCell) -> None:
    """A shape that no run shows is not checked, so it may not stand on the page."""
    if not any(seen.value for run in runs for seen in row.cell.observe(run)):
        report_unreached(context, runs[0], row.cell.text, row.cell.anchor, row.span)
