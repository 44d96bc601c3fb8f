"""The runs that blocks name, and the findings of runs that did not finish or never arrived."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace

from docgen.diagnostics import Fault, Label
from docgen.links.runs import Run, plan_name
from docgen.markup.page import Block
from docgen.pages.context import ConceptFacts, PageContext, UnresolvedError
from docgen.source.anchor import Anchor
from docgen.text import Span
from docgen.trace.plan import Failure

_CODES = {"timeout": "run-timeout"}


def block_runs(context: PageContext, concept: ConceptFacts | None, block: Block) -> list[Run]:
    """The runs of a block: its `run:`, its fence, else those of the concept's examples.

    Raises:
        UnresolvedError: A callable is unknown, or there is no run at all; both are reported.
    """
    runs = _named_runs(context, concept, block)
    for run in runs:
        run.is_checked = True
    if concept is not None:
        for run in runs:
            concept.places.setdefault(run.key, run_span(block))
        concept.runs.extend(run for run in runs if run not in concept.runs)
    return runs


def _named_runs(context: PageContext, concept: ConceptFacts | None, block: Block) -> list[Run]:
    """The runs of a block, which do not become those of its concept yet."""
    named = block.options.items("run")
    all_sizes = _sizes(context, block)
    if named and block.fence is not None:
        context.fault(
            Fault(
                "malformed-block",
                f"`{block.name}` has a `run:` and a fence; only one of them can run",
                help="remove the fence, or the line `run:`",
            ),
            block.fence.info_span,
        )
        raise UnresolvedError
    if named:
        runs: list[Run] = []
        for text, span in named:
            try:
                target = _callable(context, text, span)
            except UnresolvedError:
                if concept is not None:
                    concept.has_faulty_run = True
                raise
            runs.extend(context.site.book.run(target, sizes) for sizes in all_sizes)
            _check_sizes(context, block, target)
    elif block.fence is not None:
        runs = [
            context.site.book.fence(block.fence.body, _imports(context), sizes)
            for sizes in all_sizes
        ]
        _check_sizes(context, block, None)
    elif concept is not None and concept.runs:
        return list(concept.runs)
    elif (concept is not None and concept.has_faulty_run) or block.options.option("run"):
        # A `run:` without a value is reported where it stands.
        raise UnresolvedError
    else:
        context.fault(
            Fault(
                "never-executed",
                f"`{block.name}` has no run to read values from",
                help="add `run: package.module.function` to the block",
            ),
            block.name_span,
        )
        raise UnresolvedError
    return runs


def picture_run(context: PageContext, concept: ConceptFacts | None, block: Block) -> Run:
    """The one run of a block that only draws: no equation of the concept is checked on it.

    Raises:
        UnresolvedError: As `block_run`.
    """
    run = _single(context, block, _named_runs(context, concept, block))
    run.is_drawn = True
    return run


def block_run(context: PageContext, concept: ConceptFacts | None, block: Block) -> Run:
    """The one run of a block that shows a single one: the first of its concept's examples.

    Raises:
        UnresolvedError: It names several, or none that exists; that is reported.
    """
    return _single(context, block, block_runs(context, concept, block))


def _single(context: PageContext, block: Block, runs: list[Run]) -> Run:
    if len(runs) > 1 and (block.options.option("run") or block.options.option("sizes")):
        context.fault(
            Fault(
                "malformed-block",
                f"`{block.name}` shows one run, this names {len(runs)}",
                help="write one block for each run",
            ),
            run_span(block),
        )
        raise UnresolvedError
    return runs[0]


def _callable(context: PageContext, text: str, span: Span) -> Anchor:
    try:
        anchor = context.index.test(text, context.module)
        if anchor.kind != "function":
            raise Fault(
                "unknown-function",
                f"`{text}` is a {anchor.kind}, not a function to run",
                help="name a function without required arguments",
            )
        if anchor.twin:
            raise Fault(
                "ambiguous-anchor",
                f"several functions are called `{anchor.function}`; only the last one bound runs",
                help="give the function a name of its own",
            )
    except Fault as fault:
        code = "unknown-function" if fault.code == "unknown-anchor" else fault.code
        context.fault(replace(fault, code=code), span)
        raise UnresolvedError from None
    return anchor


def _imports(context: PageContext) -> tuple[str, ...]:
    return (context.module,) if context.module else ()


def _sizes(context: PageContext, block: Block) -> list[dict[str, int]]:
    """`sizes: T=3 d=5; T=4 d=6` as one dict a run; one empty dict without the option."""
    parsed: list[dict[str, int]] = []
    for text, span in block.options.items("sizes"):
        sizes = re.findall(r"(\w+)\s*=\s*(\d+)", text)
        names = [name for name, _ in sizes]
        is_odd = bool(re.sub(r"(\w+)\s*=\s*(\d+)", "", text).strip(" ,"))
        is_huge = any(len(size) > 9 for _, size in sizes)
        if is_odd or is_huge or not sizes or len(set(names)) < len(names):
            context.fault(
                Fault(
                    "malformed-block",
                    f"`{text[:40]}` gives no sizes",
                    help="write letters and numbers: `sizes: T=3 d=5 F=8`",
                ),
                span,
            )
            raise UnresolvedError
        parsed.append({name: int(size) for name, size in sizes})
    return parsed or [{}]


def _check_sizes(context: PageContext, block: Block, target: Anchor | None) -> None:
    """A size that the run does not take changes nothing; it may not look as if it did."""
    for text, span in block.options.items("sizes"):
        for match in re.finditer(r"(\w+)\s*=", text):
            if target is not None:
                is_taken = _takes(context, target, match[1])
                message = f"`{target.function}` has no parameter `{match[1]}`"
            else:
                code = block.fence.body if block.fence else ""
                is_taken = re.search(rf"\b{match[1]}\b", code) is not None
                message = f"the fence does not use `{match[1]}`"
            if is_taken:
                continue
            start = span.start + match.start()
            context.fault(
                Fault(
                    "unknown-option",
                    message,
                    help="name the sizes after what the run takes",
                ),
                Span(start, start + len(match[1])),
            )


def _takes(context: PageContext, target: Anchor, name: str) -> bool:
    try:
        anchor = context.index.resolve(name, target.scope)
    except Fault as fault:
        # Several statements bind it; a parameter is one of them, or the call would fail.
        return fault.code == "ambiguous-anchor"
    return anchor.kind == "parameter" and anchor.dotted == target.dotted


def run_span(block: Block) -> Span:
    """Where a run is named: its option, its fence, or the block's name."""
    option = block.options.option("run")
    if option:
        return option.value_span
    return block.fence.span if block.fence else block.name_span


