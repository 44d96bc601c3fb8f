"""A store gives back what was saved, or nothing; it never fails and never lies."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from docgen.store import FILE, Store, digest


def test_digest_knows_where_parts_end_and_what_they_are() -> None:
    keys = [
        digest("ab", "c"),
        digest("a", "bc"),
        digest("abc"),
        digest(b"abc"),
        digest(),
        digest(""),
    ]

    assert len(set(keys)) == len(keys)
    assert digest("a", b"b") == digest("a", b"b")
    assert len(digest("a")) == 64


def test_saved_data_is_loaded_by_any_store_of_the_folder(tmp_path: Path) -> None:
    store = Store(tmp_path / "cache")
    store.save("key", b"one")
    store.save(b"other", b"")
    store.save("key", b"two")

    assert store.load("key") == b"two"
    assert store.load(b"key") == b"two"
    assert store.load("other") == b""
    assert store.load("absent") is None
    assert Store(tmp_path / "cache").load("key") == b"two"
    assert (tmp_path / "cache" / ".gitignore").read_text() == "*\n"


def test_store_without_a_folder_keeps_nothing() -> None:
    store = Store(None)
    store.save("key", b"data")

    assert store.load("key") is None


def test_loading_makes_no_file(tmp_path: Path) -> None:
    assert Store(tmp_path / "cache").load("key") is None
    assert not (tmp_path / "cache").exists()


def test_deleted_store_is_empty_and_made_again(tmp_path: Path) -> None:
    store = Store(tmp_path)
    store.save("key", b"data")
    (tmp_path / FILE).unlink()

    assert store.load("key") is None
    store.save("key", b"again")
    assert Store(tmp_path).load("key") == b"again"


@pytest.mark.parametrize(
    "damage", [b"no database at all" * 100, b"SQLite format 3\x00" + b"\x01" * 5000]
)
def test_damaged_file_is_made_again(tmp_path: Path, damage: bytes) -> None:
    (tmp_path / FILE).write_bytes(damage)
    store = Store(tmp_path)

    assert store.load("key") is None
    store.save("key", b"data")
    assert store.load("key") == b"data"


def test_file_damaged_while_open_costs_only_time(tmp_path: Path) -> None:
    store = Store(tmp_path)
    store.save("key", b"data" * 5000)
    with (tmp_path / FILE).open("r+b") as file:
        file.write(b"\x00" * 20000)

    assert store.load("key") in (None, b"data" * 5000)
    store.save("key", b"new")
    assert Store(tmp_path).load("key") in (None, b"new")


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE record SET data = x'00' WHERE key = x'6B6579'",
        "UPDATE record SET data = 'text' WHERE key = x'6B6579'",
        "UPDATE record SET digest = x'00' WHERE key = x'6B6579'",
        "UPDATE record SET key = x'6B6579' WHERE key = x'6F74686572'",
    ],
)
def test_record_that_is_not_what_was_saved_is_not_given_back(tmp_path: Path, change: str) -> None:
    store = Store(tmp_path)
    store.save("other", b"data of other")
    if "6F74686572" not in change:
        store.save("key", b"data")
    store.close()
    link = sqlite3.connect(tmp_path / FILE)
    link.execute(change)
    link.commit()
    link.close()

    assert store.load("key") is None


def test_file_of_another_form_is_left_alone(tmp_path: Path) -> None:
    link = sqlite3.connect(tmp_path / FILE)
    link.execute("CREATE TABLE record (something INTEGER)")
    link.commit()
    link.close()
    store = Store(tmp_path)
    store.save("key", b"data")

    assert store.load("key") is None


@pytest.mark.parametrize("blocked", ["folder is a file", "file is a folder"])
def test_folder_that_cannot_be_written_keeps_nothing(tmp_path: Path, blocked: str) -> None:
    folder = tmp_path / "cache"
    if blocked == "folder is a file":
        folder.write_text("")
    else:
        (folder / FILE).mkdir(parents=True)
    store = Store(folder)
    store.save("key", b"data")

    assert store.load("key") is None


def test_read_only_store_is_read_and_not_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    writer = Store(tmp_path)
    writer.save("key", b"data")
    writer.close()
    connect = sqlite3.connect

    def connect_read_only(file: Path, **options: object) -> sqlite3.Connection:
        return connect(f"{file.as_uri()}?mode=ro", uri=True, **options)  # type: ignore[call-overload]

    monkeypatch.setattr(sqlite3, "connect", connect_read_only)
    store = Store(tmp_path)
    store.save("more", b"data")

    assert store.load("key") == b"data"
    assert store.load("more") is None


def test_locked_store_forgets(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("docgen.store.BUSY_SECONDS", 0.01)
    store = Store(tmp_path)
    store.save("key", b"old")
    other = sqlite3.connect(tmp_path / FILE, isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    store.save("key", b"new")
    assert store.load("key") is None
    other.execute("ROLLBACK")
    other.close()

    assert store.load("key") == b"old"


def test_oldest_data_go_first(tmp_path: Path) -> None:
    store = Store(tmp_path, limit=1000)
    for number in range(40):
        store.save(f"key{number}", bytes([number]) * 100)
    kept = [number for number in range(40) if store.load(f"key{number}") is not None]

    assert kept == list(range(40 - len(kept), 40))
    assert 9 <= len(kept) <= 11
    store.save("huge", b"x" * 1001)
    assert store.load("huge") is None
    assert store.load("key39") == bytes([39]) * 100


def test_threads_share_a_store(tmp_path: Path) -> None:
    store = Store(tmp_path)
    wrong: list[str] = []

    def work(thread: int) -> None:
        for number in range(20):
            key = f"{thread}-{number}"
            store.save(key, key.encode())
            if store.load(key) != key.encode():
                wrong.append(key)

    threads = [threading.Thread(target=work, args=(thread,)) for thread in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert wrong == []


WRITER = """
import sys
from pathlib import Path
from docgen.store import Store
store = Store(Path(sys.argv[1]))
for number in range(30):
    store.save(f"shared{number}", b"same" * 50)
    assert store.load(f"shared{number}") in (None, b"same" * 50)
"""


def test_processes_share_a_store(tmp_path: Path) -> None:
    root = Path(__file__).resolve().parent.parent
    command = [sys.executable, "-c", WRITER, str(tmp_path)]
    running = [subprocess.Popen(command, cwd=root) for _ in range(2)]

    assert [process.wait() for process in running] == [0, 0]
    assert Store(tmp_path).load("shared29") == b"same" * 50


def test_forked_process_opens_its_own_connection(tmp_path: Path) -> None:
    store = Store(tmp_path)
    store.save("parent", b"data")
    child = os.fork()
    if child == 0:
        good = store.load("parent") == b"data"
        store.save("child", b"data")
        os._exit(0 if good else 1)

    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    assert store.load("child") == b"data"
    store.save("parent", b"new")
    assert store.load("parent") == b"new"
