"""Blocks `shapes`, and the check of every declared shape against every run of its concept."""

from __future__ import annotations

from collections.abc import Callable

from docgen.diagnostics import Fault, Label
from docgen.links.runs import Run
from docgen.links.shape import Shape, unify
from docgen.links.symbol import Symbol
from docgen.markup.page import Block
from docgen.pages.context import ConceptFacts, PageContext, UnresolvedError
from docgen.pages.example import RowCell, row_cells
from docgen.pages.runs import are_usable, block_runs, report_unreached, run_span
from docgen.source.anchor import Anchor
from docgen.trace.value import Value
from docgen.views.escape import strip
from docgen.views.parts import Dimension, ShapeRow, ShapesPart


def dimension_values(context: PageContext) -> dict[str, int]:
    """Real sizes of the dimensions that the settings declare and the code knows."""
    values: dict[str, int] = {}
    for letter in context.settings.dimensions:
        value = _dimension(context, letter)
        if value is not None and value.data and isinstance(value.data[0], int):
            values[letter] = value.data[0]
    return values


def _dimension(context: PageContext, letter: str) -> Value | None:
    run = context.site.book.namespace
    if run.trace is None:
        return None
    module, _, name = context.settings.dimensions[letter].code.rpartition(".")
    key = f"{module}|{name}"
    for seen in run.trace.expressions:
        if seen.key == key:
            return seen.value
    return None


def watch_dimensions(context: PageContext) -> None:
    for setting in context.settings.dimensions.values():
        module, _, name = setting.code.rpartition(".")
        context.site.book.namespace.expression(module, name)


def dimension(context: PageContext, letter: str) -> Dimension | None:
    """The legend of one letter; None where it is not declared or has no value."""
    setting = context.settings.dimensions.get(letter)
    value = dimension_values(context).get(letter) if setting else None
    if setting is None or value is None:
        return None
    return Dimension(letter, setting.code.rpartition(".")[2], str(value), setting.note)


def legend(context: PageContext, shapes: list[Shape]) -> tuple[Dimension, ...]:
    letters = dict.fromkeys(letter for shape in shapes for letter in shape.letters)
    known = (dimension(context, letter) for letter in letters)
    return tuple(entry for entry in known if entry is not None)


def real_text(context: PageContext, shape: Shape) -> str:
    sizes = shape.real(dimension_values(context))
    if sizes is None:
        return ""
    return f"({sizes[0]},)" if len(sizes) == 1 else f"({', '.join(map(str, sizes))})"


def watch_shapes(concept: ConceptFacts) -> None:
    """Ask every run of a concept for the cells whose shape its tables declare."""
    for run in concept.runs:
        for symbol in concept.symbols:
            if symbol.cell is not None and symbol.shape is not None:
                symbol.cell.watch(run)


def check_shapes(context: PageContext, concept: ConceptFacts) -> None:
    """Compare declared shapes with each run, call by call; letters are one size in a call.

    Reports `shape-mismatch` at the Shape cell, once a symbol, and `never-executed` for shapes that
    no run shows.
    """
    faulty: set[str] = set()
    _report_unseen(context, concept)
    for run in concept.runs:
        if run.failed:
            continue
        assert concept.function is not None
        for call in range(run.calls(concept.function)):
            bound: dict[str, int] = dict(run.sizes)
            for symbol in concept.symbols:
                if symbol.latex in faulty:
                    continue
                if not _agrees(context, concept, run, symbol, call, bound):
                    faulty.add(symbol.latex)


def _report_unseen(context: PageContext, concept: ConceptFacts) -> None:
    """A declared shape that no run shows is not checked, and may not look as if it were."""
    shaped = [symbol for symbol in concept.symbols if symbol.cell and symbol.shape is not None]
    if concept.has_faulty_run or any(run.failed for run in concept.runs):
        return
    if shaped and not concept.runs:
        context.report(
            Fault(
                "never-executed",
                "no run of this concept shows the shapes that its table declares",
                help="add an example: `/// example | title` with `run: package.module.function`",
            ).at(context.page.source, shaped[0].shape_span)
        )
        return
    for symbol in shaped:
        assert symbol.cell is not None
        seen = [each for run in concept.runs for each in symbol.cell.observe(run)]
        if not any(each.value is not None and each.value.shape is not None for each in seen):
            run = concept.runs[0]
            where = symbol.cell.anchor
            report_unreached(context, run, symbol.cell_text, where, symbol.shape_span)


