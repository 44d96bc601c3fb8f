"""Parts to HTML: the one table that says which view draws which part."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from docgen.diagnostics import Finding
from docgen.latex.mathml import plain_math
from docgen.markup.page import Block, Fence, InlineMath
from docgen.pages.assemble import Draft, PageDraft
from docgen.pages.indexes import Markup
from docgen.pages.inline import render_inline
from docgen.pages.references import CodeLinkPart, ValueLinkPart
from docgen.views import parts, tally
from docgen.views.caches import plain_caches, render_caches
from docgen.views.concept import plain_concept, render_concept
from docgen.views.equation import plain_equation, render_equation
from docgen.views.escape import escape, strip
from docgen.views.example import plain_example, render_example
from docgen.views.findings import render_findings
from docgen.views.flow import plain_flow, render_flow
from docgen.views.gradcheck import plain_gradcheck, render_gradcheck
from docgen.views.implemented import plain_implemented, render_implemented
from docgen.views.links import plain_links, render_links
from docgen.views.listing import plain_listing, render_listing
from docgen.views.module import ModulePart, plain_module, render_module
from docgen.views.parameters import plain_parameters, render_parameters
from docgen.views.plot import PlotPart, plain_plot, render_plot
from docgen.views.reference import render_ref
from docgen.views.shapes import plain_shapes, render_shapes
from docgen.views.stepper import plain_stepper, render_stepper
from docgen.views.steps import FlowPart, StepperPart
from docgen.views.used import plain_used, render_used

View = tuple[Callable[[Any], str], Callable[[Any], str]]

VIEWS: dict[type, View] = {
    parts.CachesPart: (render_caches, plain_caches),
    parts.ConceptPart: (render_concept, plain_concept),
    parts.EquationPart: (render_equation, plain_equation),
    parts.ExamplePart: (render_example, plain_example),
    FlowPart: (render_flow, plain_flow),
    parts.GradcheckPart: (render_gradcheck, plain_gradcheck),
    parts.ListingPart: (render_listing, plain_listing),
    parts.ParametersPart: (render_parameters, plain_parameters),
    parts.ShapesPart: (render_shapes, plain_shapes),
    StepperPart: (render_stepper, plain_stepper),
    PlotPart: (render_plot, plain_plot),
    ModulePart: (render_module, plain_module),
    tally.CoveragePart: (tally.render_coverage, tally.plain_coverage),
    tally.ModulesPart: (tally.render_modules, tally.plain_modules),
    tally.VerdictsPart: (tally.render_verdicts, tally.plain_verdicts),
    tally.VersionsPart: (tally.render_versions, tally.plain_versions),
    parts.UsedPart: (render_used, plain_used),
}

LINK_VIEWS: dict[str, View] = {
    "links": (render_links, plain_links),
    "implemented": (render_implemented, plain_implemented),
}


def render_draft(page: PageDraft, draft: Draft) -> str:
    """HTML of an item, with the findings of its lines below it."""
    page.context.concept = draft.concept
    if isinstance(draft.part, Markup):
        return draft.part.html
    html = _render_part(page, draft)
    findings = findings_within(page, draft)
    return html + render_findings(parts.FindingsPart(tuple(findings))) if findings else html


def plain_draft(page: PageDraft, draft: Draft) -> str:
    """Text of an item for a search index."""
    part, item = draft.part, draft.item
    if isinstance(part, Markup):
        return strip(part.html)
    if isinstance(item, InlineMath):
        return item.latex if part is None else plain_math(item.latex)
    if isinstance(part, CodeLinkPart | ValueLinkPart):
        return strip(render_inline(part.text, page.context))
    if part is None:
        return strip(render_inline(str(getattr(item, "text", "")), page.context))
    return _view(draft)[1](part)


def _render_part(page: PageDraft, draft: Draft) -> str:
    part, item = draft.part, draft.item
    if isinstance(item, InlineMath):
        return f"<code>{escape(item.latex)}</code>" if part is None else str(part)
    if isinstance(part, CodeLinkPart):
        text = render_inline(part.text, page.context)
        return f'<span class="dg-code">{text} ({render_ref(part.ref)})</span>'
    if isinstance(part, ValueLinkPart):
        text = render_inline(part.text, page.context)
        return f'<data class="dg-value" value="{escape(part.value)}">{text}</data>'
    if part is None:
        return render_inline(str(getattr(item, "text", "")), page.context)
    return _view(draft)[0](part)


def _view(draft: Draft) -> View:
    """How a part is drawn; rows of links are drawn as their block says."""
    if isinstance(draft.part, list) and isinstance(draft.item, Block):
        return LINK_VIEWS[draft.item.name]
    return VIEWS[type(draft.part)]


def findings_within(page: PageDraft, draft: Draft) -> list[Finding]:
    """The page's findings whose place lies in the lines of a block or an equation."""
    item = draft.item
    if not isinstance(item, Block | Fence) or (isinstance(item, Fence) and item.language != "math"):
        return []
    if any(addition.draft is draft for addition in page.additions):
        return []  # it stands for the concept block, which shows them
    source = page.page.source
    title = item.title_span if isinstance(item, Fence) else None
    first = source.line_at((title or item.span).start)
    last = source.line_at(max(item.span.end - 1, item.span.start))
    return [
        finding
        for finding in page.findings
        if finding.place.path == source.path and first <= finding.place.line <= last
    ]


def loose_findings(page: PageDraft) -> list[Finding]:
    """Findings of the page that no block of it shows."""
    shown = {id(each) for draft in page.drafts for each in findings_within(page, draft)}
    return [finding for finding in page.findings if id(finding) not in shown]
