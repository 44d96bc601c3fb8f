"""The language server: what an editor asks, handed to the project that the file belongs to.

`serve()` speaks the Language Server Protocol on standard input and output until the editor ends it.
"""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import BinaryIO

from lsprotocol import types
from pygls.lsp.server import LanguageServer
from pygls.uris import to_fs_path

from docgen import __version__
from docgen.lsp.completion import TRIGGERS, complete
from docgen.lsp.definition import definition
from docgen.lsp.desk import Desk, Document
from docgen.lsp.hover import hover
from docgen.lsp.position import editor_text
from docgen.lsp.rests import SHOW, lenses, references
from docgen.project import PAGES
from docgen.settings import nearest_root

WATCHED = ("**/*.py", *(f"**/*{ending}" for ending in PAGES), "**/*.typ", "**/pyproject.toml")


class DocgenServer(LanguageServer):
    """Helps with the pages of one project a workspace folder.

    Attributes:
        root: The only project, where the command names it.
        was_shut: Whether the editor asked for the end before it ended the connection.
    """

    def __init__(self, root: Path | None = None) -> None:
        # Whole texts: pygls ends lines where neither editors nor Python do.
        super().__init__(
            "docgen", __version__, text_document_sync_kind=types.TextDocumentSyncKind.Full
        )
        self.root = root
        self.desks: list[Desk] = []
        self.was_shut = False

    def open_desks(self) -> None:
        """Check the project of every workspace folder, and let go of those of no folder."""
        folders = [self.root] if self.root is not None else self._folders()
        roots: list[Path] = []
        for folder in folders:
            root = nearest_root(folder.resolve())
            if root is not None:
                roots.append(root)
            else:
                self._warn(
                    f"docgen: there is no pyproject.toml in {folder} or above;"
                    " open the folder that holds it"
                )
        if not folders:
            self._warn("docgen: no folder is open; open the one that holds pyproject.toml")
        for desk in self.desks:
            if desk.root not in roots:
                desk.clear()
        known = {desk.root: desk for desk in self.desks}
        self.desks = [known.get(root) or Desk(root, self) for root in dict.fromkeys(roots)]
        for uri in self.workspace.text_documents:
            self.put(uri)
        for desk in self.desks:
            desk.ask()

    def put(self, uri: str) -> None:
        """Hand a document, as the editor has it, to the project that it belongs to."""
        found = self.find(uri)
        if found is not None:
            desk, path = found
            document = self.workspace.get_text_document(uri)
            desk.put(path, Document(uri, document.version, editor_text(document.source)))

    def _folders(self) -> list[Path]:
        uris = [folder.uri for folder in self.workspace.folders.values()]
        if not uris and self.workspace.root_uri:
            uris = [self.workspace.root_uri]
        paths = [to_fs_path(uri) for uri in uris]
        return [Path(path) for path in paths if path]

    def _warn(self, message: str) -> None:
        kind = types.MessageType.Warning
        self.window_show_message(types.ShowMessageParams(kind, message))

    def find(self, uri: str) -> tuple[Desk, str] | None:
        """The project of a document, and the document's path in it."""
        file = to_fs_path(uri) if uri.startswith("file:") else None
        if not file:
            return None
        for desk in sorted(self.desks, key=lambda desk: -len(desk.root.parts)):
            path = desk.path_of(Path(file))
            if path is not None:
                return desk, path
        return None

    def page(self, uri: str) -> tuple[Desk, str] | None:
        """The project of an open page, and its path."""
        found = self.find(uri)
        if found is None or not found[0].is_page(found[1]) or found[1] not in found[0].documents:
            return None
        return found


# The life of a connection.


def _initialized(ls: DocgenServer, _: types.InitializedParams) -> None:
    ls.open_desks()
    workspace = ls.client_capabilities.workspace
    watching = workspace.did_change_watched_files if workspace else None
    if watching is not None and watching.dynamic_registration:
        watchers = [types.FileSystemWatcher(pattern) for pattern in WATCHED]
        ls.client_register_capability(
            types.RegistrationParams(
                [
                    types.Registration(
                        "docgen-files",
                        types.WORKSPACE_DID_CHANGE_WATCHED_FILES,
                        types.DidChangeWatchedFilesRegistrationOptions(watchers),
                    )
                ]
            )
        )


def _shutdown(ls: DocgenServer, _: object = None) -> None:
    ls.was_shut = True
    for desk in ls.desks:
        desk.stop()


