r"""The row that a symbol without one needs, where a single name of the function is spelled like it.

`W_1`, `\mathrm{W1}` and `W1` are spelled alike; `\alpha` is the name `alpha`.
"""

from __future__ import annotations

import re

from docgen.diagnostics import Finding, Fix
from docgen.markup.page import Fence, Table
from docgen.pages.assemble import PageDraft
from docgen.pages.context import ConceptFacts
from docgen.pages.tie import flow_of
from docgen.text import Span

_NAMED = re.compile(r"`(?P<name>[^`]+)` (?:has no row|is in no symbol table)")
_STYLES = re.compile(r"\\(?:math(?:rm|bf|it|sf|cal|bb)|text|operatorname|boldsymbol|bm)\b")
HEADER = ("Symbol", "Meaning", "In code", "Shape")


def missing_row(draft: PageDraft, finding: Finding) -> Fix | None:
    """The row of the symbol that a finding at an equation names; None where it is not clear."""
    named = _NAMED.search(finding.message)
    offset = draft.page.source.offset(finding.place.line, finding.place.column)
    facts = _concept(draft, offset)
    if named is None or facts is None or facts.function is None:
        return None
    name = named["name"]
    is_in_equation = any(
        isinstance(item, Fence) and item.span.start <= offset < item.span.end
        for item in facts.section.items
    )
    if not is_in_equation or name not in draft.page.source.text:
        return None
    cells = [cell for cell in _names(draft, facts) if spelling(cell) == spelling(name)]
    return _insert(facts, name, cells[0]) if len(cells) == 1 else None


def spelling(name: str) -> str:
    """Letters and digits of a name of code or of mathematics, without how they are set."""
    return re.sub(r"[^A-Za-z0-9]", "", _STYLES.sub("", name))


def _concept(draft: PageDraft, offset: int) -> ConceptFacts | None:
    for facts in draft.concepts:
        if facts.section.span.start <= offset < facts.section.span.end:
            return facts
    return None


def _names(draft: PageDraft, facts: ConceptFacts) -> list[str]:
    """Names that the function binds or takes, and the short names of the settings."""
    flow = flow_of(draft.context, facts)
    bound = {name for step in flow.steps for name in step.binds if name.isidentifier()}
    return sorted(bound | set(flow.parameters) | set(draft.context.settings.lookup))


def _insert(facts: ConceptFacts, name: str, cell: str) -> Fix | None:
    """A row below the last one of the concept's table, or a table below its last equation."""
    values = {"symbol": f"${name}$", "in code": f"`{cell}`"}
    for table in facts.section.items:
        if not isinstance(table, Table):
            continue
        names = [one.text.strip("*_ ").casefold() for one in table.header.cells]
        if not set(values) <= set(names):
            continue
        end = table.rows[-1].span.end if table.rows else table.span.end
        row = " | ".join(values.get(one, "") for one in names)
        return Fix(Span(end, end), f"\n{' ' * table.indent}| {row} |")
    fences = [
        one for one in facts.section.items if isinstance(one, Fence) and one.language == "math"
    ]
    if not fences:
        return None
    head = f"| {' | '.join(HEADER)} |\n|{'---|' * len(HEADER)}"
    row = " | ".join(values.get(one.casefold(), "") for one in HEADER)
    end = fences[-1].span.end
    return Fix(Span(end, end), f"\n\n{head}\n| {row} |")
