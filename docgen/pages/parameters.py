"""Blocks `parameters`: the arrays that a function returns, with shapes, counts and starts."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from math import prod

from docgen.diagnostics import Fault, suggest
from docgen.links.runs import Run
from docgen.markup.page import Block, Option
from docgen.pages.context import ConceptFacts, PageContext, UnresolvedError
from docgen.pages.dimension import dimension, dimension_values, report_letter
from docgen.pages.example import row_key, row_texts
from docgen.pages.inline import render_inline
from docgen.pages.runs import are_usable, block_runs, is_usable, run_span
from docgen.source.anchor import Anchor
from docgen.source.keys import KeyStore, stores
from docgen.source.statements import statements
from docgen.text import Span
from docgen.trace.value import Value
from docgen.views.parts import ParameterRow, ParametersPart

_FIELD = re.compile(r"\{[^{}]*\}")


def assemble_parameters(
    context: PageContext, concept: ConceptFacts | None, block: Block
) -> Callable[[], ParametersPart]:
    """A table of the arrays in the dictionary that `function:` returns.

    The symbolic shape of an array is read from runs at the sizes of `sizes:`: each axis is the one
    letter that has its length in every run. The real shape puts the real sizes for the letters, so
    every dimension that the callable takes must be among them.

    Raises:
        UnresolvedError: Something it names is unknown; it is reported.
    """
    option = block.options.option("function")
    if option is None:
        raise context.missing(block, "function", "init_params")
    function = context.function(option.value, option.value_span)
    found = _stores(context, function, option.value_span)
    rows = _rows(context, block, found)
    if len(block.options.items("sizes")) < 2:
        context.fault(
            Fault(
                "malformed-block",
                "`parameters` needs two `sizes:` to tell the letters of shapes apart",
                help="add a line such as `sizes: d=6 F=10; d=8 F=14`",
            ),
            block.name_span,
        )
        raise UnresolvedError
    runs = block_runs(context, concept, block)
    _check_sizes(context, block, runs)
    decay = _decay(context, block)
    for run in runs:
        run.probe(function)
        _watch_result(run, function)
    asked = block.options.option("decay")
    decays = _decay_run(context, decay, asked, runs[0]) if decay and asked else None

    def finish() -> ParametersPart:
        if not are_usable(context, runs, run_span(block)):
            raise UnresolvedError
        tables = [_result(context, run, function, block) for run in runs]
        if decays and asked and not is_usable(context, decays, asked.value_span):
            raise UnresolvedError
        decaying = _decaying(decays) if decays else None
        if not block.rows:
            _check_complete(context, block, tables[0], found)
        drawn = [
            _row(context, runs, tables, store, words, span, decaying) for store, words, span in rows
        ]
        good = tuple(row for row in drawn if row is not None)
        letters = dict.fromkeys(re.findall(r"[^\W\d]\w*", "".join(row.symbolic for row in good)))
        known = [dimension(context, letter) for letter in letters]
        return ParametersPart(
            block.argument,
            render_inline(block.options.value("caption"), context),
            good,
            sum(row.count for row in good),
            tuple(entry for entry in known if entry is not None),
        )

    return finish


def _check_sizes(context: PageContext, block: Block, runs: list[Run]) -> None:
    """A dimension that keeps its default in every run would be shown as a plain number.

    Raises:
        UnresolvedError: `sizes:` leaves one out; it is reported.
    """
    target = runs[0].target
    if target is None:
        return
    module = context.index.module(target.module)
    taken = [each.cell for each in statements(module, target) if each.kind == "parameter"]
    missing = [
        letter
        for letter in context.settings.dimensions
        if letter in taken and any(letter not in run.sizes for run in runs)
    ]
    if missing:
        option = block.options.option("sizes")
        span = option.value_span if option else block.name_span
        context.fault(
            Fault(
                "shape-mismatch",
                f"`sizes:` leaves out `{missing[0]}`, which `{runs[0].name}` takes",
                help=f"give it a size in each run: `{missing[0]}=5`",
            ),
            span,
        )
        raise UnresolvedError


def _stores(context: PageContext, function: Anchor, span: Span) -> tuple[KeyStore, ...]:
    """The statements that fill the returned dictionary, by the name that is returned."""
    try:
        returned = context.index.resolve("return", function.scope)
        return stores(context.index, function, returned.part or returned.cell)
    except Fault as fault:
        context.fault(fault, span)
        raise UnresolvedError from None


def _rows(
    context: PageContext, block: Block, found: tuple[KeyStore, ...]
) -> list[tuple[KeyStore, str, Span]]:
    by_pattern = {_shape_of_key(store.pattern): store for store in found}
    if not block.rows:
        return [(store, "", block.name_span) for store in found]
    rows: list[tuple[KeyStore, str, Span]] = []
    faulty = False
    for row in block.rows:
        text, span = row_key(row)
        store = by_pattern.get(_shape_of_key(text))
        if store is None:
            near = suggest(text, [each.pattern for each in found])
            context.fault(
                Fault(
                    "unknown-anchor",
                    f"no statement stores the key `{text[:60]}`",
                    notes=("stored: " + ", ".join(each.pattern for each in found),),
                    help=f"did you mean `{near}`?" if near else "",
                ),
                span,
            )
            faulty = True
            continue
        label, words = row_texts(context, row)
        rows.append((store, words or label, span))
    if faulty:
        raise UnresolvedError
    return rows


def _shape_of_key(pattern: str) -> str:
    """The key with its open fields made alike: `b{l}.wq` and `b{i}.wq` are the same."""
    return _FIELD.sub("{}", pattern.strip("`"))


def _watch_result(run: Run, function: Anchor) -> str:
    return run.watch(function, "exit", None, "return")


def _result(context: PageContext, run: Run, function: Anchor, block: Block) -> Mapping[str, Value]:
    """The returned dictionary of the function's first call in a run."""
    seen = [each for each in run.observations(_watch_result(run, function)) if each.call == 0]
    value = seen[0].value if seen else None
    if value is None or value.kind != "dict":
        context.fault(
            Fault(
                "never-executed",
                f"`{run.name}` shows no dictionary returned by `{function.function}`",
                help=f"name a run that calls `{function.function}`",
            ),
            run_span(block),
        )
        raise UnresolvedError
    return dict(zip(value.keys, value.items, strict=True))


