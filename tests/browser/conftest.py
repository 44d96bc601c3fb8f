"""Chromium, and the built site: behind a server of its own, and for opening from its folder."""

from __future__ import annotations

import json
import os
import shutil
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest
from playwright.sync_api import Browser, Playwright, sync_playwright

from tests.conftest import REPO_URL, BuiltSite, build_site, made_once

NAMES = ("chromium", "chromium-browser", "google-chrome")
SHELL = "chromium-headless-shell"
"""As Debian calls Chromium without windows."""
NOTHING_TO_FIND = json.dumps(
    {
        "config": {
            "lang": ["en"],
            "separator": r"[\s\-]+",
            "pipeline": ["stopWordFilter"],
            "fields": {"title": {"boost": 1}, "text": {"boost": 1}, "tags": {"boost": 1}},
        },
        "docs": [],
    }
)


class _Quiet(SimpleHTTPRequestHandler):
    def __init__(
        self, *arguments: Any, headers: Mapping[str, str], index: bytes | None, **options: Any
    ) -> None:
        self.sent = headers
        self.index = index
        super().__init__(*arguments, **options)

    def do_GET(self) -> None:
        if self.index is None or not self.path.endswith("/search/search_index.json"):
            super().do_GET()
            return
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(self.index)))
        self.end_headers()
        self.wfile.write(self.index)

    def end_headers(self) -> None:
        for name, value in self.sent.items():
            self.send_header(name, value)
        super().end_headers()

    def log_message(self, format: str, *arguments: object) -> None:
        pass


class Served:
    """A folder behind a server on a free port of this machine, which may send more headers.

    Where nobody searches, the search has nothing to find: a page that reads its index takes a
    fifth of the time for that alone.
    """

    def __init__(
        self,
        folder: Path,
        headers: Mapping[str, str] = MappingProxyType({}),
        *,
        is_searched: bool = False,
    ) -> None:
        index = None if is_searched else NOTHING_TO_FIND.encode()
        handler = partial(_Quiet, directory=str(folder), headers=headers, index=index)
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self.folder = folder
        self.url = f"http://127.0.0.1:{self.server.server_port}/"
        self.thread = threading.Thread(target=self.server.serve_forever)
        self.thread.start()

    def stop(self) -> None:
        self.server.shutdown()
        self.server.server_close()
        self.thread.join()


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    with sync_playwright() as running:
        yield running


@contextmanager
def launched(playwright: Playwright, path: str) -> Iterator[Browser]:
    browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
    yield browser
    browser.close()


@pytest.fixture(scope="session")
def windowed(playwright: Playwright) -> Iterator[Browser]:
    """Chromium as people have it, with all that draws its windows."""
    path = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), "")
    assert path, "no Chromium found; CHROMIUM may name one"
    with launched(playwright, path) as browser:
        yield browser


@pytest.fixture(scope="session")
def chromium(playwright: Playwright, request: pytest.FixtureRequest) -> Iterator[Browser]:
    """The same engine without windows, which takes two thirds of the time, where it is there."""
    path = shutil.which(SHELL)
    if path is None:
        yield request.getfixturevalue("windowed")
        return
    with launched(playwright, path) as browser:
        yield browser


@pytest.fixture(scope="session")
def served(built: BuiltSite) -> Iterator[Served]:
    running = Served(built.site)
    yield running
    running.stop()


@pytest.fixture(scope="session")
def bare(built: BuiltSite, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site of the same pages that the theme makes without docgen."""

    def make(target: Path) -> None:
        options = {"plugins": ["search"], "hooks": [], "site_dir": str(target)}
        build_site(built.root, strict=False, repo_url=REPO_URL, **options)

    return made_once(tmp_path_factory, "bare", make)


@pytest.fixture(scope="session")
def offline(built: BuiltSite, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site that `make offline` builds."""

    def make(target: Path) -> None:
        build_site(built.root, name="mkdocs.offline.yml", site_dir=str(target))

    return made_once(tmp_path_factory, "offline", make)


@pytest.fixture(scope="session")
def tools() -> Path:
    """What npm installs for these tests."""
    folder = Path(__file__).parent / "node_modules"
    assert folder.is_dir(), (
        "npm's packages are missing: run `make test`, or npm ci in tests/browser"
    )
    return folder
