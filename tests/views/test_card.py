from __future__ import annotations

from dataclasses import replace
from typing import Any

from docgen.trace.value import Value
from docgen.views.card import CardPart, heat, render_card, render_cards


def array(shape: tuple[int, ...], *data: float | str) -> Value:
    return Value("array", "float64", shape, data)


def part(value: Value | None = None, **changes: Any) -> CardPart:
    where = "two_rows, call 1" if value else ""
    mathml = "<math><mi>Z</mi></math>"
    plain = CardPart(7, mathml, "Widened rows", "Z", False, "(T, F)", value, where, "")
    return replace(plain, **changes)


def test_a_matrix_is_a_heat_map_between_its_lowest_and_its_highest_number() -> None:
    assert render_card(part(array((2, 2), 0.0, 0.25, 1.0, 2.0))) == (
        '<div class="dg-card" data-sym="7">'
        "<p><math><mi>Z</mi></math> <span>Widened rows</span></p>"
        "<p><code>Z</code>, shape <code>(T, F)</code>, here <code>(2, 2)</code></p>"
        '<table class="dg-matrix dg-heat"><caption>in two_rows, call 1</caption><tbody>'
        '<tr><td data-h="0">0</td><td data-h="1">0.25</td></tr>'
        '<tr><td data-h="4">1</td><td data-h="8" data-pad=".00">2</td></tr>'
        "</tbody></table></div>"
    )


def test_numbers_on_both_sides_of_zero_diverge_from_it() -> None:
    assert heat((-1.0, -0.5, 0.0, 0.25, 1.0)) == [-4, -2, 0, 1, 4]
    assert heat((-2.0, 1.0)) == [-4, 2]


def test_numbers_on_one_side_of_zero_go_from_the_lowest_to_the_highest() -> None:
    assert heat((-3.0, -2.0, -1.0)) == [0, 4, 8]
    assert heat((10, 12, 18)) == [0, 2, 8]


def test_what_is_no_finite_number_has_no_colour() -> None:
    assert heat(("nan", 1.0, "inf", 3.0, "1+2j")) == [None, 0, None, 8, None]


def test_equal_numbers_have_the_lowest_colour() -> None:
    assert heat((2.0, 2.0)) == [0, 0]
    assert heat(()) == []


def test_the_largest_numbers_there_are_have_colours() -> None:
    assert heat((-1.7e308, 1.7e308)) == [-4, 4]
    assert heat((1e308, 1.7e308)) == [0, 8]


def test_a_vector_is_one_row() -> None:
    made = render_card(part(array((3,), 1.0, 2.0, 3.0)))

    assert made.count("<tr>") == 1
    assert '<tr><td data-h="0">1</td><td data-h="4">2</td><td data-h="8">3</td></tr>' in made


def test_a_number_is_text() -> None:
    number = Value("number", "float", (), (0.5,))

    assert '<p><code class="dg-value">0.5</code> in two_rows, call 1</p>' in render_card(
        part(number)
    )


def test_what_is_no_array_is_text() -> None:
    assert '<p><code class="dg-value">None</code> in two_rows, call 1</p>' in render_card(
        part(Value("none"))
    )


def test_a_large_matrix_shows_eight_rows_and_columns_and_counts_the_rest() -> None:
    made = render_card(part(array((20, 9), *map(float, range(180)))))

    assert made.count("<tr>") == 8
    assert made.count("<td") == 64
    assert "<caption>in two_rows, call 1, 12 more rows not shown, 1 more column not shown<" in made
    # 66 of 179, the highest number of the whole matrix, is step 3 of 8.
    assert '<td data-h="3">66</td>' in made


def test_one_more_row_is_one_row() -> None:
    made = render_card(part(array((9, 10), *map(float, range(90)))))

    assert "<caption>in two_rows, call 1, 1 more row not shown, 2 more columns not shown<" in made


def test_of_three_axes_the_first_matrix_is_shown() -> None:
    made = render_card(part(array((2, 1, 2), 0.0, 1.0, 5.0, 9.0)))

    assert "<caption>in two_rows, call 1, the matrix at <code>[0]</code></caption>" in made
    assert '<tbody><tr><td data-h="0">0</td><td data-h="8">1</td></tr></tbody>' in made


def test_an_empty_array_is_text() -> None:
    assert '<code class="dg-value">[[]], shape (0, 3)</code>' in render_card(part(array((0, 3))))


def test_entries_that_were_not_kept_leave_rows_out() -> None:
    value = Value("array", "float64", (4, 2), (1.0, 2.0, 3.0, 4.0), 4)

    assert "2 more rows not shown" in render_card(part(value))


def test_a_symbol_that_is_not_in_the_code_says_so() -> None:
    assert render_card(part(code="", shape="", meaning="", note="No run of it.")) == (
        '<div class="dg-card" data-sym="7"><p><math><mi>Z</mi></math></p>'
        '<p>Not in the code</p><p class="dg-none">No run of it.</p></div>'
    )


def test_a_function_says_what_it_calls() -> None:
    made = render_card(part(calls=True, code="relu", shape="(d,) to (F,)"))

    assert "<p>Calls <code>relu</code>, shape <code>(d,) to (F,)</code></p>" in made


def test_all_cards_stand_in_one_template() -> None:
    assert render_cards(()) == "<dg-page><template></template></dg-page>"
    assert render_cards((part(),)) == (
        f"<dg-page><template>{render_card(part())}</template></dg-page>"
    )
