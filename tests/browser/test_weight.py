"""What a page loads of docgen's script and style stays small."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest
from playwright.sync_api import Browser
from selectolax.lexbor import LexborHTMLParser

from tests.browser.conftest import Served
from tests.browser.opened import opened
from tests.conftest import BuiltSite

HOME = "assets/docgen/"
MOST = 12_000
"""Bytes of script and style together, each file compressed alone; fonts are not counted."""
PAGES = ("", "transformer-block/", "equations/", "code/ops/", "reference/cli/", "manual/why/")
"""A page of each kind; what the others ask for stands in them."""


@pytest.mark.browser
def test_script_and_style_weigh_little(chromium: Browser, served: Served) -> None:
    with opened(chromium, 1280) as page:
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url))
        for address in PAGES:
            asked.clear()
            page.goto(served.url + address, wait_until="load")
            # Pages that are put in place of this one find the style there.
            page.wait_for_function("document.querySelector('body > link')?.sheet != null")
            # What is in try/ is loaded when somebody asks for it.
            loaded = {
                url.removeprefix(served.url)
                for url in asked
                if url.startswith(served.url + HOME) and url.endswith((".js", ".css"))
            }
            there = named(read(served.folder / address / "index.html"))
            assert loaded == there | {f"{HOME}docgen.css"}, address


def test_each_page_asks_for_the_style_if_it_needs_it(built: BuiltSite) -> None:
    pages = list(built.site.rglob("index.html"))
    assert len(pages) >= 70
    for page in pages:
        tree = read(page)
        is_ours = tree.css_matches("article [class*=dg-], article math")
        assert named(tree) == {f"{HOME}docgen.js"} | (
            {f"{HOME}docgen.css"} if is_ours else set()
        ), page


def test_the_files_are_small_together(built: BuiltSite) -> None:
    files = [(built.site / HOME / name).read_bytes() for name in ("docgen.js", "docgen.css")]
    assert sum(len(gzip.compress(file, 9, mtime=0)) for file in files) <= MOST


def read(page: Path) -> LexborHTMLParser:
    return LexborHTMLParser(page.read_text(encoding="utf-8"))


def named(tree: LexborHTMLParser) -> set[str]:
    """Docgen's files that a page names, from the root of the site."""
    names = [node.attributes.get("href") for node in tree.css("link[rel=stylesheet]")]
    names += [node.attributes.get("src") for node in tree.css("script[src]")]
    found = {HOME + name.partition(HOME)[2] for name in names if name and HOME in name}
    assert sum(HOME in (name or "") for name in names) == len(found)
    return found
