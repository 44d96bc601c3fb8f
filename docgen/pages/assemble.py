"""A scanned page, drafted before the runs and finished after them.

`draft_page` resolves every reference and says what the runs must record; `finish` turns what they
recorded into the parts that the views draw.
"""

from __future__ import annotations

import posixpath
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from docgen.diagnostics import Fault, Finding, suggest
from docgen.links.equation import Equation
from docgen.markup.page import Block, Fence, InlineMath, Item, LineReference, Link, Options, Page
from docgen.markup.schema import OPTIONS
from docgen.pages.caches import assemble_caches
from docgen.pages.check import define_functions, draft_checks, lose_callers
from docgen.pages.concepts import (
    Slugs,
    borrow_symbols,
    check_tests,
    read_concepts,
    read_equation,
    watch_tests,
)
from docgen.pages.context import (
    ConceptFacts,
    PageContext,
    Site,
    UnresolvedError,
    equation_key,
)
from docgen.pages.equation import assemble_equation, set_latex
from docgen.pages.example import assemble_example
from docgen.pages.flow import assemble_flow
from docgen.pages.form import check_base, check_block, check_fence
from docgen.pages.gradcheck import assemble_gradcheck
from docgen.pages.indexes import assemble_equation_index, assemble_glossary
from docgen.pages.listing import assemble_listing
from docgen.pages.marks import page_marks
from docgen.pages.module import assemble_module, block_id, find_code_pages
from docgen.pages.notes import assemble_notes
from docgen.pages.parameters import assemble_parameters
from docgen.pages.plot import assemble_plot
from docgen.pages.references import (
    assemble_code_link,
    assemble_value_link,
    check_line_reference,
)
from docgen.pages.shapes import assemble_shapes, check_shapes, watch_shapes
from docgen.pages.stepper import assemble_stepper
from docgen.pages.symbols import check_symbols
from docgen.pages.tally import (
    assemble_coverage,
    assemble_modules,
    assemble_verdicts,
    assemble_versions,
)
from docgen.pages.usage import (
    assemble_concept,
    assemble_implemented,
    assemble_links,
    assemble_used,
)
from docgen.pages.verdict import judge_equation

Finish = Callable[[], object]
Assemble = Callable[[PageContext, ConceptFacts | None, Block], Finish]

BLOCKS: dict[str, Assemble] = {
    "concept": assemble_concept,
    "example": assemble_example,
    "gradcheck": assemble_gradcheck,
    "stepper": assemble_stepper,
    "parameters": assemble_parameters,
    "plot": assemble_plot,
    "shapes": assemble_shapes,
    "listing": assemble_listing,
    "links": assemble_links,
    "implemented": assemble_implemented,
    "used": assemble_used,
    "caches": assemble_caches,
    "flow": assemble_flow,
    "equations": assemble_equation_index,
    "glossary": assemble_glossary,
    "module": assemble_module,
    "coverage": assemble_coverage,
    "modules": assemble_modules,
    "verdicts": assemble_verdicts,
    "versions": assemble_versions,
    "notes": assemble_notes,
}
"""Blocks that bring runs come first: the others may read the runs of their concept."""

STANDARD = {
    "shapes": "Tensor shapes",
    "listing": "Actual implementation",
    "links": "Code and math connection",
    "used": "Where is it used?",
    "implemented": "Implemented in",
}
"""Parts that a concept gets where its author left them out, in this order."""


@dataclass
class Draft:
    """One item of a page: how to finish it, and what came of that.

    Attributes:
        html_id: Of the place of a block, to which other pages lead; empty where none do.
    """

    item: Item
    finish: Finish | None = None
    part: object | None = None
    concept: ConceptFacts | None = None
    html_id: str = ""


@dataclass
class Addition:
    """A standard part that the author left out, with its heading."""

    concept: ConceptFacts
    title: str
    level: int
    draft: Draft


@dataclass
class PageDraft:
    """A page between scanning and drawing."""

    context: PageContext
    concepts: list[ConceptFacts]
    drafts: list[Draft] = field(default_factory=list)
    additions: list[Addition] = field(default_factory=list)
    equations: list[tuple[Equation, ConceptFacts | None]] = field(default_factory=list)
    equation_links: list[Link] = field(default_factory=list)

    @property
    def page(self) -> Page:
        """The page as scanned."""
        return self.context.page

    @property
    def findings(self) -> list[Finding]:
        """What was found on the page so far."""
        return self.context.findings


