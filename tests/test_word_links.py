"""Links in words that docgen renders: resolved and checked by the host, as those of sentences."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable
from pathlib import Path
from xml.etree.ElementTree import Element

import markdown
import pytest
from markdown.treeprocessors import Treeprocessor
from mkdocs.exceptions import Abort
from selectolax.lexbor import LexborHTMLParser as HTMLParser

from docgen.markdown_ext import DocgenExtension
from tests.conftest import MakeProject, build_site, load, places, site_config
from tests.foreign import FILES, SETTINGS, TABLE, line_of

CONFIG = site_config("attr_list", "tables", "toc", plugins=("search", "docgen"))
OTHER = "# Other\n\n## Part\n\nWords.\n"
HEAD = "---\ncode: rnn\n---\n# Cell\n\n"
P = "docs/deep/p.md"
WAY = "../other.md#part"

CACHED = """


def both(x, w):
    a, first = advance(x, x, w)
    b, second = advance(a, a, w)
    return b, dict(one=first, two=second)


def back(d, c, w, g):
    d, _ = retreat(d, c["two"], w, g)
    return retreat(d, c["one"], w, g)
"""


def see(name: str) -> str:
    """Words with a link that is told by its name, which links of the page have once."""
    return f"see *the* [{name}]({WAY}) there"


def concept(function: str, *blocks: str) -> str:
    head = f"## About {function}\n\n/// concept | {function}\n    parts: none\n///\n\n"
    return head + "\n".join(blocks)


def block(opening: str, *options: str, rows: tuple[str, ...] = ()) -> str:
    lines = [f"/// {opening}", *(f"    {option}" for option in options)]
    if rows:
        lines += ["", "| | | |", "|---|---|---|", *(f"| {row} |" for row in rows)]
    return "\n".join([*lines, "///", ""])


RUN = "run: runs.several; runs.example"
FLOW = block(
    "flow | Way",
    f"caption: {see('caption of a flow')}",
    f"entry: {see('entry of a flow')}",
    rows=(f"`drive` | {see('label of a flow')} | {see('words of a flow')}", "`pre` | | "),
)
BLOCKS = (
    FLOW,
    block(
        "example | Steps",
        RUN,
        f"caption: {see('caption of steps')}",
        rows=(f"`drive` | {see('label of steps')} | {see('words of steps')}",),
    ),
    block(
        "example | Whole",
        RUN,
        "form: matrices",
        f"caption: {see('caption of matrices')}",
        rows=(
            f"`drive` | {see('label of matrices')} | {see('words of matrices')}",
            f"`return[0]` | [what is returned]({WAY}) | ",
        ),
    ),
    block(
        "stepper | Rows",
        "run: runs.several",
        f"caption: {see('caption of a stepper')}",
        rows=(f"`drive` | {see('label of a stepper')} | {see('words of a stepper')}",),
    ),
    block(
        "plot | Heat",
        "run: runs.several",
        "form: heatmap",
        f"caption: {see('caption of a plot')}",
        rows=(f"`new` | {see('label of a plot')} | {see('words of a plot')}",),
    ),
    block("shapes | Sizes", RUN, rows=(f"`drive` | | {see('words of shapes')}",)),
)
CHECKED = block(
    "gradcheck | Both ways",
    "run: runs.there_and_back",
    "forward: advance",
    "output: return[0]",
    "cotangent: dnew",
    f"caption: {see('caption of gradients')}",
    rows=("`dx` | `x` | ",),
)
MADE = block(
    "parameters | All",
    "function: begin",
    "run: runs.weights",
    "sizes: I=2 H=5; I=4 H=7",
    f"caption: {see('caption of parameters')}",
    rows=(f"`bias` | {see('words of parameters')} | ",),
)
KEPT = block(
    "caches | Kept",
    "forward: both",
    "backward: back",
    f"caption: {see('caption of caches')}",
    rows=(f'`c["one"]["x"]` | {see("words of caches")} | ',),
)
NAMES = sorted(
    [
        "caption of a flow",
        "entry of a flow",
        "label of a flow",
        "words of a flow",
        "caption of steps",
        "label of steps",
        "words of steps",
        "caption of matrices",
        "label of matrices",
        "words of matrices",
        "what is returned",
        "caption of a stepper",
        "label of a stepper",
        "words of a stepper",
        "caption of a plot",
        "label of a plot",
        "label of a plot",  # above the drawing, and above its numbers
        "words of a plot",
        "words of shapes",
        "caption of gradients",
        "caption of parameters",
        "words of parameters",
        "caption of caches",
        "words of caches",
        "a sentence",
        "a meaning",
        "words of a link to code",
    ]
)
SENTENCE = f"{see('a sentence')}, and [see [words of a link to code]({WAY})](code:keep).\n\n"
MEANING = f"\n{TABLE.strip()}\n| $m$ | {see('a meaning')} | `keep` | (B, H) |\n"
ALL = (
    HEAD
    + concept(
        "advance", SENTENCE, MEANING, "The sum of $h$, $x$, $d$, $p$, $y$ and $m$.\n", *BLOCKS
    )
    + concept("retreat", CHECKED)
    + concept("begin", MADE)
    + concept("both", KEPT)
)


Write = Callable[..., Path]


@pytest.fixture
def write(make_project: MakeProject) -> Write:
    """Write a site with a page in a folder, beside a page that it links to."""

    def made(text: str, config: str = CONFIG, files: dict[str, str] | None = None) -> Path:
        code = {**FILES, "rnn.py": FILES["rnn.py"].rstrip() + "\n" + CACHED}
        pages = {P: text, "docs/other.md": OTHER, "docs/index.md": "# Home\n"}
        return make_project({**code, **pages, "mkdocs.yml": config, **(files or {})}, SETTINGS)

    return made


def links(html: str) -> list[tuple[str, str]]:
    """Words and target of every link of an article, but for those that docgen itself makes."""
    nodes = HTMLParser(html).css("article a:not([class])")
    return sorted((node.text(), node.attributes.get("href") or "") for node in nodes)


def warnings(caplog: pytest.LogCaptureFixture) -> list[tuple[int, str]]:
    """What a strict build counts, from the host and from docgen."""
    return [
        (each.levelno, each.getMessage())
        for each in caplog.records
        if each.name.startswith("mkdocs") and each.levelno > logging.INFO
    ]


@pytest.mark.parametrize(
    ("has_folders", "file", "address"),
    [
        (True, "deep/p/index.html", "../../other/#part"),
        (False, "deep/p.html", "../other.html#part"),
    ],
)
def test_links_in_all_words_lead_to_the_page(
    write: Write, has_folders: bool, file: str, address: str
) -> None:
    site = build_site(write(ALL), use_directory_urls=has_folders)
    html = (site / file).read_text(encoding="utf-8")

    assert links(html) == [(name, address) for name in NAMES]
    assert not any("\ue000" <= character <= "\uf8ff" for character in html)


def test_the_search_index_has_the_words_alone(write: Write) -> None:
    site = build_site(write(HEAD + concept("advance", FLOW)))
    index = json.loads((site / "search/search_index.json").read_text(encoding="utf-8"))
    (text,) = [one["text"] for one in index["docs"] if one["location"].endswith("#about-advance")]

    assert "see the entry of a flow there" in text
    assert "other" not in text
    assert "href" not in text


@pytest.mark.parametrize(
    "target", ["../none.md", "../other.md#none", "#none", "/other.md", "../other", "../other.html"]
)
def test_what_is_missing_is_reported_as_in_a_sentence(
    write: Write, caplog: pytest.LogCaptureFixture, target: str
) -> None:
    config = CONFIG + "  absolute_links: warn\n  unrecognized_links: warn\n"
    said = []
    for body in (f"[it]({target})\n", block("flow | Way", f"caption: [it]({target})")):
        caplog.clear()
        root = write(HEAD + concept("advance", body), config)
        with caplog.at_level(logging.INFO), pytest.raises(Abort, match="1 warnings"):
            build_site(root)
        site = build_site(root, strict=False)
        html = (site / "deep/p/index.html").read_text(encoding="utf-8")
        said.append((warnings(caplog)[:1], links(html)))
    sentence, words = said

    assert words == sentence
    ((level, message),), shown = words
    assert level == logging.WARNING
    assert message.startswith("Doc file 'deep/p.md' contains a")
    assert f" '{target}'" in message
    assert shown == [("it", target if target != "../other.md#none" else "../../other/#none")]


@pytest.mark.parametrize(
    "target",
    [
        "https://example.org/a?b=1&copy=2#c",
        "//example.org/other.md",
        "../other.md?a=1&copy=2&amp;b=<3#part",
        "<../other.md#part> 'A \"title\"'",
        "../oth\\er.md",
        "../a%20b.md",
        "<../a b.md>",
        "<mailto:me@example.org>",
        "",
    ],
)
def test_every_target_is_what_it_is_in_a_sentence(write: Write, target: str) -> None:
    sentence = f"[it]({target}) and <me@example.org>"
    caption = block("flow | Way", f"caption: {sentence}")
    text = HEAD + concept("advance", f"{sentence}\n\n{caption}")
    site = build_site(write(text, files={"docs/a b.md": "# Spaced\n"}), strict=False)
    tree = HTMLParser((site / "deep/p/index.html").read_text(encoding="utf-8"))
    nodes = [node.html for node in tree.css("article a:not([class])")]

    assert len(nodes) == 4
    assert nodes[:2] == nodes[2:]


def test_images_in_words_are_found(write: Write) -> None:
    picture = "![A picture](../pictures/i.svg)"
    linked = f"[{picture}]({WAY}), [{picture}](code:keep)"
    caption = block("flow | Way", f"caption: {linked}")
    svg = '<svg xmlns="http://www.w3.org/2000/svg"/>\n'
    text = HEAD + concept("advance", f"{linked}\n\n{caption}")
    site = build_site(write(text, files={"docs/pictures/i.svg": svg}))
    tree = HTMLParser((site / "deep/p/index.html").read_text(encoding="utf-8"))

    images = [node.attributes for node in tree.css("article img")]
    assert images == [{"alt": "A picture", "src": "../../pictures/i.svg"}] * 4
    around = [node.attributes for node in tree.css("article a:not([class]):has(img)")]
    assert around == [{"href": "../../other/#part"}] * 2


def test_each_page_resolves_its_own(write: Write) -> None:
    """The same words in two folders, one of which has no such page."""
    text = HEAD + concept("advance", FLOW)
    deeper = {
        "docs/deep/er/q.md": text.replace("# Cell", "# Again"),
        "docs/deep/other.md": "# Near\n\n## Part\n",
    }
    site = build_site(write(text, files=deeper))
    found = [
        {href for _, href in links((site / page / "index.html").read_text(encoding="utf-8"))}
        for page in ("deep/p", "deep/er/q")
    ]

    assert found == [{"../../other/#part"}, {"../../other/#part"}]
    assert (site / "deep/er/q/../../other/index.html").resolve().is_file()


def test_late_and_at_once_are_equal(write: Write) -> None:
    text = HEAD + concept("advance", FLOW)
    root = write(text)
    late = (build_site(root) / "deep/p/index.html").read_text(encoding="utf-8")
    (root / "mkdocs.yml").write_text(CONFIG.replace("- docgen", "- docgen:\n      late: false"))
    at_once = (build_site(root) / "deep/p/index.html").read_text(encoding="utf-8")

    assert at_once == late
    assert links(late) == [
        (name, "../../other/#part") for name in NAMES if name.endswith("of a flow")
    ]


@pytest.mark.parametrize("late", [False, True])
def test_markdown_alone_leaves_them_as_it_does_in_a_sentence(write: Write, late: bool) -> None:
    text = HEAD + concept("advance", f"[it]({WAY}) [up](#up)\n\n{FLOW}")
    project = load(write(text))
    extension = DocgenExtension(project=project, late=late)
    html = markdown.markdown(text.split("---\n", 2)[2], extensions=["tables", extension])
    shown = extension.place(html) if late else html

    assert links(f"<article>{shown}</article>") == sorted(
        [("it", WAY), ("up", "#up")] + [(name, WAY) for name in NAMES if name.endswith("of a flow")]
    )
    assert not any("\ue000" <= character <= "\uf8ff" for character in shown)


def test_a_rebuilt_page_resolves_anew(write: Write) -> None:
    """One extension that converts a page twice, as a server does after an edit."""
    text = HEAD + concept("advance", FLOW)
    extension = DocgenExtension(project=load(write(text)))
    body = text.split("---\n", 2)[2]

    class Host(Treeprocessor):
        address = ""

        def run(self, root: Element) -> None:
            for element in root.iter("a"):
                element.set("href", self.address)

    def convert(address: str) -> set[str]:
        md = markdown.Markdown(extensions=["tables", extension])
        host = Host(md)
        host.address = address
        md.treeprocessors.register(host, "host", 0)
        return {href for _, href in links(f"<article>{md.convert(body)}</article>")}

    assert convert("first/") == {"first/"}
    assert convert("second/") == {"second/"}


def test_lists_of_symbols_keep_the_words_alone(write: Write) -> None:
    """From the page of the list the path of the other page would lead elsewhere."""
    image = "![a picture](i.svg)"
    text = HEAD + concept(
        "advance",
        TABLE + f"| $m$ | {see('a meaning')} {image} | `keep` | (B, H) |\n",
        "The sum of $h$, $x$, $d$, $p$, $y$ and $m$.\n",
        block("example", RUN, "show: no"),
    )
    lists = "# Lists\n\n/// glossary\n///\n"
    files = {"docs/lists.md": lists, "docs/deep/i.svg": "<svg/>"}
    site = build_site(write(text, files=files))
    listed = HTMLParser((site / "lists/index.html").read_text(encoding="utf-8"))
    (entry,) = [node for node in listed.css("article li") if "a meaning" in node.text()]
    page = (site / "deep/p/index.html").read_text(encoding="utf-8")
    words = "see <em>the</em> a meaning there <span>a picture</span>"

    assert words in (entry.html or "")
    assert [node.attributes["href"] for node in entry.css("a")] == ["../deep/p/#dg-concept-advance"]
    assert f"<span>{words}</span></p><p><code>keep</code>" in page


@pytest.mark.parametrize(
    ("words", "links_of_words"),
    [
        ("see [the *part*][Way] there", ["<a>the <em>part</em></a>"]),
        ("see [Way][] there", ["<a>Way</a>"]),
        ("see [way] there", ["<a>way</a>"]),
        ("[![a *b*][pic]][way]", ['<a><img alt="a *b*" src="../../pictures/i.svg"></a>']),
        ("[as [it][way]](code:keep)", ["<a>it</a>"]),
        ("`[way]`, \\[way\\], [none], [a][none], [a][], x[0][1]", []),
    ],
)
def test_defined_links_are_what_they_are_in_a_sentence(
    write: Write, words: str, links_of_words: list[str]
) -> None:
    """From a caption, the label and the words of a row; without a definition they stay text."""
    flow = block("flow | Way", f"caption: {words}", rows=(f"`drive` | {words} | {words}",))
    defined = f"\n[way]: {WAY} 'A <title>'\n[Pic]: <../pictures/i.svg>\n"
    svg = '<svg xmlns="http://www.w3.org/2000/svg"/>\n'
    text = HEAD + concept("advance", f"{words}\n\n{flow}") + defined
    site = build_site(write(text, files={"docs/pictures/i.svg": svg}))
    tree = HTMLParser((site / "deep/p/index.html").read_text(encoding="utf-8"))
    found = [node.html for node in tree.css("article a:not([class])")]

    start = '<a href="../../other/#part" title="A &lt;title&gt;">'
    assert [(each or "").replace(start, "<a>") for each in found] == links_of_words * 4


PLAIN = {
    "title": ("/// flow | Way [on](../other.md)\n///\n", "| «Way [on]"),
    "title with a definition": ("/// flow | Way [on][a]\n///\n\n[a]: ../other.md\n", "| «Way [on]"),
    "title with code": ("/// flow | Way of [it](code:keep)\n///\n", "| «Way of"),
    "title with an image": ("/// flow | Way ![on](../i.png)\n///\n", "| «Way ![on]"),
    "equation": ('**Near [it](../other.md)**\n```math stated="yes"\nd = x\n```\n', "«**Near"),
    "stated": ('```math stated="see [it](../other.md)"\nd = x\n```\n', '"«see [it]'),
    "axis": (
        "/// plot\n    run: runs.several\n    form: heatmap\n    x: [it](../other.md)\n"
        "\n| | |\n|---|---|\n| `new` | |\n///\n",
        "x: «[it]",
    ),
    "gradient": (
        CHECKED.replace("`x` |  |", "`x` | [it](../other.md) |").replace(
            "    forward", "    backward: retreat\n    forward"
        ),
        "«[it]",
    ),
    "labels": (
        "/// example\n    run: runs.several\n    labels: [it](../other.md)\n///\n",
        "labels: «[it]",
    ),
}


@pytest.mark.parametrize("name", list(PLAIN))
def test_words_that_hold_no_link_are_named(write: Write, name: str) -> None:
    body, mark = PLAIN[name]
    text = HEAD + concept("advance", body)
    project = load(write(text))

    assert places(project) == [f"{P}:{line_of(text, mark)} malformed-block"]
    (finding,) = project.findings
    assert finding.message.endswith(" holds no link; this would be shown as it is typed")
    takes_caption = name.startswith(("title", "gradient"))
    place = "into `caption:`" if takes_caption else "into a sentence"
    assert finding.help == f"write the words alone, and put the link {place}"


def test_plain_titles_are_no_links(write: Write) -> None:
    titles = ("At `x[0](y)`", "From [0, 1) to (1, 2]", "a < b > c", "Note [1]")
    blocks = [f"/// flow | {title}\n///\n" for title in titles]
    assert load(write(HEAD + concept("advance", *blocks))).findings == []
