"""What a page loads of docgen's script and style stays small."""

from __future__ import annotations

import gzip

import pytest
from playwright.sync_api import Browser

from tests.browser.conftest import Served
from tests.browser.opened import addresses, opened

HOME = "assets/docgen/"
MOST = 12_000
"""Bytes of script and style together, each file compressed alone; fonts are not counted."""
OURS = "'article [class*=dg-], article math'"
"""Parts of a page that need the style."""


@pytest.mark.browser
def test_script_and_style_weigh_little(chromium: Browser, served: Served) -> None:
    with opened(chromium, 1280) as page:
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url))
        for address in addresses(served.folder):
            asked.clear()
            page.goto(served.url + address, wait_until="load")
            loaded = {
                url.removeprefix(served.url)
                for url in asked
                if url.startswith(served.url + HOME) and url.endswith((".js", ".css"))
            }
            is_ours = page.evaluate("document.querySelector(ours) !== null".replace("ours", OURS))
            assert (f"{HOME}docgen.css" in loaded) == is_ours, address
            assert f"{HOME}docgen.js" in loaded
            # What is in try/ is loaded when somebody asks for it.
            assert not any("/try/" in path for path in loaded)
            sizes = {
                path: len(gzip.compress((served.folder / path).read_bytes(), 9, mtime=0))
                for path in loaded
            }
            assert sum(sizes.values()) <= MOST, sizes
