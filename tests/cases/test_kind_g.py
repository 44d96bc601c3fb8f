"""Kind G: nesting of blocks and their options, on built sites."""

from __future__ import annotations

import textwrap
from pathlib import Path

import pytest
from selectolax.lexbor import LexborHTMLParser as HTMLParser

from docgen.project import Project
from tests.cases.conftest import SITE, around, concept, gutters, page
from tests.conftest import MakeProject, build_site, load, places, write_files

MODEL = (
    "def f(W, x):\n    note = '''\n# not a heading\n```\n'''\n    Z = W @ x\n    return Z\n\n\n"
    "def ex():\n    import numpy as np\n    return f(np.eye(2), np.ones(2))\n"
)
LISTING = "/// listing\n    in: model.f\n///"
EQUATION = '**T**\n```math stated="notation"\na = b\n```'


def article(make_project: MakeProject, text: str) -> HTMLParser:
    folder = make_project({"model.py": MODEL, "docs/index.md": text, "mkdocs.yml": SITE})
    return HTMLParser((build_site(folder) / "index.html").read_text(encoding="utf-8"))


def test_c048_a_block_right_below_the_options_of_its_host(make_project: MakeProject) -> None:
    html = article(
        make_project, f"//// details | Pre-activation\n    open: true\n{LISTING}\n////\n"
    )
    details = html.css_first("article details")
    assert details.attributes.get("open") == "open"
    assert gutters(html) == [[1, 2, 3, 4, 5, 6, 7]]
    assert "details" in around(html.css_first(".dg-listing"))


@pytest.mark.parametrize(
    ("option", "place"),
    [
        ("caption: Step 2: hidden layer", ""),
        ("caption: Z = W x + b   # bias is `optional`", ""),
        ("tolerance: 1e-6", "14:5 unknown-option"),
        ("equation: Z = W x + b   # bias", "14:5 unknown-option"),
        ("in: [f", "14:9 unknown-function"),
    ],
)
def test_c049_values_are_text(make_project: MakeProject, option: str, place: str) -> None:
    text = page(concept("f").replace("run: ex", f"run: ex\n    {option}"))
    project = load(make_project({"model.py": MODEL, "docs/index.md": text}))
    assert places(project) == ([f"docs/index.md:{place}"] if place else [])


def test_c049_numbers_without_a_dot(make_project: MakeProject) -> None:
    """`1e-6` is a number, which YAML reads as text."""
    text = page(concept("f").replace("run: ex", "run: ex\n    call: 1e0"))
    project = load(make_project({"model.py": MODEL, "docs/index.md": text}))
    assert places(project) == ["docs/index.md:14:11 malformed-block"]


def test_c050_options_by_any_indentation(make_project: MakeProject) -> None:
    text = page(
        "/// listing\n  in: f\n///\n\n/// listing\n\tin: f\n///\n\n"
        "/// listing\n    in: f\n    hilight: Z\n///\n"
    )
    folder = make_project({"model.py": MODEL, "docs/index.md": text, "mkdocs.yml": SITE})
    project = load(folder)
    assert places(project) == ["docs/index.md:14:5 unknown-option"]
    assert project.findings[0].help == "did you mean `highlight`?"
    site = build_site(folder, strict=False)
    html = HTMLParser((site / "index.html").read_text(encoding="utf-8"))
    assert len(gutters(html)) == 3
    for finding in html.css(".dg-finding"):
        finding.decompose()
    assert "in: f" not in html.css_first("article").text()


def test_c051_a_listing_in_a_tab_in_a_list(make_project: MakeProject) -> None:
    block = textwrap.indent(LISTING, " " * 8)
    html = article(make_project, f'1. Forward pass:\n\n    === "Code"\n\n{block}\n\n2. Done.\n')
    assert gutters(html) == [[1, 2, 3, 4, 5, 6, 7]]
    tags = around(html.css_first(".dg-listing"))
    assert tags[-2:] == ["li", "ol"]
    assert tags.count("div") >= 3
    assert [item.text().strip()[:5] for item in html.css("article > ol > li")] == ["Forwa", "Done."]
    assert "not a heading" not in [node.text() for node in html.css("h1, h2, h3")]
    assert html.css_first("#code-f-L6 .o").text() == "="


def inside(prefix: str, text: str, suffix: str = "") -> str:
    return prefix + textwrap.indent(text, "    ", lambda _: True) + suffix


def quoted(text: str) -> str:
    return textwrap.indent(text, "> ", lambda _: True)