def is_usable(context: PageContext, run: Run, span: Span) -> bool:
    """Whether a run finished; one that did not is reported once, at the first place that asks.

    Without runs there is none to use, and nothing to report.

    Raises:
        AssertionError: docgen planned the run and did not record it.
    """
    if context.site.is_static:
        return False
    if run.trace is None:
        raise AssertionError(f"run {run.key!r} was planned and not recorded")
    failure = run.trace.failure
    if failure is None:
        return True
    key = ("run", run.key)
    if _rests_on_unreadable(context, run, span):
        return False
    if key not in context.reported:
        context.reported.add(key)
        context.fault(_failed(context, run, failure), span)
    return False


def are_usable(context: PageContext, runs: Iterable[Run], span: Span) -> bool:
    """Whether all runs finished; each that did not is reported."""
    usable = True
    for run in runs:
        usable = is_usable(context, run, span) and usable
    return usable


def _rests_on_unreadable(context: PageContext, run: Run, span: Span) -> bool:
    """Whether a run failed at a file that is no Python: that file is the fault, not the run."""
    assert run.trace is not None
    if run.trace.failure is None or run.trace.failure.kind != "import":
        return False
    for path, _ in run.trace.files:
        if path in context.index.paths():
            try:
                context.index.module_at(path)
            except Fault as fault:
                context.fault(fault, span)
                return True
    return False


