"""The pages hold a content security policy without `unsafe-inline`, whatever a reader does.

All that can be opened on a page is opened on a phone, behind such a policy.
"""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser
from selectolax.lexbor import LexborHTMLParser as HTMLParser

from tests.browser.conftest import Served
from tests.browser.opened import PARTS, Watch, addresses, opened, part_of, stir
from tests.browser.probes import BOXES, CUT, SIDEWAYS
from tests.conftest import BuiltSite

HANDLER = re.compile(r"^on[a-z]+$")

# What the browser refused, kept for the test.
REFUSED = """window.refused = [];
document.addEventListener('securitypolicyviolation', (event) => {
  refused.push([event.effectiveDirective, event.blockedURI, event.sample].join(' '));
});"""


def inline_scripts(site: Path) -> set[str]:
    """The texts of the scripts that the pages of a site hold in themselves."""
    return {
        script.text(deep=True)
        for path in site.rglob("*.html")
        for script in HTMLParser(path.read_text(encoding="utf-8")).css("script:not([src])")
        if script.attributes.get("type") != "application/json"
    }


def policy(bare: Path) -> str:
    """The policy, which knows the theme's own inline scripts by their hashes."""
    digests = sorted(
        base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
        for text in inline_scripts(bare)
    )
    assert digests
    hashes = " ".join(f"'sha256-{digest}'" for digest in digests)
    return (
        f"default-src 'none'; script-src 'self' {hashes}; style-src 'self'; "
        "img-src 'self' data:; font-src 'self'; connect-src 'self'; worker-src 'self'; "
        "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    )


@pytest.fixture(scope="module")
def guarded(built: BuiltSite, bare: Path) -> Iterator[Served]:
    running = Served(built.site, {"Content-Security-Policy": policy(bare)})
    yield running
    running.stop()


@pytest.mark.browser
@pytest.mark.parametrize("part", range(PARTS))
def test_nothing_is_refused_and_all_fits_with_everything_open(
    chromium: Browser, guarded: Served, part: int
) -> None:
    faults: dict[str, object] = {}
    with opened(chromium, 360, has_touch=True) as page:
        page.add_init_script(REFUSED)
        watch = Watch(page, guarded.url)
        for address in part_of(guarded.folder, part):
            page.goto(guarded.url + address, wait_until="load")
            stir(page)
            found = {
                "refused": page.evaluate("refused") + watch.faults,
                "sideways": page.evaluate(SIDEWAYS) > 0,
                "cut": page.evaluate(CUT),
                "unreached": [name for name, is_reached in page.evaluate(BOXES) if not is_reached],
            }
            watch.faults.clear()
            faults |= {f"{address} {name}": fault for name, fault in found.items() if fault}
    assert faults == {}


@pytest.mark.browser
def test_what_is_refused_is_noticed(chromium: Browser, built: BuiltSite) -> None:
    running = Served(built.site, {"Content-Security-Policy": "script-src 'self'"})
    try:
        with opened(chromium, 1280) as page:
            page.add_init_script(REFUSED)
            watch = Watch(page, running.url)
            page.goto(running.url, wait_until="load")
            assert any(fault.startswith("script-src") for fault in page.evaluate("refused"))
            assert watch.faults
    finally:
        running.stop()


def test_docgen_adds_no_inline_script(built: BuiltSite, bare: Path) -> None:
    assert inline_scripts(built.site) <= inline_scripts(bare)


def test_docgen_writes_no_style_and_no_handler(built: BuiltSite) -> None:
    for address in addresses(built.site):
        page = HTMLParser((built.site / address / "index.html").read_text(encoding="utf-8"))
        content = page.css_first("article")
        assert content.css("[style], style, script") == [], address
        handlers = [
            name for node in content.css("*") for name in node.attributes if HANDLER.match(name)
        ]
        assert handlers == [], address
        loaded = [
            node.attributes.get("src") or node.attributes.get("href") or ""
            for node in page.css("[src], link[rel=stylesheet], link[rel=preload], link[rel=icon]")
        ]
        assert loaded
        assert [target for target in loaded if "//" in target] == [], address
