"""Front matter, as far as docgen reads it."""

from __future__ import annotations

import pytest

from docgen.markup.scan import scan
from docgen.text import SourceText, Span


def test_front_matter() -> None:
    text = "---\ntitle: 'A: b'\ncode: model.transformer  \nhide:\n  - toc\n---\n# H $x$\n"
    page = scan(SourceText("docs/a.md", text))
    option = page.front.values.option("code")
    assert option is not None
    assert (option.value, page.source.slice(option.value_span)) == ("model.transformer",) * 2
    assert page.source.slice(page.front.span) == text[: text.index("# H")]
    assert page.headings[0].text == "H $x$"
    assert page.findings == ()


@pytest.mark.parametrize(
    "text",
    ["# H\n", "---\n\n# H\n", "text\n---\n", "--- x\ncode: a\n---\n"],
)
def test_none(text: str) -> None:
    front = scan(SourceText("docs/a.md", text)).front
    assert (front.values.entries, front.span) == ((), Span(0, 0))


@pytest.mark.parametrize("text", ["---\n---\n", "---\n[: {\n\t- }\n...\n", "---\nx\n---"])
def test_odd_yaml_is_left_alone(text: str) -> None:
    page = scan(SourceText("docs/a.md", text))
    assert page.front.span == Span(0, len(text))
    assert page.findings == ()


def test_repeated_and_misspelled() -> None:
    page = scan(SourceText("docs/a.md", "---\ncode: a\ncode: b\nBase: 0\n---\n"))
    assert [(each.code, each.place.line, each.help) for each in page.findings] == [
        ("malformed-block", 3, "keep one of them"),
        ("unknown-option", 4, "did you mean `base`?"),
    ]