HOSTS = {
    "list item": (inside("- item\n\n", "{}", "\n\n- two\n"), "li"),
    "list item without a blank line": (inside("- item\n", "{}", "\n- two\n"), "li"),
    "list in a list": (inside("- a\n\n", inside("- b\n\n", "{}")) + "\n", "li"),
    "tab": (inside('=== "A"\n\n', "{}", '\n\n=== "B"\n\n    text\n'), "div"),
    "admonition": (inside("!!! note\n", "{}", "\n\ntext\n"), "div"),
    "details": (inside("??? note\n\n    Text\n\n", "{}", "\n"), "details"),
    "definition": (inside("Term\n:   Text\n\n", "{}", "\n"), "dd"),
    "footnote": (inside("Text[^1].\n\n[^1]: Note\n\n", "{}", "\n\n    after\n"), "li"),
    "quote": (quoted("text\n\n{}\n\nmore") + "\n", "blockquote"),
    "quote without blank lines": (quoted("text\n{}\nmore") + "\n", "blockquote"),
    "quote in a quote": (quoted(quoted("text\n{}\nmore")) + "\n", "blockquote"),
    "quote in a list": (inside("- item\n", quoted("{}"), "\n- two\n"), "blockquote"),
    "list in a quote": (quoted(inside("- item\n\n", "{}", "\n\n- two")) + "\n", "blockquote"),
    "block": ("//// details | A\n{}\n////\n", "details"),
    "blocks": ("///// details | A\n//// note | B\n{}\n////\n/////\n", "details"),
    "block tab": ("//// tab | A\n{}\n////\n", "div"),
    "html": ('<div markdown class="k">\n\n{}\n\n</div>\n', "div"),
    "between text": ("text\n{}\nmore\n", ""),
    "below a heading": ("# T\n{}\n## More\n", ""),
    "below a table": ("| a |\n|---|\n| 1 |\n{}\n", ""),
    "a little to the right": (textwrap.indent("{}", "   ") + "\n\nend\n", ""),
}


BLOCKS = {"listing": LISTING, "equation": EQUATION}


def hosted(host: str, block: str) -> str:
    """The text of a host with a block in it, each line behind what the host needs before it."""
    template = HOSTS[host][0]
    line = next(each for each in template.split("\n") if "{}" in each)
    before = line[: line.index("{}")]
    return template.replace(line, "\n".join(before + each for each in BLOCKS[block].split("\n")))


@pytest.fixture(scope="module")
def every_host(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One site with a page for each block in each host."""
    folder = tmp_path_factory.mktemp("hosts")
    pages = {
        f"docs/{slug(host)}-{block}.md": hosted(host, block) for host in HOSTS for block in BLOCKS
    }
    files = {"pyproject.toml": "[tool.docgen]\n", "mkdocs.yml": SITE, "model.py": MODEL}
    write_files(folder, {**files, "docs/index.md": "# Home\n", **pages})
    return build_site(folder)


def slug(host: str) -> str:
    return host.replace(" ", "-")


@pytest.mark.parametrize("block", list(BLOCKS))
@pytest.mark.parametrize("host", list(HOSTS))
def test_c051_the_kind_every_host(every_host: Path, host: str, block: str) -> None:
    """The block is drawn where it is written, whole, and nothing of it is left as text."""
    file = every_host / f"{slug(host)}-{block}" / "index.html"
    html = HTMLParser(file.read_text(encoding="utf-8"))
    shown = html.css("article .dg-listing, article .dg-equation")
    assert len(shown) == 1
    assert HOSTS[host][1] in [*around(shown[0])[2:], ""]
    shown[0].decompose()
    html.css_first("h1").decompose()
    rest = html.css_first("article").text()
    assert not any(left in rest for left in ("///", "in: model", "stated", "\ue0d0", "0", ">"))


TYPOS = {
    "/// listing\n    in: model.f\n": "1:5 malformed-block",
    "/// lising\n    in: model.f\n///\n": "1:5 malformed-block",
    "// listing\n    in: model.f\n//\n": "1:1 malformed-block",
    "/// listing model.f\n///\n": "1:13 malformed-block",
    "/// listing\n    in model.f\n///\n": "2:5 malformed-block",
    "/// listing\n\n    in: model.f\n///\n": "3:5 malformed-block",
    "/// listing\n    in: model.f\n    in: model.f\n///\n": "3:5 malformed-block",
    "/// wholly-unknown\n": "1:5 malformed-block",
    "/// wholly-unknown\n///\n": "1:5 malformed-block",
}


@pytest.mark.parametrize("text", list(TYPOS))
def test_c050_the_kind_a_typo_is_one_finding(make_project: MakeProject, text: str) -> None:
    project = load(make_project({"model.py": MODEL, "docs/index.md": text}))
    found = [each for each in places(project) if "unknown-function" not in each]
    assert TYPOS[text] in [each.removeprefix("docs/index.md:") for each in found]
    assert len({each for each in found if ":1:" in each}) <= 1
    assert has_help(project)


def has_help(project: Project) -> bool:
    return all(finding.help for finding in project.findings)
