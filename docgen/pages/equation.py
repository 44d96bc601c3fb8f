"""`math` fences: an equation, set and linked, with what can be said of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from docgen.diagnostics import Fault
from docgen.latex.mathml import set_math
from docgen.links.equation import Equation, within_file
from docgen.pages.badge import badge, foundations
from docgen.pages.citation import citations
from docgen.pages.context import ConceptFacts, PageContext, UnresolvedError, equation_key
from docgen.pages.trial import page_name, trials
from docgen.pages.verdict import Verdict
from docgen.text import Span
from docgen.views.parts import EquationPart


def assemble_equation(
    context: PageContext, concept: ConceptFacts | None, equation: Equation
) -> Callable[[], EquationPart]:
    """Set an equation as MathML; its verdict comes with the runs.

    Raises:
        UnresolvedError: The LaTeX cannot be set; that is reported with a caret.
    """
    cited = citations(context, equation.fence.options)
    mathml = set_latex(context, equation.latex, equation.fence.body_span, True)

    def finish() -> EquationPart:
        found = context.site.verdicts.get(equation_key(context.page, equation))
        verdict = found or Verdict("not-run", "it was not read")
        return EquationPart(
            equation.html_id,
            equation.title,
            equation.latex,
            mark_equation(context, concept, equation, mathml),
            badge(
                verdict,
                _compared(context, equation),
                f"docgen check {context.page.source.path}",
                foundations(context, verdict),
            ),
            equation.derived,
            _trial(context, equation),
            cited,
        )

    return finish


def mark_equation(
    context: PageContext, concept: ConceptFacts | None, equation: Equation, mathml: str
) -> str:
    """An equation that can be set, with its symbols marked as its check has them.

    Args:
        mathml: The same without marks, for a page that has none.
    """
    check = context.site.checks.get(equation_key(context.page, equation))
    facts, tree = (check.facts, check.tree) if check is not None else (concept, None)
    return context.marks.equation(facts, equation.latex, tree) if context.marks else mathml


def _compared(context: PageContext, equation: Equation) -> str:
    """Which two things the check of an equation holds against each other."""
    links = [link for link in equation.links if link.role == "computes"]
    if not links:
        return "Both sides were evaluated from this formula, on values that the code computed."
    places = dict.fromkeys(context.statement_ref(link.anchor).text for link in links)
    return (
        f"What the code computed at {', '.join(places)} was compared with this formula,"
        " evaluated on the values that the code had."
    )


def _trial(context: PageContext, equation: Equation) -> str:
    """The page whose script holds what is needed to try the equation; empty where none does."""
    is_tried = context.site.offers_trials and not isinstance(
        trials(context.site, equation_key(context.page, equation)), str
    )
    return page_name(context) if is_tried else ""


def set_latex(context: PageContext, latex: str, span: Span, display: bool) -> str:
    """MathML of a formula that stands at `span`, where its lines may be indented.

    Raises:
        UnresolvedError: It cannot be set; that is reported.
    """
    try:
        return set_math(latex, display)
    except Fault as fault:
        within = fault.within
        if within is not None:
            within = within_file(context.page.source.slice(span), latex, within)
        context.fault(replace(fault, within=within), span)
        raise UnresolvedError from None
