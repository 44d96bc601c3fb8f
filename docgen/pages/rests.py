"""Everything on the pages of a project that rests on code, with the lines that it rests on.

An equation rests on the statements that it is linked to, what feeds them, what stands around them
and what they run and read, where its cells are read, and on functions that it calls; a symbol on
what binds its cell; a paragraph on what its links name; a block on what it shows; a concept on its
whole function, and on all that this runs and reads.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from docgen.diagnostics import Fault
from docgen.links.cell import resolve_cell
from docgen.links.equation import Equation
from docgen.links.symbol import Symbol
from docgen.markup.page import Block, Link
from docgen.pages.blocks import block_grounds
from docgen.pages.check import Check
from docgen.pages.context import ConceptFacts, Site, equation_key
from docgen.pages.feed import feeding
from docgen.pages.ground import Ground, ground, settings_under, statement_ground
from docgen.pages.marks import page_marks
from docgen.pages.prose import Paragraph, paragraphs
from docgen.pages.reach import Reach
from docgen.pages.references import linked_code, named_value
from docgen.source.anchor import Anchor

if TYPE_CHECKING:
    from docgen.pages.assemble import Draft, PageDraft

Kind = Literal["equation", "symbol", "paragraph", "block", "concept"]
KINDS: tuple[Kind, ...] = ("equation", "symbol", "paragraph", "block", "concept")
ROLES = {"computes": "computes it", "inline": "written inline", "tests": "tests it"}


@dataclass(frozen=True, slots=True)
class Rest:
    """Something on a page that is true because of some code.

    Attributes:
        page: File from the project's root.
        key: Tells it from all others of its kind on the page, in other versions of the page too.
        name: Title of an equation or block, LaTeX of a symbol, first words of a paragraph.
        grounds: Sorted; none twice.
        fragment: Id of its place on the page as it is built; empty where it has none.
    """

    kind: Kind
    page: str
    line: int
    end_line: int
    key: str
    name: str
    grounds: tuple[Ground, ...]
    fragment: str = ""

    @property
    def identity(self) -> tuple[str, str, str]:
        """Page, kind and key: the same for the same claim of two versions of a page."""
        return (self.page, self.kind, self.key)


def rests(site: Site) -> list[Rest]:
    """What rests on code, by page, kind and line; all pages are drafted, with runs or without."""
    return [rest for rest in everything(site) if rest.grounds]


def everything(site: Site) -> list[Rest]:
    """What could rest on code, by page, kind and line; some of it has no grounds."""
    reach = Reach(site.index)
    found = [rest for draft in site.pages.values() for rest in _of_page(draft, reach)]
    return sorted(found, key=lambda rest: (rest.page, KINDS.index(rest.kind), rest.line, rest.key))


def _of_page(draft: PageDraft, reach: Reach) -> Iterator[Rest]:
    for equation, _ in draft.equations:
        yield _equation(draft, equation, reach)
    for facts in draft.concepts:
        if facts.function is not None:
            yield from (_symbol(draft, facts, symbol) for symbol in facts.symbols)
            yield _concept(draft, facts, facts.function, reach)
    counted: Counter[str] = Counter()
    for paragraph in paragraphs(draft.page):
        yield _paragraph(draft, paragraph, counted, reach)
    for entry in draft.drafts:
        if isinstance(entry.item, Block):
            yield _block(draft, entry, entry.item, counted)


def _rest(
    draft: PageDraft,
    kind: Kind,
    span: tuple[int, int],
    names: tuple[str, str],
    on: Iterable[Ground],
    fragment: str = "",
) -> Rest:
    source = draft.page.source
    first, last = source.line_at(span[0]), source.line_at(max(span[1] - 1, span[0]))
    return Rest(kind, source.path, first, last, *names, tuple(sorted(set(on))), fragment)


def _equation(draft: PageDraft, equation: Equation, reach: Reach) -> Rest:
    grounds = [ground(ROLES[link.role], link.anchor) for link in equation.links]
    check = draft.context.site.checks.get(equation_key(draft.page, equation))
    if check is not None:
        linked = {(one.path, one.node) for one in grounds}
        grounds += [one for one in _read(draft, check) if (one.path, one.node) not in linked]
        grounds += [one for one in _fed(draft, check) if (one.path, one.node) not in linked]
        grounds += _called(draft, check)
    known = {(one.path, one.first) for one in grounds}
    for link in equation.links:
        if link.role != "tests":
            led = [*reach.around(link.anchor), *reach.of_statement(link.anchor)]
            grounds += [one for one in led if (one.path, one.first) not in known]
    fence = equation.fence
    start = (fence.title_span or fence.span).start
    names = (equation.html_id, equation.title)
    span = (start, fence.span.end)
    return _rest(draft, "equation", span, names, grounds, equation.html_id)


def _read(draft: PageDraft, check: Check) -> Iterator[Ground]:
    """The statements beside which an equation's cells are read."""
    for _, bound in check.ways:
        places = [*bound.places.values()]
        for _, _, above, below in bound.derivatives:
            places += [above, below]
        for place in places:
            if place.node is not None:
                index = draft.context.index
                found = statement_ground(index, "is read at", place.function.path, place.node)
                yield from [found] if found is not None else []


