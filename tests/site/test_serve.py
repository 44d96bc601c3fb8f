"""`mkdocs serve`: edits of the model and of pages show without a restart, faults are survived."""

from __future__ import annotations

import json
import os
import re
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
from selectolax.lexbor import LexborHTMLParser as HTMLParser

from tests.conftest import MakeProject, site_config
from tests.foreign import DRIVEN, FILES, RNN, RUN, SETTINGS, page

PAGE = "cell/"
PATIENCE = 300
MODEL = "rnn.py"
STATEMENT = 'drive = x @ weights["in"]'
LINE = RNN.removeprefix("\n").split("\n").index(f"    {STATEMENT}") + 1
CELL = {
    **FILES,
    "mkdocs.yml": site_config("tables", "toc"),
    "docs/index.md": "# Home\n",
    "docs/cell.md": page(f"{DRIVEN}\n**Driven**\n```math\nd = x W\n```\n\n{RUN}", parts="links"),
}


class Server:
    """A real server, and the page as a browser gets it."""

    def __init__(self, root: Path) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        self.root = root
        self.url = f"http://127.0.0.1:{port}/"
        self.process = subprocess.Popen(
            [sys.executable, "-m", "mkdocs", "serve", "--dev-addr", f"127.0.0.1:{port}"],
            cwd=root,
            env={**os.environ, "NO_MKDOCS_2_WARNING": "1"},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
        )
        assert self.process.stderr is not None
        for line in self.process.stderr:
            if "Serving on" in line:
                break
        else:
            raise AssertionError("the server ended before it served")

    def fetch(self, path: str) -> str:
        with urllib.request.urlopen(self.url + path, timeout=PATIENCE) as answer:
            return str(answer.read().decode("utf-8"))

    def epoch(self, page: str) -> int:
        found = re.search(r"livereload\((\d+), (\d+)\)", page)
        assert found is not None
        return int(found[1])

    def after_edit(self, file: str, old: str, new: str) -> str:
        """The page after the rebuild that an edit starts; the server answers only then."""
        epoch = self.epoch(self.fetch(PAGE))
        target = self.root / file
        text = target.read_text(encoding="utf-8")
        assert old in text
        target.write_text(text.replace(old, new, 1), encoding="utf-8")
        # An answer comes with the rebuild, or after a minute; what failed in it never ends it.
        for _ in range(6):
            answer = json.loads(self.fetch(f"livereload/{epoch}/{epoch}"))
            if answer > epoch:
                return self.fetch(PAGE)
        raise AssertionError(f"no rebuild followed the edit of {file}")

    def stop(self) -> None:
        self.process.terminate()
        self.process.communicate(timeout=PATIENCE)


@pytest.fixture
def server(make_project: MakeProject) -> Iterator[Server]:
    running = Server(make_project(CELL, SETTINGS))
    yield running
    running.stop()


def line_of(page: str) -> int:
    """The line that the page gives for the statement."""
    for row in HTMLParser(page).css("table.dg-links tbody tr"):
        if row.css("td")[-1].text().startswith(STATEMENT):
            return int(row.css_first(".dg-ref").text().rpartition(":")[2])
    raise AssertionError("no row shows the statement")


def test_edits_show_and_faults_are_survived(server: Server) -> None:
    assert line_of(server.fetch(PAGE)) == LINE

    moved = server.after_edit(MODEL, "import", "# one\n# two\n# three\nimport")
    assert line_of(moved) == LINE + 3

    broken = server.after_edit(MODEL, STATEMENT, STATEMENT.removesuffix("]"))
    assert "source-unreadable" in broken

    mended = server.after_edit(MODEL, STATEMENT.removesuffix("]"), STATEMENT)
    assert line_of(mended) == LINE + 3
    assert "source-unreadable" not in mended

    wrong = server.after_edit(MODEL, STATEMENT, f"{STATEMENT} + x[0, 0]")
    assert "equation-mismatch" in wrong

    right = server.after_edit(MODEL, f"{STATEMENT} + x[0, 0]", STATEMENT)
    assert "equation-mismatch" not in right

    odd = server.after_edit("docs/cell.md", "/// example", "/// exampl")
    assert "malformed-block" in odd

    whole = server.after_edit("docs/cell.md", "/// exampl", "/// example")
    assert "malformed-block" not in whole
