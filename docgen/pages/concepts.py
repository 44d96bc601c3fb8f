"""Concepts of a page: their functions, symbols and equations, tied to the code."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from docgen.diagnostics import Fault, suggest
from docgen.links.equation import Equation, Link, link_equation, slugify
from docgen.links.left import find_lefts
from docgen.links.runs import Run
from docgen.links.symbol import Symbol, bind_symbols
from docgen.markup.page import Fence
from docgen.markup.sections import concepts
from docgen.markup.symbols import symbol_tables
from docgen.pages.context import ConceptFacts, PageContext, UnresolvedError
from docgen.pages.runs import is_usable, report_unreached
from docgen.source.anchor import Anchor

_ID = re.compile(r"[\w.-]+")


def read_concepts(context: PageContext) -> list[ConceptFacts]:
    """Concepts with their functions and their own symbols; reports what names nothing."""
    sections, findings = concepts(context.page)
    for finding in findings:
        context.report(finding)
    found: list[ConceptFacts] = []
    for section in sections:
        name = section.block.argument
        function: Anchor | None = None
        if not name:
            context.fault(
                Fault(
                    "malformed-block",
                    "`concept` names no function",
                    help="write `/// concept | function`",
                ),
                section.block.name_span,
            )
        else:
            try:
                function = context.function(name, section.block.argument_span)
            except UnresolvedError:
                function = None
        facts = ConceptFacts(section, function)
        rows, table_findings = symbol_tables(section)
        facts.is_incomplete = bool(table_findings)
        for finding in table_findings:
            context.report(finding)
        if function is not None:
            facts.symbols, faults = bind_symbols(rows, function, context.index, context.settings)
            for fault, span in faults:
                context.fault(fault, span)
            context.site.concepts.setdefault(function.dotted, []).append(facts)
        found.append(facts)
    return found


def borrow_symbols(context: PageContext, facts: ConceptFacts) -> None:
    """Make the tables known that `with:` names, after the concept's own."""
    for text, span in facts.section.block.options.items("with"):
        try:
            function = context.function(text, span)
        except UnresolvedError:
            facts.is_incomplete = True
            continue
        others = context.site.concepts.get(function.dotted, [])
        if len(others) > 1:
            context.fault(
                Fault(
                    "ambiguous-anchor",
                    f"{len(others)} concepts document `{text[:50]}`; their tables may differ",
                    help="document the function once",
                ),
                span,
            )
            continue
        if not others:
            facts.is_incomplete = True
            near = suggest(function.dotted, context.site.concepts)
            context.fault(
                Fault(
                    "unknown-reference",
                    f"no concept documents `{text[:60]}`",
                    help=f"did you mean `{near}`?" if near else "name a documented function",
                ),
                span,
            )
            continue
        facts.is_incomplete |= others[0].is_incomplete
        facts.borrowed.extend(replace(symbol, borrowed=True) for symbol in others[0].symbols)


class Slugs:
    """Ids of a page's equations; the second use of one is reported."""

    def __init__(self, context: PageContext) -> None:
        self.context = context
        self.seen: dict[str, Fence] = {}
        self.untitled = 0

    def name(self, fence: Fence) -> str:
        """The id of an equation: its option, else its title, else its number."""
        option = fence.options.option("id")
        slug = option.value if option else slugify(fence.title)
        if option and not _ID.fullmatch(option.value):
            self.context.fault(
                Fault(
                    "malformed-block",
                    f"`{option.value[:40]}` is no id",
                    help=f'write id="{slugify(option.value) or "name"}"',
                ),
                option.value_span,
            )
            slug = slugify(option.value)
        if not slug:
            self.untitled += 1
            slug = str(self.untitled)
        first = self.seen.setdefault(slug, fence)
        if first is not fence:
            source = self.context.page.source
            span = option.value_span if option else fence.title_span or fence.info_span
            line = source.line_at((first.title_span or first.info_span).start)
            self.context.report(
                Fault(
                    "duplicate-id",
                    f"two equations of the page have the id `{slug}`",
                    notes=(f"the first stands in line {line}",),
                    help='give this one another title, or an id of its own: id="..."',
                ).at(source, span)
            )
        return slug


