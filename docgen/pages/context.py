"""What the assembling of a page can look things up in."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from docgen.diagnostics import Fault, Finding
from docgen.links.cell import without_time
from docgen.links.definition import Definitions
from docgen.links.equation import Equation
from docgen.links.key import site_key
from docgen.links.runs import Run, RunBook
from docgen.links.symbol import Symbol
from docgen.markup.page import Block, Fence, Page
from docgen.markup.sections import Concept
from docgen.notes.shelf import Shelf
from docgen.pages.address import CodePage, page_address
from docgen.pages.targets import Targets
from docgen.settings import Settings
from docgen.source.anchor import Anchor
from docgen.source.calls import CallGraph
from docgen.source.flow import Flow
from docgen.source.host import Repository, host_name
from docgen.source.index import SourceIndex
from docgen.source.places import Places
from docgen.text import Span
from docgen.views.parts import SourceRef

if TYPE_CHECKING:
    from docgen.pages.assemble import PageDraft
    from docgen.pages.check import Check
    from docgen.pages.count import Count
    from docgen.pages.ground import Ground
    from docgen.pages.marks import Marks
    from docgen.pages.rests import Rest
    from docgen.pages.verdict import Verdict


@dataclass
class Site:
    """What all pages of a project share.

    Attributes:
        unlinked: Files that a page shows and that no link may point to: they differ from the
            commit, or lie outside of the repository.
        definitions: Functions that equations define.
        pages: Path of a page → its `PageDraft`.
        checks: Key of an equation → its `Check`.
        verdicts: Key of an equation → its `Verdict`, once the runs are recorded.
        flows: Function → its data flow.
        places: Function → where it says its values; None of what is no function.
        graphs: Top-level package → who calls into it.
        link_fault: Why no link can be made at all.
        is_static: No code is executed, so nothing is said that only a run could tell.
        offers_trials: The host serves what a reader needs to try an equation.
        has_folders: The host makes a folder of each page, as `use_directory_urls` says.
        code_pages: File → the page that shows all of it.
        wants_count: A page shows what equations explain of the code.
        count: The statements with what explains them, where they are counted.
        resting: File → what on the pages rests on its lines; None until a page asks.
        shelf: The documents of the project that pages cite; None before they are opened.
    """

    settings: Settings
    index: SourceIndex
    repository: Repository | None = None
    repo_url: str = ""
    book: RunBook = field(default_factory=RunBook)
    concepts: dict[str, list[ConceptFacts]] = field(default_factory=dict)
    equation_ids: dict[str, set[str]] = field(default_factory=dict)
    unlinked: set[str] = field(default_factory=set)
    definitions: Definitions = field(default_factory=Definitions)
    pages: dict[str, PageDraft] = field(default_factory=dict)
    checks: dict[str, Check] = field(default_factory=dict)
    verdicts: dict[str, Verdict] = field(default_factory=dict)
    flows: dict[str, Flow] = field(default_factory=dict)
    places: dict[str, Places | None] = field(default_factory=dict)
    graphs: dict[str, CallGraph] = field(default_factory=dict)
    link_fault: Fault | None = None
    is_static: bool = False
    offers_trials: bool = False
    has_folders: bool = True
    code_pages: dict[str, CodePage] = field(default_factory=dict)
    wants_count: bool = False
    count: Count | None = None
    resting: dict[str, list[tuple[Rest, Ground]]] | None = None
    shelf: Shelf | None = None

    def graph(self, module: str) -> CallGraph:
        """Who calls the functions of a module; scanned once for its whole package."""
        root = module.partition(".")[0]
        if root not in self.graphs:
            self.graphs[root] = CallGraph.scan(self.index, root)
        return self.graphs[root]

    def flow(self, function: Anchor) -> Flow:
        """The data flow of a function; followed once."""
        if function.scope not in self.flows:
            self.flows[function.scope] = Flow.of(self.index, function)
        return self.flows[function.scope]

    def url(self, path: str, first: int, last: int) -> str:
        """Link to lines at the source host; empty where the commit does not hold these lines."""
        if not self.repo_url or self.repository is None or self.index.is_installed(path):
            return ""
        file = self.settings.root / path
        try:
            link = self.repository.link(self.repo_url, file, first, last, self.settings.source_link)
        except Fault as fault:
            self.link_fault = fault
            return ""
        if not link:
            self.unlinked.add(path)
        return link

    @cached_property
    def host(self) -> str:
        """Name of the source host, such as `GitHub`; empty without a repository."""
        return host_name(self.repo_url) if self.repo_url else ""

    def ref(self, path: str, first: int, last: int, home: str = "", here: str = "") -> SourceRef:
        """Lines of a file, named from the folder `home` where the file lies in it.

        Args:
            here: The page that names them, from the root.
        """
        label = path
        if home and PurePosixPath(path).is_relative_to(home):
            label = str(PurePosixPath(path).relative_to(home))
        url = self.url(path, first, last)
        page = self.code_address(here, path, first) if here else ""
        return SourceRef(label, path, first, last, url, self.host if url else "", page)

    def address(self, here: str, there: str, fragment: str = "") -> str:
        """A link from one page to a place on another; both from the project's root."""
        return page_address(here, there, fragment, self.has_folders)

    def code_address(self, here: str, path: str, line: int) -> str:
        """A link to a line on the page that shows the whole file; empty where there is none."""
        shown = self.code_pages.get(path)
        return self.address(here, shown.page, shown.line(line)) if shown is not None else ""


