"""A project: its settings, its code and its pages, checked; all that hosts and commands call.

`Project.open(root).load()` reads every page, runs every example once, and knows all findings.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from docgen.baseline import Baseline
from docgen.diagnostics import Finding, undecodable
from docgen.markup.lines import LineMap
from docgen.markup.match import alignment
from docgen.markup.page import Block, Fence, InlineMath, Item, Page
from docgen.markup.scan import scan
from docgen.notes.shelf import Shelf
from docgen.pages.assemble import (
    PageDraft,
    check_equations,
    draft_page,
    finish_page,
    judge_equations,
    open_page,
)
from docgen.pages.context import Site
from docgen.pages.count import Count, Counting
from docgen.pages.dimension import check_settings, read_dimensions
from docgen.pages.lock import check_lock
from docgen.pages.reason import check_reasons
from docgen.recording import STORE, record_book, record_told, silent
from docgen.review.lock import FILE as LOCK
from docgen.settings import Settings, read_settings
from docgen.source.host import Repository, commit_time
from docgen.source.index import SourceIndex
from docgen.store import Store
from docgen.text import Place, SourceText, Span, decode_page
from docgen.trace.record import Limits, Progress

PAGES = (".md", ".markdown", ".mdown", ".mkdn", ".mkd")
"""Ends of the names of pages, as MkDocs knows them."""


class Project:
    """One project in memory.

    Attributes:
        pages: Path of the page, from the docs folder → its draft, finished after `load`.
        site_findings: Findings of no page: settings, repository.
        tell: Told how many runs are done.
        holds_lock: Whether pages are compared with docgen.lock; a page that is only tried is not.
        offers_trials: Whether the host serves what a reader needs to try an equation.
        has_folders: Whether the host makes a folder of each page.
        counts: Whether the statements of the code are counted, where a page shows the figures.
    """

    def __init__(self, settings: Settings, findings: Iterable[Finding] = ()) -> None:
        self.settings = settings
        self.setting_findings = list(findings)
        self.site_findings: list[Finding] = []
        self.pages: dict[str, PageDraft] = {}
        self.recorded = 0
        self.tell: Progress = silent
        self.holds_lock = True
        self.offers_trials = False
        self.has_folders = True
        self.counts = False

    @classmethod
    def open(cls, root: Path) -> Project:
        """The project of a folder with its settings read; nothing is loaded yet."""
        return cls(*read_settings(root))

    @property
    def root(self) -> Path:
        """The folder that holds its pyproject.toml."""
        return self.settings.root

    @property
    def docs(self) -> Path:
        """The folder of its pages."""
        return self.root / self.settings.docs

    def known(self) -> Baseline:
        """The findings of the settings' baseline, which do not fail; none without one.

        Raises:
            BaselineError: It cannot be read.
        """
        name = self.settings.baseline
        return Baseline.read(self.root / name, name) if name else Baseline(())

    def use_docs(self, folder: str) -> None:
        """Take the pages from the folder that a host names."""
        self.settings = replace(self.settings, docs=folder)

    def _open_shelf(self) -> Shelf:
        """The documents of the project; what they take for today is the day of the commit."""
        notes = self.settings.notes
        told = os.environ.get("SOURCE_DATE_EPOCH", "") or self.commit_time() if notes else ""
        timestamp = int(told) if told.isdecimal() else 0
        store = Store(self.root / STORE)
        return Shelf(self.root, notes, store, timestamp, self.settings.timeout)

    def documents(self) -> Iterator[tuple[str, bytes]]:
        """The PDFs that a site serves, by their paths from its root."""
        shelf = self.site.shelf
        for key, setting in self.settings.notes.items():
            content = shelf.pdf(key) if shelf is not None else b""
            if content:
                yield setting.pdf, content

    def commit_time(self) -> str:
        """When the current commit was made, in seconds since 1970; empty without one."""
        return commit_time(self.root)

    def load(
        self,
        repo_url: str = "",
        publish: bool = False,
        published: frozenset[str] | None = None,
        static: bool = False,
        texts: Mapping[str, str] | None = None,
    ) -> None:
        """Read and check everything anew.

        Args:
            repo_url: Of the source host; empty where no links to it are wanted.
            publish: Whether links must be right for readers: a linked file that differs from the
                commit, or a commit that is not known, is a finding then.
            published: Paths of the pages that are on the site, from the docs folder; None for all
                that the folder holds.
            static: Execute nothing: no module of the project is imported and no process started.
                What only a run can tell is left open, and equations are `pending`.
            texts: Path of a page, from the root → its text in an editor, which counts in place of
                the file's; the page need not be saved yet.
        """
        self.site_findings = list(self.setting_findings)
        self.recorded = 0
        installed = self.settings.installed
        index = SourceIndex.scan(self.root, self.settings.tests, installed=installed)
        repository = Repository.find(self.root) if repo_url else None
        self.site = Site(self.settings, index, repository, repo_url)
        self.site.book.installed = index.installed
        self.site.is_static = static
        self.site.offers_trials = self.offers_trials
        self.site.has_folders = self.has_folders
        self.site.shelf = self._open_shelf()
        read_dimensions(self.site)
        self.record()
        self.site_findings += [*check_settings(self.site), *self.site.shelf.findings]
        pages = self._read_pages(published, texts or {})
        drafts = [open_page(self.site, page) for page in pages]
        for draft in drafts:
            draft_page(draft)
        check_equations(drafts)
        self.record()
        judge_equations(drafts)
        self.site_findings += check_reasons(self.site)
        if self.counts and self.site.wants_count:
            self.site.count = self.count(self.tell)
        for draft in drafts:
            finish_page(draft)
        if self.holds_lock:
            self.site_findings += check_lock(self.site, drafts)
        self.pages = {self._page_key(draft.page): draft for draft in drafts}
        if publish and repo_url:
            self._check_links(repository)

    def reconcile(self, path: str, rendered: Page) -> PageDraft:
        """The draft of a page as a host hands it over, its items in the host's order.

        Where the host's text has the very items of the file, that is the draft of the file. Where
        a macro or a snippet changed it, the text is checked as it is, findings are reported at the
        line of the file that made them, and an item that was written and is not rendered is
        `malformed-block`.
        """
        raw = self.pages.get(path)
        if raw is None:
            # A page that another plugin made: nobody but this knows what is wrong with it.
            draft = self._check(rendered)
            if path:
                self.pages[path] = draft
            return draft
        pairs = alignment(raw.page, rendered)
        same_links = raw.page.references == rendered.references
        if same_links and all(None not in pair for pair in pairs):
            return raw
        draft = self._check(replace(rendered, front=raw.page.front))
        lines = LineMap(raw.page.source, rendered.source)
        for finding in draft.findings:
            raw.context.report(lines.to_raw(finding))
        for written, shown in pairs:
            if shown is None and written is not None:
                item = raw.page.items[written]
                if isinstance(item, Block | Fence | InlineMath):
                    raw.context.report(_vanished(raw.page, item))
        return draft

    def report_unplaced(self, path: str, draft: PageDraft, item: Item) -> None:
        """Report an item of a rendered page for which Markdown made no place."""
        raw = self.pages.get(path, draft)
        finding = Finding(
            "malformed-block",
            "this stands where Markdown makes nothing of it",
            draft.page.source.place(item.span),
            help="move it into a paragraph or a block of its own, with blank lines around it",
        )
        if raw is not draft:
            finding = LineMap(raw.page.source, draft.page.source).to_raw(finding)
        raw.context.report(finding)

    def _check(self, page: Page) -> PageDraft:
        """Check a page's text as a host has it; its concepts replace those of the file."""
        for documented in self.site.concepts.values():
            documented[:] = [
                facts for facts in documented if facts.section.page.source.path != page.source.path
            ]
        draft = open_page(self.site, page)
        draft_page(draft)
        check_equations([draft])
        self.record()
        judge_equations([draft])
        finish_page(draft)
        return draft

    def _page_key(self, page: Page) -> str:
        return page.source.path.removeprefix(self.settings.docs + "/")

    def _read_pages(self, published: frozenset[str] | None, texts: Mapping[str, str]) -> list[Page]:
        pages: list[Page] = []
        files = {each for each in self.docs.rglob("*") if each.suffix in PAGES and each.is_file()}
        for file in sorted(files | {self.root / path for path in texts}):
            parts = file.relative_to(self.docs).parts
            if any(part.startswith(".") for part in parts):
                continue
            if published is not None and "/".join(parts) not in published:
                continue
            path = file.relative_to(self.root).as_posix()
            try:
                text = texts[path] if path in texts else decode_page(file.read_bytes())
            except UnicodeDecodeError as error:
                self.site_findings.append(undecodable(path, error))
                continue
            pages.append(scan(SourceText(path, text)))
        return pages

    @property
    def findings(self) -> list[Finding]:
        """All findings, each once, in the order in which they are reported."""
        weighed = map(self.settings.weigh, self.site_findings)
        found: dict[Finding, None] = dict.fromkeys(weighed)
        for draft in self.pages.values():
            found.update(dict.fromkeys(draft.findings))
        return sorted(found, key=lambda finding: finding.sort_key)

    def concerning(self, paths: Iterable[str]) -> list[Finding]:
        """What stands between some pages and a clean check: theirs, and those of no page."""
        found = set(map(self.settings.weigh, self.site_findings))
        for path in paths:
            found.update(self.pages[path].findings)
        return [finding for finding in self.findings if finding in found]

    def watched(self) -> list[Path]:
        """Files that the pages rest on: modules read, files that runs opened, and the lock."""
        paths = {LOCK, *self.site.index.files()}
        for run in self.site.book.runs.values():
            if run.trace is not None:
                paths.update(path for path, _ in run.trace.files)
        files = [self.site.index.file(path) for path in sorted(paths)]
        return files + (self.site.shelf.files() if self.site.shelf else [])

    def record(self) -> None:
        """Execute the runs that have no trace yet, but for those whose trace is stored."""
        if self.site.is_static:
            return
        limits = Limits(self.settings.timeout, self.settings.memory)
        self.recorded += record_book(self.site.book, self.root, limits, self.tell)

    def count(self, tell: Progress = silent) -> Count:
        """Count the statements that equations explain; runs are executed, or what they told kept.

        Args:
            tell: Told how many of the runs that are executed are done.
        """
        counting = Counting.of(self.site)
        limits = Limits(self.settings.timeout, self.settings.memory)
        told, executed = record_told(counting.plans(), counting.told, self.root, limits, tell)
        self.recorded += executed
        return counting.count(self.site, told)

    def _setting_place(self, key: str) -> Place:
        """Where mkdocs.yml sets a key; its first line where it does not, or cannot be read."""
        file = self.root / "mkdocs.yml"
        try:
            source = SourceText(file.name, decode_page(file.read_bytes()))
        except (OSError, UnicodeDecodeError):
            source = SourceText(file.name, "")
        found = re.search(rf"^{key}(?=\s*:)", source.text, re.MULTILINE)
        return source.place(Span(*found.span()) if found else Span(0, 0))

    def _check_links(self, repository: Repository | None) -> None:
        """Readers follow links into the commit; it must be known and hold what the page shows."""
        anchor = self._setting_place("repo_url")
        if repository is None:
            self.site_findings.append(
                Finding(
                    "no-source-host",
                    "`repo_url` is set, but no commit is known: there is no Git repository here",
                    anchor,
                    help="build in a clone of the repository, or leave `repo_url` out",
                )
            )
            return
        if self.site.link_fault is not None:
            fault = self.site.link_fault
            self.site_findings.append(
                Finding(fault.code, fault.message, anchor, notes=fault.notes, help=fault.help)
            )
        for path in sorted(self.site.unlinked):
            source = self.site.index.source(path)
            self.site_findings.append(
                Finding(
                    "uncommitted-source",
                    f"`{path}` differs from the commit that its links would name",
                    source.place(source.line_span(1)),
                    notes=("pages show the file as it is; they do not link to its lines",),
                    help="commit the file, or build without `repo_url`",
                )
            )


def _vanished(page: Page, item: Block | Fence | InlineMath) -> Finding:
    return Finding(
        "malformed-block",
        "this is not on the page that is rendered: another plugin changed it",
        page.source.place(item.span),
        help="keep braces apart for templating plugins: `{ {x} }`, or render it raw",
    )
