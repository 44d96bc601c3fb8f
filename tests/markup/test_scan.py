"""Pages as a whole: containers, code, headings, the order of items, the cases F and G."""

from __future__ import annotations

import re

import markdown
import pytest

from docgen.markup.page import Heading, Page
from docgen.markup.scan import scan
from docgen.text import SourceText, Span


def read(text: str) -> Page:
    return scan(SourceText("docs/a.md", text))


def faults(page: Page) -> list[tuple[str, int, int]]:
    return [(each.code, each.place.line, each.place.column) for each in page.findings]


def formulas(page: Page) -> list[str]:
    return [item.latex for item in page.maths]


def names(page: Page) -> list[str]:
    return [block.name for block in page.blocks]


@pytest.mark.parametrize("text", ["", "\n", "\n\n", "---\n---\n", "   ", "\t"])
def test_empty_page(text: str) -> None:
    page = read(text)
    assert page.items == ()
    assert page.findings == ()


DEFINED = """
[A]: one.md
[b c]: <two.md#part> "Two"
words
[d]: three.md (Three)

- item

    [e]: four.md

> [f]:
>     five.md
>     'Five'

[g]: no definition at all
[h]: code:f

    [i]: six.md

```text
[j]: seven.md
```

<!--
[k]: eight.md
-->

[^l]: nine.md
"""


def test_definitions_of_links_are_those_of_markdown() -> None:
    md = markdown.Markdown(extensions=["fenced_code", "footnotes"])
    md.convert(DEFINED)
    found = read(DEFINED).references

    assert {name: link for name, *link in found} | {"h": ["code:f", ""]} == {
        name: [target, title or ""] for name, (target, title) in md.references.items()
    }
    assert [each.name for each in found] == ["a", "b c", "d", "e", "f"]


def test_c039_underscores_between_formulas() -> None:
    page = read(
        "The gate ${u}_{i} * {v}_{j}$ and the sum ${s}_{k} * {t}_{m}$ are used, see __x_i__.\n\n"
        '```math stated="notation only"\n'
        "\\mathbf{Z}_{ij} = \\mathbf{W}_{ik} \\mathbf{x}^{*}_{k} + \\mathbf{b}_{i}\n```\n"
    )
    assert formulas(page) == ["{u}_{i} * {v}_{j}", "{s}_{k} * {t}_{m}"]
    assert [(fence.body, fence.options.value("stated")) for fence in page.equations] == [
        (
            "\\mathbf{Z}_{ij} = \\mathbf{W}_{ik} \\mathbf{x}^{*}_{k} + \\mathbf{b}_{i}",
            "notation only",
        )
    ]
    assert page.findings == ()


@pytest.mark.parametrize(
    "text",
    [
        "| a |\n|---|\n| $x_1 * y_1$ |\n",
        "/// example\n    caption: see $x_1 * y_1$\n///\n",
        "!!! note\n    see $x_1 * y_1$\n",
        '!!! note "about $x_1 * y_1$"\n    text\n',
        "- see $x_1 * y_1$\n",
        "# About $x_1 * y_1$\n",
        "About $x_1 * y_1$\n===\n",
        "/// example | about $x_1 * y_1$\n///\n",
        "/// example\n| | | |\n|---|---|---|\n| `x` | y | $x_1 * y_1$ |\n///\n",
        "> see $x_1 * y_1$\n",
        "[^1]: see $x_1 * y_1$\n",
        "term\n:   see $x_1 * y_1$\n",
        "see [the sum $x_1 * y_1$](#eq-sum)\n",
        "no line end $x_1 * y_1$",
    ],
)
def test_c039_formulas_are_found_everywhere(text: str) -> None:
    page = read(text)
    assert formulas(page) == ["x_1 * y_1"]
    assert page.findings == ()


def test_display_between_dollars() -> None:
    page = read("$$\nx = y\n$$\n\nand $$z$$\n")
    assert [(item.latex, item.display) for item in page.maths] == [("\nx = y\n", True), ("z", True)]


def test_c040_bars_in_formulas_cut_no_cells() -> None:
    page = read(
        "| Code | Maths | Words |\n|---|---|---|\n"
        "| a | $p(y|x)$ | b |\n"
        "| a | $\\left| z \\right|$ | b |\n"
        "| `a|b` | $\\{ i \\mid z_i > 0 \\}$ | c \\| d |\n"
    )
    [table] = page.tables
    assert [[cell.text for cell in row.cells] for row in table.rows] == [
        ["a", "$p(y|x)$", "b"],
        ["a", "$\\left| z \\right|$", "b"],
        ["`a|b`", "$\\{ i \\mid z_i > 0 \\}$", "c \\| d"],
    ]
    assert formulas(page) == ["p(y|x)", "\\left| z \\right|", "\\{ i \\mid z_i > 0 \\}"]
    assert page.findings == ()


