"""References in prose: links to code and values, and line numbers that somebody typed."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation

from docgen.diagnostics import Fault, Fix
from docgen.links.cell import Cell, resolve_cell
from docgen.links.runs import Run
from docgen.markup.page import LineReference, Link
from docgen.pages.context import ConceptFacts, PageContext, UnresolvedError
from docgen.pages.example import free_index, observed
from docgen.pages.runs import is_usable, report_unstable
from docgen.source.anchor import Anchor
from docgen.source.statements import standing
from docgen.trace.value import Value
from docgen.views.number import format_value
from docgen.views.parts import SourceRef

_NAME = re.compile(r"[\w.]+")


@dataclass(frozen=True, slots=True)
class CodeLinkPart:
    """A `code:` link: the author's text, then the lines that it names."""

    text: str
    ref: SourceRef


@dataclass(frozen=True, slots=True)
class ValueLinkPart:
    """A `value:` link whose text was compared with the value."""

    text: str
    expression: str
    value: str


def assemble_code_link(
    context: PageContext, concept: ConceptFacts | None, link: Link
) -> Callable[[], CodeLinkPart]:
    """Resolve a `code:` link: in the concept first, then in the page's module.

    Raises:
        UnresolvedError: It names nothing, or several; that is reported.
    """
    try:
        anchor = linked_code(context, concept, link)
    except Fault as fault:
        if not _rests_on_concept(concept, fault):
            context.fault(fault, link.target_span)
        raise UnresolvedError from None
    part = CodeLinkPart(link.text, context.statement_ref(anchor))
    context.code_refs[context.code_key(link.target)] = part.ref
    return lambda: part


def linked_code(context: PageContext, concept: ConceptFacts | None, link: Link) -> Anchor:
    """What a `code:` link names.

    Raises:
        unknown-function, unknown-anchor, ambiguous-anchor, ambiguous-module, source-unreadable.
    """
    scope = context.module
    if concept is not None and concept.function is not None:
        scope = concept.function.scope
    wanted = context.settings.lookup.get(link.target, link.target)
    return context.index.test(wanted, scope)


def _rests_on_concept(concept: ConceptFacts | None, fault: Fault) -> bool:
    """Whether a link names something in a concept's function that is not known, and reported."""
    if concept is None or concept.function is not None or not fault.code.startswith("unknown"):
        return False
    return fault.within is None or fault.within.start == 0


def assemble_value_link(
    context: PageContext, concept: ConceptFacts | None, link: Link
) -> Callable[[], ValueLinkPart]:
    """Compare the typed text with a value: of the concept's first run, else of a module.

    Raises:
        UnresolvedError: It names nothing; that is reported.
    """
    try:
        if concept is None or concept.function is None:
            return _module_value(context, link)
        lookup = context.settings.lookup
        try:
            cell = resolve_cell(context.index, link.target, concept.function, lookup)
        except Fault as fault:
            if fault.code == "ambiguous-anchor":
                raise
            try:
                return _module_value(context, link)
            except Fault:
                raise fault from None
        if cell.free:
            raise free_index(cell)
    except Fault as fault:
        if not _rests_on_concept(concept, fault):
            context.fault(fault, link.target_span)
        raise UnresolvedError from None
    return _run_value(context, concept, cell, link)


def named_value(context: PageContext, link: Link) -> Anchor:
    """The statement of a module or class that a `value:` link names.

    Raises:
        unknown-function, unknown-anchor, ambiguous-anchor, ambiguous-module, source-unreadable.
    """
    name = _NAME.match(link.target)
    if not name:
        raise Fault("unknown-anchor", f"`{link.target[:60]}` names no value")
    anchor = context.index.resolve(name[0], context.module)
    is_inner = bool(anchor.function) and context.index.holder(anchor).kind != "class"
    if is_inner or anchor.kind in ("module", "class", "function"):
        raise Fault(
            "unknown-anchor",
            f"`{link.target[:60]}` is no value of a module",
            help="name a value of a module, such as `config.emb_dim`",
        )
    return anchor


def _module_value(context: PageContext, link: Link) -> Callable[[], ValueLinkPart]:
    """A name of a module or class, such as `config.emb_dim`; attributes and indexes follow."""
    anchor = named_value(context, link)
    run = context.site.book.namespace
    path = f"{anchor.function}.{anchor.cell}".lstrip(".")
    key = run.expression(anchor.module, path + _NAME.sub("", link.target, count=1))

    def finish() -> ValueLinkPart:
        if not is_usable(context, run, link.target_span):
            raise UnresolvedError
        assert run.trace is not None
        seen = next((each for each in run.trace.expressions if each.key == key), None)
        if seen is None or seen.value is None:
            context.fault(
                Fault(
                    "run-failed",
                    f"`{link.target[:60]}` has no value",
                    notes=(seen.problem,) if seen else (),
                    help="name a value that the module binds when it is imported",
                ),
                link.target_span,
            )
            raise UnresolvedError
        return _compared(context, link, seen.value)

    return finish


