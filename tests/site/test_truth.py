"""Every listing and every `file:line` of the built site against the files themselves."""

from __future__ import annotations

import json
import re
from pathlib import Path

from tests.conftest import REPO_URL, BuiltSite

PLACE = re.compile(r"^(?P<label>[\w./-]+\.py):(?P<first>\d+)(?:-(?P<last>\d+))?$")


def pages(built: BuiltSite) -> list[Path]:
    return sorted(built.site.rglob("*.html"))


def find(built: BuiltSite, label: str) -> str:
    """The one file of the project that a page's label means."""
    if (built.root / label).is_file():
        return label
    assert (built.root / "model" / label).is_file(), label
    return f"model/{label}"


def test_every_listing_is_the_file(built: BuiltSite) -> None:
    from selectolax.lexbor import LexborHTMLParser as HTMLParser

    seen = 0
    for file in pages(built):
        html = HTMLParser(file.read_text(encoding="utf-8"))
        for listing in html.css("figure.dg-listing"):
            place = PLACE.match(listing.css_first(".dg-ref").text())
            assert place is not None
            lines = built.lines(find(built, place["label"]))
            numbers = [int(a.attributes["data-line"] or 0) for a in listing.css("a.dg-no")]
            first, last = int(place["first"]), int(place["last"] or place["first"])
            assert numbers == list(range(first, last + 1))
            shown = [line.text(deep=True) for line in listing.css(".dg-line")]
            indent = len(lines[first - 1]) - len(lines[first - 1].lstrip())
            assert shown == [lines[number - 1].removeprefix(" " * indent) for number in numbers]
            seen += len(numbers)
    assert seen > 40


def test_every_place_names_lines_that_exist_and_links_to_them(built: BuiltSite) -> None:
    from selectolax.lexbor import LexborHTMLParser as HTMLParser

    seen = 0
    for file in pages(built):
        html = HTMLParser(file.read_text(encoding="utf-8"))
        for node in html.css(".dg-ref"):
            place = PLACE.match(node.text())
            assert place is not None, node.text()
            path = find(built, place["label"])
            first, last = int(place["first"]), int(place["last"] or place["first"])
            assert 1 <= first <= last <= len(built.lines(path))
            tail = f"#L{first}" if first == last else f"#L{first}-L{last}"
            wanted = f"{REPO_URL}/blob/{built.commit}/{path}{tail}"
            assert node.attributes.get("href") == wanted
            seen += 1
    assert seen > 80


def test_code_beside_a_place_is_the_code_there(built: BuiltSite) -> None:
    """Rows of *Code and math connection*: the statement shown stands at the lines shown."""
    from selectolax.lexbor import LexborHTMLParser as HTMLParser

    seen = 0
    for file in pages(built):
        html = HTMLParser(file.read_text(encoding="utf-8"))
        for row in html.css("table.dg-links tbody tr"):
            place = PLACE.match(row.css_first(".dg-ref").text())
            assert place is not None
            lines = built.lines(find(built, place["label"]))
            first, last = int(place["first"]), int(place["last"] or place["first"])
            text = " ".join(" ".join(lines[first - 1 : last]).split())
            code = row.css("td")[-1].text()
            assert " ".join(code.split()) == text
            seen += 1
    assert seen == 36


def test_every_link_of_the_manifest(built: BuiltSite) -> None:
    manifest = json.loads((built.site / "docgen.json").read_text(encoding="utf-8"))
    assert manifest["version"] == 1
    assert manifest["findings"] == []
    links = [link for equation in manifest["equations"] for link in equation["links"]]
    assert len(links) == 36
    for link in links:
        lines = built.lines(link["file"])[link["start_line"] - 1 : link["end_line"]]
        code = link["code"].split("\n")
        assert [line.strip() for line in code] == [line.strip() for line in lines]
        first, last = link["start_line"], link["end_line"]
        tail = f"#L{first}" if first == last else f"#L{first}-L{last}"
        assert link["url"] == f"{REPO_URL}/blob/{built.commit}/{link['file']}{tail}"


def test_every_equation_of_the_manifest_is_on_its_page(built: BuiltSite) -> None:
    manifest = json.loads((built.site / "docgen.json").read_text(encoding="utf-8"))
    ids = [equation["id"] for equation in manifest["equations"]]
    assert len(ids) == len(set(ids)) == 26
    for equation in manifest["equations"]:
        url, _, fragment = equation["url"].partition("#")
        html = (built.site / url / "index.html").read_text(encoding="utf-8")
        assert html.count(f'id="{fragment}"') == 1
        assert equation["verdict"]["state"] == "pending"
