"""Every link of the built site leads somewhere: pages, files, fragments, pages of a PDF.

Links to other hosts are not followed; they must be whole `https` addresses.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from urllib.parse import unquote, urljoin, urlsplit

import pytest
from pypdf import PdfReader, PdfWriter
from selectolax.lexbor import LexborHTMLParser

from tests.conftest import BuiltSite, write_files

HOST = "https://site.test"
LINKS = {"href": "a, link, use, image", "xlink:href": "a, use", "src": "*", "action": "form"}
STYLE_URL = re.compile(r"url\(\s*[\"']?([^\"')]+)")


class Site:
    """The files of a site, as its links see them.

    Attributes:
        base: The address of its root; pages such as 404.html are linked from there.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.base = self._base()
        self.tree = cache(_read)
        self.ids = cache(self._ids)
        self.pages = cache(self._pages)

    def _base(self) -> str:
        sitemap = self.folder / "sitemap.xml"
        found = re.findall(r"<loc>([^<]+)</loc>", sitemap.read_text()) if sitemap.exists() else []
        return HOST + urlsplit(min(found, key=len)).path if found else f"{HOST}/"

    def broken(self) -> list[str]:
        """`file: link: why` for each link that leads nowhere."""
        found: dict[str, None] = {}
        for file, link in self.links():
            why = self.fault(file, link)
            if why:
                found[f"{file.relative_to(self.folder).as_posix()}: {link}: {why}"] = None
        return sorted(found)

    def links(self) -> Iterator[tuple[Path, str]]:
        for file in sorted(self.folder.rglob("*")):
            if file.suffix == ".html":
                for link in _links_of(self.tree(file)):
                    yield file, link
            elif file.suffix == ".css":
                for link in STYLE_URL.findall(file.read_text(encoding="utf-8")):
                    yield file, link
            elif file.name == "search_index.json":
                root = self.folder / "index.html"
                for entry in json.loads(file.read_text(encoding="utf-8"))["docs"]:
                    yield root, entry["location"]
            elif file.name == "docgen.json":
                for entry in json.loads(file.read_text(encoding="utf-8"))["equations"]:
                    yield self.folder / "index.html", entry["url"]

    def fault(self, file: Path, link: str) -> str:
        """Why a link leads nowhere; empty where it does not."""
        if link.startswith(("data:", "mailto:")):
            return ""
        here = self.base + file.relative_to(self.folder).as_posix()
        if re.match(r"[a-zA-Z][\w+.-]*:|//", link):
            return "" if _is_https(link) else "no https address"
        target = urlsplit(urljoin(here, link))
        if not target.geturl().startswith(self.base):
            return "leaves the site"
        path = self.folder / unquote(f"{HOST}{target.path}".removeprefix(self.base))
        path = path / "index.html" if path.is_dir() else path
        if not path.is_file():
            return "no such file"
        return self._fragment_fault(path, unquote(target.fragment))

    def _fragment_fault(self, path: Path, fragment: str) -> str:
        if not fragment or fragment == "__top":
            return ""
        if path.suffix == ".pdf":
            page = re.fullmatch(r"page=(\d+)", fragment)
            is_there = page is not None and 1 <= int(page[1]) <= self.pages(path)
            return "" if is_there else f"the PDF has {self.pages(path)} pages"
        if path.suffix != ".html":
            return ""
        return "" if fragment in self.ids(path) else "no such fragment"

    def _ids(self, path: Path) -> frozenset[str]:
        return frozenset(node.attributes["id"] or "" for node in self.tree(path).css("[id]"))

    def _pages(self, path: Path) -> int:
        return len(PdfReader(path).pages)


def _read(path: Path) -> LexborHTMLParser:
    return LexborHTMLParser(path.read_text(encoding="utf-8"))


def _links_of(tree: LexborHTMLParser) -> Iterator[str]:
    for attribute, selector in LINKS.items():
        for node in tree.css(selector):
            link = node.attributes.get(attribute)
            if link is not None:
                yield link
    for node in tree.css("[srcset]"):
        for part in (node.attributes["srcset"] or "").split(","):
            yield part.split()[0]
    settings = tree.css_first("script#__config")
    if settings is not None:
        yield json.loads(settings.text())["search"]


def _is_https(link: str) -> bool:
    address = urlsplit(link)
    return address.scheme == "https" and "." in (address.hostname or "") and " " not in link


def test_every_link_of_the_site_leads_somewhere(built: BuiltSite) -> None:
    site = Site(built.site)
    assert len(list(site.links())) > 1000
    assert site.broken() == []


@pytest.fixture
def small(tmp_path: Path) -> Site:
    page = '<h1 id="top">T</h1>'
    write_files(tmp_path, {"index.html": page, "a/index.html": page, "a/b.html": page})
    writer = PdfWriter()
    writer.add_blank_page(10, 10)
    writer.add_blank_page(10, 10)
    writer.write(tmp_path / "n.pdf")
    (tmp_path / "sitemap.xml").write_text(
        "<loc>https://example.org/p/</loc><loc>https://example.org/p/a/</loc>"
    )
    return Site(tmp_path)


@pytest.mark.parametrize(
    ("link", "why"),
    [
        ("", ""),
        ("#", ""),
        ("#top", ""),
        ("#t%6Fp", ""),
        ("#gone", "no such fragment"),
        ("b.html?h=x#top", ""),
        ("..", ""),
        ("../#top", ""),
        ("../gone/", "no such file"),
        ("../a", ""),
        ("/p/a/b.html", ""),
        ("/a/b.html", "leaves the site"),
        ("../../", "leaves the site"),
        ("../n.pdf", ""),
        ("../n.pdf#page=2", ""),
        ("../n.pdf#page=3", "the PDF has 2 pages"),
        ("../n.pdf#two", "the PDF has 2 pages"),
        ("https://example.org/x", ""),
        ("https://", "no https address"),
        ("https://localhost/x", "no https address"),
        ("http://example.org", "no https address"),
        ("//example.org", "no https address"),
        ("javascript:void(0)", "no https address"),
        ("mailto:a@example.org", ""),
    ],
)
def test_where_a_link_leads(small: Site, link: str, why: str) -> None:
    assert small.fault(small.folder / "a" / "index.html", link) == why


def test_links_stand_in_many_places(small: Site) -> None:
    files = {
        "x.html": """
            <a href="1"></a><link href="2"><img src="3" srcset="4 2x, 5 3x">
            <script src="6"></script>
            <svg><a xlink:href="#7"></a></svg><form action="8"></form>
            <script id="__config">{"search": "9"}</script>
        """,
        "x.css": "a { background: url('10') } b { src: url(data:x) }",
        "search/search_index.json": '{"docs": [{"location": "11/#y"}]}',
        "docgen.json": '{"equations": [{"url": "12/#eq"}]}',
    }
    write_files(small.folder, files)
    broken = [line.split(": ")[1] for line in small.broken()]
    assert sorted(broken, key=lambda link: int(re.sub(r"\D", "", link))) == [
        "1", "2", "3", "4", "5", "6", "#7", "8", "9", "10", "11/#y", "12/#eq",
    ]  # fmt: skip