def _run_value(
    context: PageContext, concept: ConceptFacts, cell: Cell, link: Link
) -> Callable[[], ValueLinkPart]:
    """Raises UnresolvedError where the concept has no run to read from; that is reported."""
    if not concept.runs:
        if not concept.has_faulty_run:
            context.fault(
                Fault(
                    "never-executed",
                    f"no run of this concept shows `{link.target}`",
                    help="add an example: `/// example | title` with `run: package.function`",
                ),
                link.target_span,
            )
        raise UnresolvedError
    run: Run = concept.runs[0]
    key = cell.watch(run)

    def finish() -> ValueLinkPart:
        if not is_usable(context, run, link.target_span):
            raise UnresolvedError
        report_unstable(context, run, {key: link.target}, link.target_span)
        value = observed(context, run, cell, 0, link.target_span)
        if value is None:
            raise UnresolvedError
        return _compared(context, link, value)

    return finish


def _compared(context: PageContext, link: Link, value: Value) -> ValueLinkPart:
    shown = value.text if value.kind == "text" else format_value(value)
    if not agrees(link.text, value):
        context.fault(
            Fault(
                "value-mismatch",
                f"the page says `{link.text[:30]}`, `{link.target[:30]}` is {shown[:20]}",
                label=f"is {shown[:40]}",
                help=f"write [{shown[:40]}]({_spelled(f'value:{link.target}')})",
                fix=Fix(link.text_span, shown) if "\n" not in shown and "]" not in shown else None,
            ),
            link.text_span,
        )
    return ValueLinkPart(link.text, link.target, shown)


def agrees(text: str, value: Value) -> bool:
    """Whether a typed text says what a value is: a number rounded to the digits that it has."""
    plain = text.strip().strip("`").replace("−", "-").replace("\u2009", "")
    if re.fullmatch(r"-?\d{1,3}(,\d{3})+(\.\d+)?", plain):
        plain = plain.replace(",", "")
    if (
        (value.kind == "number" or value.shape == ())
        and value.data
        and isinstance(value.data[0], int | float)
    ):
        actual = value.data[0]
        if isinstance(actual, bool):
            return plain == str(actual)
        try:
            typed = Decimal(plain)
        except InvalidOperation:
            return False
        if not typed.is_finite():
            return False
        if isinstance(actual, int):
            return typed == actual
        unit = Decimal(1).scaleb(int(typed.as_tuple().exponent))
        # A value on the edge between two roundings may lie on either side on another machine.
        slack = Decimal(4 * math.ulp(actual)) if math.isfinite(actual) else Decimal(0)
        return abs(typed - Decimal(repr(actual))) <= unit / 2 + slack
    if value.kind == "text":
        return text.strip().strip("`") == value.text
    return text.strip().strip("`") == format_value(value)


def _spelled(target: str) -> str:
    """A link's target as Markdown reads it whole."""
    return f"<{target}>" if re.search(r"[\s()\"]", target) else target


def check_line_reference(context: PageContext, reference: LineReference) -> None:
    """Report a typed line number of a file that exists, with the anchor to write instead."""
    found = _existing(context, reference.path)
    if not found:
        return
    anchor = ""
    if len(found) == 1 and _is_one_statement(context, found[0], reference):
        anchor = context.index.anchor_at(found[0], reference.line)
    notes = ["line numbers move whenever the file changes"]
    help_text = "write a link to the statement: [name](code:function.name)"
    if anchor:
        text = anchor.rpartition(".")[2]
        help_text = f"write [{text}]({_spelled(f'code:{anchor}')})"
        notes.append("that is what the line holds now; `docgen adopt` asks Git what was meant")
    context.fault(
        Fault(
            "bare-line-reference",
            f"`{context.page.source.slice(reference.span)[:60]}` is a typed line number",
            notes=tuple(notes),
            help=help_text,
        ),
        reference.span,
    )


def _is_one_statement(context: PageContext, path: str, reference: LineReference) -> bool:
    """Whether the lines are one statement: else which of several is meant is not for docgen."""
    if path not in context.index.paths() or reference.end_line > reference.line:
        return False
    try:
        return standing(context.index.module_at(path), reference.line) == 1
    except Fault:
        return False


def _existing(context: PageContext, written: str) -> list[str]:
    """The project's files that a reference may mean, from the root or by their names alone."""
    written = written.removeprefix("./")
    paths = context.index.paths()
    if written in paths:
        return [written]
    ending = [path for path in paths if path.endswith("/" + written)]
    if ending:
        return ending
    return [written] if (context.settings.root / written).is_file() else []
