"""Equations and the lines that compute them: selecting one marks the other, and the URL says so."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.conftest import Served
from tests.browser.opened import Watch, opened, turn_pages
from tests.browser.places import line_of

pytestmark = pytest.mark.browser

PAGE = "transformer-block/"
EQUATION = "#eq-widen .dg-equation"
ROW = "eq-the-same-three-steps-for-one-row-x"
CARD = ".dg-cards:popover-open .dg-tied"

# Ids of what is selected, in the order of the page, as a reader sees it.
ON = """() => [...document.querySelectorAll('.dg-on')].map((one) => one.closest('[id]').id)"""


def lines_of(page: Page, equation: str) -> list[str]:
    found: list[str] = page.evaluate(
        "(id) => [...document.querySelectorAll(`.dg-line[data-eq~=${id}]`)].map((one) => one.id)",
        equation,
    )
    return found


def visit(page: Page, served: Served, path: str = PAGE) -> Watch:
    watch = Watch(page, served.url)
    page.goto(served.url + path)
    page.wait_for_selector(".dg-cards", state="attached")
    return watch


def wait_state(page: Page, fragment: str, *ids: str) -> None:
    """Wait for what is selected, and for what the address says."""
    wanted = "#" + fragment if fragment else ""
    page.wait_for_function(
        f"([hash, ids]) => location.hash === hash && JSON.stringify(({ON})().sort()) === ids",
        arg=[wanted, _json(sorted(ids))],
    )


def _json(ids: list[str]) -> str:
    return "[" + ",".join(f'"{one}"' for one in ids) + "]"


@pytest.mark.parametrize(("width", "scheme"), [(1280, "light"), (768, "dark")])
def test_a_click_on_an_equation_marks_its_lines(
    chromium: Browser, served: Served, width: int, scheme: str
) -> None:
    widen = 'Z = Xn @ params[p + "ff1_w"] + params[p + "ff1_b"]  # (T, F)'
    line = line_of(widen)
    with opened(chromium, width, scheme) as page:
        visit(page, served)
        entries = page.evaluate("history.length")
        lines = lines_of(page, "eq-widen")
        ground = page.locator(f"#{lines[0]}").evaluate(
            "(one) => getComputedStyle(one).backgroundColor"
        )
        page.locator(f"{EQUATION} .dg-title").click()
        wait_state(page, "eq-widen", "eq-widen", *lines)
        links = page.locator(f"{CARD} a")
        codes = page.locator(f"{CARD} code")

        assert [one.get_attribute("href") for one in links.all()] == [f"#{one}" for one in lines]
        assert [one.text_content() for one in links.all()] == [f"transformer.py:{line}"]
        assert codes.all_text_contents() == [widen]
        assert ground != page.locator(f"#{lines[0]}").evaluate(
            "(one) => getComputedStyle(one).backgroundColor"
        )
        page.locator(f"{EQUATION} .dg-title").click()
        wait_state(page, "")
        assert not page.locator(CARD).count()
        assert page.evaluate("history.length") == entries


def test_a_mouse_click_on_a_symbol_of_an_equation_selects_the_equation(
    chromium: Browser, served: Served
) -> None:
    with opened(chromium, 1280) as page:
        visit(page, served)
        page.locator(f"{EQUATION} .dg-sym").first.click()
        wait_state(page, "eq-widen", "eq-widen", *lines_of(page, "eq-widen"))
        page.locator("article h2").first.click(position={"x": 4, "y": 4})
        wait_state(page, "")


def test_the_link_of_a_line_goes_to_the_line_and_back_comes_back(
    chromium: Browser, served: Served
) -> None:
    with opened(chromium, 1280) as page:
        visit(page, served)
        line = lines_of(page, "eq-widen")[0]
        page.locator(f"{EQUATION} .dg-title").click()
        page.locator(f"{CARD} a").first.click()
        wait_state(page, line, line, "eq-widen", ROW)
        box = page.locator(f"#{line}").bounding_box()
        assert box is not None
        assert 0 < box["y"] < 900
        page.go_back()
        wait_state(page, "eq-widen", "eq-widen", line)


@pytest.mark.parametrize("touch", [False, True])
def test_a_line_number_marks_its_equations(chromium: Browser, served: Served, touch: bool) -> None:
    with opened(chromium, 360 if touch else 1280, has_touch=touch) as page:
        visit(page, served)
        line = lines_of(page, "eq-widen")[0]
        number = page.locator(f"#{line} > .dg-no")
        number.scroll_into_view_if_needed()
        top = page.evaluate("scrollY")
        number.tap() if touch else number.click()
        wait_state(page, line, line, "eq-widen", ROW)

        assert page.evaluate("scrollY") == top
        links = page.locator(f"{CARD} a")
        assert [one.get_attribute("href") for one in links.all()] == ["#eq-widen", f"#{ROW}"]
        assert links.all_text_contents() == ["Widen", "The same three steps for one row x"]
        assert page.locator(f"{CARD} math").count() == 2
        card = page.locator(".dg-cards").bounding_box()
        width = page.evaluate("innerWidth")
        assert card is not None
        assert card["x"] >= 0
        assert card["x"] + card["width"] <= width
        number.tap() if touch else number.click()
        wait_state(page, "")


def test_a_tap_on_an_equation_selects_it_and_one_on_its_symbol_does_not(
    chromium: Browser, served: Served
) -> None:
    with opened(chromium, 360, has_touch=True) as page:
        visit(page, served)
        page.locator(f"{EQUATION} .dg-title").tap()
        wait_state(page, "eq-widen", "eq-widen", *lines_of(page, "eq-widen"))
        page.locator(f"{EQUATION} .dg-title").tap()
        wait_state(page, "")
        page.locator(f"{EQUATION} .dg-sym").first.tap()
        page.wait_for_selector(".dg-cards:popover-open [data-sym]")
        wait_state(page, "")


def test_keys_select_an_equation_and_a_line(chromium: Browser, served: Served) -> None:
    with opened(chromium, 1280) as page:
        visit(page, served)
        lines = lines_of(page, "eq-widen")
        page.locator(f"{EQUATION} .dg-math").focus()
        page.keyboard.press("Enter")
        wait_state(page, "eq-widen", "eq-widen", *lines)
        page.keyboard.press("Tab")
        page.wait_for_function(
            "document.querySelector('.dg-cards').contains(document.activeElement)"
        )
        page.keyboard.press("Escape")
        wait_state(page, "")

        line = line_of("def ffn_forward(")
        first = page.locator("#code-ffn-forward .dg-no[tabindex='0']")
        assert first.get_attribute("data-line") == str(line)
        first.focus()
        page.keyboard.press("ArrowDown")
        page.keyboard.press("ArrowDown")
        page.keyboard.press("ArrowUp")
        page.keyboard.press("Enter")
        wait_state(page, *2 * [f"code-ffn-forward-L{line + 1}"])
        page.keyboard.press("End")
        last = line_of('return A @ params[p + "ff2_w"]')
        assert page.evaluate("document.activeElement.dataset.line") == str(last)
        page.keyboard.press("Escape")
        wait_state(page, "")


def test_an_address_shows_what_it_names(chromium: Browser, served: Served) -> None:
    with opened(chromium, 1280) as page:
        visit(page, served, f"{PAGE}#eq-widen")
        lines = lines_of(page, "eq-widen")
        wait_state(page, "eq-widen", "eq-widen", *lines)
        assert not page.locator(CARD).count()

        page.evaluate("(id) => { location.hash = id; }", lines[0])
        wait_state(page, lines[0], lines[0], "eq-widen", ROW)
        page.evaluate("() => { location.hash = 'no-such-place'; }")
        wait_state(page, "no-such-place")


def test_what_the_browser_still_calls_its_target_is_not_marked(
    chromium: Browser, served: Served
) -> None:
    with opened(chromium, 1280) as page:
        visit(page, served, f"{PAGE}#eq-widen")
        frame = "(one) => getComputedStyle(one).boxShadow"
        marked = page.locator(EQUATION).evaluate(frame)
        page.keyboard.press("Escape")
        wait_state(page, "")

        assert marked != "none"
        assert page.locator(EQUATION).evaluate(frame) == "none"


def test_badges_and_selected_text_do_not_select(chromium: Browser, served: Served) -> None:
    with opened(chromium, 1280) as page:
        visit(page, served)
        page.locator(f"{EQUATION} details.dg-badge > summary").click()
        page.wait_for_selector(f"{EQUATION} details.dg-badge[open]")
        wait_state(page, "")
        page.locator(f"{EQUATION} .dg-title").dblclick()
        assert page.evaluate("getSelection().toString().trim()") == "Widen"


def test_going_to_another_page_and_back_binds_once(chromium: Browser, served: Served) -> None:
    with opened(chromium, 1280) as page:
        turn_pages(page, served.url)
        watch = visit(page, served)
        page.evaluate("window.stays = true")
        page.locator(f"{EQUATION} .dg-title").click()
        wait_state(page, "eq-widen", "eq-widen", *lines_of(page, "eq-widen"))
        for name in ("Operations", "Transformer block"):
            page.locator("nav.md-nav--primary").get_by_role("link", name=name).first.click()
            page.wait_for_function("(name) => document.title.startsWith(name)", arg=name)
            page.wait_for_function("document.querySelectorAll('.dg-cards').length === 1")
        assert page.evaluate("window.stays") is True, "the page was loaded, not exchanged"
        wait_state(page, "")
        page.locator(f"{EQUATION} .dg-title").click()
        wait_state(page, "eq-widen", "eq-widen", *lines_of(page, "eq-widen"))
        page.locator(f"{EQUATION} .dg-title").click()
        wait_state(page, "")
        assert watch.faults == []


def test_without_a_script_links_still_mark(chromium: Browser, served: Served) -> None:
    with opened(chromium, 1280, java_script_enabled=False) as page:
        page.goto(served.url + PAGE)
        page.locator("#eq-widen .dg-permalink").click()
        shadow = page.locator(EQUATION).evaluate("(one) => getComputedStyle(one).boxShadow")
        place = f"#code-ffn-forward-L{line_of('Z = Xn @')}"
        line = page.locator(place)
        line.locator(".dg-no").click()
        ground = line.evaluate("(one) => getComputedStyle(one).backgroundColor")

        assert page.url.endswith(place)
        assert shadow != "none"
        assert ground != "rgba(0, 0, 0, 0)"
