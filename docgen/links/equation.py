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
from docgen.links.cell import resolve_cell
from docgen.links.symbol import Symbol, is_sign, names_function, normal_latex
from docgen.markup.page import Fence, Page
from docgen.settings import Settings
from docgen.source.anchor import Anchor
from docgen.source.index import SourceIndex
from docgen.text import Span

Role = Literal["computes", "inline", "tests"]

_RELATION = re.compile(r"=|\\leftarrow|\\gets|:=|\\coloneqq")
_INNER = re.compile(r"\\begin\{(cases|array|\w*matrix)\*?\}.*?\\end\{\1\*?\}", re.DOTALL)
_LAYOUT = re.compile(r"\\(?:begin|end)\{(?!cases|array|\w*matrix)\w+\*?\}|&")
_PART = re.compile(r"\\q?quad(?![A-Za-z])|\\\\|\\Rightarrow|\\implies")


@dataclass(frozen=True, slots=True)
class Link:
    """One statement of an equation, and what it does for it."""

    role: Role
    anchor: Anchor
    span: Span


@dataclass(frozen=True, slots=True)
class Equation:
    """An equation of a page.

    Attributes:
        slug: From the title, or `id`; unique on the page.
        concept: Function of its concept; empty outside of one.
        stated: Why it is not evaluated; empty if it is.
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

    @property
    def html_id(self) -> str:
        return f"eq-{self.slug}"

    @property
    def id(self) -> str:
        return f"{self.concept}.{self.slug}" if self.concept else self.slug


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
) -> tuple[list[Link], list[tuple[Fault, Span]]]:
    """Find the statements of an equation inside a concept.

    Returns:
        Links in code order, tests last, and the faults of references that name nothing or several,
        with their places (`unknown-anchor`, `ambiguous-anchor`, `unbound-symbol`).
    """
    linker = _Linker(page, function, symbols, index, settings)
    options = fence.options
    code, written = options.items("code"), options.items("written")
    if code or written:
        linker.explicit(code, written)
    elif not options.option("stated") and not options.option("holds"):
        linker.by_left_side(fence)
    for text, span in options.items("tests"):
        linker.add("tests", text, span)
    return linker.sorted_links(), linker.faults


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
                f"`{text}` is no test"[:90],
                notes=(f"tests are functions in the folders {folders}",),
                help='name a test or a statement of one: tests="test_name.assert"',
            )
        return anchor

    def _resolve(self, text: str) -> Anchor:
        """A statement of this concept's function, or a dotted one of a function it names."""
        wanted = self.settings.lookup.get(text, text)
        anchor = self.index.resolve(wanted, self.function.scope)
        if anchor.kind in ("module", "class", "function"):
            raise Fault(
                "unknown-anchor",
                f"`{text}` names a {anchor.kind}, not a statement"[:90],
                help="name what the statement binds, such as `Z` or `return[0]`",
            )
        return anchor

    def by_left_side(self, fence: Fence) -> None:
        lefts = left_sides(fence.body)
        for left, offset in lefts:
            symbol = self._symbol(left)
            span = _body_span(fence, self.page, left, offset)
            if symbol is None:
                self._undeclared(left, span)
            elif symbol.cell_text:
                self._bind(symbol, span)

    def _bind(self, symbol: Symbol, span: Span) -> None:
        try:
            cell = resolve_cell(self.index, symbol.cell_text, self.function, self.settings.lookup)
        except Fault as fault:
            # A faulty cell of this concept's own table is reported at its row, once; the row of
            # a sign, of a letter of shapes or of a function binds nothing and has no fault.
            if names_function(self.index, symbol.cell_text, self.function):
                self.faults.append((_function_fault(symbol), span))
            elif symbol.borrowed or is_sign(symbol.latex, self.settings):
                self.faults.append((fault, span))
            return
        if cell.anchor.kind == "parameter":
            parameter = Fault(
                "unknown-anchor",
                f"`{symbol.cell_text}` is a parameter; no statement computes it"[:90],
                help='name the statement: code="..."',
            )
            self.faults.append((parameter, span))
            return
        key = (cell.anchor.path, cell.anchor.node)
        self.links.setdefault(key, Link("computes", cell.anchor, span))

    def _symbol(self, left: str) -> Symbol | None:
        wanted = normal_latex(left)
        for symbol in self.symbols:
            if normal_latex(symbol.latex) == wanted:
                return symbol
        return None

    def _undeclared(self, left: str, span: Span) -> None:
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


def _function_fault(symbol: Symbol) -> Fault:
    return Fault(
        "unchecked-link",
        f"`{symbol.cell_text}` is a function; which statement computes it is not said"[:90],
        help='name the statement: code="...", or write stated="why it is not evaluated"',
    )


def left_sides(latex: str) -> list[tuple[str, int]]:
    r"""Left sides of the parts of an equation, with their offsets.

    Parts are separated by `\quad`, `\\` and `\Rightarrow`; a part without a relation has none.
    The rows of matrices and of `cases` are no parts.
    """
    found: list[tuple[str, int]] = []
    start = 0
    for end, after in [*_top_level(_PART, latex), (len(latex), len(latex))]:
        part = latex[start:end]
        relations = _top_level(_RELATION, part)
        if relations:
            raw = part[: relations[0][0]]
            blank = _LAYOUT.sub(lambda match: " " * len(match[0]), raw)
            left = blank.strip(" \t\n,")
            if left:
                found.append((left, start + blank.find(left)))
        start = after
    return found


def _top_level(pattern: re.Pattern[str], latex: str) -> list[tuple[int, int]]:
    """Matches that no brace and no matrix encloses."""
    inner = [match.span() for match in _INNER.finditer(latex)]
    depth = 0
    depths: list[int] = []
    for at, character in enumerate(latex):
        escaped = at > 0 and latex[at - 1] == "\\"
        if character == "}" and not escaped:
            depth -= 1
        depths.append(depth)
        if character == "{" and not escaped:
            depth += 1
    return [
        match.span()
        for match in pattern.finditer(latex)
        if depths[match.start()] == 0
        and not any(start <= match.start() < end for start, end in inner)
    ]


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
