"""The printed page has everything that the page has, and cuts nothing."""

from __future__ import annotations

import io
import unicodedata

import pytest
from playwright.sync_api import Browser
from pypdf import PdfReader

from tests.browser.conftest import Served
from tests.browser.opened import opened, settle
from tests.browser.probes import FAINT, SIDEWAYS

pytestmark = pytest.mark.browser

PAGE = "transformer-block/"
A4 = 794
"""Width of a sheet in pixels."""

# The words of every part that a screen may fold away or scroll, without mathematics: glyphs of
# formulas are drawn, not written. What says how to use a control is for screens, as controls are.
WORDS = """(kind) => {
const UNPRINTED = 'math, button, label, .dg-hint, title, desc, [hidden], [aria-hidden=true]';
return [...document.querySelectorAll(`article ${kind}`)].flatMap((part) => {
  const found = [];
  const walk = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const node = walk.currentNode;
    if (!node.parentElement.closest(UNPRINTED)) {
      found.push(node.data);
    }
  }
  return found;
})}"""

KINDS = (".dg-line", ".dg-steps-list", ".dg-flow", "details.dg-badge", ".dg-table td")

# What ends outside of the sheet or of a box that cuts it off.
CUT = """() => [...document.querySelectorAll('article, article *')].filter((one) => {
  const box = one.getBoundingClientRect();
  const style = getComputedStyle(one);
  if (!box.width || style.clipPath !== 'none') return false;
  return box.right > window.innerWidth + 1
    || (style.overflowX !== 'visible' && one.scrollWidth > one.clientWidth + 1)
    || (style.overflowY !== 'visible' && one.scrollHeight > one.clientHeight + 1);
}).map((one) => `${one.tagName} ${one.className} ${one.textContent.slice(0, 40)}`)"""


def squeezed(text: str) -> str:
    """The text without blanks: how a printed line is broken is not its content."""
    return "".join(unicodedata.normalize("NFKC", text).replace("\u200b", "").split())


def test_the_printed_page_has_every_word(windowed: Browser, served: Served) -> None:
    with opened(windowed, 1280) as page:
        page.goto(served.url + PAGE, wait_until="load")
        settle(page)
        wanted = {kind: page.evaluate(WORDS, kind) for kind in KINDS}
        printed = page.pdf(format="A4")
    reader = PdfReader(io.BytesIO(printed))
    text = squeezed("".join(sheet.extract_text() for sheet in reader.pages))
    for kind, words in wanted.items():
        assert len(words) > 10, kind
        missing = [word for word in words if squeezed(word) not in text]
        assert missing == [], kind


def test_links_keep_their_targets(windowed: Browser, served: Served) -> None:
    with opened(windowed, 1280) as page:
        page.goto(served.url + PAGE, wait_until="load")
        settle(page)
        page.emulate_media(media="print")
        shown = "(links) => links.filter((link) => link.checkVisibility()).map((link) => link.href)"
        wanted = set(page.locator("article a[href]").evaluate_all(shown))
        home = page.url
        printed = page.pdf(format="A4")
    links = [
        link.get_object()
        for sheet in PdfReader(io.BytesIO(printed)).pages
        for link in sheet.get("/Annots") or []
    ]
    found = {link["/A"]["/URI"] for link in links if "/URI" in link.get("/A", {})}
    found |= {f"{home}#{link['/Dest'].removeprefix('/')}" for link in links if "/Dest" in link}
    assert len(wanted) > 100
    assert wanted - found == set()


@pytest.mark.parametrize("scripted", [True, False])
def test_nothing_is_cut(windowed: Browser, served: Served, scripted: bool) -> None:
    with opened(windowed, A4, java_script_enabled=scripted) as page:
        page.emulate_media(media="print")
        page.goto(served.url + PAGE, wait_until="load")
        settle(page)
        assert page.evaluate(CUT) == []
        assert page.evaluate(SIDEWAYS) <= 0
        folded = page.evaluate(
            "[...document.querySelectorAll('details > :not(summary), [role=tabpanel]')].filter("
            "(one) => !one.checkVisibility({ contentVisibilityAuto: true })).length"
        )
        assert page.evaluate(FAINT) == []
        # Before it prints, the theme's script opens what is closed; a style does it without one.
        assert scripted or folded == 0
