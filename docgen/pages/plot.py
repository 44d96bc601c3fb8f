"""Blocks `plot`: pictures of values that a run recorded.

The row `` `return["loss"]` `` of a block with `run: examples.training.losses` is what that callable
returns under this key, and becomes a curve.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from docgen.diagnostics import Fault, suggest
from docgen.links.cell import resolve_cell
from docgen.links.runs import Run
from docgen.markup.page import Block, Option
from docgen.pages.context import ConceptFacts, PageContext, UnresolvedError
from docgen.pages.example import (
    RowCell,
    chosen_call,
    free_index,
    observed,
    row_cells,
    shown_caption,
)
from docgen.pages.runs import (
    check_called,
    counted,
    is_usable,
    picture_run,
    report_unstable,
    run_span,
)
from docgen.source.anchor import Anchor
from docgen.text import Span
from docgen.trace.value import LIMIT, Number, Value
from docgen.views.plot import PlotPart, PlotRow
from docgen.views.scale import LARGEST

FORMS = ("curve", "bars", "heatmap")
AXES = ("x", "y")
_TAKES = {"curve": "vectors", "bars": "vectors", "heatmap": "matrices"}


@dataclass(frozen=True, slots=True)
class Numbers:
    """Numbers in C order; those that are no float travel as text."""

    shape: tuple[int, ...]
    data: tuple[Number, ...]
    hidden: int = 0


def assemble_plot(
    context: PageContext, concept: ConceptFacts | None, block: Block
) -> Callable[[], PlotPart]:
    """A picture of the rows of a block.

    Raises:
        UnresolvedError: Something it names is unknown; it is reported.
    """
    form, log = _form(context, block), _log(context, block)
    _check_words(context, block)
    if not block.rows:
        context.fault(
            Fault(
                "malformed-block",
                "`plot` has no rows, so there is nothing to draw",
                help='add a table: | | |, |---|---|, | `return["loss"]` | Loss |',
            ),
            block.name_span,
        )
        raise UnresolvedError
    run = picture_run(context, concept, block)
    if concept is None and block.options.option("in") is None and run.target is not None:
        function = run.target
    else:
        function = context.subject(concept, block)
    rows = row_cells(context, block, function)
    named = {key: _named_cell(context, block, key, function) for key in ("across", "down")}
    across, down = named["across"], named["down"]
    call = chosen_call(context, block)
    run.probe(function)
    cells = [*rows, *filter(None, (across, down))]
    for row in cells:
        row.cell.watch(run)

    def finish() -> PlotPart:
        if not is_usable(context, run, run_span(block)):
            raise UnresolvedError
        check_called(context, block, run, function, call)
        keys = {row.cell.watch(run): row.cell.text for row in cells}
        report_unstable(context, run, {**keys, **counted(function)}, run_span(block))
        drawn = [_row(context, run, row, call, form, "y" in log) for row in rows]
        good = tuple(row for row in drawn if row is not None)
        places = _places(context, run, across, call, form, "x" in log)
        names = _names(context, run, across, call) if form != "curve" else ()
        lower = _names(context, run, down, call)
        if len(good) < len(drawn) or places is None or names is None or lower is None:
            raise UnresolvedError
        part = PlotPart(
            block.argument,
            shown_caption(context, block, run, function, call),
            form,
            good,
            block.options.value("x").strip(),
            block.options.value("y").strip(),
            log,
            places,
            names,
            lower,
        )
        _check_lengths(context, part, rows, across, down)
        return part

    return finish


def _form(context: PageContext, block: Block) -> str:
    option = block.options.option("form")
    form = "curve" if option is None else option.value
    if option is not None and form not in FORMS:
        near = suggest(option.value, FORMS)
        context.fault(
            Fault(
                "unknown-option",
                f"`form: {option.value[:30]}` is unknown",
                help=f"did you mean `form: {near}`?"
                if near
                else "write `form: curve`, `form: bars` or `form: heatmap`",
            ),
            option.value_span,
        )
        raise UnresolvedError
    down = block.options.option("down")
    if down is not None and form != "heatmap":
        raise _refused(context, down, form, "has no rows of cells", "`down`")
    return form


def _refused(
    context: PageContext, option: Option, form: str, why: str, what: str
) -> UnresolvedError:
    fault = Fault("malformed-block", f"`form: {form}` {why}", help=f"leave {what} out")
    context.fault(fault, option.key_span)
    return UnresolvedError()


def _check_words(context: PageContext, block: Block) -> None:
    """Words in a drawing are plain: mathematics would be shown as it is typed."""
    for key in AXES:
        option = block.options.option(key)
        if option is not None and ("$" in option.value or "`" in option.value):
            context.fault(
                Fault(
                    "malformed-block",
                    f"`{key}` takes plain words; marks of mathematics and code would be shown",
                    help=f"write `{key}: {option.value.replace('$', '').replace('`', '')}`",
                ),
                option.value_span,
            )


def _log(context: PageContext, block: Block) -> str:
    """The axes that are drawn by powers of ten, as in `xy`."""
    option = block.options.option("log")
    if option is None:
        return ""
    items = block.options.items("log")
    for text, span in items:
        if text not in AXES:
            context.fault(
                Fault(
                    "unknown-option",
                    f"`log: {text[:30]}` is no axis",
                    help="write `log: x`, `log: y` or `log: x; y`",
                ),
                span,
            )
            raise UnresolvedError
    form = block.options.value("form") or "curve"
    if form != "curve":
        raise _refused(context, option, form, "has no axis with powers of ten", "`log`")
    return "".join(text for text, _ in items)


def _named_cell(context: PageContext, block: Block, key: str, function: Anchor) -> RowCell | None:
    """The cell that an option names, as a row of the block would."""
    option = block.options.option(key)
    if option is None or not option.value.strip():
        return None
    text = option.value.strip().strip("`")
    try:
        cell = resolve_cell(context.index, text, function, context.settings.lookup)
        if cell.free:
            raise free_index(cell)
    except Fault as fault:
        context.fault(replace(fault, within=None), option.value_span)
        raise UnresolvedError from None
    return RowCell(cell, "", "", option.value_span)


def numbers_of(value: Value) -> Numbers | None:
    """The numbers of an array, a number or lists of them; None where it holds anything else."""
    if value.kind in ("array", "number") and value.shape is not None:
        return None if "complex" in value.dtype else Numbers(value.shape, value.data, value.hidden)
    if value.kind not in ("list", "tuple"):
        return None
    members = [numbers_of(item) for item in value.items]
    found = [each for each in members if each is not None]
    shapes = {each.shape for each in found}
    if len(found) < len(members) or len(shapes) > 1:
        return None
    inner = shapes.pop() if shapes else ()
    hidden = sum(each.hidden for each in found) + value.hidden
    data = tuple(entry for each in found for entry in each.data)
    return Numbers((len(members) + value.hidden, *inner), data, hidden)


def _read(
    context: PageContext, run: Run, row: RowCell, call: int, axes: int, form: str
) -> Numbers | None:
    """The numbers of a cell, of that many axes; what else it holds is reported."""
    value = observed(context, run, row.cell, call, row.span)
    if value is None:
        return None
    text, found = row.cell.text, numbers_of(value)
    message, help_text = "", ""
    if found is None:
        message = f"`{text}` holds no array of real numbers"
        help_text = "name an array, or a list of numbers"
    elif len(found.shape) != axes:
        message = f"`{text}` has the shape {found.shape}; `form: {form}` draws {_TAKES[form]}"
        help_text = _other(text, found.shape, form)
    elif math.prod(found.shape) == 0:
        message = f"`{text}` has the shape {found.shape}: it holds no numbers"
        help_text = "name an array with numbers in it"
    elif found.hidden:
        message = f"`{text}` has {math.prod(found.shape):,} numbers, a plot draws {LIMIT:,}"
        help_text = "return fewer of them, such as every tenth"
    if message:
        context.fault(Fault("shape-mismatch", message, help=help_text), row.span)
        return None
    return found


def _other(text: str, shape: tuple[int, ...], form: str) -> str:
    """What to type for an array of another number of axes."""
    wanted = 2 if form == "heatmap" else 1
    if len(shape) < wanted:
        return "write `form: curve` or `form: bars`" if len(shape) == 1 else "name a whole array"
    part = f"{text}[{', '.join('0' * (len(shape) - wanted))}]"
    if len(shape) == 2:
        return f"write `form: heatmap`, or name one row, such as `{part}`"
    return f"name a part of it, such as `{part}`"


def _row(
    context: PageContext, run: Run, row: RowCell, call: int, form: str, is_log: bool
) -> PlotRow | None:
    found = _read(context, run, row, call, 2 if form == "heatmap" else 1, form)
    if found is None:
        return None
    numbers: list[Number | None] = []
    for at, entry in enumerate(found.data):
        if entry == "-inf" and form == "heatmap":
            numbers.append(None)
            continue
        why = _not_drawn(entry, is_log)
        if why:
            _report_number(context, row.cell.text, found.shape, at, entry, why, row.span)
            return None
        numbers.append(entry)
    return PlotRow(row.cell.text, row.label, row.words, found.shape, tuple(numbers))


def _not_drawn(entry: Number, is_log: bool) -> str:
    """Why a number has no place in a picture; empty where it has one."""
    if isinstance(entry, str) or not math.isfinite(entry):
        return "is not finite"
    if abs(entry) > LARGEST:
        return "is too large to draw"
    if is_log and entry <= 0:
        return "has no place on an axis with powers of ten"
    return ""


def _report_number(
    context: PageContext,
    text: str,
    shape: tuple[int, ...],
    at: int,
    entry: Number,
    why: str,
    span: Span,
) -> None:
    index: list[str] = []
    for size in reversed(shape):
        at, place = divmod(at, size)
        index.insert(0, str(place))
    is_log = "powers" in why
    context.fault(
        Fault(
            "nonfinite-value",
            f"`{text}` is {entry} at [{', '.join(index)}], which {why}",
            help="leave that axis out of `log`, or return positive numbers"
            if is_log
            else "choose inputs for which it stays finite, or leave these entries out",
        ),
        span,
    )


def _places(
    context: PageContext, run: Run, across: RowCell | None, call: int, form: str, is_log: bool
) -> tuple[float, ...] | None:
    """Where the points of a curve stand; empty where they are counted, None where it is faulty."""
    if across is None or form != "curve":
        return ()
    row = _row(context, run, across, call, "curve", is_log)
    if row is None:
        return None
    return tuple(float(each) for each in row.numbers if each is not None)


def _names(
    context: PageContext, run: Run, row: RowCell | None, call: int
) -> tuple[str, ...] | None:
    """Names of bars, columns or rows: texts, numbers, or the characters of one text."""
    if row is None:
        return ()
    value = observed(context, run, row.cell, call, row.span)
    if value is None:
        return None
    if value.kind == "text":
        return tuple(map(_visible, value.text))
    if value.kind in ("list", "tuple") and value.items:
        texts = [_visible(item.text) for item in value.items if item.kind == "text"]
        if len(texts) == len(value.items):
            return tuple(texts)
    found = numbers_of(value)
    if found is not None and len(found.shape) == 1 and not found.hidden:
        return tuple(f"{each:g}" if isinstance(each, float) else str(each) for each in found.data)
    context.fault(
        Fault(
            "shape-mismatch",
            f"`{row.cell.text}` holds no names",
            help="name a list of texts or of numbers, or a text whose characters are the names",
        ),
        row.span,
    )
    return None


def _visible(text: str) -> str:
    """A name that can be seen: a lone blank is ␣, a line break is shown as Python writes it."""
    shown = "".join(each if each.isprintable() else repr(each)[1:-1] for each in text)
    return shown.replace(" ", "␣") if not shown.strip() else shown


def _check_lengths(
    context: PageContext,
    part: PlotPart,
    rows: Sequence[RowCell],
    across: RowCell | None,
    down: RowCell | None,
) -> None:
    """Names and positions are as many as what they stand at; groups of bars are whole.

    Raises:
        UnresolvedError: They are not; it is reported.
    """
    faulty = False
    for row, drawn in zip(rows, part.rows, strict=True):
        for source, given, size in (
            (across, part.names or part.positions, drawn.shape[-1]),
            (down, part.down, drawn.shape[0]),
        ):
            if source is None or len(given) == size:
                continue
            faulty = True
            message = (
                f"`{source.cell.text}` has the length {len(given)}, `{drawn.name}` needs {size}"
            )
            help_text = "name as many as there are to draw"
            context.fault(Fault("shape-mismatch", message, help=help_text), source.span)
        if part.form == "bars" and drawn.shape != part.rows[0].shape:
            faulty = True
            message = (
                f"`{drawn.name}` has the length {drawn.shape[0]},"
                f" the first row {part.rows[0].shape[0]}"
            )
            help_text = "write one block for each, or rows of one length"
            context.fault(Fault("shape-mismatch", message, help=help_text), row.span)
    if faulty:
        raise UnresolvedError
