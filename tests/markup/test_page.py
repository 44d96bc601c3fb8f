"""Options and their lists."""

from __future__ import annotations

import pytest

from docgen.markup.page import Option, Options, split_list
from docgen.text import Span


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", []),
        (" ; ;", []),
        ("a", ["a"]),
        (" Z; A ;return[0] ", ["Z", "A", "return[0]"]),
        ('g["a;b"]; h', ['g["a;b"]', "h"]),
        ("f(a; b); [c; {d; e}]", ["f(a; b)", "[c; {d; e}]"]),
        ("`a; b`; c", ["`a; b`", "c"]),
        ("don't; do", ["don't", "do"]),
        ("[ffn; b", ["[ffn", "b"]),
        ("a); b", ["a)", "b"]),
        ("(a]; b); c", ["(a]; b)", "c"]),
    ],
)
def test_split_list(text: str, expected: list[str]) -> None:
    pieces = split_list(text, 10)
    assert [piece for piece, _ in pieces] == expected
    assert [text[span.start - 10 : span.end - 10] for _, span in pieces] == expected


def test_options() -> None:
    nothing = Span(0, 0)
    first = Option("run", "a; b", Span(0, 9), Span(0, 3), Span(5, 9))
    options = Options((first, Option("run", "c", nothing, nothing, nothing)))
    assert options.option("run") is first
    assert options.option("to") is None
    assert (options.value("run"), options.value("to"), options.value("to", "x")) == (
        "a; b",
        "",
        "x",
    )
    assert options.items("run") == [("a", Span(5, 6)), ("b", Span(8, 9))]
    assert options.items("to") == []
