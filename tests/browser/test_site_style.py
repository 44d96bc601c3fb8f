"""The style of this site alone: code, headings and tables that are written by hand."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser

from tests.browser.conftest import Served
from tests.browser.opened import opened, settle
from tests.browser.probes import SIDEWAYS

pytestmark = pytest.mark.browser

MANUAL = ("ci", "editor", "own-repository", "review")
PAGES = (
    *(f"manual/how-to/{name}/" for name in MANUAL),
    *("manual/settings/", "manual/verdicts/", "manual/manifest/", "manual/language/"),
    "manual/grammar/",
)

# Fences whose button lies on letters, though the fence is at rest or scrolled to its end.
COVERED = """() => [...document.querySelectorAll('pre:not(.dg-block pre)')].filter((pre) => {
  const [code, nav] = [pre.querySelector('code'), pre.querySelector('.md-code__nav')];
  if (!nav || getComputedStyle(nav).opacity === '0') return false;
  code.scrollLeft = code.scrollWidth;
  const range = document.createRange();
  range.selectNodeContents(code);
  const button = nav.getBoundingClientRect();
  return [...range.getClientRects()].some((one) => one.width > 1
    && one.right > button.left && one.left < button.right
    && one.bottom > button.top && one.top < button.bottom);
}).map((pre) => pre.textContent.trim())"""

# Headings that are higher with their link than without it.
TALLER = """() => [...document.querySelectorAll('article :is(h1, h2, h3)')].filter((heading) => {
  const link = heading.querySelector('.headerlink');
  if (!link) return false;
  const height = heading.offsetHeight;
  link.style.display = 'none';
  const bare = heading.offsetHeight;
  link.style.display = '';
  return height > bare;
}).map((heading) => heading.textContent)"""

# Code that stands in several lines: in sentences, and in the first column of tables.
BROKEN = """(kind) => [...document.querySelectorAll(kind)]
  .filter((code) => code.getClientRects().length > 1).map((code) => code.textContent)"""
IN_SENTENCES = "article :is(p, li) > code:not(td *, .dg-block *)"
NAMES = "article table:not([class], :has(.dg-inline)) td:first-child > code"

# Columns of words that have room for less than twenty letters.
NARROW = """() => [...document.querySelectorAll('article table:not([class], :has(.dg-inline)) td')]
  .filter((cell) => cell.cellIndex && cell.textContent.trim().length > 40
    && cell === cell.parentNode.lastElementChild && cell.clientWidth < 150)
  .map((cell) => cell.textContent)"""


def test_fences_headings_and_tables_read_well_on_a_phone(chromium: Browser, served: Served) -> None:
    faults: dict[str, object] = {}
    with opened(chromium, 360, has_touch=True) as page:
        for address in PAGES:
            page.goto(served.url + address, wait_until="load")
            settle(page)
            found = {
                "covered": page.evaluate(COVERED),
                "taller": page.evaluate(TALLER),
                "broken": page.evaluate(BROKEN, NAMES),
                "narrow": page.evaluate(NARROW),
                "sideways": page.evaluate(SIDEWAYS) > 0,
            }
            faults |= {f"{address} {name}": fault for name, fault in found.items() if fault}
    assert faults == {}


def test_code_stays_together_on_a_wide_screen(chromium: Browser, served: Served) -> None:
    faults: dict[str, object] = {}
    with opened(chromium, 1280) as page:
        for address in PAGES:
            page.goto(served.url + address, wait_until="load")
            settle(page)
            kinds = (IN_SENTENCES, NAMES)
            if broken := [one for kind in kinds for one in page.evaluate(BROKEN, kind)]:
                faults[address] = broken
    assert faults == {}


def test_button_for_copying_comes_with_the_pointer_and_with_the_keyboard(
    chromium: Browser, served: Served
) -> None:
    with opened(chromium, 1280) as page:
        page.goto(served.url + "manual/how-to/ci/", wait_until="load")
        fence = page.locator("article pre").first
        shown = "(pre) => getComputedStyle(pre.querySelector('.md-code__nav')).opacity === '1'"
        assert not fence.evaluate(shown)
        fence.hover()
        assert fence.evaluate(shown)
        # At the end of the code the button covers none of it.
        assert page.evaluate(COVERED) == []
        page.mouse.move(0, 0)
        assert not fence.evaluate(shown)
        fence.locator("button").first.focus()
        assert fence.evaluate(shown)