def _fed(draft: PageDraft, check: Check) -> Iterator[Ground]:
    """The statements between what an equation reads and what it is compared with."""
    function = check.facts.function
    flow = draft.context.site.flows.get(function.scope) if function is not None else None
    if function is None or flow is None:
        return
    for node in feeding(check, flow):
        found = statement_ground(draft.context.index, "feeds it", function.path, node)
        yield from [found] if found is not None else []


def _called(draft: PageDraft, check: Check) -> Iterator[Ground]:
    """The functions that are called while an equation is evaluated."""
    if check.facts.function is None:
        return
    for _, bound in check.ways:
        for name in bound.trusted:
            try:
                anchor = draft.context.index.function(name, check.facts.function.scope)
            except Fault:
                continue  # of a library
            yield ground("is called", anchor)


def _symbol(draft: PageDraft, facts: ConceptFacts, symbol: Symbol) -> Rest:
    grounds: list[Ground] = []
    index = draft.context.index
    function = facts.function
    assert function is not None
    if symbol.cell is not None:
        grounds.append(ground("binds it", symbol.cell.anchor))
        node = symbol.cell.node
        if node is not None and node != symbol.cell.anchor.node:
            found = statement_ground(index, "is read at", symbol.cell.function.path, node)
            grounds += [found] if found is not None else []
    elif symbol.choices:
        grounds += [ground("may bind it", anchor) for anchor in symbol.choices]
    elif symbol.cell_text and not symbol.is_notation:
        try:
            name = symbol.cell_text.partition("(")[0].strip()
            anchor = index.resolve(name, function.scope)
        except Fault:
            anchor = None
        if anchor is not None and anchor.kind in ("function", "class"):
            grounds.append(ground("is called", anchor))
    span = (symbol.span.start, symbol.span.end)
    number = page_marks(draft).number(facts, symbol)
    fragment = f"dg-sym-{number}" if number is not None else ""
    names = (f"{function.dotted} {symbol.latex}", symbol.latex)
    return _rest(draft, "symbol", span, names, grounds, fragment)


def _concept(draft: PageDraft, facts: ConceptFacts, function: Anchor, reach: Reach) -> Rest:
    start = facts.section.heading.span.start if facts.section.heading else facts.section.span.start
    span = (start, facts.section.block.span.end)
    on = [ground("is documented", function), *reach.of_function(function)]
    names = (function.dotted, facts.title or function.function)
    held = (one for one in draft.drafts if one.item is facts.section.block)
    return _rest(draft, "concept", span, names, on, next((one.html_id for one in held), ""))


def _paragraph(draft: PageDraft, paragraph: Paragraph, counted: Counter[str], reach: Reach) -> Rest:
    holders = {id(item): facts for facts in draft.concepts for item in facts.section.items}
    grounds: list[Ground] = []
    for link in paragraph.links:
        grounds += _linked(draft, holders.get(id(link)), link, reach)
    targets = sorted({f"{link.kind}:{link.target}" for link in paragraph.links})
    key = _numbered("; ".join(targets), counted)
    source = draft.page.source
    span = (source.offset(paragraph.line), source.line_span(paragraph.end_line).end)
    return _rest(draft, "paragraph", span, (key, paragraph.words), grounds)


def _linked(draft: PageDraft, facts: ConceptFacts | None, link: Link, reach: Reach) -> list[Ground]:
    """What a link of the text names; nothing where that is a finding."""
    context = draft.context
    try:
        if link.kind == "code":
            anchor = linked_code(context, facts, link)
            whole = anchor.kind in ("module", "class", "function")
            if whole:
                return [ground("is named", anchor)]
            return [ground("is linked", anchor), *reach.around(anchor)]
        if facts is not None and facts.function is not None:
            try:
                lookup = context.settings.lookup
                cell = resolve_cell(context.index, link.target, facts.function, lookup)
                return [ground("is quoted", cell.anchor)]
            except Fault as fault:
                if fault.code == "ambiguous-anchor":
                    return []
        anchor = named_value(context, link)
        under = settings_under(context.index, anchor)
    except Fault:
        return []
    return [ground("is quoted", anchor), *(ground("is computed from", one) for one in under)]


def _block(draft: PageDraft, entry: Draft, block: Block, counted: Counter[str]) -> Rest:
    facts = entry.concept
    name = " ".join(filter(None, (block.name, block.argument)))
    options = "; ".join(f"{one.key}={one.value}" for one in block.options.entries)
    concept = facts.function.dotted if facts and facts.function else ""
    identity = f"{name} {options}" if block.name == "listing" else name
    key = _numbered(f"{concept} {identity}", counted)
    span = (block.span.start, block.span.end)
    on = block_grounds(draft.context, facts, block)
    return _rest(draft, "block", span, (key, name), on, entry.html_id)


def _numbered(key: str, counted: Counter[str]) -> str:
    counted[key] += 1
    return f"{key} {counted[key]}"
