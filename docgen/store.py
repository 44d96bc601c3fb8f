"""Results kept between runs, found again by what they were made from.

`Store(folder).load(digest("run", plan))` is the bytes saved under that key, or None. A store that
is deleted, damaged, read-only or in use by others costs time only: it answers None or forgets.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import sqlite3
import threading
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

FILE = "results-1.sqlite3"
"""The number is the schema's: an older docgen's file is left alone."""
LIMIT = 256 * 2**20
BUSY_SECONDS = 5.0

_SCHEMA = (
    "CREATE TABLE IF NOT EXISTS record"
    " (number INTEGER PRIMARY KEY AUTOINCREMENT, key BLOB UNIQUE NOT NULL,"
    " digest BLOB NOT NULL, size INTEGER NOT NULL, data BLOB NOT NULL)"
)
# Members, newest first, until the sum of sizes passes the limit; the rest goes.
_TRIM = (
    "DELETE FROM record WHERE number IN (SELECT number FROM"
    " (SELECT number, SUM(size) OVER (ORDER BY number DESC) AS total FROM record)"
    " WHERE total > ?)"
)

_Result = TypeVar("_Result")
# Connections inherited by a forked process: SQLite forbids even closing them there.
_inherited: list[sqlite3.Connection] = []


def digest(*parts: str | bytes) -> str:
    """A key made from parts; `("ab", "c")` and `("a", "bc")` differ, and so do text and bytes."""
    state = hashlib.sha256()
    for part in parts:
        kind, data = (b"t", part.encode()) if isinstance(part, str) else (b"b", part)
        state.update(b"%s%d:" % (kind, len(data)))
        state.update(data)
    return state.hexdigest()


class Store:
    """Bytes by key in one file of `folder`; without a folder it keeps nothing.

    Args:
        folder: Made when the first result is saved.
        limit: Bytes of data that are kept; the oldest go first.
    """

    def __init__(self, folder: Path | None, limit: int = LIMIT) -> None:
        self._folder = folder
        self._limit = limit
        self._lock = threading.Lock()
        self._link: sqlite3.Connection | None = None
        self._opened: tuple[int, int, int] | None = None
        self._untrimmed = limit

    def load(self, key: str | bytes) -> bytes | None:
        """What was saved under the key; None if nothing was, or if it is damaged."""
        name = _name(key)

        def fetch(link: sqlite3.Connection) -> tuple[object, object] | None:
            rows = link.execute("SELECT digest, data FROM record WHERE key = ?", (name,))
            found: tuple[object, object] | None = rows.fetchone()
            return found

        found = self._attempt(fetch, make=False)
        if found is None:
            return None
        check, data = found
        return data if isinstance(data, bytes) and check == _check(name, data) else None

    def save(self, key: str | bytes, data: bytes) -> None:
        """Keeps the data under the key; a result larger than the whole limit is not kept."""
        if len(data) > self._limit:
            return
        name = _name(key)
        row = (name, _check(name, data), len(data), data)

        def put(link: sqlite3.Connection) -> None:
            sql = "INSERT OR REPLACE INTO record (key, digest, size, data) VALUES (?, ?, ?, ?)"
            link.execute("BEGIN IMMEDIATE")
            link.execute(sql, row)
            self._untrimmed += len(data)
            if self._untrimmed >= self._limit // 8:
                link.execute(_TRIM, (self._limit,))
                self._untrimmed = 0
            link.execute("COMMIT")

        self._attempt(put, make=True)

    def close(self) -> None:
        """Lets go of the file; the next use opens it again."""
        link, self._link = self._link, None
        if link is None:
            return
        if self._opened is not None and self._opened[0] != os.getpid():
            _inherited.append(link)
            return
        with contextlib.suppress(sqlite3.Error):
            link.close()

    def __del__(self) -> None:
        """Close the file, so that none stays open."""
        self.close()

    def _attempt(self, work: Callable[[sqlite3.Connection], _Result], make: bool) -> _Result | None:
        """The work's result; a damaged file is removed, and made anew if `make`."""
        if self._folder is None:
            return None
        with self._lock:
            for _ in range(2):
                try:
                    link = self._connect(self._folder / FILE, make)
                    return None if link is None else work(link)
                except sqlite3.OperationalError:  # busy, read-only, disk full, no such folder
                    self.close()
                    return None
                except (sqlite3.Error, OSError):
                    self.close()
                    if not _is_removed(self._folder / FILE):
                        return None
        return None

    def _connect(self, file: Path, make: bool) -> sqlite3.Connection | None:
        if self._link is not None and self._opened != _identity(file):
            self.close()
        if self._link is not None:
            return self._link
        if not file.exists():
            if not make:
                return None
            _make_folder(file.parent)
        self._link = sqlite3.connect(
            file, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False
        )
        self._opened = _identity(file)
        # A lost write is only a lost result; every record is checked when it is read.
        self._link.execute("PRAGMA synchronous = OFF")
        self._link.execute(_SCHEMA)
        return self._link


def _name(key: str | bytes) -> bytes:
    return key.encode() if isinstance(key, str) else key


def _check(name: bytes, data: bytes) -> bytes:
    return bytes.fromhex(digest(name, data))


def _identity(file: Path) -> tuple[int, int, int] | None:
    """Which file it is and whose connection: another after it was deleted, or after a fork."""
    try:
        status = file.stat()
    except OSError:
        return None
    return os.getpid(), status.st_dev, status.st_ino


def _make_folder(folder: Path) -> None:
    if not folder.is_dir():
        folder.mkdir(parents=True, exist_ok=True)
        (folder / ".gitignore").write_text("*\n", encoding="utf-8")


def _is_removed(file: Path) -> bool:
    """Whether the damaged file, and the journal beside it, are gone now."""
    try:
        file.unlink(missing_ok=True)
        file.with_name(f"{file.name}-journal").unlink(missing_ok=True)
    except OSError:
        return False
    return True
