"""Where Chromium breaks lines beside formulas."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page

from docgen.latex.mathml import set_math
from docgen.views.bundle import stylesheet
from docgen.views.tie import tie_formulas
from tests.browser.opened import opened

# The lines of a paragraph at each width, a formula as `x`.
LINES = """(widths) => {
  const p = document.querySelector('p');
  const ours = (node) => !node.parentElement.closest('math');
  const parts = [];
  const walker = document.createTreeWalker(p, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode;
    if (node.localName == 'math') parts.push(['x', node]);
    if (node.nodeType != Node.TEXT_NODE || !ours(node)) continue;
    [...node.data].forEach((letter, at) => {
      const range = document.createRange();
      range.setStart(node, at);
      range.setEnd(node, at + 1);
      parts.push([letter, range]);
    });
  }
  return widths.map((width) => {
    p.style.width = `${width}px`;
    const lines = [];
    let middle = -99;
    for (const [letter, part] of parts) {
      const box = part.getBoundingClientRect();
      if (!box.width) continue;
      const now = (box.top + box.bottom) / 2;
      if (Math.abs(now - middle) > 12) lines.push('');
      middle = now;
      lines[lines.length - 1] += letter;
    }
    return lines.map((line) => line.trim());
  });
}"""
COPIED = "() => (getSelection().selectAllChildren(document.body), getSelection().toString())"
CLOSING = tuple(",.;:!?)]’”")
OPENING = ("(", "[", "“")
SLOT = f'<span class="dg-inline">{set_math("a + b", False)}</span>'
WORDS = (
    f"<p>The sum {SLOT}, its half ({SLOT}), the <em>rest {SLOT}</em> of [{SLOT}]: “{SLOT}” or "
    f"{SLOT}’s end; as f({SLOT}) is {SLOT}! Is <b>it</b> {SLOT}? So {SLOT}; and then <em>{SLOT}"
    f"</em>. See <code>f</code> (<code>t.py:12</code>), and <code>g</code>. All is {SLOT}.</p>"
)
WIDTHS = list(range(110, 700, 3))


def lines(page: Page, body: str, widths: list[int]) -> list[list[str]]:
    page.set_content(f"<style>{stylesheet()} p {{ font: 16px/24px serif }}</style>{body}")
    found: list[list[str]] = page.evaluate(LINES, widths)
    return found


@pytest.mark.browser
def test_no_line_begins_with_what_closes_a_formula(windowed: Browser) -> None:
    with opened(windowed, 800) as page:
        bare = lines(page, WORDS, WIDTHS)
        copied = page.evaluate(COPIED)
        tied = lines(page, tie_formulas(WORDS), WIDTHS)
        copied_of_tied = page.evaluate(COPIED)

    def stray(found: list[list[str]]) -> list[str]:
        each = [line for one in found for line in one]
        return [line for line in each if line.startswith(CLOSING) or line.endswith(OPENING)]

    assert stray(bare), "a browser that keeps them together needs no ties"
    assert stray(tied) == []
    assert copied_of_tied == copied
    assert ["".join(one).replace(" ", "") for one in tied] == [
        "".join(one).replace(" ", "") for one in bare
    ]


@pytest.mark.browser
def test_what_has_no_room_beside_a_formula_stands_below_it(windowed: Browser) -> None:
    """As without the tie: nothing more of the words is out of sight."""
    formula = set_math("a + b + c + d + e + f + g + h + i + j + k + l + m + n", False)
    body = f"<p>Words {formula}, end</p>"
    with opened(windowed, 800) as page:
        lines(page, body, [])
        wide = int(page.locator("math").evaluate("(math) => math.getBoundingClientRect().width"))
        bare = lines(page, body, [wide - 90, wide + 1, wide + 9])
        tied = lines(page, tie_formulas(body), [wide - 90, wide + 1, wide + 9])

    assert bare == [["Words", "x", ", end"]] * 2 + [["Words", "x,", "end"]]
    assert tied == [["Words", "x", ",", "end"]] * 2 + [["Words", "x,", "end"]]
