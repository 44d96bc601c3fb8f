"""The stepper: one step at a time by buttons, keys, swipes and the clock, and its address."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.conftest import Served
from tests.browser.opened import Watch, opened, settle, turn_pages

pytestmark = pytest.mark.browser

PAGE = "transformer-block/"
SLUG = "step-the-residual-stream-one-row-of-it"
STEPS = [
    "Input",
    "First LayerNorm",
    "Attention",
    "First sum",
    "Second LayerNorm",
    "Feed-forward",
    "Second sum",
]


@contextmanager
def stepper(
    chromium: Browser, served: Served, width: int = 1280, state: str = "", **options: Any
) -> Iterator[tuple[Page, Locator]]:
    """The page opened at a state of its stepper, and the stepper; nothing may be complained of."""
    with opened(chromium, width, **options) as page:
        watch = Watch(page, served.url)
        page.goto(f"{served.url}{PAGE}{state and '#'}{state}", wait_until="load")
        settle(page)
        found = page.locator("dg-stepper")
        found.scroll_into_view_if_needed()
        yield page, found
        assert watch.faults == []


def at(found: Locator, step: int, row: int = 1) -> None:
    """The stepper shows this step (from 1) in this row, and nothing else."""
    shown = found.locator("li").filter(visible=True)
    expect(shown).to_have_count(1)
    expect(shown).to_have_id(f"{SLUG}-{step}")
    expect(shown).to_have_attribute("aria-current", "step")
    expect(shown.locator(".dg-stephead")).to_have_text(f"Step {step} of 7 {STEPS[step - 1]}")
    expect(shown.locator("[data-row]").filter(visible=True)).to_have_id(f"{SLUG}-{step}-r{row}")
    expect(found.get_by_role("radio", name=str(row), exact=True)).to_be_checked()
    expect(found.get_by_role("slider")).to_have_value(str(step))
    expect(found.locator(".dg-rowno")).to_have_text(str(row))


def state(page: Page) -> str:
    return str(page.evaluate("location.hash.slice(1)"))


def button(found: Locator, name: str) -> Locator:
    return found.get_by_role("button", name=name, exact=True)


START: dict[str, object] = {"step": 1, "row": "1", "last": 2, "plays": False}
"""The second of three steps; each entry says what differs before, what is done, what changes."""
NEXT: list[tuple[dict[str, object], dict[str, object], dict[str, object]]] = [
    ({}, {"by": 1}, {"step": 2}),
    ({"step": 2}, {"by": 1}, {}),
    ({"step": 0}, {"by": -1}, {}),
    ({}, {"to": 0}, {"step": 0}),
    ({}, {"to": 99}, {"step": 2}),
    ({}, {"row": "0"}, {"row": "0"}),
    ({}, {"flip": 1}, {"plays": True}),
    ({"step": 2}, {"flip": 1}, {"step": 0, "plays": True}),
    ({"plays": True}, {"flip": 1}, {"plays": False}),
    ({"plays": True, "step": 0}, {"by": 1, "tick": 1}, {"step": 1}),
    ({"plays": True}, {"by": 1, "tick": 1}, {"step": 2, "plays": False}),
    ({"plays": True}, {"row": "0"}, {"row": "0", "plays": False}),
    ({"plays": True}, {}, {"plays": False}),
]


def test_the_next_state(chromium: Browser, served: Served) -> None:
    with stepper(chromium, served) as (page, _):
        for differs, action, changed in NEXT:
            given = {**START, **differs}
            found = page.evaluate(
                "([state, action]) => customElements.get('dg-stepper').next(state, action)",
                [given, action],
            )
            assert found == {**given, **changed}, (given, action)


def test_buttons_and_slider(chromium: Browser, served: Served) -> None:
    with stepper(chromium, served) as (page, found):
        at(found, 1)
        assert state(page) == ""
        expect(button(found, "Previous")).to_be_disabled()
        for step in range(2, 8):
            button(found, "Next").click()
            at(found, step)
            assert state(page) == f"{SLUG}-{step}"
        expect(button(found, "Next")).to_be_disabled()
        # The button that had the focus cannot hold it any more; keys still work.
        page.keyboard.press("ArrowLeft")
        at(found, 6)
        button(found, "Previous").click()
        at(found, 5)
        expect(found.get_by_role("status")).to_have_text("Step 5 of 7 Second LayerNorm")
        found.get_by_role("slider").fill("2")
        at(found, 2)


def test_keys(chromium: Browser, served: Served) -> None:
    with stepper(chromium, served) as (page, found):
        found.locator(".dg-scroll").filter(visible=True).first.focus()
        for key, step in [
            ("ArrowRight", 2),
            ("ArrowRight", 3),
            ("ArrowLeft", 2),
            ("End", 7),
            ("ArrowRight", 7),
            ("Home", 1),
            ("ArrowLeft", 1),
        ]:
            page.keyboard.press(key)
            at(found, step)
        # Keys of the browser stay its own.
        button(found, "Next").press("Alt+ArrowRight")
        at(found, 1)
        found.get_by_role("radio", name="1").focus()
        page.keyboard.press("ArrowDown")
        at(found, 1, row=2)
        page.keyboard.press("ArrowRight")
        at(found, 2, row=2)
        assert state(page) == f"{SLUG}-2-r2"
        page.keyboard.press("ArrowUp")
        at(found, 2)
        assert state(page) == f"{SLUG}-2"


def test_a_row_is_chosen(chromium: Browser, served: Served) -> None:
    with stepper(chromium, served, state=f"{SLUG}-4") as (_, found):
        found.get_by_role("radio", name="2").check()
        at(found, 4, row=2)
        names = found.locator(f"#{SLUG}-4-r2 th")
        assert names.all_inner_texts() == ["X[2]", "att[2]", "X1[2]"]
        button(found, "Next").click()
        at(found, 5, row=2)


def test_a_sum_shows_both_terms_and_the_equation_is_set(chromium: Browser, served: Served) -> None:
    with stepper(chromium, served, state=f"{SLUG}-4") as (page, found):
        rows = found.locator(f"#{SLUG}-4-r1 tr")
        numbers = [
            [float(cell) for cell in row.locator("td:not(.dg-sign)").all_inner_texts()]
            for row in rows.all()
        ]
        assert numbers[0] == [1.0, 0.0, -0.5, 2.0]
        sums = [left + right for left, right in zip(*numbers[:2], strict=True)]
        assert numbers[2] == pytest.approx(sums, abs=1.5e-4)
        expect(found.locator(f"#{SLUG}-4 math")).to_be_visible()
        link = found.locator(f"#{SLUG}-4 .dg-eq a")
        target = (link.get_attribute("href") or "").rpartition("#")[2]
        link.click()
        expect(page.locator(f"#{target} math")).to_be_in_viewport()


def words(found: Locator) -> Locator:
    return found.locator("li").filter(visible=True).locator(".dg-words")


def swipe(page: Page, target: Locator, dx: int, dy: int = 0) -> None:
    """Drag a finger over something, from 150 pixels inside it or from its right edge."""
    box = target.bounding_box()
    assert box is not None
    x, y = box["x"] + min(150, box["width"] - 10), box["y"] + box["height"] / 2
    client = page.context.new_cdp_session(page)
    points = [(x + dx * part / 5, y + dy * part / 5) for part in range(6)]
    for number, (left, top) in enumerate(points):
        client.send(
            "Input.dispatchTouchEvent",
            {
                "type": "touchMove" if number else "touchStart",
                "touchPoints": [{"x": left, "y": top}],
            },
        )
    client.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def test_swipes(chromium: Browser, served: Served) -> None:
    with stepper(chromium, served, 360, has_touch=True) as (page, found):
        swipe(page, words(found), -120)
        at(found, 2)
        swipe(page, words(found), -120)
        at(found, 3)
        swipe(page, words(found), 120)
        at(found, 2)
        swipe(page, words(found), -30)
        at(found, 2)
        before = page.evaluate("scrollY")
        swipe(page, words(found), -20, -150)
        page.wait_for_function("(before) => scrollY > before + 50", arg=before)
        at(found, 2)


def test_a_box_that_scrolls_keeps_swipes_and_keys(chromium: Browser, served: Served) -> None:
    with stepper(chromium, served, 360, state=f"{SLUG}-4", has_touch=True) as (page, found):
        box = found.locator(f"#{SLUG}-4-r1 > .dg-scroll")
        box.evaluate("(box) => { box.style.width = '120px'; dispatchEvent(new Event('resize')); }")
        swipe(page, box, -90)
        page.wait_for_function("(box) => box.scrollLeft > 20", arg=box.element_handle())
        at(found, 4)
        box.focus()
        page.keyboard.press("ArrowRight")
        at(found, 4)


def test_play(chromium: Browser, served: Served) -> None:
    with opened(chromium, 1280, reduced_motion="no-preference") as page:
        page.clock.install(time=0)
        page.goto(served.url + PAGE, wait_until="load")
        page.clock.pause_at(3_600)
        found = page.locator("dg-stepper")
        button(found, "Play").click()
        at(found, 1)
        page.clock.run_for(1900)
        at(found, 1)
        page.clock.run_for(200)
        at(found, 2)
        page.clock.run_for(2000)
        at(found, 3)
        # Any other control ends it.
        found.get_by_role("radio", name="0").check()
        page.clock.run_for(5000)
        at(found, 3, row=0)
        button(found, "Play").focus()
        page.keyboard.press("Space")
        page.clock.run_for(2000)
        at(found, 4, row=0)
        page.keyboard.press("Space")
        page.clock.run_for(5000)
        at(found, 4, row=0)
        button(found, "Play").click()
        words(found).click()
        page.clock.run_for(5000)
        at(found, 4, row=0)
        # It ends by itself at the last step, and begins again from there.
        button(found, "Play").click()
        page.clock.run_for(20_000)
        at(found, 7, row=0)
        button(found, "Play").click()
        at(found, 1, row=0)
        # Hidden, it stops.
        page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
        page.clock.run_for(5000)
        at(found, 1, row=0)
        button(found, "Play").click()
        page.evaluate("window.left = document.querySelector('dg-stepper'); left.remove()")
        page.clock.run_for(5000)
        assert page.evaluate("left.querySelector('[aria-current]').id") == f"{SLUG}-1"


def test_nothing_plays_where_motion_is_unwanted(chromium: Browser, served: Served) -> None:
    with stepper(chromium, served, reduced_motion="reduce") as (_, found):
        expect(button(found, "Next")).to_be_visible()
        expect(button(found, "Play")).to_have_count(0)
        moving = "(one) => getComputedStyle(one).transitionDuration"
        assert found.locator("li").first.evaluate(moving) == "0s"


@pytest.mark.parametrize(("name", "step", "row"), [("-3", 3, 1), ("-4-r2", 4, 2), ("-5-r1", 5, 1)])
def test_a_page_opened_at_a_state_shows_it(
    chromium: Browser, served: Served, name: str, step: int, row: int
) -> None:
    with opened(chromium, 360) as page:
        page.goto(f"{served.url}{PAGE}#{SLUG}{name}", wait_until="load")
        found = page.locator("dg-stepper")
        at(found, step, row)
        assert state(page) == SLUG + name
        expect(found.locator(f"#{SLUG}-{step} .dg-stephead")).to_be_in_viewport()


def test_the_address_changes_under_way(chromium: Browser, served: Served) -> None:
    with stepper(chromium, served, state=f"{SLUG}-3-r0") as (page, found):
        at(found, 3, row=0)
        page.evaluate("(name) => { location.hash = name; }", f"{SLUG}-6")
        at(found, 6)
        page.evaluate("(name) => { location.hash = name; }", f"{SLUG}-2-r2")
        at(found, 2, row=2)
        page.evaluate("location.hash = '%E0%A4%A'")
        at(found, 2, row=2)


def test_instant_navigation_away_and_back(chromium: Browser, served: Served) -> None:
    with opened(chromium, 1280) as page:
        turn_pages(page, served.url)
        page.goto(f"{served.url}{PAGE}#{SLUG}-3-r2", wait_until="networkidle")
        found = page.locator("dg-stepper")
        at(found, 3, row=2)
        page.evaluate("window.same = true")
        page.locator(".md-nav__link[href$='operations/']").first.click()
        page.wait_for_url("**/operations/")
        expect(found).to_have_count(0)
        page.go_back()
        page.wait_for_url(f"**/{PAGE}#{SLUG}-3-r2")
        at(found, 3, row=2)
        button(found, "Next").click()
        at(found, 4, row=2)
        assert page.evaluate("window.same") is True


def test_all_steps(chromium: Browser, served: Served) -> None:
    with stepper(chromium, served, state=f"{SLUG}-3-r0") as (_, found):
        found.get_by_role("checkbox", name="All steps").check()
        expect(found.locator("li").filter(visible=True)).to_have_count(7)
        expect(found.locator("li [data-row]").filter(visible=True)).to_have_count(7)
        found.get_by_role("radio", name="2").check()
        shown = found.locator("li [data-row]").filter(visible=True)
        assert {one.get_attribute("data-row") for one in shown.all()} == {"2"}
        button(found, "Next").click()
        at(found, 4, row=2)


def test_without_a_script_all_steps_stand_in_order(chromium: Browser, served: Served) -> None:
    with opened(chromium, 1280, java_script_enabled=False) as page:
        page.goto(served.url + PAGE, wait_until="load")
        found = page.locator("dg-stepper")
        heads = found.locator("li .dg-label").filter(visible=True)
        assert heads.all_inner_texts() == STEPS
        tops = [box["y"] for one in heads.all() if (box := one.bounding_box())]
        assert sorted(set(tops)) == tops
        rows = found.locator("li [data-row]").filter(visible=True)
        assert [one.get_attribute("data-row") for one in rows.all()] == ["1"] * 7
        expect(found.locator("button, input").filter(visible=True)).to_have_count(0)


def test_print_has_all_steps_of_the_chosen_row(chromium: Browser, served: Served) -> None:
    with stepper(chromium, served, state=f"{SLUG}-3-r2") as (page, found):
        page.emulate_media(media="print")
        heads = found.locator("li .dg-label").filter(visible=True)
        assert heads.all_inner_texts() == STEPS
        tops = [box["y"] for one in heads.all() if (box := one.bounding_box())]
        assert sorted(set(tops)) == tops
        rows = found.locator("li [data-row]").filter(visible=True)
        assert [one.get_attribute("data-row") for one in rows.all()] == ["2"] * 7
        expect(found.locator("button, input").filter(visible=True)).to_have_count(0)


@pytest.mark.parametrize("width", [1280, 768, 360])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_it_fits_and_does_not_jump(
    chromium: Browser, served: Served, width: int, scheme: str
) -> None:
    with stepper(chromium, served, width, scheme=scheme, has_touch=width == 360) as (page, found):
        heights = set()
        for _ in STEPS:
            heights.add(found.evaluate("(one) => one.getBoundingClientRect().height"))
            assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
            page.evaluate("document.querySelector('dg-stepper button + * + button').click()")
        at(found, 7)
        assert len(heights) == 1
        small = found.locator("button, label, input[type=range]").evaluate_all(
            "(all) => all.filter((one) => one.getBoundingClientRect().height < 23.9).length"
        )
        assert small == 0
