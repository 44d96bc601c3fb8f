"""The derivation notes: what the site says of their places is what the served PDF holds."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from unicodedata import normalize

import pytest
from pypdf import PdfReader

from docgen.project import Project
from docgen.views.parts import EquationPart
from tests.conftest import ROOT, BuiltSite

PDF = "notes/derivations.pdf"
PLACE = re.compile(
    r"Derivation notes(?:, Section\s(?P<section>[\d.]+))?(?:, Eq\.\s(?P<equation>\d+))?"
    r"(?:, p\.\s(?P<page>\d+))?"
)


def texts(pdf: bytes) -> list[str]:
    """Text of every page; letters of mathematics as plain ones."""
    return [normalize("NFKC", page.extract_text()) for page in PdfReader(BytesIO(pdf)).pages]


def holds(page: str, section: str, equation: str) -> bool:
    """Whether a page prints the number of an equation at the end of a line, or a heading."""
    if equation:
        return re.search(rf"\({equation}\)\s*$", page, re.MULTILINE) is not None
    return re.search(rf"^{re.escape(section)}\s+\S", page, re.MULTILINE) is not None


@pytest.fixture(scope="module")
def pages(built: BuiltSite) -> list[str]:
    return texts((built.site / PDF).read_bytes())


def printed(built: BuiltSite) -> Iterator[tuple[str, str, str]]:
    """Page of the site, address and text of every link into the PDF that says a place."""
    for file in sorted(built.site.rglob("index.html")):
        name = file.parent.relative_to(built.site).as_posix()
        for link in built.page(name).css("a.dg-cite"):
            yield name, link.attributes["href"] or "", link.text()


def test_each_printed_place_is_where_the_pdf_has_it(built: BuiltSite, pages: list[str]) -> None:
    found = list(printed(built))
    assert len(found) >= 25
    for name, address, text in found:
        place = PLACE.fullmatch(text)
        assert place is not None, text
        target, _, sheet = address.partition("#page=")
        assert (built.site / name / target).resolve() == (built.site / PDF).resolve()
        # The notes number their pages from the first, so that both counts are one.
        assert sheet == (place["page"] or "1")
        if place["section"]:
            page = pages[int(sheet) - 1]
            assert holds(page, place["section"], place["equation"] or ""), (name, text)


def test_the_index_lists_every_number_of_the_pdf(built: BuiltSite, pages: list[str]) -> None:
    places: list[tuple[str, str, str]] = []
    for row in built.page("notes").css("article tbody tr"):
        cells = [cell.text().strip() for cell in row.css("td")]
        labels = [code.text() for code in row.css("td:first-child code")]
        if len(cells) == 3:
            label = "".join(labels)
            places.append((cells[0].removesuffix(label).strip(), label, cells[1]))
    equations = [row for row in places if row[0].startswith("Eq. ")]
    assert [row[0] for row in equations] == [f"Eq. {n + 1}" for n in range(len(equations))]
    assert len(equations) >= 120
    assert all(row[1] for row in places), "each number has a label"
    for name, label, page in places:
        number = name.removeprefix("Eq. ").removeprefix("Section ").split(" ")[0]
        text = pages[int(page.removeprefix("p. ")) - 1]
        assert holds(text, number, number if name.startswith("Eq.") else ""), (name, label)


def test_each_citing_equation_leads_to_the_pdf_and_back(built: BuiltSite) -> None:
    manifest = json.loads((built.site / "docgen.json").read_text(encoding="utf-8"))
    cited = [
        each for each in manifest["equations"] if any(c["source"] == "notes" for c in each["cites"])
    ]
    assert len(cited) >= 20
    back = {link.attributes["href"] for link in built.page("notes").css("article td a")}
    for equation in cited:
        assert f"../{equation['url']}" in back
    (widen,) = [each for each in cited if each["id"] == "ffn_forward.widen"]
    (place,) = widen["cites"]
    assert place["locator"].startswith("Section 5.1, Eq. ")
    assert place["url"].startswith(f"{PDF}#page=")


def test_the_pdf_is_a_function_of_the_notes(built: BuiltSite, tmp_path: Path) -> None:
    shutil.copytree(ROOT / "docs/notes", tmp_path / "docs/notes")
    shutil.copy2(ROOT / "pyproject.toml", tmp_path)
    assert compiled(tmp_path) == (built.site / PDF).read_bytes()


def test_a_section_that_moves_is_renumbered_on_the_site_and_in_the_pdf(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "docs/notes", tmp_path / "docs/notes")
    (tmp_path / "docs/p.md").write_text(
        "# P\n\n**Widen**\n"
        '```math stated="it stands for any page" cites="notes#eq:ffn-widen; notes#attention"\n'
        "z = x\n```\n"
    )
    settings = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    notes = settings[settings.index("[tool.docgen.notes.notes]") :].partition("\n\n")[0]
    (tmp_path / "pyproject.toml").write_text(notes + "\n")
    main = tmp_path / "docs/notes/main.typ"
    before = cited(tmp_path)

    text = main.read_text(encoding="utf-8")
    block, attention = '#include "block.typ"\n', '#include "attention.typ"\n'
    assert attention + block in text
    main.write_text(text.replace(attention + block, block + attention), encoding="utf-8")
    after = cited(tmp_path)

    assert [place["section"] for place in before] == ["5.1", "4"]
    assert [place["section"] for place in after] == ["4.1", "5"]
    assert int(after[0]["equation"]) < int(before[0]["equation"])
    pdf = texts(compiled(tmp_path))
    for place in after:
        assert holds(pdf[int(place["page"]) - 1], place["section"], place["equation"] or "")


def loaded(root: Path) -> Project:
    project = Project.open(root)
    project.load(static=True)
    assert [one for one in project.findings if one.place.path.startswith("docs/")] == []
    return project


def compiled(root: Path) -> bytes:
    return dict(loaded(root).documents())[PDF]


def cited(root: Path) -> list[re.Match[str]]:
    """The places that the one page prints."""
    drafts = loaded(root).pages["p.md"].drafts
    (part,) = [one.part for one in drafts if isinstance(one.part, EquationPart)]
    found = [PLACE.fullmatch(f"{one.source}, {one.locator}") for one in part.citations]
    assert None not in found
    return [one for one in found if one is not None]
