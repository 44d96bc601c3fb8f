"""An edit of the model shows in a page that is open in the browser."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser

from tests.conftest import MakeProject
from tests.foreign import SETTINGS
from tests.site.test_serve import CELL, LINE, MODEL, PAGE, PATIENCE, STATEMENT, Server

# Whether the page names that line for the statement.
SHOWN = """([statement, wanted]) => {
  const rows = [...document.querySelectorAll('table.dg-links tr')];
  return rows.some((row) => row.textContent.includes(statement)
    && row.querySelector('.dg-ref').textContent === `rnn.py:${wanted}`);
}"""


@pytest.mark.browser
def test_an_edit_of_the_model_shows_without_a_reload_by_hand(
    chromium: Browser, make_project: MakeProject
) -> None:
    root = make_project(CELL, SETTINGS)
    model = root / MODEL
    text = model.read_text(encoding="utf-8")
    server = Server(root)
    context = chromium.new_context()
    try:
        page = context.new_page()
        page.set_default_timeout(PATIENCE * 1000)
        page.goto(server.url + PAGE)
        page.wait_for_function(SHOWN, arg=[STATEMENT, LINE])

        model.write_text("# one\n# two\n# three\n" + text, encoding="utf-8")
        page.wait_for_function(SHOWN, arg=[STATEMENT, LINE + 3])

        model.write_text(text, encoding="utf-8")
        page.wait_for_function(SHOWN, arg=[STATEMENT, LINE])
    finally:
        context.close()
        server.stop()
