"""When the largest part of each built page is painted, against the same page without docgen.

    make site
    python benchmarks/paint.py 5
    python benchmarks/paint.py 9 transformer-block/ operations/

"Without docgen" is the built page less its references to docgen's style and scripts (and so less
the font that the style asks for), less the cards of symbols (`<dg-page>`), and less the marks of
symbols: their elements, classes, ids and stops for the Tab key, and the `data-eq` of lines. Text,
formulas, listings and tables stay. Chromium runs with its processor slowed down four times, each
run with an empty cache, one page right after the other. Prints medians in milliseconds, the median
of the paired ratios, and the ratio of the fastest runs, which other work on the machine disturbs
least; nothing here is a test. CHROMIUM names the browser.
"""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from statistics import median

from playwright.sync_api import Browser, sync_playwright
from selectolax.lexbor import LexborHTMLParser

SITE = Path(__file__).resolve().parent.parent / "site"
SLOWER = 4
REFERENCES = "link[href*='assets/docgen/'], script[src*='assets/docgen/'], dg-page"
MARKS = "a.dg-sym, span.dg-sym"
MARKED = ("class", "id", "tabindex")

# The time of the last paint that was the largest so far, once the page has come to rest.
LARGEST = """() => new Promise((resolve) => {
  let last = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) last = entry.startTime;
  }).observe({ type: 'largest-contentful-paint', buffered: true });
  document.fonts.ready.then(() => requestIdleCallback(() => setTimeout(() => resolve(last), 100)));
})"""


class Quiet(SimpleHTTPRequestHandler):
    protocol_version = "HTTP/1.1"  # one connection for several files, as hosts of sites do

    def log_message(self, format: str, *arguments: object) -> None:
        pass


def without_docgen(html: str) -> str:
    tree = LexborHTMLParser(html)
    for node in tree.css(REFERENCES):
        node.decompose()
    for node in tree.css(MARKS):
        node.unwrap()
    for node in tree.css(".dg-sym"):
        for name in MARKED:
            if name in node.attributes:
                del node.attrs[name]
    for node in tree.css("[data-eq]"):
        del node.attrs["data-eq"]
    return tree.html or ""


def write_bare(site: Path, target: Path) -> list[str]:
    """Write the site without docgen; the addresses of its pages."""
    shutil.copytree(site, target)
    pages = sorted(target.rglob("index.html"))
    for page in pages:
        page.write_text(without_docgen(page.read_text(encoding="utf-8")), encoding="utf-8")
    return [page.relative_to(target).as_posix().removesuffix("index.html") for page in pages]


@contextmanager
def served(folder: Path) -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(folder)))
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def largest_paint(browser: Browser, url: str) -> float:
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    page = context.new_page()
    context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    page.goto(url, wait_until="load")
    taken: float = page.evaluate(LARGEST)
    context.close()
    return taken


def measure(browser: Browser, urls: tuple[str, str], rounds: int) -> tuple[float, ...]:
    """Medians without and with docgen; the median of the paired ratios, the ratio of the best."""
    for url in urls:
        largest_paint(browser, url)
    pairs = []
    for number in range(rounds):
        order = urls if number % 2 else urls[::-1]
        taken = {url: largest_paint(browser, url) for url in order}
        pairs.append((taken[urls[0]], taken[urls[1]]))
    bare, full = zip(*pairs, strict=True)
    paired = median(there / here for here, there in pairs)
    return median(bare), median(full), paired, min(full) / min(bare)


def main(rounds: int, wanted: list[str]) -> None:
    if not SITE.is_dir():
        sys.exit(f"{SITE} is missing: run `make site`")
    path = os.environ.get("CHROMIUM") or shutil.which("chromium")
    with tempfile.TemporaryDirectory() as temporary, sync_playwright() as playwright:
        addresses = write_bare(SITE, Path(temporary) / "bare")
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        print(f"{'page':24} {'without':>9} {'with':>9} {'ratio':>7} {'fastest':>8}")
        with served(Path(temporary) / "bare") as bare, served(SITE) as full:
            for address in wanted or addresses:
                row = measure(browser, (bare + address, full + address), rounds)
                name = address or "(home)"
                times = f"{row[0]:6.0f} ms {row[1]:6.0f} ms {row[2]:6.2f}x {row[3]:7.2f}x"
                print(f"{name:24} {times}", flush=True)
        browser.close()


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 5, sys.argv[2:])
