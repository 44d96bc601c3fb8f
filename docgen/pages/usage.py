"""Blocks `links`, `implemented`, `used` and `concept`: where mathematics and code meet."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from docgen.diagnostics import Fault
from docgen.links.equation import Equation, Link
from docgen.links.left import find_lefts
from docgen.markup.page import Block
from docgen.pages.citation import citations
from docgen.pages.code import code_marks
from docgen.pages.context import ConceptFacts, PageContext, UnresolvedError
from docgen.source.calls import CallSite
from docgen.views.parts import ConceptPart, LinkRow, NamedRef, UsedPart

ROLES = {"computes": "Computes it", "inline": "Written inline", "tests": "Tests it"}
STATED, PROPERTY = "Stated of it", "Property of it"
"""For *Computes it*: of an equation that is not evaluated, and of one that defines nothing."""
_ROLE_ORDER = {"computes": 0, "inline": 1, "tests": 2}


def link_rows(
    context: PageContext, facts: ConceptFacts, equation: Equation, links: Iterable[Link]
) -> list[LinkRow]:
    """Links of an equation of a concept, as the blocks `links` and `implemented` show them."""
    roles = {**ROLES, "computes": _role(facts, equation)}
    return [_row(context, equation, link, roles[link.role]) for link in links]


def _role(facts: ConceptFacts, equation: Equation) -> str:
    """What the equation is to a statement that it names by `code` or by its left side.

    A statement computes what some part says a symbol is equal to; other parts, such as a bound or a
    sum of entries, only say something of what was computed.
    """
    if equation.stated:
        return STATED
    if equation.fence.options.option("holds") is not None:
        return PROPERTY
    lefts = find_lefts(equation.fence.body, [*facts.symbols, *facts.borrowed])
    return PROPERTY if lefts and all(left.is_property for left in lefts) else ROLES["computes"]


def _row(context: PageContext, equation: Equation, link: Link, role: str) -> LinkRow:
    anchor = link.anchor
    return LinkRow(
        equation.title,
        equation.html_id,
        role,
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
        row
        for equation in facts.equations
        for row in link_rows(context, facts, equation, equation.links)
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
            rows += link_rows(context, facts, equation, shown)
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
            row
            for equation in facts.equations
            for row in link_rows(context, facts, equation, _tests(equation))
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


def _tests(equation: Equation) -> list[Link]:
    return [link for link in equation.links if link.role == "tests"]


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
