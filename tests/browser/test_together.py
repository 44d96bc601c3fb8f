"""Where features meet each other, the theme and the browser's own habits, nothing gets lost."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import Served
from tests.browser.opened import Watch, opened
from tests.browser.places import line_of

pytestmark = pytest.mark.browser

PAGE = "transformer-block/"
TITLE = "#eq-widen .dg-title"
LINE = f"code-ffn-forward-L{line_of('Z = Xn @')}"
SYMBOL = f"#{LINE} a.dg-sym"
NUMBER = f"#{LINE} .dg-no"
STEP = "flow-block-backward-3"

# What is selected, what the address says, and whether a card is shown.
STATE = """() => [
  [...document.querySelectorAll('.dg-on')].map((one) => one.closest('[id]').id),
  location.hash,
  document.querySelector('.dg-cards').matches(':popover-open'),
]"""
SELECTED = [["eq-widen", LINE], "#eq-widen", False]
NOTHING: list[Any] = [[], "", False]

# Points at each symbol of an equation, and says which of them is not lit at once.
LATE = """() => [...document.querySelectorAll('#eq-widen .dg-sym')].filter((symbol) => {
  symbol.dispatchEvent(new PointerEvent('pointerover', { bubbles: true, pointerType: 'mouse' }));
  return !symbol.classList.contains('dg-lit');
}).length"""

# Puts an equation into the second tab of a set, as the theme writes tabs.
TABBED = """() => {
  const set = document.createElement('div');
  set.className = 'tabbed-set tabbed-alternate';
  set.innerHTML = `<input checked id="t1" name="t" type="radio">
    <input id="t2" name="t" type="radio">
    <div class="tabbed-labels"><label for="t1">One</label><label for="t2">Two</label></div>
    <div class="tabbed-content"><div class="tabbed-block">x</div><div class="tabbed-block"></div>
    </div>`;
  const equation = document.getElementById('eq-widen');
  equation.replaceWith(set);
  set.querySelector('.tabbed-block:last-child').append(equation);
}"""

# Puts an equation into a box that can be closed, as the theme writes it.
BOXED = """() => {
  const box = document.createElement('details');
  box.open = true;
  const equation = document.getElementById('eq-widen');
  equation.replaceWith(box);
  box.append(document.createElement('summary'), equation);
}"""


def visit(page: Page, served: Served, state: str = "") -> Watch:
    watch = Watch(page, served.url)
    page.goto(f"{served.url}{PAGE}{state}")
    page.wait_for_selector(".dg-cards", state="attached")
    return watch


def state(page: Page) -> Any:
    return page.evaluate(STATE)


def text(page: Page) -> str:
    found: str = page.evaluate("getSelection().toString()")
    return found


def test_light_does_not_wait_for_the_card(chromium: Browser, served: Served) -> None:
    with opened(chromium, 1280) as page:
        visit(page, served)
        assert page.evaluate(LATE) == 0
        assert state(page) == NOTHING


def test_the_theme_s_controls_leave_the_selection(chromium: Browser, served: Served) -> None:
    with opened(chromium, 1280) as page:
        visit(page, served, "#eq-widen")
        page.locator("label[for^=__palette]:visible").click()
        page.wait_for_function("document.body.dataset.mdColorScheme === 'slate'")
        assert state(page) == SELECTED
        page.locator("[data-md-component=search-query]").click()
        page.wait_for_function("document.querySelector('#__search').checked")
        page.keyboard.press("Escape")
        page.wait_for_function("!document.querySelector('#__search').checked")
        assert state(page) == SELECTED


def test_escape_closes_one_thing_at_a_time(chromium: Browser, served: Served) -> None:
    with opened(chromium, 1280) as page:
        visit(page, served, "#eq-widen")
        page.locator("#eq-widen dg-try button").click()
        page.locator("#eq-widen .dg-trial").wait_for()
        page.locator(SYMBOL).first.click()
        assert state(page) == [*SELECTED[:2], True]
        page.keyboard.press("Escape")
        assert state(page) == SELECTED
        page.locator("#eq-widen .dg-trial").focus()
        page.keyboard.press("Escape")
        assert not page.locator(".dg-trial").count()
        assert state(page) == SELECTED
        page.keyboard.press("Escape")
        assert state(page) == NOTHING


@pytest.mark.parametrize("place", ["#eq-widen .dg-math", NUMBER, SYMBOL])
def test_focus_comes_back_from_a_card(chromium: Browser, served: Served, place: str) -> None:
    with opened(chromium, 1280) as page:
        visit(page, served)
        found = page.locator(place).first
        found.focus()
        page.keyboard.press("Enter")
        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement.className").startswith("dg-cards")
        page.keyboard.press("Escape")
        assert found.evaluate("(one) => one === document.activeElement")
        assert state(page) == NOTHING


def test_a_step_and_an_equation_are_not_marked_together(chromium: Browser, served: Served) -> None:
    with opened(chromium, 1280) as page:
        visit(page, served)
        step = [[f"code-block-backward-L{line_of('dX1 = dY')}"], f"#{STEP}", False]
        box = page.locator(".dg-box").nth(2)
        box.click()
        assert state(page) == step
        page.locator(TITLE).click()
        assert state(page) == [*SELECTED[:2], True]
        box.click()
        assert state(page) == step
        page.locator(TITLE).click()
        assert state(page) == [*SELECTED[:2], True]
        page.locator(TITLE).click()
        assert state(page) == NOTHING


@pytest.mark.parametrize("place", [".dg-box", NUMBER, SYMBOL, "#eq-widen .dg-permalink"])
def test_links_open_elsewhere_as_ever(chromium: Browser, served: Served, place: str) -> None:
    with opened(chromium, 1280) as page:
        visit(page, served)
        found = page.locator(place).first
        with page.context.expect_page():
            found.click(button="middle")
        with page.context.expect_page():
            found.click(modifiers=["Control"])
        with page.context.expect_page():
            found.click(modifiers=["Shift"])
        assert state(page)[:2] == NOTHING[:2]


def test_text_can_be_selected(chromium: Browser, served: Served) -> None:
    with opened(chromium, 1280) as page:
        visit(page, served, "#eq-widen")
        definition = f"#code-ffn-forward-L{line_of('def ffn_forward(')}"
        first = page.locator(f"{definition} .k").bounding_box()
        last = page.locator(SYMBOL).last.bounding_box()
        assert first is not None
        assert last is not None
        page.mouse.move(first["x"] + 1, first["y"] + 7)
        page.mouse.down()
        page.mouse.move(last["x"] + 40, last["y"] + 7, steps=5)
        page.mouse.up()
        assert "Z = Xn @ params" in text(page)
        assert state(page) == SELECTED

        page.locator(SYMBOL).nth(1).dblclick()
        assert text(page) == "Xn"

        # What stays selected elsewhere keeps nobody from using the page.
        page.evaluate("getSelection().selectAllChildren(document.querySelector('article h1'))")
        page.locator(NUMBER).click()
        assert state(page)[1] == f"#{LINE}"


def test_an_equation_behind_a_tab_is_brought_to_the_front(
    chromium: Browser, served: Served
) -> None:
    with opened(chromium, 1280) as page:
        watch = visit(page, served)
        page.evaluate(TABBED)
        assert not page.locator(TITLE).is_visible()
        page.evaluate("() => { location.hash = 'eq-widen'; }")
        page.locator(TITLE).wait_for()
        assert state(page) == SELECTED
        assert page.locator("#eq-widen").evaluate(
            "(one) => one.getBoundingClientRect().top >= 0"
            " && one.getBoundingClientRect().bottom <= innerHeight"
        )
        assert watch.faults == []


def test_an_equation_in_a_box_can_be_selected(chromium: Browser, served: Served) -> None:
    with opened(chromium, 1280) as page:
        visit(page, served)
        page.evaluate(BOXED)
        page.locator(TITLE).click()
        assert state(page) == [*SELECTED[:2], True]


def test_an_address_of_nothing_selects_nothing(chromium: Browser, served: Served) -> None:
    with opened(chromium, 1280) as page:
        watch = visit(page, served, "#%E0%A4%A")
        assert state(page) == [[], "#%E0%A4%A", False]
        for fragment in ("%", "no-such-place", "__proto__", "%22]"):
            page.evaluate("(to) => { location.hash = to; }", fragment)
            assert state(page) == [[], f"#{fragment}", False]
        assert watch.faults == []


def test_an_encoded_address_selects(chromium: Browser, served: Served) -> None:
    with opened(chromium, 1280) as page:
        visit(page, served, "#eq%2Dwiden")
        assert state(page)[0] == ["eq-widen", LINE]


def test_keys_between_symbols_do_not_step(chromium: Browser, served: Served) -> None:
    with opened(chromium, 1280) as page:
        visit(page, served, "#step-the-residual-stream-one-row-of-it-3")
        symbols = page.locator("dg-stepper .dg-math .dg-sym").filter(visible=True)
        symbols.first.focus()
        page.keyboard.press("ArrowRight")
        assert symbols.nth(1).evaluate("(one) => one === document.activeElement")
        assert page.locator("dg-stepper [type=range]").input_value() == "3"


def test_every_field_of_a_stepper_shows_the_focus(chromium: Browser, served: Served) -> None:
    with opened(chromium, 1280) as page:
        visit(page, served)
        page.locator("dg-stepper button", has_text="Next").focus()
        page.keyboard.press("Shift+Tab")
        for kind in ("range", "radio", "checkbox"):
            while page.evaluate("document.activeElement.type") != kind:
                page.keyboard.press("Tab")
            outline = "getComputedStyle(document.activeElement).outlineStyle"
            assert page.evaluate(outline) == "solid", kind


def test_what_could_not_be_loaded_is_asked_for_again(chromium: Browser, served: Served) -> None:
    with opened(chromium, 1280) as page:
        page.route("**/try/open.js", lambda route: route.abort())
        visit(page, served)
        button = page.locator("#eq-widen dg-try button")
        for _ in range(2):
            with page.expect_event("requestfailed"):
                button.click()
            expect(page.locator("#eq-widen dg-try")).to_have_text("Try it: not loaded")
        page.unroute("**/try/open.js")
        button.click()
        page.locator("#eq-widen .dg-trial").wait_for()
        expect(button).to_have_text("Try it")
