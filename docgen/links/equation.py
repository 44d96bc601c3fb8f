"""Equations and the statements they belong to.

The fence `Z = X_n W_1` with a row that ties $Z$ to the cell `Z` is linked, as *computes it*, to the
statement that binds `Z`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from docgen.diagnostics import Fault
from docgen.links.cell import candidate_anchors, resolve_cell
from docgen.links.key import page_id
from docgen.links.left import find_lefts
from docgen.links.symbol import Symbol, names_function
from docgen.markup.page import Fence, Page
from docgen.settings import Settings
from docgen.source.anchor import Anchor
from docgen.source.index import SourceIndex
from docgen.source.statements import is_blank
from docgen.syntax import module_tree
from docgen.text import Span

Role = Literal["computes", "inline", "tests"]


@dataclass(frozen=True, slots=True)
class Link:
    """One statement of an equation, and what it does for it."""

    role: Role
    anchor: Anchor
    span: Span


@dataclass(frozen=True, slots=True)
class Choice:
    """Statements of which the left side does not say which one computes it.

    Attributes:
        fault: Reported once the runs have told at which of them the equation holds.
    """

    fault: Fault
    span: Span
    anchors: tuple[Anchor, ...]


@dataclass(frozen=True, slots=True)
class Equation:
    """An equation of a page.

    Attributes:
        slug: From the title, or `id`; unique on the page.
        concept: Function of its concept; empty outside of one.
        stated: Why it is not evaluated; empty if it is.
        choice: What the author has to settle before it can be checked.
        is_adrift: A reference of it names no statement, so not all that it claims can be checked.
    """

    fence: Fence
    title: str
    slug: str
    concept: str
    latex: str
    links: tuple[Link, ...]
    stated: str = ""
    derived: bool = False
    defined: bool = False
    choice: Choice | None = None
    is_adrift: bool = False

    @property
    def html_id(self) -> str:
        """`eq-<slug>`, the anchor on its page."""
        return page_id(self.slug)

    @property
    def id(self) -> str:
        """Its name in links and reports: `<concept>.<slug>`, without concept the slug."""
        return f"{self.concept}.{self.slug}" if self.concept else self.slug


@dataclass(frozen=True, slots=True)
class Linked:
    """What the references of an equation come to.

    Attributes:
        links: In code order, tests last.
        faults: Of references that name nothing or several, with their places (`unknown-anchor`,
            `ambiguous-anchor`, `unbound-symbol`).
        choice, is_adrift: As of `Equation`.
    """

    links: list[Link]
    faults: list[tuple[Fault, Span]]
    choice: Choice | None
    is_adrift: bool


def slugify(title: str) -> str:
    """`ReLU, element by element` becomes `relu-element-by-element`."""
    plain = re.sub(r"[`*$]", "", title).casefold()
    return re.sub(r"[^\w]+", "-", plain).strip("-_")


def link_equation(
    fence: Fence,
    page: Page,
    function: Anchor,
    symbols: Sequence[Symbol],
    index: SourceIndex,
    settings: Settings,
) -> Linked:
    """Find the statements of an equation inside a concept."""
    linker = _Linker(page, function, symbols, index, settings)
    options = fence.options
    code, written = options.items("code"), options.items("written")
    if code or written:
        linker.explicit(code, written)
    elif not options.option("stated") and not options.option("holds"):
        linker.by_left_side(fence)
    is_adrift = bool(linker.faults)
    for text, span in options.items("tests"):
        linker.add("tests", text, span)
    return Linked(linker.sorted_links(), linker.faults, linker.choice, is_adrift)


class _Linker:
    def __init__(
        self,
        page: Page,
        function: Anchor,
        symbols: Sequence[Symbol],
        index: SourceIndex,
        settings: Settings,
    ) -> None:
        self.page = page
        self.function = function
        self.symbols = symbols
        self.index = index
        self.settings = settings
        self.links: dict[tuple[str, object], Link] = {}
        self.faults: list[tuple[Fault, Span]] = []
        self.choice: Choice | None = None

    def explicit(
        self, code: Sequence[tuple[str, Span]], written: Sequence[tuple[str, Span]]
    ) -> None:
        """`written` marks statements as written inline; those of `code` alone compute it."""
        # The first link of a statement counts, however the two options spell its name.
        for text, span in written:
            self.add("inline", text, span)
        for text, span in code:
            self.add("computes", text, span)

    def add(self, role: Role, text: str, span: Span) -> None:
        try:
            anchor = self._test(text) if role == "tests" else self._resolve(text)
        except Fault as fault:
            self.faults.append((fault, span))
            return
        self.links.setdefault((anchor.path, anchor.node), Link(role, anchor, span))

    def _test(self, text: str) -> Anchor:
        """A test of the suite, or a statement of one."""
        anchor = self.index.test(text, self.function.scope)
        if not self.index.is_test(anchor.path) or not anchor.function:
            folders = ", ".join(f"`{folder}`" for folder in self.index.tests)
            raise Fault(
                "unknown-function",
                f"`{text}` is no test",
                notes=(f"tests are functions in the folders {folders}",),
                help='name a test or a statement of one: tests="test_name.assert"',
            )
        return anchor

    def _resolve(self, text: str) -> Anchor:
        """A statement of this concept's function, or a dotted one of a function it names."""
        wanted = self.settings.lookup.get(text, text)
        try:
            anchor = self.index.resolve(wanted, self.function.scope)
        except Fault as fault:
            # A parameter is bound by the `def`, which computes nothing.
            anchors = self._computing(wanted) if fault.code == "ambiguous-anchor" else []
            if len(anchors) != 1:
                raise
            anchor = anchors[0]
        if anchor.kind in ("module", "class", "function"):
            raise Fault(
                "unknown-anchor",
                f"`{text}` names a {anchor.kind}, not a statement",
                help="name what the statement binds, such as `Z` or `return[0]`",
            )
        return anchor

    def by_left_side(self, fence: Fence) -> None:
        for left in find_lefts(fence.body, self.symbols):
            span = _body_span(fence, self.page, left.text, left.offset)
            if left.is_property:
                continue
            if left.symbol is None:
                self._undeclared(left.text, span)
            elif left.symbol.cell_text:
                self._bind(left.symbol, span)

    def _computing(self, text: str) -> list[Anchor]:
        """The statements that a cell may mean and that can compute a number."""
        found = candidate_anchors(self.index, text, self.function)
        return [one for one in found if one.kind != "parameter" and not _binds_no_number(one)]

    def _bind(self, symbol: Symbol, span: Span) -> None:
        if symbol.cell is not None and symbol.cell.fixed and symbol.cell.when == "after":
            self._link(symbol.cell.anchor, span)
            return
        try:
            cell = resolve_cell(self.index, symbol.cell_text, self.function, self.settings.lookup)
        except Fault as fault:
            if fault.code == "ambiguous-anchor" and self._choose(symbol, fault, span):
                return
            # A faulty cell of this concept's own table is reported at its row, once; the row of
            # a sign, of a letter of shapes or of a function binds nothing and has no fault.
            if names_function(self.index, symbol.cell_text, self.function):
                self.faults.append((_function_fault(symbol), span))
            elif symbol.borrowed or symbol.is_notation:
                self.faults.append((fault, span))
            return
        if cell.anchor.kind == "parameter" and cell.node is not None:
            call = self.index.resolve(f"call:{cell.anchor.function}", self.function.scope)
            self._link(call, span)
            return
        if cell.anchor.kind == "parameter":
            parameter = Fault(
                "unknown-anchor",
                f"`{symbol.cell_text}` is a parameter; no statement computes it",
                help='name the statement: code="..."',
            )
            self.faults.append((parameter, span))
            return
        self._link(cell.anchor, span)

    def _choose(self, symbol: Symbol, fault: Fault, span: Span) -> bool:
        """Take the one statement that binds the cell to a number; keep several for the author."""
        wanted = self.settings.lookup.get(symbol.cell_text, symbol.cell_text)
        anchors = self._computing(wanted)
        if len(anchors) == 1:
            self._link(anchors[0], span)
        elif anchors:
            self.choice = Choice(fault, span, tuple(anchors))
        return bool(anchors)

    def _link(self, anchor: Anchor, span: Span) -> None:
        self.links.setdefault((anchor.path, anchor.node), Link("computes", anchor, span))

    def _undeclared(self, left: str, span: Span) -> None:
        for symbol in self.symbols:
            if symbol.clash is not None and not symbol.borrowed and symbol.latex.strip() == left:
                self.faults.append((symbol.clash, symbol.span))
                return
        declared = ", ".join(symbol.latex for symbol in self.symbols)
        fault = Fault(
            "unbound-symbol",
            f"the left side `{left[:36]}` is in no symbol table of this concept",
            notes=(f"declared: {declared}",) if declared else (),
            help='add its row to the symbol table, or name the statement: code="..."',
        )
        self.faults.append((fault, span))

    def sorted_links(self) -> list[Link]:
        return sorted(
            self.links.values(),
            key=lambda link: (link.role == "tests", link.anchor.path, link.anchor.node),
        )


