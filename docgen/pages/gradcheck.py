"""Blocks `gradcheck`: gradients of the backward code beside central differences."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from docgen.diagnostics import Fault
from docgen.links.cell import resolve_cell
from docgen.links.runs import Run, plan_name
from docgen.markup.page import Block, Row
from docgen.pages.context import ConceptFacts, PageContext, UnresolvedError
from docgen.pages.example import row_key
from docgen.pages.inline import render_inline
from docgen.pages.runs import block_run, is_usable, report_unstable, run_span
from docgen.source.anchor import Anchor
from docgen.text import Span
from docgen.trace.plan import GradientPlan, GradientResult
from docgen.views.number import format_gap, format_power
from docgen.views.parts import GradcheckPart, GradientRow

STEP = 1e-5


@dataclass(frozen=True, slots=True)
class _Pair:
    """A row: the gradient's cell, the input's cell, and where they are written."""

    gradient: str
    input: str
    shown: str
    span: Span


@dataclass(frozen=True, slots=True)
class _Repeats:
    """What replays of the run say of one pair.

    Attributes:
        conclusive: Those in which other numbers were compared.
        problems: Why others say nothing; empty where there is nothing to change for them.
    """

    conclusive: tuple[GradientResult, ...]
    problems: tuple[str, ...]


def assemble_gradcheck(
    context: PageContext, concept: ConceptFacts | None, block: Block
) -> Callable[[], GradcheckPart]:
    """A gradient check on the calls that a run recorded.

    Raises:
        UnresolvedError: Something it names is unknown or left out; it is reported.
    """
    backward = _option_function(context, block, "backward", concept)
    forward = _option_function(context, block, "forward", None)
    output = _required(context, block, "output")
    cotangent = _required(context, block, "cotangent")
    for text, function, key in ((output, forward, "output"), (cotangent, backward, "cotangent")):
        _check_cell(context, block, text, function, key)
    pairs = _pairs(context, block, forward, backward)
    tolerance = _number(context, block, "tolerance")
    step = _number(context, block, "step") or STEP
    run = block_run(context, concept, block)
    fixed = block.options.value("fixed").strip()
    if fixed:
        run.fixed, run.replays = fixed, 0
    plan = GradientPlan(
        f"{context.page.source.path}:{block.span.start}",
        plan_name(forward),
        plan_name(backward),
        output,
        cotangent,
        tuple((pair.gradient, pair.input) for pair in pairs),
        step,
    )
    run.gradient(plan, forward, backward)

    def finish() -> GradcheckPart:
        if not is_usable(context, run, run_span(block)):
            raise UnresolvedError
        report_unstable(
            context, run, {plan.key: block.argument or "the gradients"}, run_span(block)
        )
        results = _results(run, plan)
        rows: list[GradientRow] = []
        allowed = 0.0
        repeats = _repeats(run, plan, concept)
        compared: list[_Repeats] = []
        agreeing: list[_Repeats] = []
        for pair, result in zip(pairs, results, strict=True):
            limit = result.tolerance if tolerance is None else tolerance
            allowed = max(allowed, limit)
            row = _row(context, run, pair, result, limit)
            if row is not None:
                rows.append(row)
                again = repeats[pair.gradient, pair.input]
                compared.append(again)
                if result.scale > 0 and result.gap <= limit:
                    agreeing.append(again)
                    _report_luck(context, run, pair, again, tolerance or 0.0)
        _report_untried(context, run, forward, agreeing, run_span(block))
        for sentence in run.trace.mutated if run.trace else ():
            context.fault(
                Fault(
                    "mutated-argument",
                    sentence,
                    help="copy the argument before changing it",
                ),
                block.name_span,
            )
        dtypes = sorted({result.dtype for result in results if result.dtype})
        return GradcheckPart(
            block.argument,
            _caption(context, block, run, backward),
            f"({_objective(forward, output)} * {cotangent}).sum()",
            format_power(step),
            " and ".join(dtypes),
            format_power(allowed),
            tuple(rows),
            1 + min((len(each.conclusive) for each in compared), default=0),
            run.fixed,
        )

    return finish


def _caption(context: PageContext, block: Block, run: Run, backward: Anchor) -> str:
    """The author's caption, and that only the first of several calls is checked."""
    caption = render_inline(block.options.value("caption"), context)
    calls = run.calls(backward)
    if calls < 2:
        return caption
    return f"{caption} Of {calls} calls, the first whose forward call is known is checked.".strip()


