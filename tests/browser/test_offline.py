"""The site that `make offline` builds works from its folder, with no server and no other host."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.opened import Watch, opened

pytestmark = pytest.mark.browser


@pytest.fixture
def page(chromium: Browser, offline: Path) -> Iterator[Page]:
    """The first page of the site; whatever a test does with it, it asks for files only."""
    with opened(chromium, 1280) as page:
        watch = Watch(page, offline.as_uri() + "/")
        page.goto((offline / "index.html").as_uri(), wait_until="load")
        yield page
        assert watch.faults == []


def test_every_page_opens(offline: Path, page: Page) -> None:
    pages = sorted(path for path in offline.rglob("*.html") if path.name != "404.html")
    assert len(pages) >= 6
    assert not list(offline.glob("*/*/index.html"))
    for path in pages:
        page.goto(path.as_uri(), wait_until="load")
        assert page.locator("article h1").count() == 1, path


def test_the_search_finds_and_its_hit_opens(page: Page) -> None:
    page.locator("[data-md-component=search-query]").click()
    page.keyboard.type("feed-forward")
    hits = page.locator(".md-search-result__item a")
    hit = hits.filter(has=page.locator("mark", has_text="feed")).first
    hit.wait_for()
    target = hit.get_attribute("href")
    assert target
    hit.click()
    page.wait_for_url(target.partition("?")[0] + "*")
    assert "feed-forward" in page.locator("article").inner_text().lower()


def test_a_search_for_nothing_finds_nothing(page: Page) -> None:
    page.locator("[data-md-component=search-query]").click()
    page.keyboard.type("qzxqzx")
    page.get_by_text("No matching documents").wait_for()


def test_links_between_pages_work(page: Page) -> None:
    page.get_by_role("link", name="Transformer block").first.click()
    page.wait_for_url("**/transformer-block.html")
    page.locator("nav.md-nav a", has_text="Operations").first.click()
    page.wait_for_url("**/operations.html")


def test_symbols_light_up(offline: Path, page: Page) -> None:
    page.goto((offline / "transformer-block.html").as_uri(), wait_until="load")
    places = page.locator("article .dg-listing .dg-sym")
    before = places.first.evaluate(GROUND)
    places.first.hover()
    page.wait_for_function(
        f"([place, before]) => ({GROUND})(place) !== before",
        arg=[places.first.element_handle(), before],
    )
    page.locator(".dg-card").first.wait_for()


# What shows that a place is lit, as far as the styles say.
GROUND = """(place) => {
  const { backgroundColor, boxShadow, outlineStyle, textDecorationLine } = getComputedStyle(place);
  return [backgroundColor, boxShadow, outlineStyle, textDecorationLine].join();
}"""
