"""axe-core finds nothing on any page, at rest and with everything that can be opened open."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.conftest import Served
from tests.browser.opened import PARTS, arrange, bring_into_sight, darken, opened, part_of, settle
from tests.conftest import build_site, write_files

pytestmark = pytest.mark.browser

THEIRS = (
    # The search is a dialog without a name, and the footer is faint.
    ("aria-dialog-name", ".md-search"),
    ("color-contrast", ".md-copyright"),
    # Fences and tables: landmarks of one name, faint words, boxes without a stop for the Tab key.
    ("landmark-unique", ".md-code__nav"),
    ("color-contrast", ".highlight:not(.dg-block *) code *"),
    ("scrollable-region-focusable", ".highlight:not(.dg-block *) code"),
    ("scrollable-region-focusable", ".md-typeset__scrollwrap"),
    # Of equal headings with headings below them the table of contents makes equal landmarks.
    ("landmark-unique", ".md-nav--secondary .md-nav"),
    # Links in text have no line under them, and are faint on the dark ground of code.
    ("link-in-text-block", "article a:not([class*='dg-'], .dg-block *)"),
    ("color-contrast", "a:not([class]) > code:not(.dg-block *)"),
)
"""Rule and elements of what the theme does, on pages that docgen has no part in, too."""

COLOURS = ("color-contrast", "link-in-text-block")
"""The rules whose answer a colour scheme can change; what takes longest."""

ARRANGED = "article :is(.dg-card, details[open], .dg-lit, .dg-on)"
"""What looks different where something is selected, open or lit up."""

# Every violation in a part of the page, as `rule: selector`, and the numbers of those pairs of
# `theirs` that excused one.
# What of the theme sticks to the window covers what is scrolled below it, and axe measures what is
# left of that: a link is as large as it is wherever the page is scrolled to, so nothing sticks.
# Of words before a gradient axe measures no contrast, so the shadows at the ends of boxes are off.
RUN = """async ([theirs, runOnly, without, part]) => {
  const rules = Object.fromEntries(without.map((rule) => [rule, { enabled: false }]));
  const options = { preload: false, resultTypes: ['violations'], elementRef: true, runOnly, rules };
  const loose = document.head.appendChild(document.createElement('style'));
  loose.textContent = `.md-header, .md-nav__title { position: static !important }
    .md-top { display: none }
    article * { background-image: none !important }`;
  const context = part ? document.querySelectorAll(part) : document;
  const { violations } = await axe.run(context, options);
  loose.remove();
  const [left, excused] = [[], new Set()];
  for (const { id, nodes } of violations) {
    for (const { element, target } of nodes) {
      const number = theirs.findIndex(([rule, kind]) => rule === id && element.matches(kind));
      if (number < 0) left.push(`${id}: ${target.flat().join(' ')}`);
      else excused.add(number);
    }
  }
  return [left, [...excused]];
}"""

ALL = ("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice")


def examined(
    page: Page,
    tools: Path,
    rules: Sequence[str] = ALL,
    without: Sequence[str] = (),
    part: str = "",
) -> tuple[list[str], list[tuple[str, str]]]:
    """The violations of a page, or of a part of it, and which of THEIRS it has."""
    if not page.evaluate("'axe' in window"):
        page.add_script_tag(path=str(tools / "axe-core" / "axe.min.js"))
    left, excused = page.evaluate(RUN, [THEIRS, list(rules), list(without), part])
    return left, [THEIRS[number] for number in excused]


@pytest.mark.parametrize("part", range(PARTS))
def test_no_page_on_a_wide_screen_has_a_violation(
    windowed: Browser, served: Served, tools: Path, part: int
) -> None:
    """At rest, then what is arranged, and the whole of it in the dark: colours alone are others."""
    faults: dict[str, list[str]] = {}
    with opened(windowed, 1280) as page:
        for address in part_of(served.folder, part):
            page.goto(served.url + address, wait_until="load")
            bring_into_sight(page)
            settle(page)
            faults[address], _ = examined(page, tools)
            if arrange(page):
                faults[f"{address} arranged"], _ = examined(page, tools, part=ARRANGED)
            darken(page)
            faults[f"{address} dark"], _ = examined(page, tools, COLOURS)
    assert {address: found for address, found in faults.items() if found} == {}


@pytest.mark.parametrize("part", range(PARTS))
def test_no_page_on_a_phone_has_a_violation(
    chromium: Browser, served: Served, tools: Path, part: int
) -> None:
    """With everything arranged; its colours are those of a wide screen, and in test_pages.py."""
    faults: dict[str, list[str]] = {}
    with opened(chromium, 360, has_touch=True) as page:
        for address in part_of(served.folder, part):
            page.goto(served.url + address, wait_until="load")
            bring_into_sight(page)
            settle(page)
            arrange(page)
            settle(page)
            faults[address], _ = examined(page, tools, without=COLOURS)
    assert {address: found for address, found in faults.items() if found} == {}


# Two headings are equal, and each has a heading below it.
EQUAL = """
    # Page
    ## Forward
    ### Mathematics
    #### In one line
    ## Backward
    ### Mathematics
    #### As one function
    """


@pytest.fixture
def equal(tmp_path: Path) -> Path:
    """A site of one page that knows nothing of docgen, with equal headings."""
    settings = "site_name: Equal\ntheme:\n  name: material\n  font: false\n"
    write_files(tmp_path, {"mkdocs.yml": settings, "docs/index.md": EQUAL})
    return build_site(tmp_path)


def test_what_is_left_out_is_the_themes(
    windowed: Browser, bare: Path, equal: Path, tools: Path
) -> None:
    phone = ("manual/language/", "transformer-block/")
    seen: set[tuple[str, str]] = set()
    for site, width, scheme, pages in (
        (bare, 360, "light", phone),
        (bare, 1280, "dark", ("",)),
        (equal, 1280, "light", ("",)),
    ):
        running = Served(site)
        try:
            with opened(windowed, width, scheme, has_touch=width == 360) as page:
                for address in pages:
                    page.goto(running.url + address, wait_until="load")
                    settle(page)
                    seen |= set(examined(page, tools)[1])
        finally:
            running.stop()
    assert seen == set(THEIRS)