def _failed(context: PageContext, run: Run, failure: Failure) -> Fault:
    assert run.trace is not None
    related: tuple[Label, ...] = ()
    if failure.path:
        try:
            source = context.index.source(failure.path)
            related = (Label(source.place(source.line_span(failure.line)), "raised here"),)
        except (Fault, IndexError):
            related = ()
    notes: list[str] = []
    if run.trace.output.strip():
        notes += ["it printed:", *run.trace.output.rstrip().splitlines()[-5:]]
    return replace(failed_run(run.name, failure, *notes), related=related)


def failed_run(name: str, failure: Failure, *notes: str) -> Fault:
    """The fault of a run that did not finish."""
    verbs = {
        "raised": "raises",
        "exited": "exits",
        "timeout": "does not end",
        "killed": "was killed",
        "memory": "needs too much memory",
        "import": "cannot be imported",
        "wrong-file": "is loaded from another file",
        "arguments": "cannot be called without arguments",
        "no-value": "ends without a value",
    }
    helps = {
        "timeout": "make the example smaller, or raise `timeout` in [tool.docgen]",
        "memory": "make the example smaller, or raise `memory` in [tool.docgen]",
        "no-value": "end it with an expression, such as the call that it shows",
        "arguments": "name a callable without required arguments, or give `sizes:`",
        "wrong-file": "rename one of the two modules",
    }
    return Fault(
        _CODES.get(failure.kind, "run-failed"),
        f"`{name}` {verbs.get(failure.kind, 'failed')}",
        label=failure.message[:80],
        notes=(failure.message[:200], *notes),
        help=helps.get(failure.kind, "mend the function, or name another run"),
    )


def counted(function: Anchor) -> dict[str, str]:
    """The number of a function's calls, as something that two executions may disagree on."""
    return {plan_name(function): f"the calls of {function.function}"}


def report_unstable(context: PageContext, run: Run, keys: Mapping[str, str], span: Span) -> None:
    """Report values shown on the page that two executions of the same run disagree on.

    Args:
        keys: What a trace calls a value → what a reader calls it.
    """
    assert run.trace is not None
    changed = sorted(set(keys) & set(run.trace.unstable))
    key = ("unstable", run.key)
    if not changed or key in context.reported:
        return
    context.reported.add(key)
    names = ", ".join(f"`{keys[name]}`" for name in changed[:5])
    context.fault(
        Fault(
            "unstable-run",
            f"`{run.name}` gives other values each time it runs",
            notes=(f"executed twice, it disagreed with itself on {names}",),
            help="seed its generator: rng = np.random.default_rng(0)",
        ),
        span,
    )


def check_called(context: PageContext, block: Block, run: Run, function: Anchor, call: int) -> None:
    """Whether a finished run has the call that a block shows; its rows say nothing of it then.

    Raises:
        UnresolvedError: It has not; that is reported.
    """
    calls = run.calls(function)
    if calls > call:
        return
    option = block.options.option("call")
    if not calls:
        report_unreached(
            context, run, function.function or function.module, function, run_span(block)
        )
    elif option is not None:
        context.fault(
            Fault(
                "never-executed",
                f"`{run.name}` makes {calls} call{'s' * (calls > 1)} of"
                f" `{function.function[:40]}`, not {call + 1}",
                help=f"write a number up to {calls}",
            ),
            option.value_span,
        )
    raise UnresolvedError


def report_unreached(context: PageContext, run: Run, what: str, where: Anchor, span: Span) -> None:
    """Report a statement that a run which finished never came to."""
    source = context.index.source(where.path)
    line = where.region.line
    is_call = where.kind in ("function", "class")
    label = Label(source.place(source.line_span(line)), "not reached")
    context.fault(
        Fault(
            "never-executed",
            f"`{run.name}` never reaches `{what}`",
            related=(label,),
            help="name a run that " + ("calls it" if is_call else "executes this statement"),
        ),
        span,
    )
