"""One project at work in an editor: its open documents, the last check, what was published.

A change asks for a check with `ask`; the check runs in a thread on the texts of that moment, and
its findings are published for every document that still has the text that was checked.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from threading import Thread

from lsprotocol.types import (
    Diagnostic,
    MessageType,
    PublishDiagnosticsParams,
    ShowMessageParams,
)
from pygls.lsp.server import LanguageServer
from pygls.uris import from_fs_path

from docgen.lsp.diagnostic import as_diagnostic
from docgen.lsp.position import Columns
from docgen.pages.assemble import PageDraft
from docgen.project import PAGES, Project
from docgen.text import SourceText, decode_page

LOG = logging.getLogger("docgen.lsp")
DEBOUNCE = 0.3
"""Seconds without a change before the pages are checked."""


@dataclass(frozen=True, slots=True)
class Document:
    """A file as the editor has it."""

    uri: str
    version: int | None
    text: str


@dataclass(frozen=True, slots=True)
class Checked:
    """A project after a check.

    Attributes:
        texts: Path of each page that was open → the text that was checked.
    """

    project: Project
    texts: dict[str, str]

    def source(self, path: str) -> SourceText:
        """A page as it was checked, by its path from the root."""
        docs = self.project.settings.docs
        return self.project.pages[path.removeprefix(f"{docs}/")].page.source


@dataclass
class Desk:
    """A project that an editor works on.

    Attributes:
        documents: Path from the root → an open document of the project.
        checked: The last check that came to an end.
        published: Path → the diagnostics that the editor shows.
    """

    root: Path
    server: LanguageServer
    documents: dict[str, Document] = field(default_factory=dict)
    checked: Checked | None = None
    published: dict[str, list[Diagnostic]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Read the settings; check nothing yet."""
        self.docs = Project.open(self.root).settings.docs
        self._timer: asyncio.TimerHandle | None = None
        self._task: asyncio.Task[None] | None = None
        self._is_asked = False
        self._told = ""
        self._sent: dict[str, PublishDiagnosticsParams] = {}

    @property
    def columns(self) -> Columns:
        """How the client counts columns."""
        return Columns(str(self.server.workspace.position_encoding or "utf-16"))

    # Files and texts.

    def path_of(self, file: Path) -> str | None:
        """A file from the root, with `/`; None of one outside of the project."""
        for one in (file, file.resolve()):
            if one.is_relative_to(self.root):
                return one.relative_to(self.root).as_posix()
        return None

    def uri_of(self, path: str) -> str:
        """What the editor calls a file."""
        if path in self.documents:
            return self.documents[path].uri
        file = self.root / path
        if self.checked is not None:
            file = self.checked.project.site.index.file(path)
        return from_fs_path(str(file)) or ""

    def is_page(self, path: str) -> bool:
        """Whether a path of the project is a page of its documentation."""
        return path.startswith(f"{self.docs}/") and path.endswith(PAGES)

    def page(self, path: str) -> SourceText:
        """A page as the editor shows it."""
        return SourceText(path, self.documents[path].text)

    def draft(self, path: str) -> PageDraft | None:
        """What the last check knows of a page."""
        if self.checked is None:
            return None
        return self.checked.project.pages.get(path.removeprefix(f"{self.docs}/"))

    # Checking.

    def put(self, path: str, document: Document) -> None:
        """Take a document over; a page is checked where its text is not the one checked last."""
        known = self.checked is not None and self.checked.texts.get(path) == document.text
        self.documents[path] = document
        if known:
            self._show([path])
        elif self.is_page(path):
            self.ask()

    def drop(self, path: str) -> None:
        """A document was closed: from now on its file counts."""
        if self.documents.pop(path, None) is not None and self.is_page(path):
            self.ask()

    def ask(self) -> None:
        """Check soon; once, however often it is asked for until then."""
        if self._timer is not None:
            self._timer.cancel()
        self._timer = asyncio.get_running_loop().call_later(DEBOUNCE, self._begin)

    def stop(self) -> None:
        """Take no further result; the worker of a check at work ends with this process."""
        if self._timer is not None:
            self._timer.cancel()
        if self._task is not None:
            self._task.cancel()

    def _begin(self) -> None:
        self._is_asked = True
        if self._task is None or self._task.done():
            self._task = asyncio.get_running_loop().create_task(self._check())

    async def _check(self) -> None:
        while self._is_asked:
            self._is_asked = False
            if not self.root.is_dir():
                self._tell_missing()
                continue
            texts = {
                path: document.text
                for path, document in self.documents.items()
                if self.is_page(path)
            }
            try:
                project = await _load(self.root, texts)
                # The folder can be taken away at any moment of a check.
                if self.root.is_dir():
                    self.docs = project.settings.docs
                    self.checked = Checked(project, texts)
                    self._publish()
                if project.docs.is_dir():
                    self._told = ""
                else:
                    self._tell_missing()
            except Exception as error:
                if not self.root.is_dir():
                    self._tell_missing()
                    continue
                LOG.exception("a fault in docgen, not in the pages")
                self._tell(
                    MessageType.Error,
                    "docgen: a fault in docgen itself, not in your files:"
                    f" {type(error).__name__}: {error}. What is shown is older than your text.",
                )

    def _tell_missing(self) -> None:
        """Say which folder there is not: the project's, or that of its pages."""
        told = (
            f"docgen: there is no folder {self.docs}/ in {self.root};"
            " make it, or name another one as `docs` in [tool.docgen]"
            if self.root.is_dir()
            else f"docgen: the folder {self.root} is gone"
        )
        self._tell(MessageType.Warning, told)

    def _tell(self, kind: MessageType, message: str) -> None:
        """Show a message, unless it is the one shown last."""
        if message != self._told:
            self._told = message
            self.server.window_show_message(ShowMessageParams(kind, message))

    # Publishing.

    def _publish(self) -> None:
        """Show what was found, and clear what is no more."""
        assert self.checked is not None
        before = set(self.published)
        found: dict[str, list[Diagnostic]] = {}
        for finding in self.checked.project.findings:
            diagnostic = as_diagnostic(finding, self.columns, self.uri_of)
            found.setdefault(finding.place.path, []).append(diagnostic)
        stale = {path for path in self.documents if not self._is_current(path)}
        kept = {path: old for path, old in self.published.items() if path in stale}
        fresh = {path: new for path, new in found.items() if path not in stale}
        self.published = {**fresh, **kept}
        self._show(sorted({*self.documents, *before, *fresh} - stale))
        if any(self.is_page(path) for path in stale):
            self.ask()

    def clear(self) -> None:
        """Stop, and take everything back that the editor shows."""
        self.stop()
        shown, self.published = sorted(self.published), {}
        self._show(shown)

    def _show(self, paths: Iterable[str]) -> None:
        for path in paths:
            document = self.documents.get(path)
            shown = PublishDiagnosticsParams(
                uri=self.uri_of(path),
                diagnostics=self.published.get(path, []),
                version=document.version if document else None,
            )
            if self._sent.get(path) != shown:
                self._sent[path] = shown
                self.server.text_document_publish_diagnostics(shown)

    def _is_current(self, path: str) -> bool:
        """Whether a document has the text that was checked."""
        assert self.checked is not None
        text = self.documents[path].text
        if self.is_page(path):
            return self.checked.texts.get(path) == text
        try:
            return decode_page((self.root / path).read_bytes()) == text
        except (OSError, UnicodeDecodeError):
            return False


def _load(root: Path, texts: dict[str, str]) -> asyncio.Future[Project]:
    """A project, checked in a thread that does not keep this process from ending."""
    loop = asyncio.get_running_loop()
    future: asyncio.Future[Project] = loop.create_future()

    def settle(project: Project | None, error: Exception | None) -> None:
        if future.done():
            return
        if project is not None:
            future.set_result(project)
        elif error is not None:
            future.set_exception(error)

    def work() -> None:
        project, fault = None, None
        try:
            project = Project.open(root)
            project.load(texts=texts)
        except Exception as error:
            project, fault = None, error
        try:
            loop.call_soon_threadsafe(settle, project, fault)
        except RuntimeError:
            LOG.info("the server ended before the check did")

    Thread(target=work, name="docgen-check", daemon=True).start()
    return future
