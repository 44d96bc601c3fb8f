"""The Markdown extension on its own, and its slots."""

from __future__ import annotations

from pathlib import Path

import markdown
import pytest
from selectolax.lexbor import LexborHTMLParser as HTMLParser

from docgen.markdown_ext import SLOT, DocgenExtension
from docgen.project import Project
from tests.conftest import MakeProject, load
from tests.foreign import DRIVEN, FILES, SETTINGS, page

RUN = "/// example\n    run: runs.several\n\n| | |\n|---|---|\n| `drive` | Driven |\n///\n"
FENCE = "**Driven**\n```math\nd = x W\n```\n"
TEXT = page(
    f"See [`keep`](code:keep) and [3](value:HIDDEN) with $x$.\n\n{DRIVEN}\n{FENCE}\n{RUN}",
    parts="used; listing",
)


@pytest.fixture
def root(make_project: MakeProject) -> Path:
    return make_project({**FILES, "docs/p.md": TEXT}, SETTINGS)


def body(text: str) -> str:
    """The page without its front matter, as hosts hand it over."""
    return text.split("---\n", 2)[2] if text.startswith("---") else text


def convert(text: str, extension: DocgenExtension, *others: str) -> str:
    return markdown.markdown(body(text), extensions=["tables", *others, extension])


def complete(html: str) -> HTMLParser:
    """The page as a tree; nothing of docgen's own marks is left in it."""
    assert SLOT.search(html) is None
    assert "dg-slot" not in html
    assert "code:" not in html
    assert "///" not in html
    assert not any("\ue000" <= character <= "\uf8ff" for character in html)
    return HTMLParser(html)


def headings(tree: HTMLParser) -> list[str]:
    return [f"{node.tag} {node.text(strip=True)}" for node in tree.css("h1, h2, h3")]


