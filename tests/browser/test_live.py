"""An edit of the model shows in a page that is open in the browser."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.browser.places import line_of
from tests.conftest import copy_block
from tests.site.test_serve import PAGE, PATIENCE, Server

# The line that the page names for the statement `A = relu_forward(Z)`.
SHOWN = """(wanted) => [...document.querySelectorAll('table.dg-links tr')].some((row) =>
  row.textContent.includes('A = relu_forward(Z)')
  && row.querySelector('.dg-ref').textContent === `transformer.py:${wanted}`)"""


@pytest.mark.browser
def test_an_edit_of_the_model_shows_without_a_reload_by_hand(
    chromium: Browser, tmp_path: Path
) -> None:
    root = copy_block(tmp_path / "project")
    model = root / "model" / "transformer.py"
    text = model.read_text(encoding="utf-8")
    line = line_of("A = relu_forward(Z)")
    server = Server(root)
    context = chromium.new_context()
    try:
        page = context.new_page()
        page.set_default_timeout(PATIENCE * 1000)
        page.goto(server.url + PAGE)
        page.wait_for_function(SHOWN, arg=line)

        model.write_text("# one\n# two\n# three\n" + text, encoding="utf-8")
        page.wait_for_function(SHOWN, arg=line + 3)

        model.write_text(text, encoding="utf-8")
        page.wait_for_function(SHOWN, arg=line)
    finally:
        context.close()
        server.stop()