def _objective(forward: Anchor, output: str) -> str:
    """`return[0]` of `ffn_forward` as a reader writes it: `ffn_forward(...)[0]`."""
    return f"{forward.function}(...){output.removeprefix('return')}"


_EXAMPLES = {
    "forward": "ffn_forward",
    "backward": "ffn_backward",
    "output": "return[0]",
    "cotangent": "dOut",
}


def _option_function(
    context: PageContext, block: Block, key: str, concept: ConceptFacts | None
) -> Anchor:
    """The function of an option; the backward one may be the concept's own."""
    option = block.options.option(key)
    if option is not None:
        return context.function(option.value, option.value_span)
    if concept is not None:
        return context.subject(concept, block)
    raise context.missing(block, key, _EXAMPLES[key])


def _required(context: PageContext, block: Block, key: str) -> str:
    option = block.options.option(key)
    if option is None or not option.value:
        raise context.missing(block, key, _EXAMPLES[key])
    text = option.value.strip("`")
    return context.settings.lookup.get(text, text)


def _check_cell(context: PageContext, block: Block, text: str, function: Anchor, key: str) -> None:
    option = block.options.option(key)
    assert option is not None
    try:
        resolve_argument(context, text, function)
    except Fault as fault:
        context.fault(fault, option.value_span)
        raise UnresolvedError from None


def _pairs(context: PageContext, block: Block, forward: Anchor, backward: Anchor) -> list[_Pair]:
    pairs: list[_Pair] = []
    faulty = False
    for row in block.rows:
        gradient, span = row_key(row)
        wrt, wrt_span = _second(row)
        if not wrt:
            context.fault(
                Fault(
                    "malformed-block",
                    f"the row of `{gradient}` names no input",
                    help="write the input in the second column: | `dXn` | `Xn` |",
                ),
                span,
            )
            faulty = True
            continue
        lookup = context.settings.lookup
        try:
            resolve_cell(context.index, gradient, backward, lookup)
        except Fault as fault:
            context.fault(fault, span)
            faulty = True
        wrt = wrt.removesuffix(" at entry")
        try:
            resolve_argument(context, wrt, forward)
        except Fault as fault:
            context.fault(fault, wrt_span)
            faulty = True
        cell = lookup.get(gradient, gradient)
        label = row.cells[2].text if len(row.cells) > 2 else ""
        pairs.append(_Pair(cell, lookup.get(wrt, wrt), label or cell, span))
    if not block.rows:
        if not context.has_fault(block):
            context.fault(
                Fault(
                    "malformed-block",
                    "`gradcheck` has no rows; gradients and inputs are never paired by guess",
                    help="add a table with rows such as | `dXn` | `Xn` |",
                ),
                block.name_span,
            )
        faulty = True
    if faulty:
        raise UnresolvedError
    return pairs


def resolve_argument(context: PageContext, text: str, function: Anchor) -> None:
    """Check a cell; the name of a parameter is what is handed over, whatever binds it later."""
    try:
        context.index.resolve(f"{text} at entry", function.scope)
    except Fault:
        resolve_cell(context.index, text, function, context.settings.lookup)


def _second(row: Row) -> tuple[str, Span]:
    if len(row.cells) < 2:
        return "", row.span
    return row_key(Row(row.cells[1:], row.span))


def _number(context: PageContext, block: Block, key: str) -> float | None:
    option = block.options.option(key)
    if option is None:
        return None
    try:
        number = float(option.value)
    except ValueError:
        number = 0.0
    if not 0.0 < number < 1.0:
        context.fault(
            Fault(
                "malformed-block",
                f"`{key}: {option.value[:30]}` is no number between 0 and 1",
                help=f"write a number such as `{key}: 1e-6`",
            ),
            option.value_span,
        )
        raise UnresolvedError
    return number


def _results(run: Run, plan: GradientPlan) -> list[GradientResult]:
    """Results in the order of the rows."""
    assert run.trace is not None
    of_plan = [result for result in run.trace.gradients if result.plan == plan.key]
    by_pair = {(result.gradient, result.input): result for result in of_plan}
    missing = GradientResult(plan.key, "", "", problem="the run calls no such pair of functions")
    return [by_pair.get(pair, missing) for pair in plan.pairs]


