"""docgen's `///` blocks, and typos that must never make one a paragraph."""

from __future__ import annotations

import pytest

from docgen.markup.page import Page
from docgen.markup.scan import scan
from docgen.text import SourceText


def read(text: str) -> Page:
    return scan(SourceText("docs/a.md", text))


def faults(page: Page) -> list[tuple[str, int, int]]:
    return [(each.code, each.place.line, each.place.column) for each in page.findings]


def test_block_with_options_and_rows() -> None:
    text = (
        "/// example | One row\n    run: a.b; c.d\n    labels: x; y\n\n"
        "| | |\n|---|---|\n| `Xn` | Input |\n| `Z` | Widen |\n///\n\nafter\n"
    )
    page = read(text)
    [block] = page.blocks
    cut = page.source.slice
    assert (block.name, block.argument, cut(block.argument_span)) == (
        "example",
        "One row",
        "One row",
    )
    assert [(item, cut(span)) for item, span in block.options.items("run")] == [
        ("a.b", "a.b"),
        ("c.d", "c.d"),
    ]
    assert [[cell.text for cell in row.cells] for row in block.rows] == [
        ["`Xn`", "Input"],
        ["`Z`", "Widen"],
    ]
    assert cut(block.span) == text[: text.index("\n\nafter")]
    assert cut(block.name_span) == "example"
    assert cut(block.body_span).strip().startswith("| | |")
    assert page.tables == ()
    assert page.findings == ()


def test_block_with_a_python_fence() -> None:
    page = read("/// example\n    in: f\n\n```python\nx = 1\n///\nf(x)\n```\n///\n")
    [block] = page.blocks
    assert block.fence is not None
    assert block.fence.body == "x = 1\n///\nf(x)"
    assert page.fences == ()
    assert page.findings == ()


@pytest.mark.parametrize(
    "text",
    [
        "///listing\n    in: f\n///\n",
        "/// Listing\n    in: f\n///\n",
        "/// listing |\n    in: f\n///\n",
        "/// listing\nin: f\n///\n",
        "/// listing\n    in:f\n///\n",
        "/// listing\n\n    <!-- why -->\n///\n",
        "  /// listing\n  ///\n",
        "///// listing\n/////\n",
        "text\n/// listing\n///\ntext\n",
        "- item\n\n    /// listing\n        in: f\n    ///\n",
        "> /// listing\n> ///\n",
    ],
)
def test_read_as_meant(text: str) -> None:
    page = read(text)
    assert [block.name for block in page.blocks] == ["listing"]
    assert page.blocks[0].options.value("in") == ("f" if "in:" in text else "")
    assert page.findings == ()