@dataclass
class ConceptFacts:
    """A concept with everything that was tied to its function.

    Attributes:
        function: None where the page names no known function; nothing below is tied then.
        borrowed: Symbols of other concepts that `with:` makes known.
        places: Key of a run → where the page names it first.
        has_faulty_run: A block of the concept names a run that does not exist.
        misshapen: Symbols whose declared shape a run contradicts.
        is_incomplete: A table is malformed, or one that `with:` names is not known, so a symbol
            may be declared there.
    """

    section: Concept
    function: Anchor | None
    symbols: list[Symbol] = field(default_factory=list)
    borrowed: list[Symbol] = field(default_factory=list)
    equations: list[Equation] = field(default_factory=list)
    runs: list[Run] = field(default_factory=list)
    places: dict[str, Span] = field(default_factory=dict)
    has_faulty_run: bool = False
    misshapen: set[str] = field(default_factory=set)
    is_incomplete: bool = False

    @property
    def title(self) -> str:
        """The heading of its section; empty where there is none."""
        return self.section.heading.text if self.section.heading else ""

    def symbol_of(self, cell_text: str) -> Symbol | None:
        """The symbol whose cell is written so; for `x at entry` best the one read then."""
        name = without_time(cell_text)
        found = [one for one in (*self.symbols, *self.borrowed) if one.cell_text == name]
        if name != cell_text:
            found.sort(key=lambda one: one.cell is None or one.cell.when != "entry")
        return found[0] if found else None


def equation_key(page: Page, equation: Equation) -> str:
    """The name of an equation on the whole site: `docs/page.md#widen`."""
    return site_key(page.source.path, equation.slug)


def at_file(fault: Fault) -> Finding:
    """The finding of a module that cannot be read, at the line that is no Python."""
    label = fault.related[0]
    return Finding(fault.code, fault.message, label.place, label.text, (), fault.notes, fault.help)


class UnresolvedError(Exception):
    """A block rests on something that was already reported; it says nothing of its own."""


