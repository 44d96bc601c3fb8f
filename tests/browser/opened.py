"""A page opened in Chromium, and what it does that no page may do."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, ConsoleMessage, Page, Request

ALIKE = {
    "reference/": ("reference/", "reference/cli/"),
    "code/": ("code/", "code/ops/", "code/transformer/"),
}
"""Folders of pages that one function draws, and those of them that a browser opens."""


def addresses(site: Path, *, every: bool = False) -> list[str]:
    """The pages of the site as they are asked for; of those that are alike some, if not `every`."""
    found = [path.relative_to(site).as_posix() for path in site.rglob("index.html")]
    assert len(found) >= 6
    pages = sorted(path.removesuffix("index.html") for path in found)
    left_out = {
        one
        for folder, opened_ones in ALIKE.items()
        for one in pages
        if one.startswith(folder) and one not in opened_ones
    }
    return [one for one in pages if every or one not in left_out]


PARTS = 4
"""In how many tests all pages are gone through, so that processes can share them."""


def part_of(site: Path, number: int) -> list[str]:
    """Every fourth of the pages that a browser opens."""
    return addresses(site)[number::PARTS]


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
    context.set_default_timeout(PATIENCE)
    try:
        yield context.new_page()
    finally:
        context.close()


PATIENCE = 40_000
"""Milliseconds to wait for what a page must show, on a busy machine too."""

# Waits until fonts are there and nothing moves any more.
CALM = """document.fonts.ready
  .then(() => Promise.all(document.getAnimations().map((one) => one.finished.catch(() => 0))))
  .then(() => true)"""

# Changes colours at once: what is out of sight would change them only when somebody looks.
DARK = """() => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('*, ::before, ::after { transition: none !important; }');
  document.adoptedStyleSheets.push(sheet);
  document.body.dataset.mdColorScheme = 'slate';
}"""

# Whether the part of the page that the address names stands where a jump to it ends, and stays.
IS_AT_TARGET = """async () => {
  const isThere = () => {
    const place = document.querySelector(':target');
    const margin = place && parseFloat(getComputedStyle(place).scrollMarginTop);
    return place && Math.abs(place.getBoundingClientRect().top - margin) < 2;
  };
  if (!isThere()) return false;
  await new Promise((done) => requestIdleCallback(() => setTimeout(done, 500)));
  return isThere();
}"""

# The middle of the first symbol that nothing covers, brought into view. A finger that is nearly on
# something else is taken to mean that, so nothing that was opened may lie close by.
PLACE = """() => {
  const holder = (one) => one?.closest('details') ?? null;
  const NEAR = [[0, 0], [16, 0], [-16, 0], [0, 16], [0, -16]];
  for (const symbol of document.querySelectorAll('article:has(dg-page) .dg-sym')) {
    symbol.scrollIntoView({ block: 'center', behavior: 'instant' });
    const box = symbol.getClientRects()[0];
    if (!box) continue;
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    const around = NEAR.map(([right, down]) => document.elementFromPoint(x + right, y + down));
    const isFree = around.every((one) => holder(one) === holder(symbol));
    if (isFree && symbol.contains(around[0])) return [x, y];
  }
  return null;
}"""

# Presses every button that a reader could press; how each is reached is tried in tests of its own.
PRESSED = """async () => {
  for (const button of document.querySelectorAll('article .dg-block button')) {
    if (button.disabled || !button.checkVisibility({ visibilityProperty: true })) continue;
    button.click();
    await new Promise(requestAnimationFrame);
  }
}"""

# The ids that show a state of the page when they stand in its address, one of each kind.
STATES = """() => ['eq-', 'code-', 'step-', 'flow-']
  .map((start) => document.querySelector(`article [id^="${start}"]`))
  .filter((one) => one)
  .map((one) => one.id)"""


def settle(page: Page) -> None:
    """Wait until fonts are there and nothing moves any more."""
    page.evaluate(CALM)


def bring_into_sight(page: Page) -> None:
    """Lay out the lines of a module that nobody scrolled to, as a reader would see each."""
    page.add_style_tag(content=".dg-line { content-visibility: visible !important; }")


def at_widths(page: Page, widths: Iterable[int]) -> Iterator[int]:
    """Make the window of a loaded page as wide as each of some widths."""
    for width in widths:
        page.set_viewport_size({"width": width, "height": 900})
        settle(page)
        yield width


def darken(page: Page) -> None:
    """Show the page in the dark, as the theme does when it is asked to."""
    page.evaluate(DARK)


def light(page: Page) -> bool:
    """Point at or tap a symbol, so that its card is open; whether there is a symbol."""
    place = page.evaluate(PLACE)
    if place is None:
        return False
    if page.evaluate("navigator.maxTouchPoints"):
        page.touchscreen.tap(*place)
    else:
        # A mouse that stands there since the page before tells the page nothing.
        page.mouse.move(1, 1)
        page.mouse.move(*place)
    page.locator(".dg-card").first.wait_for()
    settle(page)
    return True


def select(page: Page) -> bool:
    """Select the first equation by its address; whether there is one."""
    figures = page.locator("article figure.dg-equation")
    if not figures.count():
        return False
    figures.first.evaluate("(figure) => { location.hash = figure.closest('[id]').id; }")
    page.locator(".dg-on").first.wait_for(state="attached")
    return True


def unfold(page: Page) -> bool:
    """Open every badge and everything else that opens; whether there is anything."""
    opens = "(all) => { all.forEach((one) => { one.open = true; }); return all.length; }"
    count: int = page.locator("article details").evaluate_all(opens)
    return count > 0


def arrange(page: Page) -> bool:
    """An equation selected, all details open, a symbol lit up; whether the page has any of it."""
    return any([select(page), unfold(page), light(page)])


def stir(page: Page) -> None:
    """Do what a reader does: select, open, light up, step, and go to each kind of address."""
    arrange(page)
    page.evaluate(PRESSED)
    unfold(page)
    for name in page.evaluate(STATES):
        page.evaluate("(id) => { location.hash = id; }", name)
    settle(page)


def turn_pages(page: Page, home: str) -> None:
    """Give the theme a sitemap: it exchanges the pages named there instead of loading them."""
    names = "".join(
        f"<url><loc>{home}{path}</loc></url>" for path in ("", "operations/", "transformer-block/")
    )
    start = '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">'
    page.route(
        "**/sitemap.xml",
        lambda route: route.fulfill(
            body=f"{start}{names}</urlset>", content_type="application/xml"
        ),
    )