def _repeats(
    run: Run, plan: GradientPlan, concept: ConceptFacts | None
) -> dict[tuple[str, str], _Repeats]:
    """What the replays say of each pair; what is declared symmetric is no fault if it was so."""
    assert run.trace is not None
    symbols = (*concept.symbols, *concept.borrowed) if concept is not None else ()
    is_symmetric = any(one.shape is not None and one.shape.symmetric for one in symbols)
    found: dict[tuple[str, str], _Repeats] = {}
    for pair in plan.pairs:
        every = [
            one
            for one in run.trace.gradients_again
            if (one.plan, one.gradient, one.input) == (plan.key, *pair)
        ]
        said = [one.problem for one in every if one.problem]
        said += ["its arrays cannot be changed" for one in every if one.roots and not one.changed]
        telling = [one for one in every if one.changed and not one.problem]
        fair = tuple(one for one in telling if not (is_symmetric and one.is_unsymmetric))
        if telling and not fair:
            said.append("a matrix that is declared symmetric was not so then")
        found[pair] = _Repeats(fair, tuple(dict.fromkeys(said)))
    return found


def _report_luck(
    context: PageContext, run: Run, pair: _Pair, again: _Repeats, tolerance: float
) -> None:
    """Report a gradient that agrees in the run as it is and not with other numbers."""
    wrong = [one for one in again.conclusive if not one.gap <= max(one.tolerance, tolerance)]
    if not wrong:
        return
    first = wrong[0]
    help = "mend the backward function; numbers such as an identity matrix or ones hide the fault"
    if first.is_unsymmetric:
        help = "mend the backward function, or write `symmetric` in the Shape of a matrix that is"
    context.fault(
        Fault(
            "gradient-mismatch",
            f"`{pair.shown}` agrees with central differences only for the numbers of its run",
            label=f"with others it differs by {first.gap:.1e} (tolerance {first.tolerance:.0e})",
            notes=(
                f"`{run.name}` was made again with other numbers in its arrays",
                *(["a symmetric matrix of it was not symmetric then"] * first.is_unsymmetric),
                first.where,
            ),
            help=help,
        ),
        pair.span,
    )


def _report_untried(
    context: PageContext, run: Run, forward: Anchor, repeats: Sequence[_Repeats], span: Span
) -> None:
    """Report once that nothing says what becomes of the gradients with other numbers."""
    untried = sorted((one.problems for one in repeats if not one.conclusive), reverse=True)
    if not untried or run.fixed:
        return
    help = "let the run take other numbers, or say in the block why not: `fixed: reason`"
    notes = untried[0][:2]
    if not notes:
        notes = (f"`{forward.function}` computes with no float array from outside",)
        help = "hand over arrays such as `np.array([2.0])`, or say why not: `fixed: reason`"
    context.fault(
        Fault(
            "weak-verdict",
            "the gradients could not be checked with other numbers in the arrays of the run",
            notes=(f"run: `{run.name}`", *notes),
            help=help,
        ),
        span,
    )


def _row(
    context: PageContext, run: Run, pair: _Pair, result: GradientResult, limit: float
) -> GradientRow | None:
    if result.problem or result.backward is None or result.numeric is None:
        is_infinite = result.code == "nonfinite-value"
        context.fault(
            Fault(
                result.code,
                f"`{pair.shown}` cannot be compared with central differences",
                label=result.problem[:80],
                notes=(
                    result.problem,
                    *([f"run: `{run.name}`, input: `{pair.input}`"] * is_infinite),
                ),
                help="choose inputs for which the output is finite" if is_infinite else "",
            ),
            pair.span,
        )
        return None
    if not result.gap <= limit:
        context.fault(
            Fault(
                "gradient-mismatch",
                f"`{pair.shown}` differs from central differences by {result.gap:.1e}",
                label=f"tolerance {limit:.0e}",
                notes=(f"largest entry {result.scale:.4g}, dtype {result.dtype}",),
                help="mend the backward function, or pair the gradient with another input",
            ),
            pair.span,
        )
    elif result.scale == 0.0:
        context.fault(
            Fault(
                "weak-verdict",
                f"every entry of `{pair.shown}` that was compared is zero",
                notes=("a backward function with a wrong factor would pass as well",),
                help="name a run in which this gradient is not zero, or leave the row out",
            ),
            pair.span,
        )
    return GradientRow(
        pair.shown,
        result.backward,
        result.numeric,
        format_gap(result.gap, result.dtype),
        "; ".join(result.kinks),
    )