@dataclass
class PageContext:
    """One page in the making.

    Attributes:
        reported: What is reported once a page, however many items run into it.
        code_refs: Concept's function and target of each `code:` link → the lines it resolved to;
            one target means another statement in another concept.
        ids: Ids of listings, blocks, steps and flows, and how many begin with each.
        concept: The concept whose item is being drafted, finished or drawn.
        marks: The `Marks` of the page: the numbers of its symbols.
        targets: Of the links in words that docgen renders.
    """

    site: Site
    page: Page
    findings: list[Finding] = field(default_factory=list)
    reported: set[tuple[str, str]] = field(default_factory=set)
    code_refs: dict[tuple[str, str], SourceRef] = field(default_factory=dict)
    ids: dict[str, int] = field(default_factory=dict)
    concept: ConceptFacts | None = None
    marks: Marks | None = None
    targets: Targets = field(default_factory=Targets)

    @property
    def index(self) -> SourceIndex:
        """The index of the project's code."""
        return self.site.index

    @property
    def settings(self) -> Settings:
        """The settings of the project."""
        return self.site.settings

    @property
    def module(self) -> str:
        """The module that the front matter names."""
        return self.page.front.values.value("code")

    @property
    def base(self) -> int:
        """The number that means the first position on the page."""
        return 0 if self.page.front.values.value("base") == "0" else 1

    @cached_property
    def home(self) -> str:
        """Folder of that module, from which its neighbours are named."""
        try:
            return str(PurePosixPath(self.index.module(self.module).source.path).parent)
        except Fault:
            return ""

    def unique_id(self, base: str) -> str:
        """An id that nothing before it on the page has: `code-f`, then `code-f--2`."""
        number = self.ids[base] = self.ids.get(base, 0) + 1
        return base if number == 1 else f"{base}--{number}"

    def code_key(self, target: str) -> tuple[str, str]:
        """The key in `code_refs` of a link in the item at work."""
        function = self.concept.function if self.concept else None
        return (function.dotted if function else "", target)

    def ref(self, path: str, first: int, last: int) -> SourceRef:
        """Lines of a file as the page shows them, by the file's name where it is the page's own."""
        home = "" if self.home == "." else self.home
        return self.site.ref(path, first, last, home, self.page.source.path)

    def statement_ref(self, anchor: Anchor) -> SourceRef:
        """The lines of the anchor's whole statement; of a function, its `def` line."""
        if anchor.kind in ("function", "class"):
            return self.ref(anchor.path, anchor.region.line, anchor.region.line)
        if anchor.kind == "parameter":
            return self.ref(anchor.path, anchor.region.line, anchor.region.end_line)
        return self.ref(anchor.path, anchor.statement.line, anchor.statement.end_line)

    def report(self, finding: Finding) -> None:
        """Keep a finding once, with the severity that the settings give it."""
        finding = self.settings.weigh(finding)
        if finding not in self.findings:
            self.findings.append(finding)

    def fault(self, fault: Fault, span: Span) -> None:
        """Report a fault of the text at `span`; a module that cannot be read is reported once."""
        if fault.code == "source-unreadable" and fault.related:
            label = fault.related[0]
            key = (fault.code, label.place.path)
            if key not in self.reported:
                self.reported.add(key)
                self.report(at_file(fault))
            return
        self.report(fault.at(self.page.source, span))

    def has_fault(self, block: Block) -> bool:
        """Whether something in the lines of a block is reported already."""
        source = self.page.source
        lines = range(source.line_at(block.span.start), source.line_at(block.span.end - 1) + 1)
        return any(
            finding.place.path == source.path and finding.place.line in lines
            for finding in self.findings
        )

    def has_unset(self, fence: Fence) -> bool:
        """Whether the LaTeX of a fence cannot be set."""
        source = self.page.source
        first, last = (source.line_at(at) for at in (fence.span.start, fence.span.end - 1))
        return any(
            finding.code == "unrenderable-latex" and first <= finding.place.line <= last
            for finding in self.findings
            if finding.place.path == source.path
        )

    def missing(self, block: Block, key: str, example: str) -> UnresolvedError:
        """Report that a block lacks an option, unless a mistyped one of it is reported."""
        source = self.page.source
        mistyped = any(
            finding.code == "unknown-option" and f"`{key}`" in finding.help
            for finding in self.findings
            if finding.place.path == source.path
            and source.line_at(block.span.start) <= finding.place.line
            and finding.place.line <= source.line_at(block.span.end - 1)
        )
        if not mistyped:
            self.report(
                Fault(
                    "malformed-block",
                    f"`{block.name}` lacks `{key}:`; it is never guessed",
                    help=f"add a line such as `{key}: {example}`",
                ).at(source, block.name_span)
            )
        return UnresolvedError()

    def function(self, reference: str, span: Span, scope: str = "") -> Anchor:
        """The function that a reference names.

        Raises:
            UnresolvedError: It names none; the finding is reported.
        """
        try:
            return self.index.function(reference, scope or self.module)
        except Fault as fault:
            self.fault(fault, span)
            raise UnresolvedError from None

    def subject(self, concept: ConceptFacts | None, block: Block) -> Anchor:
        """The function that a block is about: `in:`, else the concept's.

        Raises:
            UnresolvedError: There is none; that is reported.
        """
        option = block.options.option("in")
        if option:
            return self.function(option.value, option.value_span)
        if concept is None:
            self.fault(
                Fault(
                    "unknown-function",
                    f"`{block.name}` stands in no concept and names no function",
                    help="add `in: function` to the block, or a concept block above it",
                ),
                block.name_span,
            )
            raise UnresolvedError
        if concept.function is None:
            raise UnresolvedError
        return concept.function
