"""The built pages as a browser shows them: on phones and wide screens, light and dark."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser

from tests.browser.conftest import Served
from tests.browser.opened import (
    PARTS,
    Watch,
    addresses,
    arrange,
    at_widths,
    bring_into_sight,
    darken,
    opened,
    part_of,
)
from tests.browser.probes import BOXES, CUT, FAINT, SIDEWAYS
from tests.conftest import BuiltSite

WIDTHS = (1280, 768, 360)
PAGE = "transformer-block/"
ROWS = ".dg-steps-list [data-row][hidden]"

# The colours behind the page, behind a lit symbol, and behind what is selected.
LIT = """() => ['body', '.dg-lit', '.dg-line.dg-on']
  .map((kind) => getComputedStyle(document.querySelector(kind)).backgroundColor)"""

# What a press of the button of the colour scheme does, wherever the pointer is.
TOGGLE = "document.querySelector('form[data-md-component=palette] label:not([hidden])').click()"


@pytest.mark.browser
@pytest.mark.parametrize("part", range(PARTS))
def test_pages_fit_and_read_well(chromium: Browser, served: Served, part: int) -> None:
    """In the dark at one width: a colour scheme changes colours alone."""
    faults: dict[str, object] = {}
    with opened(chromium, WIDTHS[0]) as page:
        watch = Watch(page, served.url)
        for address in part_of(served.folder, part):
            page.set_viewport_size({"width": WIDTHS[0], "height": 900})
            page.goto(served.url + address, wait_until="load")
            bring_into_sight(page)
            for width in at_widths(page, WIDTHS):
                found = {
                    "sideways": page.evaluate(SIDEWAYS),
                    "cut": page.evaluate(CUT),
                    "faint": page.evaluate(FAINT),
                }
                faults |= {
                    f"{address} {width} {name}": fault for name, fault in found.items() if fault
                }
            darken(page)
            if faint := page.evaluate(FAINT):
                faults[f"{address} dark"] = faint
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
        assert [name for name, is_reached in boxes if not is_reached] == []
        for kind in (".dg-listing code", ".dg-math", ".dg-scroll"):
            wide = page.evaluate_handle(
                "(kind) => [...document.querySelectorAll(kind)]"
                ".find((box) => box.scrollWidth > box.clientWidth + 1"
                " && box.checkVisibility({ visibilityProperty: true }))",
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
    # The cards, and the other rows of the stepper, which its control chooses from.
    for added in source.css(f"dg-page, {ROWS}"):
        added.decompose()
    with opened(chromium, width, java_script_enabled=False) as page:
        page.goto(served.url + PAGE, wait_until="load")
        assert page.evaluate(SIDEWAYS) <= 0
        for part in ("math", ".dg-line", ".dg-steps-list > li", ".dg-flow-list > li", "td"):
            shown = page.evaluate(
                "([part, rows]) => [...document.querySelectorAll(`article ${part}`)]"
                ".filter((one) => !one.closest(rows))"
                ".filter((one) => one.textContent.trim() === '' || one.getClientRects().length)"
                ".length",
                [part, ROWS],
            )
            assert shown == len(source.css(f"article {part}")) > 0, part


@pytest.mark.browser
def test_colours_change_without_a_reload(chromium: Browser, served: Served) -> None:
    with opened(chromium, 1280) as page:
        page.goto(served.url + PAGE, wait_until="load")
        page.evaluate("window.kept = true")
        grounds = set()
        for scheme in ("default", "slate", "default"):
            page.wait_for_function(
                "(scheme) => document.body.dataset.mdColorScheme === scheme", arg=scheme
            )
            page.mouse.move(0, 0)
            page.locator(".dg-card:visible").wait_for(state="hidden")
            # A press of any button lets go of what is selected.
            assert arrange(page)
            assert page.evaluate(FAINT) == [], scheme
            # What is lit and what is selected stands out from the page in both schemes.
            ground, *marks = page.evaluate(LIT)
            assert ground not in marks, scheme
            grounds.add(ground)
            page.evaluate(TOGGLE)
        assert len(grounds) == 2
        assert page.evaluate("window.kept")


def test_every_marked_symbol_has_its_card(built: BuiltSite) -> None:
    marked = set()
    for address in addresses(built.site):
        page = built.page(address.strip("/") or ".")
        names = {name for node in page.css(".dg-sym") for name in node.attributes["class"].split()}
        numbers = {name.removeprefix("dg-s") for name in names - {"dg-sym"}}
        text = (built.site / address / "index.html").read_text(encoding="utf-8")
        cards = re.findall(r'<div class="dg-card" data-sym="(\d+)"', text)
        assert len(cards) == len(set(cards)), address
        assert numbers - set(cards) == set(), address
        marked |= numbers
    assert len(marked) > 10