def open_page(site: Site, page: Page) -> PageDraft:
    """Read the concepts of a page, so that other pages can borrow from them."""
    context = PageContext(site, page)
    for finding in page.findings:
        context.report(finding)
    _check_module(context)
    check_base(context)
    find_code_pages(context)
    return PageDraft(context, read_concepts(context))


def _check_module(context: PageContext) -> None:
    option = context.page.front.values.option("code")
    if option is None:
        return
    try:
        context.index.module(option.value)
    except Fault as fault:
        context.fault(fault, option.value_span)


def draft_page(draft: PageDraft) -> None:
    """Resolve all references of a page and ask the runs for what its parts need."""
    context = draft.context
    for concept in draft.concepts:
        borrow_symbols(context, concept)
    context.marks = None  # of the rows that are known by now
    page_marks(draft)
    slugs = Slugs(context)
    holders = {id(item): concept for concept in draft.concepts for item in concept.section.items}
    drafts: dict[int, Draft] = {}
    for item in draft.page.items:
        facts = holders.get(id(item))
        if isinstance(item, Fence):
            drafts[id(item)] = _draft_fence(draft, item, facts, slugs)
        elif not isinstance(item, Block):
            drafts[id(item)] = _draft_other(draft, item, facts)
    blocks = [item for item in draft.page.items if isinstance(item, Block)]
    order = list(BLOCKS)
    for block in sorted(blocks, key=lambda block: order.index(block.name)):
        check_block(context, block)
        drafts[id(block)] = _draft_block(draft, block, holders.get(id(block)))
    draft.drafts = [drafts[id(item)] for item in draft.page.items]
    ids = {f"#{equation.html_id}" for equation, _ in draft.equations}
    context.site.equation_ids[draft.page.source.path] = ids
    # Links to values are drafted once the runs of their concept are known.
    for item in draft.page.items:
        if isinstance(item, Link) and item.kind == "value":
            facts = holders.get(id(item))
            drafts[id(item)].finish = _guarded(context, assemble_value_link, facts, item)
    for concept in draft.concepts:
        _add_standard_parts(draft, concept)
        if concept.function is not None:
            watch_shapes(concept)
            watch_tests(context, concept)


def _draft_fence(draft: PageDraft, fence: Fence, facts: ConceptFacts | None, slugs: Slugs) -> Draft:
    check_fence(draft.context, facts, fence)
    if fence.language != "math":
        return Draft(fence)
    equation = read_equation(draft.context, facts, fence, slugs)
    draft.equations.append((equation, facts))
    if facts is not None:
        facts.equations.append(equation)
    return Draft(fence, _guarded(draft.context, assemble_equation, facts, equation), concept=facts)


def _draft_other(draft: PageDraft, item: Item, facts: ConceptFacts | None) -> Draft:
    context = draft.context
    if isinstance(item, InlineMath):
        return _draft_math(draft, facts, item)
    if isinstance(item, Link) and item.kind == "code":
        return Draft(item, _guarded(context, assemble_code_link, facts, item), concept=facts)
    if isinstance(item, Link) and item.kind == "anchor":
        draft.equation_links.append(item)
    if isinstance(item, LineReference):
        check_line_reference(context, item)
    return Draft(item, concept=facts)


def _draft_math(draft: PageDraft, facts: ConceptFacts | None, item: InlineMath) -> Draft:
    context = draft.context
    if item.display:
        context.fault(
            Fault(
                "unchecked-math",
                "a display between `$$` is no equation: nothing is checked",
                help="write a fence: ```math",
            ),
            item.span,
        )
    try:
        set_latex(context, item.latex, item.latex_span, item.display)
    except UnresolvedError:
        return Draft(item)
    return Draft(item, part=page_marks(draft).inline(facts, item))


def _check_equation_link(draft: PageDraft, link: Link) -> None:
    """A link to an equation that its page has not; a page that is not there is the host's fault."""
    path, mark, name = link.target.partition("#eq-")
    here = draft.page.source.path
    page = posixpath.normpath(posixpath.join(posixpath.dirname(here), path)) if path else here
    known = draft.context.site.equation_ids.get(page)
    target = mark + name
    if not mark or known is None or target in known:
        return
    near = suggest(target, known)
    where = f"`{path}`" if path else "this page"
    draft.context.fault(
        Fault(
            "unknown-reference",
            f"no equation of {where} has the id `{target[1:]}`",
            help=f"did you mean `{path}{near}`?" if near else 'give its fence that id: id="..."',
        ),
        link.target_span,
    )


