"""Whole files in a browser: notes stand at their lines, and long lines go on where they should."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser

from tests.browser.conftest import Served
from tests.browser.opened import (
    IS_AT_TARGET,
    addresses,
    at_widths,
    bring_into_sight,
    opened,
    settle,
)
from tests.conftest import BuiltSite

# Notes whose top is not within the box of their own line.
DRIFTED = """() => [...document.querySelectorAll('.dg-rest, .dg-rest > *')].filter((note) => {
  const line = note.closest('.dg-line').getBoundingClientRect();
  const box = note.getBoundingClientRect();
  return !box.height || box.top < line.top - 1 || box.bottom > line.bottom + 1;
}).map((note) => note.closest('.dg-line').id)"""

# Lines whose first row is not beside their number, and those with a later row that does not start
# right of the first; words that are broken although a row has room for them.
ROWS = """() => {
  const faults = [];
  const range = document.createRange();
  for (const line of document.querySelectorAll('.dg-line')) {
    const code = line.querySelector('.dg-code');
    const number = line.querySelector('.dg-no');
    const text = code.textContent;
    const start = text.search(/\\S/);
    if (start < 0) continue;
    const chars = [];
    const walker = document.createTreeWalker(code, NodeFilter.SHOW_TEXT);
    for (let node; (node = walker.nextNode());) {
      for (let at = 0; at < node.length; at++) chars.push([node, at]);
    }
    const box = (at) => {
      range.setStart(...chars[at]);
      range.setEnd(chars[at][0], chars[at][1] + 1);
      return range.getBoundingClientRect();
    };
    const first = box(start);
    const from = code.getBoundingClientRect();
    if (first.top > from.top + first.height) faults.push([line.id, 'empty']);
    const last = box(text.trimEnd().length - 1);
    if (last.top > first.top + 1) {
      const words = [...text.matchAll(/\\S/g)].map((found) => [found.index, box(found.index)]);
      words.forEach(([at, one], which) => {
        if (!which || one.top < words[which - 1][1].top + 1) return;
        if (one.left < first.left + 1) faults.push([line.id, 'dedent']);
        if (!/\\w\\w/.test(text.slice(at - 1, at + 1))) return;
        const word = /\\w*$/.exec(text.slice(0, at))[0] + /^\\w*/.exec(text.slice(at))[0];
        const room = from.right - one.left;
        if (word.length * one.width < room) faults.push([line.id, 'broken', word]);
      });
    }
    const rule = number.getBoundingClientRect();
    const whole = line.getBoundingClientRect();
    if (whole.bottom > rule.bottom + 1 || whole.top < rule.top - 1) faults.push([line.id, 'rule']);
  }
  return faults;
}"""

# What can be pressed and is smaller than 24 pixels in one of its rows.
SMALL = """() => [...document.querySelectorAll('.dg-rest > a')].filter((link) =>
  Math.max(...[...link.getClientRects()].map((box) => box.width)) < 24
).map((link) => [link.closest('.dg-line').id, link.dataset.t])"""

SELECTED = """() => {
  getSelection().selectAllChildren(document.querySelector('.dg-module code'));
  return getSelection().toString();
}"""
HEIGHT = "document.documentElement.scrollHeight"
WIDTHS = (1280, 768, 360)
SHORT = "code/ops/"
LONG = "code/transformer/"


def code_pages(served: Served) -> list[str]:
    found = [one for one in addresses(served.folder, every=True) if one.startswith("code/")]
    assert len(found) > 5
    return [one for one in found if one != "code/"]


@pytest.mark.browser
def test_notes_stand_at_their_lines_and_rows_right_of_their_starts(
    chromium: Browser, served: Served
) -> None:
    faults: dict[str, object] = {}
    count = 0
    with opened(chromium, WIDTHS[0]) as page:
        for address in code_pages(served):
            page.goto(served.url + address, wait_until="load")
            bring_into_sight(page)
            count += page.locator(".dg-rest > *").count()
            for width in at_widths(page, WIDTHS):
                found = {
                    "drifted": page.evaluate(DRIFTED),
                    "rows": page.evaluate(ROWS),
                    "small": page.evaluate(SMALL),
                }
                faults |= {f"{address} {width} {name}": one for name, one in found.items() if one}
    assert faults == {}
    assert count > 100


@pytest.mark.browser
@pytest.mark.parametrize(
    ("style", "probe"),
    [
        (".dg-rest { position: relative; top: 30px; }", DRIFTED),
        (".dg-module .dg-line { display: block !important; } .dg-rest { float: right; }", DRIFTED),
        (".dg-code { padding-left: 2ch !important; text-indent: -2ch !important; }", ROWS),
        (".dg-code wbr { display: none; }", ROWS),
        (".dg-module .dg-no { align-self: start; }", ROWS),
        (".dg-rest > a { min-width: 0 !important; }", SMALL),
    ],
)
def test_the_probes_see_faults(chromium: Browser, served: Served, style: str, probe: str) -> None:
    with opened(chromium, 360) as page:
        page.goto(f"{served.url}{SHORT}", wait_until="load")
        bring_into_sight(page)
        assert page.evaluate(probe) == []
        page.add_style_tag(content=style)
        assert page.evaluate(probe) != []


@pytest.mark.browser
@pytest.mark.parametrize("width", [1280, 360])
def test_copied_code_is_the_file(
    chromium: Browser, built: BuiltSite, served: Served, width: int
) -> None:
    """Selected by a reader, and copied by the theme's button; both leave out the last line end."""
    source = (built.root / "model/ops.py").read_text(encoding="utf-8")
    with opened(chromium, width, permissions=["clipboard-read", "clipboard-write"]) as page:
        page.goto(f"{served.url}{SHORT}", wait_until="load")
        settle(page)
        assert page.evaluate(SELECTED).rstrip("\n") == source.rstrip("\n")
        page.locator(".dg-module .md-code__button").first.click()
        page.locator(".md-dialog").filter(has_text="Copied").wait_for()
        assert page.evaluate("navigator.clipboard.readText()") == source.rstrip("\n")


@pytest.mark.browser
@pytest.mark.parametrize("width", [1280, 360])
def test_a_line_of_an_address_comes_into_sight(
    chromium: Browser, served: Served, width: int
) -> None:
    """Lines that were never in sight are as high there as they will be, so none moves it later."""
    with opened(chromium, width) as page:
        for line in (60, 200):
            page.goto("about:blank")
            page.goto(f"{served.url}{LONG}#code-model-transformer-L{line}", wait_until="load")
            settle(page)
            page.wait_for_function(IS_AT_TARGET)
            height = page.evaluate(HEIGHT)
            bring_into_sight(page)
            assert page.evaluate(HEIGHT) == height


@pytest.mark.browser
def test_lines_out_of_sight_take_no_time(chromium: Browser, served: Served) -> None:
    with opened(chromium, 360) as page:
        page.goto(f"{served.url}{LONG}", wait_until="load")
        settle(page)
        height = page.evaluate(HEIGHT)
        bring_into_sight(page)
        # Those that are laid out go on in further rows, for which nobody had room.
        assert page.evaluate(HEIGHT) > height + 1000