def test_c041_currency_is_no_formula() -> None:
    page = read(
        "Training cost went from $1,200 to $950 per run (**35$** per epoch); "
        "the loss is $L = 0.5$ and `$HOME/runs` holds the logs.\n"
    )
    assert formulas(page) == ["L = 0.5"]


def test_c042_backslashes_are_kept() -> None:
    page = read(
        "```math\n\\begin{aligned}\nA &= W\\,x \\\\\nZ &= A + b\n\\end{aligned}\n```\n\n"
        "Inline: $\\begin{bmatrix} 1 & 2 \\\\ 3 & 4 \\end{bmatrix}\\!\\,v$\n"
    )
    text = page.equations[0].body + page.maths[0].latex
    assert [text.count(part) for part in ("\\\\", "\\,", "\\!", "&")] == [2, 2, 1, 4]


def test_c043_less_than_starts_no_tag_in_a_formula() -> None:
    page = read("For $0<i<n$ and $t_1<t_2$ keep $z_i$; **after** the formulas.\n")
    assert formulas(page) == ["0<i<n", "t_1<t_2", "z_i"]


def test_c047_no_formula_in_code() -> None:
    page = read(
        "Inline `$a_1$ and \\(b\\)`.\n\n```bash\necho $a_1 $b_1   # costs $5\n```\n\n"
        "    indented $c_1$ code\n"
    )
    assert formulas(page) == []
    assert [fence.body for fence in page.fences] == ["echo $a_1 $b_1   # costs $5"]


def test_c048_block_right_below_the_options_of_its_host() -> None:
    page = read(
        "//// details | Pre-activation\n    open: true\n/// listing\n///\n////\n\n"
        "//// details | More\n    open: true\n///// listing\n/////\n////\n"
    )
    assert names(page) == ["listing", "listing"]
    assert page.findings == ()


def test_c049_values_are_text() -> None:
    page = read(
        "/// example\n    caption: Step 2: hidden layer\n    equation: Z = W x + b   # optional\n"
        "    tolerance: 1e-6\n    in: [ffn_forward\n    note: `Z`\n    form: on\n"
        '    call: 4.10\n    labels: c["A"]\n///\n'
    )
    assert [(option.key, option.value) for option in page.blocks[0].options.entries] == [
        ("caption", "Step 2: hidden layer"),
        ("equation", "Z = W x + b   # optional"),
        ("tolerance", "1e-6"),
        ("in", "[ffn_forward"),
        ("note", "`Z`"),
        ("form", "on"),
        ("call", "4.10"),
        ("labels", 'c["A"]'),
    ]
    assert faults(page) == [
        ("unknown-option", 3, 5),
        ("unknown-option", 4, 5),
        ("unknown-option", 6, 5),
    ]


def test_c050_options_by_any_indentation() -> None:
    page = read(
        "/// listing\n  in: ffn_forward\n///\n\n/// listing\n\tin: ffn_forward\n///\n\n"
        "/// listing\n    in: ffn_forward\n    hilight: Z\n///\n"
    )
    assert [block.options.value("in") for block in page.blocks] == ["ffn_forward"] * 3
    [finding] = page.findings
    assert (finding.code, finding.place.line, finding.place.column) == ("unknown-option", 11, 5)
    assert finding.help == "did you mean `highlight`?"


def test_c051_block_in_a_tab_in_a_list() -> None:
    text = (
        '1. Forward pass:\n\n    === "Code"\n\n        /// listing\n            in: f\n'
        "        ///\n\n2. Done.\n"
    )
    page = read(text)
    [block] = page.blocks
    assert block.indent == 8
    assert page.source.slice(block.span) == "/// listing\n            in: f\n        ///"
    assert page.findings == ()


