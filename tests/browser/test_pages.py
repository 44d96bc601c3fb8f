"""The built pages as a browser shows them: on phones and wide screens, light, dark, in print."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, Request
from selectolax.lexbor import LexborHTMLParser as HTMLParser

from tests.browser.conftest import Served
from tests.conftest import REPO_URL, BuiltSite, build_site

WIDTHS = (1280, 768, 360)
SCHEMES = ("light", "dark")
PAGE = "transformer-block/"
MATHML = "http://www.w3.org/1998/Math/MathML"

SIDEWAYS = "() => document.documentElement.scrollWidth - window.innerWidth"

# What of docgen's parts reaches out of its box without a way to scroll there.
CUT = """() => {
  const cut = [];
  for (const element of document.querySelectorAll('.dg-block *, .dg-layers *')) {
    const style = getComputedStyle(element);
    if (!['hidden', 'clip'].includes(style.overflowX) || style.clipPath !== 'none') continue;
    if (style.textOverflow === 'ellipsis') continue;
    if (element.scrollWidth > element.clientWidth + 1) cut.push(element.className);
  }
  return cut;
}"""

# Text of docgen's parts with less contrast than WCAG asks for, as `class text ratio`.
FAINT = """() => {
  const numbers = (text) => {
    const found = text.match(/[\\d.]+(?:e-?\\d+)?/g).map(Number);
    const [r, g, b, a = 1] = found;
    return text.startsWith('color(') ? [r, g, b, a] : [r / 255, g / 255, b / 255, a];
  };
  const over = (top, under) =>
    [0, 1, 2].map((n) => top[n] * top[3] + under[n] * (1 - top[3])).concat(1);
  const light = (c) => [0, 1, 2]
    .map((n) => (c[n] <= 0.04045 ? c[n] / 12.92 : ((c[n] + 0.055) / 1.055) ** 2.4))
    .reduce((sum, part, n) => sum + part * [0.2126, 0.7152, 0.0722][n], 0);
  const ground = (element) => {
    const chain = [];
    for (let at = element; at; at = at.parentElement) {
      chain.unshift(numbers(getComputedStyle(at).backgroundColor));
    }
    return chain.reduce((under, top) => over(top, under), [1, 1, 1, 1]);
  };
  const faint = new Set();
  const check = (element, style, text) => {
    if (style.visibility === 'hidden' || !element.getClientRects().length) return;
    const under = ground(element);
    const pair = [light(over(numbers(style.color), under)), light(under)].sort((a, b) => b - a);
    const ratio = (pair[0] + 0.05) / (pair[1] + 0.05);
    const size = parseFloat(style.fontSize);
    const isLarge = size >= 24 || (size >= 18.66 && style.fontWeight >= 700);
    if (ratio < (isLarge ? 3 : 4.5)) {
      faint.add(`${element.className || element.tagName} ${text.trim()} ${ratio.toFixed(2)}`);
    }
  };
  const parts = '.dg-block, .dg-block *, .dg-inline *, .dg-code, .dg-code *, .dg-layers *';
  for (const element of document.querySelectorAll(parts)) {
    for (const node of element.childNodes) {
      if (node.nodeType === 3 && node.data.trim()) {
        check(element, getComputedStyle(element), node.data);
      }
    }
    const before = getComputedStyle(element, '::before');
    if (!['none', 'normal', '""'].includes(before.content)) check(element, before, before.content);
  }
  return [...faint];
}"""

# Boxes of docgen that scroll sideways, and whether the Tab key stops at them.
BOXES = """() => [...document.querySelectorAll('.dg-block *')]
  .filter((element) => ['auto', 'scroll'].includes(getComputedStyle(element).overflowX)
    && element.scrollWidth > element.clientWidth + 1)
  .map((element) => [element.className || element.tagName, element.tabIndex])"""


def addresses(site: Path) -> list[str]:
    """The pages of the site as they are asked for."""
    found = [path.relative_to(site).as_posix() for path in site.rglob("index.html")]
    assert len(found) >= 6
    return sorted(path.removesuffix("index.html") for path in found)


class Watch:
    """What a page asked other hosts for, and what it complained about."""

    def __init__(self, page: Page, home: str) -> None:
        self.home = home
        self.faults: list[str] = []
        page.on("request", self._request)
        page.on("console", self._console)
        page.on("pageerror", lambda error: self.faults.append(f"error: {error}"))

    def _request(self, request: Request) -> None:
        if not request.url.startswith((self.home, "data:", "blob:")):
            self.faults.append(f"request: {request.url}")

    def _console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.faults.append(f"console: {message.text}")


@contextmanager
def opened(chromium: Browser, width: int, scheme: str = "light", **options: Any) -> Iterator[Page]:
    context = chromium.new_context(
        viewport={"width": width, "height": 900}, color_scheme=scheme, **options
    )
    try:
        yield context.new_page()
    finally:
        context.close()


@pytest.mark.browser
@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("width", WIDTHS)
def test_pages_fit_and_read_well(
    chromium: Browser, served: Served, width: int, scheme: str
) -> None:
    faults: dict[str, object] = {}
    with opened(chromium, width, scheme) as page:
        watch = Watch(page, served.url)
        for address in addresses(served.folder):
            page.goto(served.url + address, wait_until="load")
            page.evaluate("document.fonts.ready.then(() => true)")
            found = {
                "sideways": page.evaluate(SIDEWAYS),
                "cut": page.evaluate(CUT),
                "faint": page.evaluate(FAINT),
            }
            faults |= {f"{address} {name}": fault for name, fault in found.items() if fault}
        assert watch.faults == []
    assert faults == {}


@pytest.mark.browser
def test_mathematics_is_set_in_the_shipped_font(chromium: Browser, served: Served) -> None:
    with opened(chromium, 1280) as page:
        page.goto(served.url + PAGE, wait_until="load")
        page.evaluate("document.fonts.ready.then(() => true)")
        loaded = page.evaluate(
            "[...document.fonts].filter((font) => font.status === 'loaded')"
            ".map((font) => font.family.replaceAll('\"', ''))"
        )
    assert loaded == ["STIX Two Math"]


@pytest.mark.browser
def test_scroll_boxes_are_reached_and_moved_by_keyboard(chromium: Browser, served: Served) -> None:
    with opened(chromium, 360) as page:
        page.goto(served.url + PAGE, wait_until="load")
        boxes = page.evaluate(BOXES)
        assert len(boxes) > 10
        assert [name for name, index in boxes if index != 0] == []
        for kind in (".dg-listing code", ".dg-math", ".dg-scroll"):
            wide = page.evaluate_handle(
                "(kind) => [...document.querySelectorAll(kind)]"
                ".find((box) => box.scrollWidth > box.clientWidth + 1)",
                kind,
            )
            # One Tab before the box there is something else to stop at.
            page.evaluate("(box) => { box.focus(); }", wide)
            page.keyboard.press("Shift+Tab")
            assert page.evaluate("(box) => document.activeElement !== box", wide)
            page.keyboard.press("Tab")
            assert page.evaluate("(box) => document.activeElement === box", wide)
            page.keyboard.press("ArrowRight")
            page.wait_for_function("(box) => box.scrollLeft > 0", arg=wide)


@pytest.mark.browser
@pytest.mark.parametrize("width", WIDTHS)
def test_a_page_is_whole_without_javascript(
    chromium: Browser, built: BuiltSite, served: Served, width: int
) -> None:
    source = built.page("transformer-block")
    with opened(chromium, width, java_script_enabled=False) as page:
        page.goto(served.url + PAGE, wait_until="load")
        assert page.evaluate(SIDEWAYS) <= 0
        for part in ("math", ".dg-line", ".dg-steps-list > li", ".dg-flow-list > li", "td"):
            shown = page.evaluate(
                "(part) => [...document.querySelectorAll(`article ${part}`)]"
                ".filter((one) => one.textContent.trim() === '' || one.getClientRects().length)"
                ".length",
                part,
            )
            assert shown == len(source.css(f"article {part}")) > 0, part


@pytest.mark.browser
def test_instant_navigation_keeps_mathematics(
    chromium: Browser, built: BuiltSite, tmp_path: Path
) -> None:
    site = tmp_path / "site"
    site.mkdir()
    running = Served(site)
    try:
        build_site(built.root, repo_url=REPO_URL, site_url=running.url, site_dir=str(site))
        with opened(chromium, 1280) as page:
            watch = Watch(page, running.url)
            page.goto(running.url, wait_until="load")
            page.evaluate("window.kept = true")
            page.get_by_role("link", name="Transformer block").first.click()
            page.wait_for_function("document.querySelectorAll('figure.dg-equation').length > 20")
            assert page.evaluate("window.kept === true")
            spaces = page.evaluate(
                "[...document.querySelectorAll('article math, article math *')]"
                ".map((node) => node.namespaceURI)"
            )
            assert set(spaces) == {MATHML}
            assert watch.faults == []
    finally:
        running.stop()


@pytest.mark.browser
def test_print_shows_everything(chromium: Browser, served: Served) -> None:
    # Without JavaScript, because the theme's script opens what is closed before it prints.
    with opened(chromium, 794, java_script_enabled=False) as page:
        page.emulate_media(media="print")
        page.goto(served.url + PAGE, wait_until="load")
        assert page.evaluate(SIDEWAYS) <= 0
        hidden = page.evaluate(
            "() => [...document.querySelectorAll('.dg-block *')]"
            ".filter((box) => getComputedStyle(box).overflowX !== 'visible'"
            " && getComputedStyle(box).clipPath === 'none'"
            " && box.scrollWidth > box.clientWidth + 1)"
            ".map((box) => `${box.className} ${box.textContent.slice(0, 40)}`)"
        )
        assert hidden == []
        outside = page.evaluate(
            "() => [...document.querySelectorAll('.dg-block *')]"
            ".filter((one) => one.getBoundingClientRect().right > window.innerWidth + 1)"
            ".map((one) => `${one.className} ${one.textContent.slice(0, 40)}`)"
        )
        assert outside == []
        closed = page.evaluate(
            "() => [...document.querySelectorAll('details.dg-badge > ul')]"
            ".filter((list) => !list.checkVisibility({ contentVisibilityAuto: true })).length"
        )
        assert closed == 0


def test_docgen_writes_no_style_and_no_script(built: BuiltSite) -> None:
    for address in addresses(built.site):
        page = HTMLParser((built.site / address / "index.html").read_text(encoding="utf-8"))
        assert page.css("article :is([style], style, script, [onclick])") == [], address
        loaded = [
            node.attributes.get("src") or node.attributes.get("href") or ""
            for node in page.css("[src], link[rel=stylesheet], link[rel=preload], link[rel=icon]")
        ]
        assert loaded
        assert [target for target in loaded if "//" in target] == [], address
