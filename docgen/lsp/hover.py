"""What an editor shows at the cursor: a symbol's meaning and value, an equation's verdict, code.

At `Z` of an equation: its meaning, the cell and its line, its shape, and what a run recorded.
"""

from __future__ import annotations

from lsprotocol.types import Hover, MarkupContent, MarkupKind, Position

from docgen.links.symbol import Symbol
from docgen.lsp.cursor import AnchorAt, At, EquationAt, SymbolAt, find
from docgen.lsp.desk import Desk
from docgen.pages.badge import badge, foundations
from docgen.pages.context import ConceptFacts, equation_key
from docgen.source.anchor import Anchor
from docgen.trace.value import Value
from docgen.views.matrix import format_lines
from docgen.views.number import format_shape

_ROLES = {"computes": "computed by", "inline": "written inline by", "tests": "tested by"}


def hover(desk: Desk, path: str, position: Position) -> Hover | None:
    """What can be said of what stands at a position of a page."""
    source = desk.page(path)
    found = find(desk, source, desk.columns.offset(source, position))
    if found is None:
        return None
    content = MarkupContent(MarkupKind.Markdown, _describe(found))
    return Hover(content, desk.columns.range_of_span(source, found.span))


def _describe(found: At) -> str:
    if isinstance(found, SymbolAt):
        return describe_symbol(found.symbol, found.facts)
    if isinstance(found, EquationAt):
        return _describe_equation(found)
    if isinstance(found, AnchorAt):
        return f"{_place(found.anchor)}\n{_code(found.anchor.code)}"
    return f"`{found.target}` is `{found.value}`"


def describe_symbol(symbol: Symbol, facts: ConceptFacts) -> str:
    """Meaning, cell with its line, shape as declared and as recorded, and the recorded value."""
    lines = [f"`{symbol.latex}`: {symbol.meaning or 'no meaning is given'}", ""]
    if symbol.cell_text:
        where = f", {_place(symbol.cell.anchor)}" if symbol.cell is not None else ""
        lines.append(f"- code: `{symbol.cell_text}`{where}")
    seen = _recorded(symbol, facts)
    if symbol.shape is not None:
        argument = f"{symbol.argument} to " if symbol.argument is not None else ""
        lines.append(f"- shape: {argument}{symbol.shape}")
    if seen is not None:
        run, value = seen
        if value.shape is not None:
            lines.append(f"- in the run `{run}`: {format_shape(value.shape)}")
        else:
            lines.append(f"- in the run `{run}`")
        lines.append(_code(format_lines(value)))
    return "\n".join(lines).rstrip()


def _recorded(symbol: Symbol, facts: ConceptFacts) -> tuple[str, Value] | None:
    """The first run that recorded the symbol, and the value at the end of its first call."""
    if symbol.cell is None or symbol.is_function:
        return None
    for run in facts.runs:
        values = [
            each.value
            for each in symbol.cell.observe(run)
            if each.call == 0 and each.value is not None
        ]
        if values:
            return run.name, values[-1]
    return None


def _describe_equation(found: EquationAt) -> str:
    equation, draft = found.equation, found.draft
    verdict = draft.context.site.verdicts.get(equation_key(draft.page, equation))
    title = equation.title or "Equation"
    lines = [f"**{title}** (`{equation.id}`)", ""]
    if verdict is not None:
        shown = badge(verdict)
        lines[0] = f"**{title}**: {shown.label} (`{equation.id}`)"
        lines += [f"- {line}" for line in shown.details]
        rests_on = foundations(draft.context, verdict)
        named = ", ".join(f"{one.title} ({one.label})" for one in rests_on)
        lines += [f"- Rests on {named}."] if named else []
    lines += [f"- {_ROLES[link.role]} {_place(link.anchor)}" for link in equation.links]
    for code in dict.fromkeys(link.anchor.code for link in equation.links if link.role != "tests"):
        lines.append(_code(code))
    return "\n".join(lines).rstrip()


def _place(anchor: Anchor) -> str:
    """The file and the line of an anchor: `model/transformer.py:31`."""
    return f"{anchor.path}:{anchor.region.line}"


def _code(text: str) -> str:
    lines = text.split("\n")
    shown = [*lines[:_LINES], "..."] if len(lines) > _LINES else lines
    return "\n".join(["```python", *shown, "```"])


_LINES = 20
