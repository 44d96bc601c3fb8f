from __future__ import annotations

from selectolax.lexbor import LexborHTMLParser

from docgen.trace.value import Value
from docgen.views.matrix import format_lines, number_rows, render_matrix, render_value


def array(shape: tuple[int, ...], *data: float, hidden: int = 0) -> Value:
    return Value("array", "float64", shape, data, hidden)


def test_a_matrix_has_a_row_a_line_with_columns_aligned() -> None:
    assert format_lines(array((2, 2), 1.0, -0.5, -1.0, 0.0)) == (
        "[[ 1.0000, -0.5000],\n [-1.0000,  0.0000]]"
    )
    assert format_lines(array((1, 2), 1.0, -0.5)) == "[[1.0000, -0.5000]]"
    assert format_lines(array((2, 13), *([1.0] * 26)), zeros=False).count("\n") == 0


def test_a_value_that_was_not_reached_says_so() -> None:
    assert render_value(None) == '<span class="dg-none">not reached</span>'
    assert render_value(Value("text", text="a<b")) == (
        '<code class="dg-value">&#x27;a&lt;b&#x27;</code>'.replace("&#x27;", "'")
    )


def test_matrix_cells_cut_zeros_and_carry_their_padding() -> None:
    assert render_matrix("x", array((2, 2), 0.265, 0.0, -1.5, 2.0)) == (
        '<table class="dg-matrix"><caption>x</caption><tbody>'
        '<tr><td>0.265</td><td class="dg-zero">0</td></tr>'
        '<tr><td data-pad="00">-1.5</td><td>2</td></tr></tbody></table>'
    )


def test_numbers_without_a_point_are_padded_past_it() -> None:
    assert '<td class="dg-zero" data-pad=".25">'.replace("25", "00") in render_matrix(
        "x", array((2, 1), 0.0, 0.25)
    )


def test_no_padding_beside_exponents() -> None:
    assert "data-pad" not in render_matrix("x", array((2, 1), 1e-10, 0.25))


def test_a_large_matrix_is_cut_and_counted() -> None:
    page = LexborHTMLParser(render_matrix("big", array((20, 16), *map(float, range(320)))))
    rows = page.css("tr")

    assert page.css_first("caption").text() == "big, 176 entries not shown"
    assert len(rows) == 13
    assert [cell.text() for cell in rows[1].css("td")] == [*map(str, range(16, 28)), "…"]
    assert [cell.text() for cell in rows[12].css("td")] == ["⋮"]


def test_longer_arrays_are_stacks_with_their_index() -> None:
    page = LexborHTMLParser(render_matrix("x", array((2, 2, 1, 2), *map(float, range(8)))))

    assert [node.text() for node in page.css("caption")] == [
        "x [0, 0]",
        "[0, 1]",
        "[1, 0]",
        "[1, 1]",
    ]
    assert [node.text() for node in page.css("tbody")] == ["01", "23", "45", "67"]


def test_what_is_no_matrix_is_one_cell() -> None:
    assert LexborHTMLParser(render_matrix("x", Value("none"))).css_first("td").text() == "None"
    assert LexborHTMLParser(render_matrix("x", array((0, 2)))).css_first("td").text() == (
        "[[]], shape (0, 2)"
    )


def test_vectors_as_rows_of_numbers() -> None:
    long = array((14,), *map(float, range(14)))
    assert number_rows([array((2,), 1.0, -0.5), Value("none"), long]) == [
        ["1", "-0.5"],
        ["None"],
        [*map(str, range(12)), "…"],
    ]


def test_one_entry_that_is_not_shown_is_one() -> None:
    one = LexborHTMLParser(render_matrix("x", array((3,), 1.0, 2.0, hidden=1)))
    two = LexborHTMLParser(render_matrix("x", array((4,), 1.0, 2.0, hidden=2)))
    said = [page.css_first("caption").text() for page in (one, two)]
    assert said == ["x, 1 entry not shown", "x, 2 entries not shown"]


def test_a_number_has_no_brackets() -> None:
    scalar = render_matrix("loss", Value("array", shape=(), dtype="float64", data=(1.4775,)))
    assert scalar == (
        '<table class="dg-matrix dg-scalar"><caption>loss</caption><tbody>'
        "<tr><td>1.4775</td></tr></tbody></table>"
    )
    assert "dg-scalar" not in render_matrix("x", array((1,), 1.5))
