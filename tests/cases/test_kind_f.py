"""Kind F: mathematics in Markdown pages, on built sites."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from selectolax.lexbor import LexborHTMLParser as HTMLParser

from docgen.latex.plain import plain_math
from tests.cases.conftest import SITE, listings, page
from tests.conftest import MakeProject, build_site, load, places


def article(site: Path, name: str = "index.html") -> HTMLParser:
    return HTMLParser((site / name).read_text(encoding="utf-8"))


def built(make_project: MakeProject, text: str, strict: bool = True, **files: str) -> Path:
    folder = make_project({"docs/index.md": text, "mkdocs.yml": SITE, **files})
    return build_site(folder, strict=strict)


def test_c039_no_emphasis_between_formulas(make_project: MakeProject) -> None:
    site = built(
        make_project,
        "The gate ${u}_{i} * {v}_{j}$ and ${s}_{k} * {t}_{m}$ are used, see __x_i__.\n\n"
        '```math stated="notation only"\n\\mathbf{Z}_{ij} = \\mathbf{x}^{*}_{k}\n```\n',
    )
    html = article(site)
    assert len(html.css("article math")) == 3
    assert html.css("math em, math strong, article em") == []
    assert [node.text() for node in html.css("article strong")] == ["x_i"]


@pytest.mark.parametrize(
    "text",
    [
        "- item $a_1$ and $b_1$\n",
        '!!! note "T $a_1$"\n    Text $b_1$\n',
        "/// details | T $a_1$\nText $b_1$\n///\n",
        "| a | b |\n|---|---|\n| $a_1$ | $b_1$ |\n",
        "> $a_1$ and **$b_1$**\n",
        "## T $a_1$\n\nText[^1].\n\n[^1]: Note $b_1$\n",
        "[T $a_1$](https://example.org) and ~~$b_1$~~\n",
        '=== "T $a_1$"\n\n    Text $b_1$\n',
    ],
)
def test_c039_formulas_are_set_in_every_place(make_project: MakeProject, text: str) -> None:
    html = article(built(make_project, text))
    assert [node.text() for node in html.css("article math")][:2] == ["a1", "b1"]
    assert "$" not in html.css_first("article").text()


def test_c040_bars_cut_no_cells(make_project: MakeProject) -> None:
    site = built(
        make_project,
        "| a | b | c |\n|---|---|---|\n| $p(y|x)$ | 1 | 2 |\n"
        "| $\\left| z \\right|$ | 1 | 2 |\n| $\\{ i \\mid z_i > 0 \\}$ | 1 | 2 |\n",
    )
    rows = article(site).css("tbody tr")
    assert [len(row.css("td")) for row in rows] == [3, 3, 3]
    assert [row.css_first("math").text() for row in rows] == ["p(y|x)", "|z|", "{i∣zi>0}"]


def test_c041_money_is_no_formula(make_project: MakeProject) -> None:
    text = (
        "Training cost went from $1,200 to $950 per run (**35$** per epoch); the loss is $L = 0.5$"
        " and `$HOME/runs` holds the logs.\n"
    )
    html = article(built(make_project, text))
    assert [node.text() for node in html.css("article math")] == ["L=0.5"]
    assert "from $1,200 to $950 per run (35$ per" in html.css_first("article").text()


def test_c042_backslashes_reach_the_page(make_project: MakeProject) -> None:
    site = built(
        make_project,
        '```math stated="x"\n\\begin{aligned}\nA &= W\\,x \\\\\nZ &= A + b\n\\end{aligned}\n'
        "```\n\nInline: $\\begin{bmatrix} 1 & 2 \\\\ 3 & 4 \\end{bmatrix}\\!\\,v$\n",
    )
    tables = article(site).css("article mtable")
    assert [[len(row.css("mtd")) for row in table.css("mtr")] for table in tables] == (
        [[2, 2], [2, 2]]
    )


def test_c043_less_than_is_no_tag(make_project: MakeProject) -> None:
    site = built(make_project, "For $0<i<n$ and $t_1<t_2$ keep $z_i$; **after** the formulas.\n")
    html = article(site)
    assert [node.text() for node in html.css("article math")] == ["0<i<n", "t1<t2", "zi"]
    assert html.css_first("article strong").text() == "after"
    index = json.loads((site / "search/search_index.json").read_text())
    assert index["docs"][0]["text"] == (
        "<p>For 0&lt;i&lt;n and t_1&lt;t_2 keep z_i; after the formulas.</p>"
    )


def test_c045_ids_once_and_references_that_resolve(make_project: MakeProject) -> None:
    fence = '```math id="{}" stated="notation"\nZ = b\n```\n\n'
    links = "[a](#eq-pre) [b](#eq-act) [c](#eq-nope)\n\n"
    files = {
        "docs/index.md": links + fence.format("pre") + fence.format("act"),
        "docs/deep/other.md": "[a](../index.md#eq-act) [b](../index.md#eq-actt) [c](no.md#eq-a)\n",
        "docs/twice.md": fence.format("a")
        + fence.format("a")
        + '```math stated="x"\n\\label{b}\n```\n',
    }
    project = load(make_project(files))
    assert places(project) == [
        "docs/deep/other.md:1:29 unknown-reference",
        "docs/index.md:1:31 unknown-reference",
        "docs/twice.md:5:13 duplicate-id",
        "docs/twice.md:10:1 unsupported-latex",
    ]
    assert project.findings[0].help == "did you mean `../index.md#eq-act`?"


def test_c046_macros_that_cannot_be_set(make_project: MakeProject) -> None:
    fence = '```math stated="notation"\n{}\n```\n\n'
    wrong = ["\\operatorname*{arg\\,max}_j p_j \\mbox{ if } z \\gt 0", "\\bm{W}x", "\\softmax(z)"]
    text = "".join(fence.format(latex) for latex in wrong)
    project = load(make_project({"docs/index.md": text}))
    assert places(project) == [
        "docs/index.md:2:32 unrenderable-latex",
        "docs/index.md:10:1 unrenderable-latex",
    ]
    helps = [finding.help for finding in project.findings]
    assert helps == ["write `\\text`", "write `\\operatorname{softmax}`"]
    mended = text.replace("\\mbox", "\\text").replace("\\softmax", "\\operatorname{softmax}")
    assert places(load(make_project({"docs/index.md": mended}))) == []


def test_c047_code_is_no_mathematics(make_project: MakeProject) -> None:
    text = page(
        "Inline `$a_1$ and \\(b\\)`.\n\n```bash\necho $a_1 $b_1   # costs $5\n```\n\n"
        "    indented $c_1$ code\n\n" + listings("g")
    )
    model = 'def g():\n    s = f"${1}$ \\\\( y_1 \\\\)"\n    return s\n'
    html = article(built(make_project, text, **{"model.py": model}))
    assert html.css("article math") == []
    codes = [node.text().strip() for node in html.css("article code")]
    assert codes[:3] == [
        "$a_1$ and \\(b\\)",
        "echo $a_1 $b_1   # costs $5",
        "indented $c_1$ code",
    ]
    assert html.css_first("#code-g-L2").text() == '    s = f"${1}$ \\\\( y_1 \\\\)"'


DEEP = ["$" + "{" * 3000 + "x" + "}" * 3000 + "$\n", "$" + "\\hat " * 3000 + "x$\n"]


@pytest.mark.parametrize("text", DEEP)
def test_the_kind_nesting_is_no_traceback(make_project: MakeProject, text: str) -> None:
    """Whatever is wrong with it, the site is built, or the fault is a finding."""
    build_site(make_project({"docs/index.md": text, "mkdocs.yml": SITE}), strict=False)


def test_the_kind_plain_text_of_deep_nesting() -> None:
    deep = "\\frac{1}{" * 2000 + "x" + "}" * 2000
    assert plain_math(deep)[:8] == "\\frac{1}"


LOST = [
    ("*[HTML]: Hyper $x$\n\nHTML\n", "1:16"),
    ("<https://example.org> <code:f.Z>\n", "1:24"),
    ('text <a href="code:f.Z">z</a>\n', "1:15"),
    ('<div>\n<a href="value:K">z</a> [z](code:f.Z)\n</div>\n', "2:10"),
    ("[z](Code:f.Z)\n", "1:5"),
    ("[z][q]\n\n[q]: code:f.Z\n", "3:6"),
    ("[z](code:f.Z = 3)\n", "1:4"),
]


@pytest.mark.parametrize(("text", "place"), LOST)
def test_the_kind_what_markdown_swallows_is_a_finding(
    make_project: MakeProject, text: str, place: str
) -> None:
    """And a plain build goes on: nothing is left of it that would break the page."""
    yml = SITE + "  - abbr\n"
    folder = make_project({"docs/index.md": text, "mkdocs.yml": yml, "f.py": "Z = 1\n"})
    site = build_site(folder, strict=False)
    html = article(site)
    assert html.css('a[href^="code:"], a[href^="value:"]') == []
    found = json.loads((site / "docgen.json").read_text())["findings"]
    first = min(found, key=lambda each: (each["line"], each["column"]))
    assert (first["code"], f"{first['line']}:{first['column']}") == ("malformed-block", place)