CONTAINERS = [
    ("- item\n\n    $x$\n\n        $code$\n", ["x"]),
    ("- a\n\n    - b\n\n        $x$\n\n            $code$\n", ["x"]),
    ("- a\nlazy\n\n    $x$\n", ["x"]),
    ("- a\n- b\n\n    $x$\n\nout\n\n    $code$\n", ["x"]),
    ("- a\n    - b\n\n        $x$\n", ["x"]),
    ("para\n- no list\n\n    $code$\n", []),
    ("# H\n- list\n\n    $x$\n", ["x"]),
    ("- a\n# H\n\n    $code$\n", []),
    ("- # H $y$\n\n    $x$\n", ["y", "x"]),
    ("text\n    $x$ goes on\n", ["x"]),
    ("\t$code$\n", []),
    ("-\t$y$\n\n\t$x$\n\n\t\t$code$\n", ["y", "x"]),
    ("!!! note\n    $x$\n\n        $code$\n\n    $y$\n", ["x", "y"]),
    ("!!! note\n    $x$\nout\n\n    $code$\n", ["x"]),
    ("!!! note\n\n    $x$\n", ["x"]),
    ('??? note "T"\n    $x$\n', ["x"]),
    ("???+ note\n    $x$\n", ["x"]),
    ('=== "A"\n    $x$\n\n=== "B"\n\n    $y$\n', ["x", "y"]),
    ("[^1]: $x$\n\n    $y$\n\n        $code$\n", ["x", "y"]),
    ("term\n:   $x$\n\n    $y$\n\n        $code$\n", ["x", "y"]),
    ("//// details | T\n\n$x$\n\n    $code$\n////\n", ["x"]),
    ("> - $x$\n>\n>     $y$\n>\n>         $code$\n", ["x", "y"]),
    ("> quote\nlazy $x$\n", ["x"]),
    ("* * *\n\n    $code$\n", []),
    ("text\n\n***\n$x$\n", ["x"]),
    ("text\n***\n$x$\n", ["x"]),
    ("<div>\n$a$\n\n$b$\n</div>\n\n$x$\n", ["x"]),
    ("<div markdown>\n$x$\n</div>\n", ["x"]),
    ("<div>\n$a$\n\n$x$\n", ["x"]),
    ('<img src="$a$"> $x$\n', ["x"]),
    ("<!-- $a$\n\n$b$ -->\n\n$x$ <!-- $c$ -->\n", ["x"]),
    ("<!-- never closed $x$\n", ["x"]),
    ('[ref]: https://example.org "$a$"\n\n$x$\n', ["x"]),
    ("<https://example.org/$a$> $x$\n", ["x"]),
    ("\\$a$ and \\`$x$\\`\n", ["x"]),
    ("-\n\n    $code$\n", []),
    ("[^1]:\n    $x$\n\n    $y$\n", ["x", "y"]),
    ("<meta>\n$x$\n", ["x"]),
    ("5. $x$\n", ["x"]),
    ("5 is $x$\n", ["x"]),
    ("===\n$x$\n", ["x"]),
    ("!important $x$\n", ["x"]),
]


@pytest.mark.parametrize(("text", "expected"), CONTAINERS)
def test_what_is_code_and_what_is_text(text: str, expected: list[str]) -> None:
    assert formulas(read(text)) == expected


@pytest.mark.parametrize("text", [text for text, _ in CONTAINERS if "$code$" in text])
def test_code_is_code_for_python_markdown(text: str) -> None:
    html = markdown.markdown(
        text,
        extensions=[
            "admonition",
            "def_list",
            "footnotes",
            "tables",
            "pymdownx.blocks.details",
            "pymdownx.details",
            "pymdownx.superfences",
            "pymdownx.tabbed",
        ],
    )
    code = " ".join(re.findall(r"<code>.*?</code>", html, re.DOTALL))
    assert "$code$" in code
    assert "$x$" not in code
    assert "$y$" not in code


def test_headings() -> None:
    page = read("# A\n\nB {#b .c}\n===\n\nC\n---\n\n## D $x$ ## {#d}\n\n#Tight\n\ntext\nno\n---\n")
    assert page.headings == (
        Heading(1, "A", "", Span(0, 3)),
        Heading(1, "B", "b", Span(5, 18)),
        Heading(2, "C", "", Span(20, 25)),
        Heading(2, "D $x$ ##", "d", Span(27, 43)),
        Heading(1, "Tight", "", Span(45, 51)),
    )


def test_table_right_below_text_is_a_finding() -> None:
    page = read("text\n| a | b |\n|---|---|\n| c | d |\n")
    assert faults(page) == [("malformed-block", 2, 1)]
    assert len(page.tables) == 1


def test_reference_definition_with_a_code_target_is_a_finding() -> None:
    assert faults(read("[ref]: code:f.Z\n")) == [("malformed-block", 1, 8)]


def test_block_and_equation_in_raw_html_are_findings() -> None:
    page = read("<div>\n/// listing\n///\n```math\nx\n```\n</div>\n")
    assert faults(page) == [("malformed-block", 2, 1), ("malformed-block", 4, 1)]
    assert page.blocks == ()


def test_items_stand_in_the_order_of_the_page() -> None:
    page = read(
        "# H\n\n$a$ `m.py:3`\n\n/// example\n    caption: $b$\n///\n\n| $c$ |\n|---|\n| d |\n"
    )
    assert [type(item).__name__ for item in page.items] == [
        "Heading",
        "InlineMath",
        "LineReference",
        "Block",
        "InlineMath",
        "Table",
        "InlineMath",
    ]
    assert [item.within_block for item in page.maths] == [False, True, False]


def test_columns_behind_wide_characters() -> None:
    page = read("é 漢字 $x$ and [t](code:)\n/// listing\n    hilight: Z\n///\n")
    assert page.maths[0].span == Span(5, 8)
    assert faults(page) == [("unknown-option", 3, 5)]


@pytest.mark.parametrize(
    "text",
    [
        ">" * 2000 + " $x$\n",
        "# a" + " " * 5000 + "{\n\n$x$\n",
        "[" * 500 + " $x$ " + "](code:f)" * 500,
    ],
)
def test_odd_pages_are_read_to_their_end(text: str) -> None:
    assert formulas(read(text)) == ["x"]