def _agrees(
    context: PageContext,
    concept: ConceptFacts,
    run: Run,
    symbol: Symbol,
    call: int,
    bound: dict[str, int],
) -> bool:
    cell, shape = symbol.cell, symbol.shape
    if cell is None or shape is None:
        return True
    is_own = cell.function == concept.function
    for seen in cell.observe(run):
        # Calls of another function have numbers of their own; each is held against every call.
        if (is_own and seen.call != call) or seen.value is None or seen.value.shape is None:
            continue
        why = unify(shape, seen.value.shape, bound)
        if why:
            _report(context, run, symbol, cell.anchor, why, bound)
            return False
    return True


def _report(
    context: PageContext,
    run: Run,
    symbol: Symbol,
    anchor: Anchor,
    why: str,
    bound: dict[str, int],
) -> None:
    source = context.index.source(anchor.path)
    line = source.line_span(anchor.region.line)
    letters = ", ".join(f"{letter} = {size}" for letter, size in sorted(bound.items()))
    context.report(
        Fault(
            "shape-mismatch",
            f"`{symbol.cell_text}` has another shape than declared"[:90],
            label=why,
            notes=(f"in `{run.name}`" + (f" with {letters}" if letters else ""),),
            help="write the shape that the run has, in letters of the settings",
            related=(Label(source.place(line), "recorded here"),),
        ).at(context.page.source, symbol.shape_span)
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
        context.report(
            Fault(
                "malformed-block",
                "`shapes` stands in no concept, so no table declares shapes for it",
                help="put it below a heading with `/// concept | function`",
            ).at(context.page.source, block.name_span)
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
        if not are_usable(context, runs, run_span(block)):
            raise UnresolvedError
        good = [(row, shape) for row, shape in shapes if shape is not None]
        for row, shape in good:
            _check_letters(context, row, shape)
            _check_reached(context, runs, row)
        drawn = [
            ShapeRow(
                _name(row),
                str(shape),
                real_text(context, shape),
                context.statement_ref(row.cell.anchor),
                row.words,
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
    """The rows that the author wrote, else all symbols with a cell and a shape, in code order."""
    if block.rows:
        return row_cells(context, block, function)
    bound = [
        symbol
        for symbol in concept.symbols
        if symbol.cell is not None and symbol.cell.exact and symbol.shape is not None
    ]
    bound.sort(key=lambda symbol: symbol.cell.anchor.region if symbol.cell else function.region)
    return [RowCell(symbol.cell, "", "", symbol.cell_span) for symbol in bound if symbol.cell]


def _declared(context: PageContext, concept: ConceptFacts, row: RowCell) -> Shape | None:
    """The declared shape of a row's cell; a missing one is reported with the row to add."""
    symbol = concept.symbol_of(row.cell.text)
    if symbol is not None and symbol.shape is not None:
        return symbol.shape
    context.report(
        Fault(
            "unbound-symbol",
            f"no symbol table declares the shape of `{row.cell.text}`"[:90],
            help=f"add a row to the symbol table: | $...$ | ... | `{row.cell.text}` | (...) |",
        ).at(context.page.source, row.span)
    )
    return None


def _check_letters(context: PageContext, row: RowCell, shape: Shape) -> None:
    unknown = [letter for letter in shape.letters if dimension(context, letter) is None]
    for letter in unknown:
        key = ("dimension", letter)
        if key in context.reported:
            continue
        context.reported.add(key)
        declared = letter in context.settings.dimensions
        problem = "has no whole number in the code" if declared else "is no declared dimension"
        context.report(
            Fault(
                "unbound-symbol",
                f"`{letter}` {problem}"[:90],
                help=f'[tool.docgen.dimensions] {letter} = {{ code = "package.config.name" }}',
            ).at(context.page.source, row.span)
        )


def _check_reached(context: PageContext, runs: list[Run], row: RowCell) -> None:
    """A shape that no run shows is not checked, so it may not stand on the page."""
    if not any(seen.value for run in runs for seen in row.cell.observe(run)):
        report_unreached(context, runs[0], row.cell.text, row.cell.anchor, row.span)
