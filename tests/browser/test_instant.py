"""With instant navigation, a page that is come to without a reload is as good as a loaded one."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.conftest import Served
from tests.browser.opened import IS_AT_TARGET, Watch, light, opened
from tests.conftest import REPO_URL, BuiltSite, build_site

pytestmark = pytest.mark.browser

MATHML = "http://www.w3.org/1998/Math/MathML"
EQUATIONS = "document.querySelectorAll('article figure.dg-equation').length"

# The page that a move begins from has nothing of docgen; it asks for the style all the same, once
# it is loaded, for the pages that will be put in its place.
STYLED = "[...document.styleSheets].some((one) => one.href?.endsWith('docgen.css'))"

# Namespaces of what is in formulas, ids that occur twice, dollars outside of code, and the number
# of elements that hold the cards.
STATE = """() => {
  const ids = [...document.querySelectorAll('[id]')].map((one) => one.id);
  const text = document.querySelector('article').cloneNode(true);
  text.querySelectorAll('code, pre').forEach((one) => one.remove());
  return {
    spaces: [...new Set([...document.querySelectorAll('article math, article math *')]
      .map((node) => node.namespaceURI))],
    twice: ids.filter((id, number) => ids.indexOf(id) !== number),
    dollars: text.textContent.includes('$'),
    pages: document.querySelectorAll('dg-page').length,
  };
}"""


@pytest.fixture(scope="module")
def instant(built: BuiltSite, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """The site with its address, which instant navigation needs to know."""
    site = tmp_path_factory.mktemp("instant")
    running = Served(site, is_searched=True)
    build_site(built.root, repo_url=REPO_URL, site_url=running.url, site_dir=str(site))
    yield running
    running.stop()


def examine(page: Page, equations: int) -> None:
    """The page is whole, its symbols light up, and a press on a line is heard once."""
    page.wait_for_function(f"{EQUATIONS} === {equations}")
    page.wait_for_function(STYLED)
    assert page.evaluate("window.kept === true")
    assert page.evaluate(STATE) == {
        "spaces": [MATHML],
        "twice": [],
        "dollars": False,
        "pages": 1,
    }
    assert light(page)
    line = page.locator(".dg-line[data-eq]:not(.dg-on)").first
    # A press that were heard twice would select the line and let go of it again.
    line.locator(".dg-no").click()
    page.locator(".dg-line.dg-on[data-eq]").first.wait_for()
    page.keyboard.press("Escape")


def test_moves_keep_the_page_whole(chromium: Browser, built: BuiltSite, instant: Served) -> None:
    equations = len(built.page("transformer-block").css("article figure.dg-equation"))
    assert equations > 20
    with opened(chromium, 1280) as page:
        watch = Watch(page, instant.url)
        page.goto(instant.url, wait_until="load")
        page.wait_for_function(STYLED)
        page.evaluate("window.kept = true")
        for _ in range(3):
            page.locator("nav.md-nav--primary a", has_text="Transformer block").first.click()
            examine(page, equations)
            page.go_back()
            page.wait_for_function(f"{EQUATIONS} !== {equations}")
        # Loaded anew: the theme closes the search some time after a page was gone back to.
        page.goto(instant.url, wait_until="load")
        page.evaluate("window.kept = true")
        page.locator("[data-md-component=search-query]").click()
        page.keyboard.type("feed-forward")
        page.locator(".md-search-result__item a[href*='transformer-block/']:visible").first.click()
        examine(page, equations)
        assert watch.faults == []


@pytest.mark.parametrize("width", [1280, 360])
def test_a_jump_ends_at_its_line_however_late_the_style_of_its_page_is(
    chromium: Browser, instant: Served, width: int
) -> None:
    with opened(chromium, width) as page:
        page.goto(f"{instant.url}transformer-block/", wait_until="load")
        page.wait_for_function("document.querySelector('body > link')?.sheet != null")
        page.evaluate("window.kept = true")
        page.route("**/docgen.css", lambda route: route.abort())
        link = page.locator("article a[href*='code/transformer/#code-model-transformer-L']")
        # As a script follows it: a click would have to open what the link stands in.
        link.first.evaluate("link => link.click()")
        page.wait_for_url("**/code/transformer/#code-model-transformer-L*")
        page.wait_for_function(IS_AT_TARGET)
        number = page.evaluate("location.hash").rpartition("L")[2]
        for name in ("block_backward", "attention_forward"):
            page.locator(".dg-functions a", has_text=name).evaluate("link => link.click()")
            page.wait_for_function(f"!location.hash.endsWith('L{number}') && ({IS_AT_TARGET})()")
            number = page.evaluate("location.hash").rpartition("L")[2]
        page.go_back()
        page.wait_for_function(f"!location.hash.endsWith('L{number}') && ({IS_AT_TARGET})()")
        assert page.evaluate("window.kept === true")
