"""`math` fences: an equation, set and linked, with what can be said of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from docgen.diagnostics import Fault
from docgen.latex.mathml import set_math
from docgen.links.equation import Equation, within_file
from docgen.pages.context import ConceptFacts, PageContext, UnresolvedError
from docgen.text import Span
from docgen.views.parts import Badge, EquationPart


def badge(equation: Equation) -> Badge:
    """The verdict. Equations are linked and set; no page may claim that one was evaluated."""
    statements = sum(1 for link in equation.links if link.role != "tests")
    if equation.stated:
        return Badge("stated", "Stated", (f"Not evaluated: {equation.stated}",))
    if equation.defined:
        return Badge("pending", "Definition", ("No statement computes the left side.",))
    lines = "1 statement" if statements == 1 else f"{statements} statements"
    return Badge(
        "pending",
        "Linked" if statements else "Not linked",
        (f"Linked to {lines} of the code.", "Its value was not compared with the code."),
    )


def assemble_equation(
    context: PageContext, _: ConceptFacts | None, equation: Equation
) -> Callable[[], EquationPart]:
    """Set an equation as MathML.

    Raises:
        UnresolvedError: The LaTeX cannot be set; that is reported with a caret.
    """
    mathml = set_latex(context, equation.latex, equation.fence.body_span, True)
    part = EquationPart(
        equation.html_id,
        equation.title,
        equation.latex,
        mathml,
        badge(equation),
        equation.derived,
    )
    return lambda: part


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