def _binds_no_number(anchor: Anchor) -> bool:
    try:
        tree = module_tree(anchor.code)
    except SyntaxError:  # the head of a block
        return False
    return bool(tree.body) and is_blank(tree.body[0])


def _function_fault(symbol: Symbol) -> Fault:
    return Fault(
        "unchecked-link",
        f"`{symbol.cell_text}` is a function; which statement computes it is not said",
        help='name the statement: code="...", or write stated="why it is not evaluated"',
    )


def _body_span(fence: Fence, page: Page, left: str, offset: int) -> Span:
    """Where a left side stands in the file; the fence's indentation is not part of its body."""
    raw = page.source.slice(fence.body_span)
    within = within_file(raw, fence.body, Span(offset, offset + len(left)))
    return within.shift(fence.body_span.start)


def within_file(raw: str, latex: str, within: Span) -> Span:
    """Characters of a formula as characters of its lines in the file, which may be indented."""
    line = latex.count("\n", 0, within.start)
    column = within.start - (latex.rfind("\n", 0, within.start) + 1)
    raw_lines = raw.split("\n")
    cut = len(raw_lines[line]) - len(latex.split("\n")[line])
    start = sum(len(text) + 1 for text in raw_lines[:line]) + cut + column
    return Span(start, start + (within.end - within.start))
