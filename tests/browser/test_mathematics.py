"""How Chromium sets formulas with the font and the style of the pages."""

from __future__ import annotations

import base64
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from docgen.latex.mathml import set_math
from docgen.views.bundle import stylesheet
from tests.browser.opened import opened, settle

FONT = Path(__file__).resolve().parents[2] / "docgen" / "assets" / "stix-two-math.woff2"
EM = 100
LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZαβγδεζηθικλμνξπρστυφχψωΓΔΘΛΞΠΣΦΨΩ"
# How far the boxes reach above and below the line on which the formula's letter `o` stands.
ABOVE = """(all) => {
  const o = [...document.querySelectorAll('mi')].find((one) => one.textContent == 'o');
  const line = o.getBoundingClientRect().bottom;
  return all.map((one) => {
    const box = one.getBoundingClientRect();
    return [line - box.top, box.bottom - line].map(Math.round);
  });
}"""
# The room between what stands under each root and the end of the root.
ROOM = """(all) => all.map((one) => Math.round(
  one.getBoundingClientRect().right - one.firstElementChild.getBoundingClientRect().right))"""
# The darkest dot at each end of the middle line of a picture, from 0 for black to 255.
ENDS = """async (picture) => {
  const image = await createImageBitmap(await (await fetch(picture)).blob());
  const canvas = new OffscreenCanvas(image.width, image.height);
  const context = canvas.getContext('2d');
  context.drawImage(image, 0, 0);
  const { data } = context.getImageData(0, image.height >> 1, image.width, 1);
  const dots = [...data].filter((_, at) => at % 4 == 0);
  return [Math.min(...dots.slice(0, 4)), Math.min(...dots.slice(-4))];
}"""


def show(page: Page, body: str, size: int = EM) -> None:
    """A page of nothing but some HTML, at the size of `size` pixels to an em."""
    font = base64.b64encode(FONT.read_bytes()).decode()
    style = stylesheet().replace("stix-two-math.woff2", f"data:font/woff2;base64,{font}")
    page.set_content(f"<style>{style} body {{ font-size: {size}px; margin: 0 }}</style>{body}")
    settle(page)


@pytest.mark.browser
@pytest.mark.parametrize("display", [False, True])
def test_scripts_of_single_letters_stand_at_one_height(windowed: Browser, display: bool) -> None:
    rows = {}
    for script in ("_h", "^+", "_h^+"):
        latex = "o" + "".join(f"{{{letter}}}{script}" for letter in LETTERS)
        with opened(windowed, 20_000) as page:
            show(page, set_math(latex, display))
            scripts = page.locator("math :is(msub, msup, msubsup) > :not(:first-child)")
            found = scripts.evaluate_all(ABOVE)
        rows[script] = {tuple(each) for each in found}, len(found)

    assert {script: (len(places), count) for script, (places, count) in rows.items()} == {
        "_h": (1, len(LETTERS)),
        "^+": (1, len(LETTERS)),
        "_h^+": (2, 2 * len(LETTERS)),
    }, rows


@pytest.mark.browser
def test_primes_are_as_high_as_the_letters(windowed: Browser) -> None:
    with opened(windowed, 1280) as page:
        show(page, set_math("o + z' + x'_i + f''(x)", False))
        found = page.locator("math :is(msup, msubsup) > mo:last-child").evaluate_all(ABOVE)

    # Raised by .36, at .7 of the size: outlines from .085 to .527. The `o` ends .01 below its line.
    assert found == [[74, -43]] * 3


@pytest.mark.browser
def test_roots_leave_room_under_the_bar_and_none_behind_it(windowed: Browser) -> None:
    latex = [r"\sqrt{x}", r"\sqrt[3]{x}", r"\sqrt{k_h}", r"\sqrt{\frac{a}{b}}"]
    latex.append(r"\sqrt{\begin{matrix} a \\ b \\ c \\ d \end{matrix}}")
    with opened(windowed, 1280) as page:
        show(page, set_math("o" + "".join(latex), False))
        roots = page.locator("math :is(msqrt, mroot)")
        above = roots.evaluate_all(ABOVE)
        room = roots.evaluate_all(ROOM)

    # A strut of .72, a gap of .15, the bar of .068, and .078 above it; the sign is 1.188 high.
    assert [top for top, _ in above[:3]] == [103, 103, 103]
    assert [bottom for _, bottom in above[:3]] == [25, 25, 25]
    # Two hundredths behind a sign that is put together of parts.
    assert all(each <= 2 for each in room), room


@pytest.mark.browser
@pytest.mark.parametrize("box", ["dg-math", "dg-scroll"])
def test_a_box_hints_at_what_it_hides(windowed: Browser, box: str) -> None:
    room = '<p style="width: {}px; height: 50px; margin: 0"></p>'
    ends = []
    for width, at in ((300, 0), (900, 0), (900, 300), (900, 900)):
        with opened(windowed, 360) as page:
            colours = "--md-default-bg-color: white; --md-default-fg-color--lightest: black"
            inner = f'<div class="{box}">{room.format(width)}</div>'
            show(page, f'<div class="md-typeset" style="{colours}">{inner}</div>', 16)
            shown = page.locator(f".{box}")
            shown.evaluate("(one, at) => { one.scrollLeft = at; }", at)
            picture = base64.b64encode(shown.screenshot()).decode()
            found = page.evaluate(ENDS, f"data:image/png;base64,{picture}")
            ends.append(tuple(darkest < 200 for darkest in found))

    assert ends == [(False, False), (False, True), (True, True), (True, False)]
