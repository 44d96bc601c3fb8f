"""Tables of statements: names are shown whole, and no separator ends a line."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser

from tests.browser.conftest import Served
from tests.browser.opened import opened

pytestmark = pytest.mark.browser

CUT = """() => [...document.querySelectorAll('.dg-again > th a')]
    .filter((one) => one.scrollWidth > one.clientWidth || !one.getClientRects().length)
    .map((one) => one.textContent)"""
BEFORE = """() => [...new Set([...document.querySelectorAll('.dg-implemented td:nth-child(n + 3)')]
    .map((one) => getComputedStyle(one, '::before').content))]"""
WORDS = """() => [...document.querySelectorAll('.dg-implemented [data-t]')].filter((one) =>
    getComputedStyle(one, '::before').content !== `"${one.dataset.t}\\u00a0"`).length"""


def test_a_repeated_name_is_shown_whole(chromium: Browser, served: Served) -> None:
    with opened(chromium, 1280, "light") as page:
        page.goto(f"{served.url}attention/")
        assert page.locator(".dg-again > th a").count() > 0
        assert page.evaluate(CUT) == []


def test_a_separator_stays_with_what_follows_it(chromium: Browser, served: Served) -> None:
    with opened(chromium, 360, "light") as page:
        page.goto(f"{served.url}attention/")
        assert page.evaluate(BEFORE) == ['" ·\u00a0"']
        assert page.evaluate(WORDS) == 0