def _changed_folders(ls: DocgenServer, _: types.DidChangeWorkspaceFoldersParams) -> None:
    ls.open_desks()


# Documents.


def _opened(ls: DocgenServer, params: types.DidOpenTextDocumentParams) -> None:
    ls.put(params.text_document.uri)


def _changed(ls: DocgenServer, params: types.DidChangeTextDocumentParams) -> None:
    ls.put(params.text_document.uri)


def _closed(ls: DocgenServer, params: types.DidCloseTextDocumentParams) -> None:
    found = ls.find(params.text_document.uri)
    if found is not None:
        found[0].drop(found[1])


def _saved(ls: DocgenServer, params: types.DidSaveTextDocumentParams) -> None:
    found = ls.find(params.text_document.uri)
    if found is not None and not found[0].is_page(found[1]):
        found[0].ask()


def _files_changed(ls: DocgenServer, params: types.DidChangeWatchedFilesParams) -> None:
    for change in params.changes:
        found = ls.find(change.uri)
        if found is not None and not found[1].startswith(".docgen/"):
            found[0].ask()


# Questions.


def _hover(ls: DocgenServer, params: types.HoverParams) -> types.Hover | None:
    found = ls.page(params.text_document.uri)
    return hover(*found, params.position) if found else None


def _definition(ls: DocgenServer, params: types.DefinitionParams) -> list[types.Location]:
    found = ls.page(params.text_document.uri)
    return definition(*found, params.position) if found else []


def _references(ls: DocgenServer, params: types.ReferenceParams) -> list[types.Location]:
    found = ls.find(params.text_document.uri)
    return references(*found, params.position) if found else []


def _lenses(ls: DocgenServer, params: types.CodeLensParams) -> list[types.CodeLens]:
    found = ls.find(params.text_document.uri)
    return lenses(*found) if found else []


def _completion(ls: DocgenServer, params: types.CompletionParams) -> types.CompletionList:
    found = ls.page(params.text_document.uri)
    items = complete(*found, params.position) if found else []
    return types.CompletionList(is_incomplete=False, items=items)


async def _show(ls: DocgenServer, uri: str, line: int) -> None:
    """Show the first place that rests on a line; a code lens asks for it."""
    found = ls.find(uri)
    places = references(*found, types.Position(line, 0)) if found else []
    for place in places[:1]:
        await ls.window_show_document_async(
            types.ShowDocumentParams(place.uri, take_focus=True, selection=place.range)
        )


def make_server(root: Path | None = None) -> DocgenServer:
    """A server that waits for an editor."""
    server = DocgenServer(root)
    handlers: dict[str, Callable[..., object]] = {
        types.INITIALIZED: _initialized,
        types.SHUTDOWN: _shutdown,
        types.WORKSPACE_DID_CHANGE_WORKSPACE_FOLDERS: _changed_folders,
        types.WORKSPACE_DID_CHANGE_WATCHED_FILES: _files_changed,
        types.TEXT_DOCUMENT_DID_OPEN: _opened,
        types.TEXT_DOCUMENT_DID_CHANGE: _changed,
        types.TEXT_DOCUMENT_DID_CLOSE: _closed,
        types.TEXT_DOCUMENT_DID_SAVE: _saved,
        types.TEXT_DOCUMENT_HOVER: _hover,
        types.TEXT_DOCUMENT_DEFINITION: _definition,
        types.TEXT_DOCUMENT_REFERENCES: _references,
        types.TEXT_DOCUMENT_CODE_LENS: _lenses,
    }
    for name, handler in handlers.items():
        server.feature(name)(handler)
    options = types.CompletionOptions(trigger_characters=list(TRIGGERS))
    server.feature(types.TEXT_DOCUMENT_COMPLETION, options)(_completion)
    server.command(SHOW)(_show)
    return server


def serve(
    root: Path | None = None, asked: BinaryIO | None = None, answered: BinaryIO | None = None
) -> int:
    """Serve one editor; the exit code is 0 where it asked for the end, else 1.

    Args:
        root: Folder of the project; None for those of the workspace.
        asked, answered: What the editor writes, and what it reads; None for the standard streams.
    """
    server = make_server(root)
    server.start_io(asked, answered or _own_output())
    return 0 if server.was_shut else 1


def _own_output() -> BinaryIO:
    """Standard output, from now on for messages alone: what else is printed goes to the log."""
    logging.basicConfig(stream=sys.stderr, level=logging.WARNING)
    answered = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    return answered
