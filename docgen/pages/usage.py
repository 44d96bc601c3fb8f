"""Blocks `links`, `implemented`, `used` and `concept`: where mathematics and code meet."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from docgen.diagnostics import Fault
from docgen.links.equation import Equation, Link
from docgen.markup.page import Block
from docgen.pages.citation import citations
from docgen.pages.code import code_marks
from docgen.pages.context import ConceptFacts, PageContext, UnresolvedError
from docgen.source.calls import CallSite
from docgen.views.parts import ConceptPart, LinkRow, NamedRef, UsedPart

ROLES = {"computes": "Computes it", "inline": "Written inline", "tests": "Tests it"}
_ROLE_ORDER = {"computes": 0, "inline": 1, "tests": 2}


def link_row(context: PageContext, equation: Equation, link: Link) -> LinkRow:
    """One link of an equation, as the blocks `links` and `implemented` show it."""
    anchor = link.anchor
    return LinkRow(
        equation.title,
        equation.html_id,
        ROLES[link.role],
        context.statement_ref(anchor),
        anchor.function,
        anchor.code,
        code_marks(context, anchor),
    )


def assemble_links(
    context: PageContext, concept: ConceptFacts | None, block: Block
) -> Callable[[], list[LinkRow]]:
    """Every linked statement of the concept: by equation, then line, tests last."""
    facts = _facts(context, concept, block)
    return lambda: [
        link_row(context, equation, link) for equation in facts.equations for link in equation.links
    ]


def assemble_implemented(
    context: PageContext, concept: ConceptFacts | None, block: Block
) -> Callable[[], list[LinkRow]]:
    """The same without tests: by equation, *computes* before *inline*, then line."""
    facts = _facts(context, concept, block)

    def finish() -> list[LinkRow]:
        rows: list[LinkRow] = []
        for equation in facts.equations:
            shown = [link for link in equation.links if link.role != "tests"]
            shown.sort(key=lambda link: _ROLE_ORDER[link.role])
            rows.extend(link_row(context, equation, link) for link in shown)
        return rows

    return finish


def _facts(context: PageContext, concept: ConceptFacts | None, block: Block) -> ConceptFacts:
    if concept is None:
        context.fault(
            Fault(
                "malformed-block",
                f"`{block.name}` stands in no concept",
                help="put it below a heading with `/// concept | function`",
            ),
            block.name_span,
        )
        raise UnresolvedError
    if concept.function is None:
        raise UnresolvedError
    return concept


def assemble_used(
    context: PageContext, concept: ConceptFacts | None, block: Block
) -> Callable[[], UsedPart]:
    """Where the function of the concept stands, who calls it and which tests reach it."""
    facts = _facts(context, concept, block)
    function = facts.function
    assert function is not None

    def finish() -> UsedPart:
        graph = context.site.graph(function.module)
        linked = [
            link_row(context, equation, link)
            for equation in facts.equations
            for link in equation.links
            if link.role == "tests"
        ]
        return UsedPart(
            function.function,
            context.ref(function.path, function.statement.line, function.statement.end_line),
            citations(context, facts.section.block.options),
            _named(context, graph.callers(function.dotted)),
            _named(context, graph.tests_calling(function.dotted)),
            _named(context, graph.tests_reaching(function.dotted)),
            tuple(linked),
            status(facts.section.block),
        )

    return finish


def _named(context: PageContext, sites: Iterable[CallSite]) -> tuple[NamedRef, ...]:
    """Callers in order, each at its first call."""
    found: dict[str, NamedRef] = {}
    for site in sites:
        name = site.caller.dotted
        if name not in found:
            ref = context.ref(site.path, site.line, site.line)
            found[name] = NamedRef(_short(context, name), ref)
    return tuple(found.values())


def _short(context: PageContext, dotted: str) -> str:
    """The name without the package of the page's module: `transformer.block_forward`."""
    package = context.module.rpartition(".")[0]
    return dotted.removeprefix(package + ".") if package else dotted


def assemble_concept(
    context: PageContext, concept: ConceptFacts | None, block: Block
) -> Callable[[], ConceptPart]:
    """The head of a concept: its function, its group and what it cites."""
    facts = _facts(context, concept, block)
    function = facts.function
    assert function is not None
    part = ConceptPart(
        function.function,
        facts.title,
        status(block),
        block.options.value("group"),
        context.ref(function.path, function.statement.line, function.statement.end_line),
        citations(context, block.options),
    )
    return lambda: part


def status(block: Block) -> str:
    """What a concept says of its state; `Implemented` where it says nothing."""
    return block.options.value("status") or "Implemented"