@pytest.mark.parametrize(
    ("text", "line", "column", "help_text"),
    [
        ("// listing\n", 1, 1, "write `/// listing`"),
        ("/// listng\n///\n", 1, 5, "did you mean `listing`?"),
        ("/// xyzzy\n///\n", 1, 5, "write the name of a block"),
        ("/// listing\n\n    in: f\n///\n", 3, 5, None),
        ("/// listing\n    in f\n///\n", 2, 5, "write `in: f`"),
        ("/// listing\n    in\n///\n", 2, 5, "write `in:`"),
        ("/// listing\n    from: A\n    from: B\n///\n", 3, 5, None),
        ("/// listing\n", 1, 5, "write `///` on a line of its own after it"),
        ("/// listing\n\n/// links\n///\n", 1, 5, "write `///` on a line of its own after it"),
        ("///\n", 1, 1, "remove the line, or mend the first line of its block"),
        ("/// listing\n////\n", 2, 1, "write `///`"),
        ("/// listing\n//\n", 2, 1, "write `///`"),
        ("/// concept ffn_forward\n///\n", 1, 13, "write `/// concept | ffn_forward`"),
        ("/// listing\ntext\nmore text\n///\n", 2, 1, "move the text above or below the block"),
        ("/// example\ntext\n///\n", 2, 1, "move the text above or below the block"),
        ("/// listing\n\n# H\n///\n", 3, 1, "move the text above or below the block"),
        ("/// listing\n| a |\n|---|\n///\n", 2, 1, "move the table out of it"),
        ("/// listing\n```python\n```\n///\n", 2, 1, "move the fence out of it"),
        ("/// example\n```math\nx\n```\n///\n", 2, 1, None),
        ("/// example\n```py\n```\n\n```py\n```\n///\n", 5, 1, "write a block for each"),
        (
            "/// example\n| a |\n|---|\n\n| a |\n|---|\n///\n",
            5,
            1,
            "write all rows in one table",
        ),
        (
            "/// example\n| `x` | y |\n///\n",
            2,
            1,
            "begin the table with the lines `| | |` and `|---|---|`, a blank line above",
        ),
        (
            "/// example\n    run:\n    - a\n    - b\n///\n",
            3,
            5,
            "write the entries in one line: `run: a; b`",
        ),
        ("/// 3d\n", 1, 1, "write `/// name`, or `/// name | argument`"),
        ("/// listing, ffn\n", 1, 1, "write `/// listing`"),
        ("text\n        /// listing\n", 2, 9, "do not indent it"),
        ("- text\n            /// listing\n", 2, 13, "indent it by 4 columns"),
        (
            "//// details\n\ntext\n\n///\n\n////\n",
            5,
            1,
            "the block around it is closed with `////`",
        ),
        ("//// details\n\ntext\n", 1, 6, "write `////` on a line of its own after it"),
        ("//// details\n\n/// listing\n////\n", 3, 5, "write `///` on a line of its own after it"),
        ("/// details\n  open: true\n///\n", 2, 3, "indent it by four spaces"),
        (
            "/// details\n    text\n///\n",
            2,
            5,
            "leave a blank line above it, or do not indent it",
        ),
        (
            "/// details\n\n/// note\n///\n\n///\n",
            3,
            1,
            "write another number of slashes, three or more, at both its ends",
        ),
    ],
)
def test_typo_is_one_finding(text: str, line: int, column: int, help_text: str | None) -> None:
    page = read(text)
    assert faults(page) == [("malformed-block", line, column)]
    if help_text is not None:
        assert page.findings[0].help == help_text


def test_unclosed_block_keeps_its_table_and_leaves_the_rest() -> None:
    page = read("/// example\n    run: f\n\n| | |\n|--|--|\n| `x` | y |\n\nThen $z$.\n")
    [block] = page.blocks
    assert page.source.slice(block.span).endswith("| `x` | y |")
    assert [item.latex for item in page.maths] == ["z"]


def test_unclosed_block_keeps_its_fence() -> None:
    page = read("/// example\n\n```python\nf()\n```\n\nThen $z$.\n")
    assert page.blocks[0].fence is not None
    assert [item.latex for item in page.maths] == ["z"]


def test_block_whose_list_item_ends_is_not_closed() -> None:
    page = read("- item\n\n    /// listing\n        in: f\n\nout\n")
    assert faults(page) == [("malformed-block", 3, 9)]
    assert page.blocks[0].options.value("in") == "f"


def test_options_that_came_late_are_still_read() -> None:
    page = read("/// listing\n\n    from: A\n    to: B\n///\n")
    assert faults(page) == [("malformed-block", 3, 5)]
    assert (page.blocks[0].options.value("from"), page.blocks[0].options.value("to")) == ("A", "B")


def test_ragged_rows_of_a_block() -> None:
    page = read("/// example\n| a | b |\n|---|---|\n| x |\n| x | y | z |\n///\n")
    assert faults(page) == [("malformed-block", 4, 1), ("malformed-block", 5, 11)]


def test_block_without_options_names_none() -> None:
    [finding] = read("/// links\n    in: f\n///\n").findings
    assert (finding.code, finding.help) == ("unknown-option", "remove the line")


def test_other_hosts_may_have_other_blocks() -> None:
    page = scan(SourceText("docs/a.md", "/// theorem\ntext\n///\n"), frozenset({"theorem"}))
    assert page.findings == ()
