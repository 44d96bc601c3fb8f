"""Captions of matrices: words are words, and what is set as code is an expression of the code."""

from __future__ import annotations

import pytest
from selectolax.lexbor import LexborHTMLParser

from docgen.trace.value import Value
from docgen.views.example import caption_of, render_example
from docgen.views.parts import ExamplePart, ExampleRow


def array(shape: tuple[int, ...], *data: float) -> Value:
    return Value("array", "float64", shape, data)


@pytest.mark.parametrize(
    ("name", "code", "caption"),
    [
        ("return[0]", "out", "out"),
        ("return", "a.T @ b", "a.T @ b"),
        ('return[1]["tok"]', 'grads["tok"]', 'grads["tok"]'),
        ("return", "", "return"),
        ("returned", "a.T @ b", "returned = a.T @ b"),
    ],
)
def test_what_is_returned_has_no_name_in_the_code(name: str, code: str, caption: str) -> None:
    assert caption_of(ExampleRow("", name, code, ())) == caption


def test_a_label_that_is_written_as_code_names_what_is_returned() -> None:
    row = ExampleRow("<code>dX</code>", "return", "a + b", (array((1,), 1.0),))
    page = LexborHTMLParser(render_example(ExamplePart("", "", "matrices", ("only",), (row,))))
    assert [node.text() for node in page.css(".dg-label, caption")] == ["dX = a + b, shape (1,)"]
    assert caption_of(ExampleRow("<code>dX</code>", "return", "dX", ())) == "dX"


def test_the_label_of_what_is_returned_is_no_name_of_the_code() -> None:
    part = ExamplePart(
        "",
        "",
        "matrices",
        ("only",),
        (
            ExampleRow("Two heads", "return", "X.reshape(T, h)", (array((1,), 1.0),)),
            ExampleRow("dX", "return", "dX", (array((1,), 1.0),)),
        ),
    )
    groups = LexborHTMLParser(render_example(part)).css(".dg-row")
    assert [[node.text() for node in group.css(".dg-label, caption")] for group in groups] == [
        ["Two heads", "X.reshape(T, h), shape (1,)"],
        ["dX, shape (1,)"],
    ]
    code = [[node.text() for node in group.css("code")] for group in groups]
    assert code == [["X.reshape(T, h)"], ["dX"]]


def test_the_index_of_a_slice_has_a_line_of_its_own() -> None:
    row = ExampleRow("", "x", "x", (array((2, 1, 1), 1.0, 2.0),))
    page = LexborHTMLParser(render_example(ExamplePart("", "", "matrices", ("only",), (row,))))
    assert [node.inner_html for node in page.css("caption")] == [
        "<code>x</code>, shape (2, 1, 1) <br><code>[0]</code>",
        "<code>[1]</code>",
    ]
