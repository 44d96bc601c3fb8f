"""Prose: formulas, links, typed line numbers."""

from __future__ import annotations

import pytest

from docgen.markup.page import LineReference, Link, Page
from docgen.markup.scan import scan
from docgen.text import SourceText, Span


def read(text: str) -> Page:
    return scan(SourceText("docs/a.md", text))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("costs $5 a day, $6 a week", []),
        ("costs $5, or 10$ in all", []),
        ("from $5-$10", []),
        ("US$ 5 and US$ 6", []),
        ("$ x $", []),
        ("$x $", []),
        ("$x", []),
        ("a $", []),
        ("35$/day and 40$/day", []),
        ("10$\\times$ faster", ["\\times"]),
        ("$2 \\times 3$", ["2 \\times 3"]),
        ("$2n$ and $n$-th, the $n$th", ["2n", "n", "n"]),
        ("$a\\$b$", ["a\\$b"]),
        ("$a$$b$", ["a", "b"]),
        ("$$", []),
        ("$$a\\$$", []),
        ("$$a\\$$b$$", ["a\\$$b"]),
        ("`` `$a$ `` $b$", ["b"]),
        ("` $b$", ["b"]),
        ("![$a$](b.png) $c$", ["c"]),
        ("![$a$ $c$", ["a", "c"]),
        ("![x] (y) $c$", ["c"]),
        ("![x](y z) $c$", ["c"]),
        ("[$a$](code:f)", ["a"]),
        ("*$a$* **$b$**", ["a", "b"]),
        ("$a\nb$", ["a\nb"]),
        ("x < y and $z$ > w", ["z"]),
    ],
)
def test_formulas(text: str, expected: list[str]) -> None:
    assert [item.latex for item in read(text).maths] == expected


def test_formula_over_two_lines_of_a_quote_is_none() -> None:
    assert read("> $a\n> b$ and $c$\n").maths[-1].latex == "c"


def test_links() -> None:
    page = read('[a](code:f.Z) [b](<code:g[p + "a"]>) [c](value:config.d) [d](#eq-x "t") [e](f.md)')
    assert page.links == (
        Link("code", "a", "f.Z", Span(0, 13), Span(1, 2), Span(9, 12)),
        Link("code", "b", 'g[p + "a"]', Span(14, 36), Span(15, 16), Span(24, 34)),
        Link("value", "c", "config.d", Span(37, 56), Span(38, 39), Span(47, 55)),
        Link("anchor", "d", "#eq-x", Span(57, 71), Span(58, 59), Span(61, 66)),
    )


@pytest.mark.parametrize(
    ("text", "targets"),
    [
        ("[`a]b` $c]$ \\] [d]](code:f)", ["f"]),
        ("[a](code:f(x))", ["f(x)"]),
        ("[a]( code:f )", ["f"]),
        ("[a](code:f\\)x)", ["f\\)x"]),
        ("[![i](code:x)](code:f)", ["f"]),
        ("`[a](code:f)`", []),
        ("\\[a](code:f)", []),
        ("[a] (code:f)", []),
        ("[a](b c)", []),
        ("[a", []),
        ("| a |\n|---|\n| [x](code:f) |\n", ["f"]),
    ],
)
def test_which_links(text: str, targets: list[str]) -> None:
    page = read(text)
    assert [link.target for link in page.links] == targets
    assert page.findings == ()


@pytest.mark.parametrize(
    ("text", "column", "help_text"),
    [
        ('see [a](code:g[p + "x"]) and [b](code:f)', 8, '(<code:g[p + "x"]>)'),
        ("see [a](value:x y", 8, "(<value:x y>)"),
        ("see [a](<code:x y", 8, "(<code:x y>)"),
    ],
)
def test_link_that_is_none(text: str, column: int, help_text: str) -> None:
    [finding] = read(text).findings
    assert (finding.code, finding.place.column) == ("malformed-block", column)
    assert finding.help == f"write the target in angle brackets: `{help_text}`"


@pytest.mark.parametrize(
    ("text", "path", "line", "end_line", "shown"),
    [
        ("see transformer.py:143.", "transformer.py", 143, 143, "transformer.py:143"),
        ("see `model/a.py:143-150`", "model/a.py", 143, 150, "model/a.py:143-150"),
        ("a.py, line 7", "a.py", 7, 7, "a.py, line 7"),
        ("`a.py`, lines 7\u20139", "a.py", 7, 9, "a.py`, lines 7\u20139"),
        ("a.py (line 7)", "a.py", 7, 7, "a.py (line 7"),
        ("a.py at line 7", "a.py", 7, 7, "a.py at line 7"),
        ("a.py#L10-L20", "a.py", 10, 20, "a.py#L10-L20"),
        ("line 3 of `a/b.py`", "a/b.py", 3, 3, "line 3 of `a/b.py"),
        ("lines 3-5 in b.py", "b.py", 3, 5, "lines 3-5 in b.py"),
        ("| a |\n|---|\n| b.py:3 |\n", "b.py", 3, 3, "b.py:3"),
        ("[b.py:3](x.md)", "b.py", 3, 3, "b.py:3"),
    ],
)
def test_line_references(text: str, path: str, line: int, end_line: int, shown: str) -> None:
    page = read(text)
    start = text.index(shown)
    span = Span(start, start + len(shown))
    assert page.line_references == (LineReference(path, line, span, end_line),)


@pytest.mark.parametrize(
    "text",
    [
        "at 12:30 or 1.5:3",
        "https://example.org/a.py#L10",
        "<https://example.org/a.py#L10>",
        "[a](a.py#L10)",
        "$a.py:3$",
        "```\na.py:3\n```",
        "    a.py:3",
        "<!-- a.py:3 -->",
        "a.py and line 3",
        "a.py::test_3",
    ],
)
def test_no_line_references(text: str) -> None:
    assert read(text).line_references == ()