def _check_heading_ids(draft: PageDraft) -> None:
    """A heading may not have the id of an equation: a link could mean either."""
    taken = {equation.html_id for equation, _ in draft.equations}
    for heading in draft.page.headings:
        if heading.id in taken:
            draft.context.fault(
                Fault(
                    "duplicate-id",
                    f"the heading has the id of an equation, `{heading.id}`",
                    help="give the heading another id",
                ),
                heading.span,
            )


def _draft_block(draft: PageDraft, block: Block, facts: ConceptFacts | None) -> Draft:
    finish = _guarded(draft.context, BLOCKS[block.name], facts, block)
    if finish is None and facts is not None and "run" in OPTIONS[block.name]:
        facts.has_faulty_run = True  # what no run shows may be what this one would have shown
    return Draft(block, finish, concept=facts, html_id=block_id(draft.context, facts, block))


def _guarded(
    context: PageContext, assemble: Callable[..., Finish], facts: ConceptFacts | None, item: object
) -> Finish | None:
    """Draft an item; one that rests on something reported elsewhere has nothing to finish."""
    context.concept = facts
    try:
        return assemble(context, facts, item)
    except UnresolvedError:
        return None


def _add_standard_parts(draft: PageDraft, facts: ConceptFacts) -> None:
    if facts.function is None:
        return
    allowed = _wanted_parts(draft, facts)
    present = {item.name for item in facts.section.items if isinstance(item, Block)}
    for name, title in STANDARD.items():
        if name in present or name not in allowed or not _has_content(name, facts):
            continue
        block = replace(
            facts.section.block, name=name, argument="", options=Options(()), rows=(), fence=None
        )
        addition = _draft_block(draft, block, facts)
        draft.additions.append(Addition(facts, title, facts.section.level + 1, addition))


def _wanted_parts(draft: PageDraft, facts: ConceptFacts) -> list[str]:
    """The standard parts that a concept may get: its `parts:`, the page's, else all."""
    for options in (facts.section.block.options, draft.page.front.values):
        named = options.items("parts")
        for text, span in named:
            if text not in STANDARD and text != "none":
                near = suggest(text, [*STANDARD, "none"])
                draft.context.fault(
                    Fault(
                        "unknown-option",
                        f"`{text[:40]}` is no standard part",
                        notes=(f"parts: {', '.join(f'`{part}`' for part in STANDARD)}, `none`",),
                        help=f"did you mean `{near}`?" if near else "name parts, or `none`",
                    ),
                    span,
                )
        if named:
            return [text for text, _ in named]
    return list(STANDARD)


def _has_content(name: str, facts: ConceptFacts) -> bool:
    if name == "shapes":
        shaped = any(symbol.cell and symbol.cell.exact and symbol.shape for symbol in facts.symbols)
        return bool(facts.runs) and shaped
    if name in ("links", "implemented"):
        return any(equation.links for equation in facts.equations)
    return True


def check_equations(drafts: Sequence[PageDraft]) -> None:
    """Have the runs evaluate the equations of all pages; a page may define what another calls."""
    for draft in drafts:
        draft.context.site.pages[draft.page.source.path] = draft
        define_functions(draft.context, draft.equations)
    lose_callers([(draft.context, draft.equations) for draft in drafts])
    for draft in drafts:
        draft_checks(draft.context, draft.equations)


def judge_equations(drafts: Sequence[PageDraft]) -> None:
    """Read off the traces what the runs said of every equation; any page may list them."""
    for draft in drafts:
        for facts in draft.concepts:
            if facts.function is not None:
                check_shapes(draft.context, facts)
    for draft in drafts:
        site = draft.context.site
        for equation, _ in draft.equations:
            key = equation_key(draft.page, equation)
            site.verdicts[key] = judge_equation(draft.context, equation, site.checks.get(key))


def finish_page(draft: PageDraft) -> None:
    """Read the traces: finish every item, and check links to equations, shapes and tests."""
    for link in draft.equation_links:
        _check_equation_link(draft, link)
    _check_heading_ids(draft)
    for entry in [*draft.drafts, *(addition.draft for addition in draft.additions)]:
        if entry.finish is not None:
            draft.context.concept = entry.concept
            try:
                entry.part = entry.finish()
            except UnresolvedError:
                entry.part = None
    for facts in draft.concepts:
        if facts.function is not None:
            check_symbols(draft.context, facts)
            check_tests(draft.context, facts)