def test_the_extension_by_its_name_renders_a_whole_page(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(root)
    html = markdown.markdown(body(TEXT), extensions=["tables", "docgen"])
    tree = complete(html)
    assert headings(tree) == [
        "h1 Cell",
        "h2 Advance",
        "h3 Actual implementation",
        "h3 Where is it used?",
    ]
    (equation,) = tree.css("#eq-driven")
    assert equation.tag == "div"
    assert equation.css_first("math") is not None
    assert [node.text(strip=True) for node in tree.css("data.dg-value")] == ["3"]
    assert "rnn.py:15" in tree.css_first("span.dg-code").text()
    listing = tree.css_first("#code-advance")
    assert listing is not None
    assert 'drive = x @ weights["in"]' in listing.text()


def test_a_root_may_be_named(root: Path) -> None:
    extension = DocgenExtension(root=str(root))
    tree = complete(convert(TEXT, extension))
    assert tree.css_first("#eq-driven") is not None
    assert extension.loaded() is extension.loaded()


def test_text_with_its_front_matter_is_the_page_too(root: Path) -> None:
    project = load(root)
    extension = DocgenExtension(project=project)
    assert extension.page_path(TEXT) == "p.md"
    assert extension.page_path(body(TEXT)) == "p.md"
    for part in ("", "listing\n///\n", "/// used\n///\n", TEXT[-40:]):
        assert extension.page_path(part) == ""
    assert project.findings == []


def test_late_and_at_once_give_equal_pages(root: Path) -> None:
    project = load(root)
    at_once = convert(TEXT, DocgenExtension(project=project))
    extension = DocgenExtension(project=project, late=True)
    late = convert(TEXT, extension)
    assert late != at_once
    assert extension.place(late) == at_once


def test_slots_hold_plain_text_and_real_ids(root: Path) -> None:
    extension = DocgenExtension(project=load(root), late=True)
    tree = HTMLParser(convert(TEXT, extension))
    slots = tree.css(".dg-slot")
    assert [node.attributes.get("id") for node in slots if node.attributes.get("id")] == [
        "dg-concept-advance",
        "eq-driven",
        "dg-example-advance",
    ]
    for node in slots:
        assert node.css("*")[1:] == []
    texts = {node.text() for node in slots}
    assert "keep" in texts
    assert "3" in texts
    listing = next(text for text in texts if "def advance" in text)
    lines = listing.splitlines()
    assert "def advance(x, h, weights):" in lines
    assert not any(line.strip().isdigit() for line in lines)


def test_unknown_slots_stay(root: Path) -> None:
    extension = DocgenExtension(project=load(root))
    foreign = '<div class="dg-slot" data-dg="0123abcd-7">text</div>'
    assert extension.place(foreign) == foreign


def test_attributes_that_others_put_on_a_slot_are_kept(root: Path) -> None:
    extension = DocgenExtension(project=load(root), late=True)
    html = convert(TEXT, extension).replace('id="eq-driven"', 'id="eq-driven" data-x="1"')
    node = HTMLParser(extension.place(html)).css_first("#eq-driven")
    assert node is not None
    assert node.attributes.get("data-x") == "1"
    assert node.attributes.get("class") == "dg-block"


def test_a_page_is_rendered_again_with_the_same_keys(root: Path) -> None:
    extension = DocgenExtension(project=load(root), late=True)
    assert convert(TEXT, extension) == convert(TEXT, extension)


NESTED = """- Item

    /// listing
        in: bend
    ///

    ```math stated="a fact"
    d = x W
    ```

> /// listing
>     in: begin
> ///

!!! note

    Words with $d$ and [`pre`](code:pre).

    /// listing
        in: retreat
    ///

Right above
/// listing
    in: cycle
///
right below.
"""


def test_blocks_in_lists_quotes_and_boxes(make_project: MakeProject) -> None:
    text = page(f"{NESTED}\n{DRIVEN}\n{RUN}")
    root = make_project({**FILES, "docs/p.md": text}, SETTINGS)
    project = load(root)
    tree = complete(convert(text, DocgenExtension(project=project), "admonition"))
    assert project.findings == []
    inside = {
        "li": "#code-bend",
        "blockquote": "#code-begin",
        "div.admonition": "#code-retreat",
    }
    for outer, inner in inside.items():
        assert len(tree.css(f"{outer} {inner}")) == 1, outer
    assert tree.css_first("li div#eq-1 math") is not None
    assert len(tree.css("#code-cycle")) == 1
    assert [node.text() for node in tree.css("p") if "right" in node.text().casefold()] == [
        "Right above",
        "right below.",
    ]


def test_fences_and_code_are_examples(make_project: MakeProject) -> None:
    example = (
        "```markdown\n/// listing\n    in: nothing\n///\n\n$x$ and [k](code:nothing)\n\n"
        "| Symbol | In code |\n|---|---|\n| $q$ | `nothing` |\n```\n\n"
        "````\n```math\n\\fracc\n```\n````\n\nWords `$x$` and `[k](code:nothing)`.\n"
    )
    text = page(example)
    root = make_project({**FILES, "docs/p.md": text}, SETTINGS)
    project = load(root)
    assert project.findings == []
    html = convert(text, DocgenExtension(project=project), "fenced_code")
    tree = HTMLParser(html)
    assert tree.css("math") == []
    assert "/// listing" in tree.css("pre")[0].text()
    assert "\\fracc" in tree.css("pre")[1].text()
    words = next(node for node in tree.css("p") if node.text().startswith("Words"))
    assert [node.text() for node in words.css("code")] == ["$x$", "[k](code:nothing)"]


def test_formulas_stand_in_headings_and_tables(make_project: MakeProject) -> None:
    text = page("### The row $d$\n\n| a | b |\n|---|---|\n| $x | y$ | `|` |\n\n" + DRIVEN + RUN)
    root = make_project({**FILES, "docs/p.md": text}, SETTINGS)
    md = markdown.Markdown(extensions=["tables", "toc", DocgenExtension(project=load(root))])
    tree = complete(md.convert(body(text)))
    assert tree.css_first("h3 math") is not None
    assert tree.css_first("td math") is not None


def test_findings_of_a_faulty_page(make_project: MakeProject) -> None:
    text = page(
        "See [k](code:kept) and $\\fracc$.\n\n/// listing\n    in: nothing\n///\n\n"
        "```math\nd = \\fracc{x}\n```\n"
    )
    root = make_project({**FILES, "docs/p.md": text}, SETTINGS)
    project = load(root)
    tree = HTMLParser(convert(text, DocgenExtension(project=project)))
    codes = [node.text() for node in tree.css(".dg-findinghead code")]
    assert sorted(codes) == sorted(finding.code for finding in project.findings)
    for node in tree.css(".dg-block"):
        shown = [each.text() for each in node.css(".dg-findinghead code")]
        if "nothing" in node.text():
            assert shown == ["unknown-anchor"]
    assert "\\fracc" in [node.text() for node in tree.css("p .dg-inline code")]


def test_a_page_of_no_project_is_checked_as_it_is(root: Path) -> None:
    extension = DocgenExtension(project=Project.open(root))
    assert extension.project is not None
    extension.project.load()
    html = convert("# Other\n\nSee [k](code:rnn.advance.kept) and $x$.\n", extension)
    tree = HTMLParser(html)
    assert [node.text() for node in tree.css(".dg-findinghead code")] == ["unknown-anchor"]
    assert tree.css_first("p math") is not None
    assert extension.project.findings == []
