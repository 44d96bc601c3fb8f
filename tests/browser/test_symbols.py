"""Symbols light up and show their card: by mouse, keyboard and touch, and without a script."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page

from tests.browser.conftest import Served
from tests.browser.opened import Watch, opened, turn_pages

pytestmark = pytest.mark.browser

PAGE = "transformer-block/"
OTHER = "operations/"
EQUATION = "#eq-widen .dg-math"
LISTING = "#code-ffn-forward"

# Numbers of the cards that are shown; null while there are none.
SHOWN = """() => {
  const box = document.querySelector('.dg-cards');
  const cards = () => [...box.querySelectorAll('.dg-card')].map((card) => card.dataset.sym);
  return box && box.matches(':popover-open') ? cards() : null;
}"""

# Places of a symbol, and those of them that are seen as lit.
LIT = """(name) => {
  const places = [...document.querySelectorAll('article .' + name)];
  const lit = places.filter((one) => getComputedStyle(one).outlineStyle === 'solid');
  return [places.length, lit.length];
}"""

# Shows the card of every fourth place that a key can reach, and names those where it lies badly.
ASTRAY = """async () => {
  const astray = [];
  const box = document.querySelector('.dg-cards');
  const places = [...document.querySelectorAll('article .dg-sym[tabindex="0"]')]
    .filter((place, number) => number % 4 === 0);
  for (const place of places) {
    place.scrollIntoView({ block: 'center' });
    place.focus();
    if (!box.matches(':popover-open')) { astray.push('hidden ' + place.className); continue; }
    const card = box.getBoundingClientRect(), at = place.getBoundingClientRect();
    const isInside = card.left >= 0 && card.top >= 0
      && card.right <= innerWidth && card.bottom <= innerHeight;
    const isApart = card.bottom <= at.top || card.top >= at.bottom;
    if (!isInside || !isApart) astray.push(place.className);
  }
  return [places.length, astray];
}"""

# The coloured cells of all cards: how many, their least contrast, and those without a colour.
CONTRAST = """() => {
  const box = document.querySelector('.dg-cards');
  box.replaceChildren(document.querySelector('dg-page > template').content.cloneNode(true));
  box.showPopover();
  const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  const light = (...colours) => {
    for (const colour of colours) { context.fillStyle = colour; context.fillRect(0, 0, 1, 1); }
    return [...context.getImageData(0, 0, 1, 1).data].slice(0, 3)
      .map((part) => part / 255)
      .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
      .reduce((sum, part, n) => sum + part * [0.2126, 0.7152, 0.0722][n], 0);
  };
  const ground = getComputedStyle(box).backgroundColor;
  const ratios = [...box.querySelectorAll('[data-h]')].map((cell) => {
    const { backgroundColor, color } = getComputedStyle(cell);
    const pair = [light(ground, backgroundColor), light(ground, backgroundColor, color)];
    return (Math.max(...pair) + 0.05) / (Math.min(...pair) + 0.05);
  });
  const plain = [...box.querySelectorAll('[data-h]:not([data-h="0"])')].filter((cell) =>
    getComputedStyle(cell).backgroundColor.endsWith(' 0)'));
  return [ratios.length, Math.min(...ratios), plain.length];
}"""


def name_of(place: Locator) -> str:
    """The class that all places of its symbol have: `dg-s7`."""
    names = (place.get_attribute("class") or "").split()
    return next(name for name in names if name.startswith("dg-s") and name != "dg-sym")


def numbers_of(place: Locator) -> list[str]:
    names = (place.get_attribute("class") or "").split()
    return [name.removeprefix("dg-s") for name in names if name.removeprefix("dg-s").isdigit()]


def number_of(place: Locator) -> str:
    return numbers_of(place)[0]


def wait_shown(page: Page, numbers: list[str] | None) -> None:
    page.wait_for_function(
        f"(wanted) => JSON.stringify(({SHOWN})()) === wanted", arg=_text(numbers)
    )


def _text(numbers: list[str] | None) -> str:
    return "null" if numbers is None else "[" + ",".join(f'"{one}"' for one in numbers) + "]"


def lit(page: Page, name: str) -> tuple[int, int]:
    places, shining = page.evaluate(LIT, name)
    return places, shining


def visit(page: Page, served: Served, path: str = PAGE) -> Watch:
    watch = Watch(page, served.url)
    page.goto(served.url + path)
    page.wait_for_selector(".dg-cards", state="attached")
    return watch


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_mouse_over_a_symbol_lights_all_its_places_and_shows_its_card(
    windowed: Browser, served: Served, scheme: str
) -> None:
    with opened(windowed, 1280, scheme) as page:
        visit(page, served)
        place = page.locator(f"{EQUATION} .dg-sym").first
        name = name_of(place)
        before = lit(page, name)
        place.hover()
        wait_shown(page, numbers_of(place))
        places, shining = lit(page, name)

        assert before == (places, 0)
        assert places == shining >= 4
        assert page.locator(f"{LISTING} .{name}").count() >= 1

        page.locator(".dg-cards").hover()
        page.locator(".dg-cards .dg-card").click()
        wait_shown(page, numbers_of(place))
        page.mouse.move(2, 2)
        wait_shown(page, None)
        assert lit(page, name) == (places, 0)


def test_escape_dismisses_a_card_and_leaves_the_pointer_where_it_is(
    windowed: Browser, served: Served
) -> None:
    with opened(windowed, 1280) as page:
        visit(page, served)
        place = page.locator(f"{EQUATION} .dg-sym").first
        place.hover()
        wait_shown(page, numbers_of(place))
        page.keyboard.press("Escape")
        wait_shown(page, None)


def test_keys_go_from_symbol_to_symbol_of_a_box(windowed: Browser, served: Served) -> None:
    with opened(windowed, 1280) as page:
        visit(page, served)
        places = page.locator(f"{EQUATION} .dg-sym")
        numbers = [number_of(places.nth(at)) for at in range(places.count())]
        page.locator(EQUATION).focus()
        wait_shown(page, None)
        page.keyboard.press("Tab")
        wait_shown(page, [numbers[0]])
        assert places.first.get_attribute("aria-describedby") == "dg-cards"

        page.keyboard.press("ArrowRight")
        wait_shown(page, [numbers[1]])
        assert places.first.get_attribute("aria-describedby") is None
        page.keyboard.press("End")
        wait_shown(page, [numbers[-1]])
        page.keyboard.press("Home")
        wait_shown(page, [numbers[0]])
        page.keyboard.press("ArrowLeft")
        page.keyboard.press("Escape")
        wait_shown(page, None)
        assert places.first.evaluate("(one) => one === document.activeElement")

        page.keyboard.press("Enter")
        wait_shown(page, [numbers[0]])
        page.keyboard.press("Tab")
        wait_shown(page, [numbers[0]])
        page.keyboard.press("Escape")
        wait_shown(page, None)
        stops = page.locator(f'{EQUATION} .dg-sym[tabindex="0"]')
        assert stops.count() == 1


def test_a_symbol_left_by_the_keyboard_shows_its_card_no_longer(
    windowed: Browser, served: Served
) -> None:
    with opened(windowed, 1280) as page:
        visit(page, served)
        places = page.locator(f"{LISTING} .dg-sym")
        places.first.focus()
        wait_shown(page, numbers_of(places.first))
        page.locator("article h1").first.click(position={"x": 4, "y": 4})
        wait_shown(page, None)


@pytest.mark.parametrize("width", [768, 360])
def test_a_tap_pins_the_card_and_the_light(windowed: Browser, served: Served, width: int) -> None:
    with opened(windowed, width, has_touch=True) as page:
        visit(page, served)
        place = page.locator(f"{EQUATION} .dg-sym").first
        name = name_of(place)
        place.tap()
        wait_shown(page, numbers_of(place))
        places, shining = lit(page, name)
        assert places == shining
        assert not page.evaluate("location.hash")

        # The light stays while the reader scrolls to the other places.
        page.evaluate("scrollTo(0, document.body.scrollHeight)")
        wait_shown(page, None)
        assert lit(page, name) == (places, places)
        place.scroll_into_view_if_needed()
        wait_shown(page, numbers_of(place))

        place.tap()
        wait_shown(page, None)
        place.tap()
        wait_shown(page, numbers_of(place))
        page.locator("#eq-widen").locator("xpath=preceding::h3[1]").tap()
        wait_shown(page, None)
        page.wait_for_function("() => !document.querySelector('.dg-lit')")


def test_a_click_on_code_pins_and_does_not_jump(windowed: Browser, served: Served) -> None:
    with opened(windowed, 1280) as page:
        visit(page, served)
        place = page.locator(f"{LISTING} a.dg-sym").first
        place.scroll_into_view_if_needed()
        top = page.evaluate("scrollY")
        place.click()
        wait_shown(page, numbers_of(place))
        page.mouse.move(2, 2)
        page.locator(f"{LISTING} a.dg-sym").last.hover()
        wait_shown(page, numbers_of(place))
        assert page.evaluate("[location.hash, scrollY]") == ["", top]
        place.click()
        wait_shown(page, None)


def test_a_place_of_two_symbols_shows_both_cards(windowed: Browser, served: Served) -> None:
    with opened(windowed, 1280) as page:
        visit(page, served)
        place = page.locator(f"{EQUATION} .dg-sym").first
        number = int(number_of(place))
        other = number + 1
        place.evaluate("(one, name) => one.classList.add(name)", f"dg-s{other}")
        place.hover()
        wait_shown(page, [str(number), str(other)])


@pytest.mark.parametrize("width", [1280, 768, 360])
def test_no_card_leaves_the_window_or_covers_its_place(
    windowed: Browser, served: Served, width: int
) -> None:
    with opened(windowed, width) as page:
        visit(page, served)
        places, astray = page.evaluate(ASTRAY)

        assert places >= 20
        assert astray == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_numbers_on_coloured_cells_can_be_read(
    windowed: Browser, served: Served, scheme: str
) -> None:
    with opened(windowed, 1280, scheme) as page:
        visit(page, served)
        cells, least, plain = page.evaluate(CONTRAST)

        assert cells >= 50
        assert least >= 4.5
        assert plain == 0


def test_only_places_of_the_same_binding_light_up(windowed: Browser, served: Served) -> None:
    """`Z` is bound in several functions of this page; each is a symbol of its own."""
    with opened(windowed, 1280) as page:
        visit(page, served, OTHER)
        marked = "document.querySelectorAll('article .dg-listing a.dg-sym')"
        pairs = page.evaluate(
            f"() => [...{marked}].map((one) => [one.textContent, one.className,"
            " one.closest('.dg-listing').id])"
        )
        names: dict[str, set[str]] = {}
        for text, name, _ in pairs:
            names.setdefault(text, set()).add(name)

        assert len(names["Z"]) >= 2
        place = page.locator("article .dg-listing a.dg-sym", has_text="Z").first
        place.hover()
        page.wait_for_selector(".dg-cards:popover-open")
        shining = page.evaluate(
            f"() => [...{marked}].filter((one) => getComputedStyle(one).outlineStyle === 'solid')"
            ".map((one) => one.className.replace(' dg-lit', ''))"
        )
        assert set(shining) == {f"dg-sym {name_of(place)}"}


def test_going_to_another_page_and_back_binds_once(windowed: Browser, served: Served) -> None:
    with opened(windowed, 1280) as page:
        turn_pages(page, served.url)
        watch = visit(page, served)
        page.evaluate("window.stays = true")
        for name in ("Operations", "Transformer block"):
            page.locator("nav.md-nav--primary").get_by_role("link", name=name).first.click()
            page.wait_for_function("(name) => document.title.startsWith(name)", arg=name)
            page.wait_for_function("document.querySelectorAll('.dg-cards').length === 1")
        assert page.evaluate("window.stays") is True, "the page was loaded, not exchanged"

        place = page.locator(f"{LISTING} a.dg-sym").first
        place.click()
        wait_shown(page, numbers_of(place))
        place.click()
        wait_shown(page, None)
        assert watch.faults == []


def test_without_a_script_a_symbol_still_lights_up(windowed: Browser, served: Served) -> None:
    with opened(windowed, 1280, java_script_enabled=False) as page:
        page.goto(served.url + PAGE)
        place = page.locator(f"{LISTING} a.dg-sym").first
        name = name_of(place)
        kinds = (f"{EQUATION} .{name}", f"#dg-sym-{number_of(place)}", f"{LISTING} .{name}")
        places = [page.locator(kind).first for kind in kinds]
        place.hover()

        assert [outline(one) for one in places] == ["solid", "solid", "solid"]
        page.mouse.move(2, 2)
        assert [outline(one) for one in places] == ["none", "none", "none"]
        place.click()
        assert page.url.endswith(f"#dg-sym-{number_of(place)}")


def outline(place: Locator) -> Any:
    return place.evaluate("(one) => getComputedStyle(one).outlineStyle")


def test_paper_shows_no_card_and_no_light(windowed: Browser, served: Served) -> None:
    with opened(windowed, 1280) as page:
        visit(page, served)
        place = page.locator(f"{LISTING} a.dg-sym").first
        place.click()
        wait_shown(page, numbers_of(place))
        page.emulate_media(media="print")

        assert not page.locator(".dg-cards").is_visible()
        assert place.evaluate("(one) => getComputedStyle(one).backgroundColor") in (
            "rgba(0, 0, 0, 0)",
            "color(srgb 0 0 0 / 0)",
        )
