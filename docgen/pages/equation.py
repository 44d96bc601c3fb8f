"""`math` fences: an equation, set and linked, with what can be said of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from docgen.diagnostics import Fault
from docgen.latex.mathml import set_math
from docgen.links.equation import Equation, within_file
from docgen.pages.badge import badge
from docgen.pages.context import ConceptFacts, PageContext, UnresolvedError, equation_key
from docgen.pages.verdict import Verdict
from docgen.text import Span
from docgen.views.parts import EquationPart


def assemble_equation(
    context: PageContext, _: ConceptFacts | None, equation: Equation
) -> Callable[[], EquationPart]:
    """Set an equation as MathML; its verdict comes with the runs.

    Raises:
        UnresolvedError: The LaTeX cannot be set; that is reported with a caret.
    """
    mathml = set_latex(context, equation.latex, equation.fence.body_span, True)

    def finish() -> EquationPart:
        verdict = context.site.verdicts.get(equation_key(context.page, equation))
        return EquationPart(
            equation.html_id,
            equation.title,
            equation.latex,
            mathml,
            badge(verdict or Verdict("not-run", "it was not read")),
            equation.derived,
        )

    return finish


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
