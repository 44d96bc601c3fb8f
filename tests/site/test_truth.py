"""Every listing and every `file:line` of the built site against the files themselves."""

from __future__ import annotations

import json
import re
from pathlib import Path

from selectolax.lexbor import LexborHTMLParser as HTMLParser
from selectolax.lexbor import LexborNode as Node

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
    """Of a function the lines that its head names, of a module all; modules: see code_pages."""
    seen = 0
    for file in pages(built):
        html = HTMLParser(file.read_text(encoding="utf-8"))
        for listing in html.css("figure.dg-listing:not(.dg-module)"):
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
    assert seen > 400


def test_every_place_names_lines_that_exist_and_links_to_them(built: BuiltSite) -> None:
    """To the page of the module, or to the host of the repository."""
    inside: dict[str, int] = {}
    outside = 0
    for file in pages(built):
        html = HTMLParser(file.read_text(encoding="utf-8"))
        for node in html.css(".dg-ref"):
            place = PLACE.match(node.text())
            if place is None:
                assert (built.root / node.text()).is_file(), node.text()
                assert node.parent is not None
                assert node.parent.parent.css_matches("figure.dg-module figcaption")
                continue
            path = find(built, place["label"])
            first, last = int(place["first"]), int(place["last"] or place["first"])
            assert 1 <= first <= last <= len(built.lines(path))
            href = node.attributes["href"] or ""
            name = path.removesuffix(".py").partition("/")[2]
            if not href.startswith("https:"):
                page, _, fragment = href.partition("#")
                there = (file.parent / page / "index.html").resolve()
                assert there == built.site / "code" / name / "index.html"
                assert fragment == f"code-model-{name}-L{first}"
                inside[f"{name}#{fragment}"] = first
                continue
            tail = f"#L{first}" if first == last else f"#L{first}-L{last}"
            assert href == f"{REPO_URL}/blob/{built.commit}/{path}{tail}"
            outside += 1
    for target, line in inside.items():
        name, _, fragment = target.partition("#")
        shown = built.page(f"code/{name}").css_first(f"#{fragment}")
        assert shown.css_first("a.dg-no").attributes["data-line"] == str(line)
        for note in shown.css("math"):
            note.decompose()  # formulas beside the code, which nobody copies with it
        assert shown.text().removesuffix("\n") == built.lines(f"model/{name}.py")[line - 1]
    assert len(inside) > 100
    assert outside > 20


def test_code_beside_a_place_is_the_code_there(built: BuiltSite) -> None:
    """Rows of *Code and math connection*: the statement shown stands at the lines shown."""
    seen = 0
    for file in pages(built):
        html = HTMLParser(file.read_text(encoding="utf-8"))
        for row in html.css("table.dg-links tbody tr"):
            place = PLACE.match(row.css_first(".dg-ref").text())
            assert place is not None
            lines = built.lines(find(built, place["label"]))
            first, last = int(place["first"]), int(place["last"] or place["first"])
            # A statement of several lines is joined without blanks inside its brackets.
            text = "".join("".join(lines[first - 1 : last]).split())
            code = row.css("td")[-1].text()
            assert "".join(code.split()) == text
            seen += 1
    assert seen > 200


def test_every_link_of_the_manifest(built: BuiltSite) -> None:
    manifest = json.loads((built.site / "docgen.json").read_text(encoding="utf-8"))
    assert manifest["version"] == 1
    assert manifest["findings"] == []
    links = [link for equation in manifest["equations"] for link in equation["links"]]
    assert len(links) > 200
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
    assert len(ids) == len(set(ids)) > 200
    for equation in manifest["equations"]:
        url, _, fragment = equation["url"].partition("#")
        html = (built.site / url / "index.html").read_text(encoding="utf-8")
        assert html.count(f'id="{fragment}"') == 1
        figure = HTMLParser(html).css_first(f"#{fragment} figure.dg-equation")
        assert figure is not None
        assert figure.attributes["data-state"] == equation["verdict"]["state"]


def texts_at(built: BuiltSite, node: Node) -> str:
    """The lines of the file that a place names, as one line."""
    place = PLACE.match(node.text())
    assert place is not None, node.text()
    lines = built.lines(find(built, place["label"]))
    first, last = int(place["first"]), int(place["last"] or place["first"])
    return " ".join(" ".join(lines[first - 1 : last]).split())


def test_links_in_prose_name_lines_that_hold_what_they_name(built: BuiltSite) -> None:
    """Each `code:` link of the page, in order, against the line that the built page gives."""
    text = (built.root / "docs" / "transformer-block.md").read_text(encoding="utf-8")
    targets = re.findall(r"\]\(code:([^()\s]+)\)", text)
    shown = built.page("transformer-block").css(".dg-code .dg-ref")
    assert len(targets) == len(shown) >= 16
    for target, node in zip(targets, shown, strict=True):
        line = texts_at(built, node)
        tail = target.partition("call:")[2] or re.split(r"\.(?![^\[]*\])", target)[-1]
        if re.fullmatch(r"(\w+\.)?\w+", target) and f"def {tail}(" in line:
            continue
        key = re.search(r'\["?(?:p\+)?"(\w+)"\]', tail)
        wanted = key[1] if key else tail
        assert re.search(rf"(?<![\w.]){re.escape(wanted)}(?!\w)", line), (target, line)


def test_steps_show_the_code_that_stands_at_their_lines(built: BuiltSite) -> None:
    found = built.page("transformer-block").css("p.dg-codeline")
    assert len(found) == 7 + 6
    for paragraph in found:
        shown = " ".join(paragraph.css_first("code").text().split())
        assert shown.rstrip(":") in texts_at(built, paragraph.css_first(".dg-ref"))


def test_shapes_stand_at_the_lines_that_bind_them(built: BuiltSite) -> None:
    unnamed = {"out": "return A @", "Y": "return X1 + ff", "dX": "return dX1 + dX_branch"}
    rows = built.page("transformer-block").css("table.dg-shapes tbody tr")
    assert len(rows) == 4 + 8 + 7 + 7
    for row in rows:
        name = row.css_first("th").text()
        line = texts_at(built, row.css_first(".dg-ref"))
        wanted = re.escape(unnamed.get(name, name))
        assert re.search(rf"(?<!\w){wanted}(?!\w)", line), (name, line)


def test_caches_and_parameters_stand_at_the_lines_that_make_them(built: BuiltSite) -> None:
    page = built.page("transformer-block")
    rows = page.css("table.dg-caches tbody tr")
    assert len(rows) == 4
    for row in rows:
        made, read = (texts_at(built, node) for node in row.css(".dg-ref"))
        for key in row.css("ul li code:first-child"):
            assert f"{key.text()}=" in made
        assert row.css_first("th").text() in read
        assert f"{row.css('td')[-1].css_first('code').text()}(" in read
    rows = page.css("table.dg-parameters tbody tr")
    assert len(rows) == 16
    for row in rows:
        line = texts_at(built, row.css_first(".dg-ref"))
        name = row.css_first("code").text().removeprefix("b{l}.")
        start = f'"{name[0]}" + n' if name[0] in "wb" else f'"{name}"'
        assert start in line, (name, line)


def test_callers_and_tests_stand_at_the_lines_that_call(built: BuiltSite) -> None:
    for head, used in zip(
        built.page("transformer-block").css(".dg-concept .dg-name code"),
        built.page("transformer-block").css("dl.dg-used"),
        strict=True,
    ):
        source, *others = used.css(".dg-ref")
        assert f"def {head.text()}(" in texts_at(built, source)
        assert others
        assert any(f"{head.text()}(" in texts_at(built, node) for node in others)
