"""Rows of symbol tables against the equations, sentences and shapes of their concept.

A row that nothing uses is `unused-symbol`; a letter of a sentence that no row declares is
`unbound-symbol`; a symbol with two values in one call is `symbol-clash`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from docgen.diagnostics import Fault, Fix, suggest
from docgen.evaluation.extent import shown_sizes
from docgen.latex import node as latex
from docgen.latex.undeclared import undeclared
from docgen.latex.walk import walk
from docgen.links.cell import without_time
from docgen.links.declare import as_declared, declare
from docgen.links.runs import clash_name, equation_of
from docgen.links.symbol import Symbol
from docgen.markup.page import Block, InlineMath, Table
from docgen.pages.check import Check
from docgen.pages.context import ConceptFacts, PageContext
from docgen.pages.example import row_key
from docgen.pages.names import used_symbols
from docgen.pages.proposal import propose_shape
from docgen.text import Span


def check_symbols(context: PageContext, facts: ConceptFacts) -> None:
    """Compare the rows of a concept with what the page says."""
    if facts.function is None:
        return
    if not facts.is_incomplete:
        _check_letters(context, facts)
        _check_unused(context, facts)
        _check_shapes(context, facts)
    _check_doubts(context, facts)
    _check_clashes(context, facts)


def _formulas(facts: ConceptFacts) -> Iterator[InlineMath]:
    """Formulas of the running text: those of the Symbol column declare, the others use."""
    declaring = {symbol.span.start for symbol in facts.symbols}
    for item in facts.section.items:
        if isinstance(item, InlineMath) and not item.display:
            inside = range(item.latex_span.start, item.latex_span.end + 1)
            if not any(start in inside for start in declaring):
                yield item


def _checks(context: PageContext, facts: ConceptFacts) -> list[Check]:
    found: Iterable[Check] = context.site.checks.values()
    return [check for check in found if check.facts is facts]


def _check_letters(context: PageContext, facts: ConceptFacts) -> None:
    rows = declare([*facts.symbols, *facts.borrowed])
    declared = as_declared(rows.values())
    letters = set(context.settings.dimensions)
    letters |= {letter for row in rows.values() if row.shape for letter in row.shape.letters}
    letters |= {letter for row in rows.values() if row.cell for letter in row.cell.free}
    for check in _checks(context, facts):
        for part in check.tree.parts if check.tree is not None else ():
            letters |= {
                one.name
                for one in walk(part)
                if isinstance(one, latex.Index | latex.Parameter | latex.Local)
            }
            letters |= {one.letter for one in walk(part) if isinstance(one, latex.Binder)}
    functions = set(context.site.definitions.functions)
    names = [row.latex for row in rows.values()]
    for formula in _formulas(facts):
        if formula.within_block:
            continue
        for span in undeclared(formula.latex, declared, letters, functions):
            text = formula.latex[span.start : span.end]
            near = suggest(text, names)
            context.fault(
                Fault(
                    "unbound-symbol",
                    f"`{text[:40]}` is in no symbol table of this concept",
                    help=f"did you mean `{near}`?" if near else "add its row to the symbol table",
                ),
                span.shift(formula.latex_span.start),
            )


def _check_unused(context: PageContext, facts: ConceptFacts) -> None:
    """Report rows that no equation, sentence, Shape or block of the concept uses."""
    users = [facts] + [
        other
        for documented in context.site.concepts.values()
        for other in documented
        if other is not facts
        and any(_is_row(one, symbol) for one in other.borrowed for symbol in facts.symbols)
    ]
    if not any(user.equations for user in users):
        return
    used: set[str] = set()
    for user in users:
        symbols = [*user.symbols, *user.borrowed]
        for check in _checks(context, user):
            used |= check.used
        texts = [equation.latex for equation in user.equations]
        texts += [formula.latex for formula in _formulas(user)]
        for text in texts:
            used |= {symbol.latex for symbol in used_symbols(text, symbols)}
    letters = {
        letter
        for symbol in facts.symbols
        for shape in (symbol.shape, symbol.argument)
        if shape is not None
        for letter in (*shape.letters, shape.target)
    }
    cells = _block_cells(facts)
    for symbol in facts.symbols:
        is_used = symbol.latex in used or symbol.latex in letters or symbol.cell_text in cells
        if is_used or symbol.is_notation:
            continue
        context.fault(
            Fault(
                "unused-symbol",
                f"`{symbol.latex[:40]}` stands in no equation and no sentence of its concept",
                help="remove the row, or use the symbol",
            ),
            symbol.span,
        )


def _check_doubts(context: PageContext, facts: ConceptFacts) -> None:
    """Report cells that name several parts of the code, where no equation says which is meant."""
    used = {name for check in _checks(context, facts) for name in check.used}
    for symbol in facts.symbols:
        if symbol.choices and symbol.doubt is not None and symbol.latex not in used:
            fault, span = symbol.doubt
            context.fault(fault, span)


def _check_shapes(context: PageContext, facts: ConceptFacts) -> None:
    """Report symbols of equations whose rows declare no Shape, with the one that a run has."""
    checks = [check for check in _checks(context, facts) if check.bound is not None]
    used = {name for check in checks for name in check.used}
    for symbol in facts.symbols:
        if symbol.shape is not None or symbol.cell is None or symbol.latex not in used:
            continue
        seen = [each for run in facts.runs for each in symbol.cell.observe(run)]
        shapes = [
            each.value.shape
            for each in seen
            if each.value is not None and each.value.shape is not None
        ]
        proposal = propose_shape(context, facts, shapes)
        context.fault(
            Fault(
                "shape-mismatch",
                f"`{symbol.latex[:40]}` stands in an equation, and its row has no Shape",
                notes=(f"a run has {shown_sizes(shapes[0])}",) if shapes else (),
                help=f"write `{proposal}` in its column Shape" if proposal else "write its Shape",
                fix=_fill_shape(facts, symbol, proposal),
            ),
            symbol.span,
        )


def _fill_shape(facts: ConceptFacts, symbol: Symbol, proposal: str) -> Fix | None:
    """The proposal in the empty Shape of a row that has no other symbol."""
    if not proposal or any(map(str.isdigit, proposal)):
        return None
    for table in facts.section.items:
        if not isinstance(table, Table):
            continue
        names = [cell.text.strip("*_ ").casefold() for cell in table.header.cells]
        for row in table.rows:
            is_own = row.span.start <= symbol.span.start < row.span.end
            if is_own and "shape" in names and len(row.cells) > names.index("shape"):
                cell = row.cells[names.index("shape")]
                beside = [
                    one for one in facts.symbols if row.span.start <= one.span.start < row.span.end
                ]
                is_alone = not cell.text and len(beside) == 1
                return (
                    _in_cell(facts.section.page.source.text, cell.span, proposal)
                    if is_alone
                    else None
                )
    return None


def _in_cell(text: str, span: Span, content: str) -> Fix:
    """Content of an empty cell, with one space on either side."""
    start, end = span.start, span.end
    while text[start - 1] == " ":
        start -= 1
    while text[end] == " ":
        end += 1
    return Fix(Span(start, end), f" {content} ")


def _is_row(one: Symbol, other: Symbol) -> bool:
    return one.span == other.span and one.latex == other.latex


def _block_cells(facts: ConceptFacts) -> set[str]:
    """Cells that rows of blocks name: they take the declared shapes."""
    return {
        without_time(row_key(row)[0])
        for item in facts.section.items
        if isinstance(item, Block)
        for row in item.rows
        if row.cells
    }


def _check_clashes(context: PageContext, facts: ConceptFacts) -> None:
    """Report symbols that had two values in one call."""
    own = {check.key: check for check in _checks(context, facts)}
    told: set[str] = set()
    for run in facts.runs:
        for clash in run.trace.clashes if run.trace is not None else ():
            if equation_of(clash.equations[1]) not in own:
                continue
            name = clash_name(clash.symbol)
            if name in told:
                continue
            told.add(name)
            symbol = next((one for one in facts.symbols if one.latex == name), None)
            first, second = (own.get(equation_of(key)) for key in clash.equations)
            assert second is not None
            titles = [one.equation.title if one is not None else "" for one in (first, second)]
            span = symbol.span if symbol is not None else second.equation.fence.info_span
            context.fault(
                Fault(
                    "symbol-clash",
                    f"`{name[:40]}` has two values in one call",
                    notes=(
                        f"{clash.values[0]} in `{titles[0]}`, {clash.values[1]} in `{titles[1]}`",
                        f"in call {clash.call + 1} of `{run.name}`",
                    ),
                    help="give each value a symbol of its own, read at its own time",
                ),
                span,
            )