def read_equation(
    context: PageContext, facts: ConceptFacts | None, fence: Fence, slugs: Slugs
) -> Equation:
    """An equation with its links; outside of a concept only explicit ones could be resolved."""
    slug = slugs.name(fence)
    _check_tolerance(context, fence)
    stated = fence.options.value("stated").strip()
    title = fence.title or f"Equation {slug}"
    derived = fence.options.option("derived") is not None
    if facts is None or facts.function is None:
        if facts is None:
            _check_lone(context, fence)
        return Equation(fence, title, slug, "", fence.body, (), stated, derived)
    symbols = [*facts.symbols, *facts.borrowed]
    linked = link_equation(
        fence, context.page, facts.function, symbols, context.index, context.settings
    )
    for fault, span in linked.faults:
        # A table that is not known, or faulty itself, may declare it.
        if fault.code != "unbound-symbol" or not facts.is_incomplete:
            context.fault(fault, span)
    is_open = bool(linked.links or linked.faults or linked.choice)
    return Equation(
        fence,
        title,
        slug,
        facts.function.function,
        fence.body,
        tuple(linked.links),
        stated,
        derived,
        not is_open and _is_definition(fence, symbols),
        linked.choice,
        linked.is_adrift,
    )


def _is_definition(fence: Fence, symbols: list[Symbol]) -> bool:
    """Whether every left side is declared with nothing in the code behind it."""
    lefts = find_lefts(fence.body, symbols)
    return bool(lefts) and all(one.symbol and not one.symbol.cell_text for one in lefts)


def _check_tolerance(context: PageContext, fence: Fence) -> None:
    option = fence.options.option("tolerance")
    if option is None or not option.value:
        return
    try:
        is_number = 0.0 < float(option.value) < 1.0
    except ValueError:
        is_number = False
    if not is_number:
        context.fault(
            Fault(
                "malformed-block",
                f"`{option.value[:30]}` is no tolerance",
                notes=("it is relative to the larger side, so 1 would admit almost anything",),
                help='write a number above 0 and below 1, such as tolerance="1e-6"',
            ),
            option.value_span,
        )
    elif "\\approx" not in fence.body:
        context.fault(
            Fault(
                "malformed-block",
                "`tolerance` is of `\\approx`, which does not stand in this equation",
                help="leave it out: `=` allows for rounding by itself",
            ),
            option.key_span,
        )


def _check_lone(context: PageContext, fence: Fence) -> None:
    """An equation outside of a concept can be linked to nothing."""
    for key in ("code", "written", "tests"):
        option = fence.options.option(key)
        if option:
            context.fault(
                Fault(
                    "unchecked-link",
                    f"the equation stands in no concept, so `{key}` links it to nothing",
                    help="put it below `/// concept | function`, or leave the option out",
                ),
                option.key_span,
            )
            return
    source = context.page.source
    line = source.line_at(fence.info_span.start)
    # A fence whose options could not be read may have said so.
    is_misread = any(
        each.code in ("malformed-block", "unknown-option") and each.place.line == line
        for each in context.findings
    )
    if fence.options.option("stated") or is_misread:
        return
    context.fault(
        Fault(
            "unchecked-math",
            "the equation stands in no concept, so no statement computes it",
            help='put it below `/// concept | function`, or write stated="why it is not evaluated"',
        ),
        fence.info_span,
    )


def watch_tests(context: PageContext, facts: ConceptFacts) -> None:
    """Run every test that an equation names; see whether it reaches function and statement."""
    for link, test in _tests(context, facts):
        assert facts.function is not None
        run = context.site.book.run(test)
        run.is_checked = True
        run.probe(facts.function)
        _watch_statement(run, link, test)


def check_tests(context: PageContext, facts: ConceptFacts) -> None:
    """A test in the role *tests it* must pass and reach the function and the linked statement."""
    for link, test in _tests(context, facts):
        function = facts.function
        assert function is not None
        run = context.site.book.run(test)
        if not is_usable(context, run, link.span):
            continue
        reached = _watch_statement(run, link, test)
        if run.calls(function) == 0:
            report_unreached(context, run, function.function, function, link.span)
        elif reached and not run.observations(reached):
            report_unreached(context, run, link.anchor.reference, link.anchor, link.span)


def _watch_statement(run: Run, link: Link, test: Anchor) -> str:
    """Ask whether the run comes to the linked statement; empty where the whole test is linked."""
    if link.anchor.kind == "function":
        return ""
    return run.watch(test, "before", link.anchor.node, "")


def _tests(context: PageContext, facts: ConceptFacts) -> Iterator[tuple[Link, Anchor]]:
    """The links in the role *tests it*, each with the test that holds its statement."""
    for equation in facts.equations:
        for link in equation.links:
            if link.role == "tests":
                yield link, context.index.holder(link.anchor)
