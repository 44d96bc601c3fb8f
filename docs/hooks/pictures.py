"""Takes the pictures of the manual's page on reading: four concepts, two schemes, two widths.

`make pictures` builds the site and writes manual/pictures/ffn_forward-wide-light.png and fifteen
more. Each is what a window of that size shows after a reader did what the page says.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

FOLDER = Path(__file__).resolve().parents[1] / "manual" / "pictures"
PAGE = "transformer-block/"
WIDTHS = {"wide": (1280, 820, 1), "phone": (360, 740, 2)}
SCHEMES = ("light", "dark")
MARGIN = 72
"""Height of the theme's header, with some air."""


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *arguments: object) -> None:
        pass


def show(page: Page, selector: str) -> None:
    """Bring an element to the top of the window."""
    page.locator(selector).first.evaluate(
        "(element, margin) => window.scrollTo({behavior: 'instant',"
        " top: element.getBoundingClientRect().top + window.scrollY - margin})",
        MARGIN,
    )


def ffn_forward(page: Page) -> None:
    """A symbol of an equation is pointed at; its card is open."""
    show(page, "#eq-widen")
    page.locator("#eq-widen .dg-sym").nth(1).hover()
    page.locator(".dg-card:visible").first.wait_for()


def ffn_backward(page: Page) -> None:
    """The badge of an equation is open."""
    equation = "[id^=eq-]:has(.dg-badge) >> nth=7"
    show(page, equation)
    page.locator(equation).locator("summary").click()


def block_forward(page: Page) -> None:
    """The stepper stands at the first sum."""
    show(page, "figure.dg-stepper")
    for _ in range(3):
        page.locator("dg-stepper").get_by_role("button", name="Next").click()


def block_backward(page: Page) -> None:
    """The way of the gradient, at its second step."""
    show(page, "figure.dg-flow")
    page.locator("dg-flow svg a").nth(1).click()


CONCEPTS: tuple[Callable[[Page], None], ...] = (
    ffn_forward,
    ffn_backward,
    block_forward,
    block_backward,
)


@contextmanager
def served(folder: Path) -> Iterator[str]:
    handler = partial(_Quiet, directory=str(folder))
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def take(site: Path, chromium: str) -> None:
    FOLDER.mkdir(exist_ok=True)
    with served(site) as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        for name, (width, height, scale) in WIDTHS.items():
            for scheme in SCHEMES:
                context = browser.new_context(
                    viewport={"width": width, "height": height},
                    device_scale_factor=scale,
                    color_scheme="dark" if scheme == "dark" else "light",
                    reduced_motion="reduce",
                )
                for concept in CONCEPTS:
                    page = context.new_page()
                    page.goto(address + PAGE)
                    page.evaluate("document.fonts.ready")
                    concept(page)
                    target = FOLDER / f"{concept.__name__}-{name}-{scheme}.png"
                    page.screenshot(path=target, animations="disabled")
                    page.close()
                context.close()
        browser.close()


if __name__ == "__main__":
    take(Path(sys.argv[1]), sys.argv[2])