def _decay(context: PageContext, block: Block) -> Anchor | None:
    option = block.options.option("decay")
    return context.function(option.value, option.value_span) if option else None


def _decay_run(context: PageContext, decay: Anchor, option: Option, run: Run) -> Run:
    """A run that asks the named callable about every array that the example returns."""
    if run.target is None:
        context.fault(
            Fault(
                "malformed-block",
                "`decay:` needs a callable in `run:`, not a fence",
                help="move the fence into a function of the project and name it in `run:`",
            ),
            option.value_span,
        )
        raise UnresolvedError
    sizes = ", ".join(f"{name}={size}" for name, size in run.sizes.items())
    made = f"{run.target.module}.{run.target.function}({sizes})"
    code = (
        f"import {decay.module}\nimport {run.target.module}\n"
        f"{{key: bool({decay.module}.{decay.function}(value)) for key, value in {made}.items()}}"
    )
    return context.site.book.fence(code, ())


def _decaying(run: Run) -> Mapping[str, bool]:
    value = run.trace.result if run.trace else None
    if value is None:
        return {}
    return {name: bool(item.data[0]) for name, item in zip(value.keys, value.items, strict=True)}


def _row(
    context: PageContext,
    runs: list[Run],
    tables: list[Mapping[str, Value]],
    store: KeyStore,
    words: str,
    span: Span,
    decaying: Mapping[str, bool] | None,
) -> ParameterRow | None:
    pattern = _names_of(store)
    names = [name for name in tables[0] if pattern.fullmatch(name)]
    shapes = [_one_shape(table, pattern) for table in tables]
    if not names or any(shape is None for shape in shapes):
        context.fault(
            Fault(
                "never-executed",
                f"the run returns no arrays of one shape for `{store.pattern}`",
                help="name a run that makes these arrays",
            ),
            span,
        )
        return None
    axes = _axes(context, runs, [shape for shape in shapes if shape is not None], store, span)
    if axes is None:
        return None
    values = dimension_values(context.site)
    unknown = [axis for axis in axes if axis.isidentifier() and axis not in values]
    for letter in unknown:
        report_letter(context, letter, span)
    if unknown:
        return None
    real = [values[axis] if axis.isidentifier() else int(axis) for axis in axes]
    return ParameterRow(
        store.pattern,
        context.statement_ref(store.anchor),
        _tuple_text(axes),
        _tuple_text([str(size) for size in real]),
        " × ".join(axes) or "1",
        prod(real),
        store.value_code,
        decaying.get(names[0]) if decaying is not None else None,
        words,
    )


