"""What a server says of workspaces and of faults in itself; it runs in this process here."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from click.testing import CliRunner

from docgen.cli import main
from docgen.lsp.server import serve
from docgen.project import Project
from tests.conftest import write_files
from tests.lsp.client import Client
from tests.lsp.project import PAGE, span

P = "docs/page.md"
STATIC = {"pyproject.toml": "[tool.docgen]\n", P: "# Page\n\n𝔸 [z](code:gone)\n"}
Begin = Callable[..., tuple[Client, "Future[int]"]]


@pytest.fixture
def begin(tmp_path: Path) -> Iterator[Begin]:
    """Start a server in a thread for a folder of files; all are ended afterwards."""
    running: list[tuple[Client, Future[int]]] = []

    def started(files: dict[str, str]) -> tuple[Client, Future[int]]:
        write_files(tmp_path, files)
        asked_end, asked = os.pipe()
        answered, answered_end = os.pipe()
        code: Future[int] = Future()

        def run() -> None:
            with os.fdopen(asked_end, "rb") as reader, os.fdopen(answered_end, "wb") as writer:
                code.set_result(serve(None, reader, writer))

        Thread(target=run, daemon=True).start()
        client = Client(os.fdopen(asked, "wb"), os.fdopen(answered, "rb"), tmp_path.resolve())
        running.append((client, code))
        return client, code

    yield started
    for client, code in running:
        if not client.asked.closed:
            client.asked.close()
        code.result(60)
        client.listener.join(60)


def test_columns_are_counted_in_the_encoding_agreed_on(begin: Begin) -> None:
    client, _ = begin(STATIC)

    assert client.begin(["utf-8", "utf-16"])["positionEncoding"] == "utf-8"
    # 𝔸 is four bytes; the page is not open.
    (found,) = client.diagnostics(P)
    assert (found["code"], found["range"]) == ("unknown-function", span(2, 14, 18))


def test_a_fault_in_docgen_is_shown_and_the_server_lives_on(
    begin: Begin, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    load = Project.load

    def faulty(self: Project, *arguments: Any, texts: dict[str, str], **more: Any) -> None:
        if any("fault" in text for text in texts.values()):
            raise KeyError("a thing")
        load(self, *arguments, texts=texts, **more)

    monkeypatch.setattr(Project, "load", faulty)
    client, code = begin(STATIC)
    client.begin()
    client.open(P, "a fault\n")

    assert client.message() == (
        "docgen: a fault in docgen itself, not in your files: KeyError: 'a thing'."
        " What is shown is older than your text."
    )
    assert "Traceback" in caplog.text
    client.change(P, STATIC[P])
    assert [one["range"] for one in client.diagnostics(P)] == [span(2, 12, 16)]
    client.end()
    assert code.result(60) == 0


def test_a_workspace_without_a_project_is_told_so(begin: Begin) -> None:
    client, code = begin({P: PAGE})
    client.begin()
    client.open(P, PAGE)

    assert client.message() == (
        f"docgen: there is no pyproject.toml in {client.root} or above;"
        " open the folder that holds it"
    )
    assert client.at("hover", P, 0, 0) is None
    assert client.at("definition", P, 0, 0) == []
    client.notify("exit")
    assert code.result(60) == 1


def test_a_folder_may_join_and_leave_the_workspace(begin: Begin) -> None:
    client, _ = begin({f"one/{path}": text for path, text in STATIC.items()})
    client.begin()
    client.message()
    folder = {"uri": (client.root / "one").as_uri(), "name": "one"}

    def change(**event: object) -> None:
        client.notify(
            "workspace/didChangeWorkspaceFolders", {"event": {"added": [], "removed": [], **event}}
        )

    change(added=[folder])
    assert [one["code"] for one in client.diagnostics(f"one/{P}")] == ["unknown-function"]
    change(removed=[folder])
    assert client.diagnostics(f"one/{P}") == []


def test_a_project_without_pages_is_told_so(begin: Begin) -> None:
    client, _ = begin({"pyproject.toml": '[tool.docgen]\ndocs = "pages"\n'})
    client.begin()

    assert client.message() == (
        f"docgen: there is no folder pages/ in {client.root};"
        " make it, or name another one as `docs` in [tool.docgen]"
    )


def test_a_folder_that_is_gone_is_no_fault(begin: Begin) -> None:
    client, code = begin(STATIC)
    client.begin()
    client.open(P, STATIC[P])
    client.diagnostics(P)
    # At once: while a folder is removed file by file, some of it is still there.
    client.root.rename(f"{client.root}-gone")
    client.change(P, "# Page\n")

    assert client.message() == f"docgen: the folder {client.root} is gone"
    client.end()
    assert code.result(60) == 0


@pytest.mark.parametrize("moment", ["before", "after"])
def test_a_folder_that_goes_while_it_is_checked_is_no_fault(
    begin: Begin, monkeypatch: pytest.MonkeyPatch, moment: str
) -> None:
    load = Project.load

    def loaded(project: Project, **asked: Any) -> Any:
        if moment == "after":
            load(project, **asked)
        project.root.rename(f"{project.root}-gone")
        return load(project, **asked) if moment == "before" else None

    monkeypatch.setattr(Project, "load", loaded)
    client, code = begin(STATIC)
    client.begin()
    client.open(P, STATIC[P])

    assert client.message() == f"docgen: the folder {client.root} is gone"
    client.end()
    assert code.result(60) == 0
    published = [one for one in client.seen if "publishDiagnostics" in one.get("method", "")]
    assert published == []


def test_without_pygls_the_command_says_what_to_type(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pygls", None)

    done = CliRunner().invoke(main, ["lsp"])

    assert done.exit_code == 2
    assert done.output.endswith(
        'Error: the package pygls is missing; type: pip install "mkdocs-docgen[lsp]"\n'
    )
