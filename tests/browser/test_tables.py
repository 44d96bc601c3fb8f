"""Tables of statements: names are shown whole, and no separator ends a line."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser

from tests.browser.conftest import Served
from tests.browser.opened import opened, settle

pytestmark = pytest.mark.browser

CUT = """() => [...document.querySelectorAll('.dg-again > th a')]
    .filter((one) => one.scrollWidth > one.clientWidth || !one.getClientRects().length)
    .map((one) => one.textContent)"""
AFTER = """() => [...new Set([...document.querySelectorAll('.dg-implemented td:nth-child(n + 2)')]
    .filter((one) => one.nextElementSibling?.textContent)
    .map((one) => getComputedStyle(one, '::after').content))]"""
WORDS = """() => [...document.querySelectorAll('.dg-implemented [data-t]')].filter((one) =>
    getComputedStyle(one, '::before').content !== `"${one.dataset.t}\\u00a0"`).length"""


def test_a_repeated_name_is_shown_whole(chromium: Browser, served: Served) -> None:
    with opened(chromium, 1280, "light") as page:
        page.goto(f"{served.url}attention/")
        assert page.locator(".dg-again > th a").count() > 0
        assert page.evaluate(CUT) == []


def test_a_line_ends_with_the_separator(chromium: Browser, served: Served) -> None:
    with opened(chromium, 360, "light") as page:
        page.goto(f"{served.url}attention/")
        assert page.evaluate(AFTER) == ['"\u00a0· "']
        assert page.evaluate(WORDS) == 0


# Tables of symbols that are wider than their box, and cells that are narrower than what they hold.
WIDER = """() => [...document.querySelectorAll('article table:not([class])')]
    .filter((table) => table.querySelector('td:first-child > .dg-inline'))
    .flatMap((table) =>
      [table.closest('.md-typeset__scrollwrap'), ...table.querySelectorAll('th, td')])
    .filter((one) => one.scrollWidth > one.clientWidth + 1)
    .map((one) => one.textContent.trim().slice(0, 40))"""
SHAPES = """() => [...document.querySelectorAll('.dg-scroll:has(> .dg-shapes)')]
    .filter((box) => box.scrollWidth > box.clientWidth).map((box) => box.textContent.trim())"""
PAGES = ("attention/", "training/", "transformer-block/")


def test_tables_of_symbols_and_shapes_fit_on_a_phone(chromium: Browser, served: Served) -> None:
    faults: dict[str, object] = {}
    with opened(chromium, 360, "light", has_touch=True) as page:
        for address in PAGES:
            page.goto(f"{served.url}{address}")
            page.locator(".md-typeset__scrollwrap").first.wait_for()
            settle(page)
            assert page.locator("td:nth-child(1) > .dg-inline").count() > 0
            assert page.locator(".dg-shapes").count() > 0
            found = page.evaluate(WIDER), page.evaluate(SHAPES)
            faults |= {address: found} if any(found) else {}
    assert faults == {}


def test_a_table_of_symbols_stays_a_table_on_a_phone(chromium: Browser, served: Served) -> None:
    """Chromium's own account of it, which a screen reader gets, is the same at both widths."""
    told = []
    for width in (1280, 360):
        with opened(chromium, width, "light") as page:
            page.goto(f"{served.url}attention/")
            tree = page.context.new_cdp_session(page).send("Accessibility.getFullAXTree")
        roles = [node.get("role", {}).get("value") for node in tree["nodes"]]
        told.append({kind: roles.count(kind) for kind in ("table", "row", "columnheader", "cell")})
    assert told[0] == told[1]
    assert min(told[0].values()) > 0