def _check_complete(
    context: PageContext, block: Block, table: Mapping[str, Value], found: tuple[KeyStore, ...]
) -> None:
    """Without rows every array is counted: one that no statement stores would be left out."""
    patterns = [_names_of(store) for store in found]
    lost = [name for name in table if not any(pattern.fullmatch(name) for pattern in patterns)]
    if lost:
        context.fault(
            Fault(
                "unknown-anchor",
                f"no statement is found that stores `{lost[0]}`",
                notes=("stored: " + ", ".join(store.pattern for store in found),),
                help="store the array under a key that the code spells out",
            ),
            block.name_span,
        )


def _names_of(store: KeyStore) -> re.Pattern[str]:
    """The keys that a pattern such as `b{l}.ff1_w` stands for."""
    pieces = re.split(r"(\{[^{}]*\})", store.pattern)
    escaped = [r"\w+" if at % 2 else re.escape(text) for at, text in enumerate(pieces)]
    return re.compile("".join(escaped))


def _one_shape(table: Mapping[str, Value], pattern: re.Pattern[str]) -> tuple[int, ...] | None:
    shapes = {value.shape for name, value in table.items() if pattern.fullmatch(name)}
    return shapes.pop() if len(shapes) == 1 else None


def _axes(
    context: PageContext,
    runs: list[Run],
    shapes: list[tuple[int, ...]],
    store: KeyStore,
    span: Span,
) -> list[str] | None:
    """One letter an axis, told apart by the sizes of the runs."""
    if len({len(shape) for shape in shapes}) != 1:
        context.fault(
            Fault(
                "shape-mismatch",
                f"`{store.pattern}` has another number of axes in each run",
                notes=(f"its shapes are {', '.join(map(str, shapes))}",),
                help="name a run whose arrays differ in their sizes only",
            ),
            span,
        )
        return None
    axes: list[str] = []
    for lengths in zip(*shapes, strict=True):
        fitting = [
            letter
            for letter in runs[0].sizes
            if all(
                run.sizes.get(letter) == length for run, length in zip(runs, lengths, strict=True)
            )
        ]
        if len(fitting) == 1:
            axes.append(fitting[0])
        elif not fitting and len(set(lengths)) == 1:
            axes.append(str(lengths[0]))
        else:
            context.fault(
                Fault(
                    "shape-mismatch",
                    f"an axis of `{store.pattern}` is no one letter of `sizes:`",
                    notes=(f"its lengths in the runs are {', '.join(map(str, lengths))}",),
                    help="give every letter sizes of its own, different in each run",
                ),
                span,
            )
            return None
    return axes


def _tuple_text(parts: list[str]) -> str:
    return f"({parts[0]},)" if len(parts) == 1 else f"({', '.join(parts)})"
