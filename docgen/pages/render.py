"""Parts to HTML: the one table that says which view draws which part."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from docgen.diagnostics import Finding
from docgen.latex.mathml import plain_math
from docgen.markup.page import Block, InlineMath
from docgen.pages.assemble import Draft, PageDraft
from docgen.pages.inline import render_inline
from docgen.pages.references import CodeLinkPart, ValueLinkPart
from docgen.views import parts
from docgen.views.caches import plain_caches, render_caches
from docgen.views.concept import plain_concept, render_concept
from docgen.views.equation import plain_equation, render_equation
from docgen.views.escape import escape
from docgen.views.example import plain_example, render_example
from docgen.views.findings import plain_findings, render_findings
from docgen.views.flow import plain_flow, render_flow
from docgen.views.gradcheck import plain_gradcheck, render_gradcheck
from docgen.views.implemented import plain_implemented, render_implemented
from docgen.views.links import plain_links, render_links
from docgen.views.listing import plain_listing, render_listing
from docgen.views.parameters import plain_parameters, render_parameters
from docgen.views.reference import render_ref
from docgen.views.shapes import plain_shapes, render_shapes
from docgen.views.stepper import plain_stepper, render_stepper
from docgen.views.used import plain_used, render_used

View = tuple[Callable[[Any], str], Callable[[Any], str]]

VIEWS: dict[type, View] = {
    parts.CachesPart: (render_caches, plain_caches),
    parts.ConceptPart: (render_concept, plain_concept),
    parts.EquationPart: (render_equation, plain_equation),
    parts.ExamplePart: (render_example, plain_example),
    parts.FlowPart: (render_flow, plain_flow),
    parts.GradcheckPart: (render_gradcheck, plain_gradcheck),
    parts.ListingPart: (render_listing, plain_listing),
    parts.ParametersPart: (render_parameters, plain_parameters),
    parts.ShapesPart: (render_shapes, plain_shapes),
    parts.StepperPart: (render_stepper, plain_stepper),
    parts.UsedPart: (render_used, plain_used),
}


def render_draft(page: PageDraft, draft: Draft) -> tuple[str, str]:
    """HTML of an item and its plain text for a search index, findings of its lines included."""
    html, plain = _render_part(page, draft)
    findings = findings_within(page, draft)
    if findings:
        box = parts.FindingsPart(tuple(findings))
        html = html + render_findings(box)
        plain = f"{plain} {plain_findings(box)}".strip()
    return html, plain


def _render_part(page: PageDraft, draft: Draft) -> tuple[str, str]:
    part, item = draft.part, draft.item
    if isinstance(item, InlineMath):
        if part is None:
            return f"<code>{escape(item.latex)}</code>", item.latex
        return str(part), plain_math(item.latex)
    if isinstance(part, CodeLinkPart):
        text = render_inline(part.text, page.context)
        return f'<span class="dg-code">{text} ({render_ref(part.ref)})</span>', part.text
    if isinstance(part, ValueLinkPart):
        text = render_inline(part.text, page.context)
        return f'<data class="dg-value" value="{escape(part.value)}">{text}</data>', part.text
    if isinstance(part, list) and isinstance(item, Block):
        if item.name == "implemented":
            return render_implemented(part), plain_implemented(part)
        return render_links(part), plain_links(part)
    if part is None:
        text = getattr(item, "text", "")
        return escape(text), text
    render, plain = VIEWS[type(part)]
    return render(part), plain(part)


def findings_within(page: PageDraft, draft: Draft) -> list[Finding]:
    """The page's findings whose place lies in the lines of a block or an equation."""
    if isinstance(draft.item, InlineMath) or not hasattr(draft.item, "options"):
        return []
    source = page.page.source
    first = source.line_at(draft.item.span.start)
    last = source.line_at(max(draft.item.span.end - 1, draft.item.span.start))
    return [
        finding
        for finding in page.findings
        if finding.place.path == source.path and first <= finding.place.line <= last
    ]


def loose_findings(page: PageDraft) -> list[Finding]:
    """Findings of the page that no block of it shows."""
    shown = {id(each) for draft in page.drafts for each in findings_within(page, draft)}
    return [finding for finding in page.findings if id(finding) not in shown]
