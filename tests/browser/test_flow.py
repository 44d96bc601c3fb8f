"""The drawing of a flow: selecting steps by mouse, keys, touch and address; paper; no script."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import Served
from tests.browser.opened import Watch, opened, turn_pages

pytestmark = pytest.mark.browser

PAGE = "transformer-block/"
FIRST = "#flow-block-backward-1"
OPEN = "dXn2, Through the feed-forward layer, calls ffn_backward"
"""The box of the panel that is open at first."""

# The lines that are marked in the listings of one file, each once.
MARKED = """() => [...new Set([...document.querySelectorAll('.dg-line.dg-on > .dg-no')]
  .map((no) => no.closest('.dg-listing').dataset.path + ':' + no.dataset.line))]"""

# Drawn text that reaches out of the drawing, and its least size on the screen.
DRAWN = """() => {
  const svg = document.querySelector('dg-flow svg'), whole = svg.getBoundingClientRect();
  const texts = [...svg.querySelectorAll('text')], scale = whole.width / svg.viewBox.baseVal.width;
  const out = texts.filter((text) => {
    const box = text.getBoundingClientRect();
    return box.left < whole.left - 1 || box.right > whole.right + 1;
  });
  const sizes = texts.map((text) => parseFloat(text.getAttribute('font-size')) * scale);
  return [out.length, Math.min(...sizes) >= 11];
}"""

# Pairs of drawn texts that overlap.
CLASHES = """() => {
  const texts = [...document.querySelectorAll('dg-flow svg text')];
  const boxes = texts.map((text) => text.getBBox());
  const clash = (a, b) => a.x < b.x + b.width && b.x < a.x + a.width
    && a.y < b.y + b.height && b.y < a.y + a.height;
  return boxes.flatMap((a, i) => boxes.slice(i + 1).filter((b) => clash(a, b)));
}"""


def flow(page: Page, served: Served, state: str = "") -> None:
    page.goto(served.url + PAGE + state)
    expect(page.locator("dg-flow .dg-bar")).to_be_visible()


def shown(page: Page) -> list[str | None]:
    found = page.locator("dg-flow li[data-path]").all()
    return [each.get_attribute("id") for each in found if each.is_visible()]


def current(page: Page) -> list[str | None]:
    found = page.locator("dg-flow a[aria-current=true]").all()
    return [each.get_attribute("aria-label") for each in found]


def lines(page: Page, number: int) -> list[str]:
    """The lines of a step as its panel says them."""
    panel = page.locator(f"{FIRST[:-1]}{number}")
    path = panel.get_attribute("data-path")
    first, last = (int(panel.get_attribute(key) or 0) for key in ("data-line", "data-end"))
    return [f"{path}:{line}" for line in range(first, last + 1)]


def test_a_click_shows_a_step_its_callee_and_its_lines(chromium: Browser, served: Served) -> None:
    with opened(chromium, 1280) as page:
        watch = Watch(page, served.url)
        flow(page, served)
        assert (shown(page), current(page)) == ([FIRST[1:]], [OPEN])
        assert page.evaluate(MARKED) == []

        boxes = page.locator("dg-flow .dg-box")
        boxes.nth(3).click()
        assert shown(page) == ["flow-block-backward-4"]
        assert current(page) == ["dXn, Through attention, calls attention_backward"]
        assert page.url.endswith("#flow-block-backward-4")
        assert page.evaluate(MARKED) == lines(page, 4)
        expect(page.locator("#flow-block-backward-4 .dg-listing")).to_be_visible()
        expect(page.locator("dg-flow [role=status]")).to_have_text(
            "dXn, Through attention, calls attention_backward"
        )

        boxes.nth(2).click()
        assert shown(page) == ["flow-block-backward-3"]
        assert page.evaluate(MARKED) == lines(page, 3)
        says = page.locator("#flow-block-backward-3 .dg-does li")
        assert says.all_inner_texts() == ["No function call", "Adds dY and dX1_branch"]

        page.get_by_label("Show all").check()
        assert len(shown(page)) == 6
        page.get_by_label("Show all").uncheck()
        assert shown(page) == ["flow-block-backward-3"]
        assert watch.faults == []


def test_lines_that_fill_entries_stand_out_in_the_callee(chromium: Browser, served: Served) -> None:
    with opened(chromium, 1280) as page:
        flow(page, served, FIRST)
        marked = page.locator(f"{FIRST} .dg-hl").all_inner_texts()
        assert [line.strip() for line in marked] == [
            'grads[p + "ff2_w"] += dW2',
            'grads[p + "ff2_b"] += db2',
            'grads[p + "ff1_w"] += dW1',
            'grads[p + "ff1_b"] += db1',
        ]


def test_the_box_whose_panel_is_open_is_marked_and_a_sentence_says_what_to_do(
    chromium: Browser, served: Served
) -> None:
    with opened(chromium, 360) as page:
        page.goto(served.url + "overview/")
        expect(page.get_by_text("Choose a box to see its step.")).to_have_count(4)
        expect(page.get_by_text("Choose a box to see its step.").first).to_be_visible()
        first = page.locator("dg-flow").evaluate_all(
            "(all) => all.map((one) => [...one.querySelectorAll('.dg-box')]"
            ".map((box) => box.ariaCurrent))"
        )
        assert [marks[0] for marks in first] == ["true"] * 4
        assert [mark for marks in first for mark in marks[1:] if mark] == []
        assert page.url == served.url + "overview/"


def test_keys_walk_through_the_boxes(chromium: Browser, served: Served) -> None:
    with opened(chromium, 1280) as page:
        flow(page, served)
        page.locator("dg-flow .dg-box").first.focus()
        assert current(page) == [OPEN]
        for key, number in (
            ("Enter", 1),
            ("ArrowDown", 2),
            ("ArrowDown", 3),
            ("ArrowUp", 2),
            ("End", 6),
            ("ArrowDown", 6),
            ("Home", 1),
            ("ArrowUp", 1),
        ):
            page.keyboard.press(key)
            assert shown(page) == [f"flow-block-backward-{number}"], key
            assert page.evaluate("document.activeElement.ariaCurrent") == "true", key


@pytest.mark.parametrize("width", [1280, 768, 360])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_drawing_fits_and_a_touch_shows_the_panel(
    chromium: Browser, served: Served, width: int, scheme: str
) -> None:
    with opened(chromium, width, scheme, has_touch=True) as page:
        flow(page, served)
        page.locator("dg-flow .dg-box").nth(4).tap()
        expect(page.locator("#flow-block-backward-5 .dg-stephead")).to_be_in_viewport()
        assert page.evaluate(DRAWN) == [0, True]
        assert page.evaluate(CLASHES) == []
        assert page.evaluate("document.documentElement.scrollWidth") == width


def test_the_least_phone_reads_the_drawing(chromium: Browser, served: Served) -> None:
    with opened(chromium, 320) as page:
        flow(page, served)
        assert page.evaluate(DRAWN) == [0, True]


def test_the_address_selects_a_step(chromium: Browser, served: Served) -> None:
    with opened(chromium, 1280) as page:
        flow(page, served, "#flow-block-backward-6")
        assert shown(page) == ["flow-block-backward-6"]
        assert current(page) == ["return, First sum, reversed, dX1 + dX_branch"]
        expect(page.locator("#flow-block-backward-6")).to_be_in_viewport()

        page.evaluate("location.hash = 'flow-block-backward-2'")
        expect(page.locator("#flow-block-backward-2")).to_be_visible()
        assert shown(page) == ["flow-block-backward-2"]


def test_it_works_on_a_page_that_the_theme_exchanged(chromium: Browser, served: Served) -> None:
    with opened(chromium, 1280) as page:
        watch = Watch(page, served.url)
        turn_pages(page, served.url)
        page.goto(served.url + "operations/", wait_until="networkidle")
        page.evaluate("globalThis.isSame = true")
        page.locator(f".md-nav__link[href$='{PAGE}']").first.click()
        page.wait_for_url(f"**/{PAGE}")
        page.locator("dg-flow .dg-box").nth(1).click()
        assert page.evaluate("globalThis.isSame") is True
        assert shown(page) == ["flow-block-backward-2"]
        assert page.evaluate(MARKED) == lines(page, 2)
        assert watch.faults == []


def test_without_a_script_everything_stands_there(chromium: Browser, served: Served) -> None:
    with opened(chromium, 360, java_script_enabled=False) as page:
        page.goto(served.url + PAGE)
        expect(page.locator("dg-flow svg")).to_be_visible()
        assert len(shown(page)) == 6
        expect(page.locator("dg-flow .dg-bar")).to_be_hidden()
        page.locator("dg-flow .dg-box").nth(4).click()
        assert page.url.endswith("#flow-block-backward-5")
        page.locator("#flow-block-backward-5 summary").click()
        expect(page.locator("#flow-block-backward-5 .dg-listing")).to_be_visible()


def test_paper_holds_all_steps_and_the_functions_that_they_call(
    chromium: Browser, served: Served
) -> None:
    with opened(chromium, 1280) as page:
        flow(page, served)
        page.locator("dg-flow .dg-box").nth(2).click()
        page.emulate_media(media="print")
        assert len(shown(page)) == 6
        expect(page.locator("dg-flow .dg-bar")).to_be_hidden()
        listings = page.locator("dg-flow .dg-callee .dg-listing").all()
        assert [listing.is_visible() for listing in listings] == [True] * 4
