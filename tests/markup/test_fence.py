"""Code fences: titles, options, places, and what is wrong with them."""

from __future__ import annotations

import pytest

from docgen.markup.page import Page
from docgen.markup.scan import scan
from docgen.text import SourceText


def read(text: str) -> Page:
    return scan(SourceText("docs/a.md", text))


def faults(page: Page) -> list[tuple[str, int, int]]:
    return [(each.code, each.place.line, each.place.column) for each in page.findings]


def test_equation_with_title_and_options() -> None:
    page = read('**Widen $Z$**\n```math code="Z; A" written=\'g[p + "x"]\' derived\nZ = x\n```\n')
    [fence] = page.equations
    cut = page.source.slice
    assert (fence.title, fence.title_span and cut(fence.title_span)) == (
        "Widen $Z$",
        "**Widen $Z$**",
    )
    assert [(text, cut(span)) for text, span in fence.options.items("code")] == [
        ("Z", "Z"),
        ("A", "A"),
    ]
    assert fence.options.value("written") == 'g[p + "x"]'
    assert fence.options.option("derived") is not None
    assert fence.options.value("stated", "no") == "no"
    assert (fence.body, cut(fence.body_span)) == ("Z = x", "Z = x")
    assert cut(fence.info_span) == 'math code="Z; A" written=\'g[p + "x"]\' derived'
    assert cut(fence.span).startswith("```math")
    assert cut(fence.span).endswith("Z = x\n```")
    assert [item.within_block for item in page.maths] == [True]
    assert page.findings == ()


def test_indented_equation() -> None:
    page = read("- item\n\n    __T__\n    ```math\n    a\n\n      b\n    ```\n")
    [fence] = page.equations
    assert (fence.title, fence.body, fence.indent) == ("T", "a\n\n  b", 4)
    assert page.source.slice(fence.span) == "```math\n    a\n\n      b\n    ```"
    assert page.source.slice(fence.body_span) == "    a\n\n      b"


def test_tabs_before_an_equation() -> None:
    [fence] = read("- item\n\n\t```math\n\ta\n\t\tb\n\t```\n").equations
    assert (fence.body, fence.indent) == ("a\n    b", 4)


def test_quoted_equation() -> None:
    page = read("> **T**\n> ```math\n> a\n> ```\n")
    [fence] = page.equations
    assert (fence.title, fence.body) == ("T", "a")


@pytest.mark.parametrize(
    "text",
    [
        "**T**\n\n```math\nx\n```\n",
        "**T** x\n```math\nx\n```\n",
        "**T** and **U**\n```math\nx\n```\n",
    ],
)
def test_only_a_bold_line_right_above_is_a_title(text: str) -> None:
    assert read(text).equations[0].title == ""


def test_title_of_code_is_a_paragraph() -> None:
    page = read("**T $x$**\n```python\nx\n```\n")
    assert page.fences[0].title == ""
    assert [item.within_block for item in page.maths] == [False]


def test_fence_in_a_fence() -> None:
    page = read("````markdown\n```math\nx\n```\n````\n\n~~~\n```math\n~~~\n")
    assert [(fence.language, fence.body) for fence in page.fences] == [
        ("markdown", "```math\nx\n```"),
        ("", "```math"),
    ]


def test_code_in_one_line_is_no_fence() -> None:
    page = read("```x``` and $y$\n\n```\n\n```\n")
    assert [fence.body for fence in page.fences] == [""]
    assert [item.latex for item in page.maths] == ["y"]


def test_empty_equation() -> None:
    [fence] = read("```math\n```\n").equations
    assert fence.body == ""


@pytest.mark.parametrize(
    ("text", "code", "column"),
    [
        ('```math code="Z\nx\n```\n', "malformed-block", 14),
        ("```math code=Z\nx\n```\n", "malformed-block", 9),
        ("```math code=\u201cZ\u201d\nx\n```\n", "malformed-block", 9),
        ('```math code="Z" x\nx\n```\n', "malformed-block", 18),
        ('```math code: "Z"\nx\n```\n', "malformed-block", 9),
        ('```math code = "Z"\nx\n```\n', "malformed-block", 9),
        ("```math code=\nx\n```\n", "malformed-block", 9),
        ('```math written="g["x"]"\nx\n```\n', "malformed-block", 21),
        ('```math code="Z" code="A"\nx\n```\n', "malformed-block", 18),
        ('```math cod="Z"\nx\n```\n', "unknown-option", 9),
        ('```math code="Z" ??\nx\n```\n', "malformed-block", 18),
        ('``` {.math code="Z"}\nx\n```\n', "malformed-block", 4),
        ('```Math code="Z"\nx\n```\n', "malformed-block", 4),
        ('```mathcode="Z"\nx\n```\n', "malformed-block", 4),
        ('```math stated="`x`"\nx\n```\n', "malformed-block", 4),
        ("```math\nx\n", "malformed-block", 1),
        ("```math\nx\n\ntext\n", "malformed-block", 1),
        ("```python\nx\n", "malformed-block", 1),
        ("- ```math\n  x\n  ```\n", "malformed-block", 3),
    ],
)
def test_typo_is_one_finding(text: str, code: str, column: int) -> None:
    assert faults(read(text)) == [(code, 1, column)]


def test_next_equation_survives_one_that_is_not_closed() -> None:
    page = read("```math\na\n\n**T**\n```math\nb\n```\n")
    assert [fence.body for fence in page.equations] == ["a", "b"]
    assert faults(page) == [("malformed-block", 1, 1)]


def test_line_left_of_its_fence_ends_it() -> None:
    page = read("- item\n\n    ```math\n    a\n  b\n    ```\n")
    assert faults(page)[0] == ("malformed-block", 3, 5)
    assert page.findings[0].notes == ("a line below is indented less than the fence",)
