"""The documents of a project, compiled or taken from the store: what did not change is not again.

`Shelf(root, settings.notes, store, timestamp).documents["notes"]` is the document of
`[tool.docgen.notes.notes]`.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

from docgen import __version__
from docgen.diagnostics import Finding
from docgen.environment import installed_folder
from docgen.notes.document import Document
from docgen.notes.worker import compile_within
from docgen.settings import FILE, NotesSetting
from docgen.store import Store, digest
from docgen.text import SourceText, Span, decode_page

_CONTROL = frozenset({".git", ".hg", ".svn", ".jj"})
_LEFT = re.compile(r"\..*\.sw[a-p]|\.DS_Store|\.git")
"""Swap files of Vim, a list of icons, and the file that leads to the repository of a submodule."""


class Shelf:
    """The documents that the settings name.

    Args:
        timestamp: Seconds since 1970 that documents take for today.
        seconds: What the compilation of one document may take.

    Attributes:
        documents: Key → its document; without those that could not be compiled.
        findings: Why those could not be.
    """

    def __init__(
        self,
        root: Path,
        notes: Mapping[str, NotesSetting],
        store: Store,
        timestamp: int = 0,
        seconds: float = 30.0,
    ) -> None:
        self.root = root
        self.notes = notes
        self.store = store
        self.timestamp = timestamp
        self.seconds = seconds
        self.documents: dict[str, Document] = {}
        self.findings: list[Finding] = []
        self.compiled = 0
        self._keys: dict[str, str] = {}
        self._pdfs: dict[str, bytes] = {}
        for key, setting in notes.items():
            self._open(key, setting)

    def pdf(self, key: str) -> bytes:
        """The PDF of a document; empty of one that could not be compiled."""
        if key not in self.documents:
            return b""
        kept = self.store.load(digest("notes-pdf", self._keys[key]))
        if kept is None:  # the store forgot it, or keeps nothing
            self._compile(key, self.notes[key])
            kept = self._pdfs.get(key, b"")
        return kept

    def files(self) -> list[Path]:
        """What the documents are made of, from the root of the file system."""
        return [
            file
            for setting in self.notes.values()
            if (self.root / setting.file).is_file()
            for file in _read_files(self.root, setting)
        ]

    def _open(self, key: str, setting: NotesSetting) -> None:
        if not (self.root / setting.file).is_file():
            self._report(
                key,
                setting.file,
                f"`notes.{key}` names `{setting.file}`, which is no file",
                "write the path of the document's main file, from the folder of pyproject.toml",
            )
            return
        version = _typst()
        if not version:
            self._report(
                key,
                setting.file,
                f"`{setting.file}` is not compiled: the package `typst` is not installed",
                'install it: pip install "mkdocs-docgen[notes]"',
            )
            return
        self._keys[key] = self._digest(setting, version)
        kept = self.store.load(digest("notes", self._keys[key]))
        document = Document.decode(kept) if kept is not None else None
        if document is None:
            self._compile(key, setting)
        else:
            self.documents[key] = document

    def _digest(self, setting: NotesSetting, version: str) -> str:
        """What the document depends on: all of its folder, since it may read any file there."""
        parts: list[str | bytes] = [__version__, version, str(self.timestamp), setting.file]
        for file in _read_files(self.root, setting):
            parts += [file.relative_to(self.root).as_posix(), file.read_bytes()]
        return digest(*parts)

    def _compile(self, key: str, setting: NotesSetting) -> None:
        self.compiled += 1
        made = compile_within(self.root, setting.file, setting.fonts, self.timestamp, self.seconds)
        if made.findings:
            self.documents.pop(key, None)
            self.findings += made.findings
            return
        self.documents[key] = made.document
        self._pdfs[key] = made.pdf
        self.store.save(digest("notes", self._keys[key]), made.document.encode())
        self.store.save(digest("notes-pdf", self._keys[key]), made.pdf)

    def _report(self, key: str, word: str, message: str, help_text: str) -> None:
        """A finding at the line of pyproject.toml that names the document."""
        source = SourceText(FILE, decode_page((self.root / FILE).read_bytes()))
        head = re.search(rf"\[tool\.docgen\.notes(?:\.{re.escape(key)})?\]", source.text)
        start = head.start() if head else 0
        at = source.text.find(word, start)
        span = Span(at, at + len(word)) if at >= 0 else Span(start, start + 1)
        self.findings.append(
            Finding("source-unreadable", message, source.place(span), help=help_text)
        )


def _read_files(root: Path, setting: NotesSetting) -> list[Path]:
    folders = [(root / setting.file).parent]
    if setting.fonts:
        folders.append(root / setting.fonts)
    return sorted({file for folder in folders for file in _files_below(folder)})


def _files_below(folder: Path) -> Iterator[Path]:
    """All files, also those of folders elsewhere that a link stands for.

    The compiler does not tell what it read, and it reads hidden files as well. Those of version
    control, and what editors and file managers leave, change without the document.
    """
    known: set[str] = set()
    for name, folders, files in os.walk(folder, followlinks=True):
        real = os.path.realpath(name)
        if real in known:  # a link to a folder above it
            folders.clear()
            continue
        known.add(real)
        folders[:] = sorted(one for one in folders if one not in _CONTROL)
        paths = (Path(name, one) for one in files if not _LEFT.fullmatch(one))
        yield from (path for path in paths if path.is_file())


@cache
def _typst() -> str:
    """Name and version of the installed compiler; empty without one. It is not imported."""
    folder = installed_folder("typst")
    if folder is None:
        return ""
    return next((entry.name for entry in sorted(folder.glob("typst-*.dist-info"))), "typst")
