"""An equation tried in the browser: numbers and sizes changed, both sides worked out again.

The worked example has Xn = (1, -1), W1 = ((1, 0.5, -1), (0, 0.5, 1)) and b1 = (0, -0.5, 1), so
Z = (1, -0.5, -1) and A = (1, 0, 0).
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, Route, expect

from tests.browser.conftest import Served
from tests.browser.opened import Watch, opened, turn_pages
from tests.browser.probes import SIDEWAYS
from tests.conftest import BuiltSite

pytestmark = pytest.mark.browser

PAGE = "transformer-block/"
RELU, WIDEN = "eq-relu-element-by-element", "eq-widen"
AGREE = "Both sides agree: largest gap below 1e-12, nothing but rounding."
KEPT = "The left side is what the code computed for the recorded numbers."
STEPS = "eq-the-same-three-steps-for-one-row-x"
WAY = "“Widen”, “ReLU, element by element” and “Narrow”"


@pytest.fixture
def page(chromium: Browser, served: Served) -> Iterator[Page]:
    """The page of the block; it may complain of nothing and ask no other host for anything."""
    with opened(chromium, 1280) as page:
        watch = Watch(page, served.url)
        page.goto(served.url + PAGE, wait_until="load")
        yield page
        assert watch.faults == []


def button(page: Page, equation: str) -> Locator:
    return page.locator(f'dg-try[data-eq="{equation}"] button')


def panel(page: Page, equation: str) -> Locator:
    return page.locator(f"#{equation} .dg-trial")


def tried(page: Page, equation: str) -> Locator:
    """The panel of an equation, opened with the mouse."""
    button(page, equation).click()
    found = panel(page, equation)
    found.wait_for()
    return found


def verdict(within: Locator) -> Locator:
    return within.locator(".dg-try-verdict")


def field(within: Locator, name: str) -> Locator:
    return within.get_by_label(name, exact=True)


def sides(within: Locator) -> list[list[list[str]]]:
    """The rows of each side as they are shown."""
    return [
        [
            [text.strip() for text in row.locator("td").all_inner_texts()]
            for row in side.locator("tbody tr").all()
        ]
        for side in within.locator(".dg-try-side").all()
    ]


def names(within: Locator) -> list[str]:
    """What each side is called, without its shape."""
    found = within.locator(".dg-try-side > p").all_inner_texts()
    return [text.rpartition(" (")[0] for text in found]


def shown(value: float) -> str:
    return f"{value:.4f}".rstrip("0").rstrip(".")


def test_nothing_is_loaded_before_a_panel_is_opened(chromium: Browser, served: Served) -> None:
    with opened(chromium, 1280) as page:
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url.removeprefix(served.url)))
        page.goto(served.url + PAGE, wait_until="networkidle")
        assert [url for url in asked if "/try/" in url] == []
        tried(page, RELU)
        loaded = [url.partition("/try/")[2] for url in asked if "/try/" in url]
        assert loaded[:2] == ["open.js", "index.js"]
        assert "pages/transformer-block.js" in loaded
        assert len(set(loaded)) == len(loaded)
        count = len(asked)
        tried(page, WIDEN)
        assert len(asked) == count


def test_the_untouched_example_comes_first(page: Page) -> None:
    found = tried(page, RELU)
    expect(verdict(found)).to_have_text(AGREE)
    expect(found.locator(".dg-try-alarm")).to_have_text("")
    assert field(found, "Z [0, 1]").input_value() == "-0.5"
    assert sides(found) == [[["1", "0", "0"]], [["1", "0", "0"]]]
    assert button(page, RELU).get_attribute("aria-expanded") == "true"


def test_a_number_changed_with_the_mouse(page: Page) -> None:
    found = tried(page, RELU)
    field(found, "Z [0, 1]").click()
    assert page.evaluate("location.hash") == ""  # the equation is not picked by that
    field(found, "Z [0, 1]").fill("2.5")
    expect(verdict(found)).to_have_text(f"Differ by 2.5 at [0, 1]: left 0, right 2.5. {KEPT}")
    assert sides(found) == [[["1", "0", "0"]], [["1", "≠ 2.5", "0"]]]
    # Another negative number changes nothing, and what the left side is is still said.
    field(found, "Z [0, 1]").fill("-7")
    expect(verdict(found)).to_have_text(AGREE)
    expect(found.locator(".dg-try-note")).to_contain_text("The left side stays what the code")
    found.get_by_role("button", name="Reset").click()
    expect(field(found, "Z [0, 1]")).to_have_value("-0.5")
    expect(found.locator(".dg-try-note")).to_have_text("")


def test_a_number_changed_with_the_keyboard(page: Page) -> None:
    button(page, WIDEN).focus()
    page.keyboard.press("Enter")
    found = panel(page, WIDEN)
    found.wait_for()
    expect(found).to_be_focused()
    # Three sizes, two numbers of Xn and six of W1 stand before b1.
    for _ in range(3 + 2 + 6 + 2):
        page.keyboard.press("Tab")
    expect(field(found, "ff1_b [1]")).to_be_focused()
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.type("0")
    expect(verdict(found)).to_have_text(f"Differ by 0.5 at [0, 1]: left -0.5, right 0. {KEPT}")
    assert sides(found) == [[["1", "-0.5", "-1"]], [["1", "≠ 0", "-1"]]]
    page.keyboard.press("Escape")
    expect(found).to_have_count(0)
    expect(button(page, WIDEN)).to_be_focused()
    assert button(page, WIDEN).get_attribute("aria-expanded") == "false"


def test_the_left_side_by_other_equations(page: Page) -> None:
    found = tried(page, STEPS)
    expect(verdict(found)).to_have_text(AGREE)
    # Untouched, the code's numbers are compared: A = (1, 0, 0), so its output is W2's first row.
    assert names(found) == ["Left side: the code, return[0][t]", "Right side: the formula"]
    row, bias = sides(found)[0], [float(field(found, f"ff2_b [{k}]").input_value()) for k in (0, 1)]
    first = [float(field(found, f"ff2_w [0, {k}]").input_value()) for k in (0, 1)]
    assert row == [[shown(a + b) for a, b in zip(first, bias, strict=True)]]
    # x = (3, -1): Z = (3, 0.5 * 3 - 0.5 - 0.5, -3 - 1 + 1) = (3, 0.5, -3), A = (3, 0.5, 0).
    field(found, "Xn[t] [0, 0]").fill("3")
    expect(verdict(found)).to_have_text(AGREE)
    second = [float(field(found, f"ff2_w [1, {k}]").input_value()) for k in (0, 1)]
    expected = [[shown(3 * a + 0.5 * b + c) for a, b, c in zip(first, second, bias, strict=True)]]
    assert sides(found) == [expected, expected]
    assert names(found) == [f"Left side: by {WAY}, with your numbers", "Right side: the formula"]
    expect(found.locator(".dg-try-note")).to_have_text(
        f"The left side is by {WAY}, with your numbers; the right side by this formula."
    )
    # Back to what was recorded: the code again.
    field(found, "Xn[t] [0, 0]").fill("1")
    assert names(found)[0] == "Left side: the code, return[0][t]"


def test_a_left_side_by_others_at_another_size(page: Page) -> None:
    found = tried(page, STEPS)
    found.get_by_label("F =").fill("1")
    # Z = (1), A = (1): the first row of W2 and its bias, as before.
    expect(verdict(found)).to_have_text(AGREE)
    assert names(found)[0] == f"Left side: by {WAY}, with your numbers"
    field(found, "ff1_b [0]").fill("1.5")
    first = [float(field(found, f"ff2_w [0, {k}]").input_value()) for k in (0, 1)]
    bias = [float(field(found, f"ff2_b [{k}]").input_value()) for k in (0, 1)]
    expected = [[shown(2.5 * a + b) for a, b in zip(first, bias, strict=True)]]
    assert sides(found) == [expected, expected]
    expect(verdict(found)).to_have_text(AGREE)


def test_an_equation_that_differs_from_the_others(page: Page) -> None:
    # As if the page said that ReLU gives twice as much: the chain no longer gives what ran.
    found = tried(page, STEPS)
    found.get_by_role("button", name="Close").click()
    page.evaluate(
        """() => {
          const { equations } = docgenTry.pages["transformer-block"];
          const [formula] = equations["eq-narrow"].formulas;
          formula.statements[0].sides[1] = formula.statements[0].sides[0];
        }"""
    )
    found = tried(page, STEPS)
    field(found, "Xn[t] [0, 0]").fill("3")
    expect(verdict(found)).to_contain_text("Differ by")
    expect(verdict(found)).to_contain_text(KEPT)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_number_changed_by_touch(chromium: Browser, served: Served, scheme: str) -> None:
    with opened(chromium, 360, scheme, has_touch=True) as page:
        page.goto(served.url + PAGE, wait_until="load")
        button(page, RELU).tap()
        found = panel(page, RELU)
        found.wait_for()
        field(found, "Z [0, 2]").tap()
        field(found, "Z [0, 2]").fill("0.25")
        expect(verdict(found)).to_have_text(f"Differ by 0.25 at [0, 2]: left 0, right 0.25. {KEPT}")
        assert page.evaluate(SIDEWAYS) == 0
        small = found.evaluate(
            "(one) => [...one.querySelectorAll('input, button')]"
            ".filter((each) => each.offsetHeight < 24 || each.offsetWidth < 24).length"
        )
        assert small == 0
        found.get_by_role("button", name="Close").tap()
        expect(found).to_have_count(0)


def test_another_size(page: Page) -> None:
    found = tried(page, WIDEN)
    found.get_by_label("T =").fill("2")
    # The new row of Xn is (5 - 5) / 4 and (10 - 5) / 4; Z of it (0, 0.625 - 0.5, 1.25 + 1).
    assert field(found, "Xn [1, 0]").input_value() == "0"
    assert field(found, "Xn [1, 1]").input_value() == "1.25"
    expect(verdict(found)).to_have_text(
        "The code was not run at this size, so nothing is compared. "
        "Below is the value of the formula alone, of shape (2, 3)."
    )
    assert sides(found) == [[["1", "-0.5", "-1"], ["0", "0.125", "2.25"]]]
    expect(found.locator(".dg-try-note")).to_contain_text("set by a fixed rule")
    found.get_by_label("T =").fill("1")
    expect(verdict(found)).to_have_text(AGREE)
    found.get_by_label("T =").fill("7")
    expect(found.get_by_label("T =")).to_have_attribute("aria-invalid", "true")
    expect(verdict(found)).to_contain_text("Not evaluated")


def test_what_is_no_number(page: Page) -> None:
    found = tried(page, WIDEN)
    entry = field(found, "Xn [0, 0]")
    entry.fill("1,")
    expect(entry).to_have_value("1,")
    expect(entry).to_have_attribute("aria-invalid", "true")
    told = page.locator(f"#{entry.get_attribute('aria-describedby')}")
    expect(told).to_have_text("Xn [0, 0]: Type a number, such as 0.5 or -2e-3.")
    expect(verdict(found)).to_have_text(
        "Not evaluated: one field holds no number that can be used."
    )
    assert sides(found) == []
    entry.fill("1")
    expect(verdict(found)).to_have_text(AGREE)
    expect(found.locator("[aria-invalid]")).to_have_count(0)


def test_what_code_was_called_with_is_fixed(page: Page, served: Served) -> None:
    page.goto(served.url + "generation/", wait_until="load")
    found = tried(page, "eq-read-from-the-ids")
    expect(verdict(found)).to_have_text(AGREE)
    expect(found.locator("input")).to_have_count(0)
    expect(found.locator(".dg-try-head")).to_contain_text("None of them can be changed")
    expect(found.locator(".dg-try-message")).to_have_text(
        "Fixed: F(u) is code: its value is only known for the recorded numbers."
    )


def test_every_example_comes_out_as_on_the_page(page: Page, served: Served) -> None:
    said: dict[str, object] = {}
    count = 0
    for address in (PAGE, "operations/"):
        page.goto(served.url + address, wait_until="load")
        for host in page.locator("dg-try").all():
            host.locator("button").click()
            found = panel(page, host.get_attribute("data-eq") or "")
            found.wait_for()
            count += 1
            texts = [
                *verdict(found).all_inner_texts(),
                *found.locator(".dg-try-alarm").all_inner_texts(),
            ]
            odd = [text for text in texts if text and not text.startswith("Both sides agree: ")]
            if odd:
                said[f"{address} {count}"] = odd
    assert said == {}
    assert count >= 20


def test_a_browser_that_disagrees_says_so(page: Page) -> None:
    def other(route: Route) -> None:
        # A browser in which a larger number is not the larger one.
        route.fulfill(
            body=route.fetch().text() + "\ndocgenTry.evaluate = () => ({ ratio: 2, gap: 1, "
            "tolerance: 0, place: '[0, 0]', left: '1', right: '0' });\n"
        )

    page.route("**/try/evaluate.js", other)
    found = tried(page, RELU)
    expect(found.get_by_role("alert")).to_contain_text("This browser does not get what the page's")
    expect(verdict(found)).to_contain_text("Differ by 1 at [0, 0]")


def test_instant_navigation(page: Page, served: Served) -> None:
    turn_pages(page, served.url)
    page.goto(served.url + PAGE, wait_until="networkidle")
    tried(page, RELU)
    page.evaluate("window.kept = true")
    page.get_by_role("link", name="Operations", exact=True).first.click()
    page.wait_for_url("**/operations/")
    found = tried(page, "eq-relu")
    expect(verdict(found)).to_have_text(AGREE)
    assert page.evaluate("window.kept") is True
    assert found.evaluate("(one) => getComputedStyle(one).flexBasis") == "100%"


def test_a_policy_without_inline_styles(chromium: Browser, built: BuiltSite) -> None:
    policy = "script-src 'self' 'unsafe-inline'; style-src 'self'; object-src 'none'"
    running = Served(built.site, {"Content-Security-Policy": policy})
    try:
        with opened(chromium, 1280) as page:
            watch = Watch(page, running.url)
            page.goto(running.url + PAGE, wait_until="load")
            expect(verdict(tried(page, WIDEN))).to_have_text(AGREE)
            assert watch.faults == []
    finally:
        running.stop()


def test_without_a_server(chromium: Browser, offline: Path) -> None:
    with opened(chromium, 1280) as page:
        watch = Watch(page, offline.as_uri() + "/")
        page.goto((offline / "transformer-block.html").as_uri(), wait_until="load")
        found = tried(page, RELU)
        field(found, "Z [0, 1]").fill("2.5")
        expect(verdict(found)).to_have_text(f"Differ by 2.5 at [0, 1]: left 0, right 2.5. {KEPT}")
        assert watch.faults == []


def test_without_scripts_there_is_no_button(chromium: Browser, served: Served) -> None:
    with opened(chromium, 1280, java_script_enabled=False) as page:
        page.goto(served.url + PAGE, wait_until="load")
        expect(page.locator("dg-try").first).to_be_hidden()
